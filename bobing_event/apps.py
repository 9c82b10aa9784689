from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BobingEventConfig(AppConfig):
    name = "bobing_event"
    verbose_name = _("Events")
