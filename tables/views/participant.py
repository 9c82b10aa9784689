"""What the QR code on a seat card opens on a phone: the holder's own place and throws, and nothing that names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bobing_event.models import Participant
from bobing_event.queries.people import session_of
from tables import services
from tables.queries.goods_named import Taking
from tables.queries.player import OwnTable, own_tables_of, prizes_of, version_of
from tables.services.sign_off import MOST_OPEN, TEXT_LENGTH

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@never_cache
@require_safe
def participant(request: HttpRequest, code: str) -> HttpResponse:
    """Public, found by the person's code alone: masked name, place, own throws and pieces, who leads.

    `?part=live` is the part that changes, with an ETag that costs no reading of a log.
    """
    person = _person(code)
    tables = own_tables_of(person)
    prizes = prizes_of(person, tables)
    live = request.GET.get("part") == "live"
    etag = f'"{version_of(person, tables, prizes, language=get_language() or "")}"'
    unchanged = get_conditional_response(request, etag=etag) if live else None
    response = unchanged or _page(request, person, tables, prizes, etag, live=live)
    response["ETag"] = etag
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_POST
def object_to(request: HttpRequest, code: str) -> HttpResponse:
    """The person says that an entry of theirs, or what they hold (`seq` 0), is wrong.

    404 for a table or an entry that is not theirs; refuses what `services.raise_objection` refuses.
    """
    person = _person(code)
    table, seq = (_number(request.POST.get(name, "")) for name in ("table", "seq"))
    own = next((one for one in own_tables_of(person) if one.table.pk == table), None)
    if own is None or (seq and seq not in {line.seq for line in own.lines}):
        raise Http404
    text = request.POST.get("text", "")
    services.raise_objection(table=own.table, participant=person, now=timezone.now(), seq=seq, text=text)
    return redirect(f"{reverse('participant', args=[person.code])}#e{own.table.pk}-{seq}")


def _person(code: str) -> Participant:
    people = Participant.objects.select_related("event", "session")
    return get_object_or_404(people, code=code.upper())


def _page(
    request: HttpRequest, person: Participant, tables: list[OwnTable], prizes: list[Taking], etag: str, *, live: bool
) -> HttpResponse:
    seated = [own for own in tables if own.seat is not None]
    context: dict[str, Any] = {
        "etag": etag,
        "event": person.event,
        "person": person,
        "tables": tables,
        "prizes": prizes,
        "prizes_due": any(prize.state == "due" for prize in prizes),
        "seated": seated,
        "session": seated[0].table.session if len(seated) == 1 else session_of(person),
        "opened": [own for own in tables if own.played is not None],
        "most_open": MOST_OPEN,
        "text_length": TEXT_LENGTH,
    }
    with timezone.override(person.event.tz):
        return render(request, "participant_live.html" if live else "participant.html", context)


def _number(sent: str) -> int:
    """404 for what is none, or is longer than any."""
    if not sent.isascii() or not sent.isdecimal() or len(sent) > 9:
        raise Http404
    return int(sent)
