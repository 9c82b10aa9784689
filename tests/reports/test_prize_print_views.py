"""The page of printing where prizes are concerned: groups, who prints what, why not yet, what has changed since."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from awards.models import PrizeSettings
from awards.services import add_prize, receive_goods
from bobing_event.models import Job, Role
from tables.models import Entry, Table
from tests.awards.factories import NOW, a_table, a_user, an_event, by_owner
from tests.awards.handing import hand, person_at
from tests.reports.halls import a_hall
from tests.reports.prized import a_prized_evening, tables_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    client.force_login(a_user())
    return client


def url(name, event):
    return reverse(name, args=[event.slug])


def text(response):
    return " ".join(response.content.decode().split())


def lines(response):
    """By the code of the kind, without `print-`."""
    groups = response.context["groups"]
    return {line.kind.code.removeprefix("print-"): line for section in groups for line in section.lines}


def wish(kind, **more):
    return {"kind": f"print-{kind}", "session": "1", **more}


def made(event, kind, at):
    asked = {"session": 1, "first": None, "last": None, "sample": False}
    Job.objects.create(
        event=event, kind=f"print-{kind}", parameters=asked, key=f"{kind}{at}", asked_by=a_user(), asked_at=at,
        state="done", file="jobs/x.pdf", file_name="x.pdf",
    )  # fmt: skip


def test_the_groups_and_what_each_paper_comes_to(owner):
    event, _prizes = a_prized_evening(3)
    page = owner.get(url("print", event))
    assert [(section.group.code, str(section.group.label)) for section in page.context["groups"]] == [
        ("seats", "座位"), ("prizes", "奖品"), ("results", "成绩"),
    ]  # fmt: skip
    found = {kind: (line.count, line.pages) for kind, line in lines(page).items()}
    assert {kind: found[kind] for kind in ("pick-list", "load-list", "vouchers", "claim-sheets", "result-sheets")} == {
        "pick-list": (2, 1), "load-list": (3, 1), "vouchers": (6, 1), "claim-sheets": (6, 1), "result-sheets": (3, 3),
    }  # fmt: skip
    for words in ('href="#prizes"', "2 种奖品", "6 张券", "6 份奖品"):
        assert words in text(page), words


def test_why_not_yet(owner):
    event = an_event()
    a_table(event)
    page = owner.get(url("print", event))
    no_plan = "还没有奖品方案。请先在“奖品”页填好。"
    assert {kind: line.nothing for kind, line in lines(page).items() if line.nothing} == {
        "pick-list": no_plan, "load-list": no_plan, "vouchers": no_plan, "claim-sheets": no_plan,
        "result-sheets": "这里还没有博完的桌。",
        **{kind: line.nothing for kind, line in lines(page).items() if kind == "champions-poster" and line.nothing},
    }  # fmt: skip
    assert "这里还没有博完的桌。" in text(page)


def test_what_is_left_out_is_said_before(owner):
    event, _prizes = a_prized_evening(2, signed=False)
    assert "另有 4 份奖品未定，没有印" in text(owner.get(url("print", event)))


def test_many_peoples_prizes_are_counted_when_they_are_made(owner):
    event = a_hall([f"王{number}" for number in range(601)])
    page = owner.get(url("print", event))
    assert [kind for kind, line in lines(page).items() if line.work is None] == ["vouchers", "claim-sheets"]
    assert "人数多，生成 PDF 时再数份数" in text(page)
    some = owner.get(url("print", event), {"first": 1, "last": 50})
    assert [kind for kind, line in lines(some).items() if line.work is None] == []


def test_the_prize_desk_prints_papers_about_prizes_and_no_others(client):
    event, _prizes = a_prized_evening(1)
    client.force_login(a_user(event, Role.PRIZE_DESK, "desk"))
    made(event, "seat-cards", NOW)
    made(event, "vouchers", NOW)
    page = client.get(url("print", event))
    assert [section.group.code for section in page.context["groups"]] == ["prizes"]
    assert [job.kind for job, _label in page.context["jobs"]] == ["print-vouchers"]
    assert "抽签公告" not in text(page)
    assert f'href="{url("print", event)}" aria-current="page"' in text(page)
    for kind in ("seat-cards", "result-sheets", "draw-notice"):
        assert client.post(url("print-ask", event), wish(kind)).status_code == 403
    for kind in ("pick-list", "load-list", "vouchers", "claim-sheets"):
        assert client.post(url("print-ask", event), wish(kind)).status_code == 302
    assert Job.objects.filter(asked_at__gt=NOW).count() == 4


def test_rank_and_phones_are_asked_for_where_they_count(owner):
    event, _prizes = a_prized_evening(1)
    for kind in ("vouchers", "claim-sheets", "pick-list"):
        owner.post(url("print-ask", event), wish(kind, rank="duitang", phones="1"))
    asked = {job.kind: {"rank", "phones"} & job.parameters.keys() for job in Job.objects.all()}
    assert asked == {"print-vouchers": {"rank"}, "print-claim-sheets": {"phones"}, "print-pick-list": set()}
    answer = owner.post(url("print-ask", event), wish("vouchers", rank="emperor"), follow=True)
    assert "请选择要打印什么" in text(answer)


def test_what_has_changed_since_is_said_of_each_kind(owner):
    event, prizes = a_prized_evening(1)
    for kind in ("pick-list", "vouchers", "result-sheets"):
        made(event, kind, NOW + timedelta(minutes=30))
    page = owner.get(url("print", event))
    assert {line.outdated for line in lines(page).values()} == {""}
    later = {"by": a_user(), "now": NOW + timedelta(hours=1)}
    hand(event, person_at(tables_of(event)[0], 1), now=later["now"])
    assert outdated(owner, event) == {"vouchers": "此后有新结果或发奖"}
    receive_goods(event=event, goods={prizes["sanhong"].pk: 5}, **later)
    assert outdated(owner, event)["pick-list"] == "此后库存有变动"
    Table.objects.update(last_entry_at=later["now"])
    assert outdated(owner, event) == {
        "vouchers": "此后有新结果或发奖", "pick-list": "此后库存有变动", "result-sheets": "此后有新记录或签字",
    }  # fmt: skip


def test_that_claiming_has_ended_is_said_where_vouchers_are_printed(owner):
    event, _prizes = a_prized_evening(1)
    assert {line.ended for line in lines(owner.get(url("print", event))).values()} == {None}
    PrizeSettings.objects.update_or_create(event=event, defaults={"claim_until": NOW})
    page = owner.get(url("print", event))
    assert {kind for kind, line in lines(page).items() if line.ended == NOW} == {"vouchers", "claim-sheets"}
    assert "截止，券上印的也是这个时间。还要接着兑奖的话，请先改截止时间。" in text(page)


def outdated(client, event):
    return {kind: line.outdated for kind, line in lines(client.get(url("print", event))).items() if line.outdated}


def test_queries_do_not_grow_with_tables_and_goods(owner):
    counts = []
    for tables in (1, 3):
        event, _prizes = a_prized_evening(tables, slug=f"moon{tables}")
        for number in range(tables):
            add_prize(event=event, name=f"样品{number}", **by_owner())
        with CaptureQueriesContext(connection) as captured:
            owner.get(url("print", event))
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert Entry.objects.exists()
