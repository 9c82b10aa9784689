"""The import by mouse, from a sheet whose headings nobody knows to its taking back."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from django.urls import reverse
from openpyxl import Workbook, load_workbook

from bobing_event.models import Participant
from tests.bobing_event.factories import imported, listed, make_event, make_user, xlsx

pytestmark = pytest.mark.browser

ODD = [
    ["鹭岛实业中秋博饼报名表", None, None],
    ["填表前请阅读：姓名 手机", None, None],
    ["称呼", "联系手机", "上班的地方"],
    ["王明", "13800000001", "财务部"],
    ["李静", "138", "客服部"],
    ["合计", None, "2 人"],
]
KNOWN = xlsx(["姓名", "手机", "单位"], ["王明", "13800000001", "工会"], ["陈强", "13800000003", "工会"])


@pytest.fixture
def site(live_site, new_page):
    """The event, its owner's page at step 1, and `save`: a file as the browser picks or drops one."""
    owner = make_user()
    event = make_event(owner)
    imported(event, owner, KNOWN, "known.xlsx")
    page = new_page(user=owner, size="tablet-wide")
    page.goto(live_site.url + reverse("import-upload", args=[event.slug]))
    return event, page


def picked(content: bytes, name: str) -> dict[str, object]:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def odd_sheet() -> bytes:
    book = Workbook()
    book.active.title = "报名"
    for row in ODD:
        book.active.append(row)
    for row in (["请在九月二十日前交表"], []):
        (book["说明"] if "说明" in book.sheetnames else book.create_sheet("说明")).append(row)
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def test_the_whole_wizard(site, tmp_path: Path):
    event, page = site
    page.set_input_files("input[type=file]", picked(odd_sheet(), "报名表.xlsx"))
    page.get_by_role("button", name="上传并核对").click()

    # Step 2: the heading is moved, and two columns are mapped.
    page.wait_for_url(re.compile(r"/import/\d+/columns/"))
    sheet = page.locator("#sheet-0")
    sheet.get_by_role("row", name=re.compile("^2 ")).get_by_role("button", name="这行是标题").click()
    sheet.get_by_role("row", name=re.compile("填表前请阅读")).get_by_text("标题行").wait_for()
    sheet.get_by_role("row", name=re.compile("^3 ")).get_by_role("button", name="这行是标题").click()
    sheet.get_by_role("row", name=re.compile("称呼")).get_by_text("标题行").wait_for()
    page.get_by_role("button", name="下一步：预览").click()
    page.get_by_text("没有选择工作表").wait_for()  # nobody said yet which column is the name
    sheet.get_by_label("称呼").select_option(label="姓名")
    sheet.get_by_label("上班的地方").select_option(label="姓名")
    page.get_by_role("button", name="下一步：预览").click()
    sheet.get_by_role("alert").get_by_text("两列选成了同一项").wait_for()
    sheet.get_by_label("上班的地方").select_option(label="单位")
    page.get_by_role("button", name="下一步：预览").click()

    # Step 3: one change, one error, one who is missing. A reload changes nothing.
    page.wait_for_url(re.compile(r"/import/\d+/preview/$"))
    page.reload()
    assert page.locator(".figure__value").all_inner_texts() == ["0", "1", "0", "1", "1", "0", "2"]
    page.get_by_role("button", name="导入（请先处理有误的行）").click()
    page.get_by_text("有 1 行有误，没有导入任何人").wait_for()
    assert Participant.objects.filter(event=event, unit="财务部").count() == 0
    with page.expect_download() as download:
        page.get_by_role("link", name="下载有误的行").click()
    errors = tmp_path / "errors.xlsx"
    download.value.save_as(errors)
    page.get_by_label("不导入有误的 1 行").check()
    page.get_by_label("标记名单上没有的 1 人").check()
    page.get_by_role("button", name="更改 1 人，标记 1 人").click()

    # Step 4, and the corrected rows.
    page.wait_for_url(re.compile(r"/import/\d+/done/$"))
    first = page.url
    assert Participant.objects.get(event=event, name="陈强").missing
    book = load_workbook(errors)
    book.active["B2"] = "13800000002"
    book.save(errors)
    page.get_by_role("link", name="上传改好的行").click()
    page.set_input_files("input[type=file]", errors)
    page.get_by_role("button", name="上传并核对").click()
    page.wait_for_url(re.compile(r"/import/\d+/preview/$"))  # the columns are known by now
    page.get_by_role("button", name="导入 1 人").click()
    page.wait_for_url(re.compile(r"/done/$"))
    people = [("王明", "13800000001", "财务部"), ("陈强", "13800000003", "工会"), ("李静", "13800000002", "客服部")]
    assert listed(event) == people

    # Back: the second import, then the first.
    for address in (page.url, first):
        page.goto(address)
        page.get_by_role("button", name="撤销这次导入").click()
        page.get_by_role("dialog").get_by_role("button", name="撤销", exact=True).click()
        page.get_by_text("这次导入已全部撤销").wait_for()
    assert listed(event) == [("王明", "13800000001", "工会"), ("陈强", "13800000003", "工会")]
    assert not Participant.objects.filter(event=event, missing=True).exists()


def test_a_file_is_dropped(site):
    _event, page = site
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(["姓名,手机\\n赵六,13800000006"], "dropped.csv"));
            document.getElementById("drop").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true}));
        }"""
    )
    page.get_by_role("button", name="上传并核对").click()
    page.wait_for_url(re.compile("/preview/$"))
    page.get_by_role("button", name="导入 1 人").wait_for()


@pytest.mark.parametrize("size", ["phone", "tablet"])
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_no_step_is_wider_than_its_screen(live_site, new_page, size, language):
    owner = make_user()
    event = make_event(owner)
    done = imported(event, owner, KNOWN, "一个名字非常长的名单文件-2026年中秋博饼-最终版-真的最终版.xlsx")
    page = new_page(user=owner, size=size)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_site.url}])
    page.goto(live_site.url + reverse("import-upload", args=[event.slug]))
    page.set_input_files("input[type=file]", picked(odd_sheet(), "报名表" * 20 + ".xlsx"))
    page.locator("form button.btn--primary").click()
    page.wait_for_url(re.compile("/columns/"))
    wide = [page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")]
    page.locator("#sheet-0 select").first.select_option("name")
    page.locator("form button.btn--primary").click()
    page.wait_for_url(re.compile("/preview/"))
    for name in ("", reverse("import-done", args=[event.slug, done.pk]), reverse("import-upload", args=[event.slug])):
        page.goto(live_site.url + name if name else page.url)
        wide.append(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
    assert wide == [0, 0, 0, 0]
