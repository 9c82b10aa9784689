"""Forms of the back office: shapes only; whether a thing may be done is for the services to say."""

from bobing_event.forms.arrivals import PlacesForm, StandByForm, WalkInForm
from bobing_event.forms.base import refusals_in
from bobing_event.forms.events import EventForm, NewEventForm, SessionForm
from bobing_event.forms.imports import CommitForm, SheetForm, UploadForm
from bobing_event.forms.people import ParticipantForm
from bobing_event.forms.rules import RulesForm
from bobing_event.forms.staff import AccountForm, PinForm, RoleForm

__all__ = [
    "AccountForm",
    "CommitForm",
    "EventForm",
    "NewEventForm",
    "ParticipantForm",
    "PinForm",
    "PlacesForm",
    "RoleForm",
    "RulesForm",
    "SessionForm",
    "SheetForm",
    "StandByForm",
    "UploadForm",
    "WalkInForm",
    "refusals_in",
]
