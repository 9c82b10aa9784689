"""PINs: what they may be, that nobody can read them, whose they are, and how often one may guess."""

from datetime import timedelta

import pytest
from django.urls import reverse

from bobing_event.models import AuditRecord, StaffPin
from bobing_event.permissions import can_set_pin
from bobing_event.pins import EACH, TOGETHER, Guesses, is_pin, is_weak, new_pin, pin_digest
from bobing_event.refusals import Refusal
from bobing_event.services.pins import clear_pin, issue_pins, owner_of_pin, set_pin
from bobing_event.services.staff import grant_role, revoke_role
from tests.bobing_event.factories import NOW, make_event, make_member, make_user

pytestmark = pytest.mark.django_db
PIN, OTHER = "204816", "739105"


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def event(owner):
    return make_event(owner)


def refused(work, **kwargs) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        work(now=NOW, **kwargs)
    return refusal.value


def guess(event, pin, *, place="table-1", asker="a", now=NOW):
    """Who it is, or the code of the refusal."""
    try:
        return owner_of_pin(event=event, pin=pin, guesses=Guesses(place, asker), now=now)
    except Refusal as refusal:
        return refusal.code


# --- what a PIN is -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "pin",
    ["000000", "123456", "654321", "890123", "321098", "112211", "121212", "123123", "787878", "111112"],
)
def test_weak_pins(pin):
    assert is_weak(pin)


@pytest.mark.parametrize("pin", [PIN, OTHER, "112345", "123457", "110022"])
def test_sound_pins(pin):
    assert not is_weak(pin)


@pytest.mark.parametrize("text", ["", "12345", "1234567", "12345a", "１２３４５６", "²³⁴⁵⁶⁷", None, 204816, "204 16"])
def test_what_is_no_pin(text):
    assert not is_pin(text)


def test_new_pins_are_sound():
    pins = {new_pin() for _n in range(300)}
    assert all(is_pin(pin) and not is_weak(pin) for pin in pins)
    assert len(pins) > 290


def test_a_digest_needs_the_key_and_is_of_one_event(settings):
    digest = pin_digest(1, PIN)
    assert (len(digest), PIN in digest) == (64, False)
    assert pin_digest(2, PIN) != digest
    settings.SECRET_KEY = "another"
    assert pin_digest(1, PIN) != digest


# --- giving and taking -------------------------------------------------------------------------------------
def test_a_pin_finds_its_owner(event, owner):
    referee = make_member(event, "referee")
    assert set_pin(event=event, user=referee, by=owner, now=NOW, pin=PIN) == PIN
    assert guess(event, PIN) == referee
    row = StaffPin.objects.get()
    assert (row.digest, row.set_by, row.set_at) == (pin_digest(event.pk, PIN), owner, NOW)
    record = AuditRecord.objects.get(action="pin_set")
    assert (record.subject, record.detail) == ("referee", {})


def test_the_new_pin_replaces_the_old_one(event, owner):
    set_pin(event=event, user=owner, by=owner, now=NOW, pin=PIN)
    set_pin(event=event, user=owner, by=owner, now=NOW, pin=OTHER)
    assert (guess(event, PIN), guess(event, OTHER)) == ("bad_pin", owner)
    assert StaffPin.objects.count() == 1


def test_a_pin_is_of_one_event(event, owner):
    elsewhere = make_event(owner, "elsewhere")
    set_pin(event=elsewhere, user=owner, by=owner, now=NOW, pin=PIN)
    assert guess(event, PIN) == "bad_pin"
    referee = make_member(event, "referee")
    set_pin(event=event, user=referee, by=owner, now=NOW, pin=PIN)  # no clash with the other event
    assert guess(event, PIN) == referee


def test_pins_that_are_refused(event, owner):
    referee, stranger = make_member(event, "referee"), make_user("stranger")
    set_pin(event=event, user=owner, by=owner, now=NOW, pin=PIN)
    for fields, code in (
        ({"user": stranger, "pin": OTHER}, "not_staff"),
        ({"user": referee, "pin": "12345"}, "bad_pin_format"),
        ({"user": referee, "pin": "１２３４５６"}, "bad_pin_format"),
        ({"user": referee, "pin": "123456"}, "weak_pin"),
        ({"user": referee, "pin": PIN}, "pin_taken"),
    ):
        assert refused(set_pin, event=event, by=owner, **fields).code == code
    assert StaffPin.objects.count() == 1
    referee.is_active = False
    assert refused(set_pin, event=event, by=owner, user=referee, pin=OTHER).code == "not_staff"


def test_issuing_to_many(event, owner):
    people = [make_member(event, "referee", f"r{n}") for n in range(20)]
    pins = issue_pins(event=event, users=people, by=owner, now=NOW)
    assert list(pins) == people
    assert len(set(pins.values())) == 20
    assert [guess(event, pin) for pin in pins.values()] == people
    stranger = make_user("stranger")
    assert refused(issue_pins, event=event, users=[owner, stranger], by=owner).code == "not_staff"
    assert StaffPin.objects.count() == 20  # all or none


def test_clearing(event, owner):
    set_pin(event=event, user=owner, by=owner, now=NOW, pin=PIN)
    clear_pin(event=event, user=owner, by=owner, now=NOW)
    clear_pin(event=event, user=owner, by=owner, now=NOW)
    assert guess(event, PIN) == "bad_pin"
    assert AuditRecord.objects.filter(action="pin_cleared").count() == 1


def test_who_has_left_the_staff_has_no_pin(event, owner):
    referee = make_member(event, "referee")
    grant_role(event=event, user=referee, role="auditor", by=owner, now=NOW)
    set_pin(event=event, user=referee, by=owner, now=NOW, pin=PIN)
    first, second = event.memberships.filter(user=referee)
    revoke_role(membership=first, by=owner, now=NOW)
    assert guess(event, PIN) == referee
    revoke_role(membership=second, by=owner, now=NOW)
    assert StaffPin.objects.count() == 0
    assert guess(event, PIN) == "bad_pin"


def test_a_pin_without_a_role_is_not_known(event, owner):
    referee = make_member(event, "referee")
    set_pin(event=event, user=referee, by=owner, now=NOW, pin=PIN)
    event.memberships.filter(user=referee).delete()  # as a site administrator may
    assert guess(event, PIN) == "bad_pin"


def test_a_closed_account_is_not_known(event, owner):
    referee = make_member(event, "referee")
    set_pin(event=event, user=referee, by=owner, now=NOW, pin=PIN)
    referee.is_active = False
    referee.save()
    assert guess(event, PIN) == "bad_pin"


# --- guessing ----------------------------------------------------------------------------------------------
def test_five_guesses_in_five_minutes(event, owner):
    set_pin(event=event, user=owner, by=owner, now=NOW, pin=PIN)
    for _n in range(EACH.guesses):
        assert guess(event, OTHER) == "bad_pin"
    later = NOW + timedelta(seconds=130)
    refusal = refused(owner_of_pin, event=event, pin=PIN, guesses=Guesses("table-1", "a"))
    assert (refusal.code, refusal.status) == ("too_many_pins", 429)
    assert refusal.context == {"minutes": 5, "retry_after": 300}
    assert guess(event, PIN, now=later) == "too_many_pins"  # the right one tells nothing now
    assert guess(event, PIN, asker="b") == owner  # another tablet, the same table
    assert guess(event, PIN, place="table-2") == owner


def test_a_right_pin_forgives_the_wrong_ones(event, owner):
    set_pin(event=event, user=owner, by=owner, now=NOW, pin=PIN)
    for _round in range(4):
        assert [guess(event, OTHER) for _n in range(EACH.guesses - 1)] == ["bad_pin"] * (EACH.guesses - 1)
        assert guess(event, PIN) == owner


def test_a_table_has_a_limit_of_its_own(event, owner):
    set_pin(event=event, user=owner, by=owner, now=NOW, pin=PIN)
    told = [guess(event, OTHER, asker=str(n)) for n in range(TOGETHER.guesses + 1)]
    assert told == ["bad_pin"] * TOGETHER.guesses + ["too_many_pins"]
    assert guess(event, PIN, asker="new") == "too_many_pins"
    assert guess(event, PIN, place="table-2", asker="new") == owner


def test_one_who_goes_on_guessing_locks_nobody_else_out(event, owner):
    set_pin(event=event, user=owner, by=owner, now=NOW, pin=PIN)
    told = [guess(event, OTHER) for _n in range(TOGETHER.guesses * 2)]
    assert told[EACH.guesses :] == ["too_many_pins"] * (TOGETHER.guesses * 2 - EACH.guesses)
    assert guess(event, PIN, asker="b") == owner


def test_what_is_no_pin_at_all_counts_as_a_guess(event):
    for pin in (None, "", 7, ["204816"], "x" * 5000):
        assert guess(event, pin) == "bad_pin"
    assert guess(event, "") == "too_many_pins"


# --- the pages ---------------------------------------------------------------------------------------------
def test_a_pin_is_set_and_shown_once(client, event, owner):
    client.force_login(owner)
    referee = make_member(event, "referee")
    address = reverse("pin-set", args=["autumn", referee.pk])
    proposed = client.get(address).context["form"].initial["pin"]
    assert is_pin(proposed)
    weak = client.post(address, {"pin": "123456"}, headers={"accept-language": "en"})
    assert (weak.status_code, list(weak.context["form"].errors)) == (400, ["pin"])
    shown = client.post(address, {"pin": PIN})
    assert shown.context["pins"] == [(referee, PIN)]
    assert PIN in shown.content.decode()
    assert "no-store" in shown["Cache-Control"]
    assert guess(event, PIN) == referee
    for page in (reverse("staff", args=["autumn"]), address):
        assert PIN not in client.get(page).content.decode()
    client.post(reverse("pin-clear", args=["autumn", referee.pk]))
    assert guess(event, PIN, asker="b") == "bad_pin"


def test_pins_are_issued_to_who_has_none(client, event, owner):
    client.force_login(owner)
    people = [make_member(event, "referee", f"r{n}") for n in range(3)]
    make_member(event, "screen")  # has no use for one
    set_pin(event=event, user=owner, by=owner, now=NOW, pin=PIN)
    shown = client.post(reverse("pins-issue", args=["autumn"]))
    assert [user for user, _pin in shown.context["pins"]] == people
    assert client.post(reverse("pins-issue", args=["autumn"])).status_code == 302
    assert guess(event, PIN) == owner


@pytest.mark.parametrize(("role", "may"), [("organiser", True), ("floor_manager", False), ("auditor", False)])
def test_who_gives_pins(client, event, role, may):
    client.force_login(make_member(event, role))
    referee = make_member(event, "referee")
    address = reverse("pin-set", args=["autumn", referee.pk])
    assert client.get(address).status_code == (200 if may else 403)
    assert client.post(address, {"pin": PIN}).status_code == (200 if may else 403)
    assert client.post(reverse("pins-issue", args=["autumn"])).status_code == (200 if may else 403)
    assert client.post(reverse("pin-clear", args=["autumn", referee.pk])).status_code == (302 if may else 403)


def test_only_an_owner_gives_an_owner_a_pin(client, event, owner):
    assert can_set_pin({"owner"}, {"owner"})
    assert not can_set_pin({"organiser"}, {"owner"})
    assert can_set_pin({"organiser"}, {"screen", "referee"})
    assert not can_set_pin({"owner"}, {"screen", "auditor", "prize_desk"})
    client.force_login(make_member(event, "organiser"))
    assert client.post(reverse("pin-set", args=["autumn", owner.pk]), {"pin": PIN}).status_code == 403
    shown = client.post(reverse("pins-issue", args=["autumn"]))
    assert [user.username for user, _pin in shown.context["pins"]] == ["organiser"]


def test_nobody_of_another_event_is_found(client, event, owner):
    stranger = make_user("stranger")
    make_event(stranger, "elsewhere")
    client.force_login(stranger)
    assert client.get(reverse("pin-set", args=["autumn", owner.pk])).status_code == 404
    assert client.get(reverse("pin-set", args=["elsewhere", owner.pk])).status_code == 404


@pytest.mark.parametrize("people", [1, 3])
def test_the_staff_page_costs_the_same(client, event, owner, django_assert_num_queries, people):
    client.force_login(owner)
    for n in range(people):
        set_pin(event=event, user=make_member(event, "referee", f"r{n}"), by=owner, now=NOW)
    with django_assert_num_queries(6):
        client.get(reverse("staff", args=["autumn"]))
