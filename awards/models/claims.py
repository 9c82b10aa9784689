from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from awards.models.goods import PlanLine, Prize
from awards.models.stock import Movement
from bobing_event.models import Event, Participant
from tables.models import Piece, Table
from tournaments.models import Playoff


class Origin(models.Model):
    """Why goods are somebody's: a piece won, a place in a play-off, a consolation, a redraw of what nobody claimed."""

    piece = models.ForeignKey(Piece, models.PROTECT, related_name="+", null=True, blank=True)
    playoff = models.ForeignKey(Playoff, models.PROTECT, related_name="+", null=True, blank=True)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    consolation = models.CharField(_("consolation"), max_length=12, choices=PlanLine.Consolation, blank=True)
    redraw_win = models.ForeignKey("awards.RedrawWin", models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        abstract = True


NO_ORIGIN = Q(piece__isnull=True, playoff__isnull=True, place__isnull=True, consolation="", redraw_win__isnull=True)
ONE_ORIGIN = (
    Q(piece__isnull=False, playoff__isnull=True, place__isnull=True, consolation="", redraw_win__isnull=True)
    | Q(piece__isnull=True, playoff__isnull=False, place__gte=1, consolation="", redraw_win__isnull=True)
    | Q(piece__isnull=True, playoff__isnull=True, place__isnull=True, redraw_win__isnull=True) & ~Q(consolation="")
    | Q(piece__isnull=True, playoff__isnull=True, place__isnull=True, consolation="", redraw_win__isnull=False)
)


class HandOver(models.Model):
    """Goods that came into somebody's hands at one moment: to one person, or to a whole table at its sign-off.

    `movement` is its document in the ledger. `receiver` says who took them: the person, the proxy or guardian named on
    the list, or somebody else by name and phone. `client_uuid` is the desk's number of the tap: a repeat is the same
    hand-over. One that was undone keeps who, when and why, and the movement that put the goods back.
    """

    class Channel(models.TextChoices):
        TABLE = "table", pgettext_lazy("hand-over", "over the table")
        DESK = "desk", pgettext_lazy("hand-over", "at the desk")
        DELIVERY = "delivery", pgettext_lazy("hand-over", "brought to the table")

    class Receiver(models.TextChoices):
        SELF = "self", pgettext_lazy("receiver", "in person")
        PROXY = "proxy", pgettext_lazy("receiver", "proxy")
        GUARDIAN = "guardian", pgettext_lazy("receiver", "guardian")

    event = models.ForeignKey(Event, models.CASCADE, related_name="hand_overs")
    channel = models.CharField(_("where"), max_length=8, choices=Channel)
    participant = models.ForeignKey(Participant, models.PROTECT, related_name="hand_overs", null=True, blank=True)
    table = models.ForeignKey(Table, models.PROTECT, related_name="hand_overs", null=True, blank=True)
    movement = models.OneToOneField(Movement, models.PROTECT, related_name="hand_over")
    receiver = models.CharField(_("received by"), max_length=8, choices=Receiver, default=Receiver.SELF)
    receiver_name = models.CharField(_("receiver's name"), max_length=60, blank=True)
    receiver_phone = models.CharField(_("receiver's phone"), max_length=20, blank=True)
    id_checked = models.BooleanField(_("ID compared"), default=False)
    signature = models.FileField(_("signature"), upload_to="signatures/%Y/", blank=True)
    client_uuid = models.UUIDField(_("client UUID"), editable=False)
    handed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    handed_at = models.DateTimeField(_("handed over"))
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    undone_at = models.DateTimeField(_("taken back"), null=True, blank=True)
    undo_reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        ordering = ["-handed_at", "-id"]
        verbose_name = _("hand-over")
        verbose_name_plural = _("hand-overs")
        constraints = [
            models.UniqueConstraint(fields=["event", "client_uuid"], name="hand_over_sent_once"),
            models.CheckConstraint(
                condition=Q(channel="table", table__isnull=False) | Q(participant__isnull=False),
                name="hand_over_to_somebody",
            ),
            models.CheckConstraint(
                condition=Q(receiver="self") | ~Q(receiver_name=""), name="hand_over_receiver_has_name"
            ),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by__isnull=True, undo_reason="")
                | (Q(undone_at__isnull=False, undone_by__isnull=False) & ~Q(undo_reason="")),
                name="hand_over_undone_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return str(self.movement)


class Claim(Origin):
    """What became of goods that were somebody's: handed over to `participant`, or forfeited when nobody came.

    While a claim is handed over or forfeited there is no other for the same origin and goods: the database allows one,
    and so nothing is handed over twice. Taken back or kept, it is history: after `taken_back` the goods are due again,
    `kept` are those that a correction gave to somebody else and that their first holder kept.
    """

    class State(models.TextChoices):
        HANDED_OVER = "handed_over", pgettext_lazy("claim", "handed over")
        FORFEITED = "forfeited", pgettext_lazy("claim", "not claimed")
        TAKEN_BACK = "taken_back", pgettext_lazy("claim", "taken back")
        KEPT = "kept", pgettext_lazy("claim", "kept by the first holder")

    STANDING = (State.HANDED_OVER, State.FORFEITED)

    event = models.ForeignKey(Event, models.CASCADE, related_name="claims")
    participant = models.ForeignKey(Participant, models.PROTECT, related_name="claims")
    prize = models.ForeignKey(Prize, models.PROTECT, related_name="claims")
    quantity = models.PositiveIntegerField(_("quantity"))
    state = models.CharField(_("state"), max_length=12, choices=State)
    hand_over = models.ForeignKey(HandOver, models.PROTECT, related_name="claims", null=True, blank=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    settled_at = models.DateTimeField(_("since"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        constraints = [
            models.CheckConstraint(condition=ONE_ORIGIN, name="claim_for_one_thing"),
            models.UniqueConstraint(
                fields=["piece", "prize"],
                condition=Q(piece__isnull=False, state__in=["handed_over", "forfeited"]),
                name="claim_piece_once",
            ),
            models.UniqueConstraint(
                fields=["playoff", "place", "prize"],
                condition=Q(playoff__isnull=False, state__in=["handed_over", "forfeited"]),
                name="claim_place_once",
            ),
            models.UniqueConstraint(
                fields=["participant", "consolation", "prize"],
                condition=Q(state__in=["handed_over", "forfeited"]) & ~Q(consolation=""),
                name="claim_consolation_once",
            ),
            models.UniqueConstraint(
                fields=["redraw_win", "prize"],
                condition=Q(redraw_win__isnull=False, state__in=["handed_over", "forfeited"]),
                name="claim_redraw_once",
            ),
            models.CheckConstraint(condition=Q(quantity__gte=1), name="claim_of_something"),
            models.CheckConstraint(
                condition=Q(state="forfeited", hand_over__isnull=True)
                | Q(state__in=["handed_over", "kept"], hand_over__isnull=False)
                | Q(state="taken_back"),
                name="claim_handed_over_by_a_hand_over",
            ),
        ]
        indexes = [models.Index(fields=["event", "participant"], name="claim_by_person")]

    def __str__(self) -> str:
        return f"{self.participant}: {self.quantity} × {self.prize}"


class Redraw(models.Model):
    """A lot among those present for what nobody claimed. `entrants` are participants' ids, sorted; the order of the
    lot follows from them and the `seed` alone (`tables.lots`), so anybody can repeat it. One that `continues`
    another is for a thing of it whose winner was not there when called.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="redraws")
    continues = models.ForeignKey("self", models.PROTECT, related_name="continued_by", null=True, blank=True)
    entrants = models.JSONField(_("entrants"))
    seed = models.CharField(_("seed"), max_length=64)
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    drawn_at = models.DateTimeField(_("drawn"))

    class Meta:
        ordering = ["-drawn_at", "-id"]
        verbose_name = _("redraw")
        verbose_name_plural = _("redraws")

    def __str__(self) -> str:
        return f"{self.drawn_at:%Y-%m-%d %H:%M}"


class RedrawWin(models.Model):
    """Somebody whom a redraw gave the goods of a forfeited claim. Who is not there when called is `absent`: the goods
    are drawn again.
    """

    redraw = models.ForeignKey(Redraw, models.CASCADE, related_name="wins")
    claim = models.ForeignKey(Claim, models.PROTECT, related_name="redraw_wins")
    participant = models.ForeignKey(Participant, models.PROTECT, related_name="+")
    absent_at = models.DateTimeField(_("not there"), null=True, blank=True)

    class Meta:
        ordering = ["redraw", "id"]
        verbose_name = _("win of a redraw")
        verbose_name_plural = _("wins of redraws")
        constraints = [
            models.UniqueConstraint(fields=["claim"], condition=Q(absent_at__isnull=True), name="redraw_win_once"),
        ]

    def __str__(self) -> str:
        return f"{self.participant} ← {self.claim}"


class Delivery(Origin):
    """Goods that a runner brings to a table: more stock for it, or (with a `participant`) what somebody there won.

    To deliver → on the way (`taken`) → delivered; or cancelled. The goods leave the store when a runner takes them.
    `table_number` still says where when the table has been dissolved since (`table` is empty then).
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="deliveries")
    table = models.ForeignKey(Table, models.SET_NULL, related_name="deliveries", null=True, blank=True)
    table_number = models.PositiveIntegerField(_("table number"))
    participant = models.ForeignKey(Participant, models.PROTECT, related_name="deliveries", null=True, blank=True)
    prize = models.ForeignKey(Prize, models.PROTECT, related_name="deliveries")
    quantity = models.PositiveIntegerField(_("quantity"))
    note = models.CharField(_("note"), max_length=120, blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(_("asked"))
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    taken_at = models.DateTimeField(_("on the way since"), null=True, blank=True)
    supply = models.OneToOneField(Movement, models.PROTECT, related_name="+", null=True, blank=True)
    delivered_at = models.DateTimeField(_("delivered"), null=True, blank=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True)

    class Meta:
        ordering = ["asked_at", "id"]
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints = [
            models.CheckConstraint(
                condition=(NO_ORIGIN & Q(participant__isnull=True)) | (ONE_ORIGIN & Q(participant__isnull=False)),
                name="delivery_for_stock_or_somebody",
            ),
            models.CheckConstraint(condition=Q(quantity__gte=1), name="delivery_of_something"),
            models.CheckConstraint(
                condition=Q(table__isnull=False) | Q(delivered_at__isnull=False) | Q(cancelled_at__isnull=False),
                name="delivery_open_has_a_table",
            ),
            models.CheckConstraint(
                condition=Q(taken_at__isnull=True, taken_by__isnull=True)
                | Q(taken_at__isnull=False, taken_by__isnull=False),
                name="delivery_taken_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(delivered_at__isnull=True) | Q(taken_at__isnull=False, cancelled_at__isnull=True),
                name="delivery_taken_before_delivered",
            ),
            models.CheckConstraint(
                condition=Q(cancelled_at__isnull=True, cancelled_by__isnull=True)
                | Q(cancelled_at__isnull=False, cancelled_by__isnull=False),
                name="delivery_cancelled_by_somebody",
            ),
            models.UniqueConstraint(
                fields=["piece", "prize"],
                condition=Q(piece__isnull=False, delivered_at__isnull=True, cancelled_at__isnull=True),
                name="delivery_of_a_piece_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_number}: {self.quantity} × {self.prize}"
