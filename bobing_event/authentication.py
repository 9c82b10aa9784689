"""Signing a tablet in: a signed, revocable token that opens one table only."""

from typing import Any

from django.core import signing
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from bobing_event.models import Device

SALT = "bobing_event.device"
KEYWORD = "Device"


def device_token(device: Device) -> str:
    """The token of a device, to be sent as `Authorization: Device <token>`."""
    return signing.dumps(str(device.public_id), salt=SALT)


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
        device = Device.objects.select_related("paired_by").filter(public_id=public_id).first()
        if device is None or device.revoked_at is not None:
            raise AuthenticationFailed(_("This tablet was released. Pair it again."), code="device_revoked")
        return device.paired_by, device

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD
