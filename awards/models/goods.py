from decimal import Decimal

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.labels import rank_label
from bobing_event.models import Event
from rules import Rank
from tournaments.models import Playoff


class PrizeSettings(models.Model):
    """What the organiser decided about prizes once; an event without a row goes by the defaults.

    `cap` is the most that what one piece, place or person gets may be worth. What is worth `high_value` or more is
    handed over against the tail of an ID number and a signature. What nobody has claimed by `claim_until` may go back
    to the store or be drawn again. An event `keeps_stock` from its first receipt of goods on: goods then leave only
    from where they are.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="prize_settings")
    cap = models.DecimalField(_("cap of a prize (yuan)"), max_digits=10, decimal_places=2, null=True, blank=True)
    high_value = models.DecimalField(
        _("high value from (yuan)"), max_digits=10, decimal_places=2, null=True, blank=True
    )
    claim_until = models.DateTimeField(_("to be claimed until"), null=True, blank=True)
    keeps_stock = models.BooleanField(_("keeps stock"), default=False, editable=False)

    class Meta:
        verbose_name = _("prize settings")
        verbose_name_plural = _("prize settings")
        constraints = [
            models.CheckConstraint(condition=Q(cap__isnull=True) | Q(cap__gt=0), name="prize_cap_positive"),
            models.CheckConstraint(
                condition=Q(high_value__isnull=True) | Q(high_value__gt=0), name="prize_high_value_positive"
            ),
        ]

    def __str__(self) -> str:
        return str(self.event)


class Prize(models.Model):
    """A kind of goods: 洗衣液 2 L, 瓶."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="prizes")
    name = models.CharField(_("name"), max_length=80)
    specification = models.CharField(_("specification"), max_length=80, blank=True)
    unit = models.CharField(_("unit"), max_length=12, default="份")
    value = models.DecimalField(_("unit price (yuan)"), max_digits=10, decimal_places=2, default=Decimal(0))
    sponsor = models.CharField(_("sponsor"), max_length=80, blank=True)
    picture = models.ImageField(_("picture"), upload_to="prizes/%Y/", blank=True)

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
    """What pieces of a rank, a place in a play-off, or a consolation gives: `quantity` units of `prize` each.

    Exactly one of `rank`, (`playoff_kind`, `place`) and `consolation` is set. A rank's pieces are numbered in the
    order in which they are won; the line is for pieces `first_piece` to `last_piece` of each table (without a last
    one: to the end). So goods may follow each other (the first 16, then the rest) or go together (two lines for the
    same pieces). With a `share` the line is one of a mix: of its pieces that many give these goods, spread evenly among
    those of the other lines with the same pieces and a share (`queries.plan.goods_by_piece`). How many pieces a rank
    has is `Event.piece_set`. For a consolation `people` is how many the organiser reckons with; without it, everybody.
    `given_at` says whether the referee hands the goods over at the table, or the prize desk does.
    """

    class Consolation(models.TextChoices):
        EMPTY_HANDED = "empty_handed", _("who won nothing")
        EVERYBODY = "everybody", _("everybody who came")

    class GivenAt(models.TextChoices):
        TABLE = "table", pgettext_lazy("given", "at the table")
        DESK = "desk", pgettext_lazy("given", "at the prize desk")

    event = models.ForeignKey(Event, models.CASCADE, related_name="plan_lines")
    rank = models.CharField(_("rank"), max_length=12, choices=[(rank.value, rank.value) for rank in Rank], blank=True)
    first_piece = models.PositiveSmallIntegerField(_("from piece"), default=1)
    last_piece = models.PositiveSmallIntegerField(_("to piece"), null=True, blank=True)
    share = models.PositiveSmallIntegerField(_("pieces of a mix"), null=True, blank=True)
    playoff_kind = models.CharField(_("play-off"), max_length=20, choices=Playoff.Kind, blank=True)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    consolation = models.CharField(_("consolation"), max_length=12, choices=Consolation, blank=True)
    people = models.PositiveIntegerField(_("people reckoned with"), null=True, blank=True)
    prize = models.ForeignKey(Prize, models.PROTECT, related_name="plan_lines", verbose_name=_("prize"))
    quantity = models.PositiveSmallIntegerField(_("units a piece"), default=1)
    given_at = models.CharField(_("handed over"), max_length=5, choices=GivenAt, default=GivenAt.DESK)

    class Meta:
        ordering = ["event", "rank", "first_piece", "playoff_kind", "place", "consolation", "id"]
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
            models.UniqueConstraint(
                fields=["event", "consolation", "prize"],
                condition=~Q(consolation=""),
                name="plan_consolation_prize_once",
            ),
            models.CheckConstraint(
                condition=(~Q(rank="") & Q(playoff_kind="", place__isnull=True, consolation=""))
                | (Q(rank="", consolation="") & ~Q(playoff_kind="") & Q(place__gte=1))
                | (Q(rank="", playoff_kind="", place__isnull=True) & ~Q(consolation="")),
                name="plan_for_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(given_at="desk") | (~Q(rank="") & ~Q(rank="zhuangyuan")), name="plan_lower_ranks_at_table"
            ),
            models.CheckConstraint(condition=Q(quantity__gte=1), name="plan_quantity_from_one"),
            models.CheckConstraint(condition=Q(first_piece__gte=1), name="plan_piece_from_one"),
            models.CheckConstraint(
                condition=Q(share__isnull=True) | (~Q(rank="") & Q(share__gte=1)), name="plan_share_of_a_rank"
            ),
            models.CheckConstraint(
                condition=Q(people__isnull=True) | ~Q(consolation=""), name="plan_people_of_a_consolation"
            ),
            models.CheckConstraint(
                condition=Q(last_piece__isnull=True) | Q(last_piece__gte=F("first_piece")), name="plan_pieces_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank or self.playoff_kind or self.consolation} → {self.prize}"

    @property
    def place_label(self) -> str:
        """状元; 总状元 and the place; who a consolation is for."""
        if self.rank:
            return rank_label(self.rank)
        if self.consolation:
            return _("Consolation: %(whom)s") % {"whom": self.get_consolation_display()}
        return _("%(playoff)s, place %(place)s") % {"playoff": self.get_playoff_kind_display(), "place": self.place}
