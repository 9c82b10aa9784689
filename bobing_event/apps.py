from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BobingEventConfig(AppConfig):
    name = "bobing_event"
    verbose_name = _("Events")

    def ready(self) -> None:
        from bobing_event import checks, tasks  # noqa: F401 - registers the checks, and the jobs
