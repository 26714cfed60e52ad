"""Rule on a player's claim and let follow what follows from it: a result, a foul, a lost game (WXC 5)."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from django.utils.translation import gettext_lazy as _

from games.models import Claim
from games.policy import RecordAct
from games.queries.claims import ClaimTyped, claim_revision, claims_of, rules_of_claims, verdict_on
from games.rulebooks.claims import ClaimKind, ClaimOutcome, Verdict
from games.rulebooks.wxc2015 import DEDUCTION
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments.acts.clocks import write_one_clock
from tournaments.acts.common import foul_tally_at
from tournaments.acts.frame import ROUND, ActResult, act
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.acts.results import current_report, find_table, report_result
from tournaments.fouls import TECHNICAL, WRONG_CLAIM
from tournaments.models import ClockReading, Foul, Pairing, ResultReport, Round
from tournaments.pages.table_notices import notify_followers_of_decision
from tournaments.queries.refereeing.fouls import Tally
from tournaments.queries.teams.matches import INVERTED
from tournaments.state.causes import ResultCause
from tournaments.wording.grounds import ground


class ClaimRuled(TypedDict):
    claim: int
    right: bool
    # draw, win, foul, technical or loss
    outcome: str
    # The plies that count.
    counted: int
    # Where a foul was logged, as `log_foul` answers.
    foul: NotRequired[int]
    lost: NotRequired[bool]


@act(on=ROUND, right=RecordAct.RULE_ON_CLAIM, done=_("ruling on a claim"))
def rule_on_claim(
    *,
    round_: Round,
    table: Annotated[int, Field(least=1)],
    player: Annotated[int, Field(least=1)],
    asked: Annotated[ClaimTyped, Field()],
    by: User,
    seen: Annotated[str | None, Field(longest=100)] = None,
    game: Annotated[int, Field(least=1)] = 1,
    once: str = "",
) -> ActResult[ClaimRuled]:
    """Rule on a claim of the ``player`` of this entry number, as `verdict_on` judges it."""
    if round_.section.game != "xiangqi":
        raise Refusal("claim-not-in-xiangqi")
    pairing = find_table(round_, table)
    tally = foul_tally_at(round_, pairing, player, game)
    if claims_of(pairing).filter(game=game, entry=tally.entry, kind=asked.kind, ply=asked.ply).exists():
        raise Refusal("claim-ruled")
    # ``seen`` is what the screen showed with the verdict; None has not looked.
    if seen is not None and claim_revision(pairing, game) != seen:
        raise Conflict("claims-changed")
    verdict, record, _played = verdict_on(pairing, tally, asked)
    rules = rules_of_claims(pairing)
    article = rules.articles[ClaimKind(asked.kind)]
    arguments: dict[str, Any] = {
        "round_": round_,
        "table": table,
        "game": game,
        "by": by,
        "reason": ground("claim", kind=str(asked.kind), right=verdict.right),
    }
    # Where it costs no time, it is a technical foul like any other; what that costs says the ladder.
    offence = WRONG_CLAIM if rules.costs_time else TECHNICAL
    foul, lost = _foul({**arguments, "offence": offence.key, "article": article}, tally, asked, verdict)
    claim = Claim.objects.create(
        pairing=pairing,
        game=game,
        entry=tally.entry,
        kind=asked.kind,
        ply=asked.ply,
        clock=asked.clock,
        right=verdict.right,
        outcome=verdict.outcome,
        verdict=verdict.as_json(),
        record=record,
        typed=asked.typed if record is None else "",
        foul=foul,
        report=_report(arguments, pairing, tally, ClaimKind(asked.kind), verdict),
        by=by,
    )
    if asked.clock is not None:
        deducts = verdict.outcome == ClaimOutcome.FOUL and rules.costs_time
        write_one_clock(
            pairing,
            game,
            str(tally.moves),
            asked.clock - DEDUCTION if deducts else asked.clock,
            why=ClockReading.Why.DEDUCTION if deducts else ClockReading.Why.RULING,
            by=by,
            ply=asked.ply,
        )
    notify_followers_of_decision(pairing, round_, "rule_on_claim")
    answer: ClaimRuled = {
        "claim": claim.pk,
        "right": verdict.right,
        "outcome": str(verdict.outcome),
        "counted": claim.verdict["counted"],
    }
    if foul is not None:
        answer |= {"foul": foul.pk, "lost": lost}
    return ActResult(
        answer,
        after={
            "table": table,
            "player": player,
            "claim": asked.kind,
            "article": article,
            "ply": asked.ply,
            "clock": asked.clock,
            "counted": claim.verdict["counted"],
            **({"by_hand": True, "since": asked.since, "checks": asked.checks} if verdict.by_hand else {}),
            "right": verdict.right,
            "follows": str(verdict.outcome),
        },
    )


def _foul(
    arguments: dict[str, Any], tally: Tally, claim: ClaimTyped, verdict: Verdict
) -> tuple[Foul | None, bool]:
    """The foul of a wrong claim, and whether it loses the game."""
    if verdict.outcome not in (ClaimOutcome.FOUL, ClaimOutcome.TECHNICAL):
        return None, False
    logged = log_foul(
        **arguments,
        player=tally.entry.number or 0,
        ply=claim.ply,
        confirm=True,
        ruling_on={"claim": claim.kind},
    )
    return Foul.objects.get(pk=logged["foul"]), logged["lost"]


def _report(
    arguments: dict[str, Any], pairing: Pairing, tally: Tally, kind: ClaimKind, verdict: Verdict
) -> ResultReport | None:
    """The result that the claim decides, through the same act as anybody's."""
    values = {
        ClaimOutcome.DRAW: str(ResultReport.Value.DRAW),
        ClaimOutcome.LOSS: tally.loss,
        ClaimOutcome.WIN: INVERTED[tally.loss],
    }
    if verdict.outcome not in values:
        return None
    current = current_report(pairing, tally.game)
    seen = None if current is None or current.value == ResultReport.Value.OPEN else current.pk
    value = values[verdict.outcome]
    # What is claimed is the cause; a claim that was wrong loses by that.
    cause = ResultCause(kind) if verdict.right else ResultCause.WRONG_CLAIM
    article = rules_of_claims(pairing).articles[kind]
    answer = report_result(
        **arguments,
        value=value,
        seen=seen,
        cause=str(cause),
        article=article,
        claim=str(kind),
        confirmed=True,
    )
    return ResultReport.objects.get(pk=answer["report"])
