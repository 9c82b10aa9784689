"""Organisers and check-in stations at the same draw at once, on a real database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bobing_event.models import Participant
from bobing_event.refusals import Refusal
from bobing_event.services.check_in import check_in
from tables import services
from tables.models import Seat, SeatingDraw, Table, Wish
from tables.queries.draws import checks_of, drift_of
from tests.tables.factories import NOW, make_event, make_people, make_session, make_user
from tests.tables.test_concurrency import THREADS, _at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def _said(work: Callable[..., Any], **arguments: Any) -> str:
    """`done`, or the code of the refusal."""
    try:
        work(by=make_user("owner"), now=NOW, **arguments)
    except Refusal as refusal:
        return refusal.code
    return "done"


def _prepare(session, secret: bytes = bytes(32)) -> SeatingDraw:
    return services.prepare_draw(
        session=session, basis="checked_in", spread="lot", by=make_user("owner"), now=NOW, secret=secret
    )


def test_a_prepared_draw_is_run_once() -> None:
    event = make_event()
    make_people(event, 30)
    draw = _prepare(make_session(event))
    said = _at_once(lambda n: _said(services.run_draw, draw=draw, public_seed=f"phrase {n}"))
    assert Counter(said) == {"done": 1, "seats_already_drawn": THREADS - 1}
    done = SeatingDraw.objects.get()
    assert done.public_seed == f"phrase {said.index('done')}"
    assert all(checks_of(done).values())
    assert Seat.objects.count() == 30


def test_a_list_is_frozen_once() -> None:
    event = make_event()
    make_people(event, 30)
    session = make_session(event)
    said = _at_once(
        lambda n: _said(services.prepare_draw, session=session, basis="checked_in", spread="lot", secret=bytes([n]))
    )
    assert Counter(said) == {"done": 1, "draw_already_prepared": THREADS - 1}


def test_who_checks_in_while_the_list_is_frozen_is_on_it_or_named_as_late() -> None:
    event = make_event()
    make_people(event, 12)
    late = make_people(event, THREADS - 1, checked_in=False)
    session, owner = make_session(event), make_user("owner")

    def work(number: int) -> None:
        if number == 0:
            _prepare(session)
        else:
            check_in(participant=late[number - 1], by=owner, now=NOW)

    _at_once(work)
    draw = SeatingDraw.objects.get()
    came = {person.pk for person in drift_of(draw).came}
    arrived = set(Participant.objects.filter(checked_in_at__isnull=False).values_list("pk", flat=True))
    assert arrived == {*draw.plan["people"], *came}
    assert came.isdisjoint(draw.plan["people"])


def test_a_draw_and_its_discarding_leave_all_or_nothing() -> None:
    event = make_event()
    make_people(event, 30)
    session = make_session(event)
    draw = _prepare(session)

    def work(number: int) -> str:
        if number % 2:
            return _said(services.discard_draw, session=session, reason="two came late")
        return _said(services.run_draw, draw=draw, public_seed="")

    said = _at_once(work)
    assert Counter(said[1::2]) == {"done": 1, "no_draw": THREADS // 2 - 1}
    assert set(said[::2]) <= {"done", "seats_already_drawn", "draw_discarded"}
    assert SeatingDraw.objects.get().discard_reason == "two came late"
    assert (Table.objects.count(), Seat.objects.count()) == (0, 0)


def test_a_wish_is_in_the_list_or_refused() -> None:
    event = make_event()
    people = make_people(event, 2 * THREADS)
    session = make_session(event)

    def work(number: int) -> str:
        if number == 0:
            _prepare(session)
            return "done"
        pair = people[2 * number : 2 * number + 2]
        return _said(services.add_wish, session=session, kind=Wish.Kind.APART, people=pair)

    said = _at_once(work)
    assert set(said) <= {"done", "list_frozen"}
    assert len(SeatingDraw.objects.get().plan["apart"]) == said.count("done") - 1


def test_somebody_deleted_while_seats_are_drawn_is_seated_or_refuses_the_draw() -> None:
    event = make_event()
    people = make_people(event, 30)
    draw = _prepare(make_session(event))

    def work(number: int) -> str:
        if number:
            try:
                people[number].delete()
            except Exception as error:
                return type(error).__name__
            return "deleted"
        return _said(services.run_draw, draw=draw, public_seed="")

    said = _at_once(work)
    assert said[0] in ("done", "plan_outdated")
    assert Seat.objects.count() == (30 if said[0] == "done" else 0)
    assert set(said[1:]) <= {"deleted", "ProtectedError", "IntegrityError"}
