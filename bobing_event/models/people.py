import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.models.event import Event, Session


class ParticipantImport(models.Model):
    """One uploaded participant sheet: the original file, what it held, and whether it was committed.

    `survey` is what was seen in its sheets (`importing.survey`), and `choices` what the organiser chose on the way:
    sheets, header rows, columns, and how to treat rows in error and people who are missing. `counts` and `report` are
    what the preview showed (`importing.report`); committing does exactly that or nothing. `undo` is what taking the
    commit back needs.
    """

    class State(models.TextChoices):
        UPLOADED = "uploaded", pgettext_lazy("import", "uploaded")
        PREVIEWED = "previewed", _("previewed")
        COMMITTED = "committed", _("imported")
        UNDONE = "undone", _("taken back")

    OPEN = (State.UPLOADED, State.PREVIEWED)

    event = models.ForeignKey(Event, models.CASCADE, related_name="imports")
    file = models.FileField(_("file"), upload_to="imports/%Y/")
    file_name = models.CharField(_("file name"), max_length=255)
    sha256 = models.CharField("SHA-256", max_length=64)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.PREVIEWED)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField(_("uploaded"))
    committed_at = models.DateTimeField(_("imported at"), null=True, blank=True)
    committed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    undone_at = models.DateTimeField(_("taken back at"), null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    survey = models.JSONField(default=list, editable=False)
    choices = models.JSONField(_("choices"), default=dict)
    undo = models.JSONField(default=dict, editable=False)
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
                condition=Q(state__in=["committed", "undone"], committed_at__isnull=False, committed_by__isnull=False)
                | Q(state__in=["uploaded", "previewed"], committed_at__isnull=True, committed_by__isnull=True),
                name="import_committed_has_time",
            ),
            models.CheckConstraint(
                condition=Q(state="undone", undone_at__isnull=False, undone_by__isnull=False)
                | (~Q(state="undone") & Q(undone_at__isnull=True, undone_by__isnull=True)),
                name="import_undone_has_time",
            ),
        ]

    def __str__(self) -> str:
        return self.file_name


class Gender(models.TextChoices):
    MALE = "m", _("male")
    FEMALE = "f", _("female")


CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What is hardly ever misread or misheard: no 0, 1, I, L, O, U."""
CODE_LENGTH = 10


def new_code() -> str:
    """What a person's QR code holds: 49 bits, found by nobody who tries."""
    return "".join(secrets.choice(CODE_ALPHABET) for _place in range(CODE_LENGTH))


class Participant(models.Model):
    """A person invited to an event. Phones are digits only; an empty phone is unknown.

    `code` is in the QR codes printed for the person. `initials` are the first letters of the name's pinyin, small
    (王明: `wm`). Who is `missing` was on an earlier list and, by the organiser's choice, is not on the latest. Who
    has a number in `stand_by` waits for the place of somebody who does not come, in this order, and is at the door
    since `waiting_since`. A proxy (代博) throws in the person's place; prizes stay the person's. `checked_in_scan` is
    the number the station gave the scan that checked the person in, so that its repeat is known as one. `party` is a
    group that wants one table (组别); `wanted_table` and `wanted_seat` are places fixed beforehand (桌号, 座位号).
    """

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
    party = models.CharField(_("party"), max_length=40, blank=True)
    wanted_table = models.PositiveIntegerField(_("fixed table"), null=True, blank=True)
    wanted_seat = models.PositiveSmallIntegerField(_("fixed seat"), null=True, blank=True)
    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    initials = models.CharField(_("pinyin initials"), max_length=60, blank=True, editable=False)
    proxy_name = models.CharField(_("proxy"), max_length=60, blank=True)
    proxy_phone = models.CharField(_("proxy's phone"), max_length=20, blank=True)
    guardian_name = models.CharField(_("guardian"), max_length=60, blank=True)
    guardian_phone = models.CharField(_("guardian's phone"), max_length=20, blank=True)
    companion_of = models.ForeignKey(
        "self", models.SET_NULL, related_name="companions", null=True, blank=True, verbose_name=_("comes with")
    )
    walk_in = models.BooleanField(_("walk-in"), default=False)
    stand_by = models.PositiveIntegerField(_("stand-by number"), null=True, blank=True)
    waiting_since = models.DateTimeField(_("waiting since"), null=True, blank=True, editable=False)
    missing = models.BooleanField(_("no longer on the list"), default=False)
    source = models.ForeignKey(
        ParticipantImport, models.SET_NULL, related_name="people", null=True, blank=True, editable=False
    )
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    checked_in_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    checked_in_where = models.CharField(_("station"), max_length=40, blank=True)
    checked_in_scan = models.CharField(max_length=36, blank=True, editable=False)

    class Meta:
        ordering = ["id"]
        verbose_name = _("participant")
        verbose_name_plural = _("participants")
        constraints = [
            models.UniqueConstraint(fields=["event", "phone"], condition=~Q(phone=""), name="participant_phone_once"),
            models.UniqueConstraint(
                fields=["event", "id_number"], condition=~Q(id_number=""), name="participant_id_number_once"
            ),
            models.UniqueConstraint(
                fields=["event", "stand_by"], condition=Q(stand_by__isnull=False), name="participant_stand_by_once"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="participant_has_name"),
            models.CheckConstraint(
                condition=Q(wanted_seat__isnull=True) | Q(wanted_table__isnull=False),
                name="participant_wanted_seat_at_a_table",
            ),
            models.CheckConstraint(
                condition=Q(checked_in_at__isnull=True, checked_in_by__isnull=True)
                | Q(checked_in_at__isnull=False, checked_in_by__isnull=False),
                name="participant_checked_in_by_somebody",
            ),
        ]
        indexes = [
            models.Index(fields=["event", "name"], name="participant_by_name"),
            models.Index(fields=["event", "initials"], name="participant_by_initials"),
        ]

    def __str__(self) -> str:
        return self.name
