"""What the commands on tournament files share: reading, batches, JSON, exit codes, one-line errors.

*batch*   a ``.jsonl`` file, or standard input with one object per line: one answer per line, in order;
          a line that cannot be answered gives ``{"error": …, "line": 7}`` and the rest goes on.

Exit codes: `_plain`.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.exchange import tournament_file
from tournaments.exchange.tournament_file import TournamentFileError
from tournaments.management.commands._plain import (
    AnswerIsNo,
    ExitRefused,
    FileCommand,
    Unusable,
    batch_lines,
    command_line_text,
    printable_name,
    read_text,
    to_json,
)
from tournaments.state.gc_disabled import gc_disabled
from tournaments.wording.exchange import problems_text

# A batch line may hold these beside the tournament's own keys; both come back with the answer.
LINE_KEYS = ("round", "id")


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
            raise Unusable(problems_text(error.problems)) from None

    def answer(self, tournament: Any, line: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
        """The JSON object of the answer. ``line``: the batch line's own `LINE_KEYS`, empty for a file.

        Raises `Unusable`, `ExitRefused` or `AnswerIsNo`.
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
        except AnswerIsNo as no:
            answer, code = no.answer, 1
        except ExitRefused as refused:
            if not options["json"]:
                raise
            self._print(to_json({"error": command_line_text(str(refused)), "refused": True}))
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
            except AnswerIsNo as no:
                answer = no.answer
        except ExitRefused as refused:
            return {
                **_line_settings(line_values),
                "error": command_line_text(str(refused)),
                "line": number,
                "refused": True,
            }
        except Unusable as error:
            return {**_line_settings(line_values), "error": command_line_text(str(error)), "line": number}
        return {**_line_settings(line_values), **answer}

    def _print(self, text: str) -> None:
        self.stdout.write(text)


def _line_settings(line_values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: line_values[key] for key in LINE_KEYS if key in line_values}


def _parsed(text: str, *, in_batch: bool = False) -> Any:
    """Parsed JSON; a batch names the line itself. Raises `Unusable`."""
    try:
        return tournament_file.parse_json(text)
    except TournamentFileError as error:
        problems = error.problems
        if in_batch:
            problems = tuple(replace(p, place=replace(p.place, line=0)) for p in problems)
        raise Unusable(problems_text(problems)) from None


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


def wanted_round(line: Mapping[str, Any], options: Mapping[str, Any]) -> int:
    """The round asked for: the batch line's own ``round`` before the option. Raises `Unusable`."""
    number = line.get("round", options.get("round"))
    if number is None:
        raise Unusable("say which round: --round N")
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 10_000:
        raise Unusable(f"round: {number!r} is no round number")
    return number
