"""WSGI entry point: `gunicorn bobing_event.config.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

from bobing_event.config.celery import app as celery_app
from bobing_event.config.embedded import MEMORY, ensure_worker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bobing_event.config.settings")

application = get_wsgi_application()

# A web process that starts takes up what a killed one left undone, before anybody asks for anything.
if celery_app.conf.broker_url == MEMORY and not celery_app.conf.task_always_eager:
    ensure_worker(celery_app)
