"""Taking an import back: all of it or nothing, and only as long as nothing stands on it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from bobing_event.models import AuditRecord, Participant
from bobing_event.refusals import Refusal
from bobing_event.services.check_in import check_in, undo_check_in
from bobing_event.services.import_undo import undo_import
from bobing_event.services.imports import commit_import
from bobing_event.services.people import change_participant
from bobing_event.services.uploads import upload_sheet
from tests.bobing_event.factories import (
    HEADER,
    NOW,
    csv,
    imported,
    in_thread,
    listed,
    make_event,
    make_person,
    make_user,
    upload,
)

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=5)


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def event(owner):
    return make_event(owner)


@pytest.fixture
def before(event, owner):
    """王明 and 李静, known before; their values are what an undone import must leave."""
    make_person(event, "王明", phone="13800000001", unit="财务部", note="素食", initials="wm")
    make_person(event, "李静", phone="13800000002", unit="财务部", initials="lj")
    make_person(event, "陈强", unit="保安部", missing=True, initials="cq")
    return state(event)


def state(event):
    fields = ("name", "phone", "unit", "note", "gender", "missing", "initials", "source")
    return list(event.participants.order_by("id").values_list("id", *fields))


SHEET = csv(["姓名", "手机", "单位", "性别"], ["王小明", "13800000001", "行政部", "男"], ["陈强", "", "保安部", ""],
            ["新人", "13800000009", "工会", "女"])  # fmt: skip


def marked(event, owner, content=SHEET):
    return commit_import(upload=upload(event, owner, content), by=owner, now=NOW, mark_missing=True)


def refusal(upload, owner) -> Refusal:
    with pytest.raises(Refusal) as refused:
        undo_import(upload=upload, by=owner, now=LATER)
    return refused.value


def test_everything_is_as_before(event, owner, before):
    done = marked(event, owner)
    assert [line[1:] for line in state(event)] == [
        ("王小明", "13800000001", "行政部", "素食", "m", False, "wxm", None),
        ("李静", "13800000002", "财务部", "", "", True, "lj", None),
        ("陈强", "", "保安部", "", "", False, "cq", None),
        ("新人", "13800000009", "工会", "", "f", False, "xr", done.pk),
    ]
    undone = undo_import(upload=done, by=owner, now=LATER)
    assert state(event) == before
    assert (undone.state, undone.undone_at, undone.undone_by, undone.committed_at) == ("undone", LATER, owner, NOW)
    record = AuditRecord.objects.get(action="import_undone")
    assert (record.by, record.at, record.subject) == (owner, LATER, "people.csv")
    assert record.detail == {"sha256": done.sha256, "new": 1, "changed": 2, "missing": 1}


def test_the_same_file_can_be_imported_again(event, owner, before):
    first = undo_import(upload=marked(event, owner), by=owner, now=LATER)
    again = imported(event, owner, SHEET)
    assert again.pk != first.pk
    assert [name for name, _phone, _unit in listed(event)] == ["王小明", "李静", "陈强", "新人"]


def test_twice(event, owner, before):
    done = undo_import(upload=marked(event, owner), by=owner, now=LATER)
    assert refusal(done, owner).code == "already_undone"
    assert state(event) == before


def test_what_was_not_imported(event, owner):
    assert refusal(upload(event, owner, SHEET), owner).code == "not_imported"


def test_somebody_new_has_checked_in(event, owner, before):
    done = marked(event, owner)
    new = event.participants.get(name="新人")
    check_in(participant=new, by=owner, now=LATER)
    written = state(event)
    refused = refusal(done, owner)
    assert refused.code == "person_checked_in"
    assert "新人" in str(refused)
    assert state(event) == written
    undo_check_in(participant=new, by=owner, now=LATER)
    undo_import(upload=done, by=owner, now=LATER)
    assert state(event) == before


def test_somebody_known_before_has_checked_in(event, owner, before):
    done = marked(event, owner)
    check_in(participant=event.participants.get(name="王小明"), by=owner, now=LATER)
    undo_import(upload=done, by=owner, now=LATER)
    assert event.participants.get(name="王明").checked_in_at == LATER


@pytest.mark.parametrize(("name", "change", "said"), [("王小明", {"unit": "总部"}, "王小明（单位）"),
                                                      ("新人", {"note": "晚到"}, "新人")])  # fmt: skip
def test_a_value_was_changed_by_hand_since(event, owner, before, name, change, said):
    done = marked(event, owner)
    change_participant(participant=event.participants.get(name=name), by=owner, now=LATER, **change)
    written = state(event)
    refused = refusal(done, owner)
    assert (refused.code, refused.context) == ("changed_since", {"people": 1})
    assert said in str(refused)
    assert state(event) == written


def test_somebody_comes_with_somebody_new(event, owner, before):
    done = marked(event, owner)
    make_person(event, "家属", companion_of=event.participants.get(name="新人"))
    refused = refusal(done, owner)
    assert refused.code == "has_companions"
    assert "家属" in str(refused)
    assert event.participants.filter(name="新人").exists()


def test_another_value_was_changed_by_hand_since(event, owner, before):
    """What the import did not write is not the import's to take back."""
    done = marked(event, owner)
    change_participant(participant=event.participants.get(name="王小明"), by=owner, now=LATER, note="坐轮椅")
    undo_import(upload=done, by=owner, now=LATER)
    person = event.participants.get(phone="13800000001")
    assert (person.name, person.unit, person.note) == ("王明", "财务部", "坐轮椅")


def test_a_phone_from_before_belongs_to_somebody_else(event, owner):
    make_person(event, "王明", phone="13800000001", id_number="350203199001011234")
    done = imported(event, owner, csv(["姓名", "手机", "身份证号"], ["王明", "13800000008", "350203199001011234"]))
    make_person(event, "李静", phone="13800000001")
    written = state(event)
    assert refusal(done, owner).code == "changed_since"
    assert state(event) == written


def test_a_later_import_goes_first(event, owner, before):
    first = marked(event, owner)
    second = imported(event, owner, csv(HEADER, ["新人", "13800000009", "财务部"]), "second.csv")
    refused = refusal(first, owner)
    assert (refused.code, refused.context) == ("later_import", {"import_id": second.pk})
    assert "second.csv" in str(refused)
    undo_import(upload=second, by=owner, now=LATER)
    undo_import(upload=first, by=owner, now=LATER)
    assert state(event) == before


def test_a_later_import_of_others_does_not_matter(event, owner, before):
    first = marked(event, owner)
    imported(event, owner, csv(HEADER, ["赵六", "13800000007", "工会"]))
    undo_import(upload=first, by=owner, now=LATER)
    assert [name for name, _phone, _unit in listed(event)] == ["王明", "李静", "陈强", "赵六"]


def test_another_events_people_stay(event, owner):
    other = make_event(owner, "spring")
    imported(other, owner, SHEET)
    undo_import(upload=imported(event, owner, SHEET), by=owner, now=LATER)
    assert (len(listed(event)), len(listed(other))) == (0, 3)


@pytest.mark.parametrize("people", [1, 3])
def test_queries_do_not_grow_with_people(event, owner, people, django_assert_num_queries):
    for number in range(people):
        make_person(event, f"甲{number}", phone=f"1390000000{number}", unit="旧")
    rows = [[f"甲{number}", f"1390000000{number}", "新"] for number in range(people)]
    rows += [[f"乙{number}", f"1380000000{number}", "新"] for number in range(people)]
    done = imported(event, owner, csv(HEADER, *rows))
    with django_assert_num_queries(35):  # five of them ask whether prizes hang on the people
        undo_import(upload=done, by=owner, now=LATER)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_a_check_in_at_the_same_time(event, owner, attempt):
    """Either the import stays since somebody is here, or the person is gone and cannot check in."""
    done = imported(event, owner, csv(HEADER, ["新人", "13800000009", ""]))
    new = event.participants.get()

    def work(name):
        try:
            if name == "undo":
                undo_import(upload=done, by=owner, now=LATER)
            else:
                check_in(participant=new, by=owner, now=LATER)
        except Refusal as refused:
            return refused.code
        except Participant.DoesNotExist:
            return "gone"
        return "done"

    with ThreadPoolExecutor(2) as pool:
        undone, arrived = pool.map(in_thread(work), ["undo", "arrive"])
    assert (undone, arrived) in {("done", "gone"), ("person_checked_in", "done")}
    assert event.participants.count() == (0 if undone == "done" else 1)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_undos_at_once(event, owner):
    done = imported(event, owner, SHEET)

    def undo(_number):
        try:
            return undo_import(upload=done, by=owner, now=LATER).state
        except Refusal as refused:
            return refused.code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(in_thread(undo), range(2))) == ["already_undone", "undone"]
    assert AuditRecord.objects.filter(action="import_undone").count() == 1


def test_a_new_upload_does_not_take_up_what_was_undone(event, owner):
    from django.core.files.base import ContentFile

    done = undo_import(upload=imported(event, owner, SHEET), by=owner, now=LATER)
    again = upload_sheet(event=event, file=ContentFile(SHEET, "again.csv"), by=owner, now=LATER)
    assert (again.pk != done.pk, again.state, again.file_name) == (True, "uploaded", "again.csv")
