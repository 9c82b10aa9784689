"""From a certificate and its template to what is printed: the look, and the row of words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils import translation

from awards.glyphs import missing_glyphs, printable_characters
from awards.models import Certificate, CertificateTemplate
from awards.printing import QR_COLOURS, Look, verify_path
from awards.queries.certificate_templates import issuers_of, templates_of
from awards.queries.honours import roles_by_user
from awards.typesetting import qr_svg
from awards.wording import (
    VARIABLES_OF,
    WORDS,
    Value,
    compose,
    date_text,
    group_of,
    is_chinese,
    numeral,
    phrase,
    roles_on_paper,
)
from bobing_event.labels import pattern_label, rank_label
from bobing_event.models import Event, Role
from tables.models import Table

DATE_STYLE = CertificateTemplate.DateStyle


@dataclass(frozen=True)
class Composer:
    """Composes the certificates of one template.

    `sessions` is how many the event has: only where there are several are they named. `roles` are the codes of what
    staff members do, by the user's id. `base_url` is where QR codes lead.
    """

    event: Event
    template: CertificateTemplate
    sessions: int
    roles: Mapping[int, Sequence[str]]
    base_url: str

    @cached_property
    def chinese(self) -> bool:
        """Whether numbers, ranks and dates are written in Chinese: where any of the texts is."""
        return is_chinese(*(getattr(self.template, name) for name in WORDS))

    @cached_property
    def look(self) -> Look:
        """What is the same on all of them; the picture of the seal is read once."""
        template = self.template
        pictured = template.seal_place == CertificateTemplate.SealPlace.PICTURE and template.seal
        return Look(
            design=template.design,
            paper=template.paper,
            orientation=template.orientation,
            title=self._said(template.title, self._of_event),
            closing=self._said(template.closing, self._of_event),
            issuers=issuers_of(self.event, template),
            date=self.event.date,
            date_style=template.date_style,
            seal_place=template.seal_place,
            seal=_read(template) if pictured else None,
        )

    def with_crop_marks(self) -> Look:
        return replace(self.look, crop_marks=True)

    def words(self, made: Certificate) -> dict[str, str]:
        """Name, large line and text of one certificate."""
        values = self._of_event | self._of_person(made)
        honour, text = (self._said(words, values) for words in (self.template.honour, self.template.text))
        return {"name": made.recipient, "honour": honour, "citation": text}

    def variables(self, made: Certificate) -> dict[str, str]:
        """What each variable says on one certificate, empty where it says nothing."""
        values = self._of_event | self._of_person(made)
        return {code: self._said(f"{{{code}}}", values) for code in VARIABLES_OF[group_of(self.template.code)]}

    def row(self, made: Certificate, copy: int = 1) -> dict[str, Any]:
        """All that one certificate says; `copy` 1 is the first printing."""
        address = self.base_url.rstrip("/") + verify_path(made, self.event.slug)
        code = qr_svg(address, QR_COLOURS[self.template.design])
        return {**self.words(made), "dice": made.dice, "number": made.number_text, "copy": copy, "qr": code}

    def missing_in_all(self) -> str:
        """The characters that no font has, of what stands on every certificate."""
        plain = (self.event.name, self.event.edition, *(getattr(self.template, name) for name in WORDS))
        return self._missing(*plain, *issuers_of(self.event, self.template))

    def missing_in(self, made: Certificate) -> str:
        """The characters that no font has, of what stands on one certificate."""
        return self._missing(*self.words(made).values())

    def _missing(self, *texts: str) -> str:
        return missing_glyphs("".join(line for text in texts for line in text.splitlines()), self._printable)

    @cached_property
    def _printable(self) -> frozenset[int]:
        return printable_characters()

    def _said(self, text: str, values: Mapping[str, Value]) -> str:
        return compose(text, values, chinese=self.chinese)

    @cached_property
    def _of_event(self) -> dict[str, Value]:
        numerals = self.template.date_style == DATE_STYLE.CHINESE
        return {
            "event": self.event.name,
            "edition": self.event.edition,
            "date": date_text(self.event.date, chinese=self.chinese, numerals=numerals),
        }

    def _of_person(self, made: Certificate) -> dict[str, Value]:
        values: dict[str, Value] = {"name": made.recipient, "number": made.number_text, "dice": made.dice}
        if made.staff_id is not None or made.staff_name:
            return values | {"role": self._role(made)}
        with translation.override("zh-hans" if self.chinese else "en"):
            values["unit"] = made.participant.unit if made.participant is not None else ""
            values["pattern"] = pattern_label(made.pattern) if made.pattern else ""
            if (table := made.at_table) is not None:
                return values | self._at_table(made, table)
            playoff = str(made.playoff)
            return values | {"playoff": playoff, "place": made.place or 1, "honour": self._placed(playoff, made)}

    def _at_table(self, made: Certificate, table: Table) -> dict[str, Value]:
        seat = made.piece.holder if made.piece is not None else table.champion
        rank = rank_label(made.kind)
        return {
            "session": self._session(table) if self.sessions > 1 else "",
            "table": table.number,
            "seat": seat.number if seat is not None else "",
            "rank": rank,
            "honour": phrase("at_table") % (numeral(table.number), rank) if self.chinese else made.honour_label,
        }

    def _session(self, table: Table) -> str:
        if self.chinese and not table.session.name:
            return phrase("session") % numeral(table.session.number)
        return str(table.session)

    def _placed(self, playoff: str, made: Certificate) -> str:
        if not self.chinese:
            return made.honour_label
        place = made.place or 1
        return playoff if place == 1 else phrase("in_place") % (playoff, numeral(place))

    def _role(self, made: Certificate) -> str:
        mine = self.roles.get(made.staff_id or 0, ())
        if not self.chinese:
            with translation.override("en"):
                return ", ".join(str(label) for role, label in Role.choices if role in mine)
        said = [word for role, word in roles_on_paper().items() if role in mine]
        return phrase("between").join(dict.fromkeys(said))


def composers_of(event: Event, base_url: str) -> dict[str, Composer]:
    """What composes the certificates of every kind of honour; three queries."""
    sessions, roles = event.sessions.count(), roles_by_user(event)
    templates = templates_of(event)
    return {kind: Composer(event, template, sessions, roles, base_url) for kind, template in templates.items()}


def composer_of(event: Event, template: CertificateTemplate, base_url: str) -> Composer:
    """What composes certificates by one template; two queries."""
    return Composer(event, template, event.sessions.count(), roles_by_user(event), base_url)


def _read(template: CertificateTemplate) -> bytes:
    with template.seal.open("rb") as file:
        return bytes(file.read())
