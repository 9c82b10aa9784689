import pytest

from tables.models import Table
from tests.tournaments.factories import a_table, an_ended_table, an_event, an_event_of_champions
from tournaments.queries import eligible_by_kind, eligible_entrants

pytestmark = pytest.mark.django_db


def names(event, kind):
    return [(c.seat.participant.name, c.pattern) for c in eligible_entrants(event, kind).entrants]


@pytest.mark.parametrize("kind", ["zongzhuangyuan", "wangzhongwang"])
def test_champions_of_ended_tables_enter_however_they_became_it(kind):
    event = an_event()
    an_ended_table(event, 2, people=("Wu", "Xu"), champion=2, pattern="")  # named by the officials
    an_ended_table(event, 1, people=("Li", "He"), champion=1, pattern="chajinhua")
    an_ended_table(event, 3, champion=None)
    a_table(event, 4)
    assert names(event, kind) == [("Li", "chajinhua"), ("Xu", "")]


def test_holders_of_a_duitang_enter_each_person_once():
    event = an_event()
    an_ended_table(event, 1, people=("Li", "He", "Ma"), champion=1, duitang=(3, 3))
    an_ended_table(event, 2, people=("Wu", "Xu"), champion=1, duitang=(2, 1))
    an_ended_table(event, 1, session=2, people=("Ma", "Xu"), champion=1, duitang=(1,))
    assert names(event, "zongduitang") == [("Ma", ""), ("Wu", ""), ("Xu", "")]


def test_a_person_who_is_champion_twice_enters_with_the_first_seat():
    event = an_event()
    an_ended_table(event, 5, session=1, people=("Li", "He"), pattern="wuzi")
    an_ended_table(event, 1, session=2, people=("Li", "Xu"), pattern="chajinhua")
    [candidate] = eligible_entrants(event, "zongzhuangyuan").entrants
    assert (candidate.seat.table.number, candidate.pattern) == (5, "wuzi")


def test_who_holds_a_duitang_while_the_table_is_still_played_does_not_enter_yet():
    event = an_event()
    an_ended_table(event, 1, people=("Li", "He"), duitang=(1,))
    Table.objects.update(phase="last_round", champion=None)
    an_ended_table(event, 2, people=("Wu", "Xu"), duitang=(2,))
    assert names(event, "zongduitang") == [("Xu", "")]


def test_tables_are_told_apart_by_what_they_give():
    event = an_event()
    an_ended_table(event, 1)
    without = an_ended_table(event, 2, champion=None, duitang=(1,))
    waiting = a_table(event, 3)
    other = an_event("other")
    an_ended_table(other, 1)
    found = eligible_entrants(event, "zongzhuangyuan")
    assert found.not_yet == (waiting,)
    assert found.without == (without,)
    assert len(found.entrants) == 1
    assert [table.number for table in eligible_entrants(event, "zongduitang").without] == [1]


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize("kind", ["zongzhuangyuan", "zongduitang"])
def test_two_queries_however_many_tables(tables, kind, django_assert_num_queries):
    event = an_event_of_champions(tables)
    with django_assert_num_queries(2):
        found = eligible_entrants(event, kind)
        seats = [f"{c.seat.table.session} {c.seat.table.number} {c.seat.participant}" for c in found.entrants]
    assert len(seats) == (tables if kind == "zongzhuangyuan" else 0)


@pytest.mark.parametrize("tables", [1, 3])
def test_all_kinds_together_cost_three_queries(tables, django_assert_num_queries):
    event = an_event_of_champions(tables)
    with django_assert_num_queries(3):
        found = eligible_by_kind(event)
    assert {kind: len(eligible.entrants) for kind, eligible in found.items()} == {
        "zongzhuangyuan": tables, "wangzhongwang": tables, "zongduitang": 0,
    }  # fmt: skip
