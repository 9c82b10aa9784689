"""Every dependency says in docs/dependencies.md what it is for, and nothing stands there that is not used."""

import json
import re
import tomllib

from tests.architecture.source import ROOT


def test_each_dependency_has_its_line_and_no_other():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = [project["project"]["dependencies"], *project["dependency-groups"].values()]
    python = {re.match(r"[\w-]+", line)[0] for group in groups for line in group}
    package = json.loads((ROOT / "frontend" / "package.json").read_text())
    script = {*package["dependencies"], *package["devDependencies"]}
    rows = re.findall(r"(?m)^\| ([\w.-]+) \|", (ROOT / "docs" / "dependencies.md").read_text())
    assert sorted(row for row in rows if row != "package") == sorted(python | script)
