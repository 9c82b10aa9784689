#!/usr/bin/env python3
"""Writes fixtures/demo-participants.xlsx: 150 made-up people, as untidy as the sheet of a real evening.

Same bytes each time. Title rows and a merged department column, phones as numbers and as everything else, blanks
inside names, an empty and a hidden row, a total and a signature line: see tests/bobing_event/test_demo_fixture.py.
"""

import io
import json
import random
import re
import zipfile
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
NAMES = json.loads((FIXTURES / "demo-names.json").read_text("utf-8"))
FIRST_ROW = 4
WITHOUT_PHONE = 7
LONG_AGO = (2026, 9, 18, 9, 0, 0)
FULL_WIDTH = str.maketrans("0123456789", "".join(chr(0xFF10 + digit) for digit in range(10)))
THIN = Side(style="thin", color="FF999999")

Person = tuple[str, str, str]  # department, name, gender


def people(chance: random.Random) -> list[Person]:
    """Everybody, department by department; no two made-up names are equal, the special ones stand as they are."""
    taken = {name for _department, name, _gender in NAMES["special"]}
    listed: list[Person] = []
    for department, size in NAMES["departments"].items():
        staff = [(where, name, gender) for where, name, gender in NAMES["special"] if where == department]
        while len(staff) < size:
            gender = chance.choice(("male", "female"))
            name = chance.choice(NAMES["surnames"]) + chance.choice(NAMES[f"given_{gender}"])
            if name not in taken:
                taken.add(name)
                staff.append((department, name, gender))
        chance.shuffle(staff)
        listed += staff
    return listed


def written_phone(chance: random.Random, number: int) -> str | int:
    """A phone in one of the ways people type it; mostly Excel has made it a number."""
    digits = str(number)
    ways: list[str | int] = [
        *[number] * 8,
        digits,
        f"{digits} ",
        f"{digits[:3]}-{digits[3:7]}-{digits[7:]}",
        f"{digits[:3]} {digits[3:7]} {digits[7:]}",
        f"+86 {digits}",
        digits.translate(FULL_WIDTH),
    ]
    return chance.choice(ways)


def written_name(chance: random.Random, name: str) -> str:
    """A name as typed: now and then with the blank that lines up two characters with three, or one behind."""
    if len(name) == 2 and chance.random() < 0.4:
        return f"{name[0]}\u3000{name[1]}"
    return name + chance.choice(("", "", "", "", " ", "\u3000"))


def write(sheet: Worksheet, chance: random.Random) -> None:
    listed = people(chance)
    phones = chance.sample(range(19900000000, 19900010000), len(listed))
    special = {name for _department, name, _gender in NAMES["special"]}
    plain = [at for at, (_department, name, _gender) in enumerate(listed) if name not in special]
    silent = set(chance.sample(plain, WITHOUT_PHONE))
    noted = set(chance.sample(plain, len(NAMES["notes"])))
    notes = iter(NAMES["notes"])
    sheet.append([NAMES["title"]])
    sheet.append([NAMES["subtitle"]])
    sheet.append(NAMES["header"])
    row, tops = FIRST_ROW, {}
    for at, (department, name, gender) in enumerate(listed):
        if at == len(listed) // 2:
            row += 1  # an empty row, where two lists were pasted together
        first, _last = tops.get(department, (row, row))
        tops[department] = (first, row)
        phone = chance.choice(NAMES["no_phone"]) if at in silent else written_phone(chance, phones[at])
        note = next(notes) if at in noted else ""
        values = [at + 1, department if first == row else None, written_name(chance, name), NAMES[gender], phone, note]
        for column, value in enumerate(values, 1):
            sheet.cell(row, column, value or None)
        row += 1
    for first, last in tops.values():
        if last > first:
            sheet.merge_cells(start_row=first, end_row=last, start_column=2, end_column=2)
    sheet.row_dimensions[FIRST_ROW + 9].hidden = True
    sheet.cell(row, 1, NAMES["total"])
    sheet.cell(row, 3, f"{len(listed)} {NAMES['people']}")
    sheet.cell(row + 2, 1, NAMES["signature"][0])
    sheet.cell(row + 2, 4, NAMES["signature"][1])


def dress(sheet: Worksheet) -> None:
    sheet.merge_cells("A1:F1")
    sheet.merge_cells("A2:F2")
    sheet["A1"].font = Font(size=16, bold=True)
    sheet["A1"].alignment = sheet["A2"].alignment = Alignment(horizontal="center")
    for cell in sheet[3]:
        cell.font, cell.fill = Font(bold=True), PatternFill("solid", fgColor="FFDDE7F3")
    for row in sheet.iter_rows(min_row=3, max_row=sheet.max_row - 3, max_col=6):
        for cell in row:
            cell.border = Border(THIN, THIN, THIN, THIN)
            cell.alignment = Alignment(horizontal="center", vertical="center")
    for column, width in zip("ABCDEF", (6, 14, 18, 6, 18, 22), strict=True):
        sheet.column_dimensions[column].width = width


def without_clock(workbook: bytes) -> bytes:
    """The same workbook with one fixed time in it, so that making it again changes no byte."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as source, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            content = source.read(entry)
            if entry.filename == "docProps/core.xml":
                content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"2026-09-18T01:00:00Z", content)
            target.writestr(zipfile.ZipInfo(entry.filename, LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def demo_workbook(seed: int = 1815) -> bytes:
    workbook = Workbook()
    sheet = workbook.active
    sheet.title = NAMES["title"][:4]
    write(sheet, random.Random(seed))  # noqa: S311 - made-up people, the same each time
    dress(sheet)
    saved = io.BytesIO()
    workbook.save(saved)
    return without_clock(saved.getvalue())


if __name__ == "__main__":
    target = FIXTURES / "demo-participants.xlsx"
    target.write_bytes(demo_workbook())
    print(target)
