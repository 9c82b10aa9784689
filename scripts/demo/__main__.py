"""Plays the evening into `var/demo/`, afresh each time, and says where its files are."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VAR = Path(os.environ.get("BOBING_VAR", ROOT / "var" / "demo"))
MARK = "demo"  # a folder without this file is not ours to empty


def main() -> int:
    if not _start_afresh():
        return 2
    os.environ["BOBING_VAR"] = str(VAR)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bobing_event.config.settings")
    for name in ("DATABASE_URL", "REDIS_URL"):  # the demo brings everything of its own
        os.environ.pop(name, None)
    import django
    from django.core.management import call_command

    django.setup()
    print("博饼 — a demo evening", flush=True)
    _stages(lambda: call_command("migrate", verbosity=0))
    return 0


def _stages(migrate: Callable[[], None]) -> None:
    begun = time.monotonic()
    _stage("database", migrate)
    from django.utils import translation

    from scripts.demo.evening import Evening
    from tournaments.models import Playoff

    translation.activate("zh-hans")
    evening = Evening()
    _stage("event, staff and prizes", evening.set_up)
    _stage("participant sheet", evening.import_people)
    _stage("check-in", evening.check_people_in)
    _stage("seats by lot", evening.draw_seats)
    _stage("tables", evening.play_tables)
    for kind in Playoff.Kind:
        _stage(f"play-off {kind.label}", lambda kind=kind: evening.play_off(kind))
    _stage("prizes at the desk", evening.hand_prizes_over)
    _stage("practice event", evening.make_practice)
    files = [
        _file("seat cards (Celery)", lambda: evening.make_file("print-seat-cards", session=1, base_url=_address())),
        _file("table sheets (Celery)", lambda: evening.make_file("print-table-sheets", session=1, base_url=_address())),
        _file("certificates (Celery)", lambda: evening.make_file("certificates", base_url=_address())),
        _file("result workbook (Celery)", lambda: evening.make_file("workbook", phones=True)),
    ]
    print(f"\nDone in {time.monotonic() - begun:.0f} s.")
    for path in files:
        print(f"  {path}")
    _print_sign_ins()


def _stage(name: str, work: Callable[[], object]) -> object:
    start = time.monotonic()
    print(f"  {name:<28}", end="", flush=True)
    result = work()
    print(f"{time.monotonic() - start:6.1f} s  {result if isinstance(result, str) else ''}", flush=True)
    return result


def _file(name: str, work: Callable[[], object]) -> Path:
    job = _stage(name, work)
    return Path(job.file.path)  # type: ignore[attr-defined]


def _address() -> str:
    """Where the codes on the certificates lead: this machine on its network."""
    from bobing_event.management.commands.serve import lan_addresses

    return f"http://{(lan_addresses() or ['127.0.0.1'])[0]}:{os.environ.get('PORT', '8000')}"


def _print_sign_ins() -> None:
    from scripts.demo.staff import PASSWORD, PINS, SIGN_INS

    print(f"\nSign in with any of these, password {PASSWORD}; the PIN is for the cards of tables:")
    for name, role in {"owner": "owner", **SIGN_INS}.items():
        print(f"  {name:<12}{role:<16}{PINS.get(name, '')}".rstrip())
    print(flush=True)


def _start_afresh() -> bool:
    if VAR.exists() and any(VAR.iterdir()) and not (VAR / MARK).exists():
        print(f"{VAR} holds something that is no demo; choose another folder with BOBING_VAR.")
        return False
    shutil.rmtree(VAR, ignore_errors=True)
    VAR.mkdir(parents=True)
    (VAR / MARK).touch()
    return True


if __name__ == "__main__":
    sys.exit(main())
