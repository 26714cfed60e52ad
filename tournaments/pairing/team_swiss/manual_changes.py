"""A round of FIDE's Swiss for teams that is made or changed by hand, held against the rule's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.pairing.reasons import Notice, NoticeCode, Reason, ReasonCode
from tournaments.pairing.rule_violations import RuleViolations, bye_faults, seating_faults
from tournaments.pairing.team_swiss.colours import beginning_team
from tournaments.pairing.team_swiss.entering import Entrant, entrants
from tournaments.pairing.team_swiss.pairing import pair_teams, team_rematch_notice
from tournaments.pairing.values import CannotPair, Pair, PairedRound, Table
from tournaments.state.team_matches import TeamEvent


def judge_teams(
    event: TeamEvent,
    round_number: int,
    tables: Sequence[Table],
    byes: Sequence[int] = (),
    *,
    allow_rematch: bool = False,
) -> RuleViolations:
    """As `judging.judge_pairs`, of matches. Raises `PairingInputError`."""
    rule, refusal = None, None
    try:
        rule = pair_teams(event, round_number, allow_rematch=allow_rematch, explain=False)
    except CannotPair as error:
        refusal = error
    teams = {team.number: team for team in entrants(event, round_number)}
    numbers = {team.number for team in event.teams}
    faults = seating_faults(tables, byes, numbers=numbers, here=teams.keys(), playing=teams.keys())
    faults += bye_faults(byes, teams.keys())
    bye = byes[0] if byes else None
    if faults:
        return RuleViolations((), bye, (), tuple(faults), rule, refusal)
    pairs = tuple(_judged(event, teams, table, place) for place, table in enumerate(tables, 1))
    notices = [*_wishes(event, tables), *_of_bye(teams, bye, rule)]
    return RuleViolations(pairs, bye, (), tuple(notices), rule, refusal)


def _judged(event: TeamEvent, teams: Mapping[int, Entrant], table: Table, place: int) -> Pair:
    first, second, why = beginning_team(event, teams[table.first], teams[table.second])
    by_rule = (first, second)
    fixed = next((pair for pair in event.fixed if set(pair) == {first, second}), None)
    if table.colours_given:
        first, second = table.first, table.second
    elif fixed is not None:
        first, second = fixed
    both = {"first": first, "second": second}
    notices = [*team_rematch_notice(event, teams, first, second)]
    if (min(both.values()), max(both.values())) in event.forbidden:
        notices.append(Notice(NoticeCode.FORBIDDEN_PAIR, both))
    if fixed is not None:
        notices.append(Notice(NoticeCode.FIXED_PAIR, both))
    if (first, second) != by_rule:
        why = Reason(ReasonCode.COLOUR_FIXED, {"player": first})
        notices.append(Notice(NoticeCode.OTHER_COLOURS, both))
    return Pair(table.table or place, first, second, (why,), tuple(notices))


def _wishes(event: TeamEvent, tables: Sequence[Table]) -> list[Notice]:
    held = {frozenset((table.first, table.second)) for table in tables}
    return [
        Notice(NoticeCode.UNFIXED_PAIR, {"first": first, "second": second})
        for first, second in event.fixed
        if frozenset((first, second)) not in held
    ]


def _of_bye(teams: Mapping[int, Entrant], bye: int | None, rule: PairedRound | None) -> list[Notice]:
    notices = []
    if bye is not None and not teams[bye].may_have_bye:
        notices.append(Notice(NoticeCode.SECOND_BYE, {"player": bye}))
    if bye is not None and rule is not None and rule.bye not in (None, bye):
        notices.append(Notice(NoticeCode.BYE_OTHER, {"player": bye, "opponent": rule.bye}))
    return notices
