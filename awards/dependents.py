"""Which tables' results certificates rest on."""

from django.utils.translation import gettext as _

from awards.models import Certificate
from tables.models import Table
from tables.services.dependents import depends_on_results


@depends_on_results
def certificate_made(table: Table) -> str:
    """Once a certificate is made, it may be in somebody's hands."""
    made = Certificate.objects.filter(table=table, voided_at__isnull=True).first()
    if made is None:
        return ""
    sentence = _("Table %(table)s has ended, and certificate %(number)s is made. Who sat where stays as it is.")
    return sentence % {"table": table.number, "number": made.number_text}
