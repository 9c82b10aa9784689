"""A hand-over as a slip to print: A6, black on white."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import get_language, ngettext, pgettext

from awards.glyphs import printable_characters
from awards.models import Claim, HandOver
from awards.queries.waiting import origin_words
from awards.services.hand_over import goods_words
from awards.signatures import slip_signature
from awards.typesetting import in_parts, set_pages
from bobing_event.templatetags.bobing import masked_phone
from tables.queries.arrivals import seats_of

TEMPLATE = "claim-slip.typ"
LINES_PER_PAGE = 9
BOX = "\ue000"
"""Stands for a character that no font has; `templates/print/lines.typ` draws it."""


def claim_slip_pdf(handed: HandOver, signature: bytes = b"") -> bytes:
    """One hand-over (of `queries.desk.with_claims`); a page for every nine lines. A table's has a line a person."""
    claims = list(handed.claims.all())
    lines = [_line(claim) for claim in claims] if handed.participant is not None else _lines_of_people(claims)
    parts = list(in_parts(lines, LINES_PER_PAGE)) or [[]]
    pages = [{"lines": part, "last": part is parts[-1]} for part in parts]
    return set_pages([(TEMPLATE, _printable({**_head(handed, claims, signature), "pages": pages}))])


def _head(handed: HandOver, claims: list[Claim], signature: bytes) -> dict[str, object]:
    person = handed.participant
    seat = seats_of([person]).get(person.pk) if person is not None else None
    units = sum(claim.quantity for claim in claims)
    staff = handed.handed_by.get_full_name() or handed.handed_by.get_username()
    return {
        "language": "zh" if (get_language() or "zh").startswith("zh") else "en",
        "title": pgettext("print", "Prize slip"),
        "event": f"{handed.event.name} {handed.event.edition}".strip(),
        "number": handed.movement.number_text,
        "name": person.name if person is not None else str(handed.table),
        "unit": person.unit if person is not None else "",
        "place": pgettext("print", "Table %(table)s, seat %(seat)s") % {"table": seat.table.number, "seat": seat.number}
        if seat is not None
        else "",
        "total": ngettext("%(units)s item in all", "%(units)s items in all", units) % {"units": units},
        "facts": [
            [pgettext("print", "Received by"), _receiver(handed)],
            [pgettext("print", "Handed over"), f"{timezone.localtime(handed.handed_at):%Y-%m-%d %H:%M} · {staff}"],
        ],
        "id": pgettext("print", "ID compared") if handed.id_checked else "",
        "void": pgettext("print", "Taken back") if handed.undone_at else "",
        "by_person": person is None,
        "sign": pgettext("print", "Signature"),
        "signature": list(slip_signature(signature)) if signature else [],
    }


def _receiver(handed: HandOver) -> str:
    who = handed.get_receiver_display() if handed.participant is not None else handed.get_channel_display()
    return " ".join(part for part in (str(who), handed.receiver_name, masked_phone(handed.receiver_phone)) if part)


def _line(claim: Claim) -> list[str]:
    """Goods, what for, units."""
    why = origin_words(claim)
    if claim.state == Claim.State.TAKEN_BACK:
        why = f"{why} · {claim.get_state_display()}"
    return [str(claim.prize), why, f"{claim.quantity} {claim.prize.unit}"]


def _lines_of_people(claims: list[Claim]) -> list[list[str]]:
    """Name, all their goods, units; what was taken back is left out."""
    people: dict[int, list[Claim]] = {}
    for claim in claims:
        if claim.state != Claim.State.TAKEN_BACK:
            people.setdefault(claim.participant_id, []).append(claim)
    return [
        [own[0].participant.name, goods_words(own), str(sum(claim.quantity for claim in own))]
        for own in people.values()
    ]


def _printable(data: dict[str, object]) -> dict[str, object]:
    """A character that no font has becomes a box to write it into by hand."""
    known = printable_characters()

    def mended(value: object) -> object:
        if isinstance(value, str):
            return "".join(char if ord(char) in known else BOX for char in value)
        if isinstance(value, list):
            return value if value and isinstance(value[0], int) else [mended(one) for one in value]
        if isinstance(value, dict):
            return {key: mended(one) for key, one in value.items()}
        return value

    return {key: mended(value) for key, value in data.items()}
