from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from awards.models.goods import Prize
from bobing_event.models import Event, Participant
from tables.models import Table


class Location(models.Model):
    """Where goods are: outside (with the supplier, or written off), in the store, at a table, with a person.

    `name` is what the table or person was called, so that the ledger can still be read when a table has been dissolved
    (`table` is empty then) or a name erased.
    """

    class Kind(models.TextChoices):
        OUTSIDE = "outside", pgettext_lazy("location", "outside")
        STORE = "store", pgettext_lazy("location", "store")
        TABLE = "table", pgettext_lazy("location", "table")
        PERSON = "person", pgettext_lazy("location", "person")

    event = models.ForeignKey(Event, models.CASCADE, related_name="locations")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    name = models.CharField(_("name"), max_length=60, blank=True)
    table = models.ForeignKey(Table, models.SET_NULL, related_name="locations", null=True, blank=True)
    participant = models.ForeignKey(Participant, models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        ordering = ["event", "id"]
        verbose_name = _("location")
        verbose_name_plural = _("locations")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "kind"], condition=Q(kind__in=["outside", "store"]), name="location_of_an_event_once"
            ),
            models.UniqueConstraint(
                fields=["table"], condition=Q(table__isnull=False), name="location_of_a_table_once"
            ),
            models.UniqueConstraint(
                fields=["participant"], condition=Q(kind="person"), name="location_of_a_person_once"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["outside", "store"], table__isnull=True, participant__isnull=True)
                | Q(kind="table", participant__isnull=True)
                | Q(kind="person", table__isnull=True, participant__isnull=False),
                name="location_is_of_its_kind",
            ),
        ]

    def __str__(self) -> str:
        """In the reader's language, as long as there is the table; with `select_related("table")`."""
        return str(self.table) if self.table is not None else self.name or str(self.get_kind_display())


class StockLevel(models.Model):
    """How much of a kind of goods is somewhere: the sum of the ledger's lines to it less those from it.

    `services.ledger` writes it together with the movement; the database refuses what would make it negative, and
    `manage.py verify_stock` compares every level with the ledger. There is none for the outside.
    """

    location = models.ForeignKey(Location, models.CASCADE, related_name="levels")
    prize = models.ForeignKey(Prize, models.PROTECT, related_name="levels")
    quantity = models.IntegerField(_("quantity"), default=0)

    class Meta:
        ordering = ["location", "prize"]
        verbose_name = _("stock level")
        verbose_name_plural = _("stock levels")
        constraints = [
            models.UniqueConstraint(fields=["location", "prize"], name="stock_level_once"),
            models.CheckConstraint(condition=Q(quantity__gte=0), name="stock_never_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.location}: {self.quantity} × {self.prize}"


class Movement(models.Model):
    """A document of the stock ledger: what went from where to where, in one transaction. Never changed, never deleted.

    `number` counts within the event and stands on slips. A mistake is put right by another movement that `undoes` it.
    `client_uuid` makes a repeat of the same request one movement.
    """

    class Kind(models.TextChoices):
        RECEIVE = "receive", pgettext_lazy("movement", "receipt")
        ALLOCATE = "allocate", pgettext_lazy("movement", "supply")
        RETURN = "return", pgettext_lazy("movement", "return")
        HAND_OVER = "hand_over", pgettext_lazy("movement", "hand-over")
        REPLACE = "replace", pgettext_lazy("movement", "exchange")
        WRITE_OFF = "write_off", pgettext_lazy("movement", "write-off")

    event = models.ForeignKey(Event, models.CASCADE, related_name="movements")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    undoes = models.OneToOneField("self", models.PROTECT, related_name="undone_by", null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    client_uuid = models.UUIDField(_("client UUID"), null=True, blank=True, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("made"))

    class Meta:
        ordering = ["event", "number"]
        verbose_name = _("stock movement")
        verbose_name_plural = _("stock movements")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="movement_number_once"),
            models.UniqueConstraint(
                fields=["event", "client_uuid"], condition=Q(client_uuid__isnull=False), name="movement_sent_once"
            ),
            models.CheckConstraint(condition=~Q(kind="write_off") | ~Q(reason=""), name="movement_write_off_reason"),
            models.CheckConstraint(condition=Q(undoes__isnull=True) | ~Q(reason=""), name="movement_undo_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.number}"

    @property
    def number_text(self) -> str:
        """The number as it is printed: 00042."""
        return f"{self.number:05d}"


class MovementLine(models.Model):
    """Units of one kind of goods that a movement takes from one place to another: balanced by its form."""

    movement = models.ForeignKey(Movement, models.CASCADE, related_name="lines")
    prize = models.ForeignKey(Prize, models.PROTECT, related_name="+")
    quantity = models.PositiveIntegerField(_("quantity"))
    source = models.ForeignKey(Location, models.PROTECT, related_name="lines_out", verbose_name=_("from"))
    target = models.ForeignKey(Location, models.PROTECT, related_name="lines_in", verbose_name=_("to"))

    class Meta:
        ordering = ["movement", "id"]
        verbose_name = _("line of a movement")
        verbose_name_plural = _("lines of movements")
        constraints = [
            models.CheckConstraint(condition=Q(quantity__gte=1), name="movement_line_moves_something"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="movement_line_goes_elsewhere"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.prize}: {self.source} → {self.target}"


class TableCount(models.Model):
    """What was counted when a table's prizes were taken back, and the word that it is right. The latest one counts.

    `expected` and `counted` are units by prize id (as text) before the `movement` that returned the counted to the
    store and wrote off what was missing; without goods there is no movement. Where they differ, `reason` says why.
    """

    location = models.ForeignKey(Location, models.CASCADE, related_name="counts", verbose_name=_("table"))
    expected = models.JSONField(_("expected"), default=dict)
    counted = models.JSONField(_("counted"), default=dict)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    movement = models.OneToOneField(Movement, models.PROTECT, related_name="+", null=True, blank=True)
    signed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    signed_at = models.DateTimeField(_("signed"))

    class Meta:
        ordering = ["location", "-signed_at", "-id"]
        verbose_name = _("count of a table's prizes")
        verbose_name_plural = _("counts of tables' prizes")
        constraints = [
            models.CheckConstraint(
                condition=Q(expected=F("counted")) | ~Q(reason=""), name="count_differs_for_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return str(self.location)
