import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from bobing_event.models.event import Event


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    FLOOR_MANAGER = "floor_manager", _("floor manager")
    REFEREE = "referee", _("referee")
    PRIZE_DESK = "prize_desk", _("prize desk")
    RUNNER = "runner", _("runner")
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


class StaffPin(models.Model):
    """The short number by which somebody of the staff is known at a tablet, in one event.

    `digest` is a keyed digest (`bobing_event.pins`), so that a number finds its owner and no dump of the database tells
    it; no two people of an event have the same.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="staff_pins")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="staff_pins")
    digest = models.CharField(max_length=64, editable=False)
    set_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    set_at = models.DateTimeField(_("set"))

    class Meta:
        ordering = ["event", "user"]
        verbose_name = _("PIN")
        verbose_name_plural = _("PINs")
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="pin_once_a_person"),
            models.UniqueConstraint(fields=["event", "digest"], name="pin_of_one_person"),
        ]

    def __str__(self) -> str:
        return str(self.user)


class Device(models.Model):
    """A tablet that may enter throws for one table. Its token is signed and carries `public_id` and the table.

    `table_id` is a plain number, since events know nothing of tables; `tables.services.pair_device` sets it. A device
    that another took over from (`replaced_at`) may still deliver what it had queued, and nothing new; one that was
    revoked is refused. `seen_at`, `unsent` and `agent` are what it last said of itself.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="devices")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    label = models.CharField(_("label"), max_length=60)
    table_id = models.BigIntegerField(_("table"), editable=False)
    paired_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    paired_at = models.DateTimeField(_("paired"))
    replaced_at = models.DateTimeField(_("replaced"), null=True, blank=True)
    replaced_by = models.ForeignKey(
        "self", models.PROTECT, related_name="replaces", null=True, blank=True, verbose_name=_("replaced by")
    )
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    seen_at = models.DateTimeField(_("last sign of life"), null=True, blank=True)
    unsent = models.PositiveIntegerField(_("not sent yet"), default=0)
    agent = models.CharField(_("kind of device"), max_length=80, blank=True)

    class Meta:
        ordering = ["event", "label"]
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        constraints = [
            models.UniqueConstraint(
                fields=["table_id"],
                condition=Q(revoked_at__isnull=True, replaced_at__isnull=True),
                name="device_current_once",
            ),
            models.CheckConstraint(
                condition=Q(replaced_at__isnull=True, replaced_by__isnull=True)
                | Q(replaced_at__isnull=False, replaced_by__isnull=False),
                name="device_replaced_by_one",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def is_current(self) -> bool:
        return self.revoked_at is None and self.replaced_at is None
