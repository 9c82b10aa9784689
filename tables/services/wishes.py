"""Wishes about seats, stated before a list is frozen: who is to sit together, who apart, who at a fixed place."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Participant, Session
from bobing_event.queries import people_of_session
from bobing_event.refusals import Refusal
from tables.models import SeatingDraw, Wish

if TYPE_CHECKING:
    from django.contrib.auth.models import User


MOST = 9999
"""No table and no seat has a higher number."""


@transaction.atomic
def add_wish(
    *, session: Session, kind: str, people: Collection[Participant], by: User, now: datetime, note: str = ""
) -> Wish:
    """State that people are to sit at one table or at different ones (`Wish.Kind`).

    Refuses `list_frozen` once a draw is prepared, `not_found` for somebody of another event, `wish_needs_two`.
    """
    session = _unfrozen(session)
    if any(person.event_id != session.event_id for person in people):
        raise Refusal("not_found", _("There is no such person in this event."), status=404)
    if len({person.pk for person in people}) < 2:
        raise Refusal("wish_needs_two", _("A wish is about two people or more. Choose them first."), status=400)
    wish = Wish.objects.create(session=session, kind=kind, note=note.strip(), stated_by=by, stated_at=now)
    wish.people.set(people)
    _record(wish, by, now, "wish_added", len(people))
    return wish


@transaction.atomic
def withdraw_wish(*, wish: Wish, by: User, now: datetime) -> None:
    """Take a wish back. Refuses `list_frozen`, and `not_found` where somebody did so before."""
    _unfrozen(wish.session)
    found = Wish.objects.select_related("session__event").filter(pk=wish.pk).first()
    if found is None:
        raise Refusal("not_found", _("This wish has been withdrawn already."), status=404)
    _record(found, by, now, "wish_withdrawn", found.people.count())
    found.delete()


@transaction.atomic
def fix_place(
    *, session: Session, participant: Participant, table: int | None, seat: int | None = None, by: User, now: datetime
) -> Participant:
    """Fix somebody's place before a draw: a table, and a seat or any there; a table of None takes the place back.

    Whether there will be such a place is known once the list is frozen. Refuses `list_frozen`, `not_found` for somebody
    who is not of this session, and `bad_place` where table and seat are no numbers from 1 on.
    """
    session = _unfrozen(session)
    person = people_of_session(session).filter(pk=participant.pk).select_for_update(of=("self",)).first()
    if person is None:
        raise Refusal("not_found", _("There is no such person in this session."), status=404)
    numbers = [number for number in (table, seat) if number is not None]
    if (table is None and seat is not None) or any(not 1 <= number <= MOST for number in numbers):
        raise Refusal("bad_place", _("A place is a table from 1 on, and a seat from 1 on or none."), status=400)
    person.wanted_table, person.wanted_seat = table, seat
    person.save(update_fields=["wanted_table", "wanted_seat"])
    action, place = "place_fixed" if table else "place_freed", "-".join(map(str, numbers))
    record_action(event=session.event, by=by, now=now, action=action, subject=f"person:{person.pk}", place=place)
    return person


def _unfrozen(session: Session) -> Session:
    session = Session.objects.select_for_update(of=("self",)).select_related("event").get(pk=session.pk)
    if SeatingDraw.objects.filter(session=session, discarded_at__isnull=True).exists():
        sentence = _("The list is frozen: wishes are stated before a draw. Discard the draw to change them.")
        raise Refusal("list_frozen", sentence)
    return session


def _record(wish: Wish, by: User, now: datetime, action: str, people: int) -> None:
    record_action(
        event=wish.session.event,
        by=by,
        now=now,
        action=action,
        subject=str(wish.session),
        wish=wish.kind,
        people=people,
    )
