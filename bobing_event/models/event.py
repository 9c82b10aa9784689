from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from rules import CLASSIC_SET


def classic_set() -> dict[str, int]:
    """Pieces by rank of one 会饼."""
    return {rank.value: pieces for rank, pieces in CLASSIC_SET.items()}


def validate_zone(value: str) -> None:
    if value not in available_timezones():
        raise ValidationError(_("%(zone)s is not a time zone."), code="unknown_zone", params={"zone": value})


class LateArrivals(models.TextChoices):
    """How long somebody who comes late may still sit down at a table."""

    FIRST_THROW = "first_throw", _("until the first throw")
    NEXT_ROUND = "next_round", _("from the next round on")


class EntryMode(models.TextChoices):
    """What a referee taps for a throw. At 状元 level the dice are asked in either mode."""

    DICE = "dice", _("six dice")
    QUICK = "quick", _("the pattern")


class Event(models.Model):
    """A 博饼 evening: what it is called, when and where on the clock it is, and by which rules it plays.

    `ruleset` and `overrides` are what the organiser chose; `frozen_ruleset` is the whole ruleset in the form
    of `rules.Ruleset.to_json`, kept with its digest from the first throw on (RULEBOOK, introduction).
    `piece_set` is how many pieces of each rank a table of the event begins with. `column_mapping` is what the organiser
    said of columns that the import would not have known: `{heading: field}`, a field of "" for a column left out.
    """

    slug = models.SlugField(_("short name"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    edition = models.CharField(_("edition"), max_length=60, blank=True)
    date = models.DateField(_("date"))
    zone = models.CharField(_("time zone"), max_length=64, default="Asia/Shanghai", validators=[validate_zone])
    issuers = models.TextField(_("issuing units"), blank=True, help_text=_("One a line, in order."))
    ruleset = models.CharField(_("ruleset"), max_length=60, default="xiamen-standard")
    overrides = models.JSONField(_("overrides"), default=dict, blank=True)
    piece_set = models.JSONField(_("pieces a table"), default=classic_set)
    frozen_ruleset = models.JSONField(_("frozen ruleset"), null=True, blank=True, editable=False)
    ruleset_digest = models.CharField(_("ruleset digest"), max_length=64, blank=True, editable=False)
    column_mapping = models.JSONField(_("columns of the participant sheet"), default=dict, blank=True, editable=False)
    late_arrivals = models.CharField(
        _("late arrivals"), max_length=12, choices=LateArrivals, default=LateArrivals.FIRST_THROW
    )
    entry_mode = models.CharField(_("referees enter"), max_length=6, choices=EntryMode, default=EntryMode.DICE)
    created_at = models.DateTimeField(_("created"), editable=False)

    class Meta:
        ordering = ["-date", "slug"]
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = [
            models.CheckConstraint(
                condition=Q(frozen_ruleset__isnull=True, ruleset_digest="")
                | (Q(frozen_ruleset__isnull=False) & ~Q(ruleset_digest="")),
                name="event_digest_with_frozen_ruleset",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def tz(self) -> ZoneInfo:
        return ZoneInfo(self.zone)

    @property
    def is_frozen(self) -> bool:
        return bool(self.ruleset_digest)

    def get_absolute_url(self) -> str:
        return reverse("event-dashboard", args=[self.slug])


class Session(models.Model):
    """场次: one sitting of an event; tables belong to it and a person sits once in it.

    From `stand_by_at` on the places of people who have not come go to the stand-by list.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="sessions", verbose_name=_("event"))
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=60, blank=True)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    places = models.PositiveIntegerField(_("places"), null=True, blank=True)
    stand_by_at = models.DateTimeField(_("stand-by list moves up at"), null=True, blank=True)
    stand_by_filled_at = models.DateTimeField(_("stand-by list moved up"), null=True, blank=True, editable=False)

    class Meta:
        ordering = ["event", "number"]
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="session_number_once")]

    def __str__(self) -> str:
        return self.name or _("Session %(number)s") % {"number": self.number}
