"""How an event's certificates look and what they say: one template for each kind of honour."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from awards.models import CertificateTemplate
from awards.models.certificates import THANKS
from awards.wording import defaults_of
from bobing_event.labels import RANK_LABELS
from bobing_event.models import Event
from rules import RANKS, Rank
from tournaments.models import Playoff

ALWAYS_MADE = frozenset({str(Rank.ZHUANGYUAN), *Playoff.Kind.values})
"""The honours that get certificates without being asked for."""

KIND_LABELS: dict[str, str | Promise] = {
    **{str(rank): RANK_LABELS[rank] for rank in RANKS},
    **{kind.value: kind.label for kind in Playoff.Kind},
    THANKS: _("Thanks to the staff"),
}
"""The kinds of honours by `CertificateTemplate.code`, in the order of printing."""

KINDS = tuple(KIND_LABELS)


def default_template(event: Event, kind: str) -> CertificateTemplate:
    """The template of an honour that the organiser has not touched; not in the database."""
    made = CertificateTemplate(event=event, enabled=kind in ALWAYS_MADE, **defaults_of(kind))
    if kind in RANKS:
        made.rank = kind
    elif kind != THANKS:
        made.playoff_kind = kind
    return made


def templates_of(event: Event) -> dict[str, CertificateTemplate]:
    """The template of every kind, by its code and in the order of printing; one query."""
    own = {template.code: template for template in CertificateTemplate.objects.filter(event=event)}
    return {kind: own.get(kind) or default_template(event, kind) for kind in KINDS}


def template_of(event: Event, kind: str) -> CertificateTemplate:
    """The template of one kind of `KINDS`; one query."""
    rank = kind if kind in RANKS else ""
    playoff = kind if not rank and kind != THANKS else ""
    own = CertificateTemplate.objects.filter(event=event, rank=rank, playoff_kind=playoff).first()
    return own or default_template(event, kind)


def issuers_of(event: Event, template: CertificateTemplate) -> tuple[str, ...]:
    """The issuing units in order: the template's own, or else the event's."""
    lines = (template.issuers.strip() or event.issuers).splitlines()
    return tuple(line.strip() for line in lines if line.strip())
