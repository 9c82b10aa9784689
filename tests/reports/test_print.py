"""Printed sheets, from the job that asks for them to the text, the fonts and the codes on the pages."""

import io

import pytest
from pypdf import PdfReader

from bobing_event.jobs import start_job
from bobing_event.models import Event, Participant, Role
from reports.printing.ink import BOX, Ink, by_hand
from reports.printing.kinds import KINDS
from reports.printing.people import Person, Scope, people_in
from reports.printing.work import Asked, session_line
from tables.models import Seat, Table
from tests.awards.factories import NOW, a_user
from tests.reports.factories import ask
from tests.reports.halls import (
    a_change,
    a_draw,
    a_guest,
    a_hall,
    codes,
    copied,
    embedded,
    is_black,
    millimetres,
    texts,
    the_session,
)

pytestmark = pytest.mark.django_db

RARE = ("龘龙", "王㛃", "林𬭎", "陈䶮", "吉日格勒·巴特尔", "阿卜杜热合曼·麦麦提敏", "Łukasz Żółć", "*粗* #panic() $x$",
        "Wolfgang Amadeus Theophilus Mozart", "欧阳娜娜", "张三", "李四", "王五")  # fmt: skip
SEATED_KINDS = ("print-seat-cards", "print-table-sheets", "print-arrivals-by-name", "print-arrivals-by-table")


@pytest.fixture
def printed(django_capture_on_commit_callbacks):
    def run(event, kind, **parameters):
        asked = {"session": 1, "first": None, "last": None, "subject": None, "sample": False, **parameters}
        return ask(django_capture_on_commit_callbacks, event, f"print-{kind}", base_url="http://hall:8000/", **asked)

    return run


def pdf_of(job):
    assert (job.state, job.error) == ("done", "")
    return job.file.read()


@pytest.mark.parametrize("kind", SEATED_KINDS)
def test_every_name_can_be_copied_and_every_font_is_inside(printed, kind):
    pdf = pdf_of(printed(a_hall(RARE, per_table=13), kind.removeprefix("print-")))
    by_pypdf, by_poppler = "".join(texts(pdf)), "".join(copied(pdf))
    for name in RARE:
        assert "".join(name.split()) in by_pypdf, name
        assert "".join(name.split()) in by_poppler, name
    assert embedded(pdf)
    assert is_black(pdf)


class TestSeatCards:
    def test_a_card_says_who_sits_where(self, printed):
        event = a_hall(["王明"], unit="研发中心", proxy_name="李静")
        job = printed(event, "seat-cards")
        (card,) = texts(pdf_of(job))
        for words in ("中秋博饼", "第1场·9月25日", "王明", "研发中心", "代博：李静", "1桌1号", "A00000MOON"):
            assert words in card, words
        assert (job.file_name, job.stage, job.done, job.total) == ("中秋博饼-座位卡-第1场.pdf", "", 2, 2)

    def test_four_cards_a_sheet_in_cut_stack_order(self, printed):
        names = [f"{family}大" for family in "赵钱孙李周吴郑王冯陈"]
        pdf = pdf_of(printed(a_hall(names, per_table=4), "seat-cards"))
        sheets = [["赵", "李", "郑", "陈"], ["钱", "周", "王"], ["孙", "吴", "冯"]]
        assert [[name for name in "赵钱孙李周吴郑王冯陈" if f"{name}大" in text] for text in texts(pdf)] == sheets
        assert millimetres(pdf) == {(297, 210)}

    def test_the_code_leads_to_the_persons_page(self, printed):
        pdf = pdf_of(printed(a_hall(["张三", "李四", "王五", "赵六", "钱七"]), "seat-cards"))
        assert sorted(codes(pdf)) == [
            f"http://hall:8000/p/{code}/" for code in ("A00000MOON", "C00002MOON", "E00004MOON")
        ]
        assert sorted(codes(pdf, page=2)) == [f"http://hall:8000/p/{code}/" for code in ("B00001MOON", "D00003MOON")]

    def test_tables_of_a_range_only(self, printed):
        event = a_hall(["张三", "李四", "王五", "赵六"], per_table=1)
        job = printed(event, "seat-cards", first=2, last=3)
        assert [[n for n in ("张三", "李四", "王五", "赵六") if n in text] for text in texts(pdf_of(job))] == [
            ["李四", "王五"]
        ]
        assert job.file_name == "中秋博饼-座位卡-第1场-2-3.pdf"

    def test_one_sheet_as_a_test(self, printed):
        job = printed(a_hall([f"王{n}" for n in range(9)]), "seat-cards", sample=True)
        assert ["王0" in text and "王3" in text and "王6" in text for text in texts(pdf_of(job))] == [True]

    def test_table_and_seat_are_read_from_a_metre(self, printed):
        event = a_hall(["王明"])
        Table.objects.update(number=1024)
        Seat.objects.update(number=13)
        sizes = {}

        def see(text, _cm, matrix, _font, size):
            for figure in ("1024", "13"):
                if text.strip() == figure:
                    sizes[figure] = size * abs(matrix[3])

        PdfReader(io.BytesIO(pdf_of(printed(event, "seat-cards")))).pages[0].extract_text(visitor_text=see)
        assert sizes.keys() == {"1024", "13"}
        assert min(sizes.values()) >= 49

    def test_a_character_no_font_has_becomes_a_box_and_is_listed(self, printed):
        job = printed(a_hall(["𪚦野家", "王明"], unit="研发中心"), "seat-cards")
        cards, listed = texts(pdf_of(job))
        assert "野家" in cards
        assert "王明" in cards
        assert "𪚦" not in cards
        assert BOX not in cards
        assert "1–1野家研发中心U+2A6A6" in listed
        assert "王明" not in listed
        assert job.stage == "1 个姓名要手写补字"

    def test_in_english(self, printed):
        job = printed(a_hall(["Maria Santos"]), "seat-cards", language="en")
        (card,) = texts(pdf_of(job))
        assert "Session1·September25" in card
        assert "Table1Seat1" in card

    def test_the_longest_texts_stay_on_their_card(self, printed):
        event = a_hall(["热" * 60], unit="鹭" * 80, proxy_name="代" * 60)
        Event.objects.update(name="月" * 120)
        (card,) = texts(pdf_of(printed(event, "seat-cards")))
        assert [card.count(char) for char in "热鹭月"] == [60, 80, 120 + 1]
        assert card.count("代") == 61


class TestTableSheets:
    def test_thirteen_seats_and_what_paper_needs(self, printed):
        event = a_hall(RARE, per_table=13, unit="研发中心")
        Table.objects.update(referee=a_user(event, Role.REFEREE, "referee"))
        pdf = pdf_of(printed(event, "table-sheets"))
        (sheet,) = texts(pdf)
        needed = ("桌", "裁判：Referee", "13人", "规则：厦门标准规则", "签名", "状元姓名：", "状元点数：", "裁判签名：")
        for words in (*needed, "记录员签名：", "一秀1", "状元1", "13王五研发中心"):
            assert words in sheet, words
        assert millimetres(pdf) == {(210, 297)}

    def test_free_places_are_there_to_be_filled_in(self, printed):
        (sheet,) = texts(pdf_of(printed(a_hall(["张三", "李四"]), "table-sheets")))
        assert "1张三2李四3456789101112状元姓名" in sheet

    def test_the_code_leads_to_the_table(self, printed):
        event = a_hall(["张三"])
        table = Table.objects.get()
        assert codes(pdf_of(printed(event, "table-sheets"))) == [f"http://hall:8000/events/moon/tables/{table.pk}/"]

    def test_the_longest_texts_stay_on_one_page(self, printed):
        event = a_hall(["热" * 60] * 13, per_table=13, unit="鹭" * 80, proxy_name="代" * 60)
        Event.objects.update(name="月" * 120)
        (sheet,) = texts(pdf_of(printed(event, "table-sheets")))
        assert [sheet.count(char) for char in "热鹭"] == [13 * 60, 13 * 80]

    def test_a_page_a_table(self, printed):
        pdf = pdf_of(printed(a_hall([f"王{n}" for n in range(5)], per_table=2), "table-sheets"))
        assert [text[0] for text in texts(pdf)] == ["1", "2", "3"]


class TestArrivalLists:
    def test_by_name_under_letters(self, printed):
        event = a_hall(["张三", "单雄信", "曾巩", "Łukasz"], unit="市场部", phone="")
        Participant.objects.filter(name="张三").update(phone="13800001234")
        (page,) = texts(pdf_of(printed(event, "arrivals-by-name")))
        assert page.startswith("中秋博饼·第1场·9月25日第1/1页姓名单位电话尾号桌–座到")
        assert page.endswith("LŁukasz市场部1–4S单雄信市场部1–2Z曾巩市场部1–3张三市场部12341–1")

    def test_by_table_and_those_without_a_seat_last(self, printed):
        event = a_hall(["张三", "李四"], per_table=1)
        a_guest(event, "赵六")
        a_guest(event, "钱七", stand_by=3)
        a_guest(event, "孙八", missing=True)
        (page,) = texts(pdf_of(printed(event, "arrivals-by-table")))
        assert page.endswith("1桌张三1–12桌李四2–1还没有座位赵六钱七候补3")

    def test_pages_are_numbered_and_the_head_is_repeated(self, printed):
        pdf = pdf_of(printed(a_hall([f"王{n:03d}" for n in range(80)]), "arrivals-by-name"))
        pages = texts(pdf)
        assert [text.split("25日")[1][:8] for text in pages] == ["第1/3页姓名单", "第2/3页姓名单", "第3/3页姓名单"]
        assert all("W（续）" in text for text in pages[1:])
        assert "".join(pages).count("王") == 80
        assert millimetres(pdf) == {(210, 297)}

    def test_the_longest_texts_stay_on_their_line(self, printed):
        event = a_hall(["热" * 60] * 36, unit="鹭" * 80, proxy_name="代" * 60)
        Event.objects.update(name="月" * 120)
        (page,) = texts(pdf_of(printed(event, "arrivals-by-name")))
        assert [page.count(char) for char in "热鹭月"] == [36 * 60, 36 * 80, 120 + 1]

    def test_those_on_no_list_any_more_are_left_out_unless_they_came(self, printed):
        event = a_hall(["张三"])
        a_guest(event, "孙八", missing=True)
        a_guest(event, "周九", missing=True, checked_in_at=NOW, checked_in_by=a_user())
        (page,) = texts(pdf_of(printed(event, "arrivals-by-name")))
        assert "张三" in page
        assert "周九" in page
        assert "孙八" not in page


class TestMoveSlips:
    def test_who_moves_from_where_to_where(self, printed):
        event = a_hall(["张三", "李四", "王五"], unit="市场部")
        change = a_change(event, ("李四", [1, 2], [7, 12]), ("张三", [1, 1], None), ("王五", None, [3, 4]))
        job = printed(event, "move-slips", subject=change.pk)
        (page,) = texts(pdf_of(job))
        assert page.index("张三") < page.index("李四") < page.index("王五")
        for words in ("原座位1桌2号", "新座位7桌12号", "请到签到台", "尚未入座", "3桌4号", "2026-09-25"):
            assert words in page, words

    def test_five_a_sheet_in_cut_stack_order(self, printed):
        names = [f"{family}大" for family in "赵钱孙李周吴"]
        event = a_hall(names)
        change = a_change(event, *((name, [1, seat], [2, seat]) for seat, name in enumerate(names, start=1)))
        pages = texts(pdf_of(printed(event, "move-slips", subject=change.pk)))
        assert [[n for n in "赵钱孙李周吴" if f"{n}大" in page] for page in pages] == [
            ["赵", "孙", "周"],
            ["钱", "李", "吴"],
        ]

    def test_no_such_change(self, printed):
        event, other = a_hall(["张三"]), a_hall(["李四"], slug="other")
        elsewhere = a_change(other, ("李四", [1, 1], [2, 1]))
        for subject in (None, 999, elsewhere.pk):
            job = printed(event, "move-slips", subject=subject)
            assert (job.state, job.error_code) == ("failed", "unknown_seat_change")


class TestDrawNotice:
    def test_before_the_draw_no_secret(self, printed):
        event = a_hall(["张三"])
        draw = a_draw(event)
        pdf = pdf_of(printed(event, "draw-notice"))
        (page,) = texts(pdf)
        for words in (
            "座位抽签公告",
            "第1次抽签12人·1桌",
            "2026-09-25",
            "0123456789abcdef" * 4,
            "fedcba9876543210" * 4,
        ):
            assert words in page, words
        assert draw.secret not in page
        assert draw.secret.encode() not in pdf
        assert codes(pdf) == [f"http://hall:8000{draw.get_absolute_url()}"]
        assert embedded(pdf)

    def test_after_the_draw_secret_and_phrase(self, printed):
        event = a_hall(["张三"])
        draw = a_draw(event, drawn_at=NOW, drawn_by=a_user(), public_seed="月是故乡明")
        (page,) = texts(pdf_of(printed(event, "draw-notice", subject=draw.pk)))
        assert draw.secret in page
        assert "月是故乡明" in page

    def test_discarded_before_it_was_drawn_it_keeps_its_secret(self, printed):
        event = a_hall(["张三"])
        draw = a_draw(event, discarded_at=NOW, discarded_by=a_user(), discard_reason="名单有误")
        (page,) = texts(pdf_of(printed(event, "draw-notice", subject=draw.pk)))
        assert "名单有误" in page
        assert draw.secret not in page

    def test_the_longest_texts_stay_on_one_page(self, printed):
        event = a_hall(["张三"])
        Event.objects.update(name="鹭" * 120)
        long = {"public_seed": "月" * 200, "discard_reason": "误" * 200}
        draw = a_draw(event, drawn_at=NOW, drawn_by=a_user(), discarded_at=NOW, discarded_by=a_user(), **long)
        (page,) = texts(pdf_of(printed(event, "draw-notice", subject=draw.pk)))
        assert page.count("月") >= 200
        assert page.count("误") == 200

    def test_no_draw(self, printed):
        event = a_hall(["张三"])
        a_draw(event, discarded_at=NOW, discarded_by=a_user(), discard_reason="名单有误")
        assert printed(event, "draw-notice").error_code == "no_draw"
        assert printed(event, "draw-notice", subject=999).error_code == "unknown_draw"


class TestRefusals:
    @pytest.mark.parametrize("kind", SEATED_KINDS)
    def test_nothing_to_print(self, printed, kind):
        job = printed(a_hall([]), kind.removeprefix("print-"))
        assert (job.state, job.error_code) == ("failed", "nothing_to_print")

    def test_no_such_session(self, printed):
        job = printed(a_hall(["张三"]), "seat-cards", session=7)
        assert (job.state, job.error_code, job.error) == ("failed", "unknown_session", "没有这个场次。")

    def test_the_same_sheets_twice_at_a_time_are_one_job(self):
        event = a_hall(["张三"])
        parameters = {"session": 1, "sample": False}
        first, second = (
            start_job(event=event, kind="print-seat-cards", parameters=parameters, by=a_user(), now=NOW) for _n in "ab"
        )
        assert (first[0], second[1]) == (second[0], False)


class TestPeople:
    def test_in_the_order_of_seats_with_what_is_printed(self):
        event = a_hall(["张三", "李四"], per_table=1, unit="市场部", proxy_name="王五")
        a_guest(event, "赵六", stand_by=2, checked_in_at=NOW, checked_in_by=a_user(), code="ZZZZZZZZZZ")
        keys = dict(Participant.objects.values_list("name", "pk"))
        assert people_in(Scope(the_session(event))) == [
            Person(keys["张三"], "张三", "市场部", "", "A00000MOON", "王五", None, False, 1, 1),
            Person(keys["李四"], "李四", "市场部", "", "B00001MOON", "王五", None, False, 2, 1),
            Person(keys["赵六"], "赵六", "", "", "ZZZZZZZZZZ", "", 2, True),
        ]

    def test_ranges_are_open_at_both_ends(self):
        event = a_hall(["张三", "李四", "王五"], per_table=1)
        session = the_session(event)
        found = [
            "".join(person.name[0] for person in people_in(Scope(session, first, last)))
            for first, last in ((None, None), (2, None), (None, 2), (2, 2), (4, 9))
        ]
        assert found == ["张李王", "李王", "张李", "李", ""]

    def test_who_has_no_session_belongs_to_the_first(self):
        event = a_hall(["张三"])
        Participant.objects.create(event=event, name="李四")
        second = event.sessions.create(number=2)
        assert [person.name for person in people_in(Scope(the_session_of(event, 1)))] == ["张三", "李四"]
        assert people_in(Scope(second)) == []

    @pytest.mark.parametrize("kind", SEATED_KINDS)
    def test_queries_do_not_grow(self, kind, django_assert_num_queries):
        few, many = a_hall(["张三"], slug="few"), a_hall(["李四"] * 30, slug="many", per_table=10)
        for event in (few, many):
            scope = Scope(the_session(event))
            with django_assert_num_queries(4 if kind == "print-table-sheets" else 3):
                asked = Asked(event, scope)
                work = KINDS[kind].make(asked)
                assert [work.page_of(page) for page in work.pages]


class TestInk:
    def test_only_what_no_font_has_is_a_box(self):
        ink = Ink()
        assert ink("𪚦野·Żółć 䶮") == f"{BOX}野·Żółć 䶮"
        assert ink(f"王{BOX}") == f"王{BOX}"
        assert ink.missing(f"𪚦𪚦野{BOX}") == f"𪚦{BOX}"

    def test_names_units_and_proxies_are_looked_at(self):
        event = a_hall(["张三", "李四", "王五", "𪚦野"])
        Participant.objects.filter(name="李四").update(unit="𪚥公司")
        Participant.objects.filter(name="王五").update(proxy_name="😀")
        found = by_hand(people_in(Scope(the_session(event))))
        assert [(row.person.name, row.missing, row.points) for row in found] == [
            ("李四", "𪚥", "U+2A6A5"), ("王五", "😀", "U+1F600"), ("𪚦野", "𪚦", "U+2A6A6"),
        ]  # fmt: skip


def test_the_session_is_named_with_its_time():
    event = a_hall([])
    session = the_session(event)
    session.starts_at = NOW
    assert session_line(event, session) == "第 1 场 · 9月25日 20:00"


def the_session_of(event, number):
    return event.sessions.get(number=number)
