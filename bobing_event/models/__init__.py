"""Events, their people, the staff's roles, devices, jobs and the audit log."""

from bobing_event.models.audit import AuditRecord
from bobing_event.models.event import Event, LateArrivals, Session
from bobing_event.models.job import Job
from bobing_event.models.people import Gender, Participant, ParticipantImport
from bobing_event.models.staff import Device, Membership, Role

__all__ = [
    "AuditRecord",
    "Device",
    "Event",
    "Gender",
    "Job",
    "LateArrivals",
    "Membership",
    "Participant",
    "ParticipantImport",
    "Role",
    "Session",
]
