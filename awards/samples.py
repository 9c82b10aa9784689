"""A certificate to try a template with: somebody real where there is one, the one with the longest name."""

from __future__ import annotations

from django.db.models.functions import Length

from awards.models import Certificate
from awards.queries.honours import champions, honour_of_table, honours_of_entrants, placed_entrants, staff_names
from awards.wording import group_of, sample_words
from bobing_event.models import Event, Participant, Session
from rules import Pattern
from tables.models import Piece, Seat, Table
from tournaments.models import Playoff

NUMBER, CODE, TABLE = 0, "TEST", 8


def sample_certificate(event: Event, kind: str) -> Certificate:
    """A certificate of this kind that is not in the database, numbered 0000; four queries at most."""
    made = {"champion": _champion, "piece": _piece, "playoff": _placed, "thanks": _staff}[group_of(kind)](event, kind)
    made.event, made.number, made.check_code = event, NUMBER, CODE
    return made


def _champion(event: Event, kind: str) -> Certificate:
    tables = champions(event).select_related("champion", "champion_person", "session")
    table = tables.order_by(-Length("champion_person__name"), "pk").first()
    honour = honour_of_table(table) if table is not None else None
    if table is None or honour is None:
        return Certificate(participant=_somebody(), table=_some_table(), pattern=Pattern.CHAJINHUA, dice="444411")
    return Certificate(participant=table.champion_person, table=table, pattern=honour.pattern, dice=honour.dice)


def _piece(event: Event, kind: str) -> Certificate:
    held = Piece.objects.filter(table__session__event=event, rank=kind, place="seat")
    related = held.select_related("participant", "holder", "table__session").defer("table__opening", "table__state")
    piece = related.order_by(-Length("participant__name"), "pk").first()
    if piece is None:
        table = _some_table()
        piece = Piece(table=table, rank=kind, number=1, participant=_somebody(), holder=table.champion)
    return Certificate(participant=piece.participant, piece=piece)


def _placed(event: Event, kind: str) -> Certificate:
    placed = placed_entrants(event).filter(playoff__kind=kind).select_related("participant", "playoff")
    entrant = placed.order_by(-Length("participant__name"), "pk").first()
    if entrant is None:
        dice = "123456" if kind == Playoff.Kind.ZONGDUITANG else "444411"
        pattern = Pattern.DUITANG if kind == Playoff.Kind.ZONGDUITANG else Pattern.CHAJINHUA
        playoff = Playoff(event=event, kind=kind)
        return Certificate(participant=_somebody(), playoff=playoff, place=1, pattern=pattern, dice=dice)
    honour = next(honours_of_entrants(placed.filter(pk=entrant.pk)))
    return Certificate(
        participant=entrant.participant, playoff=entrant.playoff, place=entrant.placed, pattern=honour.pattern,
        dice=honour.dice,
    )  # fmt: skip


def _staff(event: Event, kind: str) -> Certificate:
    names = staff_names(event)
    if not names:
        return Certificate(staff_name=sample_words()["staff"])
    user = max(names, key=lambda pk: len(names[pk]))
    return Certificate(staff_id=user, staff_name=names[user])


def _somebody() -> Participant:
    words = sample_words()
    return Participant(name=words["name"], unit=words["unit"])


def _some_table() -> Table:
    table = Table(session=Session(number=1), number=TABLE)
    table.champion = Seat(table=table, number=1)
    return table
