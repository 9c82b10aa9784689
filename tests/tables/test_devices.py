"""Tablets: the card and the PIN, one at a time, taking over on purpose, and what the old one still delivers."""

from datetime import timedelta

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bobing_event.authentication import device_token
from bobing_event.models import AuditRecord, Device, Role
from bobing_event.refusals import Refusal
from tables import services
from tables.cards import TAKE_OVER, agent_words, card_path, table_of_card
from tables.models import Entry, Table
from tables.services.replaced import CLOCK_ALLOWANCE
from tests.tables.factories import (
    NOTHING,
    NOW,
    PIN,
    attempt,
    correction,
    give_pin,
    make_device,
    make_event,
    make_table,
    make_user,
    open_table,
    record,
    throw,
)
from tests.tables.tablets import code_of, tablet_of

pytestmark = pytest.mark.django_db
IPAD = "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1"
MANAGER, REFEREE = PIN, "739105"


def the_staff(table: Table) -> None:
    """A floor manager and the table's referee, with PINs."""
    event = table.session.event
    give_pin(event, make_user("floor", event, Role.FLOOR_MANAGER), MANAGER)
    referee = make_user("ref", event, Role.REFEREE)
    give_pin(event, referee, REFEREE)
    services.assign_referee(table=table, referee=referee, by=make_user("owner"), now=NOW)


def scan(table: Table, client: Client | None = None, **data: str):
    """What the card answers: its page, or with `pin` and so on what comes of it."""
    client = client or Client()
    headers = {"user-agent": IPAD, "accept-language": "en"}
    address = card_path(table)
    return client.post(address, data, headers=headers) if data else client.get(address, headers=headers)


def told(answer) -> tuple[int, str]:
    return answer.status_code, answer.context["refusal"].code


def pair(table: Table, *, take_over: bool = False, now=NOW, **fields) -> Device:
    manager = make_user("floor", table.session.event, Role.FLOOR_MANAGER)
    return services.pair_device(table=table, by=manager, now=now, take_over=take_over, **fields)


# --- the card ----------------------------------------------------------------------------------------------
def test_a_card_opens_its_table_with_a_pin() -> None:
    table = open_table()
    the_staff(table)
    page = scan(table)
    assert (page.status_code, page.context["table"]) == (200, table)
    assert "no-store" in page["Cache-Control"]
    assert Device.objects.count() == 0
    answer = scan(table, pin=REFEREE)
    device = Device.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("tablet-paired", args=[device_token(device)]))
    assert (device.paired_by.username, device.label, device.agent, device.table_id, device.is_current) == (
        "ref", "Table 1", "iPad Safari", table.pk, True,
    )  # fmt: skip
    assert Client().get(answer["Location"]).status_code == 200
    api = tablet_of(device)
    assert api.post(table, "entries/", throw(1, NOTHING)).status_code == 201
    assert Entry.objects.get().recorded_by.username == "ref"
    record_of = AuditRecord.objects.get(action="device_paired")
    assert record_of.detail == {"device": "Table 1", "replaces": None}


def test_a_forged_card_opens_nothing(client) -> None:
    table = make_table()
    the_staff(table)
    for token in (str(table.pk), f"{table.pk}.x", "nonsense", signing.dumps(table.pk), "9" * 30):
        address = reverse("table-card-open", args=[token])
        assert client.get(address).status_code == 404
        assert client.post(address, {"pin": MANAGER}).status_code == 404
    token = card_path(table).split("/")[2]
    other = make_table(table.session.event, number=2)
    assert client.get(reverse("table-card-open", args=[f"{other.pk}.{token.partition('.')[2]}"])).status_code == 404
    assert table_of_card(token) == table
    Table.objects.filter(pk=other.pk).delete()
    assert client.get(card_path(other)).status_code == 404
    assert Device.objects.count() == 0


def test_pins_that_open_nothing() -> None:
    table = open_table()
    the_staff(table)
    event = table.session.event
    give_pin(event, make_user("other", event, Role.REFEREE), "557109")
    give_pin(event, make_user("desk", event, Role.PRIZE_DESK), "667109")
    elsewhere = make_event("elsewhere")
    give_pin(elsewhere, make_user("boss", elsewhere, Role.OWNER), "881203")
    for pin, code in (
        ("", "bad_pin"),
        ("000000", "bad_pin"),
        ("881203", "bad_pin"),
        ("557109", "not_for_this_table"),
        ("667109", "not_for_this_table"),
    ):
        assert told(scan(table, pin=pin, take_over="1")) == (403, code)
    assert Device.objects.count() == 0


def test_a_right_pin_for_another_table_is_no_wrong_guess() -> None:
    table = open_table()
    the_staff(table)
    other = make_table(table.session.event, number=2)
    for _n in range(8):
        assert told(scan(other, pin=REFEREE)) == (403, "not_for_this_table")
    assert scan(other, pin=MANAGER).status_code == 302


def test_too_many_wrong_pins_at_one_card() -> None:
    table = open_table()
    the_staff(table)
    for _n in range(5):
        assert told(scan(table, pin="510263")) == (403, "bad_pin")
    answer = scan(table, pin=REFEREE)
    assert told(answer) == (429, "too_many_pins")
    assert answer.context["refusal"].sentence == ("Too many wrong PINs. Try again in 5 minutes, or ask the floor desk.")
    other = make_table(table.session.event, number=2)
    assert scan(other, pin=MANAGER).status_code == 302


def test_the_card_speaks_chinese() -> None:
    table = open_table()
    the_staff(table)
    page = Client().get(card_path(table), headers={"accept-language": "zh-CN"}).content.decode()
    assert "打开这一桌" in page
    assert table.session.event.name in page


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (IPAD, "iPad Safari"),
        ("Mozilla/5.0 (Linux; Android 13; M2105K81C) AppleWebKit/537.36 Chrome/120.0 Safari/537.36", "Android Chrome"),
        ("Mozilla/5.0 (Linux; Android 12) Chrome/107.0 Mobile Safari/537.36 MicroMessenger/8.0", "Android WeChat"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0 Safari/537.36 Edg/120.0", "Windows Edge"),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_kinds_of_devices(header, words) -> None:
    assert agent_words(header) == words


# --- one at a time -----------------------------------------------------------------------------------------
def test_a_second_tablet_is_told_of_the_first() -> None:
    table = open_table()
    the_staff(table)
    first = pair(table, now=timezone.now() - timedelta(minutes=7))
    Device.objects.filter(pk=first.pk).update(seen_at=timezone.now() - timedelta(minutes=3), unsent=2)
    answer = scan(table, pin=REFEREE)
    assert told(answer) == (409, "table_has_tablet")
    assert answer.context["current"] == first
    page = " ".join(answer.content.decode().split())
    assert "2 entries" in page
    assert "3 minutes ago" in page
    assert answer.context["refusal"].context["tablet"] == {
        "label": "Table 1", "agent": "", "paired_by": "floor", "unsent": 2,
        "paired_at": first.paired_at.isoformat(timespec="microseconds"),
        "seen_at": Device.objects.get().seen_at.isoformat(timespec="microseconds"),
    }  # fmt: skip
    assert Device.objects.count() == 1


def test_taking_over_needs_no_second_pin() -> None:
    table = open_table()
    the_staff(table)
    first = pair(table)
    claim = scan(table, pin=REFEREE).context["claim"]
    answer = scan(table, claim=claim, take_over="1")
    first.refresh_from_db()
    second = Device.objects.latest("pk")
    assert answer["Location"] == reverse("tablet-paired", args=[device_token(second)])
    assert (first.is_current, first.replaced_by, second.is_current) == (False, second, True)
    assert (second.paired_by.username, second.label) == ("ref", "Table 1 · 2")
    assert AuditRecord.objects.filter(action="device_paired").first().detail["replaces"] == "Table 1"


def test_a_claim_is_for_the_tablet_that_was_shown_and_for_a_while() -> None:
    table = open_table()
    the_staff(table)
    pair(table)
    claim = scan(table, pin=REFEREE).context["claim"]
    other = make_table(table.session.event, number=2)
    pair(other)
    assert told(scan(other, claim=claim, take_over="1")) == (409, "claim_expired")
    pair(table, take_over=True)  # somebody else was faster
    assert told(scan(table, claim=claim, take_over="1")) == (409, "claim_expired")
    forged = signing.dumps({"table": table.pk, "user": 1, "device": 1})
    assert told(scan(table, claim=forged, take_over="1")) == (409, "claim_expired")
    fresh = scan(table, pin=REFEREE).context["claim"]
    user = make_user("ref")
    user.is_active = False
    user.save()
    assert told(scan(table, claim=fresh, take_over="1")) == (409, "claim_expired")
    assert signing.loads(fresh, salt=TAKE_OVER)["table"] == table.pk
    assert Device.objects.filter(table_id=table.pk).count() == 2


def test_taking_over_with_the_pin_at_once() -> None:
    table = open_table()
    the_staff(table)
    pair(table)
    assert scan(table, pin=MANAGER, take_over="1").status_code == 302
    assert Device.objects.filter(replaced_at__isnull=True).count() == 1


def test_the_same_tablet_scans_again() -> None:
    table = open_table()
    the_staff(table)
    client = Client()
    scan(table, client, pin=REFEREE)
    first = Device.objects.get()
    page = scan(table, client)
    assert page.context["own"] == first
    assert reverse("tablet-paired", args=[device_token(first)]) in page.content.decode()
    assert scan(table, client, pin=MANAGER).status_code == 302  # no question: it takes over from itself
    second = Device.objects.latest("pk")
    assert (second.paired_by.username, Device.objects.get(pk=first.pk).replaced_by) == ("floor", second)
    pair(table, take_over=True)
    assert "own" not in scan(table, client).context
    other = make_table(table.session.event, number=2)
    assert "own" not in scan(other, client).context


def test_a_second_pairing_is_refused_unless_it_takes_over() -> None:
    table = make_table()
    first = pair(table, label=" Spare ")
    with pytest.raises(Refusal) as refused:
        pair(table, now=NOW + timedelta(minutes=1))
    assert (refused.value.code, refused.value.status) == ("table_has_tablet", 409)
    assert str(refused.value) == "Table 1 has a tablet already: Spare, last heard of 1 minute ago."
    second = pair(table, take_over=True)
    third = pair(table, take_over=True)
    rows = [(device.label, device.replaced_by) for device in Device.objects.order_by("pk")]
    assert rows == [("Spare", second), ("Table 1 · 2", third), ("Table 1 · 3", None)]
    services.revoke_device(device=third, by=make_user("floor"), now=NOW)
    assert pair(table).label == "Table 1 · 4"  # nobody has it: no need to take over
    assert first.label == "Spare"


def test_a_revoked_tablet_is_not_taken_over_from() -> None:
    table = make_table()
    services.revoke_device(device=pair(table), by=make_user("floor"), now=NOW)
    assert pair(table, take_over=True).replaces.count() == 0


# --- what the old one still delivers -----------------------------------------------------------------------
def test_what_was_queued_is_still_recorded_and_nothing_new() -> None:
    table = open_table()
    old = tablet_of(pair(table))
    taken_over = timezone.now()
    pair(table, take_over=True, now=taken_over)
    queued = [throw(seat, NOTHING, thrown_at=taken_over.isoformat()) for seat in (1, 2)]
    late = throw(3, NOTHING, thrown_at=(taken_over + CLOCK_ALLOWANCE + timedelta(seconds=1)).isoformat())
    answer = old.post(table, "entries/", {"entries": [*queued, late]})
    assert code_of(answer) == (409, "device_replaced")
    assert [one["status"] for one in answer.json()["results"]] == ["recorded", "recorded", "refused"]
    assert answer.json()["results"][2]["replaced_by"] == "Table 1 · 2"
    assert answer.json()["state"]["device"] == {"current": False, "replaced_by": "Table 1 · 2"}
    assert [entry.device.label for entry in Entry.objects.order_by("seq")] == ["Table 1", "Table 1"]
    edge = throw(3, NOTHING, thrown_at=(taken_over + CLOCK_ALLOWANCE).isoformat())
    assert old.post(table, "entries/", edge).status_code == 201


def test_a_throw_without_its_time_is_new() -> None:
    table = open_table()
    old = tablet_of(pair(table))
    pair(table, take_over=True, now=timezone.now() - timedelta(hours=1))
    assert code_of(old.post(table, "entries/", throw(1, NOTHING))) == (409, "device_replaced")


def test_what_was_queued_and_thrown_again_meanwhile_is_a_conflict() -> None:
    table = open_table()
    old = tablet_of(pair(table))
    new = tablet_of(pair(table, take_over=True, now=timezone.now()))
    assert new.post(table, "entries/", throw(1, "444215")).status_code == 201
    answer = old.post(table, "entries/", throw(1, "444216", thrown_at=NOW.isoformat()))
    assert code_of(answer) == (409, "not_your_turn")
    assert Entry.objects.count() == 1


def test_what_was_queued_is_no_throw_of_a_later_round() -> None:
    table = open_table(seats=2)
    old = tablet_of(pair(table))
    new = tablet_of(pair(table, take_over=True, now=timezone.now()))
    assert new.post(table, "entries/", {"entries": [throw(1, NOTHING), throw(2, NOTHING)]}).status_code == 201
    answer = old.post(table, "entries/", throw(1, "444216", thrown_at=NOW.isoformat()))
    assert code_of(answer) == (409, "overtaken")
    assert Entry.objects.count() == 2


def test_a_spare_tablets_throw_from_before_the_old_one_delivered_is_a_conflict() -> None:
    """Both hold the same round: the spare one's would be taken for the next."""
    table = open_table(seats=2)
    device = pair(table)
    new = tablet_of(pair(table, take_over=True, now=timezone.now()))
    before = timezone.now().isoformat()
    queued = [throw(1, "444216", thrown_at=before), throw(2, NOTHING, thrown_at=before)]
    assert tablet_of(device).post(table, "entries/", {"entries": queued}).status_code == 201
    answer = new.post(table, "entries/", throw(1, "444216", thrown_at=before))
    assert code_of(answer) == (409, "overtaken")
    assert new.post(table, "entries/", throw(1, NOTHING, thrown_at=timezone.now().isoformat())).status_code == 201


def test_what_is_put_right_at_the_desk_does_not_touch_what_a_tablet_has_queued() -> None:
    table = open_table(seats=2)
    tablet = tablet_of(pair(table))
    queued = throw(2, NOTHING, thrown_at=timezone.now().isoformat())
    assert tablet.post(table, "entries/", throw(1, "442156")).status_code == 201
    record(table, correction(1, "throw", seat=1, dice=NOTHING), now=timezone.now())
    assert tablet.post(table, "entries/", queued).status_code == 201


def test_what_the_old_one_had_sent_is_answered_again() -> None:
    table = open_table()
    device = pair(table)
    sent = throw(1, NOTHING)
    assert tablet_of(device).post(table, "entries/", sent).status_code == 201
    pair(table, take_over=True, now=timezone.now() - timedelta(hours=1))
    again = tablet_of(device).post(table, "entries/", sent)
    assert (again.status_code, again.json()["results"][0]["status"]) == (201, "repeated")


def test_a_replaced_tablet_may_read_and_nothing_else() -> None:
    table = make_table()
    old = tablet_of(pair(table))
    pair(table, take_over=True, now=timezone.now() - timedelta(hours=1))
    told_so = {"current": False, "replaced_by": "Table 1 · 2"}
    assert old.get(table).json()["device"] == told_so
    assert old.post(table, "heartbeat/", {"unsent": 4}).json()["device"] == told_so
    assert Device.objects.get(label="Table 1").unsent == 4
    for answer in (
        old.post(table, "opening/", {"first": 1}),
        old.delete(table, "opening/"),
        old.post(table, "help/", {"reason": "dice"}),
        old.delete(table, "help/"),
        old.post(table, "sign-off/", {"digest": "x"}),
    ):
        assert code_of(answer) == (409, "device_replaced")


def test_a_queued_correction_is_judged_like_any_other() -> None:
    table = open_table()
    device = pair(table)
    record(table, throw(1, "442156"))
    pair(table, take_over=True, now=NOW + timedelta(minutes=1))
    sent = correction(1, "void", thrown_at=NOW.isoformat())
    assert attempt(table, sent, device=Device.objects.get(pk=device.pk), may_correct_any=False).refusal is None
    late = throw(1, NOTHING, thrown_at=(NOW + timedelta(hours=1)).isoformat())
    assert attempt(table, late, device=Device.objects.get(pk=device.pk)).refusal.code == "device_replaced"


@pytest.mark.parametrize("tables", [1, 3])
def test_cards_of_all_tables(client, django_assert_num_queries, tables) -> None:
    event = make_event()
    for number in range(1, tables + 1):
        make_table(event, number=number)
    client.force_login(make_user("floor", event, Role.FLOOR_MANAGER))
    address = reverse("table-cards", args=["moon"])
    with django_assert_num_queries(5):  # session, user, event, roles; the tables
        page = client.get(address, {"session": "1"})
    assert len({card.address for card in page.context["cards"]}) == tables
    assert client.get(address, {"session": "9"}).context["cards"] == []
    client.force_login(make_user("audit", event, Role.AUDITOR))
    assert client.get(address).status_code == 403


def test_the_list_of_a_table_s_tablets(client) -> None:
    table = make_table()
    old = make_device(table)
    new = pair(table, take_over=True, now=NOW + timedelta(minutes=1))
    client.force_login(make_user("floor"))
    page = client.get(table.get_absolute_url())
    assert [device.label for device in page.context["devices"]] == [new.label, old.label]
