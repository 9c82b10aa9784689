"""What keeps a hand-over from happening, each with a sentence that says how to go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from awards.models import Claim, HandOver, RedrawWin
from awards.queries.desk import is_id
from awards.queries.due import Entitlement, standing_claims
from awards.queries.waiting import origin_words, piece_words, waiting_sentence
from awards.signatures import signature_needed
from bobing_event.importing import cleaning
from bobing_event.importing.cleaning import CellError
from bobing_event.models import Event, Participant
from bobing_event.queries import is_minor
from bobing_event.refusals import Refusal
from tables.models import Piece
from tournaments.models import Entrant


@dataclass(frozen=True)
class Receipt:
    """Who took the goods: the person, or a proxy or guardian by name and phone."""

    receiver: str
    name: str = ""
    phone: str = ""
    id_checked: bool = False

    def fields(self) -> dict[str, Any]:
        """As the fields of a `HandOver`."""
        return {
            "receiver": self.receiver, "receiver_name": self.name, "receiver_phone": self.phone,
            "id_checked": self.id_checked,
        }  # fmt: skip


def checked_receipt(receiver: str, name: str, phone: str, id_checked: bool) -> Receipt:
    """Refuses `bad_receiver`, `receiver_name_missing`, `too_long`, and `bad_phone`: a proxy leaves one."""
    receivers = HandOver.Receiver
    if receiver not in receivers.values:
        raise Refusal("bad_receiver", _("Choose who receives the goods."), status=400)
    if receiver == receivers.SELF:
        return Receipt(receiver, id_checked=id_checked)
    if not (name := cleaning.text(name)):
        sentence = _("Enter the name of whoever receives the goods in the person's place.")
        raise Refusal("receiver_name_missing", sentence, status=400, field="receiver_name")
    if len(name) > cleaning.NAME_LENGTH:
        raise Refusal("too_long", _("This is longer than can be kept. Shorten it."), status=400, field="receiver_name")
    try:
        phone = cleaning.phone(phone)
    except CellError:
        phone, wrong = "", True
    else:
        wrong = not phone and receiver == receivers.PROXY
    if wrong:
        sentence = _("This is not a whole phone number. Type all its digits.")
        raise Refusal("bad_phone", sentence, status=400, field="receiver_phone")
    return Receipt(receiver, name, phone, id_checked)


def refuse_lonely_minor(event: Event, participant: Participant, receipt: Receipt) -> None:
    if receipt.receiver == HandOver.Receiver.SELF and is_minor(participant, on=event.date):
        sentence = _("%(name)s is not yet eighteen. Hand over to the guardian, or ask a supervisor.")
        raise Refusal("guardian_needed", sentence % {"name": participant.name})


def refuse_without_proof(receipt: Receipt, signature: bytes) -> None:
    """For what is of high value. A proxy's or guardian's own ID is compared, and they sign."""
    if not receipt.id_checked:
        sentence = _("What is worth so much is handed over against an ID. Compare it, then tick that you have.")
        raise Refusal("id_not_checked", sentence)
    if not signature:
        raise signature_needed()


def not_due(event: Event, participant: Participant, key: str, waiting: Entitlement | None) -> Refusal:
    """Why what this key stands for is not handed over to this person now."""
    if waiting is not None:
        return Refusal("not_final", waiting_sentence(waiting), waiting=waiting.waiting)
    parts = _parts(key)
    if parts is None:
        return _somebody_elses(participant, "", "")
    claims = standing_claims(event).filter(**parts)
    claim = claims.select_related(
        "participant", "prize", "piece__table", "playoff", "hand_over__table", "settled_by"
    ).first()
    if claim is not None:
        return _settled(participant, claim)
    return _somebody_elses(participant, *_owner(event, parts))


def _parts(key: str) -> dict[str, Any] | None:
    """The key's filter on claims; None for what is no key."""
    parts = key.split(".")
    fields = ("piece", "playoff", "place", "consolation", "redraw_win", "prize", "participant")
    if len(parts) != len(fields):
        return None
    found: dict[str, Any] = {}
    for field, part in zip(fields, parts, strict=True):
        if field == "consolation":
            found[field] = part
        elif is_id(part):
            found[field] = int(part)
        elif part or field == "prize":
            return None
        elif field != "participant":
            found[field] = None
    return found


def _settled(participant: Participant, claim: Claim) -> Refusal:
    by = claim.settled_by.get_full_name() or claim.settled_by.get_username()
    facts = {
        "what": f"{origin_words(claim)} · {claim.prize}", "name": claim.participant.name, "by": by,
        "time": f"{timezone.localtime(claim.settled_at):%H:%M}",
    }  # fmt: skip
    if claim.state == Claim.State.FORFEITED:
        sentence = _("%(what)s was not claimed in time; %(by)s said so at %(time)s. An organiser can take that back.")
        return Refusal("forfeited", sentence % facts)
    handed = claim.hand_over
    assert handed is not None  # a constraint
    facts["where"] = str(handed.table) if handed.table is not None else handed.get_channel_display()
    sentence = _("%(what)s was handed over to %(name)s already: %(time)s, %(where)s, by %(by)s.")
    return Refusal("not_due", sentence % facts, hand_over=handed.pk, theirs=claim.participant_id == participant.pk)


def _owner(event: Event, parts: dict[str, Any]) -> tuple[str, str]:
    """What it is, and whose by now; empty where nobody can be named."""
    if parts["piece"] is not None:
        pieces = Piece.objects.filter(pk=parts["piece"], table__session__event=event)
        piece = pieces.select_related("table", "participant").defer("table__opening", "table__state").first()
        return (piece_words(piece), piece.participant.name if piece.participant else "") if piece else ("", "")
    if parts["redraw_win"] is not None:
        wins = RedrawWin.objects.filter(pk=parts["redraw_win"], redraw__event=event).select_related("participant")
        win = wins.first()
        return (_("Redraw"), win.participant.name) if win and win.absent_at is None else ("", "")
    placed = Entrant.objects.filter(playoff=parts["playoff"], playoff__event=event, placed=parts["place"])
    entrant = placed.select_related("participant", "playoff").first() if parts["playoff"] is not None else None
    return (str(entrant.playoff), entrant.participant.name) if entrant else ("", "")


def _somebody_elses(participant: Participant, what: str, owner: str) -> Refusal:
    facts = {"what": what, "owner": owner, "name": participant.name}
    if owner and owner != participant.name:
        sentence = _("%(what)s is %(owner)s's, not %(name)s's. Scan the right person's code.")
    else:
        sentence = _("This is not %(name)s's, or no longer. Scan the code again and look what is due now.")
    return Refusal("not_due", sentence % facts)
