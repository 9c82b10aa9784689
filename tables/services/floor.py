"""What goes on around a table: calls for help, extra time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Device
from bobing_event.refusals import Refusal
from tables.models import HelpCall, Table
from tables.queries import game_of
from tables.services.opening import locked_table
from tables.services.replaced import refuse_replaced

if TYPE_CHECKING:
    from django.contrib.auth.models import User

NOTE_LENGTH = 120
MOST_MINUTES = 120
"""At most so many minutes are added at once, and stand added at any time."""


@transaction.atomic
def call_help(
    *, table: Table, reason: str, by: User, now: datetime, note: str = "", device: Device | None = None
) -> HelpCall:
    """Somebody is to come to the table. A second call while one is open says anew what it is about.

    Refuses `unknown_reason`, `note_too_long`, `device_replaced`.
    """
    refuse_replaced(device)
    if reason not in HelpCall.Reason.values:
        raise Refusal("unknown_reason", _("Choose what help is needed for."), status=400)
    if len(note := note.strip()) > NOTE_LENGTH:
        sentence = _("The note has at most %(most)s characters.") % {"most": NOTE_LENGTH}
        raise Refusal("note_too_long", sentence, status=400)
    table = locked_table(table.pk)
    open_call = HelpCall.objects.filter(table=table, answered_at__isnull=True).first()
    call = open_call or HelpCall(table=table, called_by=by, device=device, called_at=now)
    if open_call and (call.reason, call.note) == (reason, note):
        return call
    call.reason, call.note = reason, note
    call.save()
    record_action(
        event=table.session.event, by=by, now=now, action="help_called", subject=str(table), reason=reason, note=note
    )
    return call


@transaction.atomic
def withdraw_help(*, table: Table, by: User, now: datetime, device: Device | None = None) -> None:
    """Whoever called needs nobody any more; where no call is open nothing happens. Refuses `device_replaced`."""
    refuse_replaced(device)
    table = locked_table(table.pk)
    call = HelpCall.objects.filter(table=table, answered_at__isnull=True).first()
    if call is not None:
        _close(call, by, now)
        record_action(event=table.session.event, by=by, now=now, action="help_withdrawn", subject=str(table))


@transaction.atomic
def answer_help(*, call: HelpCall, by: User, now: datetime) -> HelpCall:
    """A floor manager takes a call. Refuses `help_answered`, naming who did."""
    table = locked_table(call.table_id)
    call = HelpCall.objects.select_related("answered_by").get(pk=call.pk)
    if call.answered_by is not None:
        facts = {"name": call.answered_by.get_full_name() or call.answered_by.get_username(), "table": table.number}
        raise Refusal("help_answered", _("%(name)s has taken the call of table %(table)s already.") % facts)
    _close(call, by, now)
    record_action(
        event=table.session.event, by=by, now=now, action="help_answered", subject=str(table), reason=call.reason
    )
    return call


@transaction.atomic
def grant_extra_time(*, tables: Iterable[Table], minutes: int, by: User, now: datetime) -> list[Table]:
    """Minutes more for every one of the tables that plays against a clock; less where `minutes` is negative.

    Returns those that got it: who has ended, whose time was called, or who has no limit is passed over. Refuses
    `bad_minutes`, and `no_table_plays_on_time` where it is none of them.
    """
    if not minutes or abs(minutes) > MOST_MINUTES:
        sentence = _("From 1 to %(most)s minutes can be added at once.") % {"most": MOST_MINUTES}
        raise Refusal("bad_minutes", sentence, status=400)
    asked = Table.objects.filter(pk__in=[table.pk for table in tables]).select_related("session__event")
    locked = asked.select_for_update(of=("self",)).order_by("pk")
    granted = [table for table in locked if _plays_on_time(table)]
    if not granted:
        raise Refusal("no_table_plays_on_time", _("None of these tables is playing against the clock now."))
    for table in granted:
        table.extra_minutes = min(MOST_MINUTES, max(0, table.extra_minutes + minutes))
    Table.objects.bulk_update(granted, ["extra_minutes"])
    numbers = sorted(table.number for table in granted)
    record_action(
        event=granted[0].session.event, by=by, now=now, action="extra_time_granted", minutes=minutes, numbers=numbers
    )
    return granted


def _plays_on_time(table: Table) -> bool:
    game = game_of(table) if table.is_open else None
    return game is not None and game.ruleset.time_limit_minutes is not None and not game.time_up


def _close(call: HelpCall, by: User, now: datetime) -> None:
    call.answered_by, call.answered_at = by, now
    call.save(update_fields=["answered_by", "answered_at"])
