"""The import in two steps: a preview that changes nobody, a commit of exactly that, once."""

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.db import DatabaseError, transaction

from bobing_event.importing.choices import SheetChoice
from bobing_event.models import AuditRecord, Participant, ParticipantImport
from bobing_event.queries import preview_digest
from bobing_event.refusals import Refusal
from bobing_event.services.events import add_session
from bobing_event.services.imports import commit_import, preview_import
from bobing_event.services.uploads import choose_columns, upload_sheet
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
    xlsx,
)

pytestmark = pytest.mark.django_db
THREE = csv(
    HEADER, ["王㛃", "13800000001", "财务部"], ["李 静", "", "财务部"], ["Maria Santos", "+86 138-0000-0003", ""]
)
PEOPLE = [("王㛃", "13800000001", "财务部"), ("李静", "", "财务部"), ("Maria Santos", "13800000003", "")]


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def event(owner):
    return make_event(owner)


COUNTED = ("new", "changed", "unchanged", "missing", "errors", "rows_in_error", "warnings", "left_out")


def counts(**given):
    return {
        **dict.fromkeys(COUNTED, 0),
        "rows_in_error": given.get("errors", 0),
        **given,
    }


def refusal(work, *args, **kwargs) -> Refusal:
    with pytest.raises(Refusal) as refused:
        work(*args, **kwargs)
    return refused.value


def test_preview_changes_nobody(event, owner):
    preview = upload(event, owner, THREE)
    assert preview.counts == counts(new=3)
    assert preview.report["new"] == [[2, "王㛃", "13800000001", "财务部", ""], [3, "李静", "", "财务部", ""],
                                     [4, "Maria Santos", "13800000003", "", ""]]  # fmt: skip
    assert (preview.state, preview.committed_at, preview.uploaded_by, preview.uploaded_at) == (
        "previewed", None, owner, NOW,
    )  # fmt: skip
    assert listed(event) == []
    assert not AuditRecord.objects.filter(action="people_imported").exists()


def test_commit(event, owner):
    done = imported(event, owner, THREE)
    assert listed(event) == PEOPLE
    assert (done.state, done.committed_at, done.counts) == ("committed", NOW, counts(new=3))
    assert set(event.participants.values_list("source", flat=True)) == {done.pk}
    record = AuditRecord.objects.get(action="people_imported")
    assert (record.by, record.at, record.subject) == (owner, NOW, "people.csv")
    assert record.detail == {
        "sha256": done.sha256, "new": 3, "changed": 0, "unchanged": 0, "rows_in_error": 0, "missing": 0,
    }  # fmt: skip


def test_the_file_is_kept_with_its_hash(event, owner):
    done = imported(event, owner, THREE, "名单.csv")
    done.refresh_from_db()
    assert done.sha256 == sha256(THREE).hexdigest()
    assert done.file_name == "名单.csv"
    with done.file.open("rb") as kept:
        assert kept.read() == THREE


def test_the_same_file_again_changes_nothing_and_says_so(event, owner):
    done = imported(event, owner, THREE)
    refused = refusal(upload, event, owner, THREE, "other-name.csv")
    assert (refused.code, refused.status, refused.context) == ("already_imported", 409, {"import_id": done.pk})
    assert "18:30" in str(refused)  # on the event's clock
    assert refusal(commit_import, upload=done, by=owner, now=NOW).code == "already_imported"
    assert listed(event) == PEOPLE
    assert ParticipantImport.objects.count() == 1


def test_the_same_file_in_another_event_is_another_import(event, owner):
    imported(event, owner, THREE)
    other = make_event(owner, "spring")
    assert imported(other, owner, THREE).counts == counts(new=3)


def test_uploading_twice_before_importing_keeps_one_preview(event, owner):
    first, second = upload(event, owner, THREE, "a.csv"), upload(event, owner, THREE, "b.csv")
    assert (first.pk, second.file_name) == (second.pk, "b.csv")


def test_the_same_people_in_another_file_are_unchanged(event, owner):
    imported(event, owner, THREE)
    again = upload(event, owner, THREE + b"\r\n")
    assert again.counts == counts(unchanged=3)
    commit_import(upload=again, by=owner, now=NOW)
    assert listed(event) == PEOPLE


def test_a_second_sheet_updates(event, owner):
    imported(event, owner, THREE)
    second = upload(
        event, owner, csv(["姓名", "手机", "单位", "备注"], ["王㛃", "13800000001", "行政部", ""],
                          ["李静", "13800000002", "财务部", "素食"], ["陈强", "", "客服部", ""]),
    )  # fmt: skip
    assert second.counts == counts(new=1, changed=2, missing=1)
    assert second.report["changes"] == [
        {"row": 2, "sheet": "", "name": "王㛃", "fields": {"unit": ["财务部", "行政部"]}},
        {"row": 3, "sheet": "", "name": "李静", "fields": {"note": ["", "素食"], "phone": ["", "13800000002"]}},
    ]
    commit_import(upload=second, by=owner, now=NOW)
    assert listed(event) == [
        ("王㛃", "13800000001", "行政部"),
        ("李静", "13800000002", "财务部"),
        ("Maria Santos", "13800000003", ""),
        ("陈强", "", "客服部"),
    ]
    assert event.participants.get(name="李静").note == "素食"


def test_an_update_leaves_what_the_sheet_does_not_speak_of(event, owner):
    person = make_person(event, "王明", phone="13800000001", note="晚到", checked_in_at=NOW, checked_in_by=owner)
    done = imported(event, owner, csv(HEADER, ["王明", "13800000001", "财务部"]))
    person.refresh_from_db()
    assert (person.unit, person.note, person.checked_in_at, person.checked_in_by) == ("财务部", "晚到", NOW, owner)
    assert person.source is None
    assert done.counts == counts(changed=1)


def test_an_empty_cell_erases_nothing(event, owner):
    make_person(event, "王明", phone="13800000001", unit="财务部")
    assert upload(event, owner, csv(HEADER, ["王明", "", "财务部"])).counts == counts(unchanged=1)
    assert upload(event, owner, csv(HEADER, ["王明", "13800000001", ""])).counts == counts(unchanged=1)


def test_all_or_nothing(event, owner):
    preview = upload(event, owner, csv(HEADER, ["王明", "13800000001", ""], ["李静", "138", ""], ["", "", "x"]))
    assert preview.counts == counts(new=1, errors=1, rows_in_error=1)
    assert preview.report["errors"] == [{"row": 3, "code": "phone", "value": "138", "sheet": ""}]
    refused = refusal(commit_import, upload=preview, by=owner, now=NOW)
    assert (refused.code, refused.context) == ("import_has_errors", {"errors": 1})
    assert listed(event) == []


def test_a_database_error_undoes_everything(event, owner, monkeypatch):
    preview = upload(event, owner, THREE)

    def full_disk(*args, **kwargs):
        raise DatabaseError("disk full")

    monkeypatch.setattr("import_export.resources.Resource.bulk_create", full_disk)
    with pytest.raises(DatabaseError), transaction.atomic():
        commit_import(upload=preview, by=owner, now=NOW)
    preview.refresh_from_db()
    assert (listed(event), preview.state) == ([], "previewed")


def test_people_changed_since_the_preview(event, owner):
    preview = upload(event, owner, THREE)
    make_person(event, "李静", unit="财务部", phone="13800000009")
    assert refusal(commit_import, upload=preview, by=owner, now=NOW).code == "preview_outdated"
    assert event.participants.count() == 1
    assert preview_import(upload=preview).counts == counts(new=2, unchanged=1)
    commit_import(upload=preview, by=owner, now=NOW)
    assert event.participants.count() == 3


def test_people_changed_beyond_what_the_preview_lists(event, owner):
    """The counts and the first 500 lines are the same; the 501st person is another's by now."""
    rows = [[f"甲{number}", f"1380000{number:04}", "新"] for number in range(502)]
    for name, phone, _unit in rows:
        make_person(event, name, phone=phone, unit="旧")
    preview = upload(event, owner, csv(HEADER, *rows))
    event.participants.filter(name="甲501").update(unit="更旧")
    assert refusal(commit_import, upload=preview, by=owner, now=NOW).code == "preview_outdated"
    assert not event.participants.filter(unit="新").exists()


def test_somebody_else_chose_other_columns_since(event, owner):
    """What is committed is what was looked at, though a newer preview would be possible."""
    looked_at = upload(event, owner, THREE)
    chosen = choose_columns(upload=looked_at, sheets={"": SheetChoice(columns={0: "name", 1: "", 2: "unit"})})
    preview_import(upload=chosen)
    stale = refusal(commit_import, upload=looked_at, by=owner, now=NOW)
    told = refusal(commit_import, upload=chosen, by=owner, now=NOW, seen=preview_digest(looked_at))
    assert (stale.code, told.code, listed(event)) == ("preview_outdated", "preview_outdated", [])
    chosen.refresh_from_db()
    assert [line[2] for line in chosen.report["new"]] == ["", "", ""]  # the new preview is of the new choices
    commit_import(upload=chosen, by=owner, now=NOW, seen=preview_digest(chosen))
    assert listed(event) == [("王㛃", "", "财务部"), ("李静", "", "财务部"), ("Maria Santos", "", "")]


def test_errors_that_only_the_event_knows(event, owner):
    make_person(event, "王明", phone="13800000001", unit="财务部")
    make_person(event, "王明", phone="13800000002", unit="财务部")
    preview = upload(event, owner, csv(HEADER, ["王明", "", "财务部"]))
    assert preview.report["errors"] == [{"row": 2, "code": "ambiguous", "value": "王明", "sheet": ""}]


def test_sessions_by_number_and_name(event, owner):
    evening = add_session(event=event, by=owner, now=NOW, name="晚场")
    rows = [["甲一", "1"], ["乙二", "第2场"], ["丙三", "第二场"], ["丁四", "晚场"], ["戊五", ""], ["己六", "第9场"]]
    preview = upload(event, owner, csv(["姓名", "场次"], *rows))
    assert preview.report["errors"] == [{"row": 7, "code": "unknown_session", "value": "第9场", "sheet": ""}]
    imported(event, owner, csv(["姓名", "场次"], *rows[:-1]))
    first = event.sessions.get(number=1)
    assert list(event.participants.order_by("id").values_list("session", flat=True)) == [
        first.pk, evening.pk, evening.pk, evening.pk, None,
    ]  # fmt: skip


def test_file_too_large_is_refused_unread(event, owner, settings):
    settings.PARTICIPANT_UPLOAD_MAX_BYTES = 20 * 2**20

    class Unreadable(TemporaryUploadedFile):
        def read(self, *args):
            raise AssertionError("read")

        chunks = read

    file = Unreadable("people.xlsx", "application/zip", 20 * 2**20 + 1, None)
    refused = refusal(upload_sheet, event=event, file=file, by=owner, now=NOW)
    assert (refused.code, refused.status) == ("file_too_large", 413)
    assert "20.0 MB" in str(refused)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_file"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "picture_file"),
        (xlsx(["姓名", "电话"], ["王明", "138"])[:1500], "spreadsheet_damaged"),
        (xlsx(["姓名", "电话"]), "no_people"),
        (xlsx(), "no_people"),
    ],
    ids=["empty", "picture", "cut off", "nobody", "nothing"],  # the bytes hold the time and would name the test
)
def test_refused_files_are_not_kept(event, owner, content, code):
    assert refusal(upload, event, owner, content, "people.xlsx").code == code
    assert not ParticipantImport.objects.exists()


def test_a_wps_sheet_is_known_by_its_name(event, owner):
    content = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600)  # the head of the container that .et and .xls share
    assert refusal(upload, event, owner, content, "名单.et").code == "wps_spreadsheet"
    assert refusal(upload, event, owner, content, "名单.xls").code == "spreadsheet_damaged"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (xlsx(["产品", "数量"], ["洗衣液", 3]), "no_name_column"),
        (xlsx(["姓名", "电话", "姓名"], ["王明", "", "李静"]), "two_name_columns"),
    ],
    ids=["no names", "two names"],
)
def test_files_that_need_a_choice_are_kept_without_a_preview(event, owner, content, code):
    assert refusal(upload, event, owner, content, "people.xlsx").code == code
    kept = ParticipantImport.objects.get()
    assert (kept.state, kept.counts, [sheet["title"] for sheet in kept.survey]) == ("uploaded", {}, ["Sheet"])


@pytest.mark.parametrize("people", [1, 3])
def test_queries_do_not_grow_with_people(event, owner, people, django_assert_num_queries):
    rows = [[f"甲{number}", f"1380000000{number}", "x"] for number in range(people)]
    content = csv(HEADER, *rows)
    with django_assert_num_queries(24):
        preview = upload(event, owner, content)
    with django_assert_num_queries(12):
        commit_import(upload=preview, by=owner, now=NOW)
    changed = upload(event, owner, csv(HEADER, *[[*row[:2], "y"] for row in rows]))
    with django_assert_num_queries(12):
        commit_import(upload=changed, by=owner, now=NOW)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_commits_of_one_file_at_once(event, owner):
    previews = [upload(event, owner, THREE)] * 2

    def commit(preview):
        try:
            return commit_import(upload=preview, by=owner, now=NOW).state
        except Refusal as refused:
            return refused.code

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(in_thread(commit), previews))
    assert sorted(answers) == ["already_imported", "committed"]
    assert listed(event) == PEOPLE
    assert AuditRecord.objects.filter(action="people_imported").count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_sheets_with_one_person_at_once(event, owner):
    previews = [
        upload(event, owner, csv(HEADER, ["王明", "13800000001", unit], [other, "", ""]))
        for unit, other in (("财务部", "李静"), ("行政部", "陈强"))
    ]

    def commit(preview):
        try:
            return commit_import(upload=preview, by=owner, now=NOW).state
        except Refusal as refused:
            return refused.code

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(in_thread(commit), previews))
    assert sorted(answers) == ["committed", "preview_outdated"]
    assert Participant.objects.count() == 2


def test_the_preview_file_name_is_no_path(event, owner):
    preview = upload_sheet(event=event, file=ContentFile(THREE, "../../a/b.csv"), by=owner, now=NOW)
    assert preview.file_name == "b.csv"
    assert preview.file.name.startswith("imports/")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_imports_into_two_events_at_once(event, owner):
    """The ids that one import has drawn are not drawn again by the other, whichever commits first."""
    events = [event, *(make_event(owner, f"event-{number}") for number in range(3))]
    rows = [[f"甲{number}", f"1380000{number:04}", ""] for number in range(300)]
    previews = [upload(each, owner, csv(HEADER, *rows)) for each in events]

    def commit(preview):
        return commit_import(upload=preview, by=owner, now=NOW).state

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(in_thread(commit), previews)) == ["committed"] * 4
    assert Participant.objects.count() == 1200
    assert make_person(event, "乙").pk > Participant.objects.exclude(name="乙").latest("pk").pk


def test_two_people_with_one_phone(event, owner):
    preview = upload(event, owner, csv(HEADER, ["王明", "13800000001", ""], ["李静", "138 0000 0001", ""]))
    assert preview.report["errors"] == [{"row": 3, "code": "duplicate", "value": "李静 (2)", "sheet": ""}]
    assert refusal(commit_import, upload=preview, by=owner, now=NOW).code == "import_has_errors"
    commit_import(upload=preview, by=owner, now=NOW, leave_out_errors=True)
    assert listed(event) == [("王明", "13800000001", "")]
    assert AuditRecord.objects.get(action="people_imported").detail["rows_in_error"] == 1


def test_a_phone_that_is_somebody_elses_changes_their_name_and_says_so(event, owner):
    make_person(event, "王明", phone="13800000001")
    preview = upload(event, owner, csv(HEADER, ["李静", "13800000001", ""]))
    (warning,) = preview.report["warnings"]
    assert (warning["code"], warning["value"]) == ("name_changes", "王明 → 李静")


@pytest.mark.parametrize("table", ["贵宾", "0", "-3", "1.5", "九百九十九万"])
def test_a_table_number_that_cannot_be(event, owner, table):
    preview = upload(event, owner, csv(["姓名", "桌号"], ["王明", table], ["李静", "3"]))
    assert preview.report["errors"] == [{"row": 2, "code": "table", "value": table, "sheet": ""}]
    commit_import(upload=preview, by=owner, now=NOW, leave_out_errors=True)
    assert list(event.participants.values_list("name", "wanted_table")) == [("李静", 3)]


def test_a_name_in_a_row_in_error_is_not_marked_as_missing(event, owner):
    make_person(event, "王明", unit="工会")
    make_person(event, "李静", unit="工会")
    preview = upload(event, owner, csv(HEADER, ["王明", "138", "工会"], ["陈强", "", "工会"]))
    assert (preview.counts["missing"], preview.counts["rows_in_error"]) == (1, 1)
    commit_import(upload=preview, by=owner, now=NOW, leave_out_errors=True, mark_missing=True)
    assert dict(event.participants.values_list("name", "missing")) == {"王明": False, "李静": True, "陈强": False}


def test_who_was_marked_and_is_on_the_list_again(event, owner):
    person = make_person(event, "王明", unit="工会", missing=True)
    assert imported(event, owner, csv(HEADER, ["王明", "", "工会"])).counts["changed"] == 1
    person.refresh_from_db()
    assert not person.missing


def test_a_preview_is_needed_before_the_commit(event, owner):
    kept = upload_sheet(event=event, file=ContentFile(THREE, "a.csv"), by=owner, now=NOW)
    assert refusal(commit_import, upload=kept, by=owner, now=NOW).code == "not_previewed"


def test_the_file_was_taken_away(event, owner):
    preview = upload(event, owner, THREE)
    preview.file.storage.delete(preview.file.name)
    cache.clear()  # what the preview read is kept for a while
    refused = refusal(commit_import, upload=preview, by=owner, now=NOW)
    assert (refused.code, refused.status) == ("file_gone", 410)
    assert listed(event) == []


def test_nothing_is_previewed_or_chosen_any_more(event, owner):
    done = imported(event, owner, THREE)
    assert refusal(preview_import, upload=done).code == "import_closed"
    assert refusal(choose_columns, upload=done, sheets={}).code == "import_closed"


def test_a_sheet_that_the_file_has_not(event, owner):
    preview = upload(event, owner, THREE)
    refused = refusal(choose_columns, upload=preview, sheets={"别的": SheetChoice(use=True)})
    assert (refused.code, refused.status) == ("unknown_sheet", 400)


def test_columns_chosen_anew_end_the_preview(event, owner):
    preview = upload(event, owner, THREE)
    chosen = choose_columns(upload=preview, sheets={"": SheetChoice(columns={0: "name", 1: "", 2: "unit"})})
    assert (chosen.state, chosen.counts, chosen.report) == ("uploaded", {}, {})
    event.refresh_from_db()
    assert event.column_mapping == {"手机号": ""}
    assert refusal(commit_import, upload=preview, by=owner, now=NOW).code == "not_previewed"
    commit_import(upload=preview_import(upload=chosen), by=owner, now=NOW)
    assert listed(event) == [("王㛃", "", "财务部"), ("李静", "", "财务部"), ("Maria Santos", "", "")]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_file_brought_by_two_at_once_is_one_import(event, owner):
    def bring(name):
        return upload_sheet(event=event, file=ContentFile(THREE, name), by=owner, now=NOW).pk

    with ThreadPoolExecutor(2) as pool:
        assert len(set(pool.map(in_thread(bring), ["a.csv", "b.csv"]))) == 1
