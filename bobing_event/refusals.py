"""Refusals: a sentence in the user's language and a code for programs, on every way in.

Services raise `Refusal`; the API answers it as JSON, pages show it as a message. Nothing else in the product
turns an exception into words.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

Words = str | Promise


class Refusal(Exception):
    """What was asked cannot be done.

    `code` is stable and for programs, `sentence` is translated and for people, `status` is the HTTP status,
    and `context` holds JSON-able facts such as what was expected.
    """

    def __init__(self, code: str, sentence: Words, *, status: int = 409, **context: Any) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence
        self.status = status
        self.context = context

    def __str__(self) -> str:
        return str(self.sentence)

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "detail": str(self.sentence), **self.context}


def api_exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's handler: every refusal is `{"code", "detail", …}`."""
    if isinstance(error, Refusal):
        return Response(error.to_json(), status=error.status)
    if isinstance(error, ValidationError):
        return Response({"code": "invalid", "detail": " ".join(error.messages)}, status=400)
    response = exception_handler(error, context)
    if response is not None and isinstance(error, exceptions.ValidationError):
        response.data = {
            "code": "invalid",
            "detail": _("The request has the wrong shape."),
            "errors": error.detail,
        }
    elif response is not None and isinstance(error, exceptions.APIException):
        response.data = {"code": error.get_codes(), "detail": str(error.detail)}
    elif response is not None:  # Http404, PermissionDenied
        code = "not_found" if response.status_code == 404 else "permission_denied"
        response.data = {"code": code, "detail": str(response.data.get("detail", ""))}
    return response
