"""Sheets put together cell by cell, within bounds."""

from bobing_event.importing import grid as module
from bobing_event.importing.grid import Grid


def test_cells_that_reach_over_others():
    grid = Grid(10, "甲")
    grid.begin_row()
    grid.add("部门", down=2)
    grid.add("联系方式", across=2)
    grid.begin_row(hidden=True)
    grid.add("手机")
    grid.add("邮箱", failed=True)
    grid.begin_row(index=4)
    grid.add("x", column=2)
    sheet = grid.sheet()
    assert sheet.rows == [["部门", "联系方式", ""], ["", "手机", "邮箱"], [], [], ["", "", "x"]]
    assert sheet.merged == [((0, 0), (1, 0)), ((0, 1), (0, 2))]
    assert (sheet.title, sheet.hidden_rows, sheet.empty_formulas, sheet.hidden) == ("甲", {1}, {(1, 2)}, False)


def test_too_many_rows_are_not_kept():
    grid = Grid(2)
    for _row in range(3):
        grid.begin_row()
    assert grid.full


def test_what_lies_too_far_right_is_not_kept():
    grid = Grid(10)
    grid.add("x", across=100_000)
    assert (grid.rows, grid.full) == ([[]], False)


def test_work_is_bounded(monkeypatch):
    monkeypatch.setattr(module, "MOST_CELLS", 50)
    grid = Grid(10)
    for _row in range(6):
        grid.begin_row()
        grid.add("x", across=10, down=10)
    assert grid.full
