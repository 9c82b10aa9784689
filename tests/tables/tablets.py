"""Whoever asks the referee's API: a tablet, somebody signed in, or nobody."""

from __future__ import annotations

from typing import Any

from django.test import Client

from bobing_event.authentication import device_token
from bobing_event.models import Device
from tables.models import Table
from tests.tables.factories import make_device, make_user


class Api:
    """One asker."""

    def __init__(self, **headers: str) -> None:
        self.client, self.headers = Client(), headers

    def get(self, table: Table, path: str = "", **headers: str) -> Any:
        return self.client.get(f"/api/v1/tables/{table.pk}/{path}", headers={**self.headers, **headers})

    def post(self, table: Table, path: str, data: Any, **headers: str) -> Any:
        return self.client.post(
            f"/api/v1/tables/{table.pk}/{path}", data, content_type="application/json", headers=self.headers
        )

    def delete(self, table: Table, path: str) -> Any:
        return self.client.delete(f"/api/v1/tables/{table.pk}/{path}", headers=self.headers)


def tablet(table: Table) -> Api:
    """The first tablet of a table."""
    return tablet_of(make_device(table))


def tablet_of(device: Device) -> Api:
    return Api(authorization=f"Device {device_token(device)}")


def user(name: str, event: Any = None, *roles: str) -> Api:
    api = Api()
    api.client.force_login(make_user(name, event, *roles))
    return api


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]
