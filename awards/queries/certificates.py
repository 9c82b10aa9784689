"""Who has earned a certificate, which are made, and which of them stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, F, Prefetch, Q, QuerySet, Sum

from awards.models import Certificate
from bobing_event.models import Event
from tables.models import Table
from tables.queries import game_of
from tournaments.models import Entrant, HeatEntrant


@dataclass(frozen=True)
class Honour:
    """What a certificate attests: a table's champion, or a place in a play-off, and the throw that earned it.

    Exactly one of `table_id` and (`playoff_id`, `place`) is set. `dice` are six faces, empty where it was not a
    throw that decided.
    """

    participant_id: int
    table_id: int | None = None
    playoff_id: int | None = None
    place: int | None = None
    pattern: str = ""
    dice: str = ""

    @property
    def occasion(self) -> tuple[int | None, int | None, int | None]:
        """What there can be one standing certificate for."""
        return self.table_id, self.playoff_id, self.place


@dataclass(frozen=True)
class CertificateCounts:
    """Certificates of an event: how many stand, were never printed, are void, and sheets printed in all."""

    standing: int
    unprinted: int
    void: int
    sheets: int


def honours(event: Event) -> list[Honour]:
    """Everything that has been earned so far: tables in order, then play-offs; three queries."""
    return [*_table_honours(event), *_playoff_honours(event)]


def arranged(dice: str) -> str:
    """Dice as they are shown: the face there is most of first, 444411."""
    return "".join(sorted(dice, key=lambda face: (-dice.count(face), face)))


def certificates_of(event: Event) -> QuerySet[Certificate]:
    """An event's certificates with what they print, in the order of printing: by table, then by play-off."""
    related = Certificate.objects.select_related("participant", "table__session", "playoff")
    return (
        related.filter(event=event)
        .defer("table__opening", "table__state")
        .order_by(F("playoff_id").asc(nulls_first=True), "table__session__number", "table__number", "place", "number")
    )


def certificate_counts(event: Event) -> CertificateCounts:
    standing = Q(voided_at__isnull=True)
    counts = Certificate.objects.filter(event=event).aggregate(
        standing=Count("id", filter=standing),
        unprinted=Count("id", filter=standing & Q(printed=0)),
        void=Count("id", filter=~standing),
        sheets=Sum("printed", default=0),
    )
    return CertificateCounts(**counts)


def due_certificates(event: Event) -> int:
    """How many certificates would be new: earned and not made, or made of what a correction changed; three counts."""
    standing = Certificate.objects.filter(event=event, voided_at__isnull=True)
    champions = Table.objects.filter(session__event=event, phase=Table.Phase.ENDED, champion__isnull=False)
    placed = Entrant.objects.filter(playoff__event=event, placed__isnull=False)
    true = Q(table__phase=Table.Phase.ENDED, table__champion_person=F("participant")) | Q(
        playoff__entrants__placed=F("place"), playoff__entrants__participant=F("participant")
    )
    return champions.count() + placed.count() - standing.filter(true).distinct().count()


def certificate_by_code(slug: str, number: int, check_code: str) -> Certificate | None:
    """The certificate that a QR code names; None unless all three fit."""
    related = Certificate.objects.select_related("event", "participant", "table__session", "playoff")
    return related.filter(event__slug=slug, number=number, check_code=check_code).first()


def _table_honours(event: Event) -> Iterator[Honour]:
    ended = Table.objects.filter(session__event=event, phase=Table.Phase.ENDED, champion__isnull=False)
    for table in ended.select_related("champion").order_by("session__number", "number"):
        champion, game = table.champion, game_of(table)
        if champion is None or table.champion_person_id is None or game is None:
            continue
        candidate = game.candidates.get(champion.number)
        thrown = candidate is not None and candidate.pattern == table.champion_pattern
        yield Honour(
            participant_id=table.champion_person_id,
            table_id=table.pk,
            pattern=table.champion_pattern,
            dice=arranged(candidate.hand.text) if candidate is not None and thrown else "",
        )


def _playoff_honours(event: Event) -> Iterator[Honour]:
    final = HeatEntrant.objects.filter(heat__stage__is_final=True)
    placed = Entrant.objects.filter(playoff__event=event, placed__isnull=False)
    for entrant in placed.prefetch_related(Prefetch("lots", final, to_attr="final_lots")).order_by(
        "playoff_id", "placed"
    ):
        lot: HeatEntrant | None = next(iter(entrant.final_lots), None)
        yield Honour(
            participant_id=entrant.participant_id,
            playoff_id=entrant.playoff_id,
            place=entrant.placed,
            pattern=lot.pattern if lot else "",
            dice=arranged(lot.dice) if lot else "",
        )
