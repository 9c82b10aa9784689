from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from bobing_event.models.event import Event, Session


class ParticipantImport(models.Model):
    """One uploaded participant sheet: the original file, what it held, and whether it was committed.

    `counts` and `report` are what the preview showed (`importing.report`); committing does exactly that or nothing.
    """

    class State(models.TextChoices):
        PREVIEWED = "previewed", _("previewed")
        COMMITTED = "committed", _("imported")

    event = models.ForeignKey(Event, models.CASCADE, related_name="imports")
    file = models.FileField(_("file"), upload_to="imports/%Y/")
    file_name = models.CharField(_("file name"), max_length=255)
    sha256 = models.CharField("SHA-256", max_length=64)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.PREVIEWED)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField(_("uploaded"))
    committed_at = models.DateTimeField(_("imported at"), null=True, blank=True)
    counts = models.JSONField(_("counts"), default=dict)
    report = models.JSONField(_("report"), default=dict, editable=False)

    class Meta:
        ordering = ["-uploaded_at", "-id"]
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "sha256"], condition=Q(state="committed"), name="import_file_committed_once"
            ),
            models.CheckConstraint(
                condition=Q(state="committed", committed_at__isnull=False)
                | Q(state="previewed", committed_at__isnull=True),
                name="import_committed_has_time",
            ),
        ]

    def __str__(self) -> str:
        return self.file_name


class Gender(models.TextChoices):
    MALE = "m", _("male")
    FEMALE = "f", _("female")


class Participant(models.Model):
    """A person invited to an event. Phones are digits only; an empty phone is unknown."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="participants")
    session = models.ForeignKey(
        Session, models.RESTRICT, related_name="participants", null=True, blank=True, verbose_name=_("session")
    )
    name = models.CharField(_("name"), max_length=60)
    phone = models.CharField(_("phone"), max_length=20, blank=True)
    unit = models.CharField(_("unit"), max_length=80, blank=True)
    gender = models.CharField(_("gender"), max_length=1, choices=Gender, blank=True)
    id_number = models.CharField(_("ID number"), max_length=24, blank=True)
    ticket = models.CharField(_("ticket number"), max_length=40, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)
    source = models.ForeignKey(
        ParticipantImport, models.SET_NULL, related_name="people", null=True, blank=True, editable=False
    )
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    checked_in_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name = _("participant")
        verbose_name_plural = _("participants")
        constraints = [
            models.UniqueConstraint(fields=["event", "phone"], condition=~Q(phone=""), name="participant_phone_once"),
            models.UniqueConstraint(
                fields=["event", "id_number"], condition=~Q(id_number=""), name="participant_id_number_once"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="participant_has_name"),
            models.CheckConstraint(
                condition=Q(checked_in_at__isnull=True, checked_in_by__isnull=True)
                | Q(checked_in_at__isnull=False, checked_in_by__isnull=False),
                name="participant_checked_in_by_somebody",
            ),
        ]
        indexes = [models.Index(fields=["event", "name"], name="participant_by_name")]

    def __str__(self) -> str:
        return self.name
