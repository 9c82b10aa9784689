"""The end of a table: holdings, objections, the referee's word and a second one where there was a dispute."""

from datetime import timedelta

import pytest

from bobing_event.models import AuditRecord, Device, Role
from bobing_event.refusals import Refusal
from tables import services
from tables.models import Objection, SignOff, Table
from tables.queries import table_state
from tables.queries.holdings import holdings_of
from tables.queries.sign_offs import is_final, sign_off_of
from tests.tables.factories import (
    NOTHING,
    NOW,
    correction,
    entry,
    make_approver,
    make_event,
    make_people,
    make_table,
    make_user,
    open_table,
    play_on,
    record,
    throw,
)
from tests.tables.tablets import code_of, tablet, tablet_of

pytestmark = pytest.mark.django_db


def _fresh(table: Table) -> Table:
    return Table.objects.select_related("session__event").get(pk=table.pk)


def ended(table: Table | None = None) -> Table:
    """Seat 1 is champion, seat 2 has an 二举, seat 3 nothing; four entries."""
    table = open_table(table or make_table(seats=3))
    record(table, throw(1, "444415"), throw(2, "442156"), throw(3, NOTHING), entry("time_up"))
    table = _fresh(table)
    assert table.has_ended
    return table


def referee(table: Table):
    return make_user("ref", table.session.event, Role.REFEREE)


def sign(table: Table, **fields) -> SignOff:
    fields = {"by": referee(table), "now": NOW, "digest": holdings_of(_fresh(table))["digest"], **fields}
    return services.sign_off_table(table=table, **fields)


def refused(work, **fields) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        work(**{"now": NOW, **fields})
    return refusal.value


def person(table: Table, seat: int):
    return table.seats.get(number=seat).participant


# --- holdings ----------------------------------------------------------------------------------------------
def test_the_holdings() -> None:
    table = ended()
    holdings = holdings_of(table)
    assert (holdings["seq"], len(holdings["digest"])) == (4, 64)
    assert holdings["people"] == [
        {"seat": 1, "name": "P1", "unit": "Dept", "pieces": {"zhuangyuan": 1}, "champion": True},
        {"seat": 2, "name": "P2", "unit": "Dept", "pieces": {"erju": 1}, "champion": False},
        {"seat": 3, "name": "P3", "unit": "Dept", "pieces": {}, "champion": False},
    ]
    assert tablet(table).get(table, "holdings/").json() == holdings


def test_the_digest_is_of_what_is_held_and_by_whom() -> None:
    table = ended()
    digest = holdings_of(table)["digest"]
    record(table, correction(3, "pass", seat=3))  # moves nothing
    assert holdings_of(_fresh(table)) | {"seq": 4, "digest": digest} == holdings_of(_fresh(table)) | {"seq": 4}
    record(table, correction(2, "throw", seat=2, dice="444215"))
    assert holdings_of(_fresh(table))["digest"] != digest
    elsewhere = ended(make_table(table.session.event, number=2, seats=3))
    assert holdings_of(elsewhere)["digest"] != digest


def test_holdings_before_the_opening() -> None:
    table = make_table(seats=2)
    assert [one["pieces"] for one in holdings_of(table)["people"]] == [{}, {}]


@pytest.mark.parametrize("throws", [10, 400])
def test_holdings_cost_the_same(django_assert_num_queries, throws) -> None:
    table = play_on(open_table(), throws)
    with django_assert_num_queries(2):
        holdings_of(table)


# --- signing -----------------------------------------------------------------------------------------------
def test_the_tablet_signs_off() -> None:
    table = ended()
    api = tablet(table)
    holdings = api.get(table, "holdings/").json()
    answer = api.post(table, "sign-off/", {"digest": holdings["digest"]})
    signed = SignOff.objects.get()
    assert (answer.status_code, answer.json()) == (201, {
        "sign_off": {
            "seq": 4, "signed_at": signed.signed_at.isoformat(timespec="microseconds"), "disputed": False,
            "countersigned": False, "valid": True,
        },
        "holdings": holdings,
    })  # fmt: skip
    assert (signed.signed_by.username, signed.device, signed.digest) == (
        "floor", Device.objects.get(), holdings["digest"],
    )  # fmt: skip
    assert api.get(table).json()["sign_off"] == answer.json()["sign_off"]
    assert is_final(_fresh(table))
    assert code_of(api.post(table, "sign-off/", {"digest": holdings["digest"]})) == (409, "already_signed_off")
    detail = AuditRecord.objects.get(action="table_signed_off").detail
    assert detail == {"digest": holdings["digest"], "disputed": False}


def test_a_later_entry_makes_it_void() -> None:
    table = ended()
    sign(table)
    record(table, correction(2, "throw", seat=2, dice="444215"))
    state = table_state(_fresh(table), now=NOW)
    assert (state["sign_off"]["seq"], state["sign_off"]["valid"]) == (4, False)
    assert (sign_off_of(_fresh(table)), is_final(_fresh(table))) == (None, False)
    sign(table)
    assert table_state(_fresh(table), now=NOW)["sign_off"] == {
        "seq": 5, "signed_at": "2026-09-25T11:00:00.000000+00:00", "disputed": False, "countersigned": False,
        "valid": True,
    }  # fmt: skip


def test_a_table_that_plays_is_not_signed_off() -> None:
    table = open_table()
    assert refused(services.sign_off_table, table=table, by=referee(table), digest="x").code == "table_not_ended"
    waiting = make_table(table.session.event, number=2)
    assert refused(services.sign_off_table, table=waiting, by=referee(table), digest="x").code == "table_not_ended"


def test_holdings_that_changed_are_shown_again() -> None:
    table = ended()
    api = tablet(table)
    digest = api.get(table, "holdings/").json()["digest"]
    record(table, correction(2, "throw", seat=2, dice="444215"))
    answer = api.post(table, "sign-off/", {"digest": digest})
    assert code_of(answer) == (409, "holdings_changed")
    assert answer.json()["holdings"] == holdings_of(_fresh(table))
    assert SignOff.objects.count() == 0


def test_another_tablet_with_entries_to_send_holds_it_up() -> None:
    table = ended()
    manager = make_user("floor", table.session.event, Role.FLOOR_MANAGER)
    old = services.pair_device(table=table, by=manager, now=NOW)
    new = services.pair_device(table=table, by=manager, now=NOW + timedelta(minutes=1), take_over=True)
    services.note_heartbeat(device=old, now=NOW, unsent=2)
    services.note_heartbeat(device=new, now=NOW, unsent=1)  # its own: it knows
    digest = holdings_of(table)["digest"]
    answer = tablet_of(new).post(table, "sign-off/", {"digest": digest})
    assert code_of(answer) == (409, "entries_unsent")
    assert answer.json()["detail"] == (
        "The tablet “Table 1” still has 2 entries to send. Bring it into the Wi-Fi, or release it."
    )
    assert (answer.json()["unsent"], answer.json()["device"]) == (2, "Table 1")
    assert refused(services.sign_off_table, table=table, by=manager, digest=digest).code == "entries_unsent"
    services.revoke_device(device=old, by=manager, now=NOW)
    assert tablet_of(new).post(table, "sign-off/", {"digest": digest}).status_code == 201


@pytest.mark.parametrize("sent", [{}, {"digest": ""}, {"digest": "x" * 65}, {"digest": None}])
def test_what_is_no_sign_off(sent) -> None:
    table = ended()
    assert code_of(tablet(table).post(table, "sign-off/", sent)) == (400, "invalid")


# --- objections --------------------------------------------------------------------------------------------
def object_to(table: Table, seat: int = 2, **fields) -> Objection:
    return services.raise_objection(**{"table": table, "participant": person(table, seat), "now": NOW, **fields})


def test_a_player_objects_and_it_is_settled() -> None:
    table = ended()
    objection = object_to(table, seq=2, text=" it was 三红 ")
    assert (objection.seq, objection.text, objection.settled_at) == (2, "it was 三红", None)
    assert table_state(_fresh(table), now=NOW)["objections"] == 1
    boss = make_user("owner")
    settled = services.settle_objection(objection=objection, outcome=" seen by two ", by=boss, now=NOW)
    assert (settled.settled_by, settled.settled_at, settled.outcome) == (boss, NOW, "seen by two")
    assert table_state(_fresh(table), now=NOW)["objections"] == 0
    again = refused(services.settle_objection, objection=objection, outcome="x", by=boss)
    assert (again.code, str(again)) == ("already_settled", "owner has settled this already: seen by two")
    raised, done = AuditRecord.objects.filter(action__startswith="objection_").order_by("pk")
    assert (raised.by, raised.subject, raised.detail) == (None, "P2", {"table": 1, "seq": 2})
    assert done.detail == {"table": 1, "seq": 2, "outcome": "seen by two"}


def test_said_twice_it_is_one() -> None:
    table = ended()
    first = object_to(table, seq=2)
    assert object_to(table, seq=2, text="look").pk == first.pk
    assert object_to(table, seq=2).text == "look"
    assert object_to(table).pk != first.pk  # the whole of it
    assert object_to(table, 3, seq=2).pk != first.pk  # somebody else
    services.settle_objection(objection=first, outcome="x", by=make_user("owner"), now=NOW)
    assert object_to(table, seq=2).pk != first.pk


def test_objections_that_are_refused() -> None:
    table = ended()
    waiting = make_table(table.session.event, number=2)
    stranger = make_people(table.session.event, 1)[0]
    me = person(table, 1)
    for fields, code in (
        ({"table": waiting, "participant": person(waiting, 1)}, "table_not_open"),
        ({"table": table, "participant": stranger}, "not_at_this_table"),
        ({"table": table, "participant": me, "seq": 5}, "unknown_entry"),
        ({"table": table, "participant": me, "text": "x" * 201}, "text_too_long"),
    ):
        assert refused(services.raise_objection, **fields).code == code
    for seq in range(5):
        object_to(table, 1, seq=seq)
    record(table, correction(2, "throw", seat=2, dice="444215"))
    assert refused(services.raise_objection, table=table, participant=me, seq=5).code == "too_many_objections"
    one = Objection.objects.first()
    assert refused(services.settle_objection, objection=one, outcome=" ", by=me).code == "outcome_missing"
    assert refused(services.settle_objection, objection=one, outcome="x" * 201, by=me).code == "text_too_long"


def test_once_signed_off_nobody_objects() -> None:
    table = ended()
    sign(table)
    assert refused(services.raise_objection, table=table, participant=person(table, 1)).code == "signed_off"
    record(table, correction(2, "throw", seat=2, dice="444215"))  # void: it may be said again
    object_to(table)


# --- countersigning ----------------------------------------------------------------------------------------
def test_a_dispute_needs_a_second_word() -> None:
    table = ended()
    objection = object_to(table)
    assert sign(table).disputed
    manager = make_user("floor", table.session.event, Role.FLOOR_MANAGER)
    assert not is_final(_fresh(table))
    same = refused(services.countersign_table, table=table, by=referee(table))
    assert (same.code, same.status) == ("countersigned_by_same_person", 403)
    assert refused(services.countersign_table, table=table, by=manager).code == "objections_open"
    services.settle_objection(objection=objection, outcome="counted again", by=manager, now=NOW)
    signed = services.countersign_table(table=table, by=manager, now=NOW + timedelta(minutes=1))
    assert (signed.countersigned_by, signed.countersigned_at) == (manager, NOW + timedelta(minutes=1))
    assert table_state(_fresh(table), now=NOW)["sign_off"]["countersigned"]
    assert is_final(_fresh(table))
    assert refused(services.countersign_table, table=table, by=manager).code == "already_countersigned"
    assert AuditRecord.objects.filter(action="table_countersigned").count() == 1


def test_a_corrected_champion_is_a_dispute() -> None:
    table = ended()
    make_approver(table.session.event)
    record(table, correction(2, "throw", seat=2, dice="444416"))
    assert _fresh(table).champion.number == 2
    assert sign(table).disputed


def test_another_correction_is_none() -> None:
    table = ended()
    record(table, correction(2, "throw", seat=2, dice="444215"))
    assert not sign(table).disputed
    boss = make_user("owner")
    assert refused(services.countersign_table, table=table, by=boss).code == "not_disputed"


def test_nothing_to_countersign() -> None:
    table = ended(make_table(make_event("other"), seats=3))
    assert refused(services.countersign_table, table=table, by=make_user("owner")).code == "not_signed_off"
    sign(table)
    record(table, correction(2, "throw", seat=2, dice="444215"))
    assert refused(services.countersign_table, table=table, by=make_user("owner")).code == "not_signed_off"
