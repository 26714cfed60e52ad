"""Games, absences and the time of an OpenGotha file as those of a tournament of any system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournaments.exchange.conversion import LossCode, Losses
from tournaments.state.gotha.event_info import Overtime, Time
from tournaments.state.gotha.of_tournament import OUTCOMES
from tournaments.state.gotha.values import GoEvent, GoGame, GoOutcome
from tournaments.state.time_control import TimeControl, TimeControlError
from tournaments.state.tournament import Absence, Game, Result

_RESULTS = {outcome: result for result, outcome in OUTCOMES.items()}


def seated_in(event: GoEvent) -> set[tuple[int, int]]:
    """(round, number) of everybody who had an opponent or a bye."""
    seated = {(game.round, number) for game in event.games for number in (game.white, game.black)}
    return seated | {(bye.round, bye.number) for bye in event.byes}


def last_round(event: GoEvent) -> int:
    """The last round with a game or a bye."""
    return max((n for n, _ in seated_in(event)), default=0)


def games_in(event: GoEvent, losses: Losses, odd: LossCode = LossCode.ODD_RESULTS) -> Iterator[Game]:
    """Yield the games; ``odd``: how results are reported that nobody can have here."""
    tables, last = _tables(event, losses), last_round(event)
    for game in event.games:
        outcome = game.outcome
        if game.is_odd:
            losses.add(odd, game.black, about=str(outcome))
            outcome = GoOutcome.UNKNOWN
        if not game.colour_known:
            losses.add(LossCode.COLOURS, game.black)
        lost = outcome is GoOutcome.BOTH_LOSE
        # Both win, a draw without play, or open in an earlier round: an adjourned game, until somebody enters
        # another result.
        late = outcome is GoOutcome.UNKNOWN and (game.is_odd or game.round < last)
        yield Game(
            game.round,
            tables[game],
            first=game.black,
            second=game.white,
            result=Result.NONE if late else _RESULTS[outcome],
            # Both lose only without playing.
            forfeit=lost or (game.by_default and outcome is not GoOutcome.UNKNOWN),
            adjourned=late,
            handicap=game.handicap,
        )


def _tables(event: GoEvent, losses: Losses) -> Mapping[GoGame, int]:
    """As they stand; where one is missing or twice, counted anew in their order."""
    tables: dict[GoGame, int] = {}
    for n in sorted({game.round for game in event.games}):
        here = sorted((g for g in event.games if g.round == n), key=lambda g: (g.table, g.white))
        good = len({game.table for game in here}) == len(here) and here[0].table > 0
        if not good:
            losses.add(LossCode.TABLES, about=str(n))
        tables |= {game: game.table if good else place for place, game in enumerate(here, 1)}
    return tables


def absences_in_file(event: GoEvent, losses: Losses | None = None) -> Iterator[Absence]:
    """Yield rounds without opponent and bye of everybody who ever came; ``losses``: not signed off."""
    seated = seated_in(event)
    came = {number for _, number in seated}
    for player in event.players:
        if player.final or player.number in came:
            for n in range(1, last_round(event) + 1):
                if (n, player.number) not in seated:
                    if losses is not None and n not in player.away:
                        losses.add(LossCode.RECORD, player.number, about="participating")
                    yield Absence(n, player.number)


def time_control_of(time: Time, losses: Losses) -> TimeControl | None:
    """None, which is reported, where nobody can play so."""
    try:
        match time.system:
            case Overtime.BYO_YOMI:
                return TimeControl(60 * time.basic, periods=1, period=time.byo_yomi)
            case Overtime.CANADIAN:
                return TimeControl(60 * time.basic, period=time.canadian, moves=time.moves)
            case Overtime.FISCHER:
                return TimeControl(60 * time.basic, time.fischer)
        return TimeControl(60 * time.basic)
    except TimeControlError:
        losses.add(LossCode.TIME, about=str(time.system))
        return None
