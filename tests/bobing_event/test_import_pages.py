"""The pages of the import: four steps, each with an address of its own, and what they say when something is wrong."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook, load_workbook

from bobing_event.importing.cleaning import NAME_LENGTH
from bobing_event.jobs import run_job
from bobing_event.models import Job
from tests.bobing_event.factories import (
    HEADER,
    csv,
    imported,
    listed,
    make_event,
    make_member,
    make_person,
    make_user,
    upload,
    xlsx,
)

pytestmark = pytest.mark.django_db
SHEET = csv(HEADER, ["王㛃", "13800000001", "财务部"], ["李静", "", "财务部"])
ODD = csv(["报名表", "", ""], ["称呼", "手机号", "上班的地方"], ["王明", "13800000001", "工会"])
"""A sheet whose headings nobody knows."""


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


@pytest.fixture
def send(page):
    """Uploads a file in step 1."""

    def send(content, name="名单.csv", **extra):
        return page("import-upload", data={"file": SimpleUploadedFile(name, content), "whole": "yes"}, **extra)

    return send


@pytest.fixture
def at(event):
    return lambda name, *args: reverse(name, args=[event.slug, *args])


def text(response):
    return response.content.decode()


def said(response):
    return [(message.extra_tags or message.level_tag, str(message)) for message in response.context["messages"]]


def choices_of(response, **changed):
    """What the form of step 2 would send as it is shown, with some fields changed; "sheet-0-use": "" is unchecked."""
    data = {}
    for form in response.context["forms"]:
        for bound in form:
            value = bound.value()
            data[bound.html_name] = "on" if value is True else "" if value is False or value is None else value
    return {key: value for key, value in {**data, **changed}.items() if value != "" or "column" in key}


# --- step 1 -----------------------------------------------------------------------------------------------
def test_a_clear_sheet_goes_straight_to_its_preview(page, send, event, at):
    assert page("import-upload").status_code == 200
    response = send(SHEET, follow=True)
    kept = event.imports.get()
    assert response.redirect_chain == [(at("import-preview", kept.pk), 302)]
    assert "导入 2 人" in text(response)
    assert listed(event) == []
    response = page("import-preview", kept.pk, data={}, follow=True)
    assert response.redirect_chain == [(at("import-done", kept.pk), 302)]
    assert listed(event) == [("王㛃", "13800000001", "财务部"), ("李静", "", "财务部")]
    assert "名单.csv" in text(page("import-upload"))
    assert page("import-preview", kept.pk, follow=True).redirect_chain[-1] == (at("import-done", kept.pk), 302)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\x89PNG\r\n\x1a\n\x00", "picture_file"),
        ("姓名,电话\n".encode(), "no_people"),
        (b"", "empty_file"),
        (xlsx(["姓名"], ["王明"])[:900], "spreadsheet_damaged"),
    ],
    ids=["picture", "nobody", "empty", "cut off"],
)
def test_files_that_are_refused(send, event, content, code):
    response = send(content, "people.xlsx")
    assert response.context["form"].errors.as_data()["__all__"][0].code == code
    assert not event.imports.exists()


def test_file_too_large(send, settings):
    settings.PARTICIPANT_UPLOAD_MAX_BYTES = 100
    response = send(b"x" * 101)
    assert response.context["form"].errors.as_data()["__all__"][0].code == "file_too_large"


def test_an_upload_that_broke_off_is_not_taken_for_a_shorter_list(page, client, event, at):
    """The server got the beginning of the file and nothing after it."""
    page("import-upload")
    head = b'--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
    body = head + SHEET[:40]
    response = client.post(at("import-upload"), body, content_type="multipart/form-data; boundary=cut")
    assert "上传中断" in text(response)
    assert not event.imports.exists()


def test_the_same_file_again_leads_back_to_its_import(send, event, at):
    first = send(ODD, "a.csv")
    second = send(ODD, "b.csv")
    assert first.headers["Location"] == second.headers["Location"]
    assert event.imports.get().file_name == "b.csv"


@pytest.mark.parametrize("files", [1, 3])
def test_upload_page_queries(page, event, owner, files, django_assert_num_queries):
    for number in range(files):
        upload(event, owner, csv(HEADER, [f"甲{number}", "", ""]), f"{number}.csv")
    page("import-upload")
    with django_assert_num_queries(6):
        page("import-upload")


def test_the_original_can_be_had_again(page, event, owner):
    done = imported(event, owner, SHEET, "名单.csv")
    response = page("import-file", done.pk)
    assert b"".join(response.streaming_content) == SHEET
    assert response.headers["Content-Disposition"].endswith("filename*=utf-8''%E5%90%8D%E5%8D%95.csv")
    done.file.storage.delete(done.file.name)
    assert page("import-file", done.pk).status_code == 404


# --- step 2 -----------------------------------------------------------------------------------------------
def test_headings_are_moved_and_columns_mapped(page, send, event, at):
    response = send(ODD, follow=True)
    kept = event.imports.get()
    assert response.redirect_chain == [(at("import-columns", kept.pk), 302)]
    (form,) = response.context["forms"]
    assert [row["heading"] for row in form.rows] == [False, True, False]  # the likely one
    assert (form.lacks_names, form.needs_look) == (True, True)
    moved = page("import-columns", kept.pk, data=choices_of(response, heading="0:1"))
    assert moved.headers["Location"] == at("import-columns", kept.pk) + "#sheet-0"
    back = page("import-columns", kept.pk, data=choices_of(page("import-columns", kept.pk), heading="0:2"), follow=True)
    named = choices_of(back, **{"sheet-0-use": "on", "sheet-0-column-0": "name", "sheet-0-column-2": "unit"})
    response = page("import-columns", kept.pk, data=named, follow=True)
    assert response.redirect_chain == [(at("import-preview", kept.pk), 302)]
    event.refresh_from_db()
    assert event.column_mapping == {"称呼": "name", "上班的地方": "unit"}
    page("import-preview", kept.pk, data={})
    assert listed(event) == [("王明", "13800000001", "工会")]


def test_the_event_knows_the_columns_of_the_next_file(page, send, event, at):
    event.column_mapping = {"称呼": "name", "上班的地方": "unit"}
    event.save()
    assert send(ODD).headers["Location"] == at("import-preview", event.imports.get().pk)


def test_sheets_are_left_out_with_the_reason_and_taken_in_by_choice(page, event, owner):
    book = Workbook()
    for title, state in (("研发中心", "visible"), ("填写说明", "visible"), ("旧名单", "hidden"), ("空表", "visible")):
        sheet = book.create_sheet(title)
        sheet.sheet_state = state
        if title != "空表":
            sheet.append(["姓名", "手机"])
            sheet.append([f"{title[:2]}人", ""])
    del book["Sheet"]
    saved = io.BytesIO()
    book.save(saved)
    kept = upload(event, owner, saved.getvalue(), "book.xlsx")
    shown = page("import-columns", kept.pk)
    assert [(form.title, form.survey["reason"]) for form in shown.context["forms"]] == [
        ("研发中心", ""), ("填写说明", "instructions"), ("旧名单", "hidden"), ("空表", "empty"),
    ]  # fmt: skip
    assert not any(form.needs_look for form in shown.context["forms"])
    page("import-columns", kept.pk, data=choices_of(shown, **{"sheet-0-use": "", "sheet-2-use": "on"}))
    page("import-preview", kept.pk, data={})
    assert [name for name, _phone, _unit in listed(event)] == ["旧名人"]


def test_two_columns_for_one_field_are_refused_where_they_stand(page, send, event):
    kept = uploaded_by(send, event, ODD)
    shown = page("import-columns", kept.pk)
    data = choices_of(shown, **{"sheet-0-use": "on", "sheet-0-column-0": "name", "sheet-0-column-2": "name"})
    response = page("import-columns", kept.pk, data=data)
    assert response.context["forms"][0].errors.keys() == {"column-2"}
    event.refresh_from_db()
    assert (event.column_mapping, event.imports.get().state) == ({}, "uploaded")


def test_a_sheet_without_a_name_column_is_refused_where_it_stands(page, send, event):
    kept = uploaded_by(send, event, ODD)
    shown = page("import-columns", kept.pk)
    response = page("import-columns", kept.pk, data=choices_of(shown, **{"sheet-0-use": "on"}))
    assert response.context["forms"][0].errors.keys() == {"__all__"}
    response = page("import-columns", kept.pk, data=choices_of(shown))
    assert response.context["refused"].code == "no_sheet_chosen"


def test_two_blocks_of_names_need_a_choice(page, send, event, at):
    content = csv(["姓名", "手机", "姓名", "手机"], ["王明", "13800000001", "李静", "13800000002"])
    kept = uploaded_by(send, event, content)
    shown = page("import-columns", kept.pk)
    assert page("import-columns", kept.pk, data=choices_of(shown)).context["forms"][0].errors.keys() == {"column-2"}
    data = choices_of(shown, **{"sheet-0-column-2": ""})
    assert page("import-columns", kept.pk, data=data).headers["Location"] == at("import-preview", kept.pk)
    event.refresh_from_db()
    assert event.column_mapping == {}


@pytest.mark.parametrize("sheets", [1, 3])
def test_columns_page_queries(page, event, owner, sheets, django_assert_num_queries):
    book = Workbook()
    for number in range(sheets):
        sheet = book.create_sheet(f"部门{number}")
        sheet.append(["姓名", "何处"])
        sheet.append([f"甲{number}", "x"])
    saved = io.BytesIO()
    book.save(saved)
    kept = upload(event, owner, saved.getvalue(), "book.xlsx")
    assert len(page("import-columns", kept.pk).context["forms"]) == sheets + 1
    with django_assert_num_queries(6):
        page("import-columns", kept.pk)


@pytest.mark.parametrize(
    "nonsense",
    [
        {"heading": "9:1"},
        {"heading": "a:b"},
        {"heading": "0:99999999999"},
        {"sheet-0-column-0": "password"},
        {"sheet-0-header": "-1"},
        {"sheet-0-header": "x"},
        {"sheet-0-header": "9999999999"},
        {"sheet-0-header": ""},
    ],
)
def test_choices_that_no_page_offers(page, send, event, nonsense):
    kept = uploaded_by(send, event, ODD)
    before = (kept.choices, kept.survey)
    response = page("import-columns", kept.pk, data=choices_of(page("import-columns", kept.pk), **nonsense))
    assert response.status_code == 200
    kept.refresh_from_db()
    assert (kept.choices, kept.survey, kept.state) == (*before, "uploaded")


def test_a_row_beyond_the_sheet_has_no_headings_and_can_be_moved_back(page, send, event):
    kept = uploaded_by(send, event, ODD)
    page("import-columns", kept.pk, data=choices_of(page("import-columns", kept.pk), heading="0:50000"))
    shown = page("import-columns", kept.pk)
    assert "这行是标题" in text(shown)
    page("import-columns", kept.pk, data=choices_of(shown, heading="0:2"))
    assert len(page("import-columns", kept.pk).context["forms"][0].columns) == 3


def test_nothing_is_chosen_any_more_for_what_was_imported(page, event, owner, at):
    done = imported(event, owner, SHEET)
    assert page("import-columns", done.pk).headers["Location"] == at("import-done", done.pk)
    assert page("import-columns", done.pk, data={}).headers["Location"] == at("import-done", done.pk)


def uploaded_by(send, event, content):
    send(content)
    return event.imports.get()


# --- step 3 -----------------------------------------------------------------------------------------------
def test_errors_are_shown_by_row_and_cannot_be_imported(page, event, owner, at):
    preview = upload(event, owner, csv(HEADER, ["王明", "138", ""], ["李静", "", ""]))
    shown = page("import-preview", preview.pk)
    assert [(found["row"], found["value"]) for found in shown.context["report"]["errors"]] == [(2, "138")]
    referer = {"referer": f"http://testserver{at('import-preview', preview.pk)}"}
    response = page("import-preview", preview.pk, data={}, headers=referer, follow=True)
    assert [tag for tag, _text in said(response)] == ["import_has_errors"]
    assert listed(event) == []
    response = page("import-preview", preview.pk, data={"leave_out_errors": "on"})
    assert response.headers["Location"] == at("import-done", preview.pk)
    assert listed(event) == [("李静", "", "")]


def test_rows_in_error_come_back_as_text(page, event, owner):
    """Neither a phone becomes a number nor a name a formula, in whichever program the workbook is opened."""
    cells = ['=HYPERLINK("http://evil")', "1.38E+10", "@x"]
    preview = upload(event, owner, csv(HEADER, ["王明", "", ""], cells))
    response = page("import-errors", preview.pk)
    sheet = load_workbook(io.BytesIO(response.content)).active
    rows = [[(cell.value, cell.data_type) for cell in row] for row in sheet.iter_rows()]
    assert [value for value, _type in rows[0]] == [*HEADER, "原因"]
    assert [kind for _value, kind in rows[1]] == ["s"] * 4
    assert rows[1][1][0] == "1.38E+10"
    assert rows[1][3][0].startswith("第 3 行：")
    assert len(rows) == 2


def test_corrected_rows_are_uploaded_again(page, send, event, owner, at):
    long = "长" * (NAME_LENGTH + 1)
    preview = upload(event, owner, csv(HEADER, ["王明", "138", "工会"], ["李静", "", ""], [long, "", "工会"]))
    page("import-preview", preview.pk, data={"leave_out_errors": "on"})
    book = load_workbook(io.BytesIO(page("import-errors", preview.pk).content))
    book.active["B2"], book.active["A3"] = "13800000001", "陈强"
    saved = io.BytesIO()
    book.save(saved)
    response = send(saved.getvalue(), "名单-待更正.xlsx", follow=True)
    again = event.imports.first()
    assert response.redirect_chain == [(at("import-preview", again.pk), 302)]  # the column of reasons is known
    page("import-preview", again.pk, data={})
    assert listed(event) == [("李静", "", ""), ("王明", "13800000001", "工会"), ("陈强", "", "工会")]


def test_missing_people_are_marked_only_by_choice(page, event, owner, at):
    imported(event, owner, csv(HEADER, ["王明", "13800000001", ""], ["李静", "13800000002", ""]))
    preview = upload(event, owner, csv(HEADER, ["王明", "13800000001", "工会"]))
    assert "标记名单上没有的 1 人" in text(page("import-preview", preview.pk))
    page("import-preview", preview.pk, data={"mark_missing": "on"})
    assert dict(event.participants.values_list("name", "missing")) == {"王明": False, "李静": True}


def test_changes_are_shown_old_and_new(page, event, owner):
    make_person(event, "王㛃", phone="13800000001", unit="行政部")
    preview = upload(event, owner, SHEET)
    (change,) = page("import-preview", preview.pk).context["report"]["changes"]
    assert (change["name"], change["fields"]) == ("王㛃", [{"label": "单位", "old": "行政部", "new": "财务部"}])


def test_an_outdated_preview_is_made_anew(page, event, owner):
    preview = upload(event, owner, SHEET)
    make_person(event, "李静", unit="财务部")
    assert page("import-preview", preview.pk, data={}).status_code == 409
    preview.refresh_from_db()
    assert (preview.counts["new"], preview.counts["unchanged"]) == (1, 1)
    assert page("import-preview", preview.pk, data={}).status_code == 302


def test_the_page_commits_the_preview_it_shows(page, event, owner):
    preview = upload(event, owner, SHEET)
    seen = page("import-preview", preview.pk).context["seen"]
    make_person(event, "李静", unit="财务部")
    page("import-preview", preview.pk, data={"seen": seen})  # refused, and previewed anew
    assert page("import-preview", preview.pk, data={"seen": seen}).status_code == 409  # the page was not loaded anew
    fresh = page("import-preview", preview.pk).context["seen"]
    assert page("import-preview", preview.pk, data={"seen": fresh}).status_code == 302
    assert page("import-preview", preview.pk, data={"seen": "x" * 65}).status_code == 400


@pytest.mark.parametrize("people", [1, 3])
def test_preview_page_queries(page, event, owner, people, django_assert_num_queries):
    rows = [[f"甲{number}", "", f"部门{number}"] for number in range(people)]
    preview = upload(event, owner, csv(HEADER, *rows))
    page("import-preview", preview.pk)
    with django_assert_num_queries(8):
        page("import-preview", preview.pk)


def test_long_lists_are_paged(page, event, owner):
    preview = upload(event, owner, csv(HEADER, *[[f"甲{number}", "", ""] for number in range(300)]))
    shown = page("import-preview", preview.pk)
    assert len(shown.context["report"]["new"]) == 10
    assert len(shown.content) < 60_000
    second = page("import-list", preview.pk, "new", query="?page=2")
    assert [line[1] for line in second.context["report"]["new"]] == [f"甲{number}" for number in range(100, 200)]
    assert page("import-list", preview.pk, "secrets").status_code == 404


# --- step 4 -----------------------------------------------------------------------------------------------
def test_an_import_is_taken_back(page, event, owner, at):
    done = imported(event, owner, SHEET)
    assert "撤销这次导入" in text(page("import-done", done.pk))
    response = page("import-undo", done.pk, data={}, follow=True)
    assert response.redirect_chain == [(at("import-done", done.pk), 302)]
    assert listed(event) == []
    assert "撤销这次导入" not in text(page("import-done", done.pk))
    assert page("import-undo", done.pk, data={}).status_code == 409


@pytest.mark.parametrize("people", [1, 3])
def test_done_page_queries(page, event, owner, people, django_assert_num_queries):
    done = imported(event, owner, csv(HEADER, *[[f"甲{number}", "", ""] for number in range(people)]))
    page("import-done", done.pk)
    with django_assert_num_queries(12):
        page("import-done", done.pk)


def test_what_cannot_be_taken_back_says_why(page, event, owner):
    done = imported(event, owner, SHEET)
    event.participants.filter(name="李静").update(checked_in_at=done.committed_at, checked_in_by=owner)
    assert "李静" in text(page("import-done", done.pk))


# --- doors ------------------------------------------------------------------------------------------------
OF_ONE = ("import-detail", "import-columns", "import-preview", "import-done", "import-file", "import-errors",
          "import-progress")  # fmt: skip


def test_another_events_import_is_not_found(page, owner):
    other = make_event(owner, "spring")
    kept = upload(other, owner, SHEET)
    answers = [page(name, kept.pk).status_code for name in OF_ONE]
    answers += [
        page(name, kept.pk, data={}).status_code for name in ("import-columns", "import-preview", "import-undo")
    ]
    assert answers == [404] * 10
    assert page("import-list", kept.pk, "new").status_code == 404


@pytest.mark.parametrize("role", ["floor_manager", "referee", "prize_desk", "auditor", "screen"])
def test_only_managers_import(client, event, owner, role, at):
    kept = upload(event, owner, SHEET)
    client.force_login(make_member(event, role))
    assert {client.get(at(name, kept.pk)).status_code for name in OF_ONE} == {403}
    assert client.post(at("import-undo", kept.pk)).status_code == 403


# --- large files ------------------------------------------------------------------------------------------
@pytest.fixture
def large(settings):
    """Three rows are many, so that a job does the work."""
    settings.PARTICIPANT_AT_ONCE_ROWS = 2


THREE = csv(HEADER, ["王明", "13800000001", ""], ["李静", "", ""], ["陈强", "", ""])


def test_a_long_list_is_previewed_and_imported_by_jobs(
    page, send, event, at, large, django_capture_on_commit_callbacks
):
    response = send(THREE)
    kept = event.imports.get()
    assert response.headers["Location"] == at("import-progress", kept.pk)
    assert page("import-columns", kept.pk).headers["Location"] == at("import-progress", kept.pk)  # while it works
    waiting = page("import-progress", kept.pk)
    assert "等待开始" in text(waiting)
    assert page("import-progress", kept.pk, headers={"hx-request": "true"}).templates[0].name.endswith("_bar.html")
    run_job(Job.objects.get().pk)
    over = page("import-progress", kept.pk, headers={"hx-request": "true"})
    assert over.headers["HX-Redirect"] == at("import-detail", kept.pk)
    assert page("import-progress", kept.pk, follow=True).redirect_chain[-1] == (at("import-preview", kept.pk), 302)
    assert listed(event) == []

    with django_capture_on_commit_callbacks(execute=True):
        assert page("import-preview", kept.pk, data={}).headers["Location"] == at("import-progress", kept.pk)
    assert page("import-progress", kept.pk, follow=True).redirect_chain[-1] == (at("import-done", kept.pk), 302)
    assert [name for name, _phone, _unit in listed(event)] == ["王明", "李静", "陈强"]
    assert [job.state for job in Job.objects.all()] == ["done", "done"]


def test_a_large_file_is_kept_unread_until_a_job_reads_it(
    page, send, event, at, settings, django_capture_on_commit_callbacks
):
    settings.PARTICIPANT_AT_ONCE_BYTES = 20
    with django_capture_on_commit_callbacks(execute=True):
        send(THREE)
    kept = event.imports.get()
    assert kept.state == "previewed"  # nothing was left to choose
    with django_capture_on_commit_callbacks(execute=True):
        send(ODD)
    odd = event.imports.first()
    assert page("import-progress", odd.pk, follow=True).redirect_chain[-1] == (at("import-columns", odd.pk), 302)


def test_a_large_file_that_cannot_be_read_says_so(page, send, event, settings, django_capture_on_commit_callbacks):
    settings.PARTICIPANT_AT_ONCE_BYTES = 5
    with django_capture_on_commit_callbacks(execute=True):
        send(b"\x89PNG\r\n\x1a\n\x00")
    shown = page("import-columns", event.imports.get().pk)
    assert shown.context["failed"].error_code == "picture_file"
    assert shown.context["forms"] == []


def test_a_job_that_finds_the_preview_outdated_makes_a_new_one(
    page, send, event, at, large, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        send(THREE)
    kept = event.imports.get()
    make_person(event, "李静")
    with django_capture_on_commit_callbacks(execute=True):
        page("import-preview", kept.pk, data={})
    shown = page("import-preview", kept.pk)
    assert shown.context["failed"].error_code == "preview_outdated"
    assert (shown.context["upload"].counts["new"], shown.context["upload"].counts["unchanged"]) == (2, 1)
