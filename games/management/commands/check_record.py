"""``check_record FILE…``: is each record readable and legal, and what is wrong with it."""

from __future__ import annotations

import signal
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from types import FrameType
from typing import Any, NamedTuple

from games.management.commands._bytes import read_bytes
from games.management.commands._sgf import check_sgf
from games.records.answer import record_answer, unreadable_object
from games.records.detect import read
from games.records.game import FORMATS, FaultCode, Game, outcome, unreadable
from games.rulebooks.findings import NO_QUESTION, Claim, OutOfPlayError, Question
from games.rulebooks.registry import RULEBOOKS, UnknownRulebookError, require_known
from games.weiqi.sgf import looks_like_sgf
from games.wording.findings import finding_object
from games.wording.records import fault_text
from games.xiangqi.cycles import Played
from games.xiangqi.values import SIDE_NAMES
from tournaments.management.commands._plain import (
    PlainCommand,
    command_line_text,
    to_json,
)

MOST_SECONDS = 5
_CHUNK = 64
_PROGRESS = 500


class CheckedFile(NamedTuple):
    text: str
    code: int
    error: str = ""


class TooSlowError(Exception):
    """A game took longer than `MOST_SECONDS`."""


class Command(PlainCommand):
    help = "Check game records; one line per game. Exit code 1 if a move is not legal or not readable."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record, or - for standard input")
        parser.add_argument("--format", choices=("auto", *FORMATS, "sgf"), default="auto")
        parser.add_argument("--rulebook", action="append", default=[], metavar="NAME")
        parser.add_argument("--claim", action="append", default=[], type=claim, metavar="SIDE:PLY")
        parser.add_argument("--clock", action="append", default=[], type=clock, metavar="SIDE:SECONDS")
        parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes for many files")
        parser.add_argument("--json", action="store_true", help="one JSON object per game")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            require_known(options["rulebook"])
        except UnknownRulebookError as error:
            self.stderr.write(f"check_record: {error}")
            raise SystemExit(2) from None
        if not 1 <= options["jobs"] <= 256:
            self.stderr.write(f"check_record: --jobs {options['jobs']} is not between 1 and 256")
            raise SystemExit(2)
        work = partial(
            check_file,
            kind=options["format"],
            as_json=options["json"],
            rulebooks=tuple(options["rulebook"]),
            question=Question(tuple(Claim(*claim) for claim in options["claim"]), dict(options["clock"])),
        )
        code = 0
        for done, checked in enumerate(self._results(work, options["files"], options["jobs"]), 1):
            self.stdout.write(checked.text, ending="")
            if checked.error:
                self.stderr.write(checked.error)
            code = max(code, checked.code)
            if options["jobs"] > 1 and (done % _PROGRESS == 0 or done == len(options["files"])):
                self.stderr.write(f"{done} of {len(options['files'])} files")
        if code:
            raise SystemExit(code)

    def _results(self, work: Any, files: Sequence[str], jobs: int) -> Iterable[CheckedFile]:
        if jobs == 1 or len(files) == 1:
            yield from map(work, files)
            return
        with ProcessPoolExecutor(min(jobs, len(files))) as pool:
            yield from pool.map(work, files, chunksize=min(_CHUNK, len(files) // jobs + 1))


def claim(text: str) -> tuple[int, int]:
    """``first:140`` → side, ply."""
    side, _, ply = text.partition(":")
    if side not in SIDE_NAMES or not ply.isdecimal() or not int(ply):
        raise ArgumentTypeError(f"{text!r} is not first:PLY or second:PLY")
    return SIDE_NAMES.index(side), int(ply)


def clock(text: str) -> tuple[int, float]:
    """``second:300`` → side, seconds left."""
    side, _, seconds = text.partition(":")
    try:
        left = float(seconds)
    except ValueError:
        left = -1.0
    if side not in SIDE_NAMES or not 0 <= left < float("inf"):
        raise ArgumentTypeError(f"{text!r} is not first:SECONDS or second:SECONDS")
    return SIDE_NAMES.index(side), left


def check_file(
    name: str,
    *,
    kind: str,
    as_json: bool,
    rulebooks: Sequence[str] = (),
    question: Question = NO_QUESTION,
) -> CheckedFile:
    try:
        raw = read_bytes(name)
    except (OSError, ValueError) as error:
        cause = command_line_text(getattr(error, "strerror", None) or str(error))
        text = to_json(unreadable_object(name, cause, "not-opened")) + "\n" if as_json else ""
        return CheckedFile(text, 2, f"{name}: {cause}")
    if kind == "sgf" or (kind == "auto" and looks_like_sgf(raw)):
        return CheckedFile(*check_sgf(raw, name, rulebooks, as_json=as_json))
    parts = []
    errors: list[str] = []
    code = 0
    for index, game in enumerate(_timed(read(raw, kind))):
        if not game.is_valid or outcome(game).contradicts:
            code = max(code, 1)
        try:
            findings = judged(game, rulebooks, question)
        except OutOfPlayError as error:
            findings, code = [], 2
            errors.append(f"{name}: game {index}: {error}")
        if as_json:
            parts.append(to_json(record_answer(game, name, index, fault_text, findings)) + "\n")
        else:
            parts.append(as_text(game, name, index, findings))
    return CheckedFile("".join(parts), code, "\n".join(errors))


def judged(game: Game, rulebooks: Sequence[str], question: Question) -> list[dict[str, Any]]:
    books = [RULEBOOKS[name] for name in dict.fromkeys(rulebooks) if name in RULEBOOKS]
    if not books:
        return []
    played = Played.of(game.moves, game.start)
    return [finding_object(finding) for book in books for finding in book.findings(played, question)]


def _timed(games: Iterator[Game]) -> Iterator[Game]:
    """The games, each read in `MOST_SECONDS` or given up with the rest of the file."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGALRM, stop)
    try:
        while True:
            signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)
            game = next(games, None)
            signal.setitimer(signal.ITIMER_REAL, 0)
            if game is None:
                return
            yield game
    except TooSlowError:
        yield unreadable(FaultCode.TOO_SLOW, seconds=MOST_SECONDS)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def as_text(game: Game, file: str, index: int, findings: Sequence[dict[str, Any]] = ()) -> str:
    """One line about the game, and one for each fault and finding."""
    name = f"{file} [{index}]" if index else file
    state = "valid" if game.is_valid else "not valid"
    lines = [f"{name}: {state}, {len(game.moves)} plies, {outcome(game).ending}, result {game.result}"]
    for fault in game.faults:
        where = [f"line {fault.line}"] if fault.line is not None else []
        where += [f"ply {fault.ply}"] if fault.ply is not None else []
        near = f" (legal: {', '.join(fault.candidates)})" if fault.candidates else ""
        lines.append(f"  {', '.join(where) or 'record'}: {fault.cause}: {fault_text(fault)}{near}")
    lines += [
        f"  ply {finding['ply']}: {finding['kind']}: "
        f"{finding['message']} ({finding['rulebook']} {finding['article']})"
        for finding in findings
    ]
    return "\n".join(lines) + "\n"
