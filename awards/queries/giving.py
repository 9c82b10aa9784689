"""Which goods a piece, a place or a consolation gives: the plan's lines taken apart, mixes spread out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from awards.models import PlanLine
from bobing_event.models import Event

Receiver = tuple[str, str, int]
"""What gives goods: `("rank", "yixiu", 3)` piece 3 of a table, `("playoff", "zongduitang", 1)` a place,
`("consolation", "everybody", 0)`."""

Given = dict[Receiver, list[PlanLine]]


def pieces_of(event: Event, rank: str) -> int:
    """Pieces of the rank at a table of the event."""
    return int(event.piece_set.get(str(rank), 0))


def span_of(line: PlanLine, piece_set: Mapping[str, int]) -> tuple[int, int]:
    """The first and last piece that a rank's line is for; the last is below the first where there are no pieces."""
    pieces = int(piece_set.get(str(line.rank), 0))
    return line.first_piece, pieces if line.last_piece is None else min(line.last_piece, pieces)


def numbers_given(lines: Sequence[PlanLine], piece_set: Mapping[str, int]) -> list[tuple[int, ...]]:
    """For each line, in the order of `lines`, the numbers of the pieces that give its goods.

    All the rank's lines have to be there, since those of a mix share its pieces. Lines of places and consolations
    have no numbers.
    """
    numbers: list[tuple[int, ...]] = [()] * len(lines)
    mixes: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        if not line.rank:
            continue
        first, last = span_of(line, piece_set)
        if line.share is None:
            numbers[at] = tuple(range(first, last + 1))
        else:
            mixes[line.rank, first, last].append(at)
    for (_rank, first, last), mixed in mixes.items():
        given = spread([lines[at].share or 0 for at in mixed], last - first + 1)
        for place, at in enumerate(mixed):
            numbers[at] = tuple(first + step for step, chosen in enumerate(given) if chosen == place)
    return numbers


def spread(shares: Sequence[int], pieces: int) -> list[int | None]:
    """Which of the shares each of so many pieces belongs to, as evenly as can be; None where the shares do not fill
    the pieces.

    Of the first n pieces each share has n · share / pieces, rounded up or down: R. Tijdeman's answer to the chairman
    assignment problem (1980), in whole numbers. Equal claims go to the share named first, so a mix is always the same.
    """
    wanted = [*shares, max(0, pieces - sum(shares))]
    total = sum(wanted)
    slack = 2 * max(1, sum(1 for share in wanted if share) - 1)  # 2k − 2 for k shares
    counts = [0] * len(wanted)
    given: list[int | None] = []
    for step in range(1, min(pieces, total) + 1):
        best, best_wait = -1, Fraction(0)
        for at, share in enumerate(wanted):
            behind = share * step - counts[at] * total  # in parts of `total`
            if not share or behind * slack < total:
                continue
            wait = Fraction(total * slack - total - behind * slack, share)
            if best < 0 or wait < best_wait:
                best, best_wait = at, wait
        counts[best] += 1
        given.append(best if best < len(shares) else None)
    return given


def given_by(lines: Iterable[PlanLine], piece_set: Mapping[str, int]) -> Given:
    """The lines that each receiver gives, in the order of `lines`; all lines of an event, or all of some ranks."""
    lines = list(lines)
    given: Given = defaultdict(list)
    for line, numbers in zip(lines, numbers_given(lines, piece_set), strict=True):
        for number in numbers:
            given["rank", line.rank, number].append(line)
        if line.playoff_kind and line.place is not None:
            given["playoff", line.playoff_kind, line.place].append(line)
        if line.consolation:
            given["consolation", line.consolation, 0].append(line)
    return dict(given)


def goods_by_piece(event: Event) -> dict[tuple[str, int], list[PlanLine]]:
    """The plan lines that each piece gives, by rank and the piece's number, in the plan's order; one query."""
    lines = PlanLine.objects.filter(event=event).exclude(rank="").select_related("prize")
    return {(rank, number): given for (_kind, rank, number), given in given_by(lines, event.piece_set).items()}


def goods_by_place(event: Event) -> dict[tuple[str, int], list[PlanLine]]:
    """The plan lines that each place of a play-off gives, by its kind and the place; one query."""
    lines = PlanLine.objects.filter(event=event).exclude(playoff_kind="").select_related("prize")
    return {(kind, place): given for (_what, kind, place), given in given_by(lines, {}).items()}


def worth(lines: Iterable[PlanLine]) -> Decimal:
    """What goods given together are worth, in yuan."""
    return sum((line.quantity * line.prize.value for line in lines), Decimal(0))


def worth_by_receiver(given: Given) -> dict[Receiver, Decimal]:
    """What each piece, place and person gets. Who won nothing gets what everybody gets too."""
    values = {receiver: worth(lines) for receiver, lines in given.items()}
    everybody = values.get(("consolation", PlanLine.Consolation.EVERYBODY, 0), Decimal(0))
    empty_handed: Receiver = ("consolation", PlanLine.Consolation.EMPTY_HANDED, 0)
    if empty_handed in values:
        values[empty_handed] += everybody
    return values
