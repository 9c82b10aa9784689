"""Draws as services: what is frozen, what is kept secret, what is refused."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from django.core.serializers import serialize
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bobing_event.models import AuditRecord, Device, Participant
from bobing_event.refusals import Refusal
from tables import services
from tables.drawing import Rest, plan_digest, seat_people, seed_of
from tables.models import Seat, SeatingDraw, Table, Wish
from tables.queries.draws import checks_of, drift_of, forecast_of, notice_of, published, wishes_of
from tests.tables.factories import (
    NOW,
    make_device,
    make_event,
    make_people,
    make_session,
    make_user,
    open_table,
)

pytestmark = pytest.mark.django_db
SECRET = b"s" * 32


def _prepare(session, **options: Any) -> SeatingDraw:
    options = {"basis": SeatingDraw.Basis.CHECKED_IN, "spread": "lot", "secret": SECRET, **options}
    return services.prepare_draw(session=session, by=make_user("owner"), now=NOW, **options)


def _run(draw: SeatingDraw | None, phrase: str = "") -> SeatingDraw:
    return services.run_draw(draw=draw, public_seed=phrase, by=make_user("owner"), now=NOW)


def _draw(session, seed: bytes = SECRET) -> SeatingDraw:
    return services.draw_seats(session=session, by=make_user("owner"), now=NOW, seed=seed)


def _discard(session, reason: str = "again") -> SeatingDraw:
    return services.discard_draw(session=session, by=make_user("owner"), now=NOW, reason=reason)


def _wish(session, kind: str, *people: Participant) -> Wish:
    return services.add_wish(session=session, kind=kind, people=people, by=make_user("owner"), now=NOW)


def _refused(code: str, call, *arguments: Any, **named: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        call(*arguments, **named)
    assert refusal.value.code == code
    assert str(refusal.value)
    return refusal.value


def _seats(session) -> list[list[int]]:
    seats = Seat.objects.filter(table__session=session).order_by("table__number", "number")
    return [list(place) for place in seats.values_list("table__number", "number", "participant")]


def _evening(people: int = 26, **fields: Any):
    event = make_event(**fields)
    return make_session(event), make_people(event, people)


# --- freezing ----------------------------------------------------------------------------------------------


def test_prepare_freezes_list_and_commitment() -> None:
    session, people = _evening(26)
    draw = _prepare(session)
    assert draw.plan == {
        "people": [person.pk for person in people], "sizes": [13, 13], "first_table": 1, "spread": "lot", "units": {},
        "together": [], "apart": [], "fixed": {},
    }  # fmt: skip
    assert draw.plan_digest == plan_digest(draw.plan)
    assert draw.commitment == hashlib.sha256(SECRET).hexdigest()
    assert (draw.number, draw.basis, draw.prepared_at, draw.prepared_by.username) == (1, "checked_in", NOW, "owner")
    assert (draw.drawn_at, draw.public_seed, draw.seating, Table.objects.count()) == (None, "", [], 0)


def test_what_is_frozen_names_nobody() -> None:
    session, people = _evening(14)
    Participant.objects.filter(pk=people[0].pk).update(
        party="鹭岛队", wanted_table=1, wanted_seat=2, phone="13800138000"
    )
    Participant.objects.filter(pk=people[1].pk).update(party="鹭岛队", unit="研发中心")
    draw = _prepare(session, spread="mixed", parties=True)
    text = json.dumps(published(draw), ensure_ascii=False)
    first, second = people[0].pk, people[1].pk
    assert (draw.plan["together"], draw.plan["fixed"]) == ([[first, second]], {str(first): [1, 2]})
    assert {draw.plan["units"][str(pk)] for pk in (first, second)} == {1, 2}
    for personal in ("鹭岛队", "研发中心", "13800138000", "Dept", people[0].name):
        assert personal not in text


def test_the_basis_says_who_is_drawn() -> None:
    event = make_event()
    session = make_session(event)
    here, away = make_people(event, 7), make_people(event, 5, checked_in=False)
    Participant.objects.filter(pk=away[0].pk).update(missing=True)
    Participant.objects.filter(pk=away[1].pk).update(stand_by=1)
    assert _prepare(session).plan["people"] == [person.pk for person in here]
    _discard(session)
    invited = _prepare(session, basis=SeatingDraw.Basis.INVITED)
    assert invited.plan["people"] == [person.pk for person in [*here, *away[2:]]]


def test_people_without_a_session_belong_to_the_first() -> None:
    event = make_event()
    first, second = make_session(event, 1), make_session(event, 2)
    anywhere, late = make_people(event, 6), make_people(event, 6, session=second)
    assert _draw(first).plan["people"] == [person.pk for person in anywhere]
    assert _draw(second).plan["people"] == [person.pk for person in late]


def test_parties_count_only_where_the_organiser_wants_them() -> None:
    session, people = _evening(14)
    Participant.objects.filter(pk__in=[person.pk for person in people[:3]]).update(party="A")
    Participant.objects.filter(pk=people[4].pk).update(companion_of=people[3])
    assert _prepare(session).plan["together"] == []
    _discard(session)
    groups = [[person.pk for person in people[:3]], [people[3].pk, people[4].pk]]
    assert _prepare(session, parties=True).plan["together"] == groups


def test_the_rest_is_seated_as_chosen() -> None:
    session, _people = _evening(32)
    assert forecast_of(session, "checked_in").choices == {"short": [(12, 2), (8, 1)], "spread": [(11, 2), (10, 1)]}
    assert _prepare(session, rest=Rest.SPREAD).plan["sizes"] == [11, 11, 10]


def test_what_happens_later_does_not_change_the_plan() -> None:
    event = make_event()
    session, people = make_session(event), make_people(event, 12)
    draw = _prepare(session)
    [late] = make_people(event, 1)
    gone = people[3]
    Participant.objects.filter(pk=gone.pk).update(checked_in_at=None, checked_in_by=None)
    drift = drift_of(draw)
    assert ([person.pk for person in drift.came], drift.left) == ([late.pk], 1)
    assert sorted(person for _table, _seat, person in _seats_of(_run(draw))) == [person.pk for person in people]


def _seats_of(draw: SeatingDraw) -> list[list[int]]:
    assert _seats(draw.session) == [list(place) for place in draw.seating]
    return _seats(draw.session)


# --- the secret --------------------------------------------------------------------------------------------


def test_nothing_that_leaves_tells_the_secret_before_the_draw(client, admin_client) -> None:
    session, _people = _evening(14)
    draw = _prepare(session)
    secret = SECRET.hex()
    client.force_login(make_user("owner"))
    slug = session.event.slug
    pages = [client.get(reverse(name, args=[slug])) for name in ("seating", "audit-log", "event-dashboard")]
    pages += [client.get(draw.get_absolute_url()), client.get(draw.get_absolute_url() + "draw.json")]
    pages.append(admin_client.get(reverse("admin:tables_seatingdraw_change", args=[draw.pk])))
    pages.append(admin_client.get(reverse("admin:tables_seatingdraw_changelist")))
    assert [page.status_code for page in pages] == [200] * len(pages)
    assert [secret in page.content.decode() for page in pages] == [False] * len(pages)
    assert secret not in serialize("json", AuditRecord.objects.all())
    assert secret not in json.dumps(published(draw))
    assert secret not in repr(notice_of(draw)) + repr(draw) + str(draw)
    assert "secret" not in published(draw)
    _run(draw)
    assert secret in client.get(draw.get_absolute_url()).content.decode()
    assert secret in admin_client.get(reverse("admin:tables_seatingdraw_change", args=[draw.pk])).content.decode()


def test_a_draw_discarded_unrun_keeps_its_secret(client) -> None:
    session, _people = _evening(14)
    _prepare(session)
    draw = _discard(session)
    assert "secret" not in published(draw)
    assert SECRET.hex() not in client.get(draw.get_absolute_url()).content.decode()


# --- drawing -----------------------------------------------------------------------------------------------


def test_run_draws_by_list_secret_and_phrase() -> None:
    session, _people = _evening(26)
    prepared = _prepare(session)
    draw = _run(prepared, "  cafe\u0301 月亮  ")
    seed = seed_of(SECRET, prepared.plan_digest, "café 月亮")
    assert _seats(session) == [list(place) for place in seat_people(prepared.plan, seed)]
    assert _seats_of(draw)
    assert (draw.public_seed, draw.drawn_at, draw.drawn_by.username) == ("café 月亮", NOW, "owner")
    assert checks_of(SeatingDraw.objects.get()) == {"plan_digest": True, "commitment": True, "seating": True}
    assert list(AuditRecord.objects.order_by("pk").values_list("action", flat=True)) == ["draw_prepared", "seats_drawn"]
    assert AuditRecord.objects.get(action="seats_drawn").detail == {
        "people": 26, "tables": 2, "unmet": 0, "phrase": "café 月亮", "seed": SECRET.hex(),
        "roster_digest": draw.plan_digest,
    }  # fmt: skip


def test_the_seed_is_the_hash_that_the_docs_name() -> None:
    digest = hashlib.sha256(b"plan").hexdigest()
    expected = hashlib.sha256(SECRET + hashlib.sha256(b"plan").digest() + "中秋".encode()).digest()
    assert seed_of(SECRET, digest, "中秋") == expected


def test_drawing_in_one_step_is_preparing_and_running() -> None:
    session, _people = _evening(26)
    draw = _draw(session)
    assert (draw.secret, draw.public_seed, draw.prepared_at, draw.drawn_at) == (SECRET.hex(), "", NOW, NOW)
    assert _seats_of(draw) == [list(p) for p in seat_people(draw.plan, seed_of(SECRET, draw.plan_digest, ""))]


def test_unmet_wishes_are_kept_with_their_code() -> None:
    session, people = _evening(14)
    Participant.objects.filter(pk=people[0].pk).update(wanted_table=9)
    assert _draw(session).unmet == [{"code": "no_such_table", "people": [people[0].pk], "place": [9, None]}]


def test_drawing_costs_the_same_for_twenty_and_a_hundred_people() -> None:
    event = make_event()
    costs = []
    for number, people in enumerate((20, 100), start=1):
        session = make_session(event, number)
        make_people(event, people, session=session)
        with CaptureQueriesContext(connection) as captured:
            services.draw_seats(session=session, by=make_user("owner"), now=NOW, seed=SECRET)
        costs.append(len(captured))
    assert costs[0] == costs[1]
    assert Seat.objects.count() == 120


# --- refusals ----------------------------------------------------------------------------------------------


def test_prepare_refuses_an_empty_list() -> None:
    event = make_event()
    make_people(event, 3, checked_in=False)
    _refused("nobody_checked_in", _prepare, make_session(event))
    _refused("nobody_invited", _prepare, make_session(make_event("other")), basis=SeatingDraw.Basis.INVITED)


@pytest.mark.parametrize("basis", SeatingDraw.Basis.values)
def test_prepare_refuses_fewer_than_a_table_needs(basis: str) -> None:
    session, _people = _evening(6, ruleset="competition-12")
    _refused("too_few_people", _prepare, session, basis=basis)


def test_prepare_refuses_a_ruleset_that_cannot_be_used() -> None:
    session, _people = _evening(6, overrides={"seats": 1})
    assert _refused("bad_ruleset", _prepare, session).context == {"key": "seats"}


def test_a_second_draw_is_refused() -> None:
    session, _people = _evening(6)
    prepared = _prepare(session)
    _refused("draw_already_prepared", _prepare, session)
    _run(prepared)
    _refused("seats_already_drawn", _prepare, session)
    _refused("seats_already_drawn", _run, prepared)
    _refused("seats_already_drawn", _draw, session)
    assert SeatingDraw.objects.count() == 1


def test_tables_made_otherwise_are_not_drawn_over() -> None:
    session, _people = _evening(6)
    prepared = _prepare(session)
    Table.objects.create(session=session, number=1)
    _refused("seats_already_drawn", _run, prepared)


def test_run_refuses_what_is_not_prepared() -> None:
    session, _people = _evening(6)
    prepared = _prepare(session)
    _refused("no_prepared_draw", _run, None)
    _discard(session)
    _refused("draw_discarded", _run, prepared)
    SeatingDraw.objects.all().delete()
    _refused("no_prepared_draw", _run, prepared)


@pytest.mark.parametrize("phrase", ["x" * 201, "two\nlines", "a\x00b"])
def test_run_refuses_a_phrase_nobody_could_speak(phrase: str) -> None:
    session, _people = _evening(6)
    assert _refused("bad_phrase", _run, _prepare(session), phrase).status == 400
    assert SeatingDraw.objects.get().drawn_at is None


def test_run_refuses_a_list_with_somebody_deleted() -> None:
    session, people = _evening(6)
    prepared = _prepare(session)
    people[2].delete()
    gone = prepared.plan["people"][2]
    assert _refused("plan_outdated", _run, prepared).context == {"people": [gone]}
    assert Table.objects.count() == 0


def test_run_refuses_a_list_that_was_altered() -> None:
    session, people = _evening(12)
    prepared = _prepare(session)
    plan = prepared.plan | {"fixed": {str(people[0].pk): [1, 1]}}
    SeatingDraw.objects.update(plan=plan)
    _refused("plan_altered", _run, prepared)


def test_nothing_is_drawn_or_discarded_once_a_table_is_open() -> None:
    session, _people = _evening(6)
    draw = _draw(session)
    open_table(Table.objects.select_related("session__event").get())
    _refused("table_has_thrown", _prepare, session)
    _refused("table_has_thrown", _run, draw)
    _refused("table_has_thrown", _discard, session)


# --- discarding --------------------------------------------------------------------------------------------


def test_discard_keeps_the_draw_on_record_and_releases_tablets() -> None:
    session, _people = _evening(6)
    _draw(session)
    make_device(Table.objects.select_related("session__event").get())
    kept = _discard(session, " two came late ")
    assert (kept.discarded_at, kept.discard_reason, kept.secret) == (NOW, "two came late", SECRET.hex())
    assert (Table.objects.count(), Seat.objects.count()) == (0, 0)
    assert Device.objects.get().revoked_at == NOW
    assert _draw(session, b"other").number == 2


def test_a_prepared_draw_is_discarded_too() -> None:
    session, _people = _evening(6)
    _prepare(session)
    kept = _discard(session, "two more at the door")
    assert (kept.drawn_at, kept.discard_reason) == (None, "two more at the door")
    assert _prepare(session).number == 2


def test_discard_refuses_without_reason_or_draw() -> None:
    session = make_session(make_event())
    _refused("reason_needed", _discard, session, "  ")
    _refused("no_draw", _discard, session, "why not")


# --- wishes ------------------------------------------------------------------------------------------------


def test_wishes_are_part_of_the_plan() -> None:
    session, people = _evening(26)
    _wish(session, Wish.Kind.TOGETHER, people[2], people[0])
    _wish(session, Wish.Kind.TOGETHER, people[2], people[5])
    _wish(session, Wish.Kind.APART, people[7], people[8])
    withdrawn = _wish(session, Wish.Kind.APART, people[9], people[10])
    services.withdraw_wish(wish=withdrawn, by=make_user("owner"), now=NOW)
    draw = _draw(session)
    assert draw.plan["together"] == [[people[0].pk, people[2].pk, people[5].pk]]
    assert draw.plan["apart"] == [[people[7].pk, people[8].pk]]
    table = {person: number for number, _seat, person in draw.seating}
    assert len({table[people[n].pk] for n in (0, 2, 5)}) == 1
    assert table[people[7].pk] != table[people[8].pk]
    details = AuditRecord.objects.filter(action__startswith="wish").order_by("pk").values_list("action", "detail")
    assert list(details)[-1] == ("wish_withdrawn", {"wish": "apart", "people": 2})


def test_wishes_are_refused_after_a_list_is_frozen() -> None:
    session, people = _evening(12)
    wish = _wish(session, Wish.Kind.APART, *people[:2])
    _prepare(session)
    _refused("list_frozen", _wish, session, Wish.Kind.APART, *people[:2])
    _refused("list_frozen", services.withdraw_wish, wish=wish, by=make_user("owner"), now=NOW)
    _discard(session)
    services.withdraw_wish(wish=wish, by=make_user("owner"), now=NOW)
    _refused("not_found", services.withdraw_wish, wish=wish, by=make_user("owner"), now=NOW)


def test_a_wish_is_about_two_people_of_the_event() -> None:
    session, people = _evening(3)
    [stranger] = make_people(make_event("other"), 1)
    _refused("wish_needs_two", _wish, session, Wish.Kind.APART, people[0], people[0])
    assert _refused("not_found", _wish, session, Wish.Kind.APART, people[0], stranger).status == 404


def _fix(session, person: Participant, table: int | None, seat: int | None = None) -> Participant:
    return services.fix_place(
        session=session, participant=person, table=table, seat=seat, by=make_user("owner"), now=NOW
    )


def test_a_fixed_place_is_part_of_the_plan() -> None:
    session, people = _evening(26)
    _fix(session, people[4], 2, 7)
    _fix(session, people[5], 1)
    _fix(session, people[6], 1)
    _fix(session, people[6], None)
    draw = _draw(session)
    assert draw.plan["fixed"] == {str(people[4].pk): [2, 7], str(people[5].pk): [1, None]}
    assert [2, 7, people[4].pk] in [list(place) for place in draw.seating]
    details = AuditRecord.objects.filter(action__startswith="place").order_by("pk").values_list("action", "detail")
    assert list(details)[1:] == [
        ("place_fixed", {"place": "1"}), ("place_fixed", {"place": "1"}), ("place_freed", {"place": ""}),
    ]  # fmt: skip


def test_a_place_is_fixed_only_for_somebody_of_the_session_before_the_freeze() -> None:
    session, people = _evening(12)
    [later] = make_people(session.event, 1, session=make_session(session.event, 2))
    assert _refused("not_found", _fix, session, later, 1).status == 404
    for table, seat in ((0, None), (1, 0), (None, 1), (10_000, 1)):
        assert _refused("bad_place", _fix, session, people[0], table, seat).status == 400
    _prepare(session)
    _refused("list_frozen", _fix, session, people[0], 1)


def test_wishes_cost_the_same_for_one_and_three(django_assert_num_queries) -> None:
    session, people = _evening(12)
    for count in (1, 3):
        while Wish.objects.count() < count:
            _wish(session, Wish.Kind.TOGETHER, *people[:2])
        with django_assert_num_queries(2):
            assert [len(wish.people.all()) for wish in wishes_of(session)] == [2] * count
