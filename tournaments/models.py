"""Play-offs between tables: stages of heats, each heat a log and a fold as at a table (RULEBOOK §9)."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.models import Device, Event, Participant
from tables.models import Seat


class Playoff(models.Model):
    """总状元, 状元王中王 or 总对堂 of an event.

    The kind gives `mode` and `target` of the fold; `decide` and `places` are chosen. `group_size` is how many a
    heat takes at most, and `advance` how many go on from it, where one heat is too few for all entrants.
    """

    class Kind(models.TextChoices):
        ZONGZHUANGYUAN = "zongzhuangyuan", _("Grand Zhuangyuan")
        WANGZHONGWANG = "wangzhongwang", _("King of Zhuangyuan")
        ZONGDUITANG = "zongduitang", _("Grand Duitang")

    class Decide(models.TextChoices):
        IMMEDIATE = "immediate", _("at once")
        ROUND = "round", _("by the round")

    event = models.ForeignKey(Event, models.CASCADE, related_name="playoffs")
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    decide = models.CharField(_("decided"), max_length=10, choices=Decide, default=Decide.IMMEDIATE)
    places = models.PositiveSmallIntegerField(_("places"), default=1)
    group_size = models.PositiveSmallIntegerField(_("entrants a heat"), default=12)
    advance = models.PositiveSmallIntegerField(_("go on from a heat"), default=1)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(_("created"))

    class Meta:
        ordering = ["event", "id"]
        verbose_name = _("play-off")
        verbose_name_plural = _("play-offs")
        constraints = [
            models.UniqueConstraint(fields=["event", "kind"], name="playoff_kind_once"),
            models.CheckConstraint(condition=Q(places__gte=1, advance__gte=1), name="playoff_places_from_one"),
            models.CheckConstraint(condition=Q(group_size__gt=F("advance")), name="playoff_heats_shrink"),
            models.CheckConstraint(condition=Q(decide__in=["immediate", "round"]), name="playoff_known_decide"),
        ]

    def __str__(self) -> str:
        return str(self.get_kind_display())

    @property
    def mode(self) -> str:
        """`race` (the first hit) or `best` (the strongest of a round)."""
        return "best" if self.kind == self.Kind.WANGZHONGWANG else "race"

    @property
    def target(self) -> str:
        """The rank that is thrown for."""
        return "duitang" if self.kind == self.Kind.ZONGDUITANG else "zhuangyuan"

    def get_absolute_url(self) -> str:
        return reverse("playoff-detail", args=[self.event.slug, self.pk])


class Entrant(models.Model):
    """Who may throw in a play-off, and the seat that earned it. `placed` is the final place, 1 the winner.

    `pattern` is what made the table's champion; empty where the officials named one, and in 总对堂.
    """

    playoff = models.ForeignKey(Playoff, models.CASCADE, related_name="entrants")
    participant = models.ForeignKey(Participant, models.RESTRICT, related_name="entrants")
    seat = models.ForeignKey(Seat, models.RESTRICT, related_name="+")
    pattern = models.CharField(_("pattern"), max_length=20, blank=True)
    placed = models.PositiveSmallIntegerField(pgettext_lazy("play-off", "place"), null=True, blank=True, editable=False)

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
    """One draw of lots: its seed, the roster it was drawn from, and its heats. The last stage has one heat.

    `roster` is a list of `{entrant, session, table, seat}` without names, `roster_digest` the SHA-256 of its
    canonical JSON: with the seed anybody can repeat the draw (`tables.lots.shuffled`).
    """

    playoff = models.ForeignKey(Playoff, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(_("stage"))
    is_final = models.BooleanField(_("final"), default=True)
    seed = models.CharField(_("seed"), max_length=64)
    roster = models.JSONField(_("roster"))
    roster_digest = models.CharField(_("roster digest"), max_length=64)
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    drawn_at = models.DateTimeField(_("drawn"))

    class Meta:
        ordering = ["playoff", "number"]
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        constraints = [
            models.UniqueConstraint(fields=["playoff", "number"], name="stage_number_once"),
            models.UniqueConstraint(fields=["playoff"], condition=Q(is_final=True), name="stage_final_once"),
        ]

    def __str__(self) -> str:
        return str(_("Final") if self.is_final else _("Stage %(number)s") % {"number": self.number})


class Heat(models.Model):
    """Entrants around one bowl. The log of entries is the truth; everything derived stands here as a cache.

    `opening` is what the fold starts from: `{seed, roster_digest, drawn_by, drawn_at, ruleset, digest, entrants,
    mode, target, decide, places}`, the entrants' ids as text in the order of throwing. `state` is
    `rules.Playoff.to_json()` after entry `seq`; `last_hash` is that entry's hash, or the opening's.
    """

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
    turn = models.ForeignKey(
        Entrant, models.RESTRICT, related_name="+", null=True, blank=True, editable=False, verbose_name=_("turn")
    )
    round = models.PositiveIntegerField(_("round"), default=1, editable=False)

    class Meta:
        ordering = ["stage", "number"]
        verbose_name = _("heat")
        verbose_name_plural = _("heats")
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="heat_number_once"),
            models.CheckConstraint(
                condition=Q(phase="ended", turn__isnull=True) | Q(phase="playing", turn__isnull=False),
                name="heat_turn_while_playing",
            ),
        ]

    def __str__(self) -> str:
        return str(self.stage) if self.stage.is_final else str(_("Heat %(number)s") % {"number": self.number})

    @property
    def has_ended(self) -> bool:
        return self.phase == self.Phase.ENDED

    @property
    def playoff(self) -> Playoff:
        return self.stage.playoff

    @property
    def event(self) -> Event:
        return self.stage.playoff.event

    def get_absolute_url(self) -> str:
        return reverse("heat-detail", args=[self.event.slug, self.pk])


class HeatEntrant(models.Model):
    """The lot an entrant drew in a heat (1 throws first), the place reached in it, and the throw that hit.

    `placed`, `pattern` and `dice` are derived from the fold. An entrant has one standing hit in a heat at most.
    """

    heat = models.ForeignKey(Heat, models.CASCADE, related_name="lots")
    entrant = models.ForeignKey(Entrant, models.RESTRICT, related_name="lots")
    lot = models.PositiveSmallIntegerField(_("lot"))
    placed = models.PositiveSmallIntegerField(pgettext_lazy("play-off", "place"), null=True, blank=True, editable=False)
    pattern = models.CharField(_("pattern"), max_length=20, blank=True, editable=False)
    dice = models.CharField(_("dice"), max_length=6, blank=True, editable=False)

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
    """One line of a heat's log; the same shape and promises as `tables.Entry`, with an entrant for a seat.

    `place` is the entry's place in the fold: its own `seq`, or that of the entry it supersedes.
    """

    heat = models.ForeignKey(Heat, models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField(_("number"))
    client_uuid = models.UUIDField(_("client UUID"))
    kind = models.CharField(_("kind"), max_length=12)
    entrant = models.ForeignKey(Entrant, models.RESTRICT, related_name="+", null=True, blank=True)
    dice = models.CharField(_("dice"), max_length=6, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    place = models.PositiveIntegerField(_("place in the fold"))
    supersedes = models.OneToOneField(
        "self",
        models.RESTRICT,
        related_name="superseded_by",
        null=True,
        blank=True,
        verbose_name=_("supersedes"),
    )
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    device = models.ForeignKey(Device, models.RESTRICT, related_name="+", null=True, blank=True)
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
            models.CheckConstraint(condition=Q(seq__gte=1), name="playoff_entry_seq_from_one"),
            models.CheckConstraint(
                condition=Q(supersedes__isnull=True, place=F("seq")) | Q(supersedes__isnull=False, place__lt=F("seq")),
                name="playoff_entry_place_of_superseded",
            ),
            models.CheckConstraint(
                condition=~Q(kind="void") | Q(supersedes__isnull=False), name="playoff_entry_void_supersedes"
            ),
            models.CheckConstraint(condition=~Q(kind="throw") | ~Q(dice=""), name="playoff_entry_throw_has_dice"),
        ]
        indexes = [models.Index(fields=["heat", "place"], name="playoff_entry_by_place")]

    def __str__(self) -> str:
        return f"{self.seq}. {self.kind}"
