"""The end of a table: what players object to, the referee's word, and a second word where there was a dispute."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bobing_event.audit import record_action
from bobing_event.models import Device, Participant
from bobing_event.refusals import Refusal
from tables.models import Entry, Objection, SignOff, Table
from tables.queries import log_of
from tables.queries.holdings import holdings_of
from tables.queries.occupancy import occupancy_of
from tables.queries.sign_offs import sign_off_of
from tables.services.dependents import tell_final
from tables.services.opening import locked_table
from tables.services.replaced import refuse_replaced

if TYPE_CHECKING:
    from django.contrib.auth.models import User

TEXT_LENGTH = 200
MOST_OPEN = 5
"""So many objections somebody may have open; nobody is signed in where they are raised."""


@transaction.atomic
def raise_objection(
    *, table: Table, participant: Participant, now: datetime, seq: int = 0, text: str = ""
) -> Objection:
    """A player says that an entry, or with `seq` 0 what the table comes to, is wrong. Said again it is one.

    Refuses `table_not_open`, `not_at_this_table`, `signed_off`, `unknown_entry`, `text_too_long` and
    `too_many_objections`.
    """
    if len(text := text.strip()) > TEXT_LENGTH:
        sentence = _("At most %(most)s characters, please.") % {"most": TEXT_LENGTH}
        raise Refusal("text_too_long", sentence, status=400)
    table = locked_table(table.pk)
    _refuse_strangers(table, participant)
    if sign_off_of(table) is not None:
        sentence = _("Table %(table)s has been signed off. Please go to the floor desk.")
        raise Refusal("signed_off", sentence % {"table": table.number})
    if seq and not Entry.objects.filter(table=table, seq=seq).exists():
        sentence = _("There is no entry number %(seq)s in this log.")
        raise Refusal("unknown_entry", sentence % {"seq": seq}, status=404)
    mine = list(Objection.objects.filter(table=table, participant=participant, settled_at__isnull=True))
    same = next((objection for objection in mine if objection.seq == seq), None)
    if same is not None:
        return _said_again(same, text)
    if len(mine) >= MOST_OPEN:
        raise Refusal("too_many_objections", _("The referee has several of your objections already. Please wait."))
    objection = Objection.objects.create(table=table, participant=participant, seq=seq, text=text, raised_at=now)
    record_action(
        event=table.session.event, by=None, now=now, action="objection_raised", subject=participant.name,
        table=table.number, seq=seq,
    )  # fmt: skip
    return objection


@transaction.atomic
def settle_objection(*, objection: Objection, outcome: str, by: User, now: datetime) -> Objection:
    """Say what came of it. Refuses `outcome_missing`, `text_too_long`, `already_settled`."""
    outcome = outcome.strip()
    if not outcome:
        raise Refusal("outcome_missing", _("Say what came of it: it stays in the record."), status=400)
    if len(outcome) > TEXT_LENGTH:
        sentence = _("At most %(most)s characters, please.") % {"most": TEXT_LENGTH}
        raise Refusal("text_too_long", sentence, status=400)
    table = locked_table(objection.table_id)
    objection = Objection.objects.select_related("participant", "settled_by").get(pk=objection.pk)
    if objection.settled_by is not None:
        name = objection.settled_by.get_full_name() or objection.settled_by.get_username()
        sentence = _("%(name)s has settled this already: %(outcome)s")
        raise Refusal("already_settled", sentence % {"name": name, "outcome": objection.outcome})
    objection.settled_by, objection.settled_at, objection.outcome = by, now, outcome
    objection.save(update_fields=["settled_by", "settled_at", "outcome"])
    record_action(
        event=table.session.event, by=by, now=now, action="objection_settled", subject=objection.participant.name,
        table=table.number, seq=objection.seq, outcome=outcome,
    )  # fmt: skip
    return objection


@transaction.atomic
def sign_off_table(*, table: Table, digest: str, by: User, now: datetime, device: Device | None = None) -> SignOff:
    """The referee's word that the holdings with this digest are right. A later entry makes it void.

    It is disputed where objections are open or a correction changed the champion. Refuses `device_replaced`,
    `table_not_ended`, `already_signed_off`, `entries_unsent` where another tablet said it had some, and
    `holdings_changed` with the new `holdings`.
    """
    refuse_replaced(device)
    table = locked_table(table.pk)
    if not table.has_ended:
        sentence = _("Table %(table)s has not ended. It is signed off when it has.")
        raise Refusal("table_not_ended", sentence % {"table": table.number})
    if sign_off_of(table) is not None:
        raise Refusal("already_signed_off", _("Table %(table)s has been signed off.") % {"table": table.number})
    _refuse_unsent(table, device)
    holdings = holdings_of(table)
    if holdings["digest"] != digest:
        sentence = _("The holdings of table %(table)s have changed since they were shown. Check them again.")
        raise Refusal("holdings_changed", sentence % {"table": table.number}, holdings=holdings)
    signed = SignOff.objects.create(
        table=table, seq=table.seq, digest=digest, disputed=_is_disputed(table), signed_by=by, device=device,
        signed_at=now,
    )  # fmt: skip
    record_action(
        event=table.session.event, by=by, now=now, action="table_signed_off", subject=str(table), digest=digest,
        disputed=signed.disputed,
    )  # fmt: skip
    if not signed.disputed:
        tell_final(table, by, now)
    return signed


@transaction.atomic
def countersign_table(*, table: Table, by: User, now: datetime) -> SignOff:
    """A floor manager's word on a disputed sign-off.

    Refuses `not_signed_off`, `not_disputed`, `already_countersigned`, `objections_open`, and
    `countersigned_by_same_person`.
    """
    table = locked_table(table.pk)
    signed, facts = sign_off_of(table), {"table": table.number}
    if signed is None:
        raise Refusal("not_signed_off", _("Table %(table)s is not signed off.") % facts)
    if not signed.disputed:
        raise Refusal("not_disputed", _("Nothing is disputed at table %(table)s: one signature is enough.") % facts)
    if signed.countersigned_at is not None:
        raise Refusal("already_countersigned", _("Table %(table)s has been countersigned.") % facts)
    if signed.signed_by_id == by.pk:
        sentence = _("You have signed table %(table)s off. Somebody else has to countersign.")
        raise Refusal("countersigned_by_same_person", sentence % facts, status=403)
    if Objection.objects.filter(table=table, settled_at__isnull=True).exists():
        raise Refusal("objections_open", _("Settle the objections at table %(table)s first.") % facts)
    signed.countersigned_by, signed.countersigned_at = by, now
    signed.save(update_fields=["countersigned_by", "countersigned_at"])
    record_action(event=table.session.event, by=by, now=now, action="table_countersigned", subject=str(table))
    tell_final(table, by, now)
    return signed


def _refuse_strangers(table: Table, participant: Participant) -> None:
    facts = {"table": table.number}
    if table.opening is None:
        raise Refusal("table_not_open", _("Table %(table)s has not been opened.") % facts)
    if participant.pk not in occupancy_of(table, log_of(table)).people():
        raise Refusal("not_at_this_table", _("Only who plays at table %(table)s can object.") % facts, status=403)


def _said_again(objection: Objection, text: str) -> Objection:
    if text and text != objection.text:
        objection.text = text
        objection.save(update_fields=["text"])
    return objection


def _refuse_unsent(table: Table, device: Device | None) -> None:
    others = Device.objects.filter(table_id=table.pk, revoked_at__isnull=True, unsent__gt=0)
    other = next((one for one in others.order_by("-paired_at") if one != device), None)
    if other is None:
        return
    sentence = ngettext(
        "The tablet “%(label)s” still has %(unsent)s entry to send. Bring it into the Wi-Fi, or release it.",
        "The tablet “%(label)s” still has %(unsent)s entries to send. Bring it into the Wi-Fi, or release it.",
        other.unsent,
    )
    facts = {"label": other.label, "unsent": other.unsent}
    raise Refusal("entries_unsent", sentence % facts, unsent=other.unsent, device=other.label)


def _is_disputed(table: Table) -> bool:
    """Whether a second word is needed: an objection is open, or the champion was corrected."""
    if Objection.objects.filter(table=table, settled_at__isnull=True).exists():
        return True
    corrections = Entry.objects.filter(table=table, supersedes__isnull=False).values_list("effect", flat=True)
    champions = [effect.get("correction", {}).get("champion", {}) for effect in corrections]
    return any(one.get("before") != one.get("after") for one in champions)
