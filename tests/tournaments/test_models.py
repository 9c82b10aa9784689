import pytest
from django.db import IntegrityError, transaction
from django.db.models import RestrictedError
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import NOTHING, a_drawn_heat, a_user, entry, recorded, throws
from tournaments.models import Entrant, Heat, Playoff, PlayoffEntry, Stage

pytestmark = pytest.mark.django_db

MODELS = ("playoff", "entrant", "stage", "heat", "heatentrant", "playoffentry")


@pytest.fixture
def heat():
    heat = a_drawn_heat(2)
    throws(heat, NOTHING)
    recorded(heat, entry("void", supersedes=1))
    return heat


def test_an_entrant_with_a_lot_is_not_deleted_but_goes_with_the_playoff(heat):
    with pytest.raises(RestrictedError):
        heat.lots.first().entrant.delete()
    heat.stage.playoff.delete()
    assert not PlayoffEntry.objects.exists()


@pytest.mark.parametrize(
    "break_it",
    [
        lambda h: Playoff.objects.update(places=0),
        lambda h: Playoff.objects.update(advance=12),
        lambda h: Playoff.objects.update(decide="later"),
        lambda h: Entrant.objects.update(placed=1),
        lambda h: Stage.objects.create(
            playoff=h.stage.playoff, number=2, seed="", roster=[], roster_digest="", drawn_by=a_user(),
            drawn_at=h.stage.drawn_at,
        ),
        lambda h: Heat.objects.update(turn=None),
        lambda h: Heat.objects.update(phase="ended"),
        lambda h: PlayoffEntry.objects.filter(seq=1).update(dice=""),
        lambda h: PlayoffEntry.objects.filter(seq=1).update(place=2),
        lambda h: PlayoffEntry.objects.filter(seq=2).update(place=2),
        lambda h: PlayoffEntry.objects.filter(seq=2).update(supersedes=None, place=2),
        lambda h: PlayoffEntry.objects.filter(seq=1).update(seq=0, place=0),
    ],
)  # fmt: skip
def test_the_database_holds_what_must_always_be(heat, break_it):
    with pytest.raises(IntegrityError), transaction.atomic():
        break_it(heat)


@pytest.mark.parametrize("model", MODELS)
def test_the_administration_only_looks(heat, model):
    client = Client()
    client.force_login(a_user("root", is_superuser=True, is_staff=True))
    assert client.get(reverse(f"admin:tournaments_{model}_changelist")).status_code == 200
    assert client.get(reverse(f"admin:tournaments_{model}_add")).status_code == 403


def test_everything_has_a_name(heat):
    lot, row = heat.lots.first(), heat.entries.get(seq=2)
    assert [str(one) for one in (heat.stage.playoff, heat.stage, heat, lot.entrant, row)] == [
        "总状元", "决赛", "决赛", lot.entrant.participant.name, "2. void",
    ]  # fmt: skip
    assert str(lot) == f"1. {lot.entrant.participant.name}"
    heat.stage.is_final = False
    assert (str(heat.stage), str(heat)) == ("第 1 阶段", "第 1 组")
