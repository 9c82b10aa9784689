"""Evenings whose pieces give goods, to be printed and reported."""

from __future__ import annotations

from typing import Any

from awards.models import Prize
from bobing_event.models import Event, Participant
from reports.printing.kinds import KINDS
from reports.printing.people import Scope
from reports.printing.work import Asked, Work
from tables.models import Table
from tests.awards.factories import an_evening
from tests.awards.handing import a_plan, sign_off


def a_prized_evening(tables: int = 2, *, signed: bool = True, **fields: Any) -> tuple[Event, dict[str, Prize]]:
    """Ended tables of three: 状元 and 一秀 at seat 1, 对堂 at 2, 三红 at 3; 状元 and 对堂 give goods at the desk."""
    event = an_evening(tables, **fields)
    for number, person in enumerate(Participant.objects.filter(event=event).order_by("pk"), start=1):
        Participant.objects.filter(pk=person.pk).update(code=f"CODE{number + int(event.slug[4:] or 0) * 100:06d}")
    prizes = a_plan(event)
    for table in tables_of(event) if signed else ():
        sign_off(table)
    return event, prizes


def tables_of(event: Event) -> list[Table]:
    return list(Table.objects.filter(session__event=event).select_related("session__event").order_by("number"))


def work(event: Event, kind: str, **asked: Any) -> Work:
    """The sheets as the page counts them."""
    scope = Scope(event.sessions.get(number=1), asked.pop("first", None), asked.pop("last", None))
    return KINDS[f"print-{kind}"].make(Asked(event, scope, **asked))
