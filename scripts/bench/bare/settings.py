"""The product's settings with the reference view beside it."""

from bobing_event.config.settings import *  # noqa: F403
from bobing_event.config.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "scripts.bench.bare"]
ROOT_URLCONF = "scripts.bench.bare.urls"
