"""The game's words on screen (RULEBOOK §1, §2). Codes come from `rules`; here they get their labels."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules import Pattern, Rank

RANK_LABELS = {
    Rank.ZHUANGYUAN: _("Zhuangyuan"),
    Rank.DUITANG: _("Duitang"),
    Rank.SANHONG: _("Sanhong"),
    Rank.SIJIN: _("Sijin"),
    Rank.ERJU: _("Erju"),
    Rank.YIXIU: _("Yixiu"),
}

PATTERN_LABELS = {
    Pattern.CHAJINHUA: _("Zhuangyuan with golden flowers"),
    Pattern.LIUBEIHONG: _("Six red"),
    Pattern.BIANDIJIN: _("Brocade everywhere"),
    Pattern.HEILIUBO: _("Six black"),
    Pattern.WUHONG: _("Five red"),
    Pattern.WUZI_YIXIU: _("Five of a kind with Yixiu"),
    Pattern.WUZI: _("Five of a kind"),
    Pattern.SIHONG: _("Four red"),
    Pattern.DUITANG: _("Duitang"),
    Pattern.SANHONG: _("Sanhong"),
    Pattern.SIJIN: _("Sijin"),
    Pattern.ERJU: _("Erju"),
    Pattern.YIXIU: _("Yixiu"),
}

NOTHING_LABEL = pgettext_lazy("throw", "Nothing")

ENTRY_LABELS = {
    "throw": _("Throw"),
    "overflow": _("Out of the bowl"),
    "pass": pgettext_lazy("turn", "Pass"),
    "rethrow": _("Throw again"),
    "leave": _("Leaves"),
    "return": _("Returns"),
    "time_up": _("Time up"),
    "lower_bar": _("Lower the bar"),
    "appoint": _("Appoint the champion"),
    "withdraw": _("Withdraws"),
    "decide": _("Officials decide"),
    "void": _("Taken out"),
    "reseat": _("Seat put right"),
}


def rank_label(code: str) -> str:
    return str(RANK_LABELS[Rank(code)])


def pattern_label(code: str | None) -> str:
    """The label of a pattern's code; 罚黑 for none."""
    return str(PATTERN_LABELS[Pattern(code)]) if code else str(NOTHING_LABEL)


def entry_label(kind: str) -> str:
    return str(ENTRY_LABELS.get(kind, kind))


ACTION_LABELS = {
    "account_created": _("Account made"),
    "check_in_undone": _("Check-in taken back"),
    "checked_in": _("Checked in"),
    "event_changed": _("Settings changed"),
    "event_created": _("Event made"),
    "import_undone": _("Import taken back"),
    "people_imported": _("People imported"),
    "person_added": _("Person added"),
    "person_admitted": _("Admitted though not on the list"),
    "person_changed": _("Person corrected"),
    "places_set": _("Places set"),
    "proxy_named": _("Proxy named"),
    "proxy_removed": _("Proxy taken away"),
    "stand_by_added": _("Put on the stand-by list"),
    "stand_by_came": _("Stand-by person at the door"),
    "stand_by_moved_up": _("Moved up from the stand-by list"),
    "stand_by_removed": _("Taken off the stand-by list"),
    "walk_in_added": _("Walk-in added"),
    "role_granted": _("Role given"),
    "role_revoked": _("Role taken away"),
    "session_added": _("Session added"),
    "pin_set": _("PIN given"),
    "pin_cleared": _("PIN taken away"),
    "device_paired": _("Tablet paired"),
    "device_revoked": _("Tablet released"),
    "help_called": _("Help called"),
    "help_answered": _("Call for help answered"),
    "help_withdrawn": _("Call for help withdrawn"),
    "extra_time_granted": _("Extra time given"),
    "objection_raised": _("Objection raised"),
    "objection_settled": _("Objection settled"),
    "correction_approved": _("Correction approved"),
    "table_signed_off": _("Table signed off"),
    "table_countersigned": _("Table countersigned"),
    "table_opened": _("Table opened"),
    "table_opening_taken_back": _("Opening taken back"),
    "draw_prepared": _("Draw prepared"),
    "seats_drawn": _("Seats drawn"),
    "draw_discarded": _("Draw discarded"),
    "place_fixed": _("Place fixed"),
    "place_freed": _("Fixed place taken back"),
    "wish_added": _("Wish stated"),
    "wish_withdrawn": _("Wish withdrawn"),
    "seats_changed": _("Seats changed"),
    "seat_change_undone": _("Seat change taken back"),
    "referee_assigned": _("Referee assigned"),
    "playoff.created": _("Play-off made"),
    "playoff.deleted": _("Play-off deleted"),
    "playoff.drawn": _("Play-off lots drawn"),
    "prize_added": _("Goods added"),
    "prize_changed": _("Goods changed"),
    "prize_removed": _("Goods removed"),
    "prize_picture_set": _("Picture of goods set"),
    "prize_picture_removed": _("Picture of goods removed"),
    "prize_settings_changed": _("Prize settings changed"),
    "goods_imported": _("Prizes imported"),
    "goods_received": _("Goods received"),
    "goods_replaced": _("Goods exchanged"),
    "goods_written_off": _("Goods written off"),
    "leftovers_returned": _("Leftovers taken back"),
    "movement_undone": _("Stock movement taken back"),
    "table_counted": _("Table's prizes counted"),
    "table_restocked": _("Table restocked"),
    "tables_supplied": _("Tables supplied"),
    "stock_stopped": _("No stock is kept any more"),
    "report_asked": _("Report asked for"),
    "print_asked": _("Printed sheets asked for"),
    "plan_line_set": _("Prize plan changed"),
    "plan_line_removed": _("Goods taken out of the plan"),
    "piece_set_changed": _("Pieces a table changed"),
    "certificates_made": _("Certificates made"),
    "certificates_printed": _("Certificates printed"),
    "moved_claim_settled": _("Goods after a correction settled"),
    "prizes_forfeited": _("Prizes not claimed"),
    "forfeit_taken_back": _("Prizes due again"),
    "prizes_redrawn": _("Prizes drawn again"),
    "redraw_winner_absent": _("Winner of a redraw not there"),
    "delivery_asked": _("Delivery asked for"),
    "delivery_taken": _("Delivery on the way"),
    "delivery_finished": _("Delivered"),
    "delivery_cancelled": _("Delivery cancelled"),
    "certificates_not_printed": _("Printing of certificates failed"),
    "certificates_enabled": _("Certificates for an honour switched on"),
    "certificates_disabled": _("Certificates for an honour switched off"),
    "certificate_template_set": _("Certificate template changed"),
    "certificate_template_reset": _("Certificate template set back"),
    "certificate_look_copied": _("Look of certificates copied to all"),
    "prizes_handed_over": _("Prizes handed over"),
    "table_prizes_handed_over": _("Prizes handed over at the table"),
    "hand_over_undone": _("Hand-over taken back"),
    "guardian_waived": _("Handed over to a minor without a guardian"),
}


SEAT_CHANGE_LABELS = {
    "move": pgettext_lazy("seats", "Move"),
    "swap": pgettext_lazy("seats", "Swap"),
    "dissolve": pgettext_lazy("seats", "Dissolve a table"),
    "balance": pgettext_lazy("seats", "Even out"),
    "no_show": pgettext_lazy("seats", "Free no-shows' seats"),
    "reseat": pgettext_lazy("seats", "Wrong seats"),
    "stand_by": pgettext_lazy("seats", "Stand-by list"),
    "late": pgettext_lazy("seats", "Late guest"),
}
"""What can be done with seats, by the kind of change."""

DETAIL_LABELS = {
    "after": pgettext_lazy("detail", "After"),
    "approved_by": pgettext_lazy("detail", "Approved by"),
    "before": pgettext_lazy("detail", "Before"),
    "changed": pgettext_lazy("detail", "Changed"),
    "commitment": pgettext_lazy("detail", "Commitment"),
    "device": pgettext_lazy("detail", "Tablet"),
    "digest": pgettext_lazy("detail", "Digest"),
    "disputed": pgettext_lazy("detail", "Disputed"),
    "entrants": pgettext_lazy("detail", "Entrants"),
    "fields": pgettext_lazy("detail", "What"),
    "first": pgettext_lazy("detail", "First seat"),
    "first_piece": pgettext_lazy("detail", "From piece"),
    "goods": pgettext_lazy("detail", "Goods"),
    "given_at": pgettext_lazy("detail", "Handed over"),
    "heats": pgettext_lazy("detail", "Heats"),
    "kind": pgettext_lazy("detail", "Kind"),
    "language": pgettext_lazy("detail", "Language"),
    "last_piece": pgettext_lazy("detail", "To piece"),
    "left_out": pgettext_lazy("detail", "Tables left out"),
    "moves": pgettext_lazy("detail", "People moved"),
    "missing": pgettext_lazy("detail", "Marked as missing"),
    "minutes": pgettext_lazy("detail", "Minutes"),
    "new": pgettext_lazy("detail", "New"),
    "note": pgettext_lazy("detail", "Note"),
    "number": pgettext_lazy("detail", "Number"),
    "numbers": pgettext_lazy("detail", "Numbers"),
    "outcome": pgettext_lazy("detail", "Outcome"),
    "overrides": pgettext_lazy("detail", "House rules"),
    "people": pgettext_lazy("detail", "People"),
    "phones": pgettext_lazy("detail", "Phones in full"),
    "phrase": pgettext_lazy("detail", "Phrase from the hall"),
    "place": pgettext_lazy("detail", "Place"),
    "plan_lines": pgettext_lazy("detail", "Plan lines changed"),
    "places": pgettext_lazy("detail", "Places"),
    "prize": pgettext_lazy("detail", "Goods"),
    "quantity": pgettext_lazy("detail", "Units a piece"),
    "reason": pgettext_lazy("detail", "Reason"),
    "receiver": pgettext_lazy("detail", "Received by"),
    "referee": pgettext_lazy("detail", "Referee"),
    "replaces": pgettext_lazy("detail", "Replaces"),
    "role": pgettext_lazy("detail", "Role"),
    "roster_digest": pgettext_lazy("detail", "Roster digest"),
    "rows_in_error": pgettext_lazy("detail", "Rows in error"),
    "ruleset": pgettext_lazy("detail", "Rules"),
    "seed": pgettext_lazy("detail", "Seed"),
    "seq": pgettext_lazy("detail", "Entry"),
    "session": pgettext_lazy("detail", "Session"),
    "share": pgettext_lazy("detail", "Pieces of a mix"),
    "sha256": pgettext_lazy("detail", "File digest"),
    "stage": pgettext_lazy("detail", "Stage"),
    "stand_by_at": pgettext_lazy("detail", "Moves up at"),
    "table": pgettext_lazy("detail", "Table"),
    "tables": pgettext_lazy("detail", "Tables"),
    "total": pgettext_lazy("detail", "Sum of the dice"),
    "unchanged": pgettext_lazy("detail", "Unchanged"),
    "unmet": pgettext_lazy("detail", "Wishes not met"),
    "value": pgettext_lazy("detail", "Unit price"),
    "void": pgettext_lazy("detail", "Void"),
    "wish": pgettext_lazy("detail", "Wish"),
    "where": pgettext_lazy("detail", "Station"),
}


def detail_label(key: str) -> str:
    """What a detail of an audit record is called; the key itself where it has no label."""
    return str(DETAIL_LABELS.get(key, key))


def action_label(action: str) -> str:
    """What an audit record's action is called; the code itself where it has no label."""
    return str(ACTION_LABELS.get(action, action))
