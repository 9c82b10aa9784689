"""Writes about prizes and certificates. Each is one transaction with an audit record, guards first."""

from awards.services.certificates import MadeCertificates, make_certificates, record_printing
from awards.services.hand_over import hand_over
from awards.services.plan import (
    PlanPlace,
    remove_plan_line,
    set_piece_count,
    set_plan_line,
    use_classic_plan,
)
from awards.services.prizes import add_prize, change_prize, remove_prize
from awards.services.sign_off_hand_over import hand_over_at_sign_off
from awards.services.stock import (
    SupplyRun,
    receive_goods,
    replace_goods,
    restock_table,
    return_leftovers,
    supply_tables,
    write_off,
)
from awards.services.undo_hand_over import undo_hand_over

__all__ = [
    "MadeCertificates",
    "PlanPlace",
    "SupplyRun",
    "add_prize",
    "change_prize",
    "hand_over",
    "hand_over_at_sign_off",
    "make_certificates",
    "receive_goods",
    "record_printing",
    "remove_plan_line",
    "remove_prize",
    "replace_goods",
    "restock_table",
    "return_leftovers",
    "set_piece_count",
    "set_plan_line",
    "supply_tables",
    "undo_hand_over",
    "use_classic_plan",
    "write_off",
]
