"""Events, their people, the staff's roles, devices, jobs and the audit log."""

from bobing_event.models.audit import AuditRecord
from bobing_event.models.event import EntryMode, Event, LateArrivals, Session
from bobing_event.models.job import Job
from bobing_event.models.people import Gender, Participant, ParticipantImport
from bobing_event.models.staff import Device, Membership, Role, StaffPin

__all__ = [
    "AuditRecord",
    "Device",
    "EntryMode",
    "Event",
    "Gender",
    "Job",
    "LateArrivals",
    "Membership",
    "Participant",
    "ParticipantImport",
    "Role",
    "Session",
    "StaffPin",
]
