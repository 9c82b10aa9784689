"""The pages: who may open them, what they do, what they say, in how many queries."""

from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse

from bobing_event.models import Event, Job, Membership, Role
from rules import load
from tests.bobing_event.factories import (
    HEADER,
    NOW,
    csv,
    imported,
    listed,
    make_event,
    make_member,
    make_person,
    make_user,
    upload,
)

pytestmark = pytest.mark.django_db
SHEET = csv(HEADER, ["王㛃", "13800000001", "财务部"], ["李静", "", "财务部"])


@pytest.fixture
def owner():
    return make_user(is_staff=True)


@pytest.fixture
def event(owner):
    return make_event(owner)


@pytest.fixture
def page(client, owner, event):
    """Opens a page of the event by name, as its owner; with data it is a POST."""
    client.force_login(owner)

    def request(name, *args, data=None, query="", **extra):
        address = reverse(name, args=[event.slug, *args]) + query
        return client.get(address, **extra) if data is None else client.post(address, data, **extra)

    return request


def text(response):
    return response.content.decode()


def said(response):
    return [(message.extra_tags or message.level_tag, str(message)) for message in response.context["messages"]]


# --- doors ------------------------------------------------------------------------------------------------
EVERYBODY = set(Role.values)
MANAGERS = {"owner", "organiser"}
DOORS = {
    "event-settings": MANAGERS,
    "rules-options": MANAGERS,
    "people": EVERYBODY - {"referee", "screen", "runner"},
    "people-arrivals": EVERYBODY - {"referee", "screen", "runner"},
    "person-add": MANAGERS | {"floor_manager"},
    "import-upload": MANAGERS,
    "check-in": MANAGERS | {"floor_manager"},
    "check-in-count": MANAGERS | {"floor_manager"},
    "stand-by": MANAGERS | {"floor_manager"},
    "staff": MANAGERS | {"auditor"},
    "audit-log": MANAGERS | {"auditor"},
}


@pytest.mark.parametrize("role", Role.values)
def test_who_may_open_what(client, event, role):
    user = event.memberships.get().user if role == "owner" else make_member(event, role)
    client.force_login(user)
    opened = {name for name in DOORS if client.get(reverse(name, args=[event.slug])).status_code == 200}
    assert opened == {name for name, roles in DOORS.items() if role in roles}


def test_strangers_do_not_learn_that_the_event_exists(client, event):
    client.force_login(make_user("stranger"))
    assert [client.get(reverse(name, args=[event.slug])).status_code for name in DOORS] == [404] * len(DOORS)


def test_who_is_not_signed_in_is_sent_to_sign_in(client, event):
    address = reverse("people", args=[event.slug])
    assert client.get(address).headers["Location"] == f"/login/?next={address}"


def test_objects_of_another_event_are_404(page, owner):
    other = make_event(owner, "spring")
    person, preview = make_person(other), upload(other, owner, SHEET)
    member = other.memberships.get()
    assert page("person-change", person.pk).status_code == 404
    assert page("check-in-person", person.pk, data={}).status_code == 404
    assert page("check-in-undo", person.pk, data={}).status_code == 404
    assert page("import-preview", preview.pk).status_code == 404
    assert page("import-preview", preview.pk, data={}).status_code == 404
    assert page("role-revoke", member.pk, data={}).status_code == 404
    assert "王明" not in text(page("check-in", query=f"?person={person.pk}"))


# --- events -----------------------------------------------------------------------------------------------
NEW = {"slug": "autumn-2026", "name": "中秋", "date": "2026-09-25", "zone": "Asia/Taipei", "ruleset": "folk-63"}


def test_event_create(client, owner):
    client.force_login(owner)
    assert client.get("/events/new/").status_code == 200
    response = client.post("/events/new/", NEW)
    assert response.headers["Location"] == "/events/autumn-2026/settings/"
    event = Event.objects.get()
    assert (event.name, event.zone, event.ruleset) == ("中秋", "Asia/Taipei", "folk-63")
    assert Membership.objects.get().role == "owner"


def test_event_create_keeps_what_was_typed(client, owner, event):
    client.force_login(owner)
    response = client.post("/events/new/", {**NEW, "slug": "autumn"})
    assert response.status_code == 200
    assert response.context["form"].errors.as_data()["__all__"][0].code == "slug_taken"
    assert response.context["form"]["name"].value() == "中秋"
    assert Event.objects.count() == 1


def test_only_trusted_accounts_make_events(client, event):
    client.force_login(make_member(event, "organiser"))
    assert client.get("/events/new/").status_code == 403
    assert client.post("/events/new/", NEW).status_code == 403


def test_settings_of_the_event(page, event):
    data = {"name": "Moon", "date": "2026-09-26", "zone": "Asia/Shanghai", "edition": "3", "issuers": "工会"}
    data["late_arrivals"] = "first_throw"
    data["entry_mode"] = "quick"
    assert page("event-change", data=data).status_code == 302
    event.refresh_from_db()
    assert event.entry_mode == "quick"
    assert (event.name, str(event.date), event.edition, event.issuers) == ("Moon", "2026-09-26", "3", "工会")
    response = page("event-change", data={**data, "name": ""})
    assert response.context["event_form"].errors.keys() == {"name"}
    assert "Moon" in text(response)  # the header still names the event


def test_settings_of_the_rules(page, event):
    response = page("rules-change", data={"ruleset": "competition-12", "seats": "10", "time_limit_minutes": "0"})
    assert response.status_code == 302
    event.refresh_from_db()
    assert (event.ruleset, event.overrides) == ("competition-12", {"seats": 10, "time_limit_minutes": None})


def test_rules_that_contradict_are_shown_at_their_option(page, event):
    response = page("rules-change", data={"ruleset": "xiamen-standard", "min_players": "13"})
    assert response.context["rules_form"].errors.as_data()["min_players"][0].code == "contradiction"
    response = page("rules-change", data={"ruleset": "nanjing"})
    assert "ruleset" in response.context["rules_form"].errors
    event.refresh_from_db()
    assert event.overrides == {}


def test_options_of_the_chosen_ruleset(page):
    assert "40" not in text(page("rules-options", query="?ruleset=xiamen-standard"))
    assert "40" in text(page("rules-options", query="?ruleset=competition-12"))
    assert page("rules-options", query="?ruleset=nanjing").status_code == 200


def test_frozen_rules(page, event):
    ruleset = load("xiamen-standard", {"seats": 10})
    Event.objects.update(frozen_ruleset=ruleset.to_json(), ruleset_digest=ruleset.digest, overrides={"seats": 10})
    shown = text(page("event-settings"))
    assert ruleset.digest in shown
    assert reverse("rules-change", args=[event.slug]) not in shown
    response = page("rules-change", data={"ruleset": "folk-63"})
    assert response.context["rules_form"].errors.as_data()["__all__"][0].code == "ruleset_frozen"


def test_sessions(page, event):
    page("session-create", data={"name": "晚场", "starts_at": "2026-09-25T19:00"})
    session = event.sessions.get(number=2)
    assert (session.name, session.starts_at.isoformat()) == ("晚场", "2026-09-25T11:00:00+00:00")  # Xiamen's clock
    response = page("session-create", data={"name": "晚场"})
    assert response.context["session_form"].errors.as_data()["__all__"][0].code == "session_name_taken"


# --- people -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("people", [1, 3])
def test_people_page(page, event, owner, people, django_assert_num_queries):
    host = make_person(event, "乙", session=event.sessions.get())
    for number in range(people):
        make_person(event, f"甲{number}", session=event.sessions.get(), companion_of=host)
    page("people")
    with django_assert_num_queries(8):
        shown = text(page("people"))
    assert [f"甲{number}" in shown for number in range(3)] == [number < people for number in range(3)]


def test_arrivals_in_all_and_at_each_station(page, event, owner):
    for number, where in enumerate(["签到台 1", "签到台 2", "签到台 2", ""]):
        make_person(event, f"甲{number}", checked_in_at=NOW, checked_in_by=owner, checked_in_where=where)
    make_person(event, "乙")
    for name in ("people", "people-arrivals"):
        shown = page(name)
        figures = [(station.name, station.arrived) for station in shown.context["arrivals"].stations]
        assert figures == [("", 1), ("签到台 1", 1), ("签到台 2", 2)]
        assert ("未选签到台" in text(shown), "<small>/ 5</small>" in text(shown)) == (True, True)


def test_people_page_without_people(page, client, event):
    assert reverse("import-upload", args=[event.slug]) in text(page("people"))
    client.force_login(make_member(event, "auditor"))
    assert reverse("import-upload", args=[event.slug]) not in text(client.get(reverse("people", args=[event.slug])))


def test_people_are_paged_and_filtered(page, event, owner):
    for number in range(51):
        make_person(
            event, f"甲{number:02}", checked_in_at=NOW if number else None, checked_in_by=owner if number else None
        )
    first, second = page("people"), page("people", query="?page=2")
    assert (len(first.context["page_obj"]), [person.name for person in second.context["page_obj"]]) == (50, ["甲50"])
    waiting = page("people", query="?state=out")
    assert [person.name for person in waiting.context["page_obj"]] == ["甲00"]
    assert waiting.context["counts"] == {
        "total": 51, "in": 50, "out": 1, "walk_in": 0, "stand_by": 0, "missing": 0, "proxy": 0, "companion": 0,
    }  # fmt: skip
    assert len(page("people", query="?q=甲1&state=in").context["page_obj"]) == 10


def test_walk_in(page, event):
    response = page("person-add", data={"name": "王 明", "phone": "138-0000-0001"})
    assert response.headers["Location"] == reverse("people", args=[event.slug])
    response = page("person-add", data={"name": "李静", "check_in": "1"}, follow=True)
    assert response.context["person"].name == "李静"
    assert listed(event) == [("王明", "13800000001", ""), ("李静", "", "")]
    assert list(event.participants.order_by("id").values_list("checked_in_by__username", flat=True)) == [None, "owner"]


def test_walk_in_that_is_refused_keeps_what_was_typed(page, event):
    make_person(event, "李静", phone="13800000001")
    response = page("person-add", data={"name": "王明", "phone": "13800000001"})
    assert response.context["form"].errors.as_data()["phone"][0].code == "phone_taken"
    assert response.context["form"]["name"].value() == "王明"


def test_correct_a_person(page, event):
    person = make_person(event, "王明", phone="13800000001")
    assert page("person-change", person.pk).context["form"]["phone"].value() == "13800000001"
    assert page("person-change", person.pk, data={"name": "王鸣", "phone": "13800000001"}).status_code == 302
    person.refresh_from_db()
    assert person.name == "王鸣"


def test_a_session_is_asked_where_there_are_several(page, event):
    person = make_person(event)
    assert "session" not in page("person-change", person.pk).context["form"].fields
    second = event.sessions.create(number=2)
    page("person-change", person.pk, data={"name": "王明", "session": second.pk})
    person.refresh_from_db()
    assert person.session == second


def test_who_comes_with_whom(page, event):
    hosts = [make_person(event, "张伟", phone=phone) for phone in ("13800001234", "13800005678", "")]
    person = make_person(event, "张小宝")

    def change(words):
        return page("person-change", person.pk, data={"name": "张小宝", "companion_of": words})

    assert change("张伟").context["form"].errors.as_data()["companion_of"][0].code == "no_such_companion"
    assert change("赵六").context["form"].errors.as_data()["companion_of"][0].code == "no_such_companion"
    change("张伟 5678")
    person.refresh_from_db()
    assert person.companion_of == hosts[1]
    shown = page("person-change", person.pk).context["form"]
    assert shown["companion_of"].value() == "张伟 5678"
    person.companion_of = hosts[2]  # whom words alone would not tell from the others
    person.save()
    assert change("张伟").status_code == 302
    person.refresh_from_db()
    assert person.companion_of == hosts[2]
    change("")
    person.refresh_from_db()
    assert person.companion_of is None


# --- staff and audit --------------------------------------------------------------------------------------
def test_accounts_and_roles(page, event):
    data = {"username": "lin", "name": "小林", "password": "bowl-of-six", "role": "referee"}
    assert page("account-create", data=data).status_code == 302
    assert page("role-grant", data={"username": "lin", "role": "prize_desk"}).status_code == 302
    assert set(event.memberships.values_list("user__username", "role")) == {
        ("owner", "owner"), ("lin", "referee"), ("lin", "prize_desk"),
    }  # fmt: skip
    assert page("role-revoke", event.memberships.get(role="referee").pk, data={}).status_code == 302
    assert not event.memberships.filter(role="referee").exists()


def test_accounts_that_are_refused(page, event):
    data = {"username": "lin", "name": "", "password": "short", "role": "referee"}
    response = page("account-create", data=data)
    assert response.context["account_form"].errors.as_data()["__all__"][0].code == "weak_password"
    assert "role" in page("account-create", data={**data, "role": ""}).context["account_form"].errors
    response = page("role-grant", data={"username": "nobody", "role": "referee"})
    assert response.context["role_form"].errors.as_data()["username"][0].code == "unknown_user"


def test_the_last_owner_stays(page, event):
    assert page("role-revoke", event.memberships.get().pk, data={}).status_code == 409
    assert event.memberships.count() == 1


def test_an_organiser_neither_makes_nor_unmakes_owners(client, event):
    client.force_login(make_member(event, "organiser"))
    address = reverse("role-grant", args=[event.slug])
    response = client.post(address, {"username": "organiser", "role": "owner"})
    assert response.context["role_form"].errors.keys() == {"role"}
    owner = event.memberships.get(role="owner")
    assert client.post(reverse("role-revoke", args=[event.slug, owner.pk])).status_code == 403
    assert set(event.memberships.values_list("role", flat=True)) == {"owner", "organiser"}


def test_an_auditor_sees_staff_and_changes_nobody(client, event):
    client.force_login(make_member(event, "auditor"))
    shown = text(client.get(reverse("staff", args=[event.slug])))
    assert reverse("account-create", args=[event.slug]) not in shown
    assert client.post(reverse("account-create", args=[event.slug]), {}).status_code == 403


def test_audit_log(page, event, owner):
    imported(event, owner, SHEET)
    person = event.participants.first()
    page("check-in-person", person.pk, data={})
    shown = page("audit-log")
    assert [row["record"].action for row in shown.context["rows"]][-1] == "event_created"
    assert {row["record"].action: row["subject"] for row in shown.context["rows"]} == {
        "event_created": "Autumn",
        "people_imported": "people.csv",
        "checked_in": "王㛃",
    }
    created = next(row for row in shown.context["rows"] if row["record"].action == "event_created")
    assert created["detail"] == [("规则", load("xiamen-standard").title)]
    narrowed = page("audit-log", query="?action=people_imported&by=owner")
    assert [row["record"].action for row in narrowed.context["rows"]] == ["people_imported"]
    assert page("audit-log", query="?by=nobody").context["rows"] == []


# --- jobs -------------------------------------------------------------------------------------------------
@pytest.fixture
def job(event, owner):
    return Job.objects.create(event=event, kind="workbook", key="k", asked_by=owner, asked_at=NOW)


def test_an_open_job_is_asked_for_again(page, job):
    assert 'hx-trigger="every 1s"' in text(page("job-status", job.public_id))
    assert page("job-download", job.public_id).status_code == 404


def test_a_job_done_is_downloaded(page, client, event, job):
    job.file.save("a.xlsx", ContentFile(b"workbook"), save=False)
    Job.objects.filter(pk=job.pk).update(state="done", file=job.file.name, file_name="结果.xlsx")
    shown = text(page("job-status", job.public_id))
    assert "every 1s" not in shown
    assert reverse("job-download", args=[event.slug, job.public_id]) in shown
    response = page("job-download", job.public_id)
    assert b"".join(response.streaming_content) == b"workbook"
    assert "%E7%BB%93%E6%9E%9C.xlsx" in response.headers["Content-Disposition"]
    client.force_login(make_member(event, "referee"))
    assert reverse("job-download", args=[event.slug, job.public_id]) not in text(page("job-status", job.public_id))
    assert page("job-download", job.public_id).status_code == 403


def test_a_job_that_failed_says_why(page, job):
    Job.objects.filter(pk=job.pk).update(
        state="failed", error_code="job_failed", error="no paper", finished_at=NOW + timedelta(seconds=1)
    )
    shown = text(page("job-status", job.public_id))
    assert "no paper" in shown
    assert "job_failed" in shown


def test_a_job_of_another_event(page, owner, job):
    Job.objects.filter(pk=job.pk).update(event=make_event(owner, "spring"))
    assert page("job-status", job.public_id).status_code == 404
