"""The floor board, and what is done from it at one table."""

from django.urls import path, register_converter

from tables.views import board, floor, sheets

TABLE = "events/<slug:slug>/tables/<int:pk>/"


class ClosingConverter:
    """The entries that bring a table to its end."""

    regex = "time_up|lower_bar|appoint"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(ClosingConverter, "closing")

urlpatterns = [
    path("events/<slug:slug>/board/", board.floor_board, name="floor-board"),
    path("events/<slug:slug>/board/extra-time/", board.extra_time_for_all, name="board-extra-time"),
    path("events/<slug:slug>/board/dice/", board.dice_hints, name="board-dice"),
    path(f"{TABLE}help/<int:call>/answer/", floor.answer_help, name="answer-help"),
    path(f"{TABLE}extra-time/", floor.extra_time, name="extra-time"),
    path(f"{TABLE}close/<closing:kind>/", floor.close_table, name="close-table"),
    path(f"{TABLE}objections/<int:objection>/", floor.settle_objection, name="settle-objection"),
    path(f"{TABLE}countersign/", floor.countersign, name="countersign"),
    path(f"{TABLE}sheets/", sheets.paper_sheets, name="paper-sheets"),
    path(f"{TABLE}sheets/take-over/", sheets.take_over, name="desk-take-over"),
]
