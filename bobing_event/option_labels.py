"""The options of a ruleset on screen (RULEBOOK §8): what each is called and what its values mean."""

from typing import Any, get_args

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from bobing_event.labels import pattern_label, rank_label
from rules import available, load, options

OPTION_LABELS: dict[str, Promise] = {
    "order": gettext_lazy("Order of Zhuangyuan throws, strongest first"),
    "wuzi_compare": gettext_lazy("Five of a kind compares by"),
    "zhuangyuan_counts": gettext_lazy("Of several Zhuangyuan throws of one person"),
    "bonus_prizes": gettext_lazy("A second prize in one throw"),
    "chajinhua_duitang": gettext_lazy("Zhuangyuan with golden flowers also takes"),
    "chajinhua_locked": gettext_lazy("Zhuangyuan with golden flowers cannot be overtaken"),
    "liubeihong_effect": gettext_lazy("Six red"),
    "biandijin_effect": gettext_lazy("Brocade everywhere"),
    "heiliubo_effect": gettext_lazy("Six black"),
    "overflow": gettext_lazy("A die out of the bowl"),
    "chase_ranks": gettext_lazy("Prizes that can be taken from others"),
    "chase_from": gettext_lazy("They are taken from"),
    "direction": gettext_lazy("Turns go"),
    "after_last_prize": gettext_lazy("After the last lower prize"),
    "opening_by": gettext_lazy("The first to throw is counted by"),
    "opening_dice": gettext_lazy("Dice to open with"),
    "seats": gettext_lazy("People at a table"),
    "min_players": gettext_lazy("A table plays with at least"),
    "time_limit_minutes": gettext_lazy("Time limit in minutes"),
    "on_time_up": gettext_lazy("Time up and nobody threw a Zhuangyuan"),
}

VALUE_LABELS: dict[tuple[str, str], Promise] = {
    ("wuzi_compare", "kicker"): gettext_lazy("the sixth die"),
    ("wuzi_compare", "face_kicker"): gettext_lazy("the five, then the sixth die"),
    ("zhuangyuan_counts", "best"): gettext_lazy("the strongest counts"),
    ("zhuangyuan_counts", "last"): gettext_lazy("the latest counts"),
    ("bonus_prizes", "true"): gettext_lazy("is handed out too"),
    ("bonus_prizes", "false"): gettext_lazy("is not handed out"),
    ("chajinhua_duitang", "none"): gettext_lazy("no Duitang"),
    ("chajinhua_duitang", "remaining"): gettext_lazy("the Duitang still on the table, at once"),
    ("chajinhua_duitang", "all_at_end"): gettext_lazy("every Duitang, at the end"),
    ("chajinhua_locked", "true"): pgettext_lazy("option", "yes"),
    ("chajinhua_locked", "false"): pgettext_lazy("option", "no"),
    ("liubeihong_effect", "candidate"): gettext_lazy("a Zhuangyuan throw like others"),
    ("liubeihong_effect", "duitang_at_end"): gettext_lazy("every Duitang, at the end"),
    ("liubeihong_effect", "remaining_end"): gettext_lazy("takes what is left, and the table ends"),
    ("liubeihong_effect", "all_end"): gettext_lazy("takes every prize, and the table ends"),
    ("liubeihong_effect", "duitang_share_end"): gettext_lazy("takes every Duitang, the rest is dealt, the table ends"),
    ("biandijin_effect", "candidate"): gettext_lazy("a Zhuangyuan throw like others"),
    ("biandijin_effect", "remaining"): gettext_lazy("also takes what is left"),
    ("heiliubo_effect", "candidate"): gettext_lazy("a Zhuangyuan throw like others"),
    ("heiliubo_effect", "nothing"): gettext_lazy("no prize"),
    ("heiliubo_effect", "share_end"): gettext_lazy("what is left is dealt, and the table ends"),
    ("heiliubo_effect", "blackout_end"): gettext_lazy("lights out: what is left is grabbed, and the table ends"),
    ("heiliubo_effect", "split"): gettext_lazy("the thrower's prizes are dealt to the others"),
    ("overflow", "skip"): gettext_lazy("the throw is void and the next turn is lost"),
    ("overflow", "void"): gettext_lazy("the throw is void"),
    ("chase_from", "nearest"): gettext_lazy("the nearest who holds one"),
    ("chase_from", "previous_winner"): gettext_lazy("the last who won one"),
    ("direction", "clockwise"): gettext_lazy("clockwise"),
    ("direction", "counterclockwise"): gettext_lazy("counterclockwise"),
    ("after_last_prize", "finish_round"): gettext_lazy("the round is finished"),
    ("after_last_prize", "one_more_round"): gettext_lazy("everybody throws once more"),
    ("opening_by", "player"): gettext_lazy("a player, who is one"),
    ("opening_by", "referee"): gettext_lazy("the referee, first seat is one"),
    ("on_time_up", "continue"): gettext_lazy("play on for Zhuangyuan alone"),
    ("on_time_up", "vacant"): gettext_lazy("the table has no champion"),
}

CHOICES: dict[str, tuple[str, ...]] = {
    "wuzi_compare": get_args(options.WuziCompare),
    "zhuangyuan_counts": get_args(options.ZhuangyuanCounts),
    "bonus_prizes": ("true", "false"),
    "chajinhua_duitang": get_args(options.ChajinhuaDuitang),
    "chajinhua_locked": ("true", "false"),
    "liubeihong_effect": get_args(options.LiubeihongEffect),
    "biandijin_effect": get_args(options.BiandijinEffect),
    "heiliubo_effect": get_args(options.HeiliuboEffect),
    "overflow": get_args(options.OverflowEffect),
    "chase_from": get_args(options.ChaseFrom),
    "direction": get_args(options.Direction),
    "after_last_prize": get_args(options.AfterLastPrize),
    "opening_by": get_args(options.OpeningBy),
    "on_time_up": get_args(options.OnTimeUp),
}
"""Values as text, in the order in which they are offered."""


def listed_choices(key: str) -> list[str]:
    """The lists that the shipped rulesets have for `order` or `chase_ranks`, as text, each once."""
    written = (as_text(load(listing.id).to_json()[key]) for listing in available())
    return list(dict.fromkeys(written))


def as_text(value: Any) -> str:
    """A value of an option as a form holds it: true, 40, "" for none, or names joined by commas."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value)


def value_label(key: str, value: str) -> str:
    """What a value, as `as_text` writes it, is called."""
    if key == "order":
        return " > ".join(map(pattern_label, value.split(",")))
    if key == "chase_ranks":
        return _(", ").join(map(rank_label, value.split(","))) if value else _("none")
    if key == "time_limit_minutes" and not value:
        return _("no limit")
    return str(VALUE_LABELS.get((key, value), value))
