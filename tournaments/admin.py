"""Read-only: a play-off is changed by drawing lots and recording entries, nothing is edited in place."""

from __future__ import annotations

from django.contrib import admin

from tables.admin import ReadOnlyAdmin
from tournaments.models import Entrant, Heat, HeatEntrant, Playoff, PlayoffEntry, Stage


@admin.register(Playoff)
class PlayoffAdmin(ReadOnlyAdmin):
    list_display = ("event", "kind", "decide", "places", "group_size", "advance", "created_by", "created_at")
    list_filter = ("kind",)
    list_select_related = ("event", "created_by")
    search_fields = ("event__name", "event__slug")


@admin.register(Entrant)
class EntrantAdmin(ReadOnlyAdmin):
    list_display = ("playoff", "participant", "seat", "pattern", "placed")
    list_filter = ("playoff__kind",)
    list_select_related = ("playoff", "participant", "seat__table")
    search_fields = ("participant__name",)


@admin.register(Stage)
class StageAdmin(ReadOnlyAdmin):
    list_display = ("playoff", "number", "is_final", "seed", "drawn_by", "drawn_at")
    list_select_related = ("playoff", "drawn_by")


@admin.register(Heat)
class HeatAdmin(ReadOnlyAdmin):
    list_display = ("stage", "number", "phase", "turn", "round", "seq", "last_hash")
    list_filter = ("phase",)
    list_select_related = ("stage__playoff", "turn__participant")


@admin.register(HeatEntrant)
class HeatEntrantAdmin(ReadOnlyAdmin):
    list_display = ("heat", "lot", "entrant", "placed", "pattern", "dice")
    list_select_related = ("heat__stage", "entrant__participant")
    search_fields = ("entrant__participant__name",)


@admin.register(PlayoffEntry)
class PlayoffEntryAdmin(ReadOnlyAdmin):
    list_display = ("heat", "seq", "kind", "entrant", "dice", "supersedes", "recorded_by", "received_at", "hash")
    list_filter = ("kind",)
    list_select_related = ("heat__stage", "entrant__participant", "supersedes", "recorded_by")
