"""Decider games of a level match of two players: who moves first in a step, and what it has given."""

from __future__ import annotations

from collections.abc import Sequence
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
    left_on,
    step_at,
    step_facts,
    who_begins,
    with_step,
)
from tournaments.acts.arguments import TableNumber, WhyCorrected
from tournaments.acts.frame import NOT_CLOSING, RESULT, ActResult, act, no_change
from tournaments.acts.results import find_table
from tournaments.models import Round
from tournaments.pages.webhook_events import notify_player_match
from tournaments.policy import Act
from tournaments.queries.teams.matches import player_match
from tournaments.state.clocks import MOST_TEXT
from tournaments.state.deciding import MOST_PLAYED, PlayedStep, StepGame
from tournaments.state.tournament import Result

LeftAtStart = Annotated[
    str,
    Field(
        longest=MOST_TEXT,
        help=_(
            "With what the player in this seat begins, such as 12:40, where a step goes on with the time "
            "that is left."
        ),
    ),
]


class DeciderGamePlayed(TypedDict):
    table: int
    step: int


@act(
    on=RESULT,
    right=Act.REPORT_RESULT,
    refuse_while=NOT_CLOSING,
    done=_("decider games of a level match entered"),
)
def play_decider_games(
    *,
    round_: Round,
    table: TableNumber,
    step: Annotated[int, Field(least=1, most=MOST_PLAYED, help=_("Number of the step, from 1."))],
    begins: Annotated[
        str,
        Field(
            choices=SIDES,
            help=_(
                "The seat of the table whose player moves first in game 1 of the step. Where sides are "
                "exchanged it is known."
            ),
        ),
    ] = "",
    results: Annotated[
        Sequence[str],
        Field(
            longest=2,
            item=Field(choices=VALUES),
            help=_("Game by game, the points of the table's first seat first; empty while it is played."),
        ),
    ] = (),
    first_left: LeftAtStart = "",
    second_left: LeftAtStart = "",
    reason: WhyCorrected = "",
    by: User,
    once: str = "",
) -> ActResult[DeciderGamePlayed]:
    """Begin a step of decider games, enter its results or take the last step back."""
    pairing = find_table(round_, table)
    match = player_match(round_.section, pairing)
    if match is None or not match.is_level:
        raise Refusal("players-not-level", table=table)
    rule, now = step_at(match.deciders, match.steps, step)
    answer: DeciderGamePlayed = {"table": table, "step": step}
    made = None
    # Neither who begins, nor a clock or a result: the last step is taken back.
    if begins or first_left or second_left or any(results):
        if len(results) > rule.games:
            raise Refusal("step-results", field="results", count=rule.games)
        made = PlayedStep(
            rule,
            who_begins(rule, begins, match.steps[: step - 1], now, first_board=match.moved_first),
            tuple(
                StepGame(*match.players, Result(value) if value else None)
                for value in [*results, *[""] * (rule.games - len(results))]
            ),
            left_on(rule, first_left, second_left, now),
        )
    elif now is None or step < len(match.steps):
        raise Refusal("step-empty", field="results", step=step)
    if made == now:
        return no_change(answer)
    check_reason(now, made, reason)
    before = step_facts(table, step, now, of_teams=False)
    # The points of the match stand; its steps decide who goes on.
    pairing.steps = with_step(match.steps, step, made)
    pairing.save(update_fields=["steps"])
    after = player_match(round_.section, pairing)
    if after is not None and (after.over, after.winner) != (match.over, match.winner):
        notify_player_match(round_, table, after)
    pages.results_changed(round_)
    after_facts = step_facts(table, step, made, of_teams=False)
    return ActResult(answer, before=before if now else None, after=after_facts, reason=reason)
