"""Decider boards of a level match of teams: who plays a step, and what it has given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts._decider_steps import (
    SIDES,
    VALUES,
    check_reason,
    step_at,
    step_facts,
    who_begins,
    with_step,
)
from tournaments.acts.arguments import WhyCorrected
from tournaments.acts.frame import NOT_CLOSING, ROUND, ActResult, act, no_change
from tournaments.acts.teams.team_matches import find_match
from tournaments.models import Entry, Match, Round, Team
from tournaments.pages.webhook_events import notifying_decisions
from tournaments.policy import Act
from tournaments.queries.teams.team_matches import (
    boards_by_match,
    boards_of,
    match_first_sides,
    plays_on_in,
    team_settings_of,
)
from tournaments.state.deciding import MOST_PLAYED, PlayedStep, StepGame, played_from
from tournaments.state.tournament import Result

MOST_GAMES = 40


class DeciderPlayed(TypedDict):
    match: int
    step: int


@act(
    on=ROUND,
    right=Act.REPORT_RESULT,
    refuse_while=NOT_CLOSING,
    done=_("decider boards of a level match entered"),
)
def play_decider(
    *,
    round_: Round,
    match: Annotated[int, Field(least=1, help=_("Number of the match."))],
    step: Annotated[int, Field(least=1, most=MOST_PLAYED, help=_("Number of the step, from 1."))],
    begins: Annotated[
        str,
        Field(
            choices=SIDES,
            help=_(
                "The team whose player does, in game 1 or on board 1. Where sides are exchanged it is known."
            ),
        ),
    ] = "",
    first: Annotated[
        Sequence[int],
        Field(
            longest=MOST_GAMES,
            item=Field(least=0),
            help=_("Players of the first team, game by game; 0: nobody."),
        ),
    ] = (),
    second: Annotated[
        Sequence[int],
        Field(longest=MOST_GAMES, item=Field(least=0), help=_("Of the second team.")),
    ] = (),
    results: Annotated[
        Sequence[str],
        Field(
            longest=MOST_GAMES,
            item=Field(choices=VALUES),
            help=_("Game by game, the first team's points first; empty while it is played."),
        ),
    ] = (),
    reason: WhyCorrected = "",
    by: User,
    once: str = "",
) -> ActResult[DeciderPlayed]:
    """Name the players of a step and enter its results, or take the last step back."""
    match_row = find_match(round_, match)
    section = round_.section
    if section.system != section.System.KNOCK_OUT:
        raise Refusal("no-knock-out")
    if not plays_on_in(section, match_row, boards_by_match(boards_of([match_row])).get(match_row.pk, {})):
        raise Refusal("match-not-level", table=match)
    played = played_from(match_row.steps)
    settings = team_settings_of(section)
    rule, now = step_at(settings.decider_boards, played, step)
    answer: DeciderPlayed = {"match": match, "step": step}
    # Nobody at any board takes the last step back.
    if not any(first) and not any(second):
        made = None
        if now is None or step < len(played):
            raise Refusal("step-player", field="first", board=1)
    else:
        made = PlayedStep(
            rule,
            who_begins(
                rule,
                begins,
                played[: step - 1],
                now,
                first_board=match_first_sides(match_row, round_)[0],
            ),
            _games(match_row, rule.seats(settings.boards), first, second, results),
        )
    if made == now:
        return no_change(answer)
    check_reason(now, made, reason)
    before = step_facts(match, step, now, of_teams=True)
    with notifying_decisions(round_, [match_row]):
        match_row.steps = with_step(played, step, made)
        match_row.save(update_fields=["steps"])
    pages.results_changed(round_)
    after = step_facts(match, step, made, of_teams=True)
    return ActResult(answer, before=before if now else None, after=after, reason=reason)


def _games(
    match: Match, count: int, first: Sequence[int], second: Sequence[int], results: Sequence[str]
) -> tuple[StepGame, ...]:
    """Raises the `Refusal` ``step-games``, ``step-player``, ``step-twice``."""
    values = [*results, *[""] * (count - len(results))]
    if not len(first) == len(second) == len(values) == count:
        raise Refusal("step-games", field="first", count=count)
    sides = [_seated(match.first, first, "first"), _seated(match.second, second, "second")]
    games = (
        StepGame(ours, theirs, Result(value) if value else None)
        for ours, theirs, value in zip(*sides, values, strict=True)
    )
    # Nobody has played where one side is empty.
    return tuple(
        game if game.first is not None and game.second is not None else replace(game, result=None)
        for game in games
    )


def _seated(team: Team | None, numbers: Sequence[int], field: str) -> list[int | None]:
    members = set(Entry.objects.filter(team=team).values_list("number", flat=True))
    for board, number in enumerate(numbers, 1):
        if number and number not in members:
            raise Refusal("step-player", field=field, board=board)
    filled = [number for number in numbers if number]
    if len(set(filled)) < len(filled) and len(set(filled)) > 1:
        raise Refusal("step-twice", field=field)
    return [number or None for number in numbers]
