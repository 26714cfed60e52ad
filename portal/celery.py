"""Celery carries wake-ups and nothing else: ``celery -A portal worker -P solo -Q fast`` and ``-Q slow``."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

TRANSPORT_ALIASES["filesystem"] = "portal.outbox.embedded:Transport"
app = Celery("qiyuan")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.imports = ("portal.outbox.tasks",)
