"""What a record is, wherever it belongs: the bytes that came, and what was read in them."""

from __future__ import annotations

from hashlib import sha256

from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 120


class Source(models.Model):
    """The text or file exactly as it came."""

    raw = models.BinaryField()
    filename = models.CharField(_("file name"), max_length=LONGEST_NAME, blank=True)
    format = models.CharField(_("format"), max_length=10, default="auto")
    digest = models.CharField(max_length=80)

    class Meta:
        abstract = True


def digest_of(raw: bytes) -> str:
    return "sha256:" + sha256(raw).hexdigest()


def source_columns(raw: bytes, filename: str, kind: str) -> dict[str, str | bytes]:
    return {"raw": raw, "filename": filename[-LONGEST_NAME:], "format": kind, "digest": digest_of(raw)}


class Reading(models.Model):
    """What was found in a record: the promised object of ``check_record``, headers apart."""

    class State(models.TextChoices):
        VALID = "valid", _("valid")
        FAULTY = "faulty", _("has errors")
        UNREADABLE = "unreadable", _("unreadable")

    state = models.CharField(max_length=10, choices=State)
    data = models.JSONField()
    headers = models.JSONField(default=dict, blank=True)

    class Meta:
        abstract = True
