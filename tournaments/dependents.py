"""Which tables' results a play-off rests on."""

from django.utils.translation import gettext as _

from tables.models import Table
from tables.services.dependents import depends_on_results
from tournaments.models import Entrant


@depends_on_results
def playoff_drawn(table: Table) -> str:
    """Once lots are drawn, people of the table throw in a play-off. Before, it can be set up again."""
    drawn = Entrant.objects.filter(seat__table=table, playoff__stages__isnull=False)
    if (entrant := drawn.select_related("playoff").first()) is None:
        return ""
    sentence = _("Table %(table)s has ended, and lots are drawn for %(playoff)s. Who sat where stays as it is.")
    return sentence % {"table": table.number, "playoff": entrant.playoff}
