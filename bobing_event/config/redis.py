"""Which numbered database of a Redis server is whose: the queue has what `REDIS_URL` names, the cache the next."""

from urllib.parse import urlsplit


def database_after(url: str, offset: int) -> str:
    """The address of the database `offset` numbers behind the one `url` names (`redis://host:6379/0`).

    The cache must never share the queue's: emptying a Django cache empties its whole database, jobs with it.
    """
    parts = urlsplit(url)
    number = int(parts.path.strip("/") or 0)
    return parts._replace(path=f"/{number + offset}").geturl()
