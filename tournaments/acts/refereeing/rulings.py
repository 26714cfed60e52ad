"""Which two players or teams meet, or do not: what the chief referee rules before pairing (WXC 2.4)."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Id, LeaveOfficial, Reason, RoundSeen
from tournaments.acts.drafts import act_while_idle, changes_lost, enqueue_pairing
from tournaments.acts.frame import ActResult
from tournaments.acts.official import leave_with
from tournaments.models import Entry, Round, Ruling, Team
from tournaments.policy import Act
from tournaments.queries.official import LeavingReason
from tournaments.queries.tournament import rules_in


class Ruled(TypedDict):
    """Answer a ruling; ``dropped``: changes by hand that are lost, ``job``: the draft is paired anew."""

    rule: int
    dropped: list[dict[str, Any]]
    job: NotRequired[int]


class Lifted(TypedDict):
    """As `Ruled`."""

    lifted: int
    dropped: list[dict[str, Any]]
    job: NotRequired[int]


@act_while_idle(right=Act.RULE_PAIR, needs_reason=True, done=_("rule for a pair"))
def rule_pair(
    *,
    round_: Round,
    kind: Annotated[str, Field(choices=Ruling.Kind.values)],
    first: Annotated[int, Field(least=1)],
    second: Annotated[int, Field(least=1)],
    until: Annotated[int | None, Field(least=1)] = None,
    leave_official: Annotated[bool, Field()] = False,
    reason: Reason,
    by: User,
    seen: RoundSeen = None,
    once: str = "",
) -> ActResult[Ruled]:
    """Fix or forbid a pair before the run.

    ``first``, ``second``: numbers of entries, or of teams where teams meet; a fixed pair's colours follow
    this order. ``until``: the last of several rounds, None: this round alone."""
    until = _last_ruled(round_, until)
    of_teams = round_.section.of_teams
    if first == second:
        raise Refusal("same-team" if of_teams else "same-player", field="second", player=first)
    find = team_by_number if of_teams else entry_by_number
    entries = [find(round_, first, "first"), find(round_, second, "second")]
    rules = list(rules_in(round_, until).filter(kind=kind))
    both = frozenset(entry.pk for entry in entries)
    held = [rule for rule in rules if until is None and rule.until_round is None]
    busy = {number for rule in held for number in rule.both} if kind == Ruling.Kind.FIXED else set()
    if busy & both or any(both == rule.both for rule in rules):
        raise Refusal("team-ruled" if of_teams else "already-ruled", first=first, second=second)
    leaving = LeavingReason.FIXED if kind == Ruling.Kind.FIXED else LeavingReason.FORBIDDEN
    # WXC 2.4. A pair that is fixed for several rounds is made in the first that both play.
    leave_with(round_.section, leaving, confirmed=leave_official, reason=reason, by=by)
    rule = round_.section.rulings.create(
        round_number=round_.number,
        until_round=until,
        kind=kind,
        first=entries[0],
        second=entries[1],
        reason=reason,
    )
    dropped = changes_lost(round_)
    answer: Ruled = {"rule": rule.pk, "dropped": dropped}
    if job := _pair_anew(round_, by=by):
        answer["job"] = job
    after = {"kind": kind, "first": first, "second": second, "dropped": dropped}
    return ActResult(answer, after=after | ({"until": until} if until else {}))


def _last_ruled(round_: Round, until: int | None) -> int | None:
    """The last of several rounds for which a pair is ruled on; None: of this one alone."""
    rounds = round_.section.rounds
    if until is not None and until > rounds:
        raise Refusal("no-such-round", field="until", round=until, rounds=rounds)
    if until is not None and until < round_.number:
        raise Refusal("until-before", field="until", first=round_.number, last=until)
    return None if until == round_.number else until


def entry_by_number(round_: Round, number: int, field: str) -> Entry:
    """An entry that is to be paired in this round. Raises ``no-such-player`` or ``not-playing``."""
    entry = round_.section.entries.filter(number=number).first()
    if entry is None:
        raise Refusal("no-such-player", field=field, player=number)
    absent = entry.absences.filter(round_number=round_.number).exists()
    if absent or (entry.withdrawn_after is not None and entry.withdrawn_after < round_.number):
        raise Refusal("not-playing", field=field, player=number, round=round_.number)
    return entry


def team_by_number(round_: Round, number: int, field: str) -> Team:
    """The same of a team. Raises ``no-such-team`` or ``team-not-playing``."""
    team = round_.section.teams.filter(number=number).first()
    if team is None:
        raise Refusal("no-such-team", field=field)
    absent = team.absences.filter(round_number=round_.number).exists()
    if absent or (team.withdrawn_after is not None and team.withdrawn_after < round_.number):
        raise Refusal("team-not-playing", field=field, name=team.name, round=round_.number)
    return team


@act_while_idle(right=Act.RULE_PAIR, done=_("rule for a pair removed"))
def lift_rule(
    *,
    round_: Round,
    rule: Id,
    leave_official: LeaveOfficial = False,
    reason: Reason = "",
    by: User,
    seen: RoundSeen = None,
    once: str = "",
) -> ActResult[Lifted]:
    """Take a fixed or forbidden pair back; an existing draft is paired anew."""
    row = rules_in(round_).filter(pk=rule).first()
    if row is None:
        raise Refusal("no-such-rule")
    leave_with(round_.section, LeavingReason.LIFTED, confirmed=leave_official, reason=reason, by=by)
    before = {"kind": row.kind, "first": row.first.number, "second": row.second.number}
    if row.until_round:
        before["until"] = row.until_round
    # Forbidden for good, as a tournament file may say, or for several rounds: it is free from this round on.
    if row.round_number is None:
        before["from_round"] = round_.number
        _keep_before(round_, row)
    # Law 7: the rounds before keep it, so that they can be computed again from the file.
    if row.round_number is not None and row.round_number < round_.number:
        last = round_.number - 1
        row.until_round = last if last > row.round_number else None
        row.save(update_fields=["until_round"])
    else:
        row.delete()
    dropped = changes_lost(round_)
    answer: Lifted = {"lifted": rule, "dropped": dropped}
    if job := _pair_anew(round_, by=by):
        answer["job"] = job
    return ActResult(answer, before=before, after={"dropped": dropped})


def _keep_before(round_: Round, rule: Ruling) -> None:
    """Have the rounds before this one keep a ruling that was for every round."""
    pair = [rule.first_id, rule.second_id]
    ruled = set(
        round_.section.rulings.filter(kind=rule.kind, first__in=pair, second__in=pair).values_list(
            "round_number", flat=True
        )
    )
    round_.section.rulings.bulk_create(
        rule._meta.model(
            section=round_.section,
            round_number=number,
            kind=rule.kind,
            first=rule.first,
            second=rule.second,
            reason=rule.reason,
        )
        for number in range(1, round_.number)
        if number not in ruled
    )


def _pair_anew(round_: Round, *, by: User) -> int | None:
    """The draft that there is, if there is one, rests on something else now."""
    return enqueue_pairing(round_, by=by) if round_.state == Round.State.DRAFT else None
