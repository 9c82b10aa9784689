"""ASGI entry point, for deployments that serve live streams."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bobing_event.config.settings")

application = get_asgi_application()
