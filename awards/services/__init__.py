"""Writes about prizes and certificates. Each is one transaction with an audit record, guards first."""

from awards.services.certificates import MadeCertificates, make_certificates, record_printing
from awards.services.counts import count_table, undo_movement
from awards.services.exchange import replace_goods
from awards.services.hand_over import hand_over
from awards.services.pictures import remove_prize_picture, set_prize_picture
from awards.services.plan import remove_plan_line, set_piece_count, set_plan_line, use_classic_plan
from awards.services.prize_settings import set_prize_settings
from awards.services.prizes import add_prize, change_prize, remove_prize
from awards.services.sign_off_hand_over import hand_over_at_sign_off
from awards.services.stock import (
    SupplyRun,
    receive_goods,
    restock_table,
    return_leftovers,
    supply_tables,
    write_off,
)
from awards.services.undo_hand_over import undo_hand_over
from awards.services.verifying import StockDifference, verify_stock

__all__ = [
    "MadeCertificates",
    "StockDifference",
    "SupplyRun",
    "add_prize",
    "change_prize",
    "count_table",
    "hand_over",
    "hand_over_at_sign_off",
    "make_certificates",
    "receive_goods",
    "record_printing",
    "remove_plan_line",
    "remove_prize",
    "remove_prize_picture",
    "replace_goods",
    "restock_table",
    "return_leftovers",
    "set_piece_count",
    "set_plan_line",
    "set_prize_picture",
    "set_prize_settings",
    "supply_tables",
    "undo_hand_over",
    "undo_movement",
    "use_classic_plan",
    "verify_stock",
    "write_off",
]
