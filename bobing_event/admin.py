"""The site administrator's view of the data; events are run through their own pages."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from bobing_event.models import (
    AuditRecord,
    Device,
    Event,
    Job,
    Membership,
    Participant,
    ParticipantImport,
    Session,
    StaffPin,
)


class ReadOnlyAdmin(admin.ModelAdmin):
    """Looked at, never edited: services write these, with their guards and their line in the audit log."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "date", "ruleset", "is_frozen")
    search_fields = ("name", "slug")


@admin.register(Session)
class SessionAdmin(ReadOnlyAdmin):
    list_display = ("event", "number", "name", "starts_at")
    list_select_related = ("event",)


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    """The one thing a site administrator may have to set right: an event whose owner is gone."""

    list_display = ("event", "user", "role")
    list_filter = ("role", "event")
    list_select_related = ("event", "user")
    autocomplete_fields = ("user",)


@admin.register(Participant)
class ParticipantAdmin(ReadOnlyAdmin):
    list_display = ("name", "unit", "event", "session", "checked_in_at")
    list_filter = ("event",)
    list_select_related = ("event", "session")
    search_fields = ("name", "phone", "unit", "ticket")


@admin.register(ParticipantImport)
class ParticipantImportAdmin(ReadOnlyAdmin):
    list_display = ("file_name", "event", "state", "uploaded_by", "uploaded_at", "committed_at")
    list_filter = ("event", "state")
    list_select_related = ("event", "uploaded_by")


@admin.register(Device)
class DeviceAdmin(ReadOnlyAdmin):
    list_display = ("label", "event", "paired_by", "paired_at", "replaced_at", "revoked_at", "seen_at", "unsent")
    list_select_related = ("event", "paired_by")


@admin.register(StaffPin)
class StaffPinAdmin(ReadOnlyAdmin):
    list_display = ("user", "event", "set_by", "set_at")
    list_select_related = ("user", "event", "set_by")


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ("kind", "event", "state", "done", "total", "asked_by", "asked_at", "error_code")
    list_filter = ("state", "kind")
    list_select_related = ("event", "asked_by")


@admin.register(AuditRecord)
class AuditRecordAdmin(ReadOnlyAdmin):
    list_display = ("at", "event", "by", "action", "subject")
    list_filter = ("event", "action")
    list_select_related = ("event", "by")
