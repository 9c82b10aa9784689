"""Importing people while seats are drawn, and taking imports back around a draw."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.urls import reverse

from bobing_event.models import Participant
from bobing_event.refusals import Refusal
from bobing_event.services.import_undo import undo_import
from bobing_event.services.imports import commit_import
from tables.models import Seat, SeatingDraw
from tables.services.draws import discard_draw, prepare_draw, run_draw
from tables.services.wishes import add_wish, withdraw_wish
from tests.bobing_event.factories import HEADER, csv, imported, in_thread, upload
from tests.tables.factories import NOW, make_event, make_session, make_user

pytestmark = pytest.mark.django_db
PEOPLE = [[f"甲{number}", f"138000000{number:02}", "工会"] for number in range(12)]


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def session(event):
    return make_session(event)


@pytest.fixture
def owner(event):
    return make_user("owner", event, "owner")


def prepared(session, owner):
    return prepare_draw(
        session=session, basis=SeatingDraw.Basis.INVITED, spread="lot", by=owner, now=NOW, secret=b"s" * 32
    )


def drawn(session, owner):
    return run_draw(draw=prepared(session, owner), public_seed="", by=owner, now=NOW)


def refused(work, **given) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        work(by=given.pop("owner"), now=NOW, **given)
    return refusal.value


@pytest.mark.parametrize("draw", [prepared, drawn])
def test_an_import_stays_from_the_draws_commitment_on(event, session, owner, draw):
    done = imported(event, owner, csv(HEADER, *PEOPLE))
    draw(session, owner)
    assert refused(undo_import, upload=done, owner=owner).code == "seats_drawn"
    assert Participant.objects.count() == 12
    discard_draw(session=session, by=owner, now=NOW, reason="名单有误")
    undo_import(upload=done, by=owner, now=NOW)
    assert Participant.objects.count() == 0


def test_an_import_stays_while_a_wish_speaks_of_its_people(event, session, owner):
    done = imported(event, owner, csv(HEADER, *PEOPLE))
    people = list(Participant.objects.filter(event=event)[:2])
    wish = add_wish(session=session, kind="together", people=people, by=owner, now=NOW)
    refusal = refused(undo_import, upload=done, owner=owner)
    assert refusal.code == "person_in_use"
    assert "wish" in str(refusal)
    assert (Participant.objects.count(), wish.people.count()) == (12, 2)
    withdraw_wish(wish=wish, by=owner, now=NOW)
    undo_import(upload=done, by=owner, now=NOW)
    assert Participant.objects.count() == 0


def test_a_draw_in_another_event_does_not_matter(event, session, owner):
    done = imported(event, owner, csv(HEADER, *PEOPLE))
    other = make_session(make_event("spring"))
    imported(other.event, owner, csv(HEADER, *PEOPLE))
    drawn(other, owner)
    undo_import(upload=done, by=owner, now=NOW)
    assert Participant.objects.filter(event=event).count() == 0


def test_who_has_a_seat_is_not_marked_as_missing(event, session, owner):
    imported(event, owner, csv(HEADER, *PEOPLE))
    drawn(session, owner)
    preview = upload(event, owner, csv(HEADER, *PEOPLE[2:], ["新人", "", ""]))
    refusal = refused(commit_import, upload=preview, mark_missing=True, owner=owner)
    assert refusal.code == "missing_people_seated"
    assert "甲0" in str(refusal)
    assert "甲1" in str(refusal)
    assert not Participant.objects.filter(missing=True).exists()
    assert Participant.objects.count() == 12  # nobody new either
    commit_import(upload=preview, by=owner, now=NOW)
    assert (Participant.objects.count(), Seat.objects.count()) == (13, 12)


def test_the_preview_warns_that_new_people_have_no_seat(event, session, owner, client):
    client.force_login(owner)
    imported(event, owner, csv(HEADER, *PEOPLE))
    preview = upload(event, owner, csv(HEADER, *PEOPLE, ["新人", "", ""]))
    address = reverse("import-preview", args=[event.slug, preview.pk])
    assert "Seats are drawn already" not in client.get(address).content.decode()
    drawn(session, owner)
    assert "Seats are drawn already" in client.get(address).content.decode()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_a_draw_and_an_import_at_once(event, session, owner, attempt):
    """The list that is drawn has all of the import's people or none of them."""
    imported(event, owner, csv(HEADER, *PEOPLE))
    more = upload(event, owner, csv(HEADER, *[[f"乙{number}", f"139000000{number:02}", ""] for number in range(12)]))
    works = [lambda: drawn(session, owner), lambda: commit_import(upload=more, by=owner, now=NOW)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(in_thread(lambda work: work()), works))
    assert Participant.objects.count() == 24
    assert Seat.objects.count() in (12, 24)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_a_draw_and_an_undo_at_once(event, session, owner, attempt):
    """Either seats are drawn and the import stays, or it is gone and the draw is without its people."""
    imported(event, owner, csv(HEADER, *PEOPLE))
    more = imported(event, owner, csv(HEADER, *[[f"乙{n}", f"139000000{n:02}", ""] for n in range(12)]))

    def undo():
        try:
            return undo_import(upload=more, by=owner, now=NOW).state
        except Refusal as refusal:
            return refusal.code

    works = [lambda: drawn(session, owner), undo]
    with ThreadPoolExecutor(2) as pool:
        _draw, answer = pool.map(in_thread(lambda work: work()), works)
    found = (answer, Participant.objects.count(), Seat.objects.count())
    assert found in {("seats_drawn", 24, 24), ("undone", 12, 12)}
