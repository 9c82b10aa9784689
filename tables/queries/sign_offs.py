"""Sign-offs: whether a table's holdings were said to be right, and may be handed over."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet

from tables.models import SignOff, Table


def sign_off_of(table: Table) -> SignOff | None:
    """The sign-off that holds: of the table as it stands, no entry since. One query."""
    return SignOff.objects.filter(table=table, seq=table.seq).select_related("signed_by", "countersigned_by").first()


def final_sign_offs() -> QuerySet[SignOff]:
    """Those by which a table's holdings are final: no entry since, and countersigned where they were disputed."""
    return SignOff.objects.filter(
        Q(disputed=False) | Q(countersigned_at__isnull=False), seq=F("table__seq"), table__phase=Table.Phase.ENDED
    )


def is_final(table: Table) -> bool:
    """Whether the table's holdings are final. One query."""
    return final_sign_offs().filter(table=table).exists()
