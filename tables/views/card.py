"""What a table's card opens: a pad for the PIN, and with the right one the table's page on this tablet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axes.helpers import get_client_ip_address
from django.contrib.auth.models import User
from django.core import signing
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from bobing_event.authentication import device_of_token, device_token
from bobing_event.models import Device
from bobing_event.pins import DIGITS, Guesses
from bobing_event.queries import roles_of
from bobing_event.refusals import Refusal
from bobing_event.services.pins import owner_of_pin
from tables import services
from tables.cards import TAKE_OVER, agent_words, table_of_card, take_over_claim
from tables.models import Table
from tables.permissions import can_pair_tablet
from tables.queries.devices import current_device_of, last_heard

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

COOKIE = "bobing_tablet"
COOKIE_SECONDS = 2 * 24 * 3600
CLAIM_SECONDS = 5 * 60
TEMPLATE = "tablet/card.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for a PIN, and pair this tablet with the table of the card.

    Says on the page `bad_pin`, `too_many_pins`, `not_for_this_table`, `claim_expired` and `table_has_tablet`; the
    last with which tablet it is and a button that takes the table over.
    """
    table = table_of_card(token)
    if table is None:
        return render(request, "tablet/released.html", {"known": False}, status=404)
    with timezone.override(table.session.event.tz):
        own = _own_device(request, table)
        if request.method != "POST":
            return _page(request, table, own)
        try:
            return _pair(request, table, own)
        except Refusal as refusal:
            return _page(request, table, own, refusal)


def _pair(request: HttpRequest, table: Table, own: Device | None) -> HttpResponse:
    claimed = _claimed(request, table)
    if claimed is None and request.POST.get("claim"):
        sentence = _("That took too long, or the table has yet another tablet by now. Please enter your PIN again.")
        raise Refusal("claim_expired", sentence)
    user = claimed or _user_of_pin(request, table)
    if not can_pair_tablet(roles_of(user, table.session.event), table, user):
        sentence = _("Table %(table)s is not given to you. A floor manager can give it to you, or pair the tablet.")
        raise Refusal("not_for_this_table", sentence % {"table": table.number}, status=403)
    take_over = own is not None or claimed is not None or bool(request.POST.get("take_over"))
    try:
        device = services.pair_device(
            table=table, by=user, now=timezone.now(), take_over=take_over,
            agent=agent_words(request.headers.get("User-Agent", "")),
        )  # fmt: skip
    except Refusal as refusal:
        refusal.context["user"] = user
        raise
    answer = redirect("tablet-paired", token=device_token(device))
    answer.set_cookie(
        COOKIE, device_token(device), max_age=COOKIE_SECONDS, httponly=True, samesite="Lax", path="/c/",
        secure=request.is_secure(),
    )  # fmt: skip
    return answer


def _user_of_pin(request: HttpRequest, table: Table) -> User:
    guesses = Guesses(f"table-{table.pk}", f"address-{get_client_ip_address(request)}")
    pin = request.POST.get("pin", "").strip()
    return owner_of_pin(event=table.session.event, pin=pin, guesses=guesses, now=timezone.now())


def _claimed(request: HttpRequest, table: Table) -> User | None:
    """Who showed a right PIN a moment ago and now takes over from the very tablet they were told of."""
    try:
        claim = signing.loads(request.POST.get("claim", ""), salt=TAKE_OVER, max_age=CLAIM_SECONDS)
    except signing.BadSignature:
        return None
    current = current_device_of(table)
    user = User.objects.filter(pk=claim["user"], is_active=True).first()
    if user is None or current is None or take_over_claim(table, user, current) != claim:
        return None
    return user


def _own_device(request: HttpRequest, table: Table) -> Device | None:
    """This very tablet, where it is the table's current one already."""
    device = device_of_token(request.COOKIES.get(COOKIE, ""))
    return device if device is not None and device.is_current and device.table_id == table.pk else None


def _page(request: HttpRequest, table: Table, own: Device | None, refusal: Refusal | None = None) -> HttpResponse:
    context: dict[str, Any] = {"table": table, "digits": DIGITS, "refusal": refusal}
    if own is not None:
        context |= {"own": own, "own_token": device_token(own)}
    if refusal is not None and refusal.code == "table_has_tablet":
        current, user = current_device_of(table), refusal.context["user"]
        if current is not None:
            claim = signing.dumps(take_over_claim(table, user, current), salt=TAKE_OVER)
            context |= {"current": current, "claim": claim, "heard": last_heard(current, timezone.now())}
    return render(request, TEMPLATE, context, status=refusal.status if refusal else 200)
