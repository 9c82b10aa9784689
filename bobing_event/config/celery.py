"""The Celery application: Redis in service mode, an in-process worker in embedded mode."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bobing_event.config.settings")

app = Celery("bobing_event")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
