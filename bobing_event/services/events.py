"""Setting up an event: what it is called, its rules, its sessions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

from django.core.validators import validate_slug
from django.db import IntegrityError, transaction
from django.forms import ValidationError
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Event, Membership, Role, Session
from bobing_event.refusals import Refusal
from rules import CLASSIC_SET, DEFAULT_RULESET, RulesetError, load

if TYPE_CHECKING:
    from django.contrib.auth.models import User

RESERVED_SLUGS = frozenset({"new"})  # addresses under /events/
MOST_PIECES = 999
CHANGEABLE = (
    "name", "edition", "date", "zone", "issuers", "late_arrivals", "entry_mode", "ruleset", "overrides", "piece_set",
)  # fmt: skip


@transaction.atomic
def create_event(
    *,
    slug: str,
    name: str,
    date: dt.date,
    by: User,
    now: datetime,
    zone: str = "Asia/Shanghai",
    ruleset: str = DEFAULT_RULESET,
    overrides: Mapping[str, Any] | None = None,
    edition: str = "",
    issuers: str = "",
    piece_set: Mapping[str, int] | None = None,
) -> Event:
    """Makes an event with its first session; `by` becomes its owner.

    Refuses `bad_slug`, `slug_taken`, `name_missing`, `unknown_zone`, `bad_piece_set`, and what is wrong with the
    rules, naming the key: `unknown_ruleset`, `unknown_option`, `bad_value`, `contradiction`.
    """
    _refuse_slug(slug)
    event = Event(
        slug=slug, name=name.strip(), date=date, zone=zone, ruleset=ruleset, overrides=dict(overrides or {}),
        edition=edition.strip(), issuers=issuers.strip(), created_at=now,
    )  # fmt: skip
    if piece_set is not None:
        event.piece_set = dict(piece_set)
    _refuse_unsound(event)
    try:
        with transaction.atomic():
            event.save()
    except IntegrityError:
        raise _slug_taken(slug) from None
    Session.objects.create(event=event, number=1)
    Membership.objects.create(event=event, user=by, role=Role.OWNER)
    record_action(event=event, by=by, now=now, action="event_created", subject=event.name, ruleset=ruleset)
    return event


@transaction.atomic
def change_event(*, event: Event, by: User, now: datetime, **changes: Any) -> Event:
    """Changes any of name, edition, date, zone, issuers, late_arrivals, entry_mode, ruleset, overrides, piece_set.

    Refuses what `create_event` does, and `ruleset_frozen`: once a table has thrown, rules and pieces stay.
    """
    if unknown := changes.keys() - set(CHANGEABLE):
        raise TypeError(f"an event has no {', '.join(sorted(unknown))}")
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    changed = {key: value for key, value in changes.items() if value != getattr(event, key)}
    if event.is_frozen and changed.keys() & {"ruleset", "overrides", "piece_set"}:
        raise Refusal(
            "ruleset_frozen",
            _("A table has thrown, so the rules of this event stay as they are. Make a new event for other rules."),
        )
    for key, value in changed.items():
        setattr(event, key, value)
    _refuse_unsound(event)
    if changed:
        event.save(update_fields=list(changed))
        record_action(
            event=event, by=by, now=now, action="event_changed", subject=event.name, fields=sorted(changed),
            ruleset=event.ruleset, overrides=event.overrides,
        )  # fmt: skip
    return event


@transaction.atomic
def add_session(*, event: Event, by: User, now: datetime, name: str = "", starts_at: datetime | None = None) -> Session:
    """Adds a session with the next number. Refuses `session_name_taken`."""
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    name = name.strip()
    if name and event.sessions.filter(name=name).exists():
        raise Refusal("session_name_taken", _("There is a session of this name already. Choose another name."))
    last = event.sessions.order_by("-number").values_list("number", flat=True).first() or 0
    session = Session.objects.create(event=event, number=last + 1, name=name, starts_at=starts_at)
    record_action(event=event, by=by, now=now, action="session_added", subject=str(session))
    return session


def _refuse_slug(slug: str) -> None:
    try:
        validate_slug(slug)
    except ValidationError:
        raise Refusal(
            "bad_slug", _("The short name is made of letters, digits, hyphens and underscores."), status=400
        ) from None
    if slug in RESERVED_SLUGS or Event.objects.filter(slug=slug).exists():
        raise _slug_taken(slug)


def _slug_taken(slug: str) -> Refusal:
    sentence = _("The short name “%(slug)s” is taken. Choose another, such as %(slug)s-2.")
    return Refusal("slug_taken", sentence % {"slug": slug})


def _refuse_unsound(event: Event) -> None:
    """Whatever the fields alone can be refused for."""
    if not event.name:
        raise Refusal("name_missing", _("Give the event a name."), status=400)
    if event.zone not in available_timezones():
        raise Refusal("unknown_zone", _("%(zone)s is not a time zone.") % {"zone": event.zone}, status=400)
    _refuse_rules(event.ruleset, event.overrides)
    _refuse_piece_set(event.piece_set)


def _refuse_rules(ruleset: str, overrides: Mapping[str, Any]) -> None:
    try:
        load(ruleset, overrides)
    except RulesetError as error:
        sentences = {
            "unknown_ruleset": _("There is no ruleset “%(value)s”. Choose one of the list."),
            "unknown_option": _("The rules have no option “%(key)s”. Take it out."),
            "bad_value": _("The option “%(key)s” cannot have this value: %(why)s"),
            "contradiction": _("The option “%(key)s” contradicts another: %(why)s"),
        }
        facts = {"value": ruleset, "key": error.key, "why": str(error).partition(": ")[2]}
        raise Refusal(error.code, sentences[error.code] % facts, status=400, key=error.key) from None


def _refuse_piece_set(piece_set: Mapping[str, Any]) -> None:
    whole = all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= MOST_PIECES for n in piece_set.values())
    if set(piece_set) != {rank.value for rank in CLASSIC_SET} or not whole or piece_set.get("zhuangyuan") != 1:
        raise Refusal(
            "bad_piece_set",
            _("A table has one piece for 状元, and from 0 to %(most)s of every other rank.") % {"most": MOST_PIECES},
            status=400,
        )
