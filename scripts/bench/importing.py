"""Importing 10,000 people from an .xlsx of eight columns, beside reading the file and one bulk insert of them.

On PostgreSQL, both in one process and taking turns. Ours is what a browser asks for: the preview with its report, then
the commit with its audit record; the file was kept before. The measuring has a process of its own
(`python -m scripts.bench.importing`), since Django is set up on a database once.
"""

from __future__ import annotations

import io
import json
import os
import resource
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scripts.bench.figure import Figure, best_of

if TYPE_CHECKING:
    from bobing_event.models import Event, ParticipantImport

PEOPLE = 10_000
ROUNDS = 5
HEADER = ["序号", "姓名", "性别", "手机号", "单位", "身份证号", "组别", "备注"]


def figures() -> Iterator[Figure]:
    command = [sys.executable, "-m", "tests.services", "--", sys.executable, "-m", "scripts.bench.importing"]
    with tempfile.TemporaryDirectory(prefix="bobing-bench-") as folder:
        done = subprocess.run(command, env={**os.environ, "BOBING_VAR": folder}, stdout=subprocess.PIPE, check=True)
    taken: dict[str, float] = json.loads(done.stdout)
    yield Figure("import", taken["import_seconds"] / taken["bare_seconds"], 2, detail=taken)


def main() -> None:
    """Prints `{"import_seconds", "bare_seconds", "peak_mb"}`: the shortest of each, and the most memory of all."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bobing_event.config.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    content = _workbook()
    uploads = [_upload(content) for _ in range(ROUNDS)]
    events = [_event() for _ in range(ROUNDS)]
    own, bare = best_of(ROUNDS, lambda: _import(uploads.pop()), lambda: _bare(content, events.pop()))
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(json.dumps({"import_seconds": round(own, 3), "bare_seconds": round(bare, 3), "peak_mb": round(peak / 1024)}))


def _workbook() -> bytes:
    from openpyxl import Workbook

    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet()
    sheet.append(HEADER)
    for number in range(PEOPLE):
        name = "王李张刘陈杨赵黄周吴"[number % 10] + chr(0x4E00 + number // 10) + "明静强伟芳"[number % 5]
        sheet.append([
            number + 1, name, "男女"[number % 2], 13_800_000_000 + number, f"第{number % 40}分公司",
            f"3502031990{number:07d}X", f"{number // 12}组", "素食" if number % 9 == 0 else None,
        ])  # fmt: skip
    saved = io.BytesIO()
    workbook.save(saved)
    return saved.getvalue()


def _event() -> Event:
    from django.utils import timezone

    from bobing_event.models import Event

    now = timezone.now()
    return Event.objects.create(slug=f"bench-{uuid.uuid4().hex[:10]}", name="bench", date=now.date(), created_at=now)


def _upload(content: bytes) -> ParticipantImport:
    from django.contrib.auth.models import User
    from django.core.files.base import ContentFile
    from django.utils import timezone

    from bobing_event.services.uploads import upload_sheet

    by, _made = User.objects.get_or_create(username="bench-import")
    return upload_sheet(event=_event(), file=ContentFile(content, "people.xlsx"), by=by, now=timezone.now())


def _import(upload: ParticipantImport) -> None:
    from django.utils import timezone

    from bobing_event.services.imports import commit_import, preview_import

    preview = preview_import(upload=upload)
    commit_import(upload=preview, by=upload.uploaded_by, now=timezone.now())


def _bare(content: bytes, event: Event) -> None:
    from python_calamine import CalamineWorkbook

    from bobing_event.models import Participant

    rows = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()
    Participant.objects.bulk_create([
        Participant(
            event=event, name=name, gender="m" if gender == "男" else "f", phone=str(int(phone)), unit=unit,
            id_number=id_number, party=party, note=note,
        )
        for _number, name, gender, phone, unit, id_number, party, note in rows[1:]
    ], batch_size=1000)  # fmt: skip


if __name__ == "__main__":
    main()
