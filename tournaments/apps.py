from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Play-offs")

    def ready(self) -> None:
        from tournaments import dependents  # noqa: F401 - says which tables' results are in use
