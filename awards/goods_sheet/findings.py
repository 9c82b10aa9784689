"""What is wrong or remarkable in a sheet of goods: a row, a code, and a sentence that says how to go on."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "award": _(
        "This award is not known. Write a rank, Grand Zhuangyuan, King of Zhuangyuan or Grand Duitang with its place, "
        "a consolation, or spare."
    ),
    "no_name": _("There is a price, but no goods. Name them."),
    "too_long": _("This is longer than can be kept. Shorten it."),
    "price": _("This is not one price. Write one amount in yuan, such as 12.50."),
    "number": _("This is not a whole number. Write how many, such as 32."),
    "no_number": _("It is not said how many pieces a table give these goods. Fill in the number a table."),
    "formula": _(
        "A formula here has no value or an error. Open the file, see that it shows one, save it and upload it again."
    ),
    "together_differs": _("Goods that go together are for the same pieces: give this row the number of the row above."),
    "together_with_mix": _(
        "Are these goods for all pieces of the mix, or only for those of the row above? Write the number of all its "
        "pieces a table here; or take the row above out of the mix."
    ),
    "merged_number": _(
        "This number is merged with the row above, and is not spread over the rows. Write each row its own number, or "
        "“together” in the column “Arrangement” where every piece gives all of these goods."
    ),
    "span": _("These are no pieces. Write which, such as 5–10, or 5–10/32 where a table has 32."),
    "span_missing": _(
        "Other rows of this rank say which pieces they are for. Write it here too, or nowhere in this rank."
    ),
    "span_differs": _("The number a table is not that of these pieces. Make them agree, or leave one of them empty."),
    "together_with_nothing": _("There is no row above that these goods could go together with."),
    "not_divisible": _("The units in all do not divide among these places or tables. Give the number of each."),
    "goods_differ": _("The same goods stand above with another price, unit or sponsor. Make the rows agree."),
    "twice": _("The same goods are given twice for the same pieces. Make one row of the two."),
    "arrangement": _("How goods are arranged is one of: in order, mixed, together."),
    "given_at": _("Goods are handed over at the table or at the prize desk."),
    "total_differs": _("The units in all are not the number a table times the tables. The number a table is taken."),
    "tables_differ": _("The sheet reckons with another number of tables than the event has. Units follow the event."),
    "count_is_per_table": _("The column of numbers does not say whether it is a table's: it is taken as a table's."),
    "per_table_computed": _("The number a table was worked out from the units in all and the tables."),
    "maybe_together": _(
        "Each of these goods has the whole rank's number. They are read one after another. Should every piece give all "
        "of them, write “together” in a column “Arrangement”."
    ),
    "fewer_goods_than_pieces": _("A table has more pieces of this rank than the sheet has goods for, and was opened."),
    "fewer_than_received": _(
        "More of these goods were received than the sheet has. None of them is received; if that was too much, take "
        "the receipt back or write goods off."
    ),
    "places_overlap": _("A place of these stands in another row too. It gets the goods of both."),
    "other_sheets": _(
        "Several sheets of this file are lists of goods. Only the first with awards is taken, so that nothing counts "
        "twice. To import another, save it as a file of its own."
    ),
    "several_for_zhuangyuan": _(
        "A table has one Zhuangyuan, who would get all these units. If it is the number of all tables, write 1."
    ),
    "number_of_all_tables": _(
        "These pieces a table look like those of all tables together. If they are, write the number a table."
    ),
    "several_for_a_place": _(
        "Each of these places would get so many units. If that is meant, write it in a column “Units a piece”; if not, "
        "correct the units in all."
    ),
    "no_award": _(
        "No award stands here or above: these goods are planned for nothing. Write for what they are, or spare."
    ),
    "no_award_column": _(
        "No column says what goods are for, so that they are only listed and planned for nothing. Give one the heading "
        "奖项 or Award."
    ),
    "price_rounded": _("The price has more than two decimals and was rounded."),
    "hidden_row": _("This row is hidden in the sheet. It is taken."),
}


@dataclass(frozen=True)
class RowFinding:
    """`value` is what stood there; `text` the sentence of a refusal, where it is none of this module's codes."""

    row: int
    code: str
    value: str = ""
    sheet: str = ""
    text: str = ""

    @property
    def sentence(self) -> str:
        return self.text or str(SENTENCES.get(self.code, self.code))
