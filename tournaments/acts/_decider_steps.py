"""What the decider games of two players and the decider boards of two teams share: a step begun, corrected or
taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from portal.policy import Refusal
from tournaments.acts.clocks import read_clock
from tournaments.state.deciding import (
    STEP_RESULTS,
    Colours,
    Odds,
    PlayedStep,
    Step,
    as_rows,
    begins_by_exchange,
    next_step,
    step_rule,
)

SIDES = ("", "first", "second")
VALUES = ("", *map(str, STEP_RESULTS))


def step_at(
    rules: Sequence[Step], played: Sequence[PlayedStep], number: int
) -> tuple[Step, PlayedStep | None]:
    """Return the rule of a step and what is entered of it. Raises the `Refusal` ``no-such-step``."""
    now = played[number - 1] if number <= len(played) else None
    rule = now.rule if now else step_rule(rules, number)
    if rule is None or (now is None and next_step(rules, played) != number):
        raise Refusal("no-such-step", step=number)
    return rule, now


def who_begins(
    rule: Step, begins: str, earlier: Sequence[PlayedStep], now: PlayedStep | None, *, first_board: bool
) -> bool:
    """Tell whether the first side moves first. Raises the `Refusal` ``step-begins``: a lot or a choice that
    nobody has told."""
    if rule.colours is Colours.EXCHANGE:
        return begins_by_exchange(earlier, first_board=first_board)
    if begins:
        return begins == "first"
    if now is None:
        raise Refusal("step-begins", field="begins")
    return now.begins


def left_on(rule: Step, first: str, second: str, now: PlayedStep | None) -> tuple[int, int] | None:
    """Return the seconds with which both sides begin, as typed, where a step goes on with what is left.
    Raises the `Refusal` ``step-left``, ``unreadable-clock``."""
    if rule.odds is not Odds.REMAINING:
        return None
    stands = now.left if now and now.left else (None, None)
    typed = [read_clock(text, f"{side}_left") for side, text in (("first", first), ("second", second))]
    ours, theirs = (clock if clock is not None else held for clock, held in zip(typed, stands, strict=True))
    if ours is None or theirs is None:
        raise Refusal("step-left", field="first_left" if ours is None else "second_left")
    return ours, theirs


def check_reason(now: PlayedStep | None, made: PlayedStep | None, reason: str) -> None:
    """Raise the `Refusal` ``reason-needed`` where something that was played changes: who is to play and who
    moves first may change until then."""
    if now is None or reason or not any(game.result for game in now.games):
        return
    if (
        made is None
        or made.begins is not now.begins
        or any(
            was.result is not None and was != is_now
            for was, is_now in zip(now.games, made.games, strict=True)
        )
    ):
        raise Refusal("reason-needed", field="reason")


def with_step(played: Sequence[PlayedStep], number: int, made: PlayedStep | None) -> list[dict[str, object]]:
    """The steps as they are kept, with ``made`` at its number, or without that one."""
    return as_rows([*played[: number - 1], *([made] if made else []), *played[number:]])


def step_facts(table: int, number: int, made: PlayedStep | None, *, of_teams: bool) -> dict[str, Any]:
    """What the journal keeps of it: numbers only (law 8)."""
    facts: dict[str, Any] = {"table": table, "step": number}
    if made is None:
        return facts
    if of_teams:
        facts["players"] = [[game.first or 0, game.second or 0] for game in made.games]
    if made.left:
        facts["left"] = list(made.left)
    return {
        **facts,
        "begins": "first" if made.begins else "second",
        "results": [str(game.result or "") for game in made.games],
    }
