from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.labels import rank_label
from bobing_event.models import Event, Job, Participant
from rules import Rank
from tables.models import Piece, Table
from tournaments.models import Playoff

THANKS = "thanks"


class CertificateTemplate(models.Model):
    """How an event's certificates of one honour look and what they say; without a row, the defaults hold.

    What it is for: a `rank` (状元 is a table's champion; of another rank every piece), a `playoff_kind`, or with
    neither the staff's thanks. `title` stands above the name; `text`, `honour` (set large) and `closing` below it; they
    may hold variables (`awards.wording`). A row says it all: an empty line is none, but empty `issuers` are the
    event's. A rank other than 状元, and the thanks, get certificates only where `enabled`.
    """

    class Paper(models.TextChoices):
        A4 = "a4", "A4"
        A5 = "a5", "A5"

    class Orientation(models.TextChoices):
        LANDSCAPE = "landscape", pgettext_lazy("paper", "landscape")
        PORTRAIT = "portrait", pgettext_lazy("paper", "portrait")

    class DateStyle(models.TextChoices):
        CHINESE = "chinese", pgettext_lazy("date", "in Chinese numerals")
        PLAIN = "plain", pgettext_lazy("date", "in digits")

    class SealPlace(models.TextChoices):
        NONE = "none", pgettext_lazy("seal", "no place")
        BLANK = "blank", pgettext_lazy("seal", "a place to stamp")
        PICTURE = "picture", pgettext_lazy("seal", "the uploaded one")

    event = models.ForeignKey(Event, models.CASCADE, related_name="certificate_templates")
    rank = models.CharField(_("rank"), max_length=12, choices=[(rank.value, rank.value) for rank in Rank], blank=True)
    playoff_kind = models.CharField(_("play-off"), max_length=20, choices=Playoff.Kind, blank=True)
    enabled = models.BooleanField(_("made"), default=True)
    design = models.SlugField(_("design"), max_length=20, default="zhujin")
    paper = models.CharField(_("paper"), max_length=2, choices=Paper, default=Paper.A4)
    orientation = models.CharField(_("format"), max_length=9, choices=Orientation, default=Orientation.LANDSCAPE)
    title = models.CharField(_("title"), max_length=20, blank=True)
    text = models.CharField(_("text"), max_length=300, blank=True)
    honour = models.CharField(_("large line"), max_length=60, blank=True)
    closing = models.CharField(_("closing"), max_length=60, blank=True)
    issuers = models.TextField(_("issuing units"), blank=True)
    date_style = models.CharField(_("date"), max_length=7, choices=DateStyle, default=DateStyle.CHINESE)
    seal_place = models.CharField(_("seal"), max_length=7, choices=SealPlace, default=SealPlace.NONE)
    seal = models.ImageField(_("picture of the seal"), upload_to="seals/%Y/", blank=True)

    class Meta:
        ordering = ["event", "id"]
        verbose_name = _("certificate template")
        verbose_name_plural = _("certificate templates")
        constraints = [
            models.UniqueConstraint(fields=["event", "rank", "playoff_kind"], name="certificate_template_once"),
            models.CheckConstraint(condition=Q(rank="") | Q(playoff_kind=""), name="certificate_template_for_one"),
            models.CheckConstraint(
                condition=~Q(seal_place="picture") | ~Q(seal=""), name="certificate_template_has_its_seal"
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def code(self) -> str:
        """What it is for: a rank's code, a play-off's, or `thanks`."""
        return self.rank or self.playoff_kind or THANKS


NO_PLACE = Q(playoff__isnull=True, place__isnull=True)
ONE_HONOUR = (
    NO_PLACE & Q(table__isnull=False, piece__isnull=True, staff__isnull=True)
    | NO_PLACE & Q(table__isnull=True, piece__isnull=False, staff__isnull=True)
    | NO_PLACE & Q(table__isnull=True, piece__isnull=True, staff__isnull=False)
    | Q(playoff__isnull=False, place__gte=1, table__isnull=True, piece__isnull=True, staff__isnull=True)
)


class Certificate(models.Model):
    """A printed honour. Made once, reprinted under its number.

    Of a table's champion (`table`), somebody's piece of another rank (`piece`), a placed play-off entrant (`playoff`,
    `place`), or thanks to somebody of the staff (`staff`, with `staff_name` as it was then). `participant`, `pattern`
    and `dice` are what the certificate says. When a correction changes that, the certificate is marked void and another
    with a new number takes its place. `check_code` stands in the address on its QR code, so that numbers cannot be
    tried out. `printed` counts its printings.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="certificates")
    number = models.PositiveIntegerField(_("number"))
    check_code = models.CharField(_("check code"), max_length=16, editable=False)
    participant = models.ForeignKey(
        Participant, models.PROTECT, related_name="certificates", null=True, blank=True, verbose_name=_("participant")
    )
    table = models.ForeignKey(Table, models.PROTECT, related_name="+", null=True, blank=True)
    piece = models.ForeignKey(Piece, models.PROTECT, related_name="+", null=True, blank=True)
    playoff = models.ForeignKey(Playoff, models.PROTECT, related_name="+", null=True, blank=True)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("staff")
    )
    staff_name = models.CharField(_("staff member's name"), max_length=60, blank=True)
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
                fields=["piece"],
                condition=Q(piece__isnull=False, voided_at__isnull=True),
                name="certificate_piece_once",
            ),
            models.UniqueConstraint(
                fields=["playoff", "place"],
                condition=Q(playoff__isnull=False, voided_at__isnull=True),
                name="certificate_place_once",
            ),
            models.UniqueConstraint(
                fields=["event", "staff"],
                condition=Q(staff__isnull=False, voided_at__isnull=True),
                name="certificate_staff_once",
            ),
            models.CheckConstraint(condition=ONE_HONOUR, name="certificate_for_one_honour"),
            models.CheckConstraint(
                condition=Q(staff__isnull=True, participant__isnull=False, staff_name="")
                | (Q(staff__isnull=False, participant__isnull=True) & ~Q(staff_name="")),
                name="certificate_of_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number_text} {self.recipient}"

    @property
    def recipient(self) -> str:
        """The name on it."""
        return self.participant.name if self.participant is not None else self.staff_name

    @property
    def number_text(self) -> str:
        """The number as it is printed: 0007."""
        return f"{self.number:04d}"

    @property
    def is_void(self) -> bool:
        return self.voided_at is not None

    @property
    def kind(self) -> str:
        """Whose template it goes by (`CertificateTemplate.code`)."""
        if self.table is not None:
            return str(Rank.ZHUANGYUAN)
        if self.piece is not None:
            return self.piece.rank
        return self.playoff.kind if self.playoff is not None else THANKS

    @property
    def at_table(self) -> Table | None:
        """The table where it was earned, of a champion or a piece."""
        return self.table or (self.piece.table if self.piece is not None else None)

    @property
    def honour_label(self) -> str:
        """What it attests, in the language of the page: Zhuangyuan of table 7; Grand Duitang, place 2."""
        if self.table is not None:
            return _("Zhuangyuan of table %(table)s") % {"table": self.table.number}
        if self.piece is not None:
            facts = {"rank": rank_label(self.piece.rank), "table": self.piece.table.number}
            return _("%(rank)s at table %(table)s") % facts
        if self.staff_id is not None:
            return str(_("Thanks to the staff"))
        place = self.place or 1
        kind = str(self.playoff) if self.playoff is not None else ""
        return kind if place == 1 else _("%(playoff)s, place %(place)s") % {"playoff": kind, "place": place}


class CertificatePrinting(models.Model):
    """One time a certificate was printed; `copy` 1 is the first, others are reprints and say so."""

    certificate = models.ForeignKey(Certificate, models.CASCADE, related_name="printings")
    copy = models.PositiveSmallIntegerField(_("copy"))
    printed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    printed_at = models.DateTimeField(_("printed"))
    job = models.ForeignKey(Job, models.SET_NULL, related_name="+", null=True, blank=True)

    class Meta:
        ordering = ["certificate", "copy"]
        verbose_name = _("printing of a certificate")
        verbose_name_plural = _("printings of certificates")
        constraints = [
            models.UniqueConstraint(fields=["certificate", "copy"], name="certificate_copy_once"),
            models.CheckConstraint(condition=Q(copy__gte=1), name="certificate_copy_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.certificate.number_text}/{self.copy}"
