from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from bobing_event.models.event import Event


class AuditRecord(models.Model):
    """Who did what when. Written by services inside their transaction, never changed."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="audit_records")
    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    action = models.CharField(_("action"), max_length=60)
    subject = models.CharField(_("subject"), max_length=120, blank=True)
    detail = models.JSONField(_("detail"), default=dict, blank=True)

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name = _("audit record")
        verbose_name_plural = _("audit log")
        indexes = [models.Index(fields=["event", "-at"], name="audit_by_event")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.action} {self.subject}"
