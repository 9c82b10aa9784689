"""What an import would do and does: new, changed, missing, without rows in error, and what undoing it needs."""

import pytest

from bobing_event.importing import read_roster
from bobing_event.importing.plan import import_people
from bobing_event.models import Participant
from tests.bobing_event.factories import HEADER, NOW, make_event, make_person, make_user, sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(make_user())


def planned(event, *rows, header=HEADER, dry_run=True, **options):
    return import_people(
        event=event, roster=read_roster([sheet(header, *rows)]), source=None, dry_run=dry_run, **options
    )


def test_a_dry_run_has_nothing_to_undo(event):
    plan = planned(event, ["王明", "13800000001", "财务部"])
    assert (plan.counts["new"], plan.undo, plan.errors, event.participants.count()) == (1, {}, [], 0)


def test_undo_names_everybody(event):
    changed = make_person(event, "李静", phone="13800000002", unit="行政部", initials="lj")
    gone = make_person(event, "张强")
    plan = planned(
        event, ["王明", "13800000001", "财务部"], ["李静", "13800000002", "财务部"], dry_run=False, mark_missing=True
    )
    new = Participant.objects.get(name="王明")
    assert new.initials == "wm"
    assert plan.undo == {
        "created": [new.pk],
        "changed": {str(changed.pk): {"unit": ["行政部", "财务部"]}},
        "missing": [gone.pk],
    }


def test_errors_write_nothing_unless_they_are_left_out(event):
    rows = (["王明", "138", ""], ["李静", "13800000002", ""])
    assert planned(event, *rows, dry_run=False).undo == {}
    assert event.participants.count() == 0
    plan = planned(event, *rows, dry_run=False, leave_out_errors=True)
    assert (plan.counts["new"], plan.counts["errors"], plan.counts["rows_in_error"]) == (1, 1, 1)
    assert list(event.participants.values_list("name", flat=True)) == ["李静"]


def test_errors_of_matching_are_left_out_too(event):
    make_person(event, "王明", phone="13800000001")
    make_person(event, "李静", id_number="E12345678")
    header = ["姓名", "手机", "身份证号", "场次"]
    rows = (["王明", "13800000001", "E12345678", ""], ["张强", "", "", "九"], ["陈静", "", "", ""])
    plan = planned(event, *rows, header=header, dry_run=False, leave_out_errors=True)
    assert sorted(finding.code for finding in plan.errors) == ["conflict", "unknown_session"]
    assert list(event.participants.values_list("name", flat=True)) == ["王明", "李静", "陈静"]


def test_missing_people_are_marked_only_by_choice(event):
    gone, here = make_person(event, "张强", unit="财务部"), make_person(event, "陈静")
    walk_in = make_person(event, "许静", walk_in=True)
    Participant.objects.filter(pk=here.pk).update(checked_in_at=NOW, checked_in_by=make_user("desk"))
    plan = planned(event, ["王明", "", ""], dry_run=False)
    assert plan.counts["missing"] == 2
    assert plan.report["missing"] == [
        {"id": gone.pk, "name": "张强", "unit": "财务部", "marked": False},
        {"id": here.pk, "name": "陈静", "unit": "", "marked": False},
    ]
    assert not event.participants.filter(missing=True).exists()
    plan = planned(event, ["王明", "", ""], dry_run=False, mark_missing=True)
    assert plan.undo["missing"] == [gone.pk]
    assert list(event.participants.filter(missing=True)) == [gone]
    walk_in.refresh_from_db()
    assert not walk_in.missing


def test_who_stands_in_a_row_in_error_is_not_missing(event):
    make_person(event, "张强", phone="13800000001")
    assert planned(event, ["张强", "138", ""], ["王明", "", ""]).counts["missing"] == 0


def test_who_is_on_the_list_again_is_missing_no_longer(event):
    person = make_person(event, "张强", missing=True)
    plan = planned(event, ["张强", "", ""], dry_run=False)
    assert plan.report["changes"] == [{"row": 2, "sheet": "", "name": "张强", "fields": {"missing": [True, False]}}]
    person.refresh_from_db()
    assert not person.missing


def test_all_columns(event):
    header = ["姓名", "组别", "桌号", "座位号", "代博人", "代博人电话", "监护人", "监护人电话"]
    row = ["王小明", "三组", "第5桌", "3号", "李静", "13800000002", "王明", "13800000001"]
    planned(event, row, header=header, dry_run=False)
    person = event.participants.values(
        "party", "wanted_table", "wanted_seat", "proxy_name", "proxy_phone", "guardian_name", "guardian_phone"
    ).get()
    assert person == {
        "party": "三组", "wanted_table": 5, "wanted_seat": 3, "proxy_name": "李静", "proxy_phone": "13800000002",
        "guardian_name": "王明", "guardian_phone": "13800000001",
    }  # fmt: skip


def test_a_fixed_seat_of_somebody_who_is_known(event):
    header = ["姓名", "桌号", "座位号"]
    make_person(event, "张强", wanted_table=3, wanted_seat=5)
    plan = planned(event, ["王明", "3", "5"], ["李静", "3", "6"], header=header)
    assert [(finding.row, finding.code, finding.value) for finding in plan.errors] == [(2, "seat_taken", "3-5 张强")]
    both = planned(event, ["王明", "3", "5"], ["张强", "3", "6"], header=header)
    assert (both.errors, both.counts["new"], both.counts["changed"]) == ([], 1, 1)
