"""The hash chain over a log: each entry's hash covers its content and the hash before it.

An exported log can be checked with these three lines of the standard library alone.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def canonical(content: Mapping[str, Any]) -> bytes:
    """JSON with sorted keys, no blanks and UTF-8: the same content gives the same bytes."""
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def link(before: str, content: Mapping[str, Any]) -> str:
    """The hash of an entry after the hash `before` (hex; empty before the opening)."""
    return hashlib.sha256(before.encode("ascii") + canonical(content)).hexdigest()
