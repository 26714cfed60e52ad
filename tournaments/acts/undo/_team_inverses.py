"""Which act about teams that meet teams undoes which: the part of the table of `_inverses` that is theirs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from portal.policy import Refusal
from tournaments.acts.teams.decider_boards import SIDES, VALUES, play_decider, step_facts
from tournaments.acts.teams.line_ups import set_roster
from tournaments.acts.teams.match_starts import move_match
from tournaments.acts.teams.team_absences import KINDS, PLAYS, set_team_absence
from tournaments.acts.teams.team_forfeits import lift_forfeit
from tournaments.acts.teams.team_matches import (
    LONGEST_POINTS,
    decide_match,
    forfeit_match,
    last_public,
    penalise_team,
    points_taken,
    reinstate_team,
    withdraw_decision,
    withdraw_team,
)
from tournaments.acts.teams.teams import rank_teams
from tournaments.acts.undo._shapes import (
    Shape,
    by_number,
    fits,
    is_maybe,
    is_moment,
    is_number,
    is_numbers,
    is_one_of,
    is_text,
)
from tournaments.acts.undo._undo import Inverse, Undo
from tournaments.models import Match, Team
from tournaments.policy import Act
from tournaments.queries.teams.team_matches import roster_order
from tournaments.state.deciding import played_from


def _team(undo: Undo) -> Team:
    return undo.existing(undo.section().teams.filter(pk=undo.after["team"]).first())


def _absence(undo: Undo) -> Mapping[str, object]:
    team, number = _team(undo), undo.after["round"]
    held = team.absences.filter(round_number=number).first()
    undo.stands((held.kind if held else PLAYS) == undo.after["team_absence"])
    return set_team_absence(
        section=undo.section(),
        team=team.pk,
        round_number=number,
        kind=undo.before["team_absence"],
        reason=undo.reason,
        **undo.signed,
    )


def _match(undo: Undo, **stands: str) -> dict[str, Any]:
    """What names the match, as long as it stands as the act left it."""
    round_, table = undo.round(), undo.after["table"]
    undo.stands(round_.matches.filter(table=table, **stands).exists())
    return {"round_": round_, "match": table, "reason": undo.reason, **undo.signed}


def _forfeit(undo: Undo) -> Mapping[str, object]:
    place = _match(undo, lost_by=undo.after["lost_by"])
    if undo.before:
        _tells(undo, _LOST)
        return forfeit_match(lost_by=undo.before["lost_by"], **place)
    return lift_forfeit(**place)


def _tells(undo: Undo, shape: Shape) -> None:
    """Where an act may have found nothing before it: what it did find is told whole."""
    if not fits(undo.before, shape):
        raise Refusal("undo-untold")


def _lift(undo: Undo) -> Mapping[str, object]:
    return forfeit_match(lost_by=undo.before["lost_by"], **_match(undo, lost_by=""))


def _decide(undo: Undo) -> Mapping[str, object]:
    now = {key: undo.after[key] for key in ("decided_for", "decided_by")}
    place = _match(undo, **now)
    if not undo.before:
        return withdraw_decision(**place)
    _tells(undo, _DECIDED)
    return _as_before(undo, place)


def _withdraw_decision(undo: Undo) -> Mapping[str, object]:
    return _as_before(undo, _match(undo, decided_for=""))


def _as_before(undo: Undo, place: dict[str, Any]) -> Mapping[str, object]:
    was: dict[str, Any] = {key: undo.before[key] for key in ("decided_for", "decided_by")}
    return decide_match(**place, **was)


def _penalty(undo: Undo) -> Mapping[str, object]:
    """By its opposite, of the round that is the newest by now, counted where it was."""
    taken = {key: points_taken(key, undo.after[key]) for key in ("match_points", "board_points")}
    opposite: dict[str, Any] = {key: f"{float(-points):g}" for key, points in taken.items()}
    opposite |= {key: undo.after.get(key) is True for key in ("at_end", "standings_only")}
    return penalise_team(
        section=undo.section(), team=_team(undo).pk, reason=undo.reason, **opposite, **undo.signed
    )


def _withdraw(undo: Undo) -> Mapping[str, object]:
    team = _team(undo)
    undo.stands(team.withdrawn_after == undo.after["withdrawn_after"])
    return reinstate_team(section=undo.section(), team=team.pk, reason=undo.reason, **undo.signed)


def _reinstate(undo: Undo) -> Mapping[str, object]:
    section, team = undo.section(), _team(undo)
    # It would leave after the newest round: not what was, where one has been published since it left.
    undo.stands(last_public(section) == undo.before["withdrawn_after"])
    return withdraw_team(section=section, team=team.pk, reason=undo.reason, **undo.signed)


def _roster(undo: Undo) -> Mapping[str, object]:
    team = _team(undo)
    now = list(roster_order(team.entries.all()).values_list("pk", flat=True))
    undo.stands(now == undo.after["entries"])
    return set_roster(
        section=undo.section(),
        team=team.pk,
        members=undo.before["entries"],
        reason=undo.reason,
        **undo.signed,
    )


def _decider(undo: Undo) -> Mapping[str, object]:
    """What was entered first is taken back, while it is the last step; a correction is what it was before."""
    round_, number, before = undo.round(), undo.after["step"], undo.before
    match = undo.existing(round_.matches.filter(table=undo.after["table"]).first())
    played = played_from(match.steps)
    now = played[number - 1] if 0 < number <= len(played) else None
    undo.stands(step_facts(match.table or 0, number, now) == undo.after)
    if before and not fits(before, _STEP):
        raise Refusal("undo-untold")
    undo.stands(bool(before) or number == len(played))
    players = before.get("players", [])
    return play_decider(
        round_=round_,
        match=match.table or 0,
        step=number,
        begins=before.get("begins", ""),
        first=[first for first, _ in players],
        second=[second for _, second in players],
        results=before.get("results", []),
        reason=undo.reason,
        **undo.signed,
    )


def _last_ranks(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    before, after = (
        {int(key): rank for key, rank in facts["last_ranks"].items()} for facts in (undo.before, undo.after)
    )
    undo.stands(dict(section.teams.filter(pk__in=before).values_list("pk", "last_rank")) == after)
    return rank_teams(section=section, ranks=before, **undo.signed)


def _moved(undo: Undo) -> Mapping[str, object]:
    round_, table = undo.round(), undo.after["table"]
    was, now = (
        datetime.fromisoformat(iso) if (iso := facts.get("match_start")) else None
        for facts in (undo.before, undo.after)
    )
    undo.stands(round_.matches.filter(table=table, starts_at=now).exists())
    return move_match(round_=round_, match=table, starts=was, **undo.signed)


def _is_short(value: Any) -> bool:
    """Whether reading it as a number takes no time: no 10^1000000000."""
    return is_text(value) and len(value) <= LONGEST_POINTS


_TEAM: Shape = {"team": is_number}
_AWAY: Shape = {**_TEAM, "round": is_number, "team_absence": is_one_of(KINDS)}
_RANKS: Shape = {"last_ranks": by_number(is_maybe(is_number))}
_MATCH: Shape = {"table": is_number}
_START: Shape = {"match_start": is_maybe(is_moment)}
_ENTERED: Shape = {**_MATCH, "step": is_number}
_STEP: Shape = {
    **_ENTERED,
    "begins": is_one_of([side for side in SIDES if side]),
    "players": lambda rows: isinstance(rows, list) and all(is_numbers(row) and len(row) == 2 for row in rows),
    "results": lambda rows: isinstance(rows, list) and all(map(is_one_of(VALUES), rows)),
}
_LOST: Shape = {"lost_by": is_one_of([value for value in Match.LostBy.values if value])}
_DECIDED: Shape = {
    "decided_for": is_one_of([value for value in Match.DecidedFor.values if value]),
    "decided_by": is_one_of([value for value in Match.DecidedBy.values if value]),
}
_POINTS: Shape = {**_TEAM, "match_points": _is_short, "board_points": _is_short}
_LEFT: Shape = {**_TEAM, "withdrawn_after": is_number}
_MEMBERS: Shape = {**_TEAM, "entries": is_numbers}
TEAM_INVERSES: Mapping[str, Inverse] = {
    "set_team_absence": Inverse(Act.SET_ABSENCE, _absence, _AWAY, _AWAY),
    Act.ASK_ABSENCE: Inverse(Act.SET_ABSENCE, _absence, _AWAY, _AWAY),
    Act.FORFEIT_MATCH: Inverse(Act.FORFEIT_MATCH, _forfeit, after={**_MATCH, **_LOST}),
    "lift_forfeit": Inverse(Act.FORFEIT_MATCH, _lift, _LOST, _MATCH),
    "decide_match": Inverse(Act.FORFEIT_MATCH, _decide, after={**_MATCH, **_DECIDED}),
    "withdraw_decision": Inverse(Act.FORFEIT_MATCH, _withdraw_decision, _DECIDED, _MATCH),
    Act.PENALISE_TEAM: Inverse(Act.PENALISE_TEAM, _penalty, after=_POINTS),
    "withdraw_team": Inverse(Act.REINSTATE, _withdraw, after=_LEFT),
    "reinstate_team": Inverse(Act.WITHDRAW, _reinstate, _LEFT, _TEAM),
    "play_decider": Inverse(Act.REPORT_RESULT, _decider, after=_ENTERED),
    "move_match": Inverse(Act.SET_SCHEDULE, _moved, _START, {**_MATCH, **_START}),
    "rank_teams": Inverse(Act.SET_TEAMS, _last_ranks, _RANKS, _RANKS),
    Act.SET_ROSTER: Inverse(Act.SET_ROSTER, _roster, _MEMBERS, _MEMBERS),
}
"""By the act as the journal names it."""
