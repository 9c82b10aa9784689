import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from bobing_event.models.event import Event


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    FLOOR_MANAGER = "floor_manager", _("floor manager")
    REFEREE = "referee", _("referee")
    PRIZE_DESK = "prize_desk", _("prize desk")
    SCREEN = "screen", _("screen")
    AUDITOR = "auditor", _("auditor")


class Membership(models.Model):
    """What a user may do in one event; a user of no membership does not learn that the event exists."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=20, choices=Role)

    class Meta:
        ordering = ["event", "role", "user"]
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="membership_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"


class Device(models.Model):
    """A tablet that may enter throws for one table. Its token is signed and carries `public_id` and the table.

    `table_id` is a plain number, since events know nothing of tables; `tables.services.pair_device` sets it.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="devices")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    label = models.CharField(_("label"), max_length=60)
    table_id = models.BigIntegerField(_("table"), editable=False)
    paired_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    paired_at = models.DateTimeField(_("paired"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        ordering = ["event", "label"]
        verbose_name = _("device")
        verbose_name_plural = _("devices")

    def __str__(self) -> str:
        return self.label
