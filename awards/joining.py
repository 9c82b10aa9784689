"""Joining PDFs that typst made, one after the other, as fast as they are copied.

typst writes a PDF plainly: objects 1, 2, 3 … one after the other, a table of them at the end, and references outside of
streams only. So joining is counting numbers on, and no stream is opened. What several parts have alike (frames, seals,
colour profiles) is kept once, and what nobody refers to (their own titles) left out.
"""

from __future__ import annotations

import io
import re
from hashlib import sha256
from typing import NamedTuple

_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
_STARTS = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
_TABLE = re.compile(rb"xref\n0 (\d+)\n")
_ENTRY = 20
"""Bytes of a line of the table."""
_STREAM = b"\nstream\n"
_PAGE = b"<</Type/Page"
"""How a page and a list of pages begin."""


class NotPlain(ValueError):
    """A PDF that is not written as typst writes it."""


class Part(NamedTuple):
    """A PDF taken apart. `objects` are the bytes of each after its number, `starts` where each begins."""

    content: bytes
    objects: list[bytes]
    starts: list[int]
    table: int
    root: int
    info: int
    pages: int

    @property
    def page_count(self) -> int:
        return int(_found(rb"/Count (\d+)", self.objects[self.pages - 1]))


class Joiner:
    """Takes parts as they are made, and holds no more than the file they become.

    What the file says of itself (title, author) is the first part's. The same parts give the same bytes.
    """

    def __init__(self) -> None:
        self.single = b""
        self.first: Part | None = None
        self.file = io.BytesIO()
        self.starts: list[int] = []
        self.lists: list[tuple[int, int]] = []
        self.known: dict[bytes, int] = {}

    def add(self, part: bytes) -> None:
        """Refuses a PDF of another hand with `NotPlain`."""
        if self.first is not None:
            self._append(taken_apart(part))
        elif self.single:
            self._begin(taken_apart(self.single))
            self.single = b""
            self._append(taken_apart(part))
        else:
            self.single = part

    def finish(self) -> bytes:
        """All that was added, as one PDF; a single part stays as it was."""
        if self.first is None:
            return self.single
        kids = b" ".join(b"%d 0 R" % number for number, _count in self.lists)
        count = sum(count for _number, count in self.lists)
        self._write(self.pages, b"<</Type/Pages/Count %d/Kids[%s]>>\nendobj\n" % (count, kids))
        catalog = self.first.objects[self.first.root - 1]
        self._write(self.first.root, re.sub(rb"/Pages \d+ 0 R", b"/Pages %d 0 R" % self.pages, catalog))
        table, size = self.file.tell(), len(self.starts) + 1
        self.file.write(b"xref\n0 %d\n0000000000 65535 f\r\n" % size)
        self.file.writelines(b"%010d 00000 n\r\n" % start for start in self.starts)
        digest = sha256(self.file.getbuffer()).hexdigest()[:32].encode()
        about = b"<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%s><%s>]>>" % (
            size, self.first.root, self.first.info, digest, digest,
        )  # fmt: skip
        self.file.write(b"trailer\n%s\nstartxref\n%d\n%%%%EOF" % (about, table))
        return self.file.getvalue()

    def _begin(self, part: Part) -> None:
        """The first part as it is; its list of pages and its catalogue are written again, and hold from there on."""
        self.file.write(part.content[: part.table])
        self.starts = [*part.starts, 0]
        self.pages = len(self.starts)
        self.first = part._replace(content=b"")
        for number, content in enumerate(part.objects, 1):
            self.known.setdefault(sha256(content).digest(), number)
        self._list(part, part.objects[part.pages - 1], part.pages)

    def _append(self, part: Part) -> None:
        # Pages and their list refer to each other; they get their numbers first, and are never shared.
        own = [number for number, content in enumerate(part.objects, 1) if content.startswith(_PAGE)]
        numbers = {number: len(self.starts) + place for place, number in enumerate(own, 1)}
        self.starts += [0] * len(own)
        for number in own:
            moved = self._moved(part, number, numbers)
            if number == part.pages:
                self._list(part, moved, numbers[number])
            else:
                self._write(numbers[number], moved)

    def _moved(self, part: Part, number: int, numbers: dict[int, int]) -> bytes:
        """An object with the file's numbers in it; what it refers to is written before it, or there already."""
        head, stream, rest = part.objects[number - 1].partition(_STREAM)
        for found in _REFERENCE.findall(head):
            if int(found) not in numbers:
                self._carry(part, int(found), numbers)
        return _REFERENCE.sub(lambda found: b"%d 0 R" % numbers[int(found[1])], head) + stream + rest

    def _carry(self, part: Part, number: int, numbers: dict[int, int]) -> None:
        moved = self._moved(part, number, numbers)
        key = sha256(moved).digest()
        if key not in self.known:
            self.starts.append(0)
            self.known[key] = len(self.starts)
            self._write(self.known[key], moved)
        numbers[number] = self.known[key]

    def _list(self, part: Part, content: bytes, number: int) -> None:
        """A part's list of pages, as one of the file's."""
        self._write(number, content.replace(b"/Type/Pages", b"/Type/Pages/Parent %d 0 R" % self.pages, 1))
        self.lists.append((number, part.page_count))

    def _write(self, number: int, content: bytes) -> None:
        self.starts[number - 1] = self.file.tell()
        self.file.write(b"%d 0 obj\n" % number)
        self.file.write(content)


def taken_apart(content: bytes) -> Part:
    """The objects of a PDF. Raises `NotPlain`."""
    table = int(_found(_STARTS, content[-64:]))
    head = _TABLE.match(content, table)
    if head is None:
        raise NotPlain("no table of objects where it should be")
    size = int(head[1])
    entries = (content[head.end() + _ENTRY * index : head.end() + _ENTRY * (index + 1)] for index in range(1, size))
    starts = [int(entry[:10]) for entry in entries]
    if starts != sorted(starts):
        raise NotPlain("objects out of order")
    objects = []
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], table], strict=True), 1):
        mark = b"%d 0 obj\n" % number
        if not content.startswith(mark, start):
            raise NotPlain(f"object {number} is not where the table says")
        objects.append(content[start + len(mark) : end])
    trailer = content[head.end() + _ENTRY * size :]
    root, info = int(_found(rb"/Root (\d+) 0 R", trailer)), int(_found(rb"/Info (\d+) 0 R", trailer))
    return Part(content, objects, starts, table, root, info, int(_found(rb"/Pages (\d+) 0 R", objects[root - 1])))


def _found(pattern: bytes | re.Pattern[bytes], content: bytes) -> bytes:
    found = re.search(pattern, content)
    if found is None:
        raise NotPlain(f"nothing like {pattern!r}")
    return found[1]
