"""Pages about prizes and certificates."""

from awards.views.certificates import certificate_preview, certificate_verify, certificates, certificates_make
from awards.views.prizes import (
    pieces_classic,
    pieces_set,
    plan_line_add,
    plan_line_remove,
    prize_add,
    prize_change,
    prize_remove,
    prizes,
)

__all__ = [
    "certificate_preview",
    "certificate_verify",
    "certificates",
    "certificates_make",
    "pieces_classic",
    "pieces_set",
    "plan_line_add",
    "plan_line_remove",
    "prize_add",
    "prize_change",
    "prize_remove",
    "prizes",
]
