"""What the tests of commands read: JSON, a line each."""

from __future__ import annotations

import io
import json
from typing import Any

from django.core.management import call_command


def inside(*words: str) -> tuple[int, str, str]:
    """A command in this process: exit code, output, errors."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*words, stdout=out, stderr=err)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]
