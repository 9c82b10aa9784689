"""People at tables, to be printed, and what can be read of the printed sheets."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import numpy
import zxingcpp
from pypdf import PdfReader

from bobing_event.models import Event, Participant, Session
from tables.models import Seat, SeatChange, SeatingDraw, Table
from tests.awards.factories import NOW, a_user, an_event
from tests.tables.factories import make_session

CODES = "ABCDEFGHJK"


def a_hall(names: Iterable[str], *, per_table: int = 12, slug: str = "moon", **fields: Any) -> Event:
    """An event whose one session has these people, in order, at tables of so many; every person's fields may be set."""
    event = an_event(slug)
    session = make_session(event)
    people = Participant.objects.bulk_create(
        Participant(
            event=event,
            session=session,
            name=name,
            code=f"{CODES[number % 10]}{number:05d}{slug[:4].upper()}",
            **fields,
        )
        for number, name in enumerate(names)
    )
    for start in range(0, len(people), per_table):
        table = Table.objects.create(session=session, number=start // per_table + 1)
        Seat.objects.bulk_create(
            Seat(table=table, number=number, participant=person)
            for number, person in enumerate(people[start : start + per_table], start=1)
        )
    return event


def a_code(number: int, slug: str) -> str:
    return f"{CODES[number % 10]}{number:05d}{slug[:4].upper()}"


def the_session(event: Event) -> Session:
    return event.sessions.get()


def a_guest(event: Event, name: str, **fields: Any) -> Participant:
    """Somebody without a seat."""
    return Participant.objects.create(event=event, session=the_session(event), name=name, **fields)


def a_change(event: Event, *moves: tuple[str, Any, Any], at: datetime = NOW) -> SeatChange:
    """A change of seats: name, from, to."""
    found = [
        {"participant": Participant.objects.get(event=event, name=name).pk, "from": start, "to": end}
        for name, start, end in moves
    ]
    return SeatChange.objects.create(session=the_session(event), kind="move", moves=found, made_by=a_user(), made_at=at)


def a_draw(event: Event, **fields: Any) -> SeatingDraw:
    """A prepared draw of 12 people, or whatever else the fields make of it."""
    prepared = {
        "plan": {"people": list(range(1, 13)), "sizes": [12], "first_table": 1},
        "plan_digest": "0123456789abcdef" * 4,
        "secret": "5ec7e7" * 10 + "beef",
        "commitment": "fedcba9876543210" * 4,
        "prepared_by": a_user(),
        "prepared_at": NOW,
    }
    return SeatingDraw.objects.create(session=the_session(event), number=1, **{**prepared, **fields})


def texts(pdf: bytes) -> list[str]:
    """The text of each page as one copies it, without blanks."""
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def copied(pdf: bytes) -> list[str]:
    """The same by poppler, as a reader's other programs see it."""
    done = subprocess.run(["pdftotext", "-raw", "-", "-"], input=pdf, capture_output=True, check=True)
    return ["".join(page.split()) for page in done.stdout.decode().split("\f")[:-1]]


def codes(pdf: bytes, page: int = 1) -> list[str]:
    """What the QR codes of a page hold, read from its picture."""
    options = ["-r", "150", "-gray", "-f", str(page), "-l", str(page)]
    picture = subprocess.run(["pdftoppm", *options, "-"], input=pdf, capture_output=True, check=True).stdout
    _kind, size, _depth, pixels = picture.split(b"\n", 3)
    width, height = map(int, size.split())
    grey = numpy.frombuffer(pixels, dtype=numpy.uint8).reshape(height, width)
    return [found.text for found in zxingcpp.read_barcodes(grey)]


def millimetres(pdf: bytes) -> set[tuple[int, ...]]:
    """The sizes of the pages."""
    return {
        tuple(round(float(side) / 72 * 25.4) for side in page.mediabox[2:]) for page in PdfReader(io.BytesIO(pdf)).pages
    }


def embedded(pdf: bytes) -> bool:
    """Whether every font of every page is in the file."""
    fonts = [
        font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        for page in PdfReader(io.BytesIO(pdf)).pages
        for font in page["/Resources"]["/Font"].values()
    ]
    return bool(fonts) and all({"/FontFile2", "/FontFile3"} & set(font) for font in fonts)


def is_black(pdf: bytes) -> bool:
    """Whether a page's picture has no colour."""
    options = ["-r", "40", "-f", "1", "-l", "1"]
    picture = subprocess.run(["pdftoppm", *options, "-"], input=pdf, capture_output=True, check=True).stdout
    _kind, _size, _depth, pixels = picture.split(b"\n", 3)
    colours = numpy.frombuffer(pixels, dtype=numpy.uint8).reshape(-1, 3)
    return bool((colours == colours[:, :1]).all() and colours.min() < 40)
