"""The web server's process as it stands before the first request."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installation import ROOT, bare_environment

COUNTS = """
import gc
from portal.wsgi import application
frozen = gc.get_freeze_count()
from django.test import Client
Client().get("/health/live")
print(frozen, len(gc.get_objects()))
"""


@pytest.mark.slow
def test_collections_of_garbage_leave_the_code_alone(tmp_path: Path) -> None:
    """While one looks at everything, no reader is answered: what stands from the start is left out."""
    settings = {"DATA_DIR": str(tmp_path), "ENV_FILE": os.devnull, "DEBUG": "true"}
    done = subprocess.run(
        [sys.executable, "-c", COUNTS],
        cwd=ROOT,
        env=bare_environment() | settings | {"DJANGO_SETTINGS_MODULE": "portal.settings"},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    frozen, looked_at = map(int, done.stdout.split())
    assert looked_at < frozen / 4
