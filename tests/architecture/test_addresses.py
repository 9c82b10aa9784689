"""Nothing that is committed names a folder of somebody's machine or a package registry's host."""

import pytest

from tests.architecture.source import name_of, tracked

BINARY = {".xlsx", ".xls", ".ods", ".pdf", ".png", ".jpg", ".ico", ".otf", ".ttf", ".woff2", ".mo", ".gz"}
# Written in pieces, so that this file may stand among those it reads.
FORBIDDEN = [
    "../" + "shared", "/" + "work/", "/" + "tmp/", "/" + "root/", "/" + "home/", "/" + "Users/",
    "pypi." + "org", "python" + "hosted.org", "registry." + "npmjs", "--index" + "-url", "--find" + "-links",
]  # fmt: skip


@pytest.mark.parametrize("forbidden", FORBIDDEN)
def test_no_file_names(forbidden):
    texts = {name_of(path): path.read_bytes() for path in tracked() if path.suffix not in BINARY}
    assert [name for name, text in texts.items() if forbidden.encode() in text] == []


def test_lock_files_hold_no_address():
    for path in tracked("requirements*.txt", "*package-lock.json"):
        assert "http" not in path.read_text().replace('"funding"', "") or path.suffix == ".json", name_of(path)
        assert '"resolved"' not in path.read_text(), name_of(path)
