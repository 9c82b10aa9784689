from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from bobing_event.models import Session


class SeatingDraw(models.Model):
    """A drawing of lots for seats: anybody with the roster and the seed can repeat it (`tables.lots`)."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="draws")
    seed = models.CharField(_("seed"), max_length=64)
    roster = models.JSONField(_("roster"))
    roster_digest = models.CharField(_("roster digest"), max_length=64)
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    drawn_at = models.DateTimeField(_("drawn"))
    discarded_at = models.DateTimeField(_("discarded"), null=True, blank=True)
    discard_reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        ordering = ["session", "-drawn_at"]
        verbose_name = _("seating draw")
        verbose_name_plural = _("seating draws")
        constraints = [
            models.UniqueConstraint(
                fields=["session"], condition=models.Q(discarded_at__isnull=True), name="draw_standing_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session} {self.drawn_at:%Y-%m-%d %H:%M}"
