"""Whatever is altered in the database is found."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.factories import (
    NOTHING,
    NOW,
    WEAK,
    a_drawn_heat,
    a_playoff,
    a_user,
    an_event_of_champions,
    entry,
    order,
    recorded,
    throws,
)
from tournaments.models import Entrant, Heat, HeatEntrant, Playoff, PlayoffEntry, Stage
from tournaments.services import draw_lots, verify_playoffs

pytestmark = pytest.mark.django_db


@pytest.fixture
def heat():
    """A heat with a correction, won by the second entrant."""
    heat = a_drawn_heat(3)
    throws(heat, NOTHING, NOTHING)
    recorded(heat, entry("void", supersedes=2))
    throws(heat, WEAK)
    return heat


def codes():
    return [difference.code for difference in verify_playoffs(Playoff.objects.select_related("event"))]


def test_an_honest_playoff_has_no_difference(heat):
    out = StringIO()
    call_command("verify_playoffs", stdout=out)
    assert out.getvalue() == "1 play-offs verified, 0 differences\n"


def test_stages_in_several_heats_verify():
    playoff = a_playoff(an_event_of_champions(5), group_size=2)
    for number in range(3):
        stage = draw_lots(playoff=playoff, by=a_user(), now=NOW, seed=bytes([number]) * 32)
        for heat in stage.heats.filter(phase="playing"):
            throws(heat, NOTHING, WEAK)
    assert stage.is_final
    assert codes() == []


def test_the_command_names_what_differs_and_fails(heat):
    PlayoffEntry.objects.filter(seq=1).update(dice="113355")
    out = StringIO()
    with pytest.raises(CommandError, match="1 play-offs verified, 1 differences") as failed:
        call_command("verify_playoffs", "evening", stdout=out)
    assert failed.value.returncode == 1
    assert out.getvalue().startswith("evening zongzhuangyuan/1/1 hash entry 1: stored")
    call_command("verify_playoffs", "another", stdout=out)


LAST_ENTRY_GONE = ["last_hash", "snapshot", "column", "column", "column", "lot", "placed"]


@pytest.mark.parametrize(
    ("alter", "expected"),
    [
        (lambda h: PlayoffEntry.objects.filter(seq=1).update(reason="x"), ["hash"]),
        (lambda h: PlayoffEntry.objects.filter(seq=4).update(dice="444444"), ["hash", "lot", "effect"]),
        (lambda h: PlayoffEntry.objects.filter(seq=4).update(effect={}), ["effect"]),
        (lambda h: PlayoffEntry.objects.filter(seq=3).update(place=1), ["place"]),
        (lambda h: PlayoffEntry.objects.filter(seq=4).delete(), LAST_ENTRY_GONE),
        (lambda h: Heat.objects.update(last_hash="0" * 64), ["last_hash"]),
        (lambda h: Heat.objects.update(round=9), ["column"]),
        (lambda h: Heat.objects.update(state={}), ["snapshot"]),
        (lambda h: open_with(h, places=2), ["hash", "snapshot", "column", "column", "placed", "effect"]),
        (lambda h: open_with(h, mode="none"), ["opening", "hash", "opening_unreadable"]),
        (lambda h: open_with(h, ruleset={}), ["opening", "hash", "opening_unreadable"]),
        (lambda h: HeatEntrant.objects.filter(lot=1).update(placed=1), ["lot"]),
        (lambda h: Entrant.objects.update(placed=None), ["placed"]),
        (lambda h: Stage.objects.update(seed="00" * 32), ["lots", "opening"]),
        (lambda h: Stage.objects.update(roster_digest="0"), ["roster_digest", "opening"]),
        (lambda h: Stage.objects.update(roster=h.stage.roster[:2]), ["roster", "roster_digest", "lots"]),
    ],
)
def test_every_alteration_is_found(heat, alter, expected):
    alter(heat)
    assert codes() == expected


def open_with(heat, **fields):
    Heat.objects.update(opening={**heat.opening, **fields})


def test_an_entry_that_the_fold_refuses_is_found(heat):
    other = order(heat)[2]
    PlayoffEntry.objects.filter(seq=1).update(entrant_id=int(other))
    assert codes()[:2] == ["hash", "refused"]


def test_exchanged_lots_are_found(heat):
    first, second = heat.lots.all()[:2]
    HeatEntrant.objects.filter(pk=first.pk).update(lot=9)
    HeatEntrant.objects.filter(pk=second.pk).update(lot=1)
    assert codes() == ["lot"]


def test_a_seq_that_is_missing_is_found(heat):
    PlayoffEntry.objects.filter(seq=4).update(seq=5, place=5)
    assert codes()[:2] == ["seq", "hash"]
