"""The import contracts of pyproject.toml hold, and each of them bites."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGES, ROOT, modules, name_of

LAYERS = "Data flows one way"
CONFIG = "Nothing but the settings and entry points imports bobing_event.config"
RULES = "The rules know nothing of Django"

BREACHES = [
    ("rules/dice.py", "import bobing_event.refusals", LAYERS),
    ("bobing_event/queries/people.py", "import tables.models", LAYERS),
    ("tables/chain.py", "from tournaments import models", LAYERS),
    ("tournaments/models.py", "import awards.models", LAYERS),
    ("awards/models/goods.py", "import reports.models", LAYERS),
    ("reports/models.py", "from bobing_event.config import settings", CONFIG),
    ("bobing_event/jobs.py", "import bobing_event.config.celery", CONFIG),
    ("rules/dice.py", "import django.db", RULES),
]


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the packages' sources, to break."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for package in PACKAGES:
        for path in modules(package):
            target = folder / name_of(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    return folder


def test_all_contracts_are_kept():
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(("module", "line", "contract"), BREACHES)
def test_a_breach_is_found(copy, module, line, contract):
    path = copy / module
    whole = path.read_text()
    path.write_text(f"{whole}\n{line}\n")
    result = lint_imports(copy)
    path.write_text(whole)
    assert result.returncode == 1
    broken = " ".join(result.stdout.split("Broken contracts")[1].split())
    assert contract in broken


@pytest.mark.parametrize("path", modules("rules"), ids=name_of)
def test_rules_import_the_standard_library_alone(path):
    imported = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            imported.add(str(node.module).split(".")[0])
    assert imported - sys.stdlib_module_names == imported & {"rules"}
