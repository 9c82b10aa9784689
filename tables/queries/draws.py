"""Reads about draws: what a plan is made of, what is published, and how people and list have drifted apart since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import pgettext_lazy

from bobing_event.models import Participant, Session
from bobing_event.queries import people_of_session
from tables.drawing import (
    Plan,
    Rest,
    commitment_of,
    impossible_wishes,
    make_plan,
    plan_digest,
    seat_people,
    seed_of,
    table_sizes,
)
from tables.drawing.plan import Spread
from tables.models import SeatChange, SeatingDraw, Wish
from tables.models.draw import ADDRESS_PART
from tables.queries.rulesets import ruleset_of_event
from tables.queries.seating import roster_of


def standing_draw(session: Session) -> SeatingDraw | None:
    """The draw that is prepared or run and not discarded."""
    return draws_of(session).filter(discarded_at__isnull=True).first()


def draws_of(session: Session) -> QuerySet[SeatingDraw]:
    """Every draw ever prepared for a session, the latest first; seatings, which are long, are read when needed."""
    draws = SeatingDraw.objects.filter(session=session).defer("seating")
    return draws.select_related("prepared_by", "drawn_by", "discarded_by")


def fixed_places_of(session: Session) -> QuerySet[Participant]:
    """The people of a session with a fixed place, by place."""
    people = people_of_session(session).filter(wanted_table__isnull=False)
    return people.only("name", "unit", "wanted_table", "wanted_seat").order_by("wanted_table", "wanted_seat", "pk")


def wishes_of(session: Session) -> QuerySet[Wish]:
    """The wishes stated for a session with their people; two queries."""
    people = Prefetch("people", Participant.objects.only("name", "unit").order_by("pk"))
    return Wish.objects.filter(session=session).select_related("stated_by").prefetch_related(people)


def plan_of(
    session: Session, people: Sequence[Participant], *, sizes: list[int], spread: Spread, parties: bool
) -> Plan:
    """The plan to freeze: the people with their fixed places and every wish of the session.

    With `parties` a party of the participant sheet is a group, and so are people who come with one another.
    """
    wishes: dict[str, list[list[int]]] = {Wish.Kind.TOGETHER: [], Wish.Kind.APART: []}
    for wish in wishes_of(session):
        wishes[wish.kind].append([person.pk for person in wish.people.all()])
    groups: dict[str, list[int]] = defaultdict(list)
    for person in people if parties else ():
        if person.party:
            groups[person.party].append(person.pk)
    company = [[person.pk, person.companion_of_id] for person in people if parties and person.companion_of_id]
    return make_plan(
        people=[person.pk for person in people],
        sizes=sizes,
        spread=spread,
        units={person.pk: person.unit for person in people},
        together=[*wishes[Wish.Kind.TOGETHER], *groups.values(), *company],
        apart=wishes[Wish.Kind.APART],
        fixed={person.pk: (person.wanted_table, person.wanted_seat) for person in people if person.wanted_table},
    )


@dataclass(frozen=True)
class Forecast:
    """What freezing the list now would draw. `sizes` are those that the ruleset suggests, `runs` them by size.

    `choices` has, as `(people, tables)`, both ways to seat the people who do not fill a table, where the ruleset allows
    both. `parties` is how many groups the sheet names, `fixed` how many people have a fixed place.
    """

    people: int
    sizes: list[int]
    choices: dict[Rest, list[tuple[int, int]]]
    parties: int
    fixed: int

    @property
    def runs(self) -> list[tuple[int, int]]:
        return size_runs(self.sizes)

    @property
    def suggested(self) -> Rest:
        """What `Rest.AS_RULED` comes to."""
        return Rest.SHORT if self.choices.get(Rest.SHORT) == self.runs else Rest.SPREAD


def forecast_of(session: Session, basis: str) -> Forecast:
    """What a draw on this basis would make now; three queries at most."""
    ruleset = ruleset_of_event(session.event)
    people = list(roster_of(session, basis).values_list("party", "wanted_table", "companion_of"))
    sizes = {rest: table_sizes(len(people), ruleset.seats, ruleset.min_players, rest) for rest in Rest}
    both = {rest: size_runs(sizes[rest]) for rest in (Rest.SHORT, Rest.SPREAD)}
    return Forecast(
        people=len(people),
        sizes=sizes[Rest.AS_RULED] if people else [],
        choices=both if sizes[Rest.SHORT] != sizes[Rest.SPREAD] else {},
        parties=len({party for party, _table, _companion in people if party})
        + sum(companion is not None for _party, _table, companion in people),
        fixed=sum(table is not None for _party, table, _companion in people),
    )


def size_runs(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Tables by their number of people, the largest first: `[(13, 2), (12, 10)]`."""
    return [(size, list(sizes).count(size)) for size in sorted(set(sizes), reverse=True)]


@dataclass(frozen=True)
class Drift:
    """How a frozen list differs from what would be frozen now: who came in since, how many would be left out."""

    came: list[Participant]
    left: int


def drift_of(draw: SeatingDraw) -> Drift:
    """Who would be drawn now and is not on the frozen list, and how many of the list would not; one query."""
    listed = set(draw.plan["people"])
    now = list(roster_of(draw.session, draw.basis).only("name", "unit"))
    came = [person for person in now if person.pk not in listed]
    return Drift(came, len(listed) - (len(now) - len(came)))


UNMET_LABELS = {
    "no_such_table": pgettext_lazy("unmet wish", "no such table"),
    "no_such_seat": pgettext_lazy("unmet wish", "no such seat"),
    "seat_taken": pgettext_lazy("unmet wish", "seat promised twice"),
    "table_full": pgettext_lazy("unmet wish", "table full"),
    "group_too_large": pgettext_lazy("unmet wish", "group larger than a table"),
    "group_fixed_apart": pgettext_lazy("unmet wish", "group with places at several tables"),
    "group_torn": pgettext_lazy("unmet wish", "no table had room for the group"),
    "apart_but_together": pgettext_lazy("unmet wish", "apart, but bound to one table"),
    "too_few_tables": pgettext_lazy("unmet wish", "more to keep apart than tables"),
    "not_apart": pgettext_lazy("unmet wish", "no room to keep apart"),
}


@dataclass(frozen=True)
class UnmetLine:
    """A wish that a draw could not meet (`tables.drawing.unmet`). `people` are numbers and, where known, who it is."""

    code: str
    people: list[tuple[int, Participant | None]]
    place: str

    @property
    def word(self) -> str:
        return str(UNMET_LABELS[self.code])


def unmet_of(draw: SeatingDraw, *, named: bool) -> list[UnmetLine]:
    """The wishes that a draw did not meet; before it is run, those that no lot can meet. No query, or one for names."""
    wishes = draw.unmet if draw.drawn_at else impossible_wishes(draw.plan)
    numbers = {number for one in wishes for number in one["people"]} if named else set()
    people = Participant.objects.only("name", "unit").in_bulk(numbers) if numbers else {}
    return [
        UnmetLine(
            one["code"],
            [(number, people.get(number)) for number in one["people"]],
            "-".join(str(part) for part in one["place"] or () if part is not None),
        )
        for one in wishes
    ]


@dataclass(frozen=True)
class Notice:
    """What the printed notice of a commitment says. `address` is the path of the draw's public page."""

    draw: SeatingDraw
    session: Session
    number: int
    people: int
    tables: list[tuple[int, int]]
    plan_digest: str
    commitment: str
    prepared_at: datetime
    address: str


def notice_of(draw: SeatingDraw) -> Notice:
    """The notice of a prepared or run draw; no secret is in it."""
    return Notice(
        draw=draw,
        session=draw.session,
        number=draw.number,
        people=len(draw.plan["people"]),
        tables=size_runs(draw.plan["sizes"]),
        plan_digest=draw.plan_digest,
        commitment=draw.commitment,
        prepared_at=draw.prepared_at,
        address=draw.get_absolute_url(),
    )


def changes_since(draw: SeatingDraw) -> int:
    """How often seats were changed by hand after a draw and stayed so."""
    if draw.drawn_at is None or draw.discarded_at is not None:
        return 0
    changes = SeatChange.objects.filter(session=draw.session, undone_at__isnull=True, made_at__gte=draw.drawn_at)
    return changes.count()


def draw_at(address: str) -> SeatingDraw | None:
    """The draw whose public page this is; the latest where a test or a demo repeats secret and list."""
    if len(address) != 2 * ADDRESS_PART:
        return None
    commitment, digest = address[:ADDRESS_PART], address[ADDRESS_PART:]
    found = SeatingDraw.objects.filter(commitment__startswith=commitment, plan_digest__startswith=digest)
    return found.select_related("session__event").order_by("-pk").first()


def published(draw: SeatingDraw) -> dict[str, Any]:
    """What everybody may have of a draw, as docs/verify_draw.py reads it: numbers, no names.

    Before the draw there is no `secret`, no `public_seed` and no `seating`.
    """
    known = {"plan": draw.plan, "plan_digest": draw.plan_digest, "commitment": draw.commitment}
    if draw.drawn_at is None:
        return known
    return {**known, "public_seed": draw.public_seed, "secret": draw.secret, "seating": draw.seating}


def checks_of(draw: SeatingDraw) -> dict[str, bool]:
    """Whether list, secret and seating of a run draw are what digest and commitment promised: all computed again."""
    secret, plan = bytes.fromhex(draw.secret), draw.plan
    digest = plan_digest(plan)
    seating = [list(place) for place in seat_people(plan, seed_of(secret, digest, draw.public_seed))]
    return {
        "plan_digest": digest == draw.plan_digest,
        "commitment": commitment_of(secret) == draw.commitment,
        "seating": seating == [list(place) for place in draw.seating],
    }
