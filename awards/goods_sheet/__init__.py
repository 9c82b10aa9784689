"""The sheet of prizes: cells → rows of goods → what of goods and plan that changes.

Files, headings and text are read by `bobing_event.importing`; here are the words of goods (`words.toml`), `cells`,
`awards` (what 奖项 says) and `rows`. `arranging` makes plan lines of the rows of one award, `planning` takes them into
the plan, and `comparing` puts it together. None of them writes; `awards.services.goods_import` does. `template` makes a
sheet of what the plan says.
"""

from awards.goods_sheet.changes import Changes
from awards.goods_sheet.comparing import find_changes
from awards.goods_sheet.findings import RowFinding
from awards.goods_sheet.rows import read_goods
from awards.goods_sheet.sheet import GoodsRow, GoodsSheet
from awards.goods_sheet.template import column_label, goods_template

__all__ = [
    "Changes",
    "GoodsRow",
    "GoodsSheet",
    "RowFinding",
    "column_label",
    "find_changes",
    "goods_template",
    "read_goods",
]
