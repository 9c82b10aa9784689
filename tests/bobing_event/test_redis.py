"""The queue and the cache never share a database of the Redis server."""

import pytest
from django.conf import settings
from django.core.cache import cache

from bobing_event.config import celery_app
from bobing_event.config.redis import database_after


@pytest.mark.parametrize(
    ("url", "offset", "expected"),
    [
        ("redis://cache:6379/0", 1, "redis://cache:6379/1"),
        ("redis://cache:6379", 1, "redis://cache:6379/1"),
        ("rediss://:secret@cache:6379/3?ssl_cert_reqs=none", 2, "rediss://:secret@cache:6379/5?ssl_cert_reqs=none"),
    ],
)
def test_the_database_after(url, offset, expected):
    assert database_after(url, offset) == expected


@pytest.mark.postgres
def test_emptying_the_cache_leaves_the_queue():
    assert settings.CACHES["default"]["LOCATION"] == database_after(celery_app.conf.broker_url, 1)
    with celery_app.connection_for_write() as connection:
        queue = connection.SimpleQueue("test-kept")
        queue.put("a job")
        cache.clear()
        assert queue.get(timeout=5).payload == "a job"
        queue.clear()
