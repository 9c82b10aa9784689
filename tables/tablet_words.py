"""The words of the referee's page that its scripts put on screen, translated on the server."""

from __future__ import annotations

from django.utils.translation import gettext as _


def words() -> dict[str, str]:
    """By key, in the language of the request; `{name}` is filled in by the page."""
    return {"app.loading": _("Loading…")}
