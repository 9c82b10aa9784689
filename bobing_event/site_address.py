"""The address of the site as this request came to it, which printed QR codes lead to."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest

LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def site_address(request: HttpRequest) -> dict[str, Any]:
    """For a page that prints codes: `site`, and `is_loopback` where that is this computer alone."""
    site = request.build_absolute_uri("/")
    return {"site": site, "is_loopback": urlsplit(site).hostname in LOOPBACK}
