"""Calls of the commands in this process."""

import io
import sys

from django.core.management import call_command


def run(*arguments, stdin=None, monkeypatch=None):
    """(exit code, standard output, standard error) of a command called in this process."""
    out, err = io.StringIO(), io.StringIO()
    if stdin is not None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
    code = 0
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as stop:
        code = stop.code
    return code, out.getvalue(), err.getvalue()
