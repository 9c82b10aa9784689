"""Result sheets (成绩单): a page for each table that has ended, to be read out and signed by everybody."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext

from awards.models import Prize
from bobing_event.labels import pattern_label, rank_label
from reports.printing.people import Person
from reports.printing.results import Champion, Holdings, champions_by_table, holdings_by_table, sign_offs_by_table
from reports.printing.work import Asked, Work, event_head, moment
from rules import RANKS
from tables.models import SignOff, Table

if TYPE_CHECKING:
    from django.contrib.auth.models import User

HASH_SHOWN, HASH_GROUP = 16, 4
NOTHING = Holdings("")


def result_sheets(asked: Asked) -> Work:
    """A sheet for each ended table, by number; tables that have not ended are counted as left out."""
    tables = [table for table in asked.tables if table.has_ended]
    results = _Results(asked, tables)
    playing = len(asked.tables) - len(tables)
    head = {
        **event_head(asked),
        "ranks": [rank_label(rank.value) for rank in RANKS],
        "words": _words(),
    }
    return Work(
        "result-sheets.typ", tables, results.sheet, len(tables), head, results.seated,
        nothing="" if tables else _("No table here has ended yet."), left_out=_left_out(playing),
    )  # fmt: skip


class _Results:
    """What all sheets need, read when the first of them is made: counting them costs nothing of it."""

    def __init__(self, asked: Asked, tables: list[Table]) -> None:
        self.asked, self.tables = asked, tables
        self.keys = [table.pk for table in tables]
        numbers = {table.number for table in tables}
        self.seated = [person for person in asked.seated if person.table in numbers]

    @cached_property
    def sitting(self) -> dict[int, list[Person]]:
        sitting: dict[int, list[Person]] = defaultdict(list)
        for person in self.seated:
            sitting[person.table or 0].append(person)
        return sitting

    @cached_property
    def held(self) -> dict[int, dict[int, Holdings]]:
        return holdings_by_table(self.asked.event, self.keys)

    @cached_property
    def ambiguous(self) -> set[str]:
        """Names that more than one kind of goods has."""
        names = Counter(Prize.objects.filter(event=self.asked.event).values_list("name", flat=True))
        return {name for name, kinds in names.items() if kinds > 1}

    @cached_property
    def champions(self) -> dict[int, Champion]:
        return champions_by_table(self.keys)

    @cached_property
    def sign_offs(self) -> dict[int, SignOff]:
        return sign_offs_by_table(self.keys)

    def sheet(self, table: Table) -> dict[str, Any]:
        """One table's page."""
        asked, champion = self.asked, self.champions.get(table.pk)
        held, sitting = self.held.get(table.pk, {}), self.sitting.get(table.number, [])
        here = {person.pk for person in sitting}
        rows = [self._row(str(person.seat), person.name, held.get(person.pk, NOTHING)) for person in sitting]
        # Who was taken from the table keeps what they won there, and has no seat.
        rows += [self._row("–", theirs.name, theirs) for person, theirs in held.items() if person not in here]
        totals: Counter[str] = sum((theirs.pieces for theirs in held.values()), Counter())
        return {
            "number": table.number,
            "rows": rows,
            "totals": [_figure(totals[rank.value]) for rank in RANKS],
            "champion": self._champion(champion),
            "signed": _signed(asked, self.sign_offs.get(table.pk)),
            "log": _log(table),
            "referee": asked.ink(_name(table.referee)) if table.referee else "",
        }

    def _row(self, seat: str, name: str, theirs: Holdings) -> dict[str, Any]:
        return {
            "seat": seat,
            "name": self.asked.ink(name),
            "held": [_figure(theirs.pieces[rank.value]) for rank in RANKS],
            "goods": self._goods(theirs),
        }

    def _goods(self, theirs: Holdings) -> list[str]:
        """Each kind with its units, all but the last followed by what stands between; specified where it has to be."""
        between = pgettext("between goods", "; ").rstrip()
        words = [
            f"{prize if prize.name in self.ambiguous else prize.name} × {units} {prize.unit}"
            for prize, units in theirs.goods.values()
        ]
        return [self.asked.ink(word) for word in (*(word + between for word in words[:-1]), *words[-1:])]

    def _champion(self, champion: Champion | None) -> dict[str, str] | None:
        if champion is None:
            return None
        pattern = pattern_label(champion.pattern) if champion.pattern else _("named by the committee")
        return {
            "seat": pgettext("print", "Seat %(seat)s") % {"seat": champion.seat},
            "name": self.asked.ink(champion.name),
            "pattern": f"{pattern}  {champion.dice}".strip(),
            "dice": champion.dice,
        }


def _figure(count: int) -> str:
    return str(count) if count else ""


def _signed(asked: Asked, sign_off: SignOff | None) -> str:
    if sign_off is None:
        return _("Not signed off yet")
    facts = {"name": asked.ink(_name(sign_off.signed_by)), "time": moment(asked.event, sign_off.signed_at)}
    signed = _("Signed off by %(name)s at %(time)s") % facts
    if not sign_off.disputed:
        return signed
    if sign_off.countersigned_by is None or sign_off.countersigned_at is None:
        return pgettext("print", "%(signed)s; disputed, not countersigned yet") % {"signed": signed}
    facts = {
        "signed": signed, "name": asked.ink(_name(sign_off.countersigned_by)),
        "time": moment(asked.event, sign_off.countersigned_at),
    }  # fmt: skip
    return pgettext("print", "%(signed)s; disputed, countersigned by %(name)s at %(time)s") % facts


def _log(table: Table) -> str:
    """The log this paper was made of: its last entry's number and the beginning of that one's hash."""
    shown = table.last_hash[:HASH_SHOWN]
    groups = " ".join(shown[start : start + HASH_GROUP] for start in range(0, len(shown), HASH_GROUP))
    return pgettext("print", "Log up to entry %(seq)s, hash %(hash)s…") % {"seq": table.seq, "hash": groups}


def _name(user: User) -> str:
    return user.get_full_name() or user.get_username()


def _left_out(playing: int) -> str:
    if not playing:
        return ""
    sentence = npgettext(
        "print",
        "%(count)s table has not ended and is not printed",
        "%(count)s tables have not ended and are not printed",
        playing,
    )
    return sentence % {"count": playing}


def _words() -> dict[str, Any]:
    return {
        "title": pgettext("print", "Result sheet"),
        "table": pgettext("print", "table"),
        "champion": pgettext("print", "Champion: "),
        "no_champion": pgettext("print", "This table ended without a champion."),
        "total": pgettext("print", "Total"),
        "seat": pgettext("print", "Seat"),
        "name": pgettext("print", "Name"),
        "goods": pgettext("column", "Goods"),
        "signature": pgettext("print", "Signature"),
        "sentence": pgettext("print", "By signing, everybody says that this is right."),
        "referee": pgettext("print", "Referee signs: "),
        "time": pgettext("print", "Time: "),
    }
