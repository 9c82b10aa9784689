"""Read-only: goods move through the ledger alone, and what was handed over stays on record."""

from __future__ import annotations

from django.contrib import admin

from awards.models import Location, Movement, MovementLine, PlanLine, Prize, StockLevel, TableCount
from tables.admin import ReadOnlyAdmin


@admin.register(Prize)
class PrizeAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "event", "unit", "value", "sponsor")
    list_filter = ("event",)
    list_select_related = ("event",)
    search_fields = ("name", "sponsor")


@admin.register(PlanLine)
class PlanLineAdmin(ReadOnlyAdmin):
    list_display = ("event", "place_label", "prize", "first_piece", "last_piece", "share", "quantity", "given_at")
    list_filter = ("event", "given_at")
    list_select_related = ("event", "prize")


@admin.register(Location)
class LocationAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "event", "kind")
    list_filter = ("event", "kind")
    list_select_related = ("event", "table")


@admin.register(StockLevel)
class StockLevelAdmin(ReadOnlyAdmin):
    list_display = ("location", "prize", "quantity")
    list_filter = ("location__event", "location__kind")
    list_select_related = ("location__table", "prize")


class MovementLineInline(admin.TabularInline):
    model = MovementLine
    fields = readonly_fields = ("prize", "quantity", "source", "target")
    extra = 0
    can_delete = False


@admin.register(Movement)
class MovementAdmin(ReadOnlyAdmin):
    list_display = ("number_text", "event", "kind", "reason", "undoes", "made_by", "made_at")
    list_filter = ("event", "kind")
    list_select_related = ("event", "undoes", "made_by")
    search_fields = ("number", "reason")
    inlines = (MovementLineInline,)


@admin.register(TableCount)
class TableCountAdmin(ReadOnlyAdmin):
    list_display = ("location", "reason", "movement", "signed_by", "signed_at")
    list_select_related = ("location__table", "movement", "signed_by")
