"""Repeats a draw of seats with nothing but Python 3: python3 verify_draw.py DRAW.json (docs/seating.md explains it)."""

import collections, contextlib, hashlib, itertools, json, pathlib, sys, unicodedata  # noqa: E401, I001 - all from Python itself


def seating(plan, seed):
    def numbers():
        for block in itertools.count():
            digest = hashlib.sha256(seed + block.to_bytes(8, "big")).digest()
            yield from (int.from_bytes(digest[i : i + 8], "big") for i in (0, 8, 16, 24))

    def below(limit):
        return next(n for n in source if n < 2**64 // limit * limit) % limit

    def drawn(items):
        for last in range(len(items) - 1, 0, -1):
            other = below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items

    source, size = numbers(), dict(enumerate(plan["sizes"], plan["first_table"]))
    fixed = {int(p): tuple(place) for p, place in plan["fixed"].items()}
    promised = collections.Counter(fixed.values())
    free = {t: [s for s in range(1, size[t] + 1) if promised[t, s] != 1] for t in size}
    seat = {p: (t, s) for p, (t, s) in fixed.items() if s in range(1, size.get(t, 0) + 1) and promised[t, s] == 1}
    at, room = {p: t for p, (t, _) in seat.items()}, {t: len(free[t]) for t in size}
    order = dict(zip(drawn(sorted({*fixed, *itertools.chain(*plan["together"], *plan["apart"])})), itertools.count()))
    groups = plan["together"] + [[p] for p in order.keys() - itertools.chain(*plan["together"])]
    for group in sorted(groups, key=lambda g: (not fixed.keys() & g, -len(g), min(order[p] for p in g))):
        while block := sorted((p for p in group if p not in at), key=order.__getitem__):
            own = {at.get(p) for p in group} | {fixed[p][0] for p in group if p in fixed}
            barred = {at.get(p) for wish in plan["apart"] if {*wish} & {*block} for p in wish}
            near = [t for t in room if room[t] and t in own] or [t for t in room if room[t] and t not in barred]
            near = near or [t for t in room if room[t]]
            part = -(-len(block) // -(-len(block) // max(room[t] for t in near)))
            fits = [t for t in near if room[t] >= part]
            least = min(room[t] for t in fits) if 2 * len(order) > len(plan["people"]) else None
            lots = [t for t in fits for _ in range(room[t]) if least in (None, room[t])]
            room[table := lots[below(len(lots))]] -= part
            at.update(dict.fromkeys(block[:part], table))
    others, ranks = drawn([p for p in plan["people"] if p not in at]), drawn(sorted({*plan["units"].values()}))
    others.sort(key=lambda p: ranks.index(plan["units"][str(p)]) if ranks else 0)
    slots = [(lap, t) for t in drawn([*room]) for lap in range(room[t])]
    slots.sort(key=lambda slot: plan["spread"] == "mixed" and slot[0])
    start = plan["spread"] == "mixed" and below(len(slots) or 1)
    at.update(zip(others, (t for _, t in slots[start:] + slots[:start]), strict=True))
    seat.update({p: (at[p], free[at[p]].pop(0)) for p in drawn([p for p in plan["people"] if p not in seat])})
    return sorted([*seat[p], p] for p in seat)


draw = json.loads(pathlib.Path(sys.argv[1]).read_bytes())
digest = hashlib.sha256(json.dumps(draw["plan"], ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode())
secret = bytes.fromhex(draw.get("secret") or sys.exit("not drawn yet: the file has the list alone"))
phrase = unicodedata.normalize("NFC", draw["public_seed"]).encode()
found = {"plan_digest": digest.hexdigest(), "commitment": hashlib.sha256(secret).hexdigest(), "seating": None}
with contextlib.suppress(Exception):  # a forged plan need not be one that can be seated
    found["seating"] = seating(draw["plan"], hashlib.sha256(secret + digest.digest() + phrase).digest())
sys.stdout.writelines(f"{name}: {'OK' if draw[name] == found[name] else 'WRONG'}\n" for name in found)
sys.exit(any(draw[name] != found[name] for name in found))
