"""One cell at a time: what is mended, what is a problem."""

import datetime as dt

import pytest

from bobing_event.importing import cleaning
from bobing_event.importing.cleaning import CellError


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (None, ""),
        (True, ""),
        (18.0, "18"),
        (1.5, "1.5"),
        (7, "7"),
        ("  \u3000王　明\u200b ", "王 明"),
        ("ＡＢ１２", "AB12"),
        ("a\n b\t c", "a b c"),
        ("\ufeff姓名", "姓名"),
        (dt.date(2026, 9, 25), "2026-09-25"),
        ("龘𬭎䶮㛃", "龘𬭎䶮㛃"),
    ],
)
def test_text(cell, expected):
    assert cleaning.text(cell) == expected


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("", ""),
        ("李 雅婷", "李雅婷"),
        ("王　　明", "王明"),
        ("欧阳 娜娜", "欧阳娜娜"),
        ("张𬭎", "张𬭎"),
        (" 蔡 䶮 ", "蔡䶮"),
        ("Maria  Santos", "Maria Santos"),
        ("O'Brien Liam", "O'Brien Liam"),
        ("阿依古丽・买买提", "阿依古丽·买买提"),
        ("阿依古丽．买买提", "阿依古丽·买买提"),
        ("阿依古丽·买买提", "阿依古丽·买买提"),
        ("J. Smith", "J. Smith"),
    ],
)
def test_name(cell, expected):
    assert cleaning.name(cell) == expected


@pytest.mark.parametrize("cell", ["=HYPERLINK(1)", "+cmd", "-1", "@x", "138", 46.0, "……"])
def test_what_is_no_name(cell):
    with pytest.raises(CellError) as error:
        cleaning.name(cell)
    assert error.value.code == "name"


def test_name_too_long():
    assert cleaning.name("a" * 60) == "a" * 60
    with pytest.raises(CellError) as error:
        cleaning.name("a" * 61)
    assert error.value.code == "too_long"


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (13800000001.0, "13800000001"),
        (13800000001, "13800000001"),
        ("13800000001.0", "13800000001"),
        ("'13800000001", "13800000001"),
        ("138-0000-0001", "13800000001"),
        ("138 0000 0001　", "13800000001"),
        ("（138）0000—0001", "13800000001"),
        ("１３８０００００００１", "13800000001"),
        ("+86 138 0000 0001", "13800000001"),
        ("+8613800000001", "13800000001"),
        ("0086-13800000001", "13800000001"),
        ("8613800000001", "13800000001"),
        ("0592-2011234", "05922011234"),
        ("0912345678", "0912345678"),
        ("+886 912 345 678", "886912345678"),
        ("00852 5123 4567", "85251234567"),
        ("", ""),
        ("无", ""),
        ("/", ""),
        ("－", ""),
        (None, ""),
    ],
)
def test_phone(cell, expected):
    assert cleaning.phone(cell) == expected


@pytest.mark.parametrize(
    "cell",
    ["1.38E+10", "1808554710", "138000000011", "12800000001", "13800000001/13900000002", "电话", "+861380000", 1.38e20],
)
def test_what_is_no_phone(cell):
    with pytest.raises(CellError) as error:
        cleaning.phone(cell)
    assert error.value.code == "phone"


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("35020319900101001x", "35020319900101001X"),
        ("350203 19900101 0012", "350203199001010012"),
        ("350203900101001", "350203900101001"),
        ("E12345678", "E12345678"),
        (12345.0, "12345"),
        ("无", ""),
        (None, ""),
    ],
)
def test_id_number(cell, expected):
    assert cleaning.id_number(cell) == expected


@pytest.mark.parametrize("cell", [350203199001010012.0, 350203199001010012, "3.50203E+17", "35020319900101", "证件"])
def test_what_is_no_id_number(cell):
    with pytest.raises(CellError) as error:
        cleaning.id_number(cell)
    assert error.value.code == "id_number"


@pytest.mark.parametrize(
    ("cell", "expected"), [("男", "m"), ("女性", "f"), ("F", "f"), ("Male", "m"), ("", ""), ("不详", "")]
)
def test_gender(cell, expected):
    assert cleaning.gender(cell) == expected


def test_short_text():
    clean = cleaning.short_text(4)
    assert [clean(cell) for cell in ("素食", "—", 12.0, None)] == ["素食", "", "12", ""]
    with pytest.raises(CellError) as error:
        clean("五个字太多")
    assert error.value.code == "too_long"
