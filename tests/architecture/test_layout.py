"""Every app has the same shelf of modules, and no module grows into a cupboard."""

import ast

import pytest

from tests.architecture.source import APPS, PACKAGES, ROOT, modules, name_of

SHELF = ["models", "queries", "services", "permissions", "urls"]
CUPBOARDS = {"utils", "util", "common", "helpers", "helper", "misc", "signals", "tools"}
MOST_LINES = 320
MOST_FUNCTION_LINES = 60


def test_the_apps_are_those_of_the_design():
    found = {path.parent.name for path in ROOT.glob("*/apps.py")}
    assert found == set(APPS)


@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize("name", SHELF)
def test_an_app_has_the_whole_shelf(app, name):
    assert (ROOT / app / f"{name}.py").is_file() or (ROOT / app / name / "__init__.py").is_file()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_is_a_cupboard(package):
    named_so = [name_of(path) for path in modules(package) if CUPBOARDS & {path.stem, *path.parent.parts}]
    assert named_so == []


@pytest.mark.parametrize("package", [*PACKAGES, "scripts"])
def test_modules_stay_short(package):
    lengths = {name_of(path): len(path.read_text().splitlines()) for path in modules(package)}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_functions_stay_short(package):
    long = {}
    for path in modules(package):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = node.end_lineno - node.lineno + 1
                if lines > MOST_FUNCTION_LINES:
                    long[f"{name_of(path)}:{node.name}"] = lines
    assert long == {}
