"""What every command without a database shares: its base, files as text, one line of JSON, one-line errors.

Exit codes: 0 answered (a batch that ran to its end too), 1 the answer is "no", 2 unusable input, 141 when
nobody reads the output any more.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import override

# 128 + SIGPIPE: what a shell reports of any program whose reader has left.
READER_GONE = 141


class Unusable(Exception):  # noqa: N818 - exit code 2
    """Input that nothing can be answered about; the text is one line."""


class ExitRefused(Exception):  # noqa: N818 - exit code 1
    """A round that cannot be paired; the text is one line."""


class AnswerIsNo(Exception):  # noqa: N818 - exit code 1
    """The answer is "no": printed like any other, only the exit code differs."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__("no")
        self.answer = answer


class OneLineParser(CommandParser):
    """Wrong options end in one line on standard error and exit code 2, without the usage text."""

    def error(self, message: str) -> Any:
        if not self.called_from_command_line:
            return super().error(message)
        sys.stderr.write(f"{self.prog}: {message}\n")
        raise SystemExit(2)


class PlainCommand(BaseCommand):
    """A command that works on a machine with nothing but the code and a file: no database, no system checks.

    Whoever reads its output may stop reading, as ``| head`` does: it then ends without a word.
    """

    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        # Django builds a plain CommandParser; its class is the only thing that has to differ.
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.__class__ = OneLineParser
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        try:
            try:
                super().run_from_argv(argv)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            # What is still buffered goes nowhere, or the interpreter would complain when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(READER_GONE) from None


class FileCommand(PlainCommand):
    """Subclasses say `run`, which raises `Unusable` or `ExitRefused`."""

    def run(self, **options: Any) -> None:
        raise NotImplementedError

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            with override("en"):
                self.run(**options)
        except ExitRefused as refused:
            self.stderr.write(command_line_text(str(refused)))
            raise SystemExit(1) from None
        except Unusable as error:
            self.stderr.write(command_line_text(str(error)))
            raise SystemExit(2) from None


def printable_name(name: str) -> str:
    return "standard input" if name == "-" else name


def read_text(name: str) -> str:
    """The whole of a file or, for ``-``, of standard input. Raises `Unusable`."""
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise Unusable(getattr(error, "strerror", None) or str(error)) from None
    if not raw.strip():
        raise Unusable("the file is empty")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Unusable(f"line {line}: not UTF-8 text") from None


def batch_lines(text: str) -> Iterator[tuple[int, str]]:
    """(line number, line), blank lines left out."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


def to_json(value: object) -> str:
    """One line of JSON; half a surrogate pair, which no stream of UTF-8 takes, is escaped."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def command_line_text(text: str) -> str:
    return " ".join(text.split())
