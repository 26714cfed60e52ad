"""Celery carries wake-ups and nothing else: ``celery -A portal worker -P solo -Q fast`` and ``-Q slow``."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

app = Celery("qiyuan")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.imports = ("portal.outbox.tasks",)
