"""Sentences are compared in English; one test of each kind looks at the Chinese ones."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def _english(settings) -> Iterator[None]:
    settings.LANGUAGE_CODE = "en"
    with translation.override("en"):
        yield
