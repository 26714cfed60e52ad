"""The rules of the Tiantian platform as a tournament of 2020 used them: automatic, on line.

Source: Rules of Tiantian-xiangqi App, Tournament Arbiter Committee, 18 July 2020, a translation; the Chinese
text is the accurate one. Articles 3 (seats), 4 (disconnection) and 5 (disputes) are no matter of the moves.

*chase*    as the Asian federation's rules have it (`games.rulebooks.axf`); a ply that checks is a check.
*run*      moves of one side without a break, up to a ply; a capture by either side starts anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from games.rulebooks import arrows, axf
from games.rulebooks.findings import NOTHING_ASKED, Asked, Finding, Kind
from games.xiangqi.cycles import Played
from games.xiangqi.values import CANNON, CHARIOT, HORSE, PAWN, piece_of

NAME: Final = "tiantian2020"
ROUNDS: Final = 6
CHECK_ROUNDS: Final = {1: 6, 2: 12, 3: 18}
ALTERNATION_ROUNDS: Final = {1: 12, 2: 18}
"""Pieces that do it → rounds; the last is for as many pieces or more."""
OCCURRENCES: Final = 5
NO_CAPTURE: Final = 120
CHECKING_ROUNDS_COUNTED: Final = 20
MOST_PLIES: Final = 400
_CROSSING: Final = bytes(piece_of(kind, side) for kind in (CHARIOT, HORSE, CANNON, PAWN) for side in (0, 1))


Run = Callable[[Played, int], list[int]]
"""What finds a run that ends with a ply, latest first."""


def back_from(played: Played, ply: int) -> Iterator[int]:
    """The plies of the side that made ``ply``, latest first, as far as the last capture."""
    return iter(range(ply, max(ply - played.quiet[ply], 0), -2))


def check_run(played: Played, ply: int) -> list[int]:
    """The run of checks that ends with the ply, latest first."""
    return _while(played, ply, lambda at: played.checks[at])


def chased(played: Played, ply: int) -> dict[int, set[int]]:
    """The pieces that the ply chases → the pieces that chase them."""
    found: dict[int, set[int]] = {}
    if not played.checks[ply]:
        for attack in played.attacks(ply):
            if axf.chases(attack):
                found.setdefault(attack.on, set()).add(attack.by)
    return found


def chase_run(played: Played, ply: int) -> tuple[list[int], int | None]:
    """The run of chases of one piece that ends with the ply, latest first, and the piece."""
    same: set[int] = set()
    run: list[int] = []
    for at in back_from(played, ply):
        now = set(chased(played, at))
        both = now if not run else same & now
        if not both:
            break
        same = both
        run.append(at)
    return run, min(same) if same else None


def attack_run(played: Played, ply: int) -> list[int]:
    """The run of plies that all check or chase."""
    return _while(played, ply, lambda at: played.checks[at] or bool(chased(played, at)))


def _while(played: Played, ply: int, wanted: Callable[[int], bool]) -> list[int]:
    run = []
    for at in back_from(played, ply):
        if not wanted(at):
            break
        run.append(at)
    return run


def checkers(played: Played, ply: int) -> set[int]:
    """The pieces that attack the general after the ply."""
    pieces = played.pieces(ply)
    return {pieces[move.origin] for move in played.checking(ply)}


def natural_count(played: Played, ply: int) -> int:
    """1.6: plies since the last capture, less both plies of every checking round beyond the twentieth.

    A round in which either side checks is a checking round; rounds are counted from the capture.
    """
    quiet = played.quiet[ply]
    first = max(ply - quiet, 0) + 1
    checking = sum(played.checks[at] or played.checks[at + 1] for at in range(first, ply, 2))
    return quiet - 2 * max(0, checking - CHECKING_ROUNDS_COUNTED)


def article_1_1(played: Played, ply: int) -> Finding | None:
    """1.1: neither side has a piece that can cross the river: draw."""
    if played.quiet[ply] and ply > 1:
        return None
    if any(piece in _CROSSING for piece in played.stills[ply].squares if piece):
        return None
    return _found("1.1", Kind.DRAW, "no-piece-can-cross", side=None, ply=ply, plies=[ply])


def article_1_2(played: Played, ply: int) -> Finding | None:
    """1.2: the fifth occurrence of a position without check or chase: draw."""
    if played.repetitions[ply] != OCCURRENCES or played.repetitions[ply - 1] >= OCCURRENCES:
        return None
    plies = list(range(played.occurrences(ply)[0] + 1, ply + 1))
    if any(played.checks[at] or chased(played, at) for at in plies):
        return None
    return _found("1.2", Kind.DRAW, "nothing-forbidden", side=None, ply=ply, plies=plies)


def article_1_3(played: Played, ply: int) -> Finding | None:
    """1.3: six consecutive checks by each side: draw."""
    return _by_both(played, ply, check_run, "1.3", "both-check")


def article_1_4(played: Played, ply: int) -> Finding | None:
    """1.4: six consecutive chases of one piece by each side: draw."""
    return _by_both(played, ply, chases_of_one, "1.4", "both-chase")


def _by_both(played: Played, ply: int, run: Run, article: str, code: str) -> Finding | None:
    """Said once for a series: where the second side's sixth makes it a draw."""
    own, other = run(played, ply), run(played, ply - 1)
    if min(len(own), len(other)) < ROUNDS or len(run(played, ply - 2)) >= ROUNDS:
        return None
    plies = sorted(own[:ROUNDS] + other[:ROUNDS])
    return _found(article, Kind.DRAW, code, side=None, ply=ply, plies=plies)


def article_1_5(played: Played, ply: int) -> Finding | None:
    """1.5: alternating check and chase, by one piece for 12 rounds, by more for 18: draw."""
    run = attack_run(played, ply)
    rounds = alternated(played, run)
    if not rounds or alternated(played, run[1:]):
        return None
    return _found("1.5", Kind.DRAW, "check-and-chase", side=None, ply=ply, plies=run[:rounds][::-1])


def alternated(played: Played, run: list[int]) -> int:
    """For how many rounds, at the end of the run, check and chase alternate as 1.5 has it; 0: for less."""
    for number, rounds in ALTERNATION_ROUNDS.items():
        plies = run[:rounds]
        if len(plies) < rounds:
            return 0
        by = [
            checkers(played, at) if played.checks[at] else set().union(*chased(played, at).values())
            for at in plies
        ]
        checks = sum(played.checks[at] for at in plies)
        if 0 < checks < rounds and (number == max(ALTERNATION_ROUNDS) or done_by(by, number)):
            return rounds
    return 0


def article_1_6(played: Played, ply: int) -> Finding | None:
    """1.6: 60 rounds without a capture: draw, unless the last move wins."""
    if played.quiet[ply] < NO_CAPTURE:
        return None
    count = natural_count(played, ply)
    if count != NO_CAPTURE or natural_count(played, ply - 1) >= NO_CAPTURE or played.is_over(ply):
        return None
    plies = list(range(ply - played.quiet[ply] + 1, ply + 1))
    return _found(
        "1.6", Kind.DRAW, "natural-limit", side=None, ply=ply, plies=plies, counted=count, limit=NO_CAPTURE
    )


def article_1_7(played: Played, ply: int) -> Finding | None:
    """1.7: 400 plies: draw, unless the last move wins."""
    if ply != MOST_PLIES or played.is_over(ply):
        return None
    return _found("1.7", Kind.DRAW, "too-many-plies", side=None, ply=ply, plies=[ply], limit=MOST_PLIES)


def article_2_1(played: Played, ply: int) -> Finding | None:
    """2.1: one piece chased for 6 rounds: the side must change; who does not, loses (our reading)."""
    run, piece = chase_run(played, ply)

    def spent(at: int) -> bool:
        return len(run) - at >= ROUNDS and not is_answered(played, run[at], check_run, chases_of_one)

    kind = _stage(spent)
    if kind is None or piece is None:
        return None
    where = arrows.named(played, piece, ply)
    return _found("2.1", kind, "perpetual-chase", side=played.side_of(ply), ply=ply, plies=run[::-1], **where)


def article_2_2(played: Played, ply: int) -> Finding | None:
    """2.2: perpetual check against perpetual chase, six of each: the checker must change, or loses.

    The checker is told at the ply that makes it six of each; its next check loses.
    """
    told = bool(check_against_chase(played, ply - 1))
    run = check_run(played, ply) if told else check_against_chase(played, ply)
    kind, rounds = (Kind.LOSS, ROUNDS + 1) if told else (Kind.MUST_CHANGE, ROUNDS)
    if len(run) < rounds or (told and check_against_chase(played, ply - 3)):
        return None
    side, plies = played.side_of(run[0]), run[rounds - 1 :: -1]
    return _found("2.2", kind, "check-against-chase", side=side, ply=ply, plies=plies)


def check_against_chase(played: Played, ply: int) -> list[int]:
    """The run of checks, latest first, that stands against as many chases at the ply, six of each or more."""
    for checker, chaser in ((ply, ply - 1), (ply - 1, ply)):
        run = check_run(played, checker)
        if len(run) >= ROUNDS and len(chases_of_one(played, chaser)) >= ROUNDS:
            return run
    return []


def article_2_3(played: Played, ply: int) -> Finding | None:
    """2.3: checks by one piece for 6 rounds, by two for 12, by more for 18: must change; else loses."""
    run = check_run(played, ply)
    kind = _stage(lambda at: checked_out(played, run[at:]) and not is_answered(played, run[at], check_run))
    if kind is None:
        return None
    pieces = checked_out(played, run)
    return _found(
        "2.3", kind, "perpetual-check", side=played.side_of(ply), ply=ply, plies=run[::-1], pieces=pieces
    )


def _stage(spent: Callable[[int], object]) -> Kind | None:
    """Must change when what is allowed is used up, loses with the next ply; ``spent`` is asked for the latest
    ply of a run (0), the one before (1) and the one before that (2)."""
    if not spent(0):
        return None
    if not spent(1):
        return Kind.MUST_CHANGE
    return None if spent(2) else Kind.LOSS


def is_answered(played: Played, ply: int, *runs: Run) -> bool:
    """Whether the other side has done the like up to the ply, and one more makes it 1.3, 1.4 or 2.2."""
    return any(len(run(played, ply - 1)) >= ROUNDS - 1 for run in runs)


def chases_of_one(played: Played, ply: int) -> list[int]:
    """The run of chases of one piece that ends with the ply, latest first."""
    return chase_run(played, ply)[0]


def checked_out(played: Played, run: list[int]) -> int:
    """How many pieces have used up what 2.3 allows them with the latest checks of the run; 0: none."""
    for number, rounds in CHECK_ROUNDS.items():
        if len(run) < rounds:
            return 0
        if number == max(CHECK_ROUNDS) or done_by([checkers(played, at) for at in run[:rounds]], number):
            return number
    return 0


def done_by(each: Sequence[set[int]], number: int) -> bool:
    """Whether so many pieces have a part in every one of the plies; ``each``: who did it, by ply."""
    pieces = set().union(*each)
    return any(all(by & set(some) for by in each) for some in combinations(pieces, min(number, len(pieces))))


def _found(
    article: str, kind: Kind, code: str, *, side: int | None, ply: int, plies: list[int], **shown: object
) -> Finding:
    return Finding(NAME, article, kind, code, side, ply, {"plies": plies, **shown})


def _drawn(played: Played, said: Finding) -> Finding:
    """With the checks and chases of its plies."""
    plies: list[int] = said.evidence["plies"]
    shown = arrows.threatened(played, plies, axf.chases)
    return replace(said, evidence={**said.evidence, "arrows": shown})


ON_THE_BOARD: Final = (article_1_1, article_1_2, article_1_6, article_1_7)
ON_SERIES: Final = (article_1_3, article_1_4, article_2_2, article_2_3, article_2_1, article_1_5)
"""The first that applies at a ply speaks for the series that ends there."""


def findings(played: Played, _asked: Asked = NOTHING_ASKED) -> list[Finding]:
    """What the platform would say, by ply. The first draw or loss ends the game there."""
    found = []
    for ply in range(1, len(played) + 1):
        if played.quiet[ply] >= 2 * ROUNDS - 1:
            for article in ON_SERIES:
                said = article(played, ply)
                if said is not None:
                    found.append(_drawn(played, said))
                    break
        found += [said for article in ON_THE_BOARD if (said := article(played, ply)) is not None]
    return found
