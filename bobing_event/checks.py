"""`manage.py check --deploy`: what the service mode must not be run with.

The embedded mode may do all of this: it is one process on one laptop, for one evening.
"""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.checks import Error, Tags, register
from django.utils.translation import gettext as _

SECRET_LENGTH = 40
PLACEHOLDERS = ("django-insecure", "change-me", "secret")


@register(Tags.security, deploy=True)
def check_service_mode(app_configs: Any, **_kwargs: Any) -> list[Error]:
    """Every reason not to serve an event with these settings."""
    return list(_errors())


def _errors() -> Iterable[Error]:
    if settings.CELERY_TASK_ALWAYS_EAGER:
        yield Error(
            _("Celery is eager: a report would block the page that asks for it."),
            hint=_("Leave CELERY_EAGER unset."),
            id="bobing_event.E001",
        )
    if str(settings.DATABASES["default"]["ENGINE"]).endswith("sqlite3"):
        yield Error(
            _("The database is SQLite: several web processes would wait for one another."),
            hint=_("Set DATABASE_URL to a PostgreSQL database."),
            id="bobing_event.E002",
        )
    if not settings.REDIS_URL:
        yield Error(
            _("There is no Redis: each process would have a queue and a cache of its own."),
            hint=_("Set REDIS_URL."),
            id="bobing_event.E003",
        )
    if _is_weak(settings.SECRET_KEY):
        yield Error(
            _("The secret key is the one this installation made for itself, a placeholder, or too short."),
            hint=_("Set SECRET_KEY to %(length)s random characters or more.") % {"length": SECRET_LENGTH},
            id="bobing_event.E004",
        )
    if "*" in settings.ALLOWED_HOSTS:
        yield Error(
            _("Any host name is accepted."),
            hint=_("Set ALLOWED_HOSTS to the names the event is reached under, separated by commas."),
            id="bobing_event.E005",
        )


def _is_weak(secret: str) -> bool:
    return settings.SECRET_KEY_IS_KEPT or len(secret) < SECRET_LENGTH or secret.lower().startswith(PLACEHOLDERS)
