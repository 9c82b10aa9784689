from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AwardsConfig(AppConfig):
    name = "awards"
    verbose_name = _("Awards")

    def ready(self) -> None:
        from awards import dependents, tasks  # noqa: F401 - registers the job, and which tables' results are in use
