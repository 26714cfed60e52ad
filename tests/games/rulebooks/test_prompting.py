"""A rulebook at the table: judged ply by ply it says what it says of the whole line so far.

The cases of `tests/fixtures/live` were derived by hand from the five texts, in their field ``why``.
"""

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.rulebooks import prompting, wxc2015
from games.rulebooks.findings import NO_QUESTION, Claim, Finding, Kind
from games.rulebooks.prompting import Table, end_by, is_applied, recipients
from games.rulebooks.registry import RULEBOOKS
from games.xiangqi.cycles import Played
from games.xiangqi.fen import START_POSITION, FileErrorCode, Position
from games.xiangqi.values import Move
from tests.games.rulebooks.facts import DIAGRAM, diagrams, live_cases, moves, play, position

ROOT = Path(__file__).resolve().parents[3]
GAMES = ROOT / "games" / "fixtures" / "championships_2009_games.json"


@cache
def cases() -> list[dict[str, Any]]:
    """Those that are about plies and take-backs; the others are about who writes, clocks and seats."""
    return [case for case in live_cases() if all(_is_for_table(op) for op in _ops(case))]


def _ops(case: dict[str, Any]) -> list[Any]:
    return list(case["ops"]) if "ops" in case else case["plies"].split()


def _is_for_table(op: Any) -> bool:
    return isinstance(op, str) or set(op) == {"back_to"} or "overturn" in op


def lines() -> list[tuple[Position, list[Move]]]:
    """The games of three championships, and every diagram played on."""
    sections = json.loads(GAMES.read_text())["sections"]
    lines_of_play = [
        (START_POSITION, moves(game["moves"])) for section in sections for game in section["games"]
    ]
    lines_of_play += [
        (position(row["position"]), moves(row["lead"]) + moves(row["cycle"]) * 9)
        for row in diagrams()
        if row["cycle"]
    ]
    return lines_of_play


def by_ply(name: str, start: Position, line: list[Move]) -> dict[int, list[Finding]]:
    """What the rulebook finds in the whole line, and who may claim, counted anew."""
    played = play(start, line)
    findings: dict[int, list[Finding]] = {}
    for finding in RULEBOOKS[name].findings(played, NO_QUESTION):
        findings.setdefault(finding.ply, []).append(finding)
    return findings


def due_at(table: "Judged", ply: int) -> list[Finding]:
    return [row for row in table.judge.at(ply) if row.kind is not Kind.CLAIMABLE]


class Judged:
    """A judge at a game that grows."""

    def __init__(self, name: str, played: Played) -> None:
        self.played, self.judge = played, prompting.JUDGES[name](played)

    def back(self, ply: int) -> None:
        while len(self.played) > ply:
            self.played.pop()
        self.judge.cut(ply)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULEBOOKS)
def test_at_every_ply_it_finds_what_the_whole_line_so_far_finds(name: str) -> None:
    """Grown ply by ply with take-backs at random, and taken up at the anchor with nothing remembered."""
    chance = random.Random(37)
    compared = 0
    for start, line in lines():
        whole = by_ply(name, start, line)
        table = Judged(name, Played.of((), start, allowed=DIAGRAM))
        for ply, move in enumerate(line, 1):
            table.played.push(move)
            assert due_at(table, ply) == whole.get(ply, [])
            if chance.random() < 0.1:
                fewer = chance.randint(max(0, ply - 12), ply - 1)
                table.back(fewer)
                for again in range(fewer + 1, ply + 1):
                    table.played.push(line[again - 1])
                    assert due_at(table, again) == whole.get(again, [])
            if chance.random() < 0.3 or ply in whole:
                anchor = table.played.anchor()
                assert anchor.ply <= ply
                cold = Judged(
                    name, Played.resumed(anchor, line[anchor.ply : ply], allowed=frozenset(FileErrorCode))
                )
                assert due_at(cold, ply) == whole.get(ply, [])
        compared += sum(map(len, whole.values()))
    assert compared > 40


@pytest.mark.slow
@pytest.mark.parametrize("name", RULEBOOKS)
def test_what_was_played_so_far_is_all_that_a_finding_rests_on(name: str) -> None:
    """The findings of a line's beginning are those of the line up to there."""
    for start, line in lines()[::9]:
        whole = by_ply(name, start, line)
        for ply in range(len(line) + 1):
            wanted = [row for at in sorted(whole) if at <= ply for row in whole[at]]
            assert sorted(RULEBOOKS[name].findings(play(start, line[:ply]), NO_QUESTION), key=_ply) == wanted


def _ply(finding: Finding) -> int:
    return finding.ply


def test_a_game_that_shrinks_is_what_it_was() -> None:
    for start, line in lines()[::12]:
        played = play(start, line)
        for ply in range(len(line) // 2, len(line), 3):
            shorter = play(start, line)
            while len(shorter) > ply:
                shorter.pop()
            fresh = play(start, line[:ply])
            for name in ("moves", "sides", "checks", "quiet", "keys", "stills", "repetitions"):
                assert getattr(shorter, name) == getattr(fresh, name)
            assert shorter.occurrences(ply) == fresh.occurrences(ply)
            for move in line[ply:]:
                shorter.push(move)
            assert shorter.keys == played.keys


class Replay:
    """A case played: what was prompted, what was over or stood again after which of its entries, how the game
    ended. Where it is ``cold`` nothing is remembered from one ply to the next but what is stored."""

    def __init__(self, case: dict[str, Any], *, cold: bool) -> None:
        self.case, self.cold = case, cold
        self.online = case["mode"] == "online"
        self.table = Table.of(case["rulebook"], (), position(case["start"]))
        self.line: list[Move] = []
        self.prompted: list[Finding] = []
        self.over: dict[tuple[str, int], int] = {}
        self.again: dict[tuple[str, int], int] = {}
        self.end: tuple[object, ...] | None = None
        self.refused: list[tuple[int, str]] = []
        for number, op in enumerate(_ops(case), 1):
            self._enter(number, op)

    def _enter(self, number: int, op: Any) -> None:
        if isinstance(op, dict):
            if "back_to" in op:
                self._back(number, op["back_to"])
            else:
                self.end = None
        elif self.end is None and self.online and op in self.table.disabled:
            self.refused.append((number, op))
        elif self.end is None:
            self._play(number, Move.parse(op))

    def _play(self, number: int, move: Move) -> None:
        if self.cold:
            anchor = self.table.played.anchor()
            stored = json.loads(json.dumps(prompting.as_json(self.table.standing)))
            self.table = Table.resumed(
                self.case["rulebook"], anchor, self.line[anchor.ply :], prompting.from_json(stored)
            )
        change = self.table.push(move)
        self.line.append(move)
        self.prompted += change.raised
        self.over.update({(row.article, row.ply): number for row in change.over})
        self.end = self._end(change.raised)

    def _back(self, number: int, ply: int) -> None:
        if self.cold:  # a take-back may go below the anchor: then the game is followed again
            self.table = Table.of(self.case["rulebook"], self.line, position(self.case["start"]))
        change = self.table.back(ply)
        del self.line[ply:]
        self.over.update({(row.article, row.ply): number for row in change.over})
        self.again.update({(row.article, row.ply): number for row in change.raised})

    def _end(self, raised: tuple[Finding, ...]) -> tuple[object, ...] | None:
        ply = len(self.line)
        for finding in raised:
            end = end_by(finding) if is_applied(finding, online=self.online) else None
            if end is not None:
                return ply, *end
        if self.table.played.is_over(ply):
            return ply, "0-1" if self.table.played.side_of(ply) else "1-0", "mate", None
        return None

    def counted(self, ply: int) -> int:
        return next(int(row.evidence["counted"]) for row in self.prompted if row.ply == ply)


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["id"]))
@pytest.mark.parametrize("cold", [False, True], ids=["followed", "taken up at each ply"])
def test_the_cases(case: dict[str, Any], cold: bool) -> None:
    replay = Replay(case, cold=cold)
    wanted = case["expect"]
    assert [_plain(row, online=replay.online) for row in replay.prompted] == [
        (row["ply"], row["kind"], row["article"], row["code"], row["side"], row["to"], row.get("move"))
        for row in wanted
    ]
    assert [replay.counted(row["ply"]) for row in wanted if "counted" in row] == [
        row["counted"] for row in wanted if "counted" in row
    ]
    for row in wanted:
        key = row["article"], row["ply"]
        assert replay.again.get(key) == row.get("again_at_op")
        assert "withdrawn_at_op" not in row or replay.over[key] == row["withdrawn_at_op"]
    if "end" in case or "ops" not in case:
        expected = case.get("end")
        assert replay.end == (
            None
            if expected is None
            else tuple(expected[key] for key in ("ply", "result", "cause", "article"))
        )
    assert replay.refused == [(row["op"], row["move"]) for row in case.get("refused", [])]


def _plain(finding: Finding, *, online: bool) -> tuple[object, ...]:
    side = None if finding.side is None else ("first", "second")[finding.side]
    to = list(recipients(finding, online=online))
    move = finding.evidence.get("move")
    return finding.ply, str(finding.kind), finding.article, finding.code, side, to, move


def test_there_are_cases_of_every_rulebook_but_the_one_that_the_other_refers_to() -> None:
    assert len(cases()) > 50
    assert {case["rulebook"] for case in cases()} == {*RULEBOOKS} - {"axf"}


def test_one_perpetual_check_is_prompted_twice_under_the_championships_rules() -> None:
    (case,) = [case for case in cases() if case["id"] == "wxc-axf-check"]
    table = Table.of("wxc2015", (), position(case["start"]))
    line = moves(case["plies"] + " d9e9 d3e3 e9d9 e3d3" * 3)
    prompted = [row for move in line for row in table.push(move).raised]
    assert [(row.ply, row.kind) for row in prompted] == [(5, Kind.MUST_CHANGE), (9, Kind.LOSS)]
    assert table.prompts == (prompted[-1],)
    assert table.push(Move.parse("d9e9")).over == ()


def test_who_may_claim_is_who_would_be_right() -> None:
    """Counted as the claim is, at every ply."""
    seen = 0
    for case in cases():
        if not case["id"].startswith("wxc-5"):
            continue
        line = moves(case["plies"])
        played = play(case["start"], line)
        judge = wxc2015.Table(played)
        for ply in range(1, len(line) + 1):
            for side in (0, 1):
                assert judge.count(ply, side) == wxc2015.natural_count(played, Claim(side, ply))
                seen += 1
    assert seen > 500


def _other_side(square: int) -> int:
    """The place of a square seen from the other side of the board."""
    return (8 - square // 10) * 10 + 9 - square % 10


def _other_wing(square: int) -> int:
    return (8 - square // 10) * 10 + square % 10


def _raised(
    name: str, start: Position, line: list[Move], place: Callable[[int], int], *, exchanged: bool
) -> Any:
    """What the rulebook says of the line and what is over, on a board that is turned, or mirrored."""
    squares = bytearray(len(start.squares))
    for square, piece in enumerate(start.squares):
        if piece:
            squares[place(square)] = piece ^ 8 if exchanged else piece
    table = Table.of(name, (), Position(bytes(squares), start.side ^ exchanged), allowed=DIAGRAM)
    sentences: list[str] = []
    for ply, (origin, target) in enumerate(line, 1):
        change = table.push(Move(place(origin), place(target)))
        for finding in (*change.raised, *change.over):
            side = None if finding.side is None else finding.side ^ exchanged
            barred = finding.evidence.get("move")
            if finding.kind is Kind.DISABLED and barred:
                barred = Move(*map(place, Move.parse(str(barred))))
            where = (ply, finding.kind, finding.article, finding.code, side)
            sentences.append(f"{where} {barred if finding.kind is Kind.DISABLED else ''}")
    return sorted(sentences)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize(
    ("place", "exchanged"),
    [(_other_side, True), (_other_wing, False)],
    ids=["colours exchanged", "mirrored"],
)
def test_every_case_is_the_same_from_the_other_side_and_on_the_other_wing(
    name: str, place: Callable[[int], int], exchanged: bool
) -> None:
    for case in live_cases():
        if "plies" in case and not case["rulebook"].startswith("weiqi"):
            start, line = position(case["start"]), moves(case["plies"])
            usual = _raised(name, start, line, lambda square: square, exchanged=False)
            assert _raised(name, start, line, place, exchanged=exchanged) == usual, case["id"]
