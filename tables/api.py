"""The referee's API. Shapes are in `serializers`, what is allowed in `permissions`, what is done in `services`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bobing_event.models import Device
from bobing_event.queries import roles_of
from bobing_event.refusals import Refusal
from tables import permissions, services
from tables import serializers as shapes
from tables.models import Table
from tables.queries import log_json, ruleset_of_table, table_of, table_state

REFUSED = OpenApiResponse(shapes.RefusalSerializer, "Refused, with a code and a sentence.")
REFUSALS = dict.fromkeys((400, 401, 403, 404, 409), REFUSED)
HANDS_ARE_FRESH_FOR = 3600  # seconds


@dataclass(frozen=True)
class Access:
    """Who asks, and which table they may touch."""

    table: Table
    user: Any
    roles: frozenset[str]
    device: Device | None

    @property
    def may_correct_any(self) -> bool:
        """Never a tablet: it has no roles."""
        return permissions.can_correct_any_entry(self.roles)


def access_of(request: Request, pk: int) -> Access:
    """The table as the asker may see it. Refuses `not_found` to strangers and `permission_denied` to members.

    A tablet is the referee of its table, whoever paired it.
    """
    if isinstance(request.auth, Device):
        table = table_of(pk)
        _refuse_other_device(request.auth, table)
        return Access(table, request.user, frozenset(), request.auth)
    table = table_of(pk)
    roles = roles_of(request.user, table.session.event)
    if not roles:
        raise Refusal("not_found", _("There is no such table."), status=404)
    if not permissions.can_view_tables(roles):
        raise _denied(_("You may not see this table."))
    return Access(table, request.user, roles, None)


def recorder_access(request: Request, pk: int) -> Access:
    """As `access_of`, for somebody who may record here. A tablet at its own table costs no query."""
    if isinstance(request.auth, Device) and request.auth.table_id == pk:
        return Access(Table(pk=pk), request.user, frozenset(), request.auth)
    access = access_of(request, pk)
    if not permissions.can_record_entry(access.roles, access.table, request.user):
        raise _denied(_("This table is not given to you. A floor manager can give it to you."))
    return access


def _refuse_other_device(device: Device, table: Table) -> None:
    if device.event_id != table.session.event_id:
        raise Refusal("not_found", _("There is no such table."), status=404)
    if not permissions.device_fits(device, table):
        raise Refusal(
            "device_other_table",
            _("This tablet is paired with another table. Scan the code of table %(table)s.") % {"table": table.number},
            status=403,
        )


def _denied(sentence: str) -> Refusal:
    return Refusal("permission_denied", sentence, status=403)


def object_sent(request: Request) -> dict[str, Any]:
    """The JSON object that was sent. Refuses `not_an_object`."""
    if not isinstance(request.data, dict):
        raise Refusal("not_an_object", _("The request is a JSON object."), status=400)
    return request.data


class TableView(APIView):
    """A table as a tablet shows it."""

    @extend_schema(operation_id="table", responses={200: shapes.TableStateSerializer, **REFUSALS})
    def get(self, request: Request, pk: int) -> Response:
        access = access_of(request, pk)
        return Response(table_state(access.table, now=timezone.now(), device=access.device))


class HandsView(APIView):
    """What each of the 462 hands is under the table's ruleset."""

    @extend_schema(operation_id="table_hands", responses={200: shapes.HandsSerializer, 304: None, **REFUSALS})
    def get(self, request: Request, pk: int) -> Response:
        return hands_response(request, ruleset_of_table(access_of(request, pk).table))


def hands_response(request: Request, ruleset: Any) -> Response:
    """`{digest, hands}` of a ruleset; 304 where the asker has them."""
    tag = f'"{ruleset.digest}"'
    headers = {"ETag": tag, "Cache-Control": f"private, max-age={HANDS_ARE_FRESH_FOR}"}
    if request.headers.get("If-None-Match") == tag:
        return Response(status=304, headers=headers)
    hands = {row["key"]: [row["pattern"], row["bonus"], row["strength"]] for row in ruleset.hand_table()}
    return Response({"digest": ruleset.digest, "hands": hands}, headers=headers)


class OpeningView(APIView):
    """Begin to play."""

    @extend_schema(
        operation_id="open_table",
        request=shapes.OpeningSerializer,
        responses={201: shapes.TableStateSerializer, **REFUSALS},
    )
    def post(self, request: Request, pk: int) -> Response:
        access = recorder_access(request, pk)
        services.refuse_replaced(access.device)
        asked = shapes.OpeningSerializer(data=object_sent(request))
        asked.is_valid(raise_exception=True)
        now = timezone.now()
        table = services.open_table(table=access.table, by=access.user, now=now, **asked.validated_data)
        return Response(table_state(table, now=now, device=access.device), status=201)

    @extend_schema(
        operation_id="take_back_opening", request=None, responses={200: shapes.TableStateSerializer, **REFUSALS}
    )
    def delete(self, request: Request, pk: int) -> Response:
        """Take the opening back while nothing has been recorded."""
        access = recorder_access(request, pk)
        services.refuse_replaced(access.device)
        now = timezone.now()
        table = services.take_back_opening(table=access.table, by=access.user, now=now)
        return Response(table_state(table, now=now, device=access.device))


class EntriesView(APIView):
    """The log: read it, or add to it."""

    @extend_schema(operation_id="table_log", responses={200: shapes.LogSerializer, **REFUSALS})
    def get(self, request: Request, pk: int) -> Response:
        return Response(log_json(access_of(request, pk).table))

    @extend_schema(
        operation_id="record_entries",
        request=PolymorphicProxySerializer(
            component_name="EntryOrBatch",
            serializers=[shapes.AskedSerializer, shapes.BatchSerializer],
            resource_type_field_name=None,
        ),
        responses={
            201: shapes.RecordingSerializer,
            **REFUSALS,
            400: OpenApiResponse(shapes.RecordingSerializer, "An entry was malformed; what stood before it is kept."),
            409: OpenApiResponse(shapes.RecordingSerializer, "An entry was refused; what stood before it is kept."),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        """Record one entry, or up to 200 in order; a repeated `client_uuid` is answered as the first time."""
        access = recorder_access(request, pk)
        recording = services.record_entries(
            table=access.table,
            entries=entries_sent(object_sent(request)),
            by=access.user,
            device=access.device,
            now=timezone.now(),
            may_correct_any=access.may_correct_any,
        )
        status = recording.refusal.status if recording.refusal else 201
        return Response(recording.to_json(), status=status)


def entries_sent(data: dict[str, Any]) -> list[Any]:
    """The entries of `{entries: […]}`, or the one that the object itself is. Refuses `bad_entries`."""
    entries = data.get("entries", [data])
    if not isinstance(entries, list):
        raise Refusal("bad_entries", _("`entries` is a list of entries."), status=400)
    return entries


class CorrectionPreviewView(APIView):
    """What a correction would change."""

    @extend_schema(
        operation_id="preview_correction",
        request=shapes.CorrectionSerializer,
        responses={200: shapes.ChangesSerializer, **REFUSALS},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Nothing is written."""
        recorder = recorder_access(request, pk)
        changes = services.preview_correction(
            table=table_of(pk), data=object_sent(request), now=timezone.now(), may_correct_any=recorder.may_correct_any
        )
        return Response(changes)
