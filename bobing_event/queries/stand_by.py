"""The stand-by list (候补) and the places it waits for."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from bobing_event.models import Participant, Session
from bobing_event.queries.people import GUEST, HERE, people_of_session

WAITING = Q(stand_by__isnull=False, waiting_since__isnull=False, checked_in_at__isnull=True)
"""On the stand-by list and at the door."""


def stand_by_queue(session: Session) -> QuerySet[Participant]:
    """The session's stand-by list, in its order."""
    return people_of_session(session).filter(stand_by__isnull=False).order_by("stand_by")


def stand_by_waiting(session: Session) -> QuerySet[Participant]:
    """Who of the stand-by list is at the door, in its order: those who can move up."""
    return stand_by_queue(session).filter(WAITING)


@dataclass(frozen=True)
class PlaceFigures:
    """A session's places. `places` None: as many as come.

    `absent` are guests who have not come. They hold their places until the stand-by list has moved up (`given_away`);
    from then on a place is whoever's comes first.
    """

    places: int | None
    arrived: int
    absent: int
    queue: int
    waiting: int
    given_away: bool

    @property
    def vacant(self) -> int | None:
        """Places that nobody sits on: places − arrived. So many people can move up."""
        return None if self.places is None else max(0, self.places - self.arrived)

    @property
    def free(self) -> int | None:
        """Places that nobody holds: places − arrived − absent, and `vacant` once they were given away."""
        if self.places is None or self.given_away:
            return self.vacant
        return max(0, self.places - self.arrived - self.absent)


def place_figures(session: Session) -> PlaceFigures:
    """One query, and one to know whether it is the first session."""
    counts = people_of_session(session).aggregate(
        arrived=Count("id", filter=HERE),
        absent=Count("id", filter=GUEST & ~HERE),
        queue=Count("id", filter=Q(stand_by__isnull=False)),
        waiting=Count("id", filter=WAITING),
    )
    return PlaceFigures(places=session.places, given_away=session.stand_by_filled_at is not None, **counts)
