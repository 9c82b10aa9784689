from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AwardsConfig(AppConfig):
    name = "awards"
    verbose_name = _("Awards")

    def ready(self) -> None:
        from awards import (  # noqa: F401 - tables ask what they register
            dependents,
            naming,
            needs,
            opening_warnings,
            plan_needs,
            stock_needs,
            tasks,
        )
