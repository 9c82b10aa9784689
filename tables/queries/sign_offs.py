"""Sign-offs: whether a table's holdings were said to be right, and may be handed over."""

from __future__ import annotations

from tables.models import SignOff, Table


def sign_off_of(table: Table) -> SignOff | None:
    """The sign-off that holds: of the table as it stands, no entry since. One query."""
    return SignOff.objects.filter(table=table, seq=table.seq).select_related("signed_by", "countersigned_by").first()


def is_final(table: Table) -> bool:
    """Whether the holdings are final: signed off, and countersigned where they were disputed."""
    signed = sign_off_of(table) if table.has_ended else None
    return signed is not None and (not signed.disputed or signed.countersigned_at is not None)
