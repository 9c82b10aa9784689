"""The worker's script: it names every file of the page, and each of them is there."""

from __future__ import annotations

import json
import re

from django.contrib.staticfiles import finders
from django.templatetags.static import static

from tables.tablet_worker import ASSETS


def test_the_script_is_fresh_and_names_the_files(client):
    answer = client.get("/t/sw.js")
    assert (answer.status_code, answer["Content-Type"], answer["Cache-Control"]) == (200, "text/javascript", "no-cache")
    named = re.search(r"const ASSETS = (\[.*?\]);", answer.content.decode())
    assert named is not None
    assert json.loads(named[1]) == [static(asset) for asset in ASSETS]
    assert client.post("/t/sw.js").status_code == 405


def test_every_file_is_there_once_and_all_that_the_modules_import_is_among_them():
    assert [asset for asset in ASSETS if finders.find(asset) is None] == []
    assert len(set(ASSETS)) == len(ASSETS)
    for asset in ASSETS:
        if not asset.startswith("tables/tablet/") or not asset.endswith(".js"):
            continue
        with open(finders.find(asset), encoding="utf-8") as module:
            imported = re.findall(r'^import .*from "\./(.*)";$', module.read(), re.MULTILINE)
        assert {f"tables/tablet/{name}" for name in imported} <= set(ASSETS), asset
