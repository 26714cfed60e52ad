"""What the commands on tournament files share: reading, batches, JSON, exit codes, one-line errors.

*batch*   a ``.jsonl`` file, or standard input with one object per line: one answer per line, in order;
          a line that cannot be answered gives ``{"error": …, "line": 7}`` and the rest goes on.

Exit codes: 0 answered (a batch that ran to its end too), 1 the answer is "no", 2 unusable input, 141 when
nobody reads the output any more.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import override

from portal.gc_disabled import gc_disabled
from tournaments.exchange import tournament_file
from tournaments.exchange.tournament_file import TournamentFileError
from tournaments.wording import file_error_text

LINE_KEYS = ("round", "id")
"""Keys that a batch line may hold beside the tournament's own; both come back with the answer."""

READER_GONE = 141
"""128 + SIGPIPE: what a shell reports of any program whose reader has left."""


class Unusable(Exception):  # noqa: N818 - exit code 2
    """Input that nothing can be answered about; the text is one line."""


class ExitRefused(Exception):  # noqa: N818 - exit code 1
    """A round that cannot be paired; the text is one line."""


class No(Exception):  # noqa: N818 - exit code 1
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
            self.stderr.write(one_line(str(refused)))
            raise SystemExit(1) from None
        except Unusable as error:
            self.stderr.write(one_line(str(error)))
            raise SystemExit(2) from None


class TournamentFileCommand(FileCommand):
    """A command ``NAME TOURNAMENT.json … [--json]``: subclasses say `answer` and `text`."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", help="a tournament file, a .jsonl batch, or - for standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")

    def read(self, data: object) -> Any:
        """What `answer` is asked about, of parsed JSON. Raises `Unusable`."""
        try:
            return tournament_file.to_tournament(data)
        except TournamentFileError as error:
            raise Unusable(file_error_text(error)) from None

    def answer(self, tournament: Any, line: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
        """The JSON object of the answer. ``line``: the batch line's own `LINE_KEYS`, empty for a file.

        Raises `Unusable`, `ExitRefused` or `No`.
        """
        raise NotImplementedError

    def text(self, answer: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        """The same answer for a reader."""
        raise NotImplementedError

    def run(self, **options: Any) -> None:
        name = options["tournament"]
        try:
            text = read_text(name)
            if is_batch(name, text):
                self._batch(text, options)
            else:
                # One file is read and answered about, and the process ends.
                with gc_disabled():
                    self._single(text, options)
        except (ExitRefused, Unusable) as error:
            raise type(error)(f"{printable_name(name)}: {error}") from None

    def _single(self, text: str, options: Mapping[str, Any]) -> None:
        code = 0
        try:
            answer = self.answer(self.read(_parsed(text)), {}, options)
        except No as no:
            answer, code = no.answer, 1
        except ExitRefused as refused:
            if not options["json"]:
                raise
            self._print(to_json({"error": one_line(str(refused)), "refused": True}))
            raise SystemExit(1) from None
        self._print(to_json(answer) if options["json"] else self.text(answer, options))
        if code:
            raise SystemExit(code)

    def _batch(self, text: str, options: Mapping[str, Any]) -> None:
        for number, line in batch_lines(text):
            self._print(to_json(self._line(number, line, options)))

    def _line(self, number: int, line: str, options: Mapping[str, Any]) -> dict[str, Any]:
        line_values: dict[str, Any] = {}
        try:
            data = _parsed(line, in_batch=True)
            if isinstance(data, dict):
                line_values = {key: data.pop(key) for key in LINE_KEYS if key in data}
            try:
                answer = self.answer(self.read(data), line_values, options)
            except No as no:
                answer = no.answer
        except ExitRefused as refused:
            return {**_given(line_values), "error": one_line(str(refused)), "line": number, "refused": True}
        except Unusable as error:
            return {**_given(line_values), "error": one_line(str(error)), "line": number}
        return {**_given(line_values), **answer}

    def _print(self, text: str) -> None:
        self.stdout.write(text)


def _given(line_values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: line_values[key] for key in LINE_KEYS if key in line_values}


def _parsed(text: str, *, in_batch: bool = False) -> Any:
    """Parsed JSON; a batch names the line itself. Raises `Unusable`."""
    try:
        return tournament_file.parse_json(text)
    except TournamentFileError as error:
        defects = tuple(replace(d, line=None) if in_batch else d for d in error.defects)
        raise Unusable(file_error_text(TournamentFileError(defects))) from None


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


def read_json(name: str) -> Any:
    """The value in a file of JSON. Raises `Unusable`, which names the file."""
    try:
        return tournament_file.parse_json(read_text(name))
    except TournamentFileError:
        raise Unusable(f"{printable_name(name)}: no JSON") from None
    except Unusable as error:
        raise Unusable(f"{printable_name(name)}: {error}") from None


def is_batch(name: str, text: str) -> bool:
    """A ``.jsonl`` file is; standard input is when each line is an object of its own."""
    if name != "-":
        return name.endswith(".jsonl")
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) == 1:
        return any(f'"{key}"' in lines[0] for key in LINE_KEYS) and _has_line_keys(lines[0])
    return _is_object(lines[0]) or sum(_is_object(line) for line in lines) > len(lines) / 2


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _has_line_keys(line: str) -> bool:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and any(key in data for key in LINE_KEYS)


def batch_lines(text: str) -> Iterator[tuple[int, str]]:
    """(line number, line), blank lines left out."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


def to_json(value: object) -> str:
    """One line of JSON; half a surrogate pair, which no stream of UTF-8 takes, is escaped."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def one_line(text: str) -> str:
    return " ".join(text.split())


def round_of(line: Mapping[str, Any], options: Mapping[str, Any]) -> int:
    """The round asked for: the batch line's own ``round`` before the option. Raises `Unusable`."""
    number = line.get("round", options.get("round"))
    if number is None:
        raise Unusable("say which round: --round N")
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 10_000:
        raise Unusable(f"round: {number!r} is no round number")
    return number
