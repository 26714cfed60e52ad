"""Static files as a server has them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.core.management import call_command

from portal.settings import STORAGES


def test_scripts_import_each_other_under_the_names_that_pages_use(settings: Any, tmp_path: Path) -> None:
    settings.STORAGES, settings.STATIC_ROOT = STORAGES, tmp_path
    call_command("collectstatic", interactive=False, verbosity=0)
    imported = {
        (name, found)
        for name in ("desk", "waiting", "sheet")
        for script in tmp_path.glob(f"portal/{name}.????????????.js")
        for found in re.findall(r'from "\./((?:waiting|queue)\.[0-9a-f]{12}\.js)"', script.read_text())
    }
    assert {(name, found.split(".")[0]) for name, found in imported} == {
        ("desk", "waiting"),
        ("desk", "queue"),
        ("waiting", "queue"),
        ("sheet", "queue"),
    }
    for _, found in imported:
        assert (tmp_path / "portal" / found).exists()
