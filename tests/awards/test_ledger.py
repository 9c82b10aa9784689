"""The ledger: never negative, never changed, and every level the sum of its lines."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from awards.models import Location, Movement, MovementLine, StockLevel
from awards.queries import store_levels, table_levels
from awards.services import (
    count_table,
    receive_goods,
    restock_table,
    return_leftovers,
    supply_tables,
    undo_movement,
    verify_stock,
    write_off,
)
from awards.services.ledger import Draft, Shift, locked_ledger, outside_of, record_movement, record_movements, store_of
from bobing_event.refusals import Refusal
from tests.awards.factories import a_table, an_event, by_owner
from tests.awards.stock_factories import a_plan, goods, level, receive, refused, store

pytestmark = pytest.mark.django_db


def test_a_movement_costs_the_same_however_many_lines(django_assert_num_queries):
    event = an_event()
    prizes = [goods(event, name) for name in ("油", "米", "面")]
    source, target, owner = outside_of(event), store_of(event), by_owner()
    for count in (1, 3):
        locked_ledger(event)
        shifts = [Shift(prize, 5, source, target) for prize in prizes[:count]]
        with django_assert_num_queries(5):
            record_movement(event=event, kind="receive", shifts=shifts, **owner)
    drafts = [Draft([Shift(prize, 1, target, source)], reason="碎") for prize in prizes]
    with django_assert_num_queries(5):
        movements = record_movements(event=event, kind="write_off", drafts=drafts, **owner)
    assert [movement.number for movement in movements] == [3, 4, 5]
    assert store_levels(event) == {prizes[0].pk: 9, prizes[1].pk: 4, prizes[2].pk: 4}


def test_nothing_is_not_moved():
    event = an_event()
    refused("nothing_to_move", record_movement, event=event, kind="receive", shifts=[])
    refused("nothing_to_move", record_movements, event=event, kind="receive", drafts=[])


def test_goods_that_come_in_one_movement_do_not_leave_in_it():
    """From outside to the store and on to a table at once: the store has to have them before."""
    event = an_event()
    oil = goods(event)
    table = a_table(event, people=())
    receive(event, {oil: 1})
    place = Location.objects.create(event=event, kind="table", table=table, name="1")
    shifts = [Shift(oil, 4, outside_of(event), store(event)), Shift(oil, 2, store(event), place)]
    refusal = refused("stock_short", record_movement, event=event, kind="allocate", shifts=shifts)
    assert refusal.context == {"prize": "花生油", "there": 1, "needed": 2}


def test_several_lines_of_the_same_goods_are_added_up_before_they_leave():
    event = an_event()
    oil = goods(event)
    receive(event, {oil: 3})
    shifts = [Shift(oil, 2, store(event), outside_of(event))] * 2
    refusal = refused("stock_short", record_movement, event=event, kind="write_off", shifts=shifts, reason="碎")
    assert str(refusal) == "仓库只有 3 桶“花生油”，需要 4 桶。"
    assert level("store", oil) == 3


def test_the_database_refuses_a_negative_level():
    event = an_event()
    oil = goods(event)
    receive(event, {oil: 3})
    with pytest.raises(IntegrityError), transaction.atomic():
        StockLevel.objects.filter(prize=oil).update(quantity=-1)


@pytest.mark.parametrize(
    ("model", "change"),
    [(Movement, {"reason": "另一个"}), (MovementLine, {"quantity": 300}), (Movement, {"number": 9})],
)
def test_the_database_refuses_to_change_the_ledger(model, change):
    event = an_event()
    receive(event, {goods(event): 3}, reason="第一车")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model.objects.update(**change)
    assert Movement.objects.get().reason == "第一车"
    assert MovementLine.objects.get().quantity == 3


def test_saving_a_movement_again_is_refused_too():
    event = an_event()
    movement = receive(event, {goods(event): 3})
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        movement.save()


def found(event) -> list[tuple[str, str, object, object]]:
    return [(one.code, one.subject, one.stored, one.expected) for one in verify_stock(event)]


def test_an_honest_stock_has_no_difference(django_assert_num_queries):
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    with django_assert_num_queries(7):
        assert found(event) == []
    tables = [a_table(event, number, people=()) for number in (1, 2, 3)]
    supply_tables(event=event, tables=tables, **by_owner())
    with django_assert_num_queries(7):
        assert found(event) == []


def test_every_way_to_alter_the_stock_behind_the_ledgers_back_is_found():
    event, other = an_event(), an_event("other")
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    lost = write_off(event=event, location=store(event), goods={oil.pk: 1}, reason="碎", **by_owner())
    StockLevel.objects.filter(prize=oil).update(quantity=12)
    StockLevel.objects.filter(prize=tissue).delete()
    assert found(event) == [("level", "仓库, 花生油", 12, 9), ("level", "仓库, 抽纸", 0, 10)]
    StockLevel.objects.filter(prize=oil).update(quantity=9)
    StockLevel.objects.create(location=store(event), prize=tissue, quantity=10)
    assert found(event) == []
    undoing = undo_movement(movement=lost, reason="找到了", **by_owner())
    outside = Location.objects.get(event=event, kind="outside")
    MovementLine.objects.create(movement=undoing, prize=oil, quantity=1, source=outside, target=store(other))
    Movement.objects.create(event=event, number=9, kind="receive", made_by=by_owner()["by"], made_at=by_owner()["now"])
    assert found(event) == [
        ("level", "仓库, 花生油", 0, 1),
        ("numbers", "movements", 4, 9),
        ("empty", "movement 00009", 0, "lines"),
        ("other_event", "movement 00003", "another event", "moon"),
        ("undone", "movement 00003", "other lines", "the same lines"),
    ]


def test_the_command_exits_with_one_and_names_differences():
    event = an_event()
    oil = goods(event)
    receive(event, {oil: 10})
    out = StringIO()
    call_command("verify_stock", stdout=out)
    call_command("verify_stock", "moon", stdout=out)
    assert out.getvalue().splitlines() == ["1 movements verified, 0 differences"] * 2
    StockLevel.objects.filter(prize=oil).update(quantity=9)
    out = StringIO()
    with pytest.raises(CommandError, match="1 movements verified, 1 differences") as error:
        call_command("verify_stock", stdout=out)
    assert error.value.returncode == 1
    assert out.getvalue() == "moon level 仓库, 花生油: stored 9, expected 10\n"
    with pytest.raises(CommandError, match="there is no event sun") as error:
        call_command("verify_stock", "sun", stdout=out)
    assert error.value.returncode == 2


class Stock(RuleBasedStateMachine):
    """Random movements beside a model in plain numbers: what is allowed, what is refused, and where goods are then."""

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.event = an_event()
        self.oil, self.tissue = a_plan(self.event)
        self.tables = [a_table(self.event, number, people=()) for number in (1, 2)]
        self.held = {place: {self.oil.pk: 0, self.tissue.pk: 0} for place in ("store", *self.tables)}
        self.undoable: list[tuple[Movement, dict]] = []

    def tried(self, changes: dict, work, **arguments) -> None:
        """Do it; it must be refused exactly where the model says that something would be short."""
        short = any(
            self.held[place][prize] + units < 0 for place, change in changes.items() for prize, units in change.items()
        )
        code, result = "", None
        try:
            result = work(**arguments, **by_owner())
        except Refusal as refusal:
            code = refusal.code
        assert (code, short) in {("", False), ("stock_short", True), ("nothing_to_move", False)}
        if code:
            return
        for place, change in changes.items():
            for prize, units in change.items():
                self.held[place][prize] += units
        if isinstance(result, Movement) and result.undoes_id is None:
            self.undoable.append((result, changes))

    def _units(self, oil: int, tissue: int, sign: int = 1) -> dict[int, int]:
        return {self.oil.pk: sign * oil, self.tissue.pk: sign * tissue}

    few = st.integers(0, 6)
    which = st.integers(0, 1)

    @rule(oil=few, tissue=few)
    def receives(self, oil: int, tissue: int) -> None:
        units = self._units(oil, tissue)
        self.tried({"store": units}, receive_goods, event=self.event, goods=units)

    @rule(table=which, oil=few, tissue=few)
    def restocks(self, table: int, oil: int, tissue: int) -> None:
        changes = {"store": self._units(oil, tissue, -1), self.tables[table]: self._units(oil, tissue)}
        self.tried(changes, restock_table, table=self.tables[table], goods=self._units(oil, tissue))

    @rule(table=which, oil=few, tissue=few)
    def returns(self, table: int, oil: int, tissue: int) -> None:
        changes = {"store": self._units(oil, tissue), self.tables[table]: self._units(oil, tissue, -1)}
        self.tried(changes, return_leftovers, table=self.tables[table], goods=self._units(oil, tissue))

    @rule(table=st.sampled_from([None, 0, 1]), oil=few, tissue=few)
    def writes_off(self, table: int | None, oil: int, tissue: int) -> None:
        where = "store" if table is None else self.tables[table]
        if table is None:
            place = store(self.event)
        else:
            place = Location.objects.filter(table=self.tables[table]).first()
            if place is None:
                return
        self.tried(
            {where: self._units(oil, tissue, -1)}, write_off, event=self.event, location=place,
            goods=self._units(oil, tissue), reason="碎",
        )  # fmt: skip

    @rule(table=which, oil=few, tissue=few)
    def counts(self, table: int, oil: int, tissue: int) -> None:
        where = self.tables[table]
        there = self.held[where]
        changes = {
            "store": self._units(oil, tissue), where: {prize: -units for prize, units in there.items()},
        }  # fmt: skip
        self.tried(changes, count_table, table=where, counted=self._units(oil, tissue), reason="清点")

    @rule(data=st.data())
    def undoes(self, data: st.DataObject) -> None:
        if not self.undoable:
            return
        movement, changes = self.undoable.pop(data.draw(st.integers(0, len(self.undoable) - 1)))
        back = {
            place: {prize: -units for prize, units in change.items()} for place, change in changes.items()
        }  # fmt: skip
        self.tried(back, undo_movement, movement=movement, reason="误记")

    @invariant()
    def levels_are_as_reckoned_and_as_the_ledger_says(self) -> None:
        assert list(verify_stock(self.event)) == []
        expected = {
            place: {prize: units for prize, units in held.items() if units} for place, held in self.held.items()
        }
        assert store_levels(self.event) == expected.pop("store")
        at_tables = table_levels(self.event)
        assert {table: at_tables.get(table.pk, {}) for table in self.tables} == expected

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)


def test_random_movements():
    run_state_machine_as_test(
        Stock, settings=settings(max_examples=12, stateful_step_count=20, deadline=None,
                                 suppress_health_check=list(HealthCheck))
    )  # fmt: skip


def test_the_trigger_is_there_on_this_database():
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
        else:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname")
        names = [name for (name,) in cursor.fetchall()]
    assert {"awards_movement_stays", "awards_movementline_stays"} <= set(names)


@pytest.mark.postgres
@pytest.mark.django_db
def test_postgres_refuses_to_delete_a_movement_or_its_lines():
    event = an_event()
    receive(event, {goods(event): 3})
    for rows in (Movement.objects.all(), MovementLine.objects.all()):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            rows._raw_delete(rows.db)
    assert (Movement.objects.count(), MovementLine.objects.count()) == (1, 1)
