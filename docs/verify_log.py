#!/usr/bin/env python3
"""Verifies an exported table log without Django, the database or any library: python3 docs/verify_log.py FILE...

A log begins with its opening; every entry's hash is SHA-256 over the hash before it (ASCII hex) and the entry itself
as JSON with sorted keys, no blanks, UTF-8. Whoever changes, removes or inserts an entry must change every hash after
it, and the last one, which was printed or written down elsewhere, no longer agrees. Who sat where is part of it: the
opening names a person for each seat (`people`), and a `reseat` says from which entry on (`since`) a seat is another's.

Where a referee entered a pattern and no dice, the entry says `"dice_seen": false` and its dice are an example of the
pattern. A correction that concerned the champion names in `approved_by` a second person, who cannot be the first.
"""

import hashlib
import json
import sys


def link(before, content):
    """The hash of `content` after the hash `before` (empty at the opening)."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(before.encode("ascii") + text.encode("utf-8")).hexdigest()


def problems(log):
    """Yields a sentence for everything in the log that does not hold."""
    before = link("", log["opening"])
    if before != log["opening_hash"]:
        yield "the opening was altered"
    for place, entry in enumerate(log["entries"], start=1):
        content = {key: value for key, value in entry.items() if key != "hash"}
        if entry["seq"] != place:
            yield f"entry {place} is missing: number {entry['seq']} stands in its place"
            return
        if link(before, content) != entry["hash"]:
            yield f"entry {place} was altered, or the one before it was"
        if entry["supersedes"] is not None and not 1 <= entry["supersedes"] < place:
            yield f"entry {place} supersedes number {entry['supersedes']}, which is not before it"
        if entry.get("approved_by") and entry["approved_by"] == entry["recorded_by"]:
            yield f"entry {place} was approved by the person who recorded it"
        if not entry.get("dice_seen", True) and entry["kind"] != "throw":
            yield f"entry {place} has no dice that could have been seen"
        before = entry["hash"]
    if before != log["last_hash"]:
        yield "entries are missing at the end, or the last hash was altered"


def summary(log):
    """What to say of a log that holds."""
    unseen = sum(not entry.get("dice_seen", True) for entry in log["entries"])
    approved = sum(bool(entry.get("approved_by")) for entry in log["entries"])
    facts = [f"{len(log['entries'])} entries"]
    facts += [f"{unseen} by their pattern alone"] if unseen else []
    facts += [f"{approved} approved by a second person"] if approved else []
    return f"{', '.join(facts)}, nothing altered; last hash {log['last_hash']}"


def main(paths):
    wrong = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            log = json.load(file)
        found = list(problems(log))
        wrong += bool(found)
        for line in found or [summary(log)]:
            sys.stdout.write(f"{path}: {line}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
