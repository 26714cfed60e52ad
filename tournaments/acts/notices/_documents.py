"""What a file is that somebody sends for everybody to read, told by a child process by its bytes."""

from __future__ import annotations

from typing import Final

from portal.policy import Refusal
from portal.sandbox import parent
from tournaments.exchange.document_formats import UNREADABLE, WITH_MACROS, format_of_file
from tournaments.models import Document

MOST_BYTES: Final = 5_000_000


def format_of(raw: bytes) -> str:
    """Tell which `Document.Format` a file has, or refuse it for the field ``file``."""
    if not raw:
        raise Refusal("document-empty", field="file")
    if len(raw) > MOST_BYTES:
        raise Refusal("document-too-large", field="file", limit=MOST_BYTES // 1_000_000)
    format_name = parent.run_sandboxed(format_of_file, raw, field="file")
    if format_name in (UNREADABLE, WITH_MACROS):
        raise Refusal(format_name, field="file")
    return Document.Format(format_name)
