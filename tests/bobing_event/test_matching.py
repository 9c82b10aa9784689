"""Who is known: by phone, then ID number, then name and unit; never by name alone."""

from dataclasses import dataclass

import pytest

from bobing_event.importing import Finding, Person
from bobing_event.importing.matching import match_people


@dataclass
class Known:
    pk: int
    name: str
    phone: str = ""
    unit: str = ""
    id_number: str = ""


WANG = Known(1, "王明", "13800000001", "财务部", "E11111111")
LI = Known(2, "李静", "", "财务部")


def matched(*people: Person, known=(WANG, LI)):
    found = match_people(people, known)
    return found.ids, found.errors, found.warnings


@pytest.mark.parametrize(
    ("person", "ids", "errors", "warnings"),
    [
        (Person(2, "王明", "13800000001", "行政部"), {0: 1}, [], []),
        (Person(2, "王小明", "13800000001"), {0: 1}, [], [Finding(2, "name_changes", "王明 → 王小明")]),
        (Person(2, "王明", "13800000009", "行政部", id_number="E11111111"), {0: 1}, [], []),
        (Person(2, "李静", "13800000002", "财务部"), {0: 2}, [], []),
        (Person(2, "王明", "", "财务部"), {0: 1}, [], []),
        (Person(2, "王明", "13800000009", "财务部"), {}, [], [Finding(2, "same_name", "王明")]),
        (Person(2, "李静", "", "行政部"), {}, [], []),
        (Person(2, "李静", ""), {}, [], []),
        (Person(2, "王明", "13800000001", id_number="E22222222"), {}, [Finding(2, "conflict", "王明")], []),
    ],
    ids=[
        "phone", "phone, new name", "ID number, new phone", "name and unit, phone new", "name and unit",
        "namesake with another phone", "other unit", "name alone", "phone of another ID number",
    ],
)  # fmt: skip
def test_one_person(person, ids, errors, warnings):
    assert matched(person) == (ids, errors, warnings)


def test_phone_of_one_and_id_number_of_another():
    other = Known(3, "陈强", "13800000003", id_number="E33333333")
    person = Person(2, "王明", "13800000001", id_number="E33333333")
    assert matched(person, known=(WANG, other)) == ({}, [Finding(2, "conflict", "王明")], [])


def test_a_known_person_is_matched_once():
    by_phone, by_id = Person(2, "王明", "13800000001"), Person(3, "王明", id_number="E11111111", unit="x")
    assert matched(by_phone, by_id) == ({0: 1}, [Finding(3, "duplicate", "王明")], [])


def test_numbers_go_before_names_whatever_the_order():
    namesake = Known(3, "王明", "", "财务部")
    by_name, by_phone = Person(2, "王明", "", "财务部"), Person(3, "王明", "13800000001", "财务部")
    assert matched(by_name, by_phone, known=(WANG, namesake)) == ({0: 3, 1: 1}, [], [])


def test_several_namesakes_are_a_question():
    twins = (WANG, Known(3, "王明", "13800000003", "财务部"))
    assert matched(Person(2, "王明", "", "财务部"), known=twins) == ({}, [Finding(2, "ambiguous", "王明")], [])
