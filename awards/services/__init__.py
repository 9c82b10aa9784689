"""Writes about prizes and certificates. Each is one transaction with an audit record, guards first."""

from awards.services.certificates import MadeCertificates, make_certificates, record_printing
from awards.services.plan import (
    PlanPlace,
    remove_plan_line,
    set_piece_count,
    set_plan_line,
    use_classic_plan,
)
from awards.services.prizes import add_prize, change_prize, remove_prize

__all__ = [
    "MadeCertificates",
    "PlanPlace",
    "add_prize",
    "change_prize",
    "make_certificates",
    "record_printing",
    "remove_plan_line",
    "remove_prize",
    "set_piece_count",
    "set_plan_line",
    "use_classic_plan",
]
