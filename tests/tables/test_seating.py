import pytest

from bobing_event.models import Role
from bobing_event.refusals import Refusal
from tables import services
from tests.tables.factories import (
    NOW,
    make_device,
    make_event,
    make_people,
    make_table,
    make_user,
    open_table,
)

pytestmark = pytest.mark.django_db
SEED = b"s" * 32


def _refused(code: str, call, **arguments) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        call(**arguments)
    assert refusal.value.code == code
    assert str(refusal.value)
    return refusal.value


def test_a_late_guest_takes_the_lowest_free_number() -> None:
    table = make_table(seats=5)
    table.seats.filter(number=3).delete()
    [guest] = make_people(table.session.event, 1)
    seat = services.seat_participant(table=table, participant=guest, by=make_user("owner"), now=NOW)
    assert (seat.number, seat.participant) == (3, guest)


def test_a_full_table_takes_one_more_only_when_asked_to() -> None:
    table = make_table(seats=12)
    one, two = make_people(table.session.event, 2)
    seat = {"table": table, "by": make_user("owner"), "now": NOW}
    _refused("table_full", services.seat_participant, **seat, participant=one)
    assert services.seat_participant(**seat, participant=one, beyond_full=True).number == 13
    _refused("table_full", services.seat_participant, **seat, participant=two, beyond_full=True)


def test_seat_participant_refuses_who_sits_or_belongs_elsewhere() -> None:
    table = make_table(seats=3)
    event = table.session.event
    seat = {"table": table, "by": make_user("owner"), "now": NOW}
    _refused("already_seated", services.seat_participant, **seat, participant=table.seats.get(number=1).participant)
    [stranger] = make_people(make_event("other"), 1)
    assert _refused("not_found", services.seat_participant, **seat, participant=stranger).status == 404
    open_table(table)
    [late] = make_people(event, 1)
    _refused("already_open", services.seat_participant, **seat, participant=late)


def test_assign_referee() -> None:
    table = make_table()
    event, owner = table.session.event, make_user("owner")
    referee = make_user("ref", event, Role.REFEREE)
    assign = {"table": table, "by": owner, "now": NOW}
    assert services.assign_referee(**assign, referee=referee).referee == referee
    assert services.assign_referee(**assign, referee=None).referee is None
    _refused("not_a_referee", services.assign_referee, **assign, referee=owner)
    elsewhere = make_user("other-ref", make_event("other"), Role.REFEREE)
    _refused("not_a_referee", services.assign_referee, **assign, referee=elsewhere)


def test_devices_are_paired_and_released_once() -> None:
    table = make_table()
    device = make_device(table)
    assert (device.table_id, device.event, device.label, device.revoked_at) == (
        table.pk, table.session.event, "Table 1", None,
    )  # fmt: skip
    owner = make_user("owner")
    assert services.revoke_device(device=device, by=owner, now=NOW).revoked_at == NOW
    _refused("already_revoked", services.revoke_device, device=device, by=owner, now=NOW)
