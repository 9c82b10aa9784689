"""What can be printed, under which name, by which function, and by whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import npgettext, pgettext, pgettext_lazy

from bobing_event.permissions import Roles
from reports.permissions import can_print, can_print_prizes
from reports.printing.arrivals import arrivals_by_name, arrivals_by_table
from reports.printing.claim_sheets import claim_sheets
from reports.printing.draw_notice import draw_notice
from reports.printing.load_list import load_list
from reports.printing.move_slips import move_slips
from reports.printing.pick_list import pick_list
from reports.printing.poster import poster
from reports.printing.result_sheets import result_sheets
from reports.printing.seat_cards import seat_cards
from reports.printing.table_sheets import table_sheets
from reports.printing.vouchers import vouchers
from reports.printing.work import Asked, Work


@dataclass(frozen=True)
class Kind:
    """A kind of sheet. `code` is its job's kind; `about` says what one gets; `make` counts and lays out.

    `counted` says a number of what is printed: 3 cards, 3 tables, 3 people. `may` says by the roles who prints it.
    `asks` names what can be chosen besides the tables: "rank", "phones". What is `costly` to count is counted
    beforehand for some tables only. `holds` says what has to stay as it is for the sheets to be true: "seats",
    "stock", "claims" or "results".
    """

    code: str
    label: Promise
    about: Promise
    counted: Callable[[int], str]
    make: Callable[[Asked], Work]
    may: Callable[[Roles], bool] = can_print
    asks: tuple[str, ...] = ()
    costly: bool = False
    holds: str = "seats"


@dataclass(frozen=True)
class Group:
    """Kinds of sheets that stand together on the page; `code` is the anchor."""

    code: str
    label: Promise
    kinds: tuple[Kind, ...]


def _cards(count: int) -> str:
    return npgettext("print", "%(count)s card", "%(count)s cards", count) % {"count": count}


def _tables(count: int) -> str:
    return npgettext("print", "%(count)s table", "%(count)s tables", count) % {"count": count}


def _people(count: int) -> str:
    return npgettext("print", "%(count)s person", "%(count)s people", count) % {"count": count}


def _slips(count: int) -> str:
    return npgettext("print", "%(count)s slip", "%(count)s slips", count) % {"count": count}


def _goods(count: int) -> str:
    return npgettext("print", "%(count)s kind of goods", "%(count)s kinds of goods", count) % {"count": count}


def _vouchers(count: int) -> str:
    return npgettext("print", "%(count)s voucher", "%(count)s vouchers", count) % {"count": count}


def _prizes(count: int) -> str:
    return npgettext("print", "%(count)s prize", "%(count)s prizes", count) % {"count": count}


def _champions(count: int) -> str:
    return npgettext("print", "%(count)s champion", "%(count)s champions", count) % {"count": count}


def _notices(_count: int) -> str:
    return pgettext("print", "1 notice")


SEATS = (
    Kind(
        "print-seat-cards",
        pgettext_lazy("print", "Seat cards"),
        pgettext_lazy(
            "print",
            "A6, four on a sheet. Cut the whole pile in four and lay the piles on each other, upper left on top: the "
            "cards are in the order of seats.",
        ),
        _cards,
        seat_cards,
    ),
    Kind(
        "print-table-sheets",
        pgettext_lazy("print", "Table sheets"),
        pgettext_lazy("print", "A page a table: seats, a column for each prize and for signatures, the table's code."),
        _tables,
        table_sheets,
    ),
    Kind(
        "print-arrivals-by-name",
        pgettext_lazy("print", "Arrival list by name"),
        pgettext_lazy("print", "By pinyin, to tick off at the door."),
        _people,
        arrivals_by_name,
    ),
    Kind(
        "print-arrivals-by-table",
        pgettext_lazy("print", "Arrival list by table"),
        pgettext_lazy("print", "Table by table, to tick off in the hall."),
        _people,
        arrivals_by_table,
    ),
)
"""What seats a hall."""

PRIZES = (
    Kind(
        "print-pick-list",
        pgettext_lazy("print", "Pick list"),
        pgettext_lazy(
            "print", "What to take out of the store for the tables, and what is short. To tick off and sign."
        ),
        _goods,
        pick_list,
        can_print_prizes,
        holds="stock",
    ),
    Kind(
        "print-load-list",
        pgettext_lazy("print", "Load list"),
        pgettext_lazy("print", "What each table gets, to tick off there; its referee signs. The total comes last."),
        _tables,
        load_list,
        can_print_prizes,
        holds="stock",
    ),
    Kind(
        "print-vouchers",
        pgettext_lazy("print", "Prize vouchers"),
        pgettext_lazy(
            "print",
            "A voucher with a stub for each prize that is final and not handed over, eight on a sheet. Cut the whole "
            "pile along the marks and lay the piles on each other, row by row: the vouchers are in the order of seats.",
        ),
        _vouchers,
        vouchers,
        can_print_prizes,
        ("rank",),
        costly=True,
        holds="claims",
    ),
    Kind(
        "print-claim-sheets",
        pgettext_lazy("print", "Claim sheets"),
        pgettext_lazy(
            "print",
            "For the prize desk without a network: what is final and not handed over, to be signed for, and blank "
            "lines.",
        ),
        _prizes,
        claim_sheets,
        can_print_prizes,
        ("phones",),
        costly=True,
        holds="claims",
    ),
)
"""What brings prizes to tables and people."""

RESULTS = (
    Kind(
        "print-result-sheets",
        pgettext_lazy("print", "Result sheets"),
        pgettext_lazy(
            "print",
            "A page for each ended table: who holds what, the champion's dice, and places to sign for the referee and "
            "everybody. Hash and sign-off match it with the log.",
        ),
        _tables,
        result_sheets,
        holds="results",
    ),
    Kind(
        "print-champions-poster",
        pgettext_lazy("print", "Poster of all champions"),
        pgettext_lazy(
            "print",
            "To hang on the wall: A2, for more than 48 champions A1. The play-offs' winners stand on top. A2 can be "
            "printed on A3, fitted to the page.",
        ),
        _champions,
        poster,
        asks=("masked",),
        holds="results",
    ),
)
"""What says how it ended."""

MOVE_SLIPS = Kind(
    "print-move-slips",
    pgettext_lazy("print", "Move slips"),
    pgettext_lazy("print", "Five on a sheet: who moves from where to where."),
    _slips,
    move_slips,
)
DRAW_NOTICE = Kind(
    "print-draw-notice",
    pgettext_lazy("print", "Notice of the draw"),
    pgettext_lazy(
        "print", "One page to hang out: digest of the list and commitment; after the draw the secret as well."
    ),
    _notices,
    draw_notice,
)

GROUPS = (
    Group("seats", pgettext_lazy("print", "Seats"), SEATS),
    Group("prizes", pgettext_lazy("print", "Prizes"), PRIZES),
    Group("results", pgettext_lazy("print", "Results"), RESULTS),
)
"""What is printed of a session or some of its tables, as the page shows it."""

KINDS = {kind.code: kind for kind in (*SEATS, *PRIZES, *RESULTS, MOVE_SLIPS, DRAW_NOTICE)}
"""By the code of their jobs."""
