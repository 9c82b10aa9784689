"""The page of reports: asking, asking twice, history, failures."""

import pytest
from django.urls import reverse

from bobing_event.models import Job, Role
from tests.awards.factories import NOW, a_user, an_evening, an_event
from tests.reports.factories import ask

pytestmark = pytest.mark.django_db

ASKED = {"kind": "workbook", "language": "zh-hans", "phones": "on"}


@pytest.fixture
def owner(client):
    client.force_login(a_user())
    return client


def url(name, event, *arguments):
    return reverse(name, args=[event.slug, *arguments])


def text(response):
    return " ".join(response.content.decode().split())


def told(response):
    return [(m.message, m.extra_tags) for m in response.context["messages"]]


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.ORGANISER, 200), (Role.FLOOR_MANAGER, 200), (Role.PRIZE_DESK, 200), (Role.AUDITOR, 200),
        (Role.REFEREE, 403), (Role.SCREEN, 403),
    ],
)  # fmt: skip
def test_who_may(client, role, status):
    event = an_event()
    client.force_login(a_user(event, role, "somebody"))
    assert client.get(url("reports", event)).status_code == status
    asked = client.post(url("report-ask", event), ASKED)
    assert asked.status_code == (302 if status == 200 else 403)
    assert Job.objects.count() == (1 if status == 200 else 0)


def test_strangers_do_not_learn_of_the_event(client):
    client.force_login(a_user(name="stranger"))
    assert client.get(url("reports", an_event())).status_code == 404


def test_empty(owner):
    assert "还没有报表" in text(owner.get(url("reports", an_event())))


def test_asking_and_fetching(owner, django_capture_on_commit_callbacks):
    event = an_evening(1)
    with django_capture_on_commit_callbacks(execute=True):
        assert owner.post(url("report-ask", event), ASKED)["Location"] == url("reports", event)
    job = Job.objects.get()
    assert (job.state, job.parameters) == ("done", {"language": "zh-hans", "phones": True})
    assert (job.done, job.total) == (job.total, 10)
    page = text(owner.get(url("reports", event)))
    assert url("job-download", event, job.public_id) in page
    assert "结果工作簿" in page
    assert "2026-09-25" not in page  # asked now, not at the event's date


def test_asking_twice_is_told_and_gives_the_open_one(owner):
    event = an_event()
    owner.post(url("report-ask", event), ASKED)
    response = owner.post(url("report-ask", event), ASKED, follow=True)
    assert told(response) == [("这份报表正在制作中，进度见下。", "report_already_running")]
    assert Job.objects.count() == 1
    assert url("job-status", event, Job.objects.get().public_id) in text(response)


def test_another_language_is_another_report(owner):
    event = an_event()
    owner.post(url("report-ask", event), ASKED)
    owner.post(url("report-ask", event), {**ASKED, "language": "en"})
    assert Job.objects.count() == 2


@pytest.mark.parametrize("data", [{}, {"kind": "workbook"}, {"kind": "everything", "language": "en"}])
def test_nothing_chosen(owner, data):
    response = owner.post(url("report-ask", an_event()), data, follow=True)
    assert told(response) == [("请选择报表和语言。", "nothing_chosen")]
    assert not Job.objects.exists()


def test_a_failed_one_says_why_and_can_be_asked_again(owner, django_capture_on_commit_callbacks):
    event = an_event(ruleset="no-such-rules", overrides={})
    job = ask(django_capture_on_commit_callbacks, event, phones=True)
    assert (job.state, job.error_code, bool(job.file)) == ("failed", "bad_ruleset", False)
    page = text(owner.get(url("reports", event)))
    assert job.error in page
    assert "bad_ruleset" in page
    event.ruleset = "xiamen-standard"
    event.save()
    with django_capture_on_commit_callbacks(execute=True):
        owner.post(url("report-again", event, job.public_id))
    again = Job.objects.exclude(pk=job.pk).get()
    assert (again.state, again.parameters) == ("done", job.parameters)


def test_reports_of_another_event_are_not_found(owner, django_capture_on_commit_callbacks):
    event, other = an_event(), an_event("other")
    job = ask(django_capture_on_commit_callbacks, other)
    assert owner.post(url("report-again", event, job.public_id)).status_code == 404
    assert str(job.public_id) not in text(owner.get(url("reports", event)))


def test_certificates_are_not_printed_again_from_the_reports(client, owner, django_capture_on_commit_callbacks):
    event = an_event()
    job = ask(django_capture_on_commit_callbacks, event)
    Job.objects.filter(pk=job.pk).update(kind="certificates", state="failed", file="", file_name="", error="x")
    assert reverse("certificates", args=[event.slug]) in text(owner.get(url("reports", event)))
    client.force_login(a_user(event, Role.AUDITOR, "auditor"))
    assert client.post(url("report-again", event, job.public_id)).status_code == 404
    assert url("report-again", event, job.public_id) not in text(client.get(url("reports", event)))
    assert Job.objects.count() == 1


def test_a_lost_file_can_be_made_again(owner, django_capture_on_commit_callbacks):
    event = an_event()
    job = ask(django_capture_on_commit_callbacks, event)
    job.file.storage.delete(job.file.name)
    page = text(owner.get(url("reports", event)))
    assert url("job-download", event, job.public_id) not in page
    assert url("report-again", event, job.public_id) in page


def test_imports_and_other_work_are_not_listed(owner):
    event = an_event()
    Job.objects.create(event=event, kind="import", key="k", asked_by=a_user(), asked_at=NOW)
    assert "还没有报表" in text(owner.get(url("reports", event)))


def test_queries_do_not_grow(owner, django_assert_num_queries, django_capture_on_commit_callbacks):
    event = an_event()
    ask(django_capture_on_commit_callbacks, event)
    owner.get(url("reports", event))
    with django_assert_num_queries(5):
        owner.get(url("reports", event))
    for language in ("en", "zh-hans"):
        ask(django_capture_on_commit_callbacks, event, "certificate-list", language=language)
    with django_assert_num_queries(5):
        owner.get(url("reports", event))
