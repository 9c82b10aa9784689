"""The page of printing: counts before, names that need a pen, who printed already, asking."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bobing_event.models import AuditRecord, Job, Role
from tests.awards.factories import NOW, a_user, an_event
from tests.reports.halls import a_change, a_draw, a_hall

pytestmark = pytest.mark.django_db

CARDS = {"kind": "print-seat-cards", "session": "1"}


@pytest.fixture
def owner(client):
    client.force_login(a_user())
    return client


def url(name, event):
    return reverse(name, args=[event.slug])


def text(response):
    return " ".join(response.content.decode().split())


def told(response):
    return [message.extra_tags or message.message for message in response.context["messages"]]


def counted(response):
    """What stands under "seats"."""
    (seats,) = [section for section in response.context["groups"] if section.group.code == "seats"]
    return {line.kind.code: (line.count, line.pages) for line in seats.lines}


def printed(event, at, *, state="done", **parameters):
    """A job that was done, without its file."""
    asked = {"session": 1, "first": None, "last": None, "sample": False, **parameters}
    return Job.objects.create(
        event=event, kind="print-seat-cards", parameters=asked, key=f"{at}", asked_by=a_user(), asked_at=at,
        state=state, **({"file": "jobs/x.pdf", "file_name": "x.pdf"} if state == "done" else {}),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.ORGANISER, 200), (Role.FLOOR_MANAGER, 200), (Role.RUNNER, 403), (Role.AUDITOR, 403),
        (Role.REFEREE, 403), (Role.SCREEN, 403),
    ],
)  # fmt: skip
def test_who_may(client, role, status):
    event = a_hall(["张三"])
    client.force_login(a_user(event, role, "somebody"))
    assert client.get(url("print", event)).status_code == status
    assert client.get(url("print-by-hand", event)).status_code == status
    assert client.post(url("print-ask", event), CARDS).status_code == (302 if status == 200 else 403)
    assert Job.objects.count() == (1 if status == 200 else 0)


def test_strangers_do_not_learn_of_the_event(client):
    client.force_login(a_user(name="stranger"))
    assert client.get(url("print", a_hall(["张三"]))).status_code == 404


def test_sheets_are_counted_before(owner):
    event = a_hall([f"王{n}" for n in range(29)], per_table=10)
    assert counted(owner.get(url("print", event))) == {
        "print-seat-cards": (29, 8), "print-table-sheets": (3, 3),
        "print-arrivals-by-name": (29, 1), "print-arrivals-by-table": (29, 1),
    }  # fmt: skip
    some = owner.get(url("print", event), {"session": 1, "first": 3, "last": 2})
    assert counted(some)["print-seat-cards"] == (19, 5)
    assert counted(some)["print-table-sheets"] == (2, 2)
    assert "19 张卡" in text(some)
    assert "5 张 A4" in text(some)


def test_without_a_session_or_people(owner):
    assert "还没有场次" in text(owner.get(url("print", an_event("bare"))))
    assert "还不能打印" in text(owner.get(url("print", a_hall([]))))


def test_names_that_need_a_pen_are_named_before(owner):
    event = a_hall(["𪚦野家", "王明", "张😀"], unit="市场部")
    page = text(owner.get(url("print", event)))
    assert "2 个姓名有字体缺少的字" in page
    assert "U+2A6A6" in page
    assert "王明" not in page
    listed = owner.get(url("print-by-hand", event), {"session": 1})
    assert listed["Content-Type"] == "text/csv; charset=utf-8"
    assert listed.content.decode() == (
        "\ufeff座位,姓名,单位,缺字\r\n1–1,𪚦野家,市场部,𪚦 U+2A6A6\r\n1–3,张😀,市场部,😀 U+1F600\r\n"
    )


def test_a_list_is_no_formula(owner):
    event = a_hall(["=1+1😀"])
    assert ",'=1+1😀," in owner.get(url("print-by-hand", event)).content.decode()


def test_no_list_without_a_session(owner):
    assert owner.get(url("print-by-hand", an_event("bare"))).status_code == 404


def test_asking(owner, django_capture_on_commit_callbacks):
    event = a_hall(["张三"])
    with django_capture_on_commit_callbacks(execute=True):
        answer = owner.post(url("print-ask", event), {**CARDS, "first": "1", "last": ""})
    assert answer["Location"] == f"{url('print', event)}?session=1&first=1#made"
    job = Job.objects.get()
    assert (job.kind, job.state) == ("print-seat-cards", "done")
    assert job.parameters == {
        "session": 1, "first": 1, "last": None, "subject": None, "sample": False, "base_url": "http://testserver/",
        "language": "zh-hans",
    }  # fmt: skip
    record = AuditRecord.objects.get(action="print_asked")
    assert (record.subject, record.detail) == ("print-seat-cards", {"session": 1, "tables": "1–"})
    assert "下载" in text(owner.get(answer["Location"]))


def test_what_is_being_made_is_not_made_twice(owner):
    event = a_hall(["张三"])
    owner.post(url("print-ask", event), CARDS)
    answer = owner.post(url("print-ask", event), CARDS, follow=True)
    assert told(answer) == ["report_already_running"]
    assert Job.objects.count() == AuditRecord.objects.filter(action="print_asked").count() == 1


@pytest.mark.parametrize("wrong", [{"kind": "workbook"}, {"kind": ""}, {"session": "9"}, {"first": "x"}])
def test_a_wrong_wish_is_told(owner, wrong):
    answer = owner.post(url("print-ask", a_hall(["张三"])), {**CARDS, **wrong}, follow=True)
    assert told(answer) == ["请选择要打印什么；桌号范围请填数字。"]
    assert not Job.objects.exists()


def test_who_printed_already_and_whether_it_still_holds(owner):
    event = a_hall(["张三"])
    page = owner.get(url("print", event))
    assert "印过" not in text(page)
    printed(event, NOW, first=2, last=5)
    printed(event, NOW + timedelta(minutes=5), sample=True)
    printed(event, NOW + timedelta(minutes=6), session=2)
    printed(event, NOW + timedelta(minutes=7), state="failed")
    page = text(owner.get(url("print", event)))
    assert "2026-09-25 20:00 已由Owner印过" in page
    assert "2–5" in page
    assert "此后座位有变动" not in page
    a_change(event, ("张三", [1, 1], [1, 2]), at=NOW + timedelta(hours=1))
    page = text(owner.get(url("print", event)))
    assert "此后座位有变动" in page
    assert "再生成一份 PDF" in page


def test_moves_and_the_draw_are_offered(owner):
    event = a_hall(["张三", "李四"])
    change = a_change(event, ("张三", [1, 1], [1, 3]), ("李四", [1, 2], [1, 4]))
    a_change(event)
    draw = a_draw(event)
    page = owner.get(url("print", event))
    assert page.context["changes"] == [change]
    assert f'name="subject" value="{change.pk}"' in text(page)
    assert f'name="subject" value="{draw.pk}"' in text(page)
    assert "2 人迁座" in text(page)
    owner.post(url("print-ask", event), {"kind": "print-move-slips", "session": "1", "subject": str(change.pk)})
    assert Job.objects.get().parameters["subject"] == change.pk


def test_codes_that_phones_cannot_open_are_warned_of(owner):
    event = a_hall(["张三"])
    assert "手机扫码会打不开" not in text(owner.get(url("print", event)))
    for host in ("localhost:8000", "127.0.0.1:8000"):
        assert "手机扫码会打不开" in text(owner.get(url("print", event), headers={"host": host}))


def test_queries_do_not_grow(owner):
    counts = []
    for slug, people in (("few", 1), ("many", 36)):
        event = a_hall([f"王{n}" for n in range(people)], slug=slug)
        for minute in range(people):
            printed(event, NOW + timedelta(minutes=minute))
            a_change(event, (f"王{minute}", None, [1, 1]))
        with CaptureQueriesContext(connection) as captured:
            owner.get(url("print", event))
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_the_nav_leads_here(owner):
    event = a_hall(["张三"])
    assert f'href="{url("print", event)}" aria-current="page"' in text(owner.get(url("print", event)))
