from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.models import Participant, Session
from rules import Rank

PLACES = ("stock", "seat", "grabbed", "returned")


class Table(models.Model):
    """A bowl and its players. The log of entries is the truth; everything derived stands here as a cache.

    `opening` is what the fold starts from, written once: `{ruleset, digest, seats, people, first, stock, thrower,
    total, opened_by, opened_at}`; `people` maps seat numbers to participants' ids.
    `state` is `rules.Game.to_json()` after entry `seq`; `last_hash` is that entry's hash, or the opening's.
    """

    class Phase(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("table", "waiting")
        PLAYING = "playing", pgettext_lazy("table", "playing")
        LAST_ROUND = "last_round", pgettext_lazy("table", "last round")
        EXTRA_ROUND = "extra_round", pgettext_lazy("table", "extra round")
        TIME_UP_ROUND = "time_up_round", pgettext_lazy("table", "time is up, last round")
        ZHUANGYUAN_ONLY = "zhuangyuan_only", pgettext_lazy("table", "for Zhuangyuan only")
        ENDED = "ended", pgettext_lazy("table", "ended")

    session = models.ForeignKey(Session, models.CASCADE, related_name="tables", verbose_name=_("session"))
    number = models.PositiveIntegerField(_("number"))
    referee = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("referee"),
    )
    extra_minutes = models.PositiveSmallIntegerField(_("extra minutes"), default=0, editable=False)
    opening = models.JSONField(_("opening"), null=True, blank=True, editable=False)
    opened_at = models.DateTimeField(_("opened"), null=True, blank=True, editable=False)
    state = models.JSONField(_("snapshot"), null=True, blank=True, editable=False)
    seq = models.PositiveIntegerField(_("entries"), default=0, editable=False)
    last_hash = models.CharField(_("last hash"), max_length=64, blank=True, editable=False)

    # Derived from the snapshot, for queries. `tables.services` writes them together with it.
    phase = models.CharField(_("state"), max_length=20, choices=Phase, default=Phase.WAITING, editable=False)
    turn = models.PositiveSmallIntegerField(_("turn"), null=True, blank=True, editable=False)
    round = models.PositiveIntegerField(_("round"), default=0, editable=False)
    pieces_left = models.PositiveSmallIntegerField(_("pieces left"), default=0, editable=False)
    champion = models.ForeignKey(
        "Seat",
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        editable=False,
        verbose_name=_("champion"),
    )
    champion_person = models.ForeignKey(
        Participant,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        editable=False,
        verbose_name=_("champion"),
        help_text=_("Who sat there at the throw that made the champion."),
    )
    champion_pattern = models.CharField(_("champion's pattern"), max_length=20, blank=True, editable=False)
    last_entry_at = models.DateTimeField(_("last entry"), null=True, blank=True, editable=False)

    class Meta:
        ordering = ["session", "number"]
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="table_number_once"),
            models.CheckConstraint(
                condition=Q(phase="waiting", opening__isnull=True, state__isnull=True, seq=0)
                | (~Q(phase="waiting") & Q(opening__isnull=False, state__isnull=False)),
                name="table_open_has_state",
            ),
            models.CheckConstraint(
                condition=Q(phase="ended", turn__isnull=True) | ~Q(phase="ended"),
                name="table_ended_has_no_turn",
            ),
        ]

    def __str__(self) -> str:
        return _("Table %(number)s") % {"number": self.number}

    @property
    def is_open(self) -> bool:
        return self.phase not in (self.Phase.WAITING, self.Phase.ENDED)

    @property
    def has_ended(self) -> bool:
        return self.phase == self.Phase.ENDED

    def get_absolute_url(self) -> str:
        return reverse("table-detail", args=[self.session.event.slug, self.pk])


class Seat(models.Model):
    """A numbered place at a table and who sits there (RULEBOOK §4.1: ascending clockwise, gaps allowed).

    At an open table `participant` is who sits there now and `since` the place in the log from which on they do, both
    derived from its opening and its `reseat` entries (`tables.queries.occupancy`).
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", verbose_name=_("table"))
    number = models.PositiveSmallIntegerField(_("number"))
    participant = models.ForeignKey(Participant, models.PROTECT, related_name="seats", verbose_name=_("participant"))
    since = models.PositiveIntegerField(_("holds the seat from"), default=1, editable=False)

    class Meta:
        ordering = ["table", "number"]
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["table", "participant"], name="seat_person_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="seat_number_from_one"),
            models.CheckConstraint(condition=Q(since__gte=1), name="seat_since_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.table.number}-{self.number}"


class Piece(models.Model):
    """Where one prize piece is now, derived from the fold (RULEBOOK §5, §6). `number` counts within a rank.

    `holder` is the seat, `participant` the person it belongs to: who held the seat when the piece came there.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="pieces")
    rank = models.CharField(_("rank"), max_length=12, choices=[(rank.value, rank.value) for rank in Rank])
    number = models.PositiveSmallIntegerField(_("number"))
    place = models.CharField(_("place"), max_length=10, choices=[(p, p) for p in PLACES], default="stock")
    holder = models.ForeignKey(Seat, models.PROTECT, related_name="pieces", null=True, blank=True)
    participant = models.ForeignKey(
        Participant, models.PROTECT, related_name="pieces", null=True, blank=True, verbose_name=_("participant")
    )
    provisional = models.BooleanField(_("provisional"), default=True)

    class Meta:
        ordering = ["table", "rank", "number"]
        verbose_name = _("piece")
        verbose_name_plural = _("pieces")
        constraints = [
            models.UniqueConstraint(fields=["table", "rank", "number"], name="piece_once"),
            models.CheckConstraint(
                condition=Q(place="seat", holder__isnull=False, participant__isnull=False)
                | (~Q(place="seat") & Q(holder__isnull=True, participant__isnull=True)),
                name="piece_held_at_a_seat",
            ),
            models.CheckConstraint(condition=Q(place__in=PLACES), name="piece_known_place"),
        ]

    def __str__(self) -> str:
        return f"{self.rank} {self.number}"

    def to_json(self) -> dict[str, Any]:
        return {"rank": self.rank, "number": self.number, "place": self.place}
