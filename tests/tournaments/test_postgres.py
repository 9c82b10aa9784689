"""Two at once, on a database that lets two write at once."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection

from bobing_event.refusals import Refusal
from tests.tournaments.factories import (
    NOTHING,
    NOW,
    SEED,
    WEAK,
    a_drawn_heat,
    a_playoff,
    a_user,
    an_event_of_champions,
    entry,
    order,
    throw,
    throws,
)
from tournaments.models import Heat, Playoff, PlayoffEntry, Stage
from tournaments.queries import heat_of
from tournaments.services import create_playoff, draw_lots, record_playoff_entries, verify_playoffs

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(*calls):
    """What each call returned or refused, all run at the same time."""

    def run(call):
        try:
            return call()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_of_many_throws_in_the_same_turn_one_is_recorded():
    heat, by = a_drawn_heat(3), a_user()
    first = order(heat)[0]

    def call():
        entries = [throw(first, NOTHING)]
        return record_playoff_entries(heat=heat_of(heat.pk), entries=entries, by=by, now=NOW).results[0].status

    assert sorted(at_once(*[call] * 6)) == ["recorded"] + ["refused"] * 5
    assert list(PlayoffEntry.objects.values_list("seq", flat=True)) == [1]


def test_one_entry_sent_many_times_at_once_is_recorded_once():
    heat, by = a_drawn_heat(3), a_user()
    sent = {**throw(order(heat)[0], WEAK), "client_uuid": str(uuid4())}

    def call():
        return record_playoff_entries(heat=heat_of(heat.pk), entries=[sent], by=by, now=NOW).results[0].status

    assert sorted(at_once(*[call] * 6)) == ["recorded"] + ["repeated"] * 5
    assert list(verify_playoffs(Playoff.objects.select_related("event"))) == []


def test_two_who_set_up_or_draw_at_once_do_it_once():
    event, by = an_event_of_champions(3), a_user()
    made = at_once(*[lambda: create_playoff(event=event, kind="zongzhuangyuan", by=by, now=NOW).kind] * 3)
    assert sorted(made) == ["playoff_exists", "playoff_exists", "zongzhuangyuan"]
    playoff = Playoff.objects.get()
    drawn = at_once(*[lambda: draw_lots(playoff=playoff, by=by, now=NOW, seed=SEED).number] * 3)
    assert sorted(map(str, drawn)) == ["1", "final_drawn", "final_drawn"]


def test_a_correction_and_the_next_draw_at_once_agree():
    """Either the correction came first and the draw found a heat playing, or the draw did and it is refused."""
    for round_number in range(4):
        event, by = an_event_of_champions(4, slug=f"evening-{round_number}"), a_user()
        playoff = a_playoff(event, group_size=2)
        stage = draw_lots(playoff=playoff, by=by, now=NOW, seed=SEED)
        for heat in stage.heats.all():
            throws(heat, WEAK)
        heat = Heat.objects.filter(stage=stage).first()
        void = entry("void", supersedes=1, reason="touched")

        def correct(heat=heat, void=void, by=by):
            entries = [void]
            result = record_playoff_entries(
                heat=heat_of(heat.pk), entries=entries, by=by, now=NOW, may_correct_any=True
            ).results[0]
            return result.refusal.code if result.refusal else result.status

        def draw(playoff=playoff, by=by):
            return str(draw_lots(playoff=playoff, by=by, now=NOW, seed=SEED).number)

        assert at_once(correct, draw) in (["recorded", "heats_not_ended"], ["next_stage_drawn", "2"])
        assert Stage.objects.filter(playoff=playoff).count() in (1, 2)
