"""From what was asked to a PDF: pages are made ready some at a time, set, and joined."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext

from awards.models import Prize
from awards.typesetting import PAGES_AT_ONCE, in_parts, set_pages
from bobing_event.models import Event, Session
from reports.printing.dues import Due, dues_of
from reports.printing.ink import ByHand, Ink, by_hand, goods_by_hand
from reports.printing.people import Person, Scope, people_in, seated, tables_in
from tables.models import Table

Page = dict[str, Any] | list[Any]
BY_HAND = "by-hand.typ"


@dataclass(frozen=True)
class Asked:
    """What is to be printed: the event, session and tables, the site that QR codes lead to.

    `subject` is the key of the seat change or draw that the sheets are about, where they are about one; `rank` a rank
    whose pieces alone are printed; `phones` whether telephone numbers are shown whole, `masked` whether names are not.
    """

    event: Event
    scope: Scope
    base_url: str = ""
    subject: int | None = None
    rank: str = ""
    phones: bool = False
    masked: bool = False

    @cached_property
    def people(self) -> list[Person]:
        return people_in(self.scope)

    @cached_property
    def seated(self) -> list[Person]:
        return seated(self.people)

    @cached_property
    def tables(self) -> list[Table]:
        return list(tables_in(self.scope))

    @cached_property
    def dues(self) -> list[Due]:
        return dues_of(self.event, self.scope, self.people)

    @cached_property
    def ink(self) -> Ink:
        return Ink()

    def site(self, path: str) -> str:
        """The whole address of a page of the product, as a phone finds it."""
        return self.base_url.rstrip("/") + path


@dataclass(frozen=True)
class Work:
    """Sheets of one kind. `pages` says what is on each, in little; `page_of` makes one ready for the template.

    `head` are values and words the same on all pages; the names of `people` and `goods` are on them. `count` is the
    number of cards, tables, people or slips. Of full pages fewer are set `at_once`. Where there are no pages,
    `nothing` says why; `left_out` says what is not printed yet.
    """

    template: str
    pages: Sequence[Any]
    page_of: Callable[[Any], Page]
    count: int
    head: dict[str, Any] = field(default_factory=dict)
    people: Sequence[Person] = ()
    at_once: int = PAGES_AT_ONCE
    nothing: str = ""
    left_out: str = ""
    goods: Sequence[Prize] = ()

    @property
    def by_hand(self) -> list[ByHand]:
        return [*goods_by_hand(self.goods), *by_hand(self.people)]

    def first_page(self) -> Work:
        """The same sheets up to the first, as a test of the printer."""
        return replace(self, pages=self.pages[:1], people=(), goods=())


def pdf_of(asked: Asked, work: Work, title: str, report: Callable[[int], None]) -> bytes:
    """Sets all pages, and a last one that says what has to be written by hand. `report` is told the pages done."""
    head = {"title": f"{asked.event.name} · {title}", "language": _typst_language(), **work.head}
    return set_pages(_documents(asked, work, head, report))


def _documents(
    asked: Asked, work: Work, head: dict[str, Any], report: Callable[[int], None]
) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, part in enumerate(in_parts(work.pages, work.at_once)):
        report(number * work.at_once)
        yield work.template, {**head, "pages": [work.page_of(page) for page in part]}
    if left := work.by_hand:
        yield BY_HAND, {**head, "words": _by_hand_words(), "pages": [_by_hand_row(asked.ink, row) for row in left]}


def event_head(asked: Asked) -> dict[str, Any]:
    """The event's name and which session at what time, as the head of a sheet has them."""
    event = asked.event
    name = f"{event.name} {event.edition}".strip()
    return {"event": asked.ink(name), "session": asked.ink(session_line(event, asked.scope.session))}


def session_line(event: Event, session: Session) -> str:
    """`第 2 场 · 9月25日 19:30`."""
    starts = localtime(session.starts_at, event.tz) if session.starts_at else None
    day = date_format(starts or event.date, pgettext("date format", "F j"))
    return " · ".join(filter(None, [str(session), f"{day} {starts:%H:%M}" if starts else day]))


def folio(number: int, total: int) -> str:
    return pgettext("print", "Page %(number)s / %(total)s") % {"number": number, "total": total}


def moment(event: Event, when: datetime) -> str:
    """A time on the event's clock: `2026-09-25 19:30`."""
    return f"{localtime(when, event.tz):%Y-%m-%d %H:%M}"


def place_words(table: int, seat: int) -> str:
    """A seat in words, `7 桌 1 号`."""
    return pgettext("print", "Table %(table)s Seat %(seat)s") % {"table": table, "seat": seat}


def place_short(person: Person) -> str:
    """A seat in a list, `7–1`; who waits for one has the stand-by number, who has none yet nothing."""
    if person.table is not None:
        return f"{person.table}–{person.seat}"
    return pgettext("print", "stand-by %(number)s") % {"number": person.stand_by} if person.stand_by else ""


def _typst_language() -> str:
    return "zh" if (get_language() or "").startswith("zh") else "en"


def _by_hand_words() -> dict[str, Any]:
    return {
        "heading": pgettext("print", "To write by hand"),
        "sentence": pgettext(
            "print",
            "No font here has some characters of these names or units. They are printed with an empty box: write the "
            "character into it.",
        ),
        "columns": [
            pgettext("print", "Seat"),
            pgettext("print", "Name"),
            pgettext("print", "Unit"),
            pgettext("print", "Missing"),
        ],
    }


def _by_hand_row(ink: Ink, row: ByHand) -> dict[str, str]:
    person = row.person
    return {
        "place": place_short(person),
        "name": ink(person.name),
        "unit": ink(person.unit),
        "points": row.points,
    }
