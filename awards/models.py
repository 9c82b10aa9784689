"""Goods, the plan that says which goods a rank gives, and certificates."""

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from bobing_event.labels import rank_label
from bobing_event.models import Event, Participant
from rules import Rank
from tables.models import Table
from tournaments.models import Playoff


class Prize(models.Model):
    """A kind of goods: 洗衣液 2 L, 瓶."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="prizes")
    name = models.CharField(_("name"), max_length=80)
    specification = models.CharField(_("specification"), max_length=80, blank=True)
    unit = models.CharField(_("unit"), max_length=12, default="份")
    value = models.DecimalField(_("unit price (yuan)"), max_digits=10, decimal_places=2, default=Decimal(0))
    sponsor = models.CharField(_("sponsor"), max_length=80, blank=True)

    class Meta:
        ordering = ["event", "id"]
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        constraints = [
            models.UniqueConstraint(fields=["event", "name", "specification"], name="prize_once"),
            models.CheckConstraint(condition=Q(value__gte=0), name="prize_value_not_negative"),
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, [self.name, self.specification]))


class PlanLine(models.Model):
    """What pieces of a rank, or a place in a play-off, give: `quantity` units of `prize` a piece.

    Exactly one of `rank` and (`playoff_kind`, `place`) is set. A rank's pieces are numbered in the order in which
    they are won; the line is for pieces `first_piece` to `last_piece` of each table (without a last one: to the
    end). So goods may follow each other (the first 16, then the rest) or go together (two lines for the same
    pieces). How many pieces a rank has is `Event.piece_set`.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="plan_lines")
    rank = models.CharField(_("rank"), max_length=12, choices=[(rank.value, rank.value) for rank in Rank], blank=True)
    first_piece = models.PositiveSmallIntegerField(_("from piece"), default=1)
    last_piece = models.PositiveSmallIntegerField(_("to piece"), null=True, blank=True)
    playoff_kind = models.CharField(_("play-off"), max_length=20, choices=Playoff.Kind, blank=True)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    prize = models.ForeignKey(Prize, models.PROTECT, related_name="plan_lines", verbose_name=_("prize"))
    quantity = models.PositiveSmallIntegerField(_("units a piece"), default=1)

    class Meta:
        ordering = ["event", "rank", "first_piece", "playoff_kind", "place", "id"]
        verbose_name = _("plan line")
        verbose_name_plural = _("prize plan")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "rank", "first_piece", "prize"], condition=~Q(rank=""), name="plan_rank_prize_once"
            ),
            models.UniqueConstraint(
                fields=["event", "playoff_kind", "place", "prize"],
                condition=~Q(playoff_kind=""),
                name="plan_playoff_prize_once",
            ),
            models.CheckConstraint(
                condition=(~Q(rank="") & Q(playoff_kind="", place__isnull=True))
                | (Q(rank="") & ~Q(playoff_kind="") & Q(place__gte=1)),
                name="plan_rank_or_playoff",
            ),
            models.CheckConstraint(condition=Q(quantity__gte=1), name="plan_quantity_from_one"),
            models.CheckConstraint(condition=Q(first_piece__gte=1), name="plan_piece_from_one"),
            models.CheckConstraint(
                condition=Q(last_piece__isnull=True) | Q(last_piece__gte=F("first_piece")), name="plan_pieces_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank or self.playoff_kind} → {self.prize}"

    @property
    def place_label(self) -> str:
        """状元, or 总状元 and the place."""
        if self.rank:
            return rank_label(self.rank)
        return _("%(playoff)s, place %(place)s") % {"playoff": self.get_playoff_kind_display(), "place": self.place}


class Certificate(models.Model):
    """A printed honour: a table's champion or a placed play-off entrant. Made once, reprinted under its number.

    `participant`, `pattern` and `dice` are what the certificate says. When a correction changes that, the
    certificate is marked void and another with a new number takes its place. `check_code` stands in the address on
    its QR code, so that numbers cannot be tried out.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="certificates")
    number = models.PositiveIntegerField(_("number"))
    check_code = models.CharField(_("check code"), max_length=16, editable=False)
    participant = models.ForeignKey(Participant, models.PROTECT, related_name="certificates")
    table = models.ForeignKey(Table, models.PROTECT, related_name="+", null=True, blank=True)
    playoff = models.ForeignKey(Playoff, models.PROTECT, related_name="+", null=True, blank=True)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    pattern = models.CharField(_("pattern"), max_length=20, blank=True)
    dice = models.CharField(_("dice"), max_length=6, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("made"))
    printed = models.PositiveSmallIntegerField(_("times printed"), default=0)
    voided_at = models.DateTimeField(_("void since"), null=True, blank=True)

    class Meta:
        ordering = ["event", "number"]
        verbose_name = _("certificate")
        verbose_name_plural = _("certificates")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="certificate_number_once"),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(table__isnull=False, voided_at__isnull=True),
                name="certificate_table_once",
            ),
            models.UniqueConstraint(
                fields=["playoff", "place"],
                condition=Q(playoff__isnull=False, voided_at__isnull=True),
                name="certificate_place_once",
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=False, playoff__isnull=True, place__isnull=True)
                | Q(table__isnull=True, playoff__isnull=False, place__gte=1),
                name="certificate_for_table_or_playoff",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number_text} {self.participant}"

    @property
    def number_text(self) -> str:
        """The number as it is printed: 0007."""
        return f"{self.number:04d}"

    @property
    def is_void(self) -> bool:
        return self.voided_at is not None

    @property
    def honour_label(self) -> str:
        """What it attests, in the language of the page: Zhuangyuan of table 7; Grand Duitang, place 2."""
        if self.table is not None:
            return _("Zhuangyuan of table %(table)s") % {"table": self.table.number}
        place = self.place or 1
        kind = str(self.playoff) if self.playoff is not None else ""
        return kind if place == 1 else _("%(playoff)s, place %(place)s") % {"playoff": kind, "place": place}
