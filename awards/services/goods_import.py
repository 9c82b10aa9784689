"""Goods and the prize plan from an organiser's sheet: a preview that writes nothing, a commit of exactly that."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from awards.goods_sheet import Changes, GoodsSheet, find_changes, read_goods
from awards.models import PlanLine, PrizeSettings
from awards.queries.plan_check import prize_settings
from awards.services.plan import locked_plan, set_counts
from awards.services.plan_guards import refuse_change, refuse_count, refuse_goods, refuse_span, refuse_target
from awards.services.stock import receive_goods
from bobing_event.audit import record_action
from bobing_event.importing.reader import read_sheets
from bobing_event.models import Event
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MAX_BYTES = 5 * 1024 * 1024


def goods_sheet_of(content: bytes, name: str = "") -> GoodsSheet:
    """The rows of an uploaded file. Refuses `goods_sheet_too_large`, what `read_goods` and the reader of files do."""
    if len(content) > MAX_BYTES:
        sentence = _("A sheet of prizes has at most 5 MB. Keep only the list in it, without pictures.")
        raise Refusal("goods_sheet_too_large", sentence, status=413)
    return read_goods(read_sheets(content, name))


def preview_goods(*, event: Event, sheet: GoodsSheet) -> Changes:
    """What importing the sheet would do now."""
    return find_changes(event, sheet, partial(_guard, prize_settings(event)))


@transaction.atomic
def import_goods(
    *,
    event: Event,
    sheet: GoodsSheet,
    seen: str,
    leave_out_errors: bool = False,
    receive: bool = False,
    file_name: str = "",
    by: User,
    now: datetime,
) -> Changes:
    """Do what the preview with the digest `seen` showed, or nothing.

    With `leave_out_errors` ranks, places and consolations with a row in error stay as they are. `receive` also takes
    what the sheet has more in all than was received so far; a receipt that was undone was none. Refuses
    `goods_have_errors` and `preview_outdated`.
    """
    locked, settings = locked_plan(event)
    changes = find_changes(locked, sheet, partial(_guard, settings))
    if changes.digest != seen:
        sentence = _(
            "Goods or the plan have changed since this preview, so nothing was imported. Check the new preview."
        )
        raise Refusal("preview_outdated", sentence)
    if changes.errors and not leave_out_errors:
        sentence = _("%(rows)s rows have errors, so nothing was imported. Correct them, or choose to leave them out.")
        raise Refusal("goods_have_errors", sentence % {"rows": changes.rows_in_error}, rows=changes.rows_in_error)
    _save(locked, changes, by, now)
    record_action(
        event=locked, by=by, now=now, action="goods_imported", subject=file_name, new=len(changes.new),
        changed=len(changes.changed), unchanged=changes.unchanged, plan_lines=len(changes.lines),
        rows_in_error=changes.rows_in_error,
    )  # fmt: skip
    if receive and changes.units_received:
        goods = {changes.prizes[key].pk: receipt.units for key, receipt in changes.receipts.items()}
        receive_goods(event=locked, goods=goods, reason=file_name, by=by, now=now)
        changes.newly_received = changes.units_received
    event.piece_set = locked.piece_set
    return changes


def _guard(
    settings: PrizeSettings,
    event: Event,
    before: Sequence[PlanLine],
    after: Sequence[PlanLine],
    changed: Sequence[PlanLine],
) -> None:
    """What setting these lines one by one would be refused for."""
    for line in changed:
        if line.rank:
            refuse_count(line.rank, event.piece_set[line.rank])
        refuse_goods(event, line.prize, line.quantity)
        refuse_target(line)
        refuse_span(event, line)
    refuse_change(event, settings, before, after, changed)


def _save(event: Event, changes: Changes, by: User, now: datetime) -> None:
    for change in (*changes.new, *changes.changed):
        change.prize.save()
    counts = {rank: pieces for rank, (_old, pieces) in changes.counts.items()}
    set_counts(event, counts, changes.after, by, now)
    PlanLine.objects.filter(pk__in=[line.pk for line in changes.removed]).delete()
    for line in changes.saved:
        line.event, line.prize = event, line.prize  # goods that were new have their id by now
        line.save()
