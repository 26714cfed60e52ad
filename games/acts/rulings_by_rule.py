"""Enter what a rule or the board has brought about, where a section is played on line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.models import FindingRuling, LiveGame
from games.queries.findings import Stored, finding_key, finding_result
from games.queries.live import players_of
from games.rulebooks.prompting import End, end_by, finding_from
from portal import journal, outbox
from portal.policy import Refusal
from tournaments.acts.common import refuse_while_closing, scope_of
from tournaments.acts.results import (
    Ending,
    after_report,
    check_draw,
    check_fouls,
    find_table,
    last_report,
    write_result_report,
)
from tournaments.models import ResultReport, Round
from tournaments.pages.webhook_events import notify_result
from tournaments.wording.grounds import ground

RULE: Final = "rule-live"


def await_ruling(live: LiveGame) -> None:
    """Have the worker enter what a running game has ended with."""
    payload = {"live": live.pk}
    outbox.enqueue(RULE, key=f"{RULE}:{live.pk}", payload=payload, priority=outbox.PUBLISH)


def end_to_enter(live: LiveGame) -> End | None:
    """Say what the program has to enter: nothing where people rule, or where the game goes on."""
    return End(*live.end) if live.online and live.over and live.end else None


def rule_on_end(live: LiveGame, round_: Round) -> ResultReport | None:
    """Enter the result of a locked game in a locked round; None where that is not the program's any more."""
    end = end_to_enter(live)
    players = players_of(live.pairing, live.game)
    is_current = players is not None and [player.pk for player in players] == [live.first_id, live.second_id]
    if end is None or not is_current or not round_.is_public or round_.state == Round.State.CLOSED:
        return None
    pairing = find_table(round_, live.pairing.table or 0)
    # What people have said before stands; what a referee overturns does not come again
    # (`games.acts.findings`).
    newest = last_report(pairing, live.game)
    if newest is not None and newest.value != ResultReport.Value.OPEN:
        return None
    refuse_while_closing(round_)
    value = finding_result(end)
    check_draw(pairing, value)
    check_fouls(round_, pairing, live.game, value)
    stored = _finding_of(live, end)
    report = write_result_report(
        pairing,
        game=live.game,
        value=value,
        by=None,
        ending=Ending(end.cause, end.article),
        supersedes=newest,
        reason=ground("rule", cause=end.cause, rulebook=live.rulebook, article=end.article),
    )
    if stored is not None:
        FindingRuling.objects.create(
            pairing=pairing,
            game=live.game,
            finding=finding_key(stored),
            verdict=FindingRuling.Verdict.APPLIED,
            report=report,
        )
    notify_result(round_, report)
    after_report(round_, by=None)
    journal.record(
        "result_by_rule",
        by=None,
        scope=scope_of(round_.section.event),
        target=f"pairing:{pairing.pk}",
        after=_facts(live, end, value, stored),
    )
    return report


def _finding_of(live: LiveGame, end: End) -> Stored | None:
    """Find the finding that ended the game; None where the board did."""
    stands: list[Stored] = list(live.prompts)
    return next((stored for stored in reversed(stands) if end_by(finding_from(stored)) == end), None)


def _facts(live: LiveGame, end: End, value: str, stored: Stored | None) -> Mapping[str, Any]:
    facts: dict[str, Any] = {"table": live.pairing.table, "value": value, "ply": live.head}
    if live.game > 1:
        facts["game"] = live.game
    if end.article:
        facts |= {"rulebook": live.rulebook, "article": end.article}
    if stored is not None:
        facts["finding"] = finding_key(stored)
        facts["plies"] = list(stored["evidence"].get("plies", [stored["ply"]]))
    return facts


def entering_refused(refusal: Refusal) -> dict[str, Any]:
    # The work is done where the rules of results allow nothing to be entered: people decide.
    return {"report": None, "refused": refusal.code}
