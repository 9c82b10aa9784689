"""A player's own throws and pieces, and the button that says that something is wrong."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from bobing_event.models import Participant
from tables import services
from tables.models import Objection, SeatChange
from tables.queries.holdings import holdings_of
from tables.queries.played import Held, Passed
from tables.queries.player import own_tables_of, version_of
from tests.tables.factories import (
    NOTHING,
    NOW,
    correction,
    entry,
    make_event,
    make_session,
    make_table,
    make_user,
    open_table,
    play_on,
    record,
    throw,
)

pytestmark = pytest.mark.django_db

YIXIU, ERJU, SIHONG, LIUBEIHONG = "411223", "441122", "444412", "444444"


@pytest.fixture
def table():
    """Three people, named so that masks can be told apart."""
    table = make_table(seats=3, number=7)
    for seat, name in zip(table.seats.order_by("number"), ("王小明", "李静", "陈大文"), strict=True):
        phone = f"1381234567{seat.number}"
        Participant.objects.filter(pk=seat.participant_id).update(name=name, unit="研发中心", phone=phone)
    return open_table(table)


def player(table, seat=1):
    return table.seats.select_related("participant").get(number=seat).participant


def own(table, seat=1):
    [found] = own_tables_of(player(table, seat))
    return found


def page_of(client, person, part="", language="en", **headers):
    address = reverse("participant", args=[person.code]) + (f"?part={part}" if part else "")
    return client.get(address, headers={"accept-language": language, **headers})


def text(response):
    return " ".join(response.content.decode().split())


def object_to(client, person, table, seq=0, **fields):
    address = reverse("participant-objects", args=[person.code])
    return client.post(address, {"table": table.pk, "seq": seq, **fields}, headers={"accept-language": "en"})


def test_own_throws_newest_first_and_nobody_elses(table):
    record(table, throw(1, YIXIU), throw(2, ERJU), throw(3, NOTHING), throw(1, NOTHING))
    lines = own(table).lines
    assert [(line.seq, line.round, line.dice, line.pattern) for line in lines] == [
        (4, 2, NOTHING, None),
        (1, 1, YIXIU, "yixiu"),
    ]
    assert lines[1].got == [Passed("yixiu", 1, None)]
    assert own(table).held == [Held("yixiu", 1, own(table).held[0].open)]
    assert [line.seq for line in own(table, 2).lines] == [2]


def test_the_leader_and_whose_turn(table):
    record(table, throw(1, SIHONG), throw(2, NOTHING))
    played = own(table, 2).played
    leader = played.leader
    assert (leader.name, leader.pattern, sorted(leader.dice)) == ("王*明", "sihong", sorted(SIHONG))
    assert (played.turn.person, played.turn.name) == (player(table, 3).pk, "陈*文")
    assert own(table).best == played.leader
    assert own(table, 2).best is None


def test_a_correction_keeps_its_place_and_its_objection(table, client):
    record(table, throw(1, YIXIU), throw(2, NOTHING))
    person = player(table)
    object_to(client, person, table, 1, text="it was erju")
    record(table, correction(1, "throw", seat=1, dice=ERJU))
    [told] = own(table).told
    assert (told.line.seq, told.line.place, told.line.pattern, told.line.corrected) == (3, 1, "erju", True)
    assert [one.text for one in told.objections] == ["it was erju"]
    assert own(table).told_of_held.objections == []


def test_an_objection_to_a_throw_taken_out_stays_in_sight(table, client):
    record(table, throw(1, YIXIU))
    object_to(client, player(table), table, 1, text="that was not me")
    record(table, correction(1, "void"))
    assert own(table).told == []
    assert [one.text for one in own(table).told_of_held.objections] == ["that was not me"]


def test_throws_go_with_who_sat_there(table, client):
    other = open_table(make_table(table.session.event, number=8, seats=2))
    record(table, throw(1, YIXIU), throw(2, NOTHING), throw(3, NOTHING), throw(1, ERJU))
    moved, came = player(table, 1), player(other, 1)
    services.swap_people(
        table=table, seat=1, since=4, other_table=other, other_seat=1, reason="wrong seats",
        client_uuid=uuid4(), by=make_user("owner"), now=NOW,
    )  # fmt: skip
    assert SeatChange.objects.get().kind == "reseat"
    assert [
        (one.table.number, [line.seq for line in one.lines], one.seat and one.seat.number)
        for one in own_tables_of(moved)
    ] == [
        (7, [1], None),
        (8, [], 1),
    ]
    assert [(one.table.number, [line.seq for line in one.lines]) for one in own_tables_of(came)] == [(7, [4]), (8, [])]
    assert page_of(client, moved).status_code == 200
    assert object_to(client, came, table, 1).status_code == 404


def test_holdings_are_for_now_until_signed(table, client):
    record(table, throw(1, YIXIU))
    person, owner = player(table), make_user("owner")
    assert "held for now" in text(page_of(client, person))
    ended = play_on(table, 2000)
    assert ended.has_ended
    assert not own(ended).is_final
    services.sign_off_table(table=ended, digest=holdings_of(ended)["digest"], by=owner, now=NOW)
    assert own(ended).is_final
    page = text(page_of(client, person))
    assert "held for now" not in page
    assert "may still be taken" not in page
    assert ">final<" in page
    assert "This is wrong" not in page


def test_what_is_held_is_what_is_signed(table):
    ended = play_on(table, 2000, seed=5)
    signed = {line["name"]: line["pieces"] for line in holdings_of(ended)["people"]}
    for seat in (1, 2, 3):
        assert {held.rank: held.pieces for held in own(ended, seat).held} == signed[player(ended, seat).name]
        assert all(held.open == 0 for held in own(ended, seat).held)


def test_the_sum_of_what_came_and_went_is_what_is_held(table):
    ended = play_on(table, 2000, seed=9)
    for seat in (1, 2, 3):
        mine = own(ended, seat)
        balance = sum(one.pieces for line in mine.lines for one in line.got) - sum(
            one.pieces for line in mine.lines for one in line.lost
        )
        assert balance == sum(held.pieces for held in mine.held)


def test_others_are_masked(table, client):
    record(table, throw(1, SIHONG), throw(2, LIUBEIHONG), throw(3, NOTHING))
    page = text(page_of(client, player(table, 3)))
    for hidden in ("王小明", "李静", "陈大文", "研发中心", "1381234567", "owner"):
        assert hidden not in page, hidden
    assert "李*" in page


def test_nothing_but_the_place_before_the_opening(client):
    waiting = make_table(seats=2)
    page = text(page_of(client, player(waiting)))
    assert "Your throws" not in page
    assert "Check-in" in page


def test_the_part_that_changes_is_sent_when_it_changes(table, client):
    person = player(table)
    first = page_of(client, person, "live")
    assert "<html" not in text(first)
    tag = first["ETag"]
    assert page_of(client, person)["ETag"] == tag
    same = page_of(client, person, "live", **{"if-none-match": tag})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", tag)
    record(table, throw(1, YIXIU))
    assert page_of(client, person, "live", **{"if-none-match": tag}).status_code == 200
    chinese = page_of(client, person, "live", language="zh-hans", **{"if-none-match": tag})
    assert chinese.status_code == 200


def test_objections_change_the_version(table, client):
    person = player(table)

    def version():
        return version_of(person, own_tables_of(person), language="en")

    before = version()
    object_to(client, person, table)
    raised = version()
    services.settle_objection(objection=Objection.objects.get(), outcome="right", by=make_user("owner"), now=NOW)
    assert len({before, raised, version()}) == 3


def test_an_unchanged_page_reads_no_log(table, client, django_assert_num_queries):
    person = player(table)
    tag = page_of(client, person, "live")["ETag"]
    with django_assert_num_queries(6):
        page_of(client, person, "live", **{"if-none-match": tag})


@pytest.mark.parametrize("throws", [1, 3])
def test_the_queries_do_not_grow(table, client, django_assert_num_queries, throws):
    record(table, *(throw(seat, YIXIU) for seat in range(1, throws + 1)))
    first, second = player(table, 1), player(table, 2)
    with django_assert_num_queries(8):
        page_of(client, first)
    with django_assert_num_queries(6):  # the others of the table find it read
        page_of(client, second)


def test_objecting_tells_the_referee_once(table, client):
    record(table, throw(1, YIXIU))
    person = player(table)
    answer = object_to(client, person, table, 1, text=" 是二举 ")
    assert (answer.status_code, answer["Location"]) == (302, f"/p/{person.code}/#e{table.pk}-1")
    object_to(client, person, table, 1, text="是二举")
    [objection] = Objection.objects.all()
    assert (objection.participant, objection.seq, objection.text, objection.settled_at) == (person, 1, "是二举", None)
    page = text(page_of(client, person))
    assert "The referee has been told" in page
    assert page.count("This is wrong") == 1  # at the pieces: this throw has its one


def test_the_outcome_is_shown_and_it_may_be_said_again(table, client):
    record(table, throw(1, YIXIU))
    person = player(table)
    object_to(client, person, table, 1)
    services.settle_objection(
        objection=Objection.objects.get(), outcome="dice read again: yixiu", by=make_user("owner"), now=timezone.now()
    )
    page = text(page_of(client, person))
    assert "dice read again: yixiu" in page
    assert "The referee has been told" not in page
    assert page.count("This is wrong") == 2


def test_too_many_objections(table, client):
    record(table, *(throw(n % 3 + 1, NOTHING) for n in range(16)))
    person = player(table)
    for line in own(table).lines[:5]:
        object_to(client, person, table, line.seq)
    assert object_to(client, person, table).status_code == 409
    assert Objection.objects.count() == 5
    page = text(page_of(client, person))
    assert "The referee has several of your objections already" in page
    assert "This is wrong" not in page


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"seq": 2}, 404), ({"seq": 99}, 404), ({"seq": "x"}, 404), ({"seq": "1" * 30}, 404), ({"table": 0}, 404),
     ({"text": "x" * 201}, 400)],
)  # fmt: skip
def test_what_cannot_be_objected_to(table, client, fields, status):
    record(table, throw(1, YIXIU), throw(2, ERJU))
    sent = {"table": table.pk, "seq": 1, **fields}
    answer = client.post(reverse("participant-objects", args=[player(table).code]), sent)
    assert answer.status_code == status
    assert Objection.objects.count() == 0


def test_not_at_a_table_that_waits(client):
    waiting = make_table(seats=2)
    answer = object_to(client, player(waiting), waiting)
    assert (answer.status_code, Objection.objects.count()) == (409, 0)


def test_a_strangers_code(client, table):
    answer = client.post("/p/NOSUCHCODE/objections/", {"table": table.pk, "seq": 0})
    assert answer.status_code == 404
    assert client.get(reverse("participant-objects", args=[player(table).code])).status_code == 405


def test_throws_entered_by_their_pattern_have_no_dice(table, client):
    record(table, {**entry("throw", 1), "pattern": "sijin", "bonus": ""})
    page = text(page_of(client, player(table)))
    assert "entered without dice" in page
    assert "Sijin" in page
    assert 'aria-label="Dice' not in page


def test_passes_and_the_like_are_lines_too(table, client):
    record(table, entry("overflow", 1))
    assert "Out of the bowl" in text(page_of(client, player(table)))


def test_it_is_in_chinese(table, client):
    record(table, throw(1, YIXIU))
    page = text(page_of(client, player(table), language="zh-hans"))
    for words in ("您的奖品", "暂持", "您的每一掷", "第 1 轮", "这里不对", "告诉裁判", "一秀"):
        assert words in page, words


def test_two_sessions_are_two_tables(client):
    event = make_event()
    first = make_table(event, number=1, seats=2)
    second = make_table(event, number=2, seats=2, session=make_session(event, 2))
    person = player(first)
    second.seats.filter(number=1).update(participant=person)
    open_table(first)
    open_table(second)
    page = text(page_of(client, person))
    assert page.count("Your throws") == 2
