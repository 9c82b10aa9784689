"""WSGI entry point: `gunicorn bobing_event.config.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bobing_event.config.settings")

application = get_wsgi_application()
