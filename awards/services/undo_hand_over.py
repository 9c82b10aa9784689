"""Taking a hand-over back: the goods go where they came from, and are due again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from awards.models import Claim, HandOver, Location, Movement, MovementLine, TableCount
from awards.services.ledger import Shift, locked_ledger, outside_of, record_movement, store_of
from bobing_event.audit import record_action
from bobing_event.models import Participant
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User

REASON_LENGTH = 200


@transaction.atomic
def undo_hand_over(
    *, hand_over: HandOver, reason: str, by: User, now: datetime, participant: Participant | None = None
) -> Movement:
    """Take back what still stands of a hand-over; of a table's sign-off with a `participant` only what is theirs.

    One movement of returns. It undoes the hand-over's own where all of it goes back the way it came; the hand-over
    counts as undone when nothing of it stands any more. Goods go back to where they came from, but to the store where
    the table is gone or its prizes are counted. Claims become `taken_back`, and the goods are due again.

    Refuses `reason_needed`, `too_long`, `already_undone`, and `stock_short` where the person has them no more.
    """
    if not (reason := reason.strip()):
        raise Refusal("reason_needed", _("Say why it is taken back: it stays in the record."), status=400)
    if len(reason) > REASON_LENGTH:
        raise Refusal("too_long", _("This is longer than can be kept. Shorten it."), status=400)
    event = hand_over.event
    locked_ledger(event)
    handed = HandOver.objects.select_related("movement", "undone_by").get(pk=hand_over.pk)
    claims = list(handed.claims.select_related("participant", "prize"))
    standing = [claim for claim in claims if claim.state == Claim.State.HANDED_OVER]
    chosen = [claim for claim in standing if participant is None or claim.participant_id == participant.pk]
    if not chosen:
        raise _already_undone(handed, claims)
    back = _shifts_back(handed, chosen)
    movement = record_movement(
        event=event, kind=Movement.Kind.RETURN, shifts=back, by=by, now=now, reason=reason,
        undoes=handed.movement if _is_reverse(back, handed.movement) else None,
    )  # fmt: skip
    Claim.objects.filter(pk__in=[claim.pk for claim in chosen]).update(
        state=Claim.State.TAKEN_BACK, settled_by=by, settled_at=now, reason=reason
    )
    if len(chosen) == len(standing) and not any(claim.state == Claim.State.KEPT for claim in claims):
        HandOver.objects.filter(pk=handed.pk).update(undone_by=by, undone_at=now, undo_reason=reason)
    people = {claim.participant_id for claim in chosen}
    record_action(
        event=event, by=by, now=now, action="hand_over_undone",
        subject=str(handed.table) if len(people) > 1 else f"person:{people.pop()}",
        number=handed.movement.number_text, reason=reason,
    )  # fmt: skip
    return movement


def _already_undone(handed: HandOver, claims: Sequence[Claim]) -> Refusal:
    if handed.undone_by is not None and handed.undone_at is not None:
        name = handed.undone_by.get_full_name() or handed.undone_by.get_username()
        facts = {"name": name, "time": f"{timezone.localtime(handed.undone_at):%H:%M}", "reason": handed.undo_reason}
        return Refusal("already_undone", _("%(name)s took it back already at %(time)s: %(reason)s") % facts)
    return Refusal("already_undone", _("Nothing of it is in this person's hands any more."))


def _shifts_back(handed: HandOver, chosen: Iterable[Claim]) -> list[Shift]:
    """Along the movement's own lines, as many units as the claims are for."""
    lines = list(handed.movement.lines.select_related("prize", "source__table", "target"))
    left = {line.pk: line.quantity for line in lines}
    taken: Counter[int] = Counter()
    for claim in chosen:
        units = claim.quantity
        for line in lines:
            if (line.target.participant_id, line.prize_id) != (claim.participant_id, claim.prize_id):
                continue
            part = min(units, left[line.pk])
            left[line.pk] -= part
            taken[line.pk] += part
            units -= part
    sources = _places_back(handed, lines)
    return [Shift(line.prize, taken[line.pk], line.target, sources[line.source_id]) for line in lines if taken[line.pk]]


def _is_reverse(shifts: Iterable[Shift], movement: Movement) -> bool:
    made = Counter(movement.lines.values_list("prize", "quantity", "target", "source"))
    return made == Counter((shift.prize.pk, shift.quantity, shift.source.pk, shift.target.pk) for shift in shifts)


def _places_back(handed: HandOver, lines: Iterable[MovementLine]) -> dict[int, Location]:
    places = {line.source_id: line.source for line in lines}
    tables = [place for place in places.values() if place.kind == Location.Kind.TABLE]
    counted = set(TableCount.objects.filter(location__in=tables).values_list("location", flat=True)) if tables else ()
    gone = [place.pk for place in tables if place.table_id is None or place.pk in counted]
    # What one person passed on to another after a correction is neither's any more.
    gone += [place.pk for place in places.values() if place.kind == Location.Kind.PERSON]
    if gone:
        event = handed.event
        back = store_of(event) if locked_ledger(event).keeps_stock else outside_of(event)
        places.update(dict.fromkeys(gone, back))
    return places
