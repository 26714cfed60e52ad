"""Applications that many confirm at one moment, from threads or from several processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from django.conf import settings

from tests.races import together
from tournaments.acts.entering.applications import confirm_application
from tournaments.models import Application

ROOT = Path(__file__).resolve().parents[1]


def press_confirm(*applications: Application) -> list[object]:
    return together(
        *(
            partial(confirm_application, application=application, by=application)
            for application in applications
        )
    )


CONFIRM = """
import os, sys, time
import django
django.setup()
from django.db import connections
from tournaments.acts.entering.applications import confirm_application
from tournaments.models import Application
connections.settings["default"]["NAME"] = os.environ["RACE_DATABASE"]
while time.time() < float(os.environ["RACE_START"]):
    time.sleep(0.001)
for key in map(int, sys.argv[1].split(",")):
    application = Application.objects.select_related("section__event").get(pk=key)
    confirm_application(application=application, by=application)
"""


def confirm_in_processes(applications: list[Application], processes: int) -> float:
    """Each process confirms its part, one after the other; the first part is confirmed by two at once.
    Returns the seconds from the start to the last."""
    keys = [application.pk for application in applications]
    parts = [keys[place::processes] for place in range(processes)]
    start = time.time() + 15
    environment = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "RACE_DATABASE": str(settings.DATABASES["default"]["NAME"]),
        "RACE_START": str(start),
    }
    running = [
        subprocess.Popen(
            [sys.executable, "-c", CONFIRM, ",".join(map(str, part))],
            cwd=ROOT,
            env={**os.environ, **environment},
        )
        for part in (*parts, parts[0])
    ]
    assert [process.wait() for process in running] == [0] * len(running)
    return time.time() - start
