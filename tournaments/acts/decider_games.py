"""Decider games of a level match of two players: who moves first in a step, and what it has given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import TableNumber, WhyCorrected
from tournaments.acts.frame import NOT_CLOSING, RESULT, ActResult, act, no_change
from tournaments.acts.results import find_table
from tournaments.models import Round
from tournaments.pages.webhook_events import notify_player_match
from tournaments.policy import Act
from tournaments.queries.teams.matches import player_match
from tournaments.state.deciding import (
    MOST_PLAYED,
    STEP_RESULTS,
    Colours,
    PlayedStep,
    StepGame,
    as_rows,
    begins_by_exchange,
    step_rule,
)
from tournaments.state.matches import PlayerMatch
from tournaments.state.tournament import Result

SEATS = ("", "first", "second")
GAME_VALUES = ("", *map(str, STEP_RESULTS))


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
            choices=SEATS,
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
            item=Field(choices=GAME_VALUES),
            help=_("Game by game, the points of the table's first seat first; empty while it is played."),
        ),
    ] = (),
    reason: WhyCorrected = "",
    by: User,
    once: str = "",
) -> ActResult[DeciderGamePlayed]:
    """Begin a step of decider games, enter its results or take the last step back."""
    pairing = find_table(round_, table)
    match = player_match(round_.section, pairing)
    if match is None or not match.is_level:
        raise Refusal("players-not-level", table=table)
    played = list(match.steps)
    now = played[step - 1] if step <= len(played) else None
    rule = now.rule if now else step_rule(match.deciders, step)
    if rule is None or (now is None and match.next_step != step):
        raise Refusal("no-such-step", step=step)
    answer: DeciderGamePlayed = {"table": table, "step": step}
    made = None
    # Neither who begins nor a result: the last step is taken back.
    if begins or any(results):
        if len(results) > rule.games:
            raise Refusal("step-results", field="results", count=rule.games)
        made = PlayedStep(
            rule,
            _moves_first(match, begins, played[: step - 1], now, exchanged=rule.colours is Colours.EXCHANGE),
            tuple(
                StepGame(*match.players, Result(value) if value else None)
                for value in [*results, *[""] * (rule.games - len(results))]
            ),
        )
    elif now is None or step < len(played):
        raise Refusal("step-empty", field="results", step=step)
    if made == now:
        return no_change(answer)
    if now is not None and not reason and _changes(now, made):
        raise Refusal("reason-needed", field="reason")
    before = games_facts(table, step, now)
    # The points of the match stand; its steps decide who goes on.
    pairing.steps = as_rows([*played[: step - 1], *([made] if made else []), *played[step:]])
    pairing.save(update_fields=["steps"])
    after = player_match(round_.section, pairing)
    if after is not None and (after.over, after.winner) != (match.over, match.winner):
        notify_player_match(round_, table, after)
    pages.results_changed(round_)
    return ActResult(
        answer, before=before if now else None, after=games_facts(table, step, made), reason=reason
    )


def _moves_first(
    match: PlayerMatch, begins: str, earlier: Sequence[PlayedStep], now: PlayedStep | None, *, exchanged: bool
) -> bool:
    """Raises the `Refusal` ``step-begins``: a lot or a choice that nobody has told."""
    if exchanged:
        return begins_by_exchange(earlier, first_board=match.moved_first)
    if begins:
        return begins == "first"
    if now is None:
        raise Refusal("step-begins", field="begins")
    return now.begins


def _changes(now: PlayedStep, made: PlayedStep | None) -> bool:
    """Whether something that was played changes; who moves first may change until then."""
    if not any(game.result for game in now.games):
        return False
    if made is None or made.begins is not now.begins:
        return True
    filled = zip(now.games, made.games, strict=True)
    return any(was.result is not None and was != is_now for was, is_now in filled)


def games_facts(table: int, step: int, made: PlayedStep | None) -> dict[str, Any]:
    """What the journal keeps of it."""
    facts: dict[str, Any] = {"table": table, "step": step}
    if made is None:
        return facts
    return {
        **facts,
        "begins": "first" if made.begins else "second",
        "results": [str(game.result or "") for game in made.games],
    }
