"""What has been earned at an event, and by whom: champions, pieces of chosen ranks, places, thanks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from awards.models import CertificateTemplate
from awards.models.certificates import THANKS
from awards.queries.certificate_templates import templates_of
from bobing_event.models import Event, Membership, Role
from rules import Rank
from tables.models import Piece, Table
from tables.queries import game_of
from tables.queries.sign_offs import final_sign_offs
from tournaments.models import Entrant, HeatEntrant

Occasion = tuple[int | None, int | None, int | None, int | None, int | None]
"""`(table, piece, play-off, place, staff)` as ids: what there can be one standing certificate for."""


@dataclass(frozen=True)
class Honour:
    """What a certificate attests: a table's champion, a piece of another rank, a place in a play-off, or thanks.

    `dice` are six faces, empty where it was not a throw that decided, or it is not known which. Of a staff member
    there is no participant but a `staff_name`.
    """

    participant_id: int | None = None
    table_id: int | None = None
    piece_id: int | None = None
    playoff_id: int | None = None
    place: int | None = None
    staff_id: int | None = None
    staff_name: str = ""
    pattern: str = ""
    dice: str = ""

    @property
    def occasion(self) -> Occasion:
        return self.table_id, self.piece_id, self.playoff_id, self.place, self.staff_id


def honours(event: Event) -> list[Honour]:
    """Everything that has been earned so far and gets a certificate: tables in order, pieces, play-offs, thanks.

    A constant number of queries: at most six.
    """
    templates = templates_of(event)
    found = [*_table_honours(event), *_piece_honours(event, enabled_ranks(templates))]
    found += honours_of_entrants(placed_entrants(event).order_by("playoff_id", "placed"))
    if templates[THANKS].enabled:
        found += [Honour(staff_id=pk, staff_name=name) for pk, name in staff_names(event).items()]
    return found


def arranged(dice: str) -> str:
    """Dice as they are shown: the face there is most of first, 444411."""
    return "".join(sorted(dice, key=lambda face: (-dice.count(face), face)))


def enabled_ranks(templates: dict[str, CertificateTemplate]) -> list[str]:
    """The ranks beside 状元 whose pieces get certificates."""
    return [kind for kind, made in templates.items() if made.rank and made.enabled and kind != Rank.ZHUANGYUAN]


def champions(event: Event) -> QuerySet[Table]:
    """The ended tables that have a champion."""
    return Table.objects.filter(session__event=event, phase=Table.Phase.ENDED, champion_person__isnull=False)


def final_pieces(event: Event, ranks: list[str]) -> QuerySet[Piece]:
    """The pieces of some ranks that are somebody's for good: their table is signed off."""
    final = Exists(final_sign_offs().filter(table=OuterRef("table")))
    return Piece.objects.filter(final, table__session__event=event, place="seat", rank__in=ranks)


def placed_entrants(event: Event) -> QuerySet[Entrant]:
    return Entrant.objects.filter(playoff__event=event, placed__isnull=False)


def staff_names(event: Event) -> dict[int, str]:
    """The names of those who work at an event, by the user's id; a screen is nobody. One query.

    Who has only a login name is left out: nobody frames that.
    """
    names = {pk: name for pk, name in _working(event).items() if name}
    return dict(sorted(names.items(), key=lambda named: (named[1], named[0])))


def nameless_staff(event: Event) -> int:
    """How many of those who work at an event get no certificate for want of a name. One query."""
    return sum(not name for name in _working(event).values())


def _working(event: Event) -> dict[int, str]:
    working = Membership.objects.filter(event=event).exclude(role=Role.SCREEN).select_related("user")
    return {one.user_id: one.user.get_full_name().strip()[:60] for one in working}


def roles_by_user(event: Event) -> dict[int, list[str]]:
    """The codes of the roles that users have; one query."""
    found: dict[int, list[str]] = {}
    for user, role in Membership.objects.filter(event=event).values_list("user_id", "role"):
        found.setdefault(user, []).append(role)
    return found


def honour_of_table(table: Table) -> Honour | None:
    """A champion's honour and throw; None for a table without one. `champion` is loaded with the table."""
    champion, game = table.champion, game_of(table)
    if champion is None or game is None:
        return None
    candidate = game.candidates.get(champion.number)
    thrown = candidate is not None and candidate.pattern == table.champion_pattern
    return Honour(
        participant_id=table.champion_person_id,
        table_id=table.pk,
        pattern=table.champion_pattern,
        dice=arranged(candidate.hand.text) if candidate is not None and thrown else "",
    )


def honours_of_entrants(entrants: QuerySet[Entrant]) -> Iterator[Honour]:
    """The honours of placed entrants, with the throws of their final heat; two queries."""
    final = HeatEntrant.objects.filter(heat__stage__is_final=True)
    for entrant in entrants.prefetch_related(Prefetch("lots", final, to_attr="final_lots")):
        lot: HeatEntrant | None = next(iter(entrant.final_lots), None)
        yield Honour(
            participant_id=entrant.participant_id,
            playoff_id=entrant.playoff_id,
            place=entrant.placed,
            pattern=lot.pattern if lot else "",
            dice=arranged(lot.dice) if lot else "",
        )


def _table_honours(event: Event) -> Iterator[Honour]:
    tables = champions(event).select_related("champion").order_by("session__number", "number")
    yield from filter(None, map(honour_of_table, tables))


def _piece_honours(event: Event, ranks: list[str]) -> Iterator[Honour]:
    if not ranks:
        return
    order = ("table__session__number", "table__number")
    pieces = final_pieces(event, ranks).order_by(*order).values_list("rank", "number", "pk", "participant_id")
    by_rank = sorted(pieces, key=lambda piece: ranks.index(piece[0]))
    yield from (Honour(participant_id=person, piece_id=pk) for _rank, _number, pk, person in by_rank)
