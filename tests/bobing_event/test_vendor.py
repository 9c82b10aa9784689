"""scripts/vendor.py: the front-end files we ship are those of the packages the lock file names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts import vendor

FRONTEND = vendor.ROOT / "frontend"


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A node_modules with our packages in it."""
    for name, folder, file, licence in (
        ("idb", "build", "index.js", "LICENSE"),
        ("modern-normalize", ".", "modern-normalize.css", "license"),
        ("qr", ".", "decode.js", "LICENSE"),
    ):
        package = tmp_path / "node_modules" / name
        (package / folder).mkdir(parents=True)
        (package / "package.json").write_text(json.dumps({"name": name, "version": "1.2.3", "license": "MIT"}))
        (package / folder / file).write_text(f"/* {name} */\n")
        (package / licence).write_text("Do as you like.\n")
    return tmp_path / "node_modules"


def test_copies_files_with_version_and_licence(packages: Path, tmp_path: Path) -> None:
    copies = tmp_path / "vendor"
    assert vendor.main([], packages, copies) == 0
    assert {path.name: path.read_text() for path in (copies / "idb").iterdir()} == {
        "index.js": "/* idb */\n",
        "VERSION": "idb 1.2.3\nLicence: MIT (see LICENSE)\n",
        "LICENSE": "Do as you like.\n",
    }
    assert vendor.main(["--check"], packages, copies) == 0


@pytest.mark.parametrize("harm", ["changed", "missing", "left over", "unknown package"])
def test_check_names_what_differs(
    packages: Path, tmp_path: Path, harm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    copies = tmp_path / "vendor"
    vendor.main([], packages, copies)
    capsys.readouterr()
    if harm == "changed":
        (copies / "idb" / "index.js").write_text("/* mended by hand */\n")
    elif harm == "missing":
        (copies / "idb" / "index.js").unlink()
    elif harm == "left over":
        (copies / "idb" / "old.js").write_text("")
    else:
        (copies / "jquery").mkdir()
    assert vendor.main(["--check"], packages, copies) == 1
    named = {"left over": "idb/old.js", "unknown package": "jquery/"}.get(harm, "idb/index.js")
    assert capsys.readouterr().out == f"differs: {named}\n"


def test_copying_removes_what_is_left_over(packages: Path, tmp_path: Path) -> None:
    copies = tmp_path / "vendor"
    vendor.main([], packages, copies)
    (copies / "idb" / "old.js").write_text("")
    vendor.main([], packages, copies)
    assert sorted(path.name for path in (copies / "idb").iterdir()) == ["LICENSE", "VERSION", "index.js"]


def test_says_what_to_run_where_the_packages_are_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert vendor.main(["--check"], tmp_path / "nothing", tmp_path / "vendor") == 2
    assert "npm ci --ignore-scripts" in capsys.readouterr().out


def test_the_copies_are_of_the_locked_versions() -> None:
    locked = json.loads((FRONTEND / "package-lock.json").read_text())["packages"]
    for name in vendor.CHOSEN:
        version = locked[f"node_modules/{name}"]["version"]
        assert (vendor.VENDOR / name / "VERSION").read_text().splitlines()[0] == f"{name} {version}"


def test_the_lock_file_names_no_address() -> None:
    packages = json.loads((FRONTEND / "package-lock.json").read_text())["packages"]
    assert [name for name, facts in packages.items() if "resolved" in facts] == []


@pytest.mark.skipif(not vendor.PACKAGES.is_dir(), reason="frontend/node_modules is not installed")
def test_the_copies_are_those_of_the_installed_packages() -> None:
    assert vendor.main(["--check"]) == 0
