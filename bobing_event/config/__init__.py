"""Settings, URLs and the entry points of the processes. May import every package; none imports it."""

from bobing_event.config.celery import app as celery_app

__all__ = ["celery_app"]
