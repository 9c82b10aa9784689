from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.forms.utils import ErrorList

from bobing_event.refusals import Refusal


class RefusedError(ValidationError):
    """What a service refused, as a form shows it: beside its sentence stands its code."""


def refusal_codes(errors: ErrorList) -> list[str]:
    """The codes of what services refused among a form's or a field's errors; Django's own have none on screen."""
    return [str(error.code) for error in errors.as_data() if isinstance(error, RefusedError)]


@contextmanager
def refusals_in(form: BaseForm) -> Iterator[None]:
    """Shows a service's refusal in the form it was asked with, so that what was typed is kept.

    A refusal names its field as `field` or, for a ruleset's option, as `key`; others stand above the form.
    """
    try:
        yield
    except Refusal as refusal:
        named = refusal.context.get("field") or refusal.context.get("key")
        form.add_error(named if named in form.fields else None, RefusedError(str(refusal), code=refusal.code))
