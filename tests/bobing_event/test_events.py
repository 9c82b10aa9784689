"""Making and changing events, their sessions and their rules."""

from datetime import date

import pytest

from bobing_event.models import AuditRecord, Event, Membership, Session
from bobing_event.refusals import Refusal
from bobing_event.services.events import add_session, change_event, create_event
from rules import available, load
from tests.bobing_event.factories import NOW, make_event, make_user

pytestmark = pytest.mark.django_db
CLASSIC = {"zhuangyuan": 1, "duitang": 2, "sanhong": 4, "sijin": 8, "erju": 16, "yixiu": 32}


@pytest.fixture
def owner():
    return make_user()


def refused(work, **kwargs) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        work(**kwargs)
    return refusal.value


def frozen(event):
    ruleset = load(event.ruleset)
    Event.objects.filter(pk=event.pk).update(frozen_ruleset=ruleset.to_json(), ruleset_digest=ruleset.digest)
    event.refresh_from_db()
    return event


def test_create_event(owner):
    event = create_event(slug="autumn-2026", name=" 中秋 ", date=date(2026, 9, 25), by=owner, now=NOW)
    event.refresh_from_db()
    assert (event.name, event.zone, event.ruleset, event.overrides) == ("中秋", "Asia/Shanghai", "xiamen-standard", {})
    assert (event.piece_set, event.is_frozen, event.created_at) == (CLASSIC, False, NOW)
    assert list(event.sessions.values_list("number", "name")) == [(1, "")]
    assert list(event.memberships.values_list("user", "role")) == [(owner.pk, "owner")]
    record = AuditRecord.objects.get()
    assert (record.action, record.subject, record.by, record.at) == ("event_created", "中秋", owner, NOW)


def test_every_ruleset_makes_an_event(owner):
    for listing in available():
        assert make_event(owner, listing.id, ruleset=listing.id).ruleset == listing.id
    assert len(available()) == 15


@pytest.mark.parametrize(
    ("fields", "code", "key"),
    [
        ({"ruleset": "nanjing"}, "unknown_ruleset", "id"),
        ({"overrides": {"colour": "red"}}, "unknown_option", "colour"),
        ({"overrides": {"seats": 1}}, "bad_value", "seats"),
        ({"overrides": {"overflow": "maybe"}}, "bad_value", "overflow"),
        ({"overrides": {"min_players": 13}}, "contradiction", "min_players"),
        ({"overrides": {"heiliubo_effect": "nothing"}}, "contradiction", "heiliubo_effect"),
    ],
)
def test_rules_that_are_refused(owner, fields, code, key):
    refusal = refused(make_event, by=owner, **fields)
    assert (refusal.code, refusal.status, refusal.context) == (code, 400, {"key": key})
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"slug": "中秋"}, "bad_slug"),
        ({"slug": "a b"}, "bad_slug"),
        ({"slug": ""}, "bad_slug"),
        ({"slug": "new"}, "slug_taken"),
        ({"name": "  "}, "name_missing"),
        ({"zone": "Asia/Xiamen"}, "unknown_zone"),
        ({"piece_set": {"yixiu": 32}}, "bad_piece_set"),
        ({"piece_set": {**CLASSIC, "zhuangyuan": 2}}, "bad_piece_set"),
        ({"piece_set": {**CLASSIC, "erju": -1}}, "bad_piece_set"),
        ({"piece_set": {**CLASSIC, "erju": 1000}}, "bad_piece_set"),
        ({"piece_set": {**CLASSIC, "erju": True}}, "bad_piece_set"),
        ({"piece_set": {**CLASSIC, "gold": 1}}, "bad_piece_set"),
    ],
)
def test_events_that_are_refused(owner, fields, code):
    assert refused(make_event, by=owner, **fields).code == code
    assert not Event.objects.exists()


def test_slug_taken(owner):
    make_event(owner)
    refusal = refused(make_event, by=owner)
    assert (refusal.code, refusal.status) == ("slug_taken", 409)
    assert (Event.objects.count(), Session.objects.count(), Membership.objects.count()) == (1, 1, 1)


def test_change_event(owner):
    event = make_event(owner)
    overrides = {"seats": 10, "min_players": 6}
    changed = change_event(event=event, by=owner, now=NOW, name="Moon", overrides=overrides, ruleset="folk-63")
    event.refresh_from_db()
    assert changed == event
    assert (event.name, event.ruleset, event.overrides) == ("Moon", "folk-63", overrides)
    record = AuditRecord.objects.get(action="event_changed")
    assert record.detail == {"fields": ["name", "overrides", "ruleset"], "ruleset": "folk-63", "overrides": overrides}


def test_changing_nothing_is_not_recorded(owner):
    event = make_event(owner)
    change_event(event=event, by=owner, now=NOW, name=event.name, overrides={})
    assert not AuditRecord.objects.filter(action="event_changed").exists()


@pytest.mark.parametrize(
    "changes", [{"ruleset": "folk-63"}, {"overrides": {"seats": 10}}, {"piece_set": {**CLASSIC, "erju": 15}}]
)
def test_frozen_rules_stay(owner, changes):
    event = frozen(make_event(owner))
    assert refused(change_event, event=event, by=owner, now=NOW, name="Moon", **changes).code == "ruleset_frozen"
    event.refresh_from_db()
    assert (event.name, event.ruleset, event.overrides, event.piece_set) == ("Autumn", "xiamen-standard", {}, CLASSIC)


def test_a_frozen_event_can_still_be_renamed(owner):
    event = frozen(make_event(owner))
    changed = change_event(event=event, by=owner, now=NOW, name="Moon", ruleset="xiamen-standard", overrides={})
    assert changed.name == "Moon"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"ruleset": "nanjing"}, "unknown_ruleset"),
        ({"name": ""}, "name_missing"),
        ({"zone": "Mars"}, "unknown_zone"),
        ({"piece_set": {}}, "bad_piece_set"),
    ],
)
def test_changes_that_are_refused(owner, changes, code):
    event = make_event(owner)
    assert refused(change_event, event=event, by=owner, now=NOW, **changes).code == code
    assert Event.objects.get() == event


def test_change_event_knows_its_fields(owner):
    with pytest.raises(TypeError, match="slug"):
        change_event(event=make_event(owner), by=owner, now=NOW, slug="other")


def test_add_session(owner):
    event = make_event(owner)
    session = add_session(event=event, by=owner, now=NOW, name=" 晚场 ", starts_at=NOW)
    assert (session.number, session.name, session.starts_at) == (2, "晚场", NOW)
    assert add_session(event=event, by=owner, now=NOW).number == 3
    assert AuditRecord.objects.filter(action="session_added").count() == 2


def test_session_name_taken(owner):
    event = make_event(owner)
    add_session(event=event, by=owner, now=NOW, name="晚场")
    assert refused(add_session, event=event, by=owner, now=NOW, name="晚场").code == "session_name_taken"
    assert event.sessions.count() == 2


def test_an_event_can_be_deleted_with_everybody_in_it(owner):
    event = make_event(owner)
    event.participants.create(name="王明", session=event.sessions.get())
    event.delete()
    assert not Session.objects.exists()
