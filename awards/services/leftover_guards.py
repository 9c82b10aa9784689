"""What is won at a table is not taken back from it without a word."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from awards.models import Prize
from awards.queries.reconciliation import by_table
from bobing_event.refusals import Refusal
from tables.models import Table


def refuse_won_goods(table: Table, chosen: Iterable[tuple[Prize, int]]) -> None:
    """Refuses `reason_needed` where more is taken back than should be left when all that was won is handed over.

    A table that was never opened owes nothing. Table and ledger are locked.
    """
    if table.opened_at is None:
        return
    line = next(iter(by_table(table.session.event, [table.pk])))
    expected = {one.prize.pk: one for one in line.goods}
    short = []
    for prize, units in chosen:
        one = expected.get(prize.pk)
        if one is not None and one.due and units > one.expected:
            sentence = _("%(goods)s: %(due)s %(unit)s won there, so %(left)s should be left")
            words = {"goods": prize, "due": one.due, "unit": prize.unit, "left": one.expected}
            short.append(sentence % words)
    if short:
        sentence = _("%(table)s: %(goods)s. Say why more is taken back.")
        words = {"table": table, "goods": _("; ").join(short)}
        raise Refusal("reason_needed", sentence % words, status=400)
