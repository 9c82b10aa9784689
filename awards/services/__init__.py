"""Writes about prizes and certificates. Each is one transaction with an audit record, guards first."""

from awards.services.certificates import MadeCertificates, make_certificates, record_printing
from awards.services.counts import count_table, undo_movement
from awards.services.deliveries import (
    ask_delivery,
    ask_delivery_to,
    cancel_delivery,
    finish_delivery,
    take_delivery,
)
from awards.services.exchange import replace_goods
from awards.services.goods_import import goods_sheet_of, import_goods, preview_goods
from awards.services.hand_over import hand_over
from awards.services.moved_claims import settle_moved_claim
from awards.services.pictures import remove_prize_picture, set_prize_picture
from awards.services.plan import remove_plan_line, set_piece_count, set_plan_line, use_classic_plan
from awards.services.prize_settings import set_prize_settings
from awards.services.prizes import add_prize, change_prize, remove_prize
from awards.services.redraws import draw_unclaimed, mark_absent
from awards.services.sign_off_hand_over import hand_over_at_sign_off
from awards.services.stock import (
    SupplyRun,
    receive_goods,
    restock_table,
    return_leftovers,
    supply_tables,
    write_off,
)
from awards.services.unclaimed import forfeit_unclaimed, take_back_forfeit
from awards.services.undo_hand_over import undo_hand_over
from awards.services.verifying import StockDifference, verify_stock

__all__ = [
    "MadeCertificates",
    "StockDifference",
    "SupplyRun",
    "add_prize",
    "ask_delivery",
    "ask_delivery_to",
    "cancel_delivery",
    "change_prize",
    "count_table",
    "draw_unclaimed",
    "finish_delivery",
    "forfeit_unclaimed",
    "goods_sheet_of",
    "hand_over",
    "hand_over_at_sign_off",
    "import_goods",
    "make_certificates",
    "mark_absent",
    "preview_goods",
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
    "settle_moved_claim",
    "supply_tables",
    "take_back_forfeit",
    "take_delivery",
    "undo_hand_over",
    "undo_movement",
    "use_classic_plan",
    "verify_stock",
    "write_off",
]
