from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.forms import BaseForm

from bobing_event.refusals import Refusal


@contextmanager
def refusals_in(form: BaseForm) -> Iterator[None]:
    """Shows a service's refusal in the form it was asked with, so that what was typed is kept.

    A refusal names its field as `field` or, for a ruleset's option, as `key`; others stand above the form.
    """
    try:
        yield
    except Refusal as refusal:
        named = refusal.context.get("field") or refusal.context.get("key")
        error = ValidationError(str(refusal), code=refusal.code)
        form.add_error(named if named in form.fields else None, error)
