"""Papers about prizes: what stands on them, for whom, in which order, and what is left out."""

import io
import subprocess

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pypdf import PdfReader

from awards.models import PrizeSettings
from awards.services import add_prize, restock_table, set_plan_line, supply_tables, undo_hand_over
from bobing_event.models import Participant
from reports.printing.ink import BOX
from reports.printing.kinds import KINDS
from tables.models import Entry, Seat, Table
from tests.awards.factories import NOW, a_table, an_event, an_open_table, by_owner, record
from tests.awards.handing import goods, hand, person_at, receive, sign_off
from tests.reports.factories import ask
from tests.reports.halls import codes, embedded, is_black, millimetres, texts
from tests.reports.prized import a_prized_evening, tables_of, work

pytestmark = pytest.mark.django_db

PAPERS = ("pick-list", "load-list", "vouchers", "claim-sheets", "result-sheets")


@pytest.fixture
def printed(django_capture_on_commit_callbacks):
    def run(event, kind, **parameters):
        asked = {"session": 1, "first": None, "last": None, "subject": None, "sample": False, **parameters}
        return ask(django_capture_on_commit_callbacks, event, f"print-{kind}", base_url="http://hall:8000/", **asked)

    return run


def pdf_of(job):
    assert (job.state, job.error) == ("done", "")
    return job.file.read()


def lines_of(pdf):
    """The lines as they lie on the paper, without blanks."""
    done = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True)
    return ["".join(line.split()) for line in done.stdout.decode().splitlines()]


def size_of(pdf, text):
    """The largest size in points in which a text stands on the first page."""
    sizes = [0.0]

    def see(found, _cm, matrix, _font, size):
        if found.strip() == text:
            sizes.append(size * abs(matrix[3]))

    PdfReader(io.BytesIO(pdf)).pages[0].extract_text(visitor_text=see)
    return max(sizes)


@pytest.mark.parametrize("kind", PAPERS)
def test_every_paper_is_black_with_its_fonts_inside_in_both_languages(printed, kind):
    event, _prizes = a_prized_evening()
    for language in ("zh-hans", "en"):
        pdf = pdf_of(printed(event, kind, language=language))
        assert embedded(pdf)
        assert is_black(pdf)
        assert millimetres(pdf) == {(297, 210) if kind == "claim-sheets" else (210, 297)}


@pytest.mark.parametrize("kind", PAPERS)
def test_queries_do_not_grow_with_tables(kind):
    counts = []
    for tables in (1, 3):
        event, _prizes = a_prized_evening(tables, slug=f"moon{tables}")
        with CaptureQueriesContext(connection) as captured:
            made = work(event, kind)
            assert [made.page_of(page) for page in made.pages]
        counts.append(len(captured))
    assert counts[0] == counts[1] < 18


class TestPickList:
    def test_what_is_to_be_picked_now_what_is_supplied_and_what_is_short(self, printed):
        """Table 1 has ended, 4 has its set, 3 a part of it: 2 and 3 are still to be supplied."""
        event, prizes = a_prized_evening(1, signed=False)
        tables = [a_waiting_table(event, number) for number in (2, 3, 4)]
        receive(event, {prizes["sanhong"]: 2, prizes["yixiu"]: 9})
        supply_tables(event=event, tables=tables[2:], **by_owner())
        restock_table(table=tables[1], goods={prizes["yixiu"].pk: 1}, **by_owner())
        (page,) = texts(pdf_of(printed(event, "pick-list")))
        assert page == (
            "拣货单第1–4桌，共4桌中秋博饼第1场·9月25日第1/1页奖品单位每桌要拣已配送库存缺"
            "洗衣液件12111牙膏件1127拣货人：复核人：时间："
        )

    def test_a_range_and_how_large_the_figure_is(self, printed):
        event, _prizes = a_prized_evening(1, signed=False)
        for number in (2, 3):
            a_waiting_table(event, number)
        pdf = pdf_of(printed(event, "pick-list", first=2, last=3))
        (page,) = texts(pdf)
        assert "第2–3桌，共2桌" in page
        assert "洗衣液件12––牙膏件12––还没有登记入库" in page
        assert size_of(pdf, "2") >= 24

    def test_goods_that_no_font_has(self, printed):
        event, _prizes = a_prized_evening(1, signed=False)
        odd = add_prize(event=event, name="😀祥饼", unit="盒", **by_owner())
        set_plan_line(event=event, prize=odd, rank="yixiu", given_at="table", **by_owner())
        job = printed(event, "pick-list")
        page, listed = texts(pdf_of(job))
        assert "祥饼盒" in page
        assert BOX not in page
        assert "祥饼奖品U+1F600" in listed
        assert job.stage == "1 个姓名要手写补字"


def a_waiting_table(event, number):
    people = [(f"后来{number}{seat}", "", f"139{number:04d}{seat:04d}") for seat in range(3)]
    return a_table(event, number, people=people)


class TestLoadList:
    def test_a_block_a_table_with_what_it_lacks_and_the_total(self, printed):
        event, prizes = a_prized_evening(1, signed=False)
        tables = [a_waiting_table(event, number) for number in (2, 3, 4)]
        receive(event, {prizes["sanhong"]: 9, prizes["yixiu"]: 9})
        supply_tables(event=event, tables=tables[2:], **by_owner())
        restock_table(table=tables[1], goods={prizes["yixiu"].pk: 1}, **by_owner())
        pdf = pdf_of(printed(event, "load-list"))
        (page,) = texts(pdf)
        head = "桌裁判：Referee{mark}{goods}送货人：领取人签名："
        assert page == (
            "配送单第1–4桌，共4桌中秋博饼第1场·9月25日第1/1页"
            + "1" + head.format(mark="已结束", goods="")
            + "2" + head.format(mark="", goods="洗衣液1件牙膏1件")
            + "3" + head.format(mark="", goods="洗衣液1件")
            + "4" + head.format(mark="已配送", goods="")
            + "合计2桌洗衣液2件牙膏1件送货人：领取人签名："
        )  # fmt: skip
        assert min(size_of(pdf, figure) for figure in "123") >= 24

    def test_no_table_stands_on_two_pages(self, printed):
        event, _prizes = a_prized_evening(1, signed=False)
        for number in range(2, 16):
            Table.objects.create(session=event.sessions.get(), number=number)
        pages = texts(pdf_of(printed(event, "load-list")))
        assert [page.count("领取人签名") for page in pages] == [7, 7, 2]
        assert "合计14桌" in pages[2]
        assert work(event, "load-list").count == 15

    def test_more_goods_than_a_page_has_room_for_are_set_smaller(self, printed):
        event, _prizes = a_prized_evening(1, signed=False)
        for number in range(80):
            prize = goods(event, f"第{number}样")
            set_plan_line(event=event, prize=prize, rank="yixiu", given_at="table", **by_owner())
        a_waiting_table(event, 2)
        pages = texts(pdf_of(printed(event, "load-list", first=2)))
        assert len(pages) == 2
        assert all(f"第{number}样" in pages[0] for number in range(80))


class TestVouchers:
    def test_what_stands_on_one(self, printed):
        event, _prizes = a_prized_evening(1)
        PrizeSettings.objects.update_or_create(event=event, defaults={"claim_until": NOW})
        job = printed(event, "vouchers")
        (sheet,) = texts(pdf_of(job))
        assert sheet == "".join(
            f"中秋博饼编号{number}{prize}×1件{rank}{name}{place}CODE{code}兑奖券请在9月25日20:00前凭本券到领奖处领取。"
            f"存根{number}{place}{name}{prize}×1件领取人签名："
            for number, prize, rank, name, place, code in (
                ("1-001-101", "电视", "状元", "王明", "1桌1号", "000001"),
                ("1-001-201", "电饭煲", "对堂", "李静", "1桌2号", "000002"),
            )
        )
        assert (job.file_name, job.stage) == ("中秋博饼-兑奖券-第1场.pdf", "")

    def test_the_code_leads_to_the_persons_page(self, printed):
        event, _prizes = a_prized_evening(1)
        pdf = pdf_of(printed(event, "vouchers"))
        assert sorted(codes(pdf)) == [f"http://hall:8000/p/CODE00000{number}/" for number in (1, 2)]

    def test_prize_and_name_are_read_from_a_metre(self, printed):
        event, _prizes = a_prized_evening(1)
        pdf = pdf_of(printed(event, "vouchers"))
        assert min(size_of(pdf, "电视"), size_of(pdf, "王明")) >= 24

    def test_eight_a_sheet_in_cut_stack_order(self):
        event, _prizes = a_prized_evening(5)
        made = work(event, "vouchers")
        sheets = [[slip and slip.number for slip in sheet] for sheet in made.pages]
        numbers = [f"1-00{table}-{rank}01" for table in range(1, 6) for rank in (1, 2)]
        assert sheets == [[*numbers[0::2], None, None, None], [*numbers[1::2], None, None, None]]

    def test_what_was_handed_over_is_not_printed_and_is_again_when_taken_back(self):
        event, _prizes = a_prized_evening(1)
        handed = hand(event, person_at(tables_of(event)[0], 1))
        assert [slip.number for slip in work(event, "vouchers").pages[0] if slip] == ["1-001-201"]
        undo_hand_over(hand_over=handed, reason="拿错了", **by_owner())
        assert [slip.number for slip in work(event, "vouchers").pages[0] if slip] == ["1-001-101", "1-001-201"]

    def test_what_is_not_final_is_left_out_and_counted_on_a_last_slip(self, printed):
        event, _prizes = a_prized_evening(2, signed=False)
        sign_off(tables_of(event)[0])
        job = printed(event, "vouchers")
        (sheet,) = texts(pdf_of(job))
        assert "王明2" not in sheet
        assert sheet.endswith("兑奖券2张券另有2份奖品未定，没有印")
        assert job.stage == "另有 2 份奖品未定，没有印"

    def test_of_one_rank(self, printed):
        event, _prizes = a_prized_evening(2)
        job = printed(event, "vouchers", rank="duitang")
        (sheet,) = texts(pdf_of(job))
        assert [sheet.count(word) for word in ("电饭煲", "电视", "编号")] == [4, 0, 2]
        assert job.file_name == "中秋博饼-兑奖券-对堂-第1场.pdf"
        # What goes over the table is handed over with the sign-off.
        assert printed(event, "vouchers", rank="yixiu").error_code == "nothing_to_print"

    def test_tables_of_a_range_only(self):
        event, _prizes = a_prized_evening(3)
        made = work(event, "vouchers", first=2, last=2)
        assert [slip.number for slip in made.pages[0] if slip] == ["1-002-101", "1-002-201"]

    def test_several_goods_of_a_piece_are_told_apart(self):
        event, _prizes = a_prized_evening(1)
        cover = goods(event, "红包")
        set_plan_line(event=event, prize=cover, rank="zhuangyuan", given_at="desk", **by_owner())
        assert [slip.number for slip in work(event, "vouchers").pages[0] if slip] == [
            "1-001-101A", "1-001-101B", "1-001-201",
        ]  # fmt: skip

    def test_consolations_have_numbers_too(self):
        event, _prizes = a_prized_evening(1)
        set_plan_line(event=event, prize=goods(event, "月饼"), consolation="everybody", given_at="desk", **by_owner())
        people = Participant.objects.filter(event=event).order_by("pk")
        numbers = [slip.number for slip in work(event, "vouchers").pages[0] if slip]
        assert [number for number in numbers if number[0] == "C"] == [f"C2-{person.pk:05d}" for person in people]
        assert len(set(numbers)) == len(numbers) == 5

    def test_a_character_no_font_has_becomes_a_box_and_is_listed(self, printed):
        event, _prizes = a_prized_evening(1)
        Participant.objects.filter(name="王明").update(name="😀野")
        job = printed(event, "vouchers")
        sheet, listed = texts(pdf_of(job))
        assert "😀" not in sheet
        assert "1–1野研发中心U+1F600" in listed
        assert job.stage == "1 个姓名要手写补字"

    def test_the_longest_texts_stay_on_their_voucher(self, printed):
        event, prizes = a_prized_evening(1)
        Participant.objects.filter(name="王明").update(name="热" * 60)
        prizes["zhuangyuan"].name, prizes["zhuangyuan"].specification = "鹭" * 80, "月" * 80
        prizes["zhuangyuan"].save()
        (sheet,) = texts(pdf_of(printed(event, "vouchers")))
        assert [sheet.count(char) for char in "热鹭月"] == [120, 160, 80]

    def test_the_stub_stays_one_line_for_a_long_name(self, printed):
        event, prizes = a_prized_evening(1)
        Participant.objects.filter(name="王明").update(name="阿卜杜拉·买买提·艾山·迪力木拉提")
        prizes["zhuangyuan"].name = "五十五寸智能电视机"
        prizes["zhuangyuan"].save()
        lines = [line for line in lines_of(pdf_of(printed(event, "vouchers"))) if "迪力木拉提" in line]
        assert any("1-001-101" in line and "×1件" in line for line in lines), lines


class TestClaimSheets:
    def test_by_table_with_places_to_sign_and_blank_lines(self, printed):
        event, _prizes = a_prized_evening(2, signed=False)
        sign_off(tables_of(event)[0])
        Participant.objects.filter(name="王明").update(id_number="350203199001011234", proxy_name="李四")
        (page,) = texts(pdf_of(printed(event, "claim-sheets")))
        assert page == (
            "领奖登记表中秋博饼第1场·9月25日第1/1页编号座位姓名奖项奖品数量电话证件尾号领取签名日期"
            "1-001-1011–1王明代博：李四状元电视1件138****00111234"
            "1-001-2011–2李静对堂电饭煲1件138****0021另有2份奖品未定，没有印"
        )

    def test_phones_are_whole_where_asked_for_by_one_who_may(self, printed):
        event, _prizes = a_prized_evening(1)
        (page,) = texts(pdf_of(printed(event, "claim-sheets", phones=True)))
        assert "含完整电话，请妥善保管。" in page
        assert "138000000011" in page
        event.memberships.all().delete()
        (page,) = texts(pdf_of(printed(event, "claim-sheets", phones=True)))
        assert "138****0011" in page

    def test_equal_things_of_somebody_stand_in_one_line(self):
        event, prizes = a_prized_evening(1, signed=False)
        set_plan_line(event=event, prize=prizes["zhuangyuan"], rank="duitang", given_at="desk", **by_owner())
        table = tables_of(event)[0]
        # Both pieces lie with seat 2 in the end: a second 对堂 of the same goods.
        table.pieces.filter(rank="sanhong").update(
            rank="duitang", number=2, holder=table.seats.get(number=2), participant=person_at(table, 2)
        )
        event.piece_set["duitang"] = 2
        event.save()
        sign_off(table)
        made = work(event, "claim-sheets")
        lines = made.page_of(made.pages[0])["lines"]
        found = [(line["number"], line["goods"], line["units"]) for line in lines if line["table"]]
        assert found == [
            ("1-001-101", "电视", "1 件"), ("1-001-201B +1", "电饭煲", "2 件"), ("1-001-201A +1", "电视", "2 件"),
        ]  # fmt: skip

    def test_the_last_page_has_blank_lines(self):
        event, _prizes = a_prized_evening(1)
        for number in range(12):
            prize = goods(event, f"第{number}样")
            set_plan_line(event=event, prize=prize, rank="duitang", given_at="desk", **by_owner())
        made = work(event, "claim-sheets")
        pages = [made.page_of(page)["lines"] for page in made.pages]
        assert [len(page) for page in pages] == [14, 14]
        assert pages[1] == [{"table": None}] * 14

    def test_nothing_due_is_a_blank_sheet(self, printed):
        event, _prizes = a_prized_evening(1, signed=False)
        for first in (None, 9):
            (page,) = texts(pdf_of(printed(event, "claim-sheets", first=first)))
            assert page.startswith("领奖登记表")
            assert "王明" not in page


class TestResultSheets:
    def test_who_holds_what_and_gets_which_goods(self, printed):
        event, _prizes = a_prized_evening(1)
        table = tables_of(event)[0]
        pdf = pdf_of(printed(event, "result-sheets"))
        (page,) = texts(pdf)
        shown = table.last_hash[:16]
        assert page == (
            "1桌成绩单中秋博饼第1场·9月25日状元：王明1号四红444456座位姓名状元对堂三红四进二举一秀奖品签名"
            "1王明11电视×1件；牙膏×1件2李静1电饭煲×1件3陈䶮1洗衣液×1件合计1111签名表示以上记录无误。"
            f"裁判签名：Referee时间：Referee已于2026-09-2520:00签字确认记录到第6条，哈希{shown}…"
        )
        assert size_of(pdf, "1") >= 24
        assert is_black(pdf)

    def test_not_signed_off_disputed_and_countersigned(self):
        event, _prizes = a_prized_evening(1, signed=False)
        table = tables_of(event)[0]
        assert signed(event) == "还没有签字确认"
        sign_off(table)
        said = "Referee 已于 2026-09-25 20:00 签字确认"
        assert signed(event) == said
        table.sign_offs.update(disputed=True)
        assert signed(event) == f"{said}；有异议，还没有复签"
        table.sign_offs.update(countersigned_by=by_owner()["by"], countersigned_at=NOW)
        assert signed(event) == f"{said}；有异议，Owner 已于 2026-09-25 20:00 复签"

    def test_an_entry_since_makes_a_sign_off_void(self):
        event, _prizes = a_prized_evening(1)
        Table.objects.update(seq=7)
        assert signed(event) == "还没有签字确认"

    def test_who_was_taken_from_the_table_keeps_a_line(self):
        event, _prizes = a_prized_evening(1)
        table = tables_of(event)[0]
        guest = Participant.objects.create(event=event, name="赵六")
        Seat.objects.filter(table=table, number=3).update(participant=guest)
        made = work(event, "result-sheets")
        rows = made.page_of(made.pages[0])["rows"]
        assert [(row["seat"], row["name"], row["goods"]) for row in rows[2:]] == [
            ("3", "赵六", []), ("–", "陈䶮", ["洗衣液 × 1 件"]),
        ]  # fmt: skip

    def test_only_ended_tables_and_how_many_are_left_out(self, printed):
        event, _prizes = a_prized_evening(1)
        record(an_open_table(event, 2, people=[("赵云", "", "13900000001"), ("马超", "", "")]), (1, "123456"))
        a_waiting_table(event, 3)
        job = printed(event, "result-sheets")
        assert len(texts(pdf_of(job))) == 1
        assert job.stage == "另有 2 桌还没博完，没有印"
        assert printed(event, "result-sheets", first=2).error == "这里还没有博完的桌。"

    def test_in_english_ranks_stand_upright(self, printed):
        event, _prizes = a_prized_evening(1)
        (page,) = texts(pdf_of(printed(event, "result-sheets", language="en")))
        assert "Champion:王明Seat1Fourred444456" in page
        assert f"Logupto entry{Entry.objects.count()}".replace(" ", "") in page

    def test_thirteen_players_with_the_longest_names_stay_on_one_page(self, printed):
        event, _prizes = a_prized_evening(1)
        table = tables_of(event)[0]
        people = [Participant.objects.create(event=event, name="热" * 60) for _number in range(10)]
        for number, person in enumerate(people, start=4):
            Seat.objects.create(table=table, number=number, participant=person)
        (page,) = texts(pdf_of(printed(event, "result-sheets")))
        assert page.count("热") == 600


def signed(event):
    made = work(event, "result-sheets")
    return made.page_of(made.pages[0])["signed"]


class TestWhyNothing:
    @pytest.mark.parametrize("kind", ["pick-list", "load-list", "vouchers", "claim-sheets"])
    def test_without_a_plan(self, printed, kind):
        event = an_event()
        a_table(event)
        job = printed(event, kind)
        assert (job.state, job.error_code) == ("failed", "nothing_to_print")
        assert job.error == "还没有奖品方案。请先在“奖品”页填好。"

    def test_nothing_is_given_at_tables(self):
        event = an_event()
        a_table(event)
        set_plan_line(event=event, prize=goods(event, "电视"), rank="zhuangyuan", given_at="desk", **by_owner())
        for kind in ("pick-list", "load-list"):
            assert work(event, kind).nothing == "按奖品方案，没有在桌上发的奖品，都在领奖处领。"
        assert work(event, "vouchers").nothing == "没有待领的奖品：还没有人博得奖品，或者都已发完。"

    def test_no_table_in_the_range(self):
        event, _prizes = a_prized_evening(1)
        assert work(event, "pick-list", first=9).nothing == "这里还没有桌。"

    def test_nothing_is_final_yet(self):
        event, _prizes = a_prized_evening(1, signed=False)
        assert work(event, "vouchers").nothing == "现在还不能领奖：要等桌博完并签字确认。"


@pytest.mark.parametrize("kind", PAPERS)
def test_what_is_counted_has_its_words_in_both_languages(kind):
    for language, one in (("zh-hans", "1 "), ("en", "1 ")):
        with translation.override(language):
            assert KINDS[f"print-{kind}"].counted(1).startswith(one)
