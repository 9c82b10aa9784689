from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from bobing_event.models import Device, Participant
from tables.models.table import Table


class HelpCall(models.Model):
    """A referee who needs somebody at the table."""

    class Reason(models.TextChoices):
        DISPUTE = "dispute", _("a dispute")
        PRIZES = "prizes", _("prizes are missing")
        DICE = "dice", _("dice or bowl")
        TABLET = "tablet", _("the tablet")
        PERSON = "person", _("somebody is unwell")
        OTHER = "other", _("something else")

    table = models.ForeignKey(Table, models.CASCADE, related_name="help_calls")
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    note = models.CharField(_("note"), max_length=120, blank=True)
    called_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    device = models.ForeignKey(Device, models.PROTECT, related_name="+", null=True, blank=True)
    called_at = models.DateTimeField(_("called"))
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        ordering = ["called_at", "id"]
        verbose_name = _("help call")
        verbose_name_plural = _("help calls")
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(answered_at__isnull=True), name="help_call_open_once"
            ),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True, answered_by__isnull=True)
                | Q(answered_at__isnull=False, answered_by__isnull=False),
                name="help_call_answered_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.get_reason_display()}"


class Objection(models.Model):
    """A player who says that something is wrong; until the table is signed off, and settled before that.

    `seq` is the entry meant, 0 for the holdings as a whole.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="objections")
    participant = models.ForeignKey(Participant, models.PROTECT, related_name="+")
    seq = models.PositiveIntegerField(_("entry"), default=0)
    text = models.CharField(_("what is wrong"), max_length=200, blank=True)
    raised_at = models.DateTimeField(_("raised"))
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=200, blank=True)

    class Meta:
        ordering = ["raised_at", "id"]
        verbose_name = _("objection")
        verbose_name_plural = _("objections")
        constraints = [
            models.UniqueConstraint(
                fields=["table", "participant", "seq"],
                condition=Q(settled_at__isnull=True),
                name="objection_open_once",
            ),
            models.CheckConstraint(
                condition=Q(settled_at__isnull=True, settled_by__isnull=True)
                | (Q(settled_at__isnull=False, settled_by__isnull=False) & ~Q(outcome="")),
                name="objection_settled_with_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.participant}"


class SignOff(models.Model):
    """The referee's word that a table's holdings, as of entry `seq`, are right; a later entry makes it void.

    `digest` is the SHA-256 of the holdings by person that were shown. Where objections stood open, or the champion was
    corrected, a floor manager countersigns.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="sign_offs")
    seq = models.PositiveIntegerField(_("entries"))
    digest = models.CharField(_("digest of the holdings"), max_length=64)
    disputed = models.BooleanField(_("disputed"), default=False)
    signed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    device = models.ForeignKey(Device, models.PROTECT, related_name="+", null=True, blank=True)
    signed_at = models.DateTimeField(_("signed off"))
    countersigned_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True
    )
    countersigned_at = models.DateTimeField(_("countersigned"), null=True, blank=True)

    class Meta:
        ordering = ["table", "-seq"]
        verbose_name = _("sign-off")
        verbose_name_plural = _("sign-offs")
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="sign_off_once"),
            models.CheckConstraint(
                condition=Q(countersigned_at__isnull=True, countersigned_by__isnull=True)
                | Q(countersigned_at__isnull=False, countersigned_by__isnull=False),
                name="sign_off_countersigned_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.seq}"
