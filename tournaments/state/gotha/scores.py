"""Scores after some rounds: NBW and MMS, times two, round by round; floats and colours on the way.

*absent*      signed off for the round, without a game or a bye. Who was there and was not paired is not
              absent and gets nothing (M3).
*draw-up*, *draw-down*   a game against somebody of a higher or lower group, by the scores before it.
*balance*     even games as White less even games as Black.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tournaments.state.gotha.values import GoEvent, GoGame


@dataclass(frozen=True, slots=True)
class GoMeeting:
    """One player's view of a game; ``points2`` of the player, ``handicap``: the handicap he or she gave."""

    round: int
    opponent: int
    white: bool
    points2: int
    handicap: int
    game: GoGame


@dataclass(slots=True)
class GoScore:
    """``nbw2`` and ``mms2``: by round from 0, before the first."""

    start2: int
    nbw2: list[int]
    mms2: list[int]
    virtual2: int = 0
    meetings: dict[int, GoMeeting] = field(default_factory=dict)
    byes: int = 0
    up: int = 0
    down: int = 0
    balance: int = 0


def gotha_scores(event: GoEvent, after: int) -> dict[int, GoScore]:
    """Every player's score after round ``after``, by number.

    ``virtual2``: points over the board and ½ for every other round, without the start.
    """
    table = {p.number: GoScore(2 * event.start(p), [0], [2 * event.start(p)]) for p in event.players}
    for meeting, number in _meetings(event, after):
        table[number].meetings[meeting.round] = meeting
    byes = {(bye.round, bye.number) for bye in event.byes if bye.round <= after}
    s = event.scoring
    for player in event.players:
        score = table[player.number]
        points2 = free_nbw2 = free_mms2 = 0
        for n in range(1, after + 1):
            met = score.meetings.get(n)
            if met is not None:
                points2 += met.points2
            elif (n, player.number) in byes:
                score.byes += 1
                free_nbw2 += s.bye_nbw2
                free_mms2 += s.bye_mms2
            elif n in player.away:
                free_nbw2 += s.absent_nbw2
                free_mms2 += s.absent_mms2
            score.virtual2 += met.points2 if met is not None and met.game.played else 1
            whole = 2 if s.round_down else 1
            score.nbw2.append(points2 + free_nbw2 // whole * whole)
            score.mms2.append(score.start2 + points2 + free_mms2 // whole * whole)
    _floats(event, table)
    return table


def _meetings(event: GoEvent, after: int) -> Iterator[tuple[GoMeeting, int]]:
    for game in event.games:
        if game.round <= after:
            n, handicap = game.round, game.handicap
            yield GoMeeting(n, game.black, True, game.white2, handicap, game), game.white
            yield GoMeeting(n, game.white, False, game.black2, -handicap, game), game.black


def _floats(event: GoEvent, table: dict[int, GoScore]) -> None:
    for score in table.values():
        for n, met in score.meetings.items():
            theirs, mine = table[met.opponent], score
            scores_by_round = mine.mms2 if event.by_mms else mine.nbw2
            other = theirs.mms2 if event.by_mms else theirs.nbw2
            difference = scores_by_round[n - 1] // 2 - other[n - 1] // 2
            score.up += difference < 0
            score.down += difference > 0
            if not met.game.handicap:
                score.balance += 1 if met.white else -1
