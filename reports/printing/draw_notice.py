"""The notice of a draw (抽签公告): what was committed to, and after the draw what opens it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext

from awards.typesetting import qr_svg
from bobing_event.refusals import Refusal
from reports.printing.work import Asked, Work, event_head, moment
from tables.models import SeatingDraw
from tables.queries.draws import notice_of, standing_draw


def draw_notice(asked: Asked) -> Work:
    """One page about the standing draw, or the one asked for. Refuses `no_draw`, `unknown_draw`."""
    draw = _draw(asked)
    address = asked.site(notice_of(draw).address)
    page = {
        "heading": pgettext("print", "Notice of the seating draw"),
        "facts": _facts(asked, draw),
        "how": _how(draw, address),
        "qr": qr_svg(address),
    }
    head = {**event_head(asked), "words": {"code": pgettext("print", "Scan to verify")}}
    return Work("draw-notice.typ", [page], lambda page: page, 1, head)


def _draw(asked: Asked) -> SeatingDraw:
    session = asked.scope.session
    if asked.subject is None:
        draw = standing_draw(session)
        if draw is None:
            raise Refusal("no_draw", _("No draw is prepared in this session yet."))
        return draw
    draw = SeatingDraw.objects.filter(session=session, pk=asked.subject).first()
    if draw is None:
        raise Refusal("unknown_draw", _("There is no such draw in this session."), status=404)
    return draw


def _facts(asked: Asked, draw: SeatingDraw) -> list[dict[str, Any]]:
    notice = notice_of(draw)
    people = npgettext("print", "%(count)s person", "%(count)s people", notice.people) % {"count": notice.people}
    tables = sum(many for _size, many in notice.tables)
    seated = npgettext("print", "%(count)s table", "%(count)s tables", tables) % {"count": tables}
    facts = [
        _fact(pgettext("print", "Draw %(number)s") % {"number": notice.number}, f"{people} · {seated}"),
        _fact(pgettext("print", "List frozen and committed at"), moment(asked.event, notice.prepared_at)),
        _fact(pgettext("print", "Digest of the list (SHA-256)"), notice.plan_digest, digits=True),
        _fact(pgettext("print", "Commitment to the secret (SHA-256)"), notice.commitment, digits=True),
    ]
    if draw.discarded_at is not None:
        facts.append(_fact(pgettext("print", "Discarded, because"), asked.ink(draw.discard_reason)))
    if draw.drawn_at is None:  # the secret is shown by nobody and nothing before
        return facts
    return [
        *facts,
        _fact(pgettext("print", "Drawn at"), moment(asked.event, draw.drawn_at)),
        _fact(pgettext("print", "Secret"), draw.secret, digits=True),
        _fact(pgettext("print", "Phrase from the hall"), asked.ink(draw.public_seed) or pgettext("print", "none")),
    ]


def _fact(label: str, text: str, *, digits: bool = False) -> dict[str, Any]:
    return {"label": label, "text": text, "digits": digits}


def _how(draw: SeatingDraw, address: str) -> list[str]:
    if draw.drawn_at is None:
        frozen = pgettext(
            "print",
            "The list can no longer change, and neither can the secret: the figures above bind both. Photograph this "
            "sheet.",
        )
        later = pgettext(
            "print",
            "After the draw the secret is shown. Whoever has the photograph can then repeat the draw on any computer "
            "and compare every seat.",
        )
        return [frozen, later, address]
    compare = pgettext("print", "Compare digest and commitment with the notice that hung here before the draw.")
    repeat = pgettext(
        "print",
        "The page behind the code repeats the draw from list, secret and phrase. A short script does the same without "
        "us.",
    )
    return [compare, repeat, address]
