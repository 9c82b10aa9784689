"""Reads about events and people: nouns that return querysets or plain values."""

from bobing_event.queries.arrivals import (
    ArrivalFigures,
    Arrivals,
    StationFigures,
    arrival_figures,
    arrivals_matching,
    code_in,
)
from bobing_event.queries.audit import audit_actions_of, audit_records_of, audit_subjects
from bobing_event.queries.imports import (
    IMPORT_JOB,
    import_job_of,
    imports_listed,
    imports_of,
    is_certain,
    is_large,
    preview_digest,
    rows_in_error,
    seated_people,
    seats_are_drawn,
    sheets_of,
)
from bobing_event.queries.people import (
    STATES,
    counts_by_state,
    is_minor,
    people_counts,
    people_of,
    people_of_session,
    session_of,
)
from bobing_event.queries.roles import Member, events_of, roles_by_event, roles_of, staff_of
from bobing_event.queries.stand_by import PlaceFigures, place_figures, stand_by_queue, stand_by_waiting

__all__ = [
    "IMPORT_JOB",
    "STATES",
    "ArrivalFigures",
    "Arrivals",
    "Member",
    "PlaceFigures",
    "StationFigures",
    "arrival_figures",
    "arrivals_matching",
    "audit_actions_of",
    "audit_records_of",
    "audit_subjects",
    "code_in",
    "counts_by_state",
    "events_of",
    "import_job_of",
    "imports_listed",
    "imports_of",
    "is_certain",
    "is_large",
    "is_minor",
    "people_counts",
    "people_of",
    "people_of_session",
    "place_figures",
    "preview_digest",
    "roles_by_event",
    "roles_of",
    "rows_in_error",
    "seated_people",
    "seats_are_drawn",
    "session_of",
    "sheets_of",
    "staff_of",
    "stand_by_queue",
    "stand_by_waiting",
]
