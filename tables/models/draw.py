from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from bobing_event.models import Session

ADDRESS_PART = 12
"""So many hex digits of the commitment and of the list's digest make the address of a draw's public page."""


class SeatingDraw(models.Model):
    """A drawing of lots for seats that anybody can repeat (`tables.lots`, docs/verify_draw.py).

    Prepared: `plan` is frozen (who is drawn, in which order they stand on the list, which wishes were stated, how many
    sit at each table), `plan_digest` is its SHA-256, and `commitment` the SHA-256 of a `secret` nobody is shown.
    Drawn: `public_seed` is what was spoken in the hall, or empty; `secret` is shown from now on; `seating` is the
    result, `unmet` the wishes that could not be met. Discarded: with a reason, kept for ever.
    """

    class Basis(models.TextChoices):
        CHECKED_IN = "checked_in", _("everybody who has checked in")
        INVITED = "invited", _("everybody on the list")

    session = models.ForeignKey(Session, models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField(_("number"))
    basis = models.CharField(_("who is drawn"), max_length=12, choices=Basis, default=Basis.CHECKED_IN)
    plan = models.JSONField(_("list"))
    plan_digest = models.CharField(_("digest of the list"), max_length=64)
    secret = models.CharField(_("secret"), max_length=64)
    commitment = models.CharField(_("commitment"), max_length=64)
    public_seed = models.CharField(_("phrase from the hall"), max_length=200, blank=True)
    seating = models.JSONField(_("seating"), default=list)
    unmet = models.JSONField(_("wishes not met"), default=list)
    prepared_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    prepared_at = models.DateTimeField(_("prepared"))
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    drawn_at = models.DateTimeField(_("drawn"), null=True, blank=True)
    discarded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    discarded_at = models.DateTimeField(_("discarded"), null=True, blank=True)
    discard_reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        ordering = ["session", "-number"]
        verbose_name = _("seating draw")
        verbose_name_plural = _("seating draws")
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="draw_number_once"),
            models.UniqueConstraint(
                fields=["session"], condition=Q(discarded_at__isnull=True), name="draw_standing_once"
            ),
            models.CheckConstraint(
                condition=Q(drawn_at__isnull=True, drawn_by__isnull=True, public_seed="")
                | Q(drawn_at__isnull=False, drawn_by__isnull=False),
                name="draw_drawn_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(discarded_at__isnull=True, discarded_by__isnull=True, discard_reason="")
                | (Q(discarded_at__isnull=False, discarded_by__isnull=False) & ~Q(discard_reason="")),
                name="draw_discarded_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session} {self.number}"

    @property
    def address(self) -> str:
        """What finds the public page: nobody guesses it, and it is printed beside the commitment."""
        return self.commitment[:ADDRESS_PART] + self.plan_digest[:ADDRESS_PART]

    def get_absolute_url(self) -> str:
        return reverse("draw-verify", args=[self.address])


class Wish(models.Model):
    """A wish about seats, stated before a draw commits: people to keep together or apart (`SeatingDraw.plan`)."""

    class Kind(models.TextChoices):
        TOGETHER = "together", _("at one table")
        APART = "apart", _("at different tables")

    session = models.ForeignKey(Session, models.CASCADE, related_name="wishes")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    people = models.ManyToManyField("bobing_event.Participant", related_name="+", verbose_name=_("people"))
    note = models.CharField(_("note"), max_length=120, blank=True)
    stated_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    stated_at = models.DateTimeField(_("stated"))

    class Meta:
        ordering = ["session", "id"]
        verbose_name = _("wish")
        verbose_name_plural = _("wishes")

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.note}".strip()


class SeatChange(models.Model):
    """Seats changed by hand after a draw, all of it or none: who moved from where to where.

    `moves` is a list of `{participant, from, to}`, with places `[table number, seat number]` or null for nowhere.
    `facts` is what repeating the change and taking it back needs: `seed` (hex) where lots decided, `dissolved`
    `{id, number, referee}` of the table that went, `entries` `[[table id, seq], …]` of the lines that logs got, and
    `client_uuid` of who asked for them.
    """

    class Kind(models.TextChoices):
        MOVE = "move", _("moved")
        SWAP = "swap", _("swapped")
        DISSOLVE = "dissolve", _("table dissolved")
        BALANCE = "balance", _("tables balanced")
        NO_SHOW = "no_show", _("seats of no-shows freed")
        STAND_BY = "stand_by", _("stand-by list moved up")
        LATE = "late", _("late arrival")
        RESEAT = "reseat", _("wrong seats put right")

    session = models.ForeignKey(Session, models.CASCADE, related_name="seat_changes")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    moves = models.JSONField(_("moves"))
    facts = models.JSONField(default=dict, editable=False)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("changed at"))
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    undone_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        ordering = ["session", "-id"]
        verbose_name = _("seat change")
        verbose_name_plural = _("seat changes")
        constraints = [
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by__isnull=True)
                | Q(undone_at__isnull=False, undone_by__isnull=False),
                name="seat_change_undone_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.made_at:%Y-%m-%d %H:%M}"
