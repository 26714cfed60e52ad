"""Rule on a finding in a running or a recorded game: it decides the game, or it is dismissed."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.acts._targets import TABLE_RESULT
from games.acts.live import overturn_end
from games.models import FindingRuling
from games.policy import RecordAct
from games.queries.findings import Stored, finding_key, finding_result, untold_in
from games.queries.live import live_of, players_of
from games.rulebooks.findings import Kind
from games.rulebooks.prompting import end_by, finding_from
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Reason
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.results import current_report, report_result, take_back_result
from tournaments.models import Pairing, ResultReport
from tournaments.pages.table_notices import notify_followers_of_decision

# Kinds that nobody passes over without saying why.
DECIDES = frozenset({Kind.DRAW, Kind.LOSS, Kind.FOUL})
Key = Annotated[str, Field(longest=60)]


# In a hall a rulebook informs and the referee rules: nothing is applied before somebody says so.
class RulingOfFinding(TypedDict):
    ruling: int


@act(on=TABLE_RESULT, right=RecordAct.RULE_ON_FINDING, done=_("decided by the rulebook"))
def apply_finding(
    *, pairing: Pairing, finding: Key, by: User, game: Annotated[int, Field(least=1)] = 1, once: str = ""
) -> ActResult[RulingOfFinding]:
    """End the game with what the finding says: a draw, or a side has lost."""
    if (earlier := _ruled(pairing, game, finding)) is not None:
        return no_change({"ruling": earlier.pk})
    stored = _standing(pairing, game, finding)
    end = end_by(finding_from(stored))
    if end is None:
        raise Refusal("finding-decides-nothing")
    value = finding_result(end)
    report = current_report(pairing, game)
    if report is None or report.value != value or report.cause != end.cause:
        report_result(
            round_=pairing.round,
            table=pairing.table or 0,
            value=value,
            game=game,
            # A result that stands already is replaced, with the article as the reason.
            seen=report.pk if report and report.value != ResultReport.Value.OPEN else None,
            cause=end.cause,
            article=end.article,
            # What the section's rulebook finds it knows; where it is played by another one now, as well.
            confirmed=True,
            reason=f"{stored['rulebook']} {end.article}" if report else "",
            by=by,
        )
        report = current_report(pairing, game)
    made = FindingRuling.objects.create(
        pairing=pairing,
        game=game,
        finding=finding,
        verdict=FindingRuling.Verdict.APPLIED,
        report=report,
        by=by,
    )
    notify_followers_of_decision(pairing, pairing.round, "apply_finding")
    return ActResult({"ruling": made.pk}, after=_facts(pairing, game, finding))


@act(on=TABLE_RESULT, right=RecordAct.RULE_ON_FINDING, done=_("finding of the rulebook dismissed"))
def dismiss_finding(
    *,
    pairing: Pairing,
    finding: Key,
    by: User,
    reason: Reason = "",
    game: Annotated[int, Field(least=1)] = 1,
    once: str = "",
) -> ActResult[RulingOfFinding]:
    """Let nothing follow from a finding."""
    if (earlier := _ruled(pairing, game, finding)) is not None:
        return no_change({"ruling": earlier.pk})
    stored = _standing(pairing, game, finding)
    # Whoever passes a draw, a loss or an illegal move over says why.
    if Kind(stored["kind"]) in DECIDES and not reason:
        raise Refusal("reason-needed", field="reason")
    made = FindingRuling.objects.create(
        pairing=pairing,
        game=game,
        finding=finding,
        verdict=FindingRuling.Verdict.DISMISSED,
        by=by,
        reason=reason,
    )
    return ActResult({"ruling": made.pk}, after=_facts(pairing, game, finding))


@act(
    on=TABLE_RESULT,
    right=RecordAct.RULE_ON_FINDING,
    needs_reason=True,
    done=_("ruling by the rules overturned"),
)
def overturn_ruling(
    *, pairing: Pairing, finding: Key, by: User, reason: Reason, game: int = 1, once: str = ""
) -> ActResult[RulingOfFinding]:
    """Take back what was applied: the game goes on."""
    rulings = {row.verdict: row for row in _rulings(pairing, game, finding)}
    applied = rulings.get(FindingRuling.Verdict.APPLIED)
    if applied is None:
        raise Refusal("no-such-ruling")
    if (earlier := rulings.get(FindingRuling.Verdict.OVERTURNED)) is not None:
        return no_change({"ruling": earlier.pk})
    report = current_report(pairing, game)
    # Where another result stands by now, that one is somebody's own.
    if report is not None and report.pk == applied.report_id:
        take_back_result(
            round_=pairing.round,
            table=pairing.table or 0,
            seen=report.pk,
            game=game,
            reason=reason,
            by=by,
        )
        players = players_of(pairing, game)
        if players and live_of(pairing, game, players) is not None:
            # The same series is not applied again; a new one is.
            overturn_end(pairing=pairing, game=game, by=by, reason=reason)
    made = FindingRuling.objects.create(
        pairing=pairing,
        game=game,
        finding=finding,
        verdict=FindingRuling.Verdict.OVERTURNED,
        by=by,
        reason=reason,
    )
    return ActResult({"ruling": made.pk}, after=_facts(pairing, game, finding))


def _standing(pairing: Pairing, game: int, finding: str) -> Stored:
    """Find the finding on the board of a running game, or in what was recorded."""
    players = players_of(pairing, game)
    live = live_of(pairing, game, players) if players else None
    stands: list[Stored] = [*live.prompts] if live else []
    stands += [untold.finding for untold in untold_in([pairing.round], pairing) if untold.game == game]
    for stored in stands:
        if finding_key(stored) == finding:
            return stored
    # It may be over by now.
    raise Refusal("no-such-finding")


def _ruled(pairing: Pairing, game: int, finding: str) -> FindingRuling | None:
    return _rulings(pairing, game, finding).first()


def _rulings(pairing: Pairing, game: int, finding: str) -> QuerySet[FindingRuling]:
    return FindingRuling.objects.filter(pairing=pairing, game=game, finding=finding)


def _facts(pairing: Pairing, game: int, finding: str) -> dict[str, Any]:
    return {"table": pairing.table, "finding": finding} | ({"game": game} if game > 1 else {})
