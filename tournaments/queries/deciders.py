"""The steps that decide a level match of two players, or of two teams, as the desk enters them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Match, Pairing, Round, Section
from tournaments.queries.teams.matches import player_match
from tournaments.queries.teams.team_matches import (
    boards_by_match,
    boards_of,
    match_first_sides,
    plays_on_in,
    team_settings_of,
)
from tournaments.state.deciding import (
    Colours,
    PlayedStep,
    Step,
    begins_by_exchange,
    chooser,
    next_step,
    played_from,
    step_rule,
)
from tournaments.wording.teams.deciding import COLOURS, step_text

LineUps = tuple[Sequence[int | None], Sequence[int | None]]


@dataclass(frozen=True, slots=True)
class StepAsked:
    """Hold a step by its number and rule. ``boards``: of a match of teams, 0 of one of players.

    ``begins``: the side that moves first, as far as it is known; ``asks``: whether somebody has to say it;
    ``chooser``: the side that has the choice; ``now``: what is entered already; ``usual``: who sat at the
    boards of the match, where all play on."""

    number: int
    rule: Step
    boards: int
    begins: str
    asks: bool
    chooser: str
    now: PlayedStep | None
    usual: LineUps

    @property
    def seats(self) -> int:
        """How many games are entered."""
        return self.rule.seats(self.boards)

    @property
    def text(self) -> str:
        """In the reader's language."""
        return step_text(self.rule, of_teams=bool(self.boards))

    @property
    def choice(self) -> str:
        return str(COLOURS[self.rule.colours])


def games_asked(section: Section, pairing: Pairing | None) -> list[StepAsked]:
    """List the steps of a level match of two players that are entered, and the one that is next."""
    match = player_match(section, pairing) if pairing is not None else None
    if match is None or not match.is_level:
        return []
    return _in_order(match.deciders, match.steps, match.next_step, first_board=match.moved_first)


def steps_asked(round_: Round, match: Match) -> list[StepAsked]:
    """List those of a level match of teams."""
    section = round_.section
    if not plays_on_in(section, match, boards_by_match(boards_of([match])).get(match.pk, {})):
        return []
    settings, played = team_settings_of(section), played_from(match.steps)
    return _in_order(
        settings.decider_boards,
        played,
        next_step(settings.decider_boards, played),
        first_board=match_first_sides(match, round_)[0],
        boards=settings.boards,
        line_ups=(match.first_line_up or (), match.second_line_up or ()),
    )


def _in_order(
    rules: Sequence[Step],
    played: Sequence[PlayedStep],
    following: int | None,
    *,
    first_board: bool,
    boards: int = 0,
    line_ups: LineUps = ((), ()),
) -> list[StepAsked]:
    numbers = list(range(1, len(played) + 1))
    if following and following not in numbers:
        numbers.append(following)
    steps = []
    for number in numbers:
        now = played[number - 1] if number <= len(played) else None
        rule = now.rule if now else step_rule(rules, number)
        if rule is None:
            raise ValueError(f"no step {number}")
        earlier = played[: number - 1]
        asks = rule.colours is not Colours.EXCHANGE
        begins = now.begins if now else None
        if not asks:
            begins = begins_by_exchange(earlier, first_board=first_board)
        steps.append(
            StepAsked(
                number,
                rule,
                boards,
                "" if begins is None else "first" if begins else "second",
                asks,
                str(chooser(rule, earlier, first_board=first_board) or ""),
                now,
                line_ups if rule.seats(boards) > rule.games else ((), ()),
            )
        )
    return steps
