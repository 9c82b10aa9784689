"""The API beside the log: signs of life, calls for help, holdings and their sign-off."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables import floor_serializers as shapes
from tables import services
from tables.api import REFUSALS, access_of, object_sent, recorder_access
from tables.queries import table_of
from tables.queries.heartbeat import heartbeat_of
from tables.queries.holdings import holdings_of
from tables.queries.hot import notices_of
from tables.queries.state import notices_json


class HeartbeatView(APIView):
    """A tablet is there."""

    @extend_schema(
        operation_id="heartbeat",
        request=shapes.HeartbeatSerializer,
        responses={200: shapes.HeartbeatAnswerSerializer, **REFUSALS},
    )
    def post(self, request: Request, pk: int) -> Response:
        """At most every few seconds: it locks nothing that an entry waits for."""
        access = recorder_access(request, pk)
        sent, now = _valid(shapes.HeartbeatSerializer, request), timezone.now()
        if access.device is not None:
            services.note_heartbeat(device=access.device, now=now, **sent)
        return Response(heartbeat_of(pk, now=now, device=access.device))


class HelpView(APIView):
    """Calling somebody to the table."""

    @extend_schema(
        operation_id="call_help", request=shapes.HelpSerializer, responses={201: shapes.NoticesSerializer, **REFUSALS}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Called again, it says anew what it is about."""
        access = recorder_access(request, pk)
        sent = _valid(shapes.HelpSerializer, request)
        services.call_help(table=access.table, by=access.user, device=access.device, now=timezone.now(), **sent)
        return _notices(pk, 201)

    @extend_schema(operation_id="withdraw_help", request=None, responses={200: shapes.NoticesSerializer, **REFUSALS})
    def delete(self, request: Request, pk: int) -> Response:
        """Nobody needs to come any more."""
        access = recorder_access(request, pk)
        services.withdraw_help(table=access.table, by=access.user, device=access.device, now=timezone.now())
        return _notices(pk, 200)


class HoldingsView(APIView):
    """Who holds what."""

    @extend_schema(operation_id="holdings", responses={200: shapes.HoldingsSerializer, **REFUSALS})
    def get(self, request: Request, pk: int) -> Response:
        return Response(holdings_of(access_of(request, pk).table))


class SignOffView(APIView):
    """The referee's word at the end."""

    @extend_schema(
        operation_id="sign_off",
        request=shapes.SignOffRequestSerializer,
        responses={201: shapes.SignedSerializer, **REFUSALS},
    )
    def post(self, request: Request, pk: int) -> Response:
        """The digest is the one of the holdings that were shown."""
        access = recorder_access(request, pk)
        sent = _valid(shapes.SignOffRequestSerializer, request)
        services.sign_off_table(table=access.table, by=access.user, device=access.device, now=timezone.now(), **sent)
        table = table_of(pk)
        notices = notices_json(notices_of(pk), table.seq)
        return Response({"sign_off": notices["sign_off"], "holdings": holdings_of(table)}, status=201)


def _valid(shape: Any, request: Request) -> dict[str, Any]:
    asked = shape(data=object_sent(request))
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


def _notices(pk: int, status: int) -> Response:
    return Response(notices_json(notices_of(pk), table_of(pk).seq), status=status)
