from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tables.models import Entry, HelpCall, Objection, Piece, Seat, SeatingDraw, SignOff, Table, Wish


class ReadOnlyAdmin(admin.ModelAdmin):
    """Looked at, never edited: tables change through their log alone."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "session", "phase", "round", "pieces_left", "champion_pattern", "referee")
    list_filter = ("phase", "session__event")
    list_select_related = ("session", "referee")
    raw_id_fields = ("champion",)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("table", "seq", "kind", "seat", "dice", "supersedes", "recorded_by", "received_at")
    list_filter = ("kind",)
    list_select_related = ("table", "supersedes", "recorded_by")


@admin.register(HelpCall)
class HelpCallAdmin(ReadOnlyAdmin):
    list_display = ("table", "reason", "called_by", "called_at", "answered_by", "answered_at")
    list_filter = ("reason",)
    list_select_related = ("table", "called_by", "answered_by")


@admin.register(Objection)
class ObjectionAdmin(ReadOnlyAdmin):
    list_display = ("table", "participant", "seq", "raised_at", "settled_by", "settled_at")
    list_select_related = ("table", "participant", "settled_by")


@admin.register(SignOff)
class SignOffAdmin(ReadOnlyAdmin):
    list_display = ("table", "seq", "disputed", "signed_by", "signed_at", "countersigned_by", "countersigned_at")
    list_select_related = ("table", "signed_by", "countersigned_by")


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "participant")
    list_select_related = ("table", "participant")


@admin.register(Piece)
class PieceAdmin(ReadOnlyAdmin):
    list_display = ("table", "rank", "number", "place", "holder", "provisional")
    list_select_related = ("table", "holder__table")


@admin.register(SeatingDraw)
class SeatingDrawAdmin(ReadOnlyAdmin):
    """Without the secret of a draw that was not run: nobody is to know it before."""

    list_display = ("session", "number", "prepared_at", "drawn_by", "drawn_at", "discarded_at")
    list_select_related = ("session", "drawn_by")

    def get_exclude(self, request: HttpRequest, obj: SeatingDraw | None = None) -> list[str]:
        return [] if obj is not None and obj.drawn_at is not None else ["secret"]


@admin.register(Wish)
class WishAdmin(ReadOnlyAdmin):
    list_display = ("session", "kind", "note", "stated_by", "stated_at")
    list_select_related = ("session", "stated_by")
    raw_id_fields = ("people",)
