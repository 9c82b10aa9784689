"""Changing what certificates say and how they look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.translation import gettext as _

from awards.models import CertificateTemplate
from awards.printing import DESIGNS, text_without_glyphs
from awards.queries.certificate_templates import ALWAYS_MADE, KIND_LABELS, KINDS, default_template, template_of
from awards.wording import OF_EVENT, VARIABLES_OF, WORDS, canonical, group_of, on_page, variables_in
from bobing_event.audit import record_action
from bobing_event.models import Event
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LOOK = ("design", "paper", "orientation", "issuers", "date_style", "seal_place", "seal")
"""What can be the same for all honours."""


@dataclass(frozen=True)
class Content:
    """All that an organiser says of a template. Texts may hold variables; `issuers` one a line, or the event's."""

    design: str
    paper: str
    orientation: str
    title: str
    text: str
    honour: str
    closing: str
    issuers: str
    date_style: str
    seal_place: str


@transaction.atomic
def set_certificate_template(
    *, event: Event, kind: str, content: Content, seal: bytes | None = None, by: User, now: datetime
) -> CertificateTemplate:
    """Keep a template. `seal` is a new picture as `awards.seals.seal_png` makes it; without one the old stays.

    Refuses what `checked` does, and `unknown_honour`.
    """
    template = _locked(event, kind)
    fields = checked(event, kind, content, has_seal=bool(seal or template.seal))
    changed = [name for name, value in fields.items() if getattr(template, name) != value]
    for name in changed:
        setattr(template, name, fields[name])
    if seal is not None:
        _keep_seal(template, seal)
        changed.append("seal")
    template.save()
    if changed:
        record_action(
            event=event, by=by, now=now, action="certificate_template_set", kind=kind, fields=sorted(changed)
        )  # fmt: skip
    return template


@transaction.atomic
def reset_certificate_template(*, event: Event, kind: str, by: User, now: datetime) -> CertificateTemplate:
    """Back to the default wording and look, the seal too; whether such certificates are made stays as it is.

    Refuses `unknown_honour`.
    """
    template = _locked(event, kind)
    default = default_template(event, kind)
    for name in (*LOOK, *WORDS):
        setattr(template, name, getattr(default, name))
    template.save()
    record_action(event=event, by=by, now=now, action="certificate_template_reset", kind=kind)
    return template


@transaction.atomic
def copy_certificate_look(*, event: Event, kind: str, by: User, now: datetime) -> int:
    """Give all other honours this one's design, paper, issuing units, date and seal; their words stay.

    Returns how many changed. Refuses `unknown_honour`.
    """
    source = _locked(event, kind)
    changed = 0
    for other in KINDS:
        target = _locked(event, other)
        before = [getattr(target, name) for name in LOOK]
        for name in LOOK:
            setattr(target, name, getattr(source, name))
        if other != kind and before != [getattr(target, name) for name in LOOK]:
            target.save()
            changed += 1
    record_action(event=event, by=by, now=now, action="certificate_look_copied", kind=kind)
    return changed


@transaction.atomic
def enable_certificates(*, event: Event, kind: str, enabled: bool, by: User, now: datetime) -> CertificateTemplate:
    """Say whether an honour gets certificates. Refuses `unknown_honour`, `always_made`."""
    template = _locked(event, kind)
    if kind in ALWAYS_MADE:
        sentence = _("%(honour)s always gets certificates. Print only those you need.")
        raise Refusal("always_made", sentence % {"honour": KIND_LABELS[kind]})
    if template.enabled != enabled:
        template.enabled = enabled
        template.save()
        action = "certificates_enabled" if enabled else "certificates_disabled"
        record_action(event=event, by=by, now=now, action=action, kind=kind)
    return template


def checked(event: Event, kind: str, content: Content, *, has_seal: bool) -> dict[str, str]:
    """The fields of a template, variables under their codes.

    Refuses, naming the field: `unknown_design`, `no_title`, `unknown_variable`, `bad_braces`, `not_known_here` (a
    variable that this honour has nothing for), `no_seal`, `glyphs_missing`.
    """
    if content.design not in DESIGNS:
        raise Refusal("unknown_design", _("There is no such design of certificates."), status=400, field="design")
    if not content.title.strip():
        raise Refusal("no_title", _("A certificate needs a title."), status=400, field="title")
    if content.seal_place == CertificateTemplate.SealPlace.PICTURE and not has_seal:
        sentence = _("Choose the picture of the seal, or leave a place to stamp.")
        raise Refusal("no_seal", sentence, status=400, field="seal")
    fields = asdict(content)
    for name in WORDS:
        fields[name] = _checked_words(kind, name, "\n".join(fields[name].strip().splitlines()))
    fields["issuers"] = "\n".join(line.strip() for line in content.issuers.splitlines() if line.strip())
    if fields["issuers"] == "\n".join(line.strip() for line in event.issuers.splitlines() if line.strip()):
        fields["issuers"] = ""  # the event's: when they change, these do
    _refuse_missing_glyphs(fields)
    return fields


def _checked_words(kind: str, name: str, text: str) -> str:
    known = VARIABLES_OF[group_of(kind)] if name in ("text", "honour") else OF_EVENT
    try:
        for code in variables_in(text):
            if code not in known:
                raise _not_known_here(code, known)
        return canonical(text)
    except Refusal as refusal:
        refusal.context["field"] = name
        raise


def _not_known_here(code: str, known: tuple[str, ...]) -> Refusal:
    sentence = _("%(variable)s cannot stand here. These can: %(known)s.")
    facts = {"variable": on_page(code), "known": " ".join(map(on_page, known))}
    return Refusal("not_known_here", sentence % facts, status=400, variable=code)


def _refuse_missing_glyphs(fields: Mapping[str, str]) -> None:
    for name in (*WORDS, "issuers"):
        if missing := text_without_glyphs(*fields[name].splitlines()):
            sentence = _("No font has %(characters)s. Write it differently, or put a font that has it into var/fonts.")
            raise Refusal(
                "glyphs_missing", sentence % {"characters": missing}, status=400, field=name, characters=missing
            )


def _locked(event: Event, kind: str) -> CertificateTemplate:
    if kind not in KINDS:
        raise Refusal("unknown_honour", _("There are no certificates for such an honour."), status=404)
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)  # one template of a kind, and one change at a time
    return template_of(event, kind)


def _keep_seal(template: CertificateTemplate, seal: bytes) -> None:
    template.seal.save(f"{template.event.slug}-{template.code}.png", ContentFile(seal), save=False)
