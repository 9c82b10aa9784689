"""Recording a batch of entries in one log, a table's or a heat's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from tables.services.asked import read_uuid

MAX_BATCH = 200

Row = TypeVar("Row")


@dataclass(frozen=True)
class Result(Generic[Row]):
    """What became of one entry: `recorded`, `repeated`, `refused` or `not_tried` (after a refusal in its batch)."""

    client_uuid: str | None
    status: str
    entry: Row | None = None
    refusal: Refusal | None = None

    def to_json(self) -> dict[str, Any]:
        written: dict[str, Any] = {"client_uuid": self.client_uuid, "status": self.status}
        row: Any = self.entry
        if row is not None:
            written |= {"seq": row.seq, "effect": row.effect}
        return written | (self.refusal.to_json() if self.refusal else {})


@dataclass(frozen=True)
class BatchRecording(Generic[Row]):
    """What became of a batch, and the state after it."""

    results: list[Result[Row]]
    state: dict[str, Any]

    @property
    def refusal(self) -> Refusal | None:
        """Why the batch stopped; None where all of it is recorded."""
        return next((result.refusal for result in self.results if result.refusal), None)

    def to_json(self) -> dict[str, Any]:
        """The API's answer; the refusal's `code` and `detail` stand at the top too."""
        written = {"results": [result.to_json() for result in self.results], "state": self.state}
        return (self.refusal.to_json() if self.refusal else {}) | written


def batch_uuids(entries: Sequence[Any]) -> list[UUID]:
    """The client UUIDs that can be read. Refuses `batch_too_long`."""
    if len(entries) > MAX_BATCH:
        sentence = _("At most %(limit)s entries can be sent at once.") % {"limit": MAX_BATCH}
        raise Refusal("batch_too_long", sentence, status=400)
    return [uuid for uuid in map(read_uuid, entries) if uuid is not None]


def record_batch(
    entries: Sequence[Any],
    *,
    known: Mapping[UUID, Row],
    enter: Callable[[Any], Row],
    repeats: Callable[[Any, Row], bool],
) -> list[Result[Row]]:
    """Record entries in order until one is refused; the others are not tried.

    `known` are the rows recorded under the UUIDs so far, to which `enter` adds. `repeats` is whether what was sent
    says the same as the row of its UUID; otherwise the entry is refused `client_uuid_reused`.
    """
    results: list[Result[Row]] = []
    stopped = False
    for data in entries:
        uuid = read_uuid(data)
        sent = None if uuid is None else str(uuid)
        if stopped:
            results.append(Result(sent, "not_tried"))
            continue
        try:
            row = known.get(uuid) if uuid is not None else None
            if row is None:
                results.append(Result(sent, "recorded", enter(data)))
            else:
                refuse_reused(row, repeated=repeats(data, row))
                results.append(Result(sent, "repeated", row))
        except Refusal as refusal:
            results.append(Result(sent, "refused", refusal=refusal))
            stopped = True
    return results


def refuse_reused(row: Any, *, repeated: bool) -> None:
    """Refuses `client_uuid_reused` for the row of a client UUID that was sent again with something else."""
    if row is not None and not repeated:
        sentence = _("This client UUID stands for another entry already (number %(seq)s).") % {"seq": row.seq}
        raise Refusal("client_uuid_reused", sentence, seq=row.seq)
