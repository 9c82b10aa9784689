"""What tables ask: which results certificates rest on, what was handed over; and who is told of a final sign-off."""

from django.utils.translation import gettext as _

from awards.models import Certificate, Claim
from awards.services import sign_off_hand_over  # noqa: F401 - registers itself
from tables.models import Table
from tables.services.dependents import depends_on_results, tells_what_is_handed_over


@depends_on_results
def certificate_made(table: Table) -> str:
    """Once a certificate is made, it may be in somebody's hands."""
    made = Certificate.objects.filter(table=table, voided_at__isnull=True).first()
    if made is None:
        return ""
    sentence = _("Table %(table)s has ended, and certificate %(number)s is made. Who sat where stays as it is.")
    return sentence % {"table": table.number, "number": made.number_text}


@tells_what_is_handed_over
def pieces_handed_over(table: Table) -> dict[tuple[str, int], str]:
    """To whom the table's pieces were handed over, for a correction's preview; one query."""
    claims = Claim.objects.filter(piece__table=table, state=Claim.State.HANDED_OVER)
    rows = claims.values_list("piece__rank", "piece__number", "participant__name")
    return {(rank, number): name for rank, number, name in rows}
