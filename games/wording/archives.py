"""The words for a line of an archive's report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.translation import gettext

from games.wording import records, weiqi
from games.wording.refusals import WORDS


class ReportedLine(Protocol):
    """What `games.models.ArchiveLine` has to say."""

    code: str
    params: Mapping[str, Any]
    fault: Mapping[str, Any] | None


def line_text(line: ReportedLine) -> str:
    """Say why a game was refused, or what its first fault is; empty where it was there already."""
    sentences = [gettext(WORDS[line.code]) % line.params] if line.code else []
    if line.fault is not None:
        words = weiqi.stored_fault_text if line.fault["game"] == "weiqi" else records.stored_fault_text
        sentences.append(words(line.fault))
    return " ".join(sentences)
