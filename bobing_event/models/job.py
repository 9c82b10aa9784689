import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from bobing_event.models.event import Event


class Job(models.Model):
    """A long piece of work done by Celery. This row is the truth; the Celery message carries its id alone.

    `done` and `total` are in the job's own unit (rows, pages). While a job of a kind is waiting or running
    for an event with the same parameters, asking again returns it: the database allows one only. A job that is done
    has the file it made, or none where its work was to write elsewhere.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    OPEN = (State.WAITING, State.RUNNING)

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    event = models.ForeignKey(Event, models.CASCADE, related_name="jobs")
    kind = models.CharField(_("kind"), max_length=40)
    parameters = models.JSONField(_("parameters"), default=dict, blank=True)
    key = models.CharField(max_length=64, editable=False)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    stage = models.CharField(_("stage"), max_length=60, blank=True)
    done = models.PositiveIntegerField(_("done"), default=0)
    total = models.PositiveIntegerField(_("total"), default=0)
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=0)
    file = models.FileField(_("file"), upload_to="jobs/%Y/", blank=True)
    file_name = models.CharField(_("file name"), max_length=255, blank=True)
    error_code = models.CharField(_("error code"), max_length=40, blank=True)
    error = models.TextField(_("error"), blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(_("asked"))
    heartbeat_at = models.DateTimeField(_("last sign of life"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        ordering = ["-asked_at", "-id"]
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "kind", "key"],
                condition=Q(state__in=["waiting", "running"]),
                name="job_once",
            ),
            models.CheckConstraint(
                condition=Q(file="", file_name="") | (Q(state="done") & ~Q(file="") & ~Q(file_name="")),
                name="job_file_named_when_done",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"

    @property
    def is_open(self) -> bool:
        return self.state in self.OPEN
