"""Repeats a redraw with nothing but Python 3: python3 verify_redraw.py REDRAW.json (docs/prizes.md explains it)."""

import hashlib
import itertools
import json
import pathlib
import sys


def shuffled(people, seed):
    def numbers():
        for block in itertools.count():
            digest = hashlib.sha256(seed + block.to_bytes(8, "big")).digest()
            yield from (int.from_bytes(digest[start : start + 8], "big") for start in (0, 8, 16, 24))

    source, order = numbers(), list(people)
    for last in range(len(order) - 1, 0, -1):
        fair = 2**64 // (last + 1) * (last + 1)
        other = next(number for number in source if number < fair) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


wrong = 0
for number, draw in enumerate(json.loads(pathlib.Path(sys.argv[1]).read_bytes())["draws"], start=1):
    order = shuffled(sorted(set(draw["entrants"])), bytes.fromhex(draw["seed"]))
    goods = sorted(claim for claim, _person in draw["winners"])
    found = [[claim, order[place % len(order)]] for place, claim in enumerate(goods)]
    agrees = found == sorted(draw["winners"])
    wrong += not agrees
    sys.stdout.write(f"draw {number}, {len(order)} people: {'OK' if agrees else 'WRONG'}\n")
sys.exit(wrong > 0)
