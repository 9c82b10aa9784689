"""What a column of a participant sheet may be taken for."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

FIELDS: Mapping[str, Promise] = {
    "name": pgettext_lazy("person", "Name"),
    "phone": _("Phone"),
    "unit": _("Unit"),
    "gender": _("Gender"),
    "id_number": _("ID number"),
    "ticket": _("Ticket number"),
    "session": _("Session"),
    "party": _("Group that sits together"),
    "wanted_table": _("Fixed table"),
    "wanted_seat": _("Fixed seat"),
    "proxy_name": _("Proxy"),
    "proxy_phone": _("Proxy's phone"),
    "guardian_name": _("Guardian"),
    "guardian_phone": _("Guardian's phone"),
    "note": _("Note"),
    "serial": _("running number, not kept"),
}
"""Labels by field, in the order in which a form offers them."""
