"""Play-offs between tables: stages of heats, each heat a log and a fold as at a table."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from bobing_event.models import Device, Event, Participant
from tables.models import Seat


class Playoff(models.Model):
    """总状元, 状元王中王 or 总对堂 of an event (RULEBOOK §9).

    `settings` is what `rules.Playoff.start` needs beside ruleset and entrants: `{mode, target, decide, places}`;
    `group_size` and `advance` say how many champions a heat takes and how many go on where one heat is too few.
    """

    class Kind(models.TextChoices):
        ZONGZHUANGYUAN = "zongzhuangyuan", _("总状元")
        WANGZHONGWANG = "wangzhongwang", _("状元王中王")
        ZONGDUITANG = "zongduitang", _("总对堂")

    event = models.ForeignKey(Event, models.CASCADE, related_name="playoffs")
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    decide = models.CharField(_("decided"), max_length=10, default="immediate")
    places = models.PositiveSmallIntegerField(_("places"), default=1)
    group_size = models.PositiveSmallIntegerField(_("entrants a heat"), default=12)
    advance = models.PositiveSmallIntegerField(_("advance from a heat"), default=1)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(_("created"))

    class Meta:
        ordering = ["event", "id"]
        verbose_name = _("play-off")
        verbose_name_plural = _("play-offs")
        constraints = [
            models.UniqueConstraint(fields=["event", "kind"], name="playoff_kind_once"),
            models.CheckConstraint(condition=Q(places__gte=1, advance__gte=1), name="playoff_places_from_one"),
            models.CheckConstraint(condition=Q(group_size__gt=models.F("advance")), name="playoff_heats_shrink"),
        ]

    def __str__(self) -> str:
        return str(self.get_kind_display())

    def get_absolute_url(self) -> str:
        return reverse("playoff-detail", args=[self.event.slug, self.pk])


class Entrant(models.Model):
    """Who may throw in a play-off, and the seat that earned it. `placed` is the final place, 1 the winner."""

    playoff = models.ForeignKey(Playoff, models.CASCADE, related_name="entrants")
    participant = models.ForeignKey(Participant, models.PROTECT, related_name="entrants")
    seat = models.ForeignKey(Seat, models.PROTECT, related_name="+")
    pattern = models.CharField(_("pattern"), max_length=20, blank=True)
    placed = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)

    class Meta:
        ordering = ["playoff", "id"]
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        constraints = [
            models.UniqueConstraint(fields=["playoff", "participant"], name="entrant_once"),
            models.UniqueConstraint(
                fields=["playoff", "placed"], condition=Q(placed__isnull=False), name="entrant_place_once"
            ),
        ]

    def __str__(self) -> str:
        return self.participant.name


class Stage(models.Model):
    """One draw of lots: its seed, the roster it was drawn from, and its heats. The last stage has one heat."""

    playoff = models.ForeignKey(Playoff, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(_("stage"))
    is_final = models.BooleanField(_("final"), default=True)
    seed = models.CharField(_("seed"), max_length=64)
    roster = models.JSONField(_("roster"))
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    drawn_at = models.DateTimeField(_("drawn"))

    class Meta:
        ordering = ["playoff", "number"]
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        constraints = [models.UniqueConstraint(fields=["playoff", "number"], name="stage_number_once")]

    def __str__(self) -> str:
        return f"{self.playoff} {self.number}"


class Heat(models.Model):
    """Entrants around one bowl. `opening`, `state`, `seq`, `last_hash` are as on `tables.Table`."""

    class Phase(models.TextChoices):
        PLAYING = "playing", _("playing")
        ENDED = "ended", _("ended")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="heats")
    number = models.PositiveSmallIntegerField(_("heat"))
    opening = models.JSONField(_("opening"), editable=False)
    state = models.JSONField(_("snapshot"), editable=False)
    seq = models.PositiveIntegerField(_("entries"), default=0, editable=False)
    last_hash = models.CharField(_("last hash"), max_length=64, editable=False)
    phase = models.CharField(_("state"), max_length=10, choices=Phase, default=Phase.PLAYING, editable=False)
    turn = models.ForeignKey(Entrant, models.PROTECT, related_name="+", null=True, blank=True, editable=False)
    round = models.PositiveIntegerField(_("round"), default=1, editable=False)

    class Meta:
        ordering = ["stage", "number"]
        verbose_name = _("heat")
        verbose_name_plural = _("heats")
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="heat_number_once")]

    def __str__(self) -> str:
        return f"{self.stage}/{self.number}"


class HeatEntrant(models.Model):
    """The lot an entrant drew in a heat (1 throws first) and the place reached in it."""

    heat = models.ForeignKey(Heat, models.CASCADE, related_name="lots")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="lots")
    lot = models.PositiveSmallIntegerField(_("lot"))
    placed = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)

    class Meta:
        ordering = ["heat", "lot"]
        verbose_name = _("lot")
        verbose_name_plural = _("lots")
        constraints = [
            models.UniqueConstraint(fields=["heat", "lot"], name="heat_lot_once"),
            models.UniqueConstraint(fields=["heat", "entrant"], name="heat_entrant_once"),
        ]

    def __str__(self) -> str:
        return f"{self.lot}. {self.entrant}"


class PlayoffEntry(models.Model):
    """One line of a heat's log; the same shape and promises as `tables.Entry`, with an entrant for a seat."""

    heat = models.ForeignKey(Heat, models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField(_("number"))
    client_uuid = models.UUIDField(_("client UUID"))
    kind = models.CharField(_("kind"), max_length=12)
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="+", null=True, blank=True)
    dice = models.CharField(_("dice"), max_length=6, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    supersedes = models.ForeignKey("self", models.PROTECT, related_name="superseded_by", null=True, blank=True)
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    device = models.ForeignKey(Device, models.PROTECT, related_name="+", null=True, blank=True)
    thrown_at = models.DateTimeField(_("thrown"))
    received_at = models.DateTimeField(_("received"))
    effect = models.JSONField(_("effect"), default=dict)
    hash = models.CharField(_("hash"), max_length=64)

    class Meta:
        ordering = ["heat", "seq"]
        verbose_name = _("play-off entry")
        verbose_name_plural = _("play-off entries")
        constraints = [
            models.UniqueConstraint(fields=["heat", "seq"], name="playoff_entry_seq_once"),
            models.UniqueConstraint(fields=["heat", "client_uuid"], name="playoff_entry_client_uuid_once"),
            models.CheckConstraint(
                condition=~Q(kind="void") | Q(supersedes__isnull=False), name="playoff_entry_void_supersedes"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq}. {self.kind}"
