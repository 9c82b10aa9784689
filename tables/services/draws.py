"""Seats by lot: freezing what is drawn and committing to a secret, drawing, taking a draw back (docs/seating.md)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_variables

from bobing_event.audit import record_action
from bobing_event.models import Device, Participant, Session
from bobing_event.refusals import Refusal
from tables.drawing import Place, Rest, commitment_of, plan_digest, seat_people, seed_of, table_sizes, unmet_wishes
from tables.drawing.plan import Plan, Spread
from tables.models import Seat, SeatingDraw, Table
from tables.queries import ruleset_of_event
from tables.queries.draws import plan_of
from tables.queries.seating import roster_of
from tables.services.dependents import refuse_tables_in_use
from tables.services.sentences import malformed

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MAX_PHRASE = 200


@sensitive_variables("secret")
@transaction.atomic
def prepare_draw(
    *,
    session: Session,
    basis: str,
    spread: Spread,
    by: User,
    now: datetime,
    secret: bytes,
    parties: bool = False,
    rest: Rest = Rest.AS_RULED,
) -> SeatingDraw:
    """Freeze who is drawn, with every wish stated so far, and commit to a secret that nobody is shown until the draw.

    `basis` is one of `SeatingDraw.Basis`; with `parties` the parties of the participant sheet, and people who come with
    one another, are kept together. Nothing that happens to people, wishes or check-ins later changes the plan. Refuses
    `table_has_thrown`, `seats_already_drawn`, `draw_already_prepared`, `nobody_checked_in`, `nobody_invited`,
    `too_few_people`, `bad_ruleset`.
    """
    session = _locked(session)
    _refuse_second_draw(session)
    ruleset = ruleset_of_event(session.event)
    people = list(roster_of(session, basis))
    _refuse_too_few(len(people), ruleset.min_players, basis)
    sizes = table_sizes(len(people), ruleset.seats, ruleset.min_players, rest)
    plan = plan_of(session, people, sizes=sizes, spread=spread, parties=parties)
    draw = SeatingDraw.objects.create(
        session=session, number=SeatingDraw.objects.filter(session=session).count() + 1, basis=basis, plan=plan,
        plan_digest=plan_digest(plan), secret=secret.hex(), commitment=commitment_of(secret),
        prepared_by=by, prepared_at=now,
    )  # fmt: skip
    record_action(
        event=session.event, by=by, now=now, action="draw_prepared", subject=str(session), people=len(people),
        tables=len(sizes), roster_digest=draw.plan_digest, commitment=draw.commitment,
    )  # fmt: skip
    return draw


@sensitive_variables("secret")
@transaction.atomic
def run_draw(*, draw: SeatingDraw | None, public_seed: str, by: User, now: datetime) -> SeatingDraw:
    """Draw the seats of a prepared plan; from now on the secret is shown.

    `public_seed` is what was spoken in the hall, or empty. Refuses `no_prepared_draw` (None, or gone),
    `draw_discarded`, `table_has_thrown`, `seats_already_drawn`, `bad_phrase`, `plan_altered`, and `plan_outdated` (with
    `people`, the ids that are gone).
    """
    if draw is None:
        raise _no_prepared_draw()
    session = _locked(draw.session)
    draw = SeatingDraw.objects.filter(pk=draw.pk).first()
    if draw is None:
        raise _no_prepared_draw()
    _refuse_to_run(session, draw)
    plan, secret = draw.plan, bytes.fromhex(draw.secret)
    draw.public_seed = _phrase(public_seed)
    _refuse_outdated(session, draw)
    seating = seat_people(plan, seed_of(secret, draw.plan_digest, draw.public_seed))
    _seat(session, seating)
    draw.seating, draw.unmet = seating, unmet_wishes(plan, seating)
    draw.drawn_by, draw.drawn_at = by, now
    draw.save(update_fields=["public_seed", "seating", "unmet", "drawn_by", "drawn_at"])
    record_action(
        event=session.event, by=by, now=now, action="seats_drawn", subject=str(session), people=len(plan["people"]),
        tables=len(plan["sizes"]), unmet=len(draw.unmet), phrase=draw.public_seed, seed=draw.secret,
        roster_digest=draw.plan_digest,
    )  # fmt: skip
    return draw


@transaction.atomic
def draw_seats(*, session: Session, by: User, now: datetime, seed: bytes) -> SeatingDraw:
    """Prepare and run in one step, for everybody who has checked in, with `seed` as the secret and no phrase.

    Refuses what `prepare_draw` and `run_draw` refuse.
    """
    basis = SeatingDraw.Basis.CHECKED_IN
    draw = prepare_draw(session=session, basis=basis, spread="lot", by=by, now=now, secret=seed)
    return run_draw(draw=draw, public_seed="", by=by, now=now)


@transaction.atomic
def discard_draw(*, session: Session, by: User, now: datetime, reason: str) -> SeatingDraw:
    """Take a prepared or a run draw back: tables and seats go, the draw stays on record with the reason.

    The secret of a draw that was never run stays unknown. Refuses `reason_needed`, `table_has_thrown` once a table is
    open, `no_draw`, and `table_in_use` where later packages hold something of a table.
    """
    session = _locked(session)
    if not reason.strip():
        raise malformed("reason_needed")
    _refuse_opened(session)
    draw = SeatingDraw.objects.filter(session=session, discarded_at__isnull=True).first()
    if draw is None:
        raise Refusal("no_draw", _("No seats have been drawn for this session."))
    tables = Table.objects.filter(session=session)
    refuse_tables_in_use(tables)
    Device.objects.filter(table_id__in=tables.values("pk"), revoked_at__isnull=True).update(revoked_at=now)
    Seat.objects.filter(table__session=session).delete()
    tables.delete()
    draw.discarded_at, draw.discarded_by, draw.discard_reason = now, by, reason.strip()
    draw.save(update_fields=["discarded_at", "discarded_by", "discard_reason"])
    record_action(
        event=session.event, by=by, now=now, action="draw_discarded", subject=str(session), reason=draw.discard_reason
    )
    return draw


def _locked(session: Session) -> Session:
    """Whatever changes the seats of a whole session waits here for its turn."""
    return Session.objects.select_for_update(of=("self",)).select_related("event").get(pk=session.pk)


def _no_prepared_draw() -> Refusal:
    return Refusal("no_prepared_draw", _("No draw is prepared for this session. Freeze the list first."))


def _refuse_second_draw(session: Session) -> None:
    _refuse_opened(session)
    standing = SeatingDraw.objects.filter(session=session, discarded_at__isnull=True).first()
    if standing is not None and standing.drawn_at is None:
        sentence = _("A draw is prepared for this session already. Run it, or discard it before preparing another.")
        raise Refusal("draw_already_prepared", sentence)
    if standing is not None or Table.objects.filter(session=session).exists():
        raise _already_drawn()


def _refuse_to_run(session: Session, draw: SeatingDraw) -> None:
    if draw.discarded_at is not None:
        raise Refusal("draw_discarded", _("This draw was discarded meanwhile. Look at the seating again."))
    _refuse_opened(session)
    if draw.drawn_at is not None or Table.objects.filter(session=session).exists():
        raise _already_drawn()


def _already_drawn() -> Refusal:
    return Refusal(
        "seats_already_drawn",
        _("Seats have been drawn for this session already. Discard that draw before drawing again."),
    )


def _refuse_opened(session: Session) -> None:
    opened = Table.objects.filter(session=session, opening__isnull=False).order_by("number").first()
    if opened is not None:
        sentence = _("Table %(table)s is playing already; the seats of this session stay as they are.")
        raise Refusal("table_has_thrown", sentence % {"table": opened.number})


def _refuse_too_few(people: int, least: int, basis: str) -> None:
    checked_in = basis == SeatingDraw.Basis.CHECKED_IN
    if not people and checked_in:
        raise Refusal("nobody_checked_in", _("Nobody has checked in yet. Check people in, then draw the seats."))
    if not people:
        raise Refusal("nobody_invited", _("Nobody is on the list of this session. Import or add people first."))
    if people < least:
        if checked_in:
            sentence = _("%(people)s people have checked in; a table needs %(least)s to begin.")
        else:
            sentence = _("%(people)s people are on the list; a table needs %(least)s to begin.")
        raise Refusal("too_few_people", sentence % {"people": people, "least": least})


def _refuse_outdated(session: Session, draw: SeatingDraw) -> None:
    """The list is the frozen one, and who is on it stays until the seats are written."""
    plan: Plan = draw.plan
    if plan_digest(plan) != draw.plan_digest:
        sentence = _(
            "The list is not the one that was frozen: its digest differs. Discard this draw and prepare another."
        )
        raise Refusal("plan_altered", sentence)
    people = Participant.objects.filter(event=session.event_id, pk__gte=plan["people"][0], pk__lte=plan["people"][-1])
    kept = set(people.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))
    if gone := [person for person in plan["people"] if person not in kept]:
        sentence = ngettext(
            "%(people)s person of the frozen list has been deleted since. Discard this draw and prepare another.",
            "%(people)s people of the frozen list have been deleted since. Discard this draw and prepare another.",
            len(gone),
        )
        raise Refusal("plan_outdated", sentence % {"people": len(gone)}, people=gone)


def _phrase(text: str) -> str:
    """As it is kept and hashed: without blanks at its ends, in NFC. Refuses `bad_phrase`."""
    phrase = unicodedata.normalize("NFC", text.strip())
    if len(phrase) > MAX_PHRASE or not phrase.isprintable():
        sentence = _("The phrase is one line of at most %(most)s characters.")
        raise Refusal("bad_phrase", sentence % {"most": MAX_PHRASE}, status=400)
    return phrase


def _seat(session: Session, seating: Sequence[Place]) -> None:
    numbers = sorted({table for table, _seat, _person in seating})
    tables = Table.objects.bulk_create(Table(session=session, number=number) for number in numbers)
    table_of = {table.number: table for table in tables}
    Seat.objects.bulk_create(
        Seat(table=table_of[table], number=seat, participant_id=person) for table, seat, person in seating
    )
