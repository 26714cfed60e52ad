"""What makes a machine ready: the first start makes it, the next ones leave it alone."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.site import ROOT, Site
from tests.services import free_port
from tournaments.management.commands.prepare import prepare
from tournaments.models import Federation


@pytest.mark.django_db
def test_a_fresh_site_has_federations_and_keeps_what_somebody_has_made_of_them(
    settings, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    assert not Federation.objects.exists()
    assert prepare()[-1] == "federations loaded"
    assert Federation.objects.filter(code="CHN").exists()
    Federation.objects.filter(code="CHN").update(name_en="China PR")
    Federation.objects.exclude(code="CHN").delete()
    assert prepare() == []
    assert [str(federation.name_en) for federation in Federation.objects.all()] == ["China PR"]


@pytest.mark.slow
def test_a_machine_that_only_works_gets_its_static_files_once_and_no_database(tmp_path: Path) -> None:
    """Two workers start at one moment in one folder."""
    site = Site(tmp_path, free_port())
    command = [sys.executable, "manage.py", "prepare", "--files-only"]
    started = [
        subprocess.Popen(command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    collected = [process.communicate(timeout=120)[0] for process in started]
    assert [process.returncode for process in started] == [0, 0]
    assert sorted(collected) == ["", "static files collected\n"]
    assert (tmp_path / "data" / "static" / "staticfiles.json").exists()
    assert not (tmp_path / "data" / "qiyuan.sqlite3").exists()
