"""Two organisers at one plan, and a plan that changes while goods are handed over: on a real database."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from awards.models import Claim, Movement, PlanLine, Prize
from awards.services import import_goods, preview_goods, remove_plan_line, set_plan_line
from bobing_event.refusals import Refusal
from tests.awards.factories import NOW, a_user, an_ended_table, an_event, by_owner
from tests.awards.goods_sheets import a_sheet
from tests.awards.handing import a_plan, person_at, receive, sign_off, uuid_of
from tests.awards.test_hand_over_at_once import at_once, presser
from tests.awards.test_plan import soap
from tests.awards.test_plan_mix import FULL_SET

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def codes(answers: list[Any]) -> Counter[str]:
    return Counter(answer.code if isinstance(answer, Refusal) else "done" for answer in answers)


def test_shares_set_at_once_never_exceed_the_pieces() -> None:
    event, owner = an_event(piece_set=dict(FULL_SET)), by_owner()
    prizes = [soap(event, name=f"货{number}") for number in range(4)]

    def setter(prize: Prize) -> Any:
        return lambda: set_plan_line(event=event, prize=prize, rank="yixiu", share=12, **owner)

    assert codes(at_once(*map(setter, prizes))) == {"done": 2, "mix_exceeds_pieces": 2}
    assert sum(PlanLine.objects.values_list("share", flat=True)) == 24


def test_one_sheet_committed_twice_at_once() -> None:
    event, owner = an_event(), by_owner()
    sheet = a_sheet(["一秀", "米", "", "", 3, 32, 3, 96])
    seen = preview_goods(event=event, sheet=sheet).digest

    def commit() -> Any:
        return import_goods(event=event, sheet=sheet, seen=seen, receive=True, **owner)

    assert codes(at_once(commit, commit, commit)) == {"done": 1, "preview_outdated": 2}
    assert (Prize.objects.count(), PlanLine.objects.count(), Movement.objects.count()) == (1, 1, 1)


@pytest.mark.parametrize("attempt", range(4))
def test_a_line_goes_or_its_goods_do(attempt: int) -> None:
    """Whichever is first: goods that nothing gives any more are never handed over."""
    event = an_event()
    prizes = a_plan(event)
    receive(event, dict.fromkeys(prizes.values(), 5))
    table = sign_off(an_ended_table(event))
    line = PlanLine.objects.get(rank="duitang")
    hand_over_goods = presser(event, person_at(table, 2), "desk", uuid_of(attempt))

    def remove() -> Any:
        return remove_plan_line(line=line, by=a_user(), now=NOW + timedelta(minutes=1))

    work = (hand_over_goods, remove) if attempt % 2 else (remove, hand_over_goods)
    answers = codes(at_once(*work))
    given = Claim.objects.filter(prize=prizes["duitang"]).exists()
    assert answers["done"] == 1
    assert given == PlanLine.objects.filter(pk=line.pk).exists()
    assert answers["goods_handed_over"] == (1 if given else 0)
