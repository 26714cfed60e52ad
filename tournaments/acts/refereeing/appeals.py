"""Appeal a ruling, and put right what the panel decides, by the usual acts in the same transaction."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Denied, Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.common import lock_result, target_of
from tournaments.acts.frame import (
    NOT_CLOSING,
    RESULT,
    SECTION,
    ActResult,
    Arguments,
    Locked,
    Target,
    act,
    no_change,
)
from tournaments.acts.refereeing.fouls import withdraw_foul
from tournaments.acts.results import report_result, take_back_result
from tournaments.models import (
    Appeal,
    AppealDecision,
    AppealRules,
    Entry,
    Foul,
    Pairing,
    PlayerLink,
    ResultReport,
    Round,
    Section,
)
from tournaments.models.appeals import MOST_MINUTES
from tournaments.pages.appeal_notices import notify_followers_of_appeal
from tournaments.policy import Act, PrivateLink
from tournaments.queries.private_link_scope import check_captain
from tournaments.queries.refereeing.appeals import (
    deadline,
    decided_reports,
    has_not_won,
    rules_of,
    still_stands,
)
from tournaments.wording.grounds import ground

LONGEST_STATEMENT = 3000
LONGEST_PANEL = 200
LONGEST_DEPOSIT = 40
MaybeId = Annotated[int | None, Field(least=1)]
VALUES = [value for value in ResultReport.Value.values if value != ResultReport.Value.OPEN]


class Appealed(TypedDict):
    """``table``: where the ruling was made."""

    appeal: int
    table: int


class AppealDecided(TypedDict):
    """``corrected``: whether the ruling was put right with it."""

    appeal: int
    corrected: bool


class RulesSet(TypedDict):
    minutes: int
    deposit: str
    public: bool


def _lock_appeal(arguments: Arguments) -> Locked:
    appeal: Appeal = arguments["appeal"]
    round_ = lock_result(appeal.pairing.round)
    fresh = Appeal.objects.select_related("pairing", "entry", "foul", "report").get(pk=appeal.pk)
    fresh.pairing.round = round_
    return Locked(fresh, round_, target_of(round_))


APPEAL = Target("appeal", _lock_appeal)


@act(on=SECTION, right=Act.SET_APPEALS, done=_("rules for appeals set"))
def set_appeal_rules(
    *,
    section: Section,
    minutes: Annotated[
        int,
        Field(
            least=0,
            most=MOST_MINUTES,
            label=_("Minutes to appeal after a ruling"),
            help=_("0: no appeals are taken here."),
        ),
    ],
    deposit: Annotated[
        str,
        Field(
            longest=LONGEST_DEPOSIT,
            label=_("Deposit"),
            help=_("As players read it, such as: MYR 200. Leave empty if there is none."),
        ),
    ] = "",
    public: Annotated[bool, Field(label=_("Everybody can read the decisions"))] = False,
    by: User,
    once: str = "",
) -> ActResult[RulesSet]:
    """What holds for appeals from now on; those that there are stay."""
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refusal("minutes-out-of-range", field="minutes", most=MOST_MINUTES)
    rules = rules_of(section)
    before = _facts(rules)
    rules.minutes, rules.deposit, rules.public = minutes, deposit.strip()[:LONGEST_DEPOSIT], public
    answer: RulesSet = {"minutes": minutes, "deposit": rules.deposit, "public": public}
    if rules.pk is not None and _facts(rules) == before:
        return no_change(answer)
    rules.save()
    pages.section_changed(section)
    return ActResult(answer, before=before, after=_facts(rules))


def _facts(rules: AppealRules) -> dict[str, object]:
    return {
        "appeal_minutes": rules.minutes,
        "appeal_deposit": rules.deposit,
        "appeals_public": rules.public,
    }


@act(on=RESULT, right=Act.APPEAL, done=_("appeal submitted"))
def submit_appeal(
    *,
    round_: Round,
    statement: Annotated[
        str,
        Field(
            longest=LONGEST_STATEMENT,
            label=_("What happened, and what should have been decided?"),
        ),
    ],
    foul: MaybeId = None,
    report: MaybeId = None,
    by: User | PrivateLink,
    once: str = "",
) -> ActResult[Appealed]:
    """Appeal against a confirmed foul of the own side, or a decided result that it has not won."""
    rules = rules_of(round_.section)
    if not rules.minutes:
        raise Refusal("no-appeals")
    # By the player's private link, the captain's, or the captain's account.
    pairing, game, at, entry = _ruling(round_, foul, report, by)
    if Appeal.objects.filter(entry=entry, foul=foul, report=report).exists():
        raise Refusal("appealed-already")
    if not _in_force(foul, report):
        raise Refusal("ruling-withdrawn")
    until = deadline(rules, at)
    if until is None or timezone.now() > until:
        zone = round_.section.event.time_zone
        raise Refusal("appeal-late", until=(until or at).isoformat(), zone=zone)
    statement = statement.strip()
    if not statement:
        raise Refusal("statement-needed", field="statement")
    if len(statement) > LONGEST_STATEMENT:
        raise Refusal("statement-too-long", field="statement", most=LONGEST_STATEMENT, count=len(statement))
    appeal = Appeal.objects.create(
        pairing=pairing,
        game=game,
        entry=entry,
        foul_id=foul,
        report_id=report,
        statement=statement,
        by_captain=not isinstance(by, PlayerLink),
    )
    answer: Appealed = {"appeal": appeal.pk, "table": pairing.table or 0}
    return ActResult(answer, after={**_place(appeal), "player": entry.number, "appeal": appeal.pk})


def _ruling(
    round_: Round, foul: int | None, report: int | None, by: User | PrivateLink
) -> tuple[Pairing, int, datetime, Entry]:
    """Find table, game and moment of the ruling, and on whose behalf ``by`` may appeal it."""
    if foul is not None:
        ruled = (
            Foul.objects.filter(pk=foul, pairing__round=round_, status=Foul.Status.CONFIRMED)
            .select_related("pairing", "entry__team")
            .first()
        )
        if ruled is None or report is not None:
            raise Refusal("no-such-ruling")
        if not _speaks_for(by, ruled.entry):
            raise Denied(Act.APPEAL)
        return ruled.pairing, ruled.game, ruled.at, ruled.entry
    decided = (
        ResultReport.objects.filter(pk=report or 0, pairing__round=round_).select_related("pairing").first()
    )
    if decided is None:
        raise Refusal("no-such-ruling")
    for seat in decided.pairing.seats.select_related("entry__team"):
        if _speaks_for(by, seat.entry):
            if not has_not_won(decided, seat.colour):
                break
            return decided.pairing, decided.game, decided.at, seat.entry
    raise Denied(Act.APPEAL)


def _speaks_for(by: User | PrivateLink, entry: Entry) -> bool:
    if isinstance(by, PlayerLink):
        return by.entry_id == entry.pk
    if entry.team is None:
        return False
    try:
        check_captain(Act.APPEAL, by, entry.team)
    except Denied:
        return False
    return True


def _in_force(foul: int | None, report: int | None) -> bool:
    if foul is not None:
        return not Foul.objects.filter(supersedes=foul).exists()
    return decided_reports().filter(pk=report or 0).exists()


@act(on=APPEAL, right=Act.NOTE_DEPOSIT, done=_("deposit of an appeal noted"))
def note_deposit(
    *,
    appeal: Appeal,
    deposit: Annotated[str, Field(choices=Appeal.Deposit.values, label=_("Deposit"))] = "",
    by: User,
    once: str = "",
) -> ActResult[Appealed]:
    """Where the deposit is."""
    if deposit not in Appeal.Deposit.values:
        raise Refusal("unknown-deposit", field="deposit", value=deposit)
    answer: Appealed = {"appeal": appeal.pk, "table": appeal.pairing.table or 0}
    if deposit == appeal.deposit:
        return no_change(answer)
    before = {"appeal": appeal.pk, "appeal_deposit": appeal.deposit}
    appeal.deposit = deposit
    appeal.save(update_fields=["deposit"])
    return ActResult(answer, before=before, after={**_place(appeal), "appeal_deposit": deposit})


@act(on=APPEAL, right=Act.DECIDE_APPEAL, refuse_while=NOT_CLOSING, done=_("appeal decided"))
def decide_appeal(
    *,
    appeal: Appeal,
    outcome: Annotated[str, Field(choices=AppealDecision.Outcome.values, label=_("Decision"))],
    panel: Annotated[
        str, Field(longest=LONGEST_PANEL, label=_("Who decided"), help=_("The members of the panel."))
    ],
    reasons: Annotated[str, Field(longest=LONGEST_STATEMENT, label=_("Reason"))],
    value: Annotated[
        str,
        Field(
            choices=VALUES,
            label=_("Result of the game"),
            help=_("If the appeal is upheld. Empty: as it was before, or the game goes on."),
        ),
    ] = "",
    deposit: Annotated[str, Field(choices=Appeal.Deposit.values, label=_("Deposit"))] = "",
    by: User,
    once: str = "",
) -> ActResult[AppealDecided]:
    """Enter what the panel has decided."""
    if AppealDecision.objects.filter(appeal=appeal).exists():
        raise Refusal("decided-already")
    if outcome not in AppealDecision.Outcome.values:
        raise Refusal("unknown-outcome", field="outcome", value=outcome)
    if deposit not in Appeal.Deposit.values:
        raise Refusal("unknown-deposit", field="deposit", value=deposit)
    panel, reasons = panel.strip(), reasons.strip()
    if not panel or len(panel) > LONGEST_PANEL:
        raise Refusal("panel-needed", field="panel", most=LONGEST_PANEL)
    if not reasons:
        raise Refusal("reasons-needed", field="reasons")
    if len(reasons) > LONGEST_STATEMENT:
        raise Refusal("statement-too-long", field="reasons", most=LONGEST_STATEMENT, count=len(reasons))
    # Unless somebody has taken the ruling back meanwhile, the foul is withdrawn or the result corrected.
    corrected = outcome == AppealDecision.Outcome.UPHELD and still_stands(appeal)
    if corrected:
        _correct(appeal, value, by)
    decision = AppealDecision.objects.create(
        appeal=appeal, outcome=outcome, panel=panel, reason=reasons, corrected=corrected, by=by
    )
    if deposit and deposit != appeal.deposit:
        appeal.deposit = deposit
        appeal.save(update_fields=["deposit"])
    pages.section_changed(appeal.pairing.round.section)
    notify_followers_of_appeal(decision)
    after = {**_place(appeal), "appeal_decision": outcome, "appeal_deposit": appeal.deposit}
    return ActResult({"appeal": appeal.pk, "corrected": corrected}, after=after, reason=reasons)


def _correct(appeal: Appeal, value: str, by: User) -> None:
    """Put the ruling right, by the acts with which anybody corrects it."""
    reason = ground("appeal")
    round_, table = appeal.pairing.round, appeal.pairing.table or 0
    ruling = appeal.ruling
    ruling.pairing = appeal.pairing
    if isinstance(ruling, Foul):
        withdraw_foul(foul=ruling, reason=reason, value=value, by=by)
        return
    if value == ruling.value:
        raise Refusal("other-result-needed", field="value")
    place: dict[str, Any] = {"round_": round_, "table": table, "game": appeal.game, "seen": ruling.pk}
    if value:
        forfeit = value == ResultReport.Value.NONE
        report_result(**place, value=value, forfeit=forfeit, reason=reason, by=by)
    else:
        take_back_result(**place, reason=reason, by=by)


def _place(appeal: Appeal) -> dict[str, object]:
    place: dict[str, object] = {"table": appeal.pairing.table, "appeal": appeal.pk}
    return place | ({"game": appeal.game} if appeal.game > 1 else {})
