"""Carry wake-ups and nothing else: ``celery -A portal worker -P solo -Q fast`` and ``-Q slow``."""

import os

from celery import Celery
from celery.signals import worker_init
from kombu.transport import TRANSPORT_ALIASES

from portal.ops.own_folders import make_own_folders

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

TRANSPORT_ALIASES["filesystem"] = "portal.outbox.embedded:Transport"
app = Celery("qiyuan")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.imports = ("portal.outbox.tasks",)


@worker_init.connect
def _before_work(**_: object) -> None:
    make_own_folders()
