"""Setting a play-off up and drawing its lots."""

import pytest

from bobing_event.models import AuditRecord
from bobing_event.refusals import Refusal
from rules import load
from tables.chain import link
from tables.lots import shuffled
from tests.tournaments.factories import (
    NOW,
    SEED,
    WEAK,
    a_drawn_heat,
    a_playoff,
    a_table,
    a_user,
    an_ended_table,
    an_event,
    an_event_of_champions,
    entry,
    order,
    record,
    recorded,
    throw,
    throws,
)
from tournaments.models import Heat, HeatEntrant, Playoff
from tournaments.queries import drawn_heats
from tournaments.services import delete_playoff, draw_lots

pytestmark = pytest.mark.django_db


def draw(playoff, seed=SEED):
    return draw_lots(playoff=playoff, by=a_user(), now=NOW, seed=seed)


def refusal(call, *args, **kwargs):
    with pytest.raises(Refusal) as caught:
        call(*args, **kwargs)
    return caught.value


def test_a_playoff_takes_its_entrants_from_the_tables():
    event = an_event_of_champions(3)
    playoff = a_playoff(event, decide="round", places=2)
    assert [(e.participant.name, e.seat.table.number, e.pattern) for e in playoff.entrants.all()] == [
        ("C1", 1, "sihong"),
        ("C2", 2, "sihong"),
        ("C3", 3, "sihong"),
    ]
    assert (playoff.mode, playoff.target, playoff.decide, playoff.places) == ("race", "zhuangyuan", "round", 2)
    assert (playoff.group_size, playoff.advance) == (load().seats, 1)
    [audit] = AuditRecord.objects.all()
    assert (audit.action, audit.subject, audit.detail) == (
        "playoff.created", str(playoff), {"entrants": 3, "left_out": []},
    )  # fmt: skip


def test_the_kind_says_what_is_thrown_for():
    event = an_event()
    an_ended_table(event, 1, duitang=(1,))
    kings, duitang = a_playoff(event, "wangzhongwang"), a_playoff(event, "zongduitang")
    assert (kings.mode, kings.target, kings.decide) == ("best", "zhuangyuan", "round")
    assert (duitang.mode, duitang.target, duitang.decide) == ("race", "duitang", "immediate")


def test_the_heats_size_is_what_a_table_of_the_ruleset_seats():
    assert a_playoff(an_event_of_champions(2, ruleset="family-ccw")).group_size == 10


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"kind": "grand"}, "bad_kind"),
        ({"decide": "later"}, "bad_decide"),
        ({"places": 0}, "bad_places"),
        ({"group_size": 1}, "bad_group_size"),
        ({"advance": 0}, "bad_advance"),
        ({"advance": 12}, "bad_advance"),
        ({"group_size": 3, "advance": 2}, "bad_advance"),  # 4 entrants in heats of 2: all would go on
        ({"group_size": 3, "places": 3}, "bad_advance"),  # a final of 2 cannot fill 3 places
    ],
)
def test_options_that_cannot_be_are_refused(options, code):
    event = an_event_of_champions(4)
    refused = refusal(a_playoff, event, **options)
    assert (refused.code, refused.status) == (code, 400)
    assert not Playoff.objects.exists()


def test_a_playoff_is_set_up_once():
    event = an_event_of_champions(2)
    a_playoff(event)
    assert refusal(a_playoff, event).code == "playoff_exists"


def test_unfinished_tables_are_named_and_left_out_only_on_purpose():
    event = an_event_of_champions(2)
    waiting = a_table(event, 9)
    refused = refusal(a_playoff, event)
    assert refused.code == "tables_not_ended"
    assert refused.context == {"tables": [{"id": waiting.pk, "number": 9, "session": 1}]}
    assert "9" in str(refused)
    assert a_playoff(event, leave_out_unfinished=True).entrants.count() == 2
    assert AuditRecord.objects.get().detail["left_out"] == [waiting.pk]


def test_a_playoff_needs_entrants():
    event = an_event()
    an_ended_table(event, 1, champion=None)
    assert refusal(a_playoff, event).code == "no_entrants"
    assert refusal(a_playoff, event, "zongduitang").code == "no_entrants"


def test_a_playoff_can_be_taken_back_until_lots_are_drawn():
    event = an_event_of_champions(2)
    delete_playoff(playoff=a_playoff(event), by=a_user(), now=NOW)
    playoff = a_playoff(event)
    draw(playoff)
    assert refusal(delete_playoff, playoff=playoff, by=a_user(), now=NOW).code == "lots_drawn"
    assert [record.action for record in AuditRecord.objects.order_by("pk")] == [
        "playoff.created", "playoff.deleted", "playoff.created", "playoff.drawn",
    ]  # fmt: skip


def test_lots_for_one_heat_make_the_final():
    playoff = a_playoff(an_event_of_champions(3), places=2)
    stage = draw(playoff)
    entrants = [str(entrant.pk) for entrant in playoff.entrants.all()]
    assert (stage.number, stage.is_final, stage.seed) == (1, True, SEED.hex())
    assert [row["entrant"] for row in stage.roster] == entrants
    [heat] = stage.heats.all()
    lots = list(heat.lots.all())
    assert [str(lot.entrant_id) for lot in lots] == shuffled(entrants, SEED) == order(heat)
    assert [lot.lot for lot in lots] == [1, 2, 3]
    assert (heat.phase, heat.turn_id, heat.round, heat.seq) == ("playing", lots[0].entrant_id, 1, 0)
    assert (heat.opening["places"], heat.opening["mode"], heat.opening["decide"]) == (2, "race", "immediate")
    assert heat.last_hash == link("", heat.opening)


def test_thirty_champions_throw_in_heats_of_ten_and_then_in_a_final():
    playoff = a_playoff(an_event_of_champions(30), group_size=12)
    first = draw(playoff)
    assert not first.is_final
    heats = list(first.heats.all())
    assert [heat.lots.count() for heat in heats] == [10, 10, 10]
    assert [order(heat) for heat in heats] == drawn_heats(first.roster, SEED, 12)
    refused = refusal(draw, playoff)
    assert (refused.code, refused.context) == ("heats_not_ended", {"heats": [1, 2, 3]})
    winners = []
    for heat in heats:
        winners.append(heat.turn_id)
        throws(heat, WEAK)
        assert heat.phase == "ended"
    assert not playoff.entrants.filter(placed__isnull=False).exists()
    final = draw(playoff, seed=b"2" * 32)
    assert (final.number, final.is_final) == (2, True)
    assert [row["entrant"] for row in final.roster] == sorted(map(str, winners), key=int)
    heat = final.heats.get()
    throws(heat, "112233", WEAK)
    assert [str(e.pk) for e in playoff.entrants.filter(placed=1)] == [order(heat)[1]]
    assert refusal(draw, playoff).code == "final_drawn"


def test_as_many_go_on_from_a_heat_as_was_chosen_and_the_final_fills_the_places():
    playoff = a_playoff(an_event_of_champions(6), group_size=4, advance=2, places=1)
    stage = draw(playoff)
    for heat in stage.heats.all():
        throws(heat, WEAK)
        assert (heat.opening["places"], heat.phase) == (2, "playing")
        throws(heat, WEAK)
        assert heat.phase == "ended"
    final = draw(playoff).heats.get()
    assert (len(order(final)), final.opening["places"]) == (4, 1)


def test_a_heat_of_one_goes_on_at_once_and_so_does_the_last_one_left():
    playoff = a_playoff(an_event_of_champions(3), group_size=2)
    stage = draw(playoff)
    two, one = stage.heats.all()
    assert (one.lots.get().placed, one.phase) == (1, "ended")
    first, second = order(two)
    recorded(two, entry("withdraw", entrant=first))
    assert two.phase == "ended"  # the last one left goes on without throwing
    assert list(two.lots.values_list("entrant_id", "placed")) == [(int(first), None), (int(second), 1)]
    final = draw(playoff).heats.get()
    assert sorted(order(final)) == sorted([second, order(one)[0]])


def test_a_stage_from_which_nobody_goes_on_ends_the_playoff_without_a_winner():
    playoff = a_playoff(an_event_of_champions(3), group_size=2)
    stage = draw(playoff)
    HeatEntrant.objects.filter(heat__stage=stage).update(placed=None)
    stage.heats.update(phase="ended", turn=None)
    assert refusal(draw, playoff).code == "no_entrants"


def test_one_entrant_has_won_before_any_throw():
    playoff = a_playoff(an_event_of_champions(1), places=3)
    heat = draw(playoff).heats.get()
    assert (heat.phase, heat.turn_id, heat.seq) == ("ended", None, 0)
    assert playoff.entrants.get().placed == 1
    assert heat.lots.get().placed == 1
    assert record(heat, throw(order(heat)[0])).refusal.code == "playoff_ended"


def test_a_drawn_heat_is_in_the_events_playoff():
    heat = Heat.objects.select_related("stage__playoff__event").get(pk=a_drawn_heat(2).pk)
    assert (heat.playoff.kind, heat.event.slug) == ("zongzhuangyuan", "evening")
