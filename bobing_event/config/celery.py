"""The Celery application: Redis in service mode, an in-process worker in embedded mode."""

import os

from bobing_event.config.embedded import EmbeddedCelery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bobing_event.config.settings")

app = EmbeddedCelery("bobing_event")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
