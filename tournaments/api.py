"""The API of play-off heats, in the shape of the tables' (`tables.api`), with entrants for seats."""

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
from tables.api import REFUSALS, entries_sent, hands_response
from tables.serializers import HandsSerializer
from tournaments import permissions, services
from tournaments import serializers as shapes
from tournaments.models import Heat
from tournaments.queries import fold_of, heat_of, heat_state, log_json


@dataclass(frozen=True)
class Access:
    """Who asks, and which heat they may touch."""

    heat: Heat
    user: Any
    roles: frozenset[str]

    @property
    def may_correct_any(self) -> bool:
        return permissions.can_correct_any_playoff_entry(self.roles)


def access_of(request: Request, pk: int) -> Access:
    """The heat as the asker may see it. Refuses `not_found`, `permission_denied`, and `device_not_for_heats`."""
    heat = heat_of(pk)
    if isinstance(request.auth, Device):
        raise _device_refusal(request.auth, heat)
    roles = roles_of(request.user, heat.event)
    if not roles:
        raise _not_found()
    if not permissions.can_view_playoffs(roles):
        raise Refusal("permission_denied", _("You may not see this play-off."), status=403)
    return Access(heat, request.user, roles)


def recorder_access(request: Request, pk: int) -> Access:
    """As `access_of`, for somebody who may record here."""
    access = access_of(request, pk)
    if not permissions.can_record_playoff_entry(access.roles):
        raise Refusal("permission_denied", _("You may not record in a play-off."), status=403)
    return access


def _device_refusal(device: Device, heat: Heat) -> Refusal:
    if device.event_id != heat.event.pk:
        return _not_found()
    sentence = _("This tablet is paired with a table. Sign in to record a play-off.")
    return Refusal("device_not_for_heats", sentence, status=403)


def _not_found() -> Refusal:
    return Refusal("not_found", _("There is no such heat."), status=404)


def _object(request: Request) -> dict[str, Any]:
    if not isinstance(request.data, dict):
        raise Refusal("not_an_object", _("The request is a JSON object."), status=400)
    return request.data


class HeatView(APIView):
    """A heat as a tablet shows it."""

    @extend_schema(operation_id="heat", responses={200: shapes.HeatStateSerializer, **REFUSALS})
    def get(self, request: Request, pk: int) -> Response:
        return Response(heat_state(access_of(request, pk).heat, now=timezone.now()))


class HeatHandsView(APIView):
    """What each of the 462 hands is under the heat's ruleset."""

    @extend_schema(operation_id="heat_hands", responses={200: HandsSerializer, 304: None, **REFUSALS})
    def get(self, request: Request, pk: int) -> Response:
        return hands_response(request, fold_of(access_of(request, pk).heat).ruleset)


class PlayoffEntriesView(APIView):
    """The log of a heat: read it, or add to it."""

    @extend_schema(operation_id="heat_log", responses={200: shapes.HeatLogSerializer, **REFUSALS})
    def get(self, request: Request, pk: int) -> Response:
        return Response(log_json(access_of(request, pk).heat))

    @extend_schema(
        operation_id="record_playoff_entries",
        request=PolymorphicProxySerializer(
            component_name="PlayoffEntryOrBatch",
            serializers=[shapes.AskedPlayoffEntrySerializer, shapes.PlayoffBatchSerializer],
            resource_type_field_name=None,
        ),
        responses={
            201: shapes.PlayoffRecordingSerializer,
            **REFUSALS,
            400: OpenApiResponse(
                shapes.PlayoffRecordingSerializer, "An entry was malformed; what stood before it is kept."
            ),
            409: OpenApiResponse(
                shapes.PlayoffRecordingSerializer, "An entry was refused; what stood before it is kept."
            ),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        """Record one entry, or up to 200 in order; a repeated `client_uuid` is answered as the first time."""
        access = recorder_access(request, pk)
        recording = services.record_playoff_entries(
            heat=access.heat,
            entries=entries_sent(_object(request)),
            by=access.user,
            now=timezone.now(),
            may_correct_any=access.may_correct_any,
        )
        return Response(recording.to_json(), status=recording.refusal.status if recording.refusal else 201)


class PlayoffCorrectionPreviewView(APIView):
    """What a correction would change."""

    @extend_schema(
        operation_id="preview_playoff_correction",
        request=shapes.PlayoffCorrectionSerializer,
        responses={200: shapes.PlayoffChangesSerializer, **REFUSALS},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Nothing is written."""
        access = recorder_access(request, pk)
        changes = services.preview_playoff_correction(
            heat=access.heat, data=_object(request), now=timezone.now(), may_correct_any=access.may_correct_any
        )
        return Response(changes)
