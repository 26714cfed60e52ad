"""Decider games of a level match of two players as the desk enters them."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Pairing, Section
from tournaments.queries.teams.matches import player_match
from tournaments.state.deciding import Colours, PlayedStep, Step, begins_by_exchange, chooser, step_rule
from tournaments.wording.teams.deciding import COLOURS, step_text


@dataclass(frozen=True, slots=True)
class GamesAsked:
    """Hold a step by its number and rule.

    ``begins``: the seat that moves first, as far as it is known; ``asks``: whether somebody has to say it;
    ``chooser``: the seat that has the choice; ``now``: what is entered already."""

    number: int
    rule: Step
    begins: str
    asks: bool
    chooser: str
    now: PlayedStep | None

    @property
    def text(self) -> str:
        """In the reader's language."""
        return step_text(self.rule, of_teams=False)

    @property
    def choice(self) -> str:
        return str(COLOURS[self.rule.colours])


def games_asked(section: Section, pairing: Pairing | None) -> list[GamesAsked]:
    """List the steps of a level match that are entered, and the one that is next."""
    match = player_match(section, pairing) if pairing is not None else None
    if match is None or not match.is_level:
        return []
    played = match.steps
    numbers = list(range(1, len(played) + 1))
    if (following := match.next_step) and following not in numbers:
        numbers.append(following)
    steps = []
    for number in numbers:
        now = played[number - 1] if number <= len(played) else None
        rule = now.rule if now else step_rule(match.deciders, number)
        if rule is None:
            raise ValueError(f"no step {number}")
        earlier = played[: number - 1]
        asks = rule.colours is not Colours.EXCHANGE
        begins = now.begins if now else None
        if not asks:
            begins = begins_by_exchange(earlier, first_board=match.moved_first)
        steps.append(
            GamesAsked(
                number,
                rule,
                "" if begins is None else "first" if begins else "second",
                asks,
                str(chooser(rule, earlier, first_board=match.moved_first) or ""),
                now,
            )
        )
    return steps
