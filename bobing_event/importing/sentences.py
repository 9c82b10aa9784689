"""What an error or warning of a row says, and what to do about it."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "name": _("There is no name in this row, or it is not a name."),
    "phone": _("This is not a whole phone number. Format the column as text and type the number again."),
    "id_number": _("The ID number has lost digits. Format the column as text and type it again."),
    "too_long": _("This is longer than can be kept. Shorten it."),
    "formula": _(
        "A formula here has no value or an error. Open the file, see that it shows one, save it and upload it again."
    ),
    "duplicate": _("This person is in the file twice. Keep one row, or add phones that tell the two apart."),
    "ambiguous": _("Several people of this name and unit are known. Add the phone of the one who is meant."),
    "conflict": _("The phone belongs to one person and the ID number to another. Correct one of the two."),
    "unknown_session": _("The event has no such session. Use its number or its name."),
    "table": _("This is no table number. Give a whole number from 1, or leave the cell empty."),
    "seat": _("This is no seat number. Give a whole number from 1, or leave the cell empty."),
    "seat_without_table": _("A fixed seat needs its table. Give the table number in this row, or empty the seat."),
    "seat_taken": _("Two people have this fixed seat. Give one of them another."),
    "same_name": _("Two people of one name in one unit. Both are taken, since their phones differ."),
    "name_changes": _("This phone is known under another name. The name will be changed."),
    "hidden_row": _("This row is hidden in the sheet. The person is taken."),
}


def finding_sentence(code: str) -> str:
    return str(SENTENCES.get(code, code))
