"""The champions' poster: who is on it, on which paper, and that names fit and can be hidden."""

import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from bobing_event.models import Participant
from reports.printing.kinds import KINDS
from reports.printing.people import Scope
from reports.printing.poster import sheets
from reports.printing.work import Asked, pdf_of
from tests.awards.factories import a_won_playoff, an_evening, an_event, an_open_table

pytestmark = pytest.mark.django_db
KIND = KINDS["print-champions-poster"]


def an_asked(event, **fields):
    return Asked(event, Scope(event.sessions.order_by("number").first(), fields.pop("first", None)), **fields)


def printed(asked):
    pdf = pdf_of(asked, KIND.make(asked), "t", lambda done: None)
    reader = PdfReader(io.BytesIO(pdf))
    sizes = {tuple(round(float(side) / 72 * 25.4) for side in page.mediabox[2:]) for page in reader.pages}
    return sizes, ["".join(page.extract_text().split()) for page in reader.pages]


def test_champions_by_table_and_the_play_offs_winner_on_top():
    event = an_evening(2)
    a_won_playoff(event)
    work = KIND.make(an_asked(event))
    assert (work.count, len(work.pages), work.nothing, str(KIND.counted(2))) == (2, 1, "", "2 位状元")
    page = work.page_of(work.pages[0])
    assert [(cell["table"], cell["name"], cell["pattern"], cell["dice"]) for cell in page["cells"]] == [
        ("1 桌", "王明", "四红", "444456"), ("2 桌", "王明2", "状元插金花", "444411"),
    ]  # fmt: skip
    (winner,) = page["winners"]
    assert (winner["title"], winner["pattern"], winner["dice"]) == ("总状元", "状元插金花", "444411")
    sizes, (text,) = printed(an_asked(event))
    assert sizes == {(420, 594)}
    for part in ("状元榜", "中秋博饼", "总状元", "1桌", "2桌", "王明", "四红"):
        assert part in text, part


def test_the_event_is_in_one_face():
    """The title's face lacks some characters; a headline of two faces looks like a mistake."""
    faces = []
    for slug, name in (("a", "中秋博饼"), ("b", "鹭江集团")):
        event = an_event(slug)
        event.name = name
        event.save()
        an_open_table(event)
        faces.append(KIND.make(an_asked(event)).head["event_face"])
    assert faces == ["song", "serif"]


def test_only_ended_tables_of_the_range():
    event = an_evening(2)
    an_open_table(event, 3)
    assert [table.number for sheet in KIND.make(an_asked(event)).pages for table in sheet.tables] == [1, 2]
    assert [table.number for sheet in KIND.make(an_asked(event, first=2)).pages for table in sheet.tables] == [2]


def test_nothing_before_a_champion():
    event = an_event()
    an_open_table(event)
    work = KIND.make(an_asked(event))
    assert (work.pages, work.nothing) == ([], "这里还没有一桌出状元。")


def test_names_are_hidden_if_asked():
    event = an_evening(1)
    Participant.objects.filter(name="王明").update(name="欧阳娜娜")
    assert "欧阳娜娜" in printed(an_asked(event))[1][0]
    _sizes, (text,) = printed(an_asked(event, masked=True))
    assert "欧*娜" in text
    assert "欧阳娜娜" not in text


def test_a_character_no_font_has_is_written_by_hand():
    event = an_evening(1)
    Participant.objects.filter(name="王明").update(name="𪚦明")
    (left,) = KIND.make(an_asked(event)).by_hand
    assert left.missing == "𪚦"
    assert KIND.make(an_asked(event, masked=True)).by_hand == []


@pytest.mark.parametrize(
    ("count", "paper", "columns", "on_each", "rows"),
    [
        (1, "a2", 2, [1], [1]),
        (12, "a2", 2, [12], [6]),
        (24, "a2", 2, [24], [12]),
        (25, "a2", 3, [25], [9]),
        (60, "a1", 4, [60], [15]),
        (96, "a1", 4, [96], [24]),
        (97, "a1", 4, [96, 1], [24, 30]),
        (833, "a1", 4, [96, 120, 120, 120, 120, 120, 120, 17], [24, *[30] * 7]),
    ],
)
def test_how_many_stand_on_a_sheet(count, paper, columns, on_each, rows):
    made = sheets(list(range(count)))
    assert {(sheet.shape.paper, sheet.shape.columns) for sheet in made} == {(paper, columns)}
    assert [len(sheet.tables) for sheet in made] == on_each
    assert [sheet.rows for sheet in made] == rows
    assert [number for sheet in made for number in sheet.tables] == list(range(count))


def test_queries_do_not_grow_with_tables():
    counts = []
    for tables in (1, 3):
        event = an_evening(tables, slug=f"evening-{tables}")
        asked = an_asked(event)

        with CaptureQueriesContext(connection) as queries:
            work = KIND.make(asked)
            [work.page_of(page) for page in work.pages]
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 8
