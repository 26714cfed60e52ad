"""Decider boards of a level match of teams: who plays a step, and what it has given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
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
from tournaments.state.deciding import (
    MOST_PLAYED,
    STEP_RESULTS,
    Colours,
    PlayedStep,
    Step,
    StepGame,
    as_rows,
    begins_by_exchange,
    next_step,
    played_from,
    step_rule,
)
from tournaments.state.tournament import Result

SIDES = ("", "first", "second")
VALUES = ("", *map(str, STEP_RESULTS))
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
    played = list(played_from(match_row.steps))
    settings = team_settings_of(section)
    now = played[step - 1] if step <= len(played) else None
    rule = now.rule if now else step_rule(settings.decider_boards, step)
    if rule is None or (now is None and next_step(settings.decider_boards, played) != step):
        raise Refusal("no-such-step", step=step)
    answer: DeciderPlayed = {"match": match, "step": step}
    # Nobody at any board takes the last step back.
    if not any(first) and not any(second):
        made = None
        if now is None or step < len(played):
            raise Refusal("step-player", field="first", board=1)
    else:
        made = PlayedStep(
            rule,
            _begins(rule, begins, played[: step - 1], match_row, round_),
            _games(match_row, rule.seats(settings.boards), first, second, results),
        )
    if made == now:
        return no_change(answer)
    if now is not None and not reason and (made is None or _corrects(now, made)):
        raise Refusal("reason-needed", field="reason")
    before = step_facts(match, step, now)
    with notifying_decisions(round_, [match_row]):
        match_row.steps = as_rows([*played[: step - 1], *([made] if made else []), *played[step:]])
        match_row.save(update_fields=["steps"])
    pages.results_changed(round_)
    return ActResult(answer, before=before if now else None, after=step_facts(match, step, made))


def _begins(rule: Step, begins: str, earlier: Sequence[PlayedStep], match: Match, round_: Round) -> bool:
    """Raises the `Refusal` ``step-begins``: a lot or a choice that nobody has told."""
    if rule.colours is Colours.EXCHANGE:
        return begins_by_exchange(earlier, first_board=match_first_sides(match, round_)[0])
    if not begins:
        raise Refusal("step-begins", field="begins")
    return begins == "first"


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


def _corrects(now: PlayedStep, made: PlayedStep) -> bool:
    """Whether something that was played changes; who is to play may change until then."""
    begun = any(game.result is not None for game in now.games)
    moved = now.begins is not made.begins
    return begun and (
        moved
        or any(
            was.result is not None and was != is_now
            for was, is_now in zip(now.games, made.games, strict=True)
        )
    )


def step_facts(match: int, step: int, made: PlayedStep | None) -> dict[str, Any]:
    """What the journal keeps of it: numbers only (law 8)."""
    facts: dict[str, Any] = {"table": match, "step": step}
    if made is None:
        return facts
    return {
        **facts,
        "begins": "first" if made.begins else "second",
        "players": [[game.first or 0, game.second or 0] for game in made.games],
        "results": [str(game.result or "") for game in made.games],
    }
