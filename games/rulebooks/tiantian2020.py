"""Judge by the rules of the Tiantian platform as a tournament of 2020 used them: automatic, on line.

Source: Rules of Tiantian-xiangqi App, Tournament Arbiter Committee, 18 July 2020, a translation; the Chinese
text is the accurate one. Articles 3 (seats), 4 (disconnection) and 5 (disputes) are no matter of the moves.

*chase*    as the Asian federation's rules have it (`games.rulebooks.axf`); a ply that checks is a check.
*run*      moves of one side without a break, up to a ply; a capture by either side starts anew.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from games.rulebooks import arrows, axf
from games.rulebooks.findings import NO_QUESTION, Finding, Kind, Question
from games.xiangqi.cycles import Played
from games.xiangqi.values import CANNON, CHARIOT, HORSE, PAWN, piece_of

NAME: Final = "tiantian2020"
ROUNDS: Final = 6
CHECK_ROUNDS: Final = {1: 6, 2: 12, 3: 18}
# Pieces that do it → rounds; the last is for as many pieces or more.
ALTERNATION_ROUNDS: Final = {1: 12, 2: 18}
OCCURRENCES: Final = 5
NO_CAPTURE: Final = 120
CHECKING_ROUNDS_COUNTED: Final = 20
MOST_PLIES: Final = 400
_CROSSING: Final = bytes(piece_of(kind, side) for kind in (CHARIOT, HORSE, CANNON, PAWN) for side in (0, 1))


class Table:
    """Judge a game that goes on."""

    # Of each ply that was asked for it remembers how far the runs go that end there; none goes over a
    # capture.
    def __init__(self, played: Played) -> None:
        self.played = played
        self._chased: dict[int, dict[int, set[int]]] = {}
        self._chases: dict[int, dict[int, int]] = {}
        self._checks: dict[int, int] = {}
        self._attacks: dict[int, int] = {}
        self._rounds: dict[int, int] = {}

    def at(self, ply: int) -> list[Finding]:
        findings = []
        if self.played.quiet[ply] >= 2 * ROUNDS - 1:
            # The first article that applies speaks for the series that ends there.
            for article in ON_SERIES:
                verdict = article(self, ply)
                if verdict is not None:
                    findings.append(_drawn(self.played, verdict))
                    break
        return findings + [verdict for article in ON_THE_BOARD if (verdict := article(self, ply)) is not None]

    def is_over(self, finding: Finding, ply: int) -> bool:
        """Say whether the ply, by who is concerned, is not of the run; of a count, whether it takes a
        piece."""
        played, article = self.played, finding.article
        if article in _ENDLESS:
            return False
        if article == "1.2":
            return played.repetitions[ply] == 1
        if not played.quiet[ply] or article == "1.6":
            return not played.quiet[ply]
        mover = played.side_of(finding.ply) if article == "1.5" else finding.side
        if mover not in (None, played.side_of(ply)):
            return False
        return not (
            (article not in _OF_CHASES and played.checks[ply])
            or (article not in _OF_CHECKS and bool(self.chased(ply)))
        )

    def cut(self, ply: int) -> None:
        for by_ply in (self._chased, self._chases, self._checks, self._attacks, self._rounds):
            for later in [at for at in by_ply if at > ply]:
                del by_ply[later]

    def chased(self, ply: int) -> dict[int, set[int]]:
        if ply not in self._chased:
            self._chased[ply] = chased(self.played, ply)
        return self._chased[ply]

    def check_run(self, ply: int) -> range:
        """The run of checks that ends with the ply, latest first."""
        return self._run(ply, self._length(self._checks, ply, lambda at: self.played.checks[at]))

    def attack_run(self, ply: int) -> range:
        """The run of plies that all check or chase."""

        def attacks(at: int) -> bool:
            return self.played.checks[at] or bool(self.chased(at))

        return self._run(ply, self._length(self._attacks, ply, attacks))

    def chase_run(self, ply: int) -> tuple[range, int | None]:
        """The run of chases of one piece that ends with the ply, latest first, and the piece."""
        lengths = self._chases_of_each(ply)
        longest = max(lengths.values(), default=0)
        same = [piece for piece, length in lengths.items() if length == longest]
        return self._run(ply, longest), min(same, default=None)

    def chases_of_one(self, ply: int) -> range:
        """The run of chases of one piece that ends with the ply, latest first."""
        return self.chase_run(ply)[0]

    def checking_rounds(self, ply: int) -> int:
        """The rounds since the last capture, both plies played, in which either side checks."""
        checks, quiet = self.played.checks, self.played.quiet
        at = ply
        while at not in self._rounds and at and quiet[at]:
            at -= 1
        count = self._rounds.setdefault(at, 0)
        for later in range(at + 1, ply + 1):
            closes = min(quiet[later], later) % 2 == 0
            count += closes and (checks[later - 1] or checks[later])
            self._rounds[later] = count
        return count

    def _run(self, ply: int, length: int) -> range:
        """So many plies of the side, latest first."""
        return range(ply, ply - 2 * length, -2)

    def _behind(self, remembered: Container[int], ply: int, goes_on: Callable[[int], object]) -> list[int]:
        """The plies of a run, latest first, of which nothing is remembered yet."""
        plies = []
        for at in back_from(self.played, ply):
            if at in remembered:
                break
            plies.append(at)
            if not goes_on(at):
                break
        return plies

    def _length(self, lengths: dict[int, int], ply: int, goes_on: Callable[[int], bool]) -> int:
        """How many plies of the side, up to this one and since the last capture, are of the run."""
        quiet = self.played.quiet
        for at in reversed(self._behind(lengths, ply, goes_on)):
            lengths[at] = (lengths.get(at - 2, 0) if quiet[at] > 2 else 0) + 1 if goes_on(at) else 0
        return lengths.get(ply, 0)

    def _chases_of_each(self, ply: int) -> dict[int, int]:
        """Piece → how many plies of the side, up to this one, chase it without a break."""
        chases, quiet = self._chases, self.played.quiet
        for at in reversed(self._behind(chases, ply, self.chased)):
            before = chases.get(at - 2, {}) if quiet[at] > 2 else {}
            chases[at] = {piece: before.get(piece, 0) + 1 for piece in self.chased(at)}
        return chases.get(ply, {})


# What they say of a game is said for good.
_ENDLESS: Final = frozenset({"1.1", "1.7"})
_OF_CHECKS: Final = frozenset({"1.3", "2.2", "2.3"})
_OF_CHASES: Final = frozenset({"1.4", "2.1"})
# What finds a run that ends with a ply, latest first.
Run = Callable[[int], range]


def back_from(played: Played, ply: int) -> Iterator[int]:
    """The plies of the side that made ``ply``, latest first, as far as the last capture."""
    return iter(range(ply, max(ply - played.quiet[ply], 0), -2))


def chased(played: Played, ply: int) -> dict[int, set[int]]:
    """The pieces that the ply chases → the pieces that chase them."""
    chasers: dict[int, set[int]] = {}
    if not played.checks[ply]:
        for attack in played.attacks(ply):
            if axf.chases(attack):
                chasers.setdefault(attack.on, set()).add(attack.by)
    return chasers


def checkers(played: Played, ply: int) -> set[int]:
    """The pieces that attack the general after the ply."""
    pieces = played.pieces(ply)
    return {pieces[move.origin] for move in played.checking(ply)}


def natural_count(table: Table, ply: int) -> int:
    """1.6: count plies since the last capture, less both plies of every checking round beyond the
    twentieth."""
    quiet = table.played.quiet[ply]
    # A round in which either side checks is a checking round; rounds are counted from the capture.
    return quiet - 2 * max(0, table.checking_rounds(ply) - CHECKING_ROUNDS_COUNTED)


def article_1_1(table: Table, ply: int) -> Finding | None:
    """1.1: neither side has a piece that can cross the river: draw."""
    played = table.played
    if played.quiet[ply] and ply > 1:
        return None
    if any(piece in _CROSSING for piece in played.stills[ply].squares if piece):
        return None
    return _finding("1.1", Kind.DRAW, "no-piece-can-cross", side=None, ply=ply, plies=[ply])


def article_1_2(table: Table, ply: int) -> Finding | None:
    """1.2: the fifth occurrence of a position without check or chase: draw."""
    played = table.played
    if played.repetitions[ply] != OCCURRENCES or played.repetitions[ply - 1] >= OCCURRENCES:
        return None
    plies = list(range(played.occurrences(ply)[0] + 1, ply + 1))
    if any(played.checks[at] or table.chased(at) for at in plies):
        return None
    return _finding("1.2", Kind.DRAW, "nothing-forbidden", side=None, ply=ply, plies=plies)


def article_1_3(table: Table, ply: int) -> Finding | None:
    """1.3: six consecutive checks by each side: draw."""
    return _by_both(ply, table.check_run, "1.3", "both-check")


def article_1_4(table: Table, ply: int) -> Finding | None:
    """1.4: six consecutive chases of one piece by each side: draw."""
    return _by_both(ply, table.chases_of_one, "1.4", "both-chase")


def _by_both(ply: int, run: Run, article: str, code: str) -> Finding | None:
    mine, other = run(ply), run(ply - 1)
    # Said once for a series: where the second side's sixth makes it a draw.
    if min(len(mine), len(other)) < ROUNDS or len(run(ply - 2)) >= ROUNDS:
        return None
    plies = sorted([*mine[:ROUNDS], *other[:ROUNDS]])
    return _finding(article, Kind.DRAW, code, side=None, ply=ply, plies=plies)


def article_1_5(table: Table, ply: int) -> Finding | None:
    """1.5: alternating check and chase, by one piece for 12 rounds, by more for 18: draw."""
    run = table.attack_run(ply)
    rounds = alternated(table, run)
    if not rounds or alternated(table, run[1:]):
        return None
    return _finding("1.5", Kind.DRAW, "check-and-chase", side=None, ply=ply, plies=[*run[:rounds][::-1]])


def alternated(table: Table, run: Sequence[int]) -> int:
    """Count the rounds, at the end of the run, for which check and chase alternate as 1.5 has it; 0: too
    few."""
    played = table.played
    for number, rounds in ALTERNATION_ROUNDS.items():
        plies = run[:rounds]
        if len(plies) < rounds:
            return 0
        by = [
            checkers(played, at) if played.checks[at] else set().union(*table.chased(at).values())
            for at in plies
        ]
        checks = sum(played.checks[at] for at in plies)
        if 0 < checks < rounds and (number == max(ALTERNATION_ROUNDS) or done_by(by, number)):
            return rounds
    return 0


def article_1_6(table: Table, ply: int) -> Finding | None:
    """1.6: 60 rounds without a capture: draw, unless the last move wins."""
    played = table.played
    if played.quiet[ply] < NO_CAPTURE:
        return None
    count = natural_count(table, ply)
    if count != NO_CAPTURE or natural_count(table, ply - 1) >= NO_CAPTURE or played.is_over(ply):
        return None
    plies = list(range(ply - played.quiet[ply] + 1, ply + 1))
    return _finding(
        "1.6", Kind.DRAW, "natural-limit", side=None, ply=ply, plies=plies, counted=count, limit=NO_CAPTURE
    )


def article_1_7(table: Table, ply: int) -> Finding | None:
    """1.7: 400 plies: draw, unless the last move wins."""
    played = table.played
    if ply != MOST_PLIES or played.is_over(ply):
        return None
    return _finding("1.7", Kind.DRAW, "too-many-plies", side=None, ply=ply, plies=[ply], limit=MOST_PLIES)


def article_2_1(table: Table, ply: int) -> Finding | None:
    """2.1: one piece chased for 6 rounds: the side must change; who does not, loses (our reading)."""
    played = table.played
    run, piece = table.chase_run(ply)

    def spent(at: int) -> bool:
        return len(run) - at >= ROUNDS and not is_answered(run[at], table.check_run, table.chases_of_one)

    kind = _stage(spent)
    if kind is None or piece is None:
        return None
    where = arrows.named_piece(played, piece, ply)
    return _finding(
        "2.1", kind, "perpetual-chase", side=played.side_of(ply), ply=ply, plies=[*run[::-1]], **where
    )


def article_2_2(table: Table, ply: int) -> Finding | None:
    """2.2: perpetual check against perpetual chase, six of each: the checker must change, or loses."""
    played = table.played
    is_warned = bool(check_against_chase(table, ply - 1))
    run = table.check_run(ply) if is_warned else check_against_chase(table, ply)
    # The checker is told at the ply that makes it six of each; its next check loses.
    kind, rounds = (Kind.LOSS, ROUNDS + 1) if is_warned else (Kind.MUST_CHANGE, ROUNDS)
    if len(run) < rounds or (is_warned and check_against_chase(table, ply - 3)):
        return None
    side, plies = played.side_of(run[0]), [*run[rounds - 1 :: -1]]
    return _finding("2.2", kind, "check-against-chase", side=side, ply=ply, plies=plies)


def check_against_chase(table: Table, ply: int) -> range:
    """The run of checks, latest first, that stands against as many chases at the ply, six of each or more."""
    for checker, chaser in ((ply, ply - 1), (ply - 1, ply)):
        run = table.check_run(checker)
        if len(run) >= ROUNDS and len(table.chases_of_one(chaser)) >= ROUNDS:
            return run
    return range(0)


def article_2_3(table: Table, ply: int) -> Finding | None:
    """2.3: checks by one piece for 6 rounds, by two for 12, by more for 18: must change; else loses."""
    played = table.played
    run = table.check_run(ply)
    kind = _stage(lambda at: checked_out(played, run[at:]) and not is_answered(run[at], table.check_run))
    if kind is None:
        return None
    pieces = checked_out(played, run)
    return _finding(
        "2.3", kind, "perpetual-check", side=played.side_of(ply), ply=ply, plies=[*run[::-1]], pieces=pieces
    )


def _stage(spent: Callable[[int], object]) -> Kind | None:
    """Say what a run comes to; ``spent`` is asked for its latest ply (0), and the two before (1, 2)."""
    if not spent(0):
        return None
    # What is allowed is just used up; who goes on loses with the next ply.
    if not spent(1):
        return Kind.MUST_CHANGE
    return None if spent(2) else Kind.LOSS


def is_answered(ply: int, *runs: Run) -> bool:
    """Whether the other side has done the like up to the ply, and one more makes it 1.3, 1.4 or 2.2."""
    return any(len(run(ply - 1)) >= ROUNDS - 1 for run in runs)


def checked_out(played: Played, run: Sequence[int]) -> int:
    """Count the pieces that have used up what 2.3 allows with the latest checks of the run; 0: none."""
    for number, rounds in CHECK_ROUNDS.items():
        if len(run) < rounds:
            return 0
        if number == max(CHECK_ROUNDS) or done_by([checkers(played, at) for at in run[:rounds]], number):
            return number
    return 0


def done_by(each: Sequence[set[int]], number: int) -> bool:
    """Say whether so many pieces have a part in every one of the plies; ``each``: who did it, by ply."""
    pieces = set().union(*each)
    return any(all(by & set(some) for by in each) for some in combinations(pieces, min(number, len(pieces))))


def _finding(
    article: str, kind: Kind, code: str, *, side: int | None, ply: int, plies: list[int], **details: object
) -> Finding:
    return Finding(NAME, article, kind, code, side, ply, {"plies": plies, **details})


def _drawn(played: Played, finding: Finding) -> Finding:
    """With the checks and chases of its plies."""
    plies: list[int] = finding.evidence["plies"]
    arrows_drawn = arrows.threatened(played, plies, axf.chases)
    return replace(finding, evidence={**finding.evidence, "arrows": arrows_drawn})


ON_THE_BOARD: Final = (article_1_1, article_1_2, article_1_6, article_1_7)
# The first that applies at a ply speaks for the series that ends there.
ON_SERIES: Final = (article_1_3, article_1_4, article_2_2, article_2_3, article_2_1, article_1_5)


def findings(played: Played, _question: Question = NO_QUESTION) -> list[Finding]:
    """Say what the platform would say, by ply."""
    table = Table(played)
    # The first draw or loss ends the game there.
    return [finding for ply in range(1, len(played) + 1) for finding in table.at(ply)]
