from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from bobing_event.models import Device, Participant
from tables.models.table import Table

VOID = "void"
RESEAT = "reseat"


class Entry(models.Model):
    """One line of a table's log; never updated, never deleted.

    `kind`, `seat`, `dice`, `rank` and `reason` are what `rules.parse_entry` reads. An entry that supersedes
    another stands in the other's `place` in the fold (its kind `void` takes the other out), while it keeps its own
    `seq` in the log. An entry that supersedes nothing has its `seq` for a place. `effect` is what it was answered
    when it was recorded: a repeated `client_uuid` gets it again. A `reseat` is no entry of the game, and the fold
    passes it over: it says that from the place `since` on `participant` holds the seat (`tables.queries.occupancy`).
    Where the pattern alone was entered, `dice` are the ruleset's example of it and `dice_seen` is false.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField(_("number"))
    client_uuid = models.UUIDField(_("client UUID"))
    kind = models.CharField(_("kind"), max_length=12)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    dice = models.CharField(_("dice"), max_length=6, blank=True)
    dice_seen = models.BooleanField(_("dice seen"), default=True)
    rank = models.CharField(_("rank"), max_length=12, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    participant = models.ForeignKey(
        Participant, models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("participant")
    )
    since = models.PositiveIntegerField(_("holds the seat from"), null=True, blank=True)
    place = models.PositiveIntegerField(_("place in the fold"))
    supersedes = models.OneToOneField(
        "self",
        models.PROTECT,
        related_name="superseded_by",
        null=True,
        blank=True,
        verbose_name=_("supersedes"),
    )
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    approved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    device = models.ForeignKey(Device, models.PROTECT, related_name="+", null=True, blank=True)
    thrown_at = models.DateTimeField(_("thrown"))
    received_at = models.DateTimeField(_("received"))
    effect = models.JSONField(_("effect"), default=dict)
    hash = models.CharField(_("hash"), max_length=64)

    class Meta:
        ordering = ["table", "seq"]
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(fields=["table", "client_uuid"], name="entry_client_uuid_once"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="entry_seq_from_one"),
            models.CheckConstraint(
                condition=Q(supersedes__isnull=True, place=models.F("seq"))
                | Q(supersedes__isnull=False, place__lt=models.F("seq")),
                name="entry_place_of_superseded",
            ),
            models.CheckConstraint(
                condition=~Q(kind="void") | Q(supersedes__isnull=False), name="entry_void_supersedes"
            ),
            models.CheckConstraint(condition=~Q(kind="throw") | ~Q(dice=""), name="entry_throw_has_dice"),
            models.CheckConstraint(
                condition=Q(kind="reseat", seat__isnull=False, participant__isnull=False, since__gte=1)
                | (~Q(kind="reseat") & Q(participant__isnull=True, since__isnull=True)),
                name="entry_reseat_names_a_person",
            ),
        ]
        indexes = [models.Index(fields=["table", "place"], name="entry_by_place")]

    def __str__(self) -> str:
        return f"{self.seq}. {self.kind}"
