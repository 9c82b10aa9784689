"""Signing a tablet in: a signed, revocable token that opens one table only."""

from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from bobing_event.models import Device
from bobing_event.rows import moment_of

SALT = "bobing_event.device"
KEYWORD = "Device"
# In the order of the model's fields, as `from_db` takes them.
DEVICE_FIELDS = [
    "id", "event_id", "public_id", "label", "table_id", "paired_by_id", "replaced_at", "replaced_by_id", "revoked_at",
]  # fmt: skip
DEVICE = """
    SELECT d.id, d.event_id, d.label, d.table_id, d.paired_by_id, d.replaced_at, d.replaced_by_id, d.revoked_at,
           u.username, u.is_active, r.label
    FROM bobing_event_device d
    JOIN auth_user u ON u.id = d.paired_by_id
    LEFT JOIN bobing_event_device r ON r.id = d.replaced_by_id
    WHERE d.public_id = %s
"""


def device_token(device: Device) -> str:
    """The token of a device, to be sent as `Authorization: Device <token>`."""
    return signing.dumps(str(device.public_id), salt=SALT)


def device_of_token(token: str) -> Device | None:
    """The device a token was made for, with who paired it; None for no token of ours."""
    try:
        return Device.objects.select_related("paired_by").filter(public_id=signing.loads(token, salt=SALT)).first()
    except (signing.BadSignature, ValidationError):
        return None


class DeviceAuthentication(BaseAuthentication):
    """Sets `request.auth` to the `Device` and `request.user` to who paired it; one query."""

    def authenticate(self, request: Request) -> tuple[Any, Device] | None:
        keyword, _sep, token = request.headers.get("Authorization", "").partition(" ")
        if keyword != KEYWORD:
            return None
        try:
            public_id = signing.loads(token.strip(), salt=SALT)
        except signing.BadSignature:
            raise AuthenticationFailed(_("This tablet is not paired."), code="device_unknown") from None
        device = _device(UUID(public_id))
        if device is None or device.revoked_at is not None:
            raise AuthenticationFailed(_("This tablet was released. Pair it again."), code="device_revoked")
        return device.paired_by, device

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


def _device(public_id: UUID) -> Device | None:
    """The device with who paired it and what replaced it; one query. Every throw asks this: it is composed once."""
    asked = Device._meta.get_field("public_id").get_db_prep_value(public_id, connection)
    with connection.cursor() as cursor:
        cursor.execute(DEVICE, [asked])
        row = cursor.fetchone()
    if row is None:
        return None
    pk, event, label, table, by, replaced_at, replaced_by, revoked_at, username, is_active, other_label = row
    values = [pk, event, public_id, label, table, by, moment_of(replaced_at), replaced_by, moment_of(revoked_at)]
    device = Device.from_db(connection.alias, DEVICE_FIELDS, values)
    if replaced_by is not None:
        device.replaced_by = Device.from_db(connection.alias, ["id", "label"], [replaced_by, other_label])
    device.paired_by = get_user_model().from_db(
        connection.alias, ["id", "username", "is_active"], [device.paired_by_id, username, is_active]
    )
    return device
