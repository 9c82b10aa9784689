"""The service worker that opens the referee's page without a network, where the browser has one (HTTPS, localhost)."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from tables.tablet_context import MODULES

if TYPE_CHECKING:
    from django.http import HttpRequest

_SHARED = Path(settings.BASE_DIR) / "bobing_event/static"
ASSETS = [
    *MODULES,
    "tables/tablet/tablet.css",
    "tables/tablet/floor.css",
    *sorted(path.relative_to(_SHARED).as_posix() for path in (_SHARED / "bobing").glob("*.css")),
    "vendor/modern-normalize/modern-normalize.css",
    "bobing/dice.svg",
    "bobing/favicon.svg",
]
"""What the page is made of beside itself."""


@require_safe
def tablet_worker(_request: HttpRequest) -> HttpResponse:
    """The script, with the addresses of this deployment; another deployment gives another cache."""
    addresses = [static(asset) for asset in ASSETS]
    context = {
        "assets": json.dumps(addresses),
        "version": sha256("\n".join(addresses).encode()).hexdigest()[:12],
        "hashed": json.dumps(addresses[0] != settings.STATIC_URL + ASSETS[0]),
    }
    script = render_to_string("tablet/worker.js", context)
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})
