"""Rosters and line-ups of teams that meet teams: who may play at which board, and who does in one match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.frame import NOT_CLOSING, ROUND, SECTION, ActResult, act, no_change
from tournaments.acts.teams._line_ups import reveal
from tournaments.acts.teams._team_rounds import seat_boards
from tournaments.acts.teams.team_matches import check_of_teams, find_match, find_team
from tournaments.models import CaptainLink, Entry, LineUp, Match, Round, Section, Team
from tournaments.pages.webhook_events import notifying_decisions
from tournaments.policy import Act, acts_of
from tournaments.queries.private_link_scope import check_captain
from tournaments.queries.teams.line_ups import (
    deadline_of,
    handed_in,
    has_passed,
    may_order_roster,
    plays_now,
    rosters_close,
    rosters_closed,
    unrevealed,
)
from tournaments.queries.teams.team_matches import away_in, roster_order, team_settings_of
from tournaments.state.line_ups import faults

BOARDS = Field(
    longest=20, item=Field(least=0), help=_("Numbers of the entries by board; 0 for an empty one.")
)


class RosterSet(TypedDict):
    """``members``: the entries in order."""

    team: int
    members: list[int]


class LineUpGiven(TypedDict):
    match: int
    team: int
    version: int


class Revealed(TypedDict):
    """``matches``: their numbers."""

    matches: list[int]


@act(on=SECTION, right=Act.SET_ROSTER, done=_("order of a team set"))
def set_roster(
    *,
    section: Section,
    team: Id,
    members: Annotated[Sequence[int], Field(longest=200, item=Field(least=1), help=_("Ids of the entries."))],
    by: User | CaptainLink,
    reason: Reason = "",
    once: str = "",
) -> ActResult[RosterSet]:
    """Order the members of a team by their boards, reserves last."""
    team_row = find_team(section, team)
    if section.system == Section.System.SCHEVENINGEN and section.state == Section.State.RUNNING:
        raise Refusal("places-stand")
    # A captain orders the own team, and where line-ups follow the roster only until the first round is
    # public.
    if _is_captain(by, section):
        check_captain(Act.SET_ROSTER, by, team_row)
        until = rosters_close(section)
        if until is not None and timezone.now() >= until:
            raise Refusal("roster-closed", until=until.isoformat(), zone=section.event.time_zone)
        if not may_order_roster(section):
            raise Refusal("roster-stands")
    else:
        check_roster_reason(section, reason)
    if (round_number := plays_now(team_row)) is not None:
        raise Refusal("roster-playing", name=team_row.name, round=round_number)
    now = list(roster_order(Entry.objects.filter(team=team_row)))
    by_key = {entry.pk: entry for entry in now}
    if set(members) - by_key.keys():
        raise Refusal("roster-stranger", field="members")
    if len(set(members)) < len(members):
        raise Refusal("roster-twice", field="members")
    # Whoever of the team is not named follows in the order that stands.
    order = [*(by_key[key] for key in members), *(entry for entry in now if entry.pk not in set(members))]
    answer: RosterSet = {"team": team_row.pk, "members": [entry.pk for entry in order]}
    if order == now and all(entry.board_order for entry in now):
        return no_change(answer)
    for place, entry in enumerate(order, 1):
        entry.board_order = place
    Entry.objects.bulk_update(order, ["board_order"], batch_size=500)
    # Published matches stay as they are.
    pages.section_changed(section)
    before = {"team": team_row.pk, "entries": [entry.pk for entry in now]}
    return ActResult(answer, before=before, after={"team": team_row.pk, "entries": answer["members"]})


def check_roster_reason(section: Section, reason: str) -> None:
    """The desk changes rosters after their deadline, with a reason. Raises ``reason-needed``."""
    if section.of_teams and rosters_closed(section) and not reason.strip():
        raise Refusal("reason-needed", field="reason")


def _is_captain(by: User | CaptainLink, section: Section) -> bool:
    """Whether somebody acts as a captain, and not with a right of the staff."""
    return isinstance(by, CaptainLink) or Act.SET_ROSTER not in acts_of(by, section.event)


@act(on=ROUND, right=Act.HAND_IN_LINE_UP, refuse_while=NOT_CLOSING, done=_("line-up submitted"))
def hand_in_line_up(
    *,
    round_: Round,
    team: Id,
    players: Annotated[Sequence[int], BOARDS],
    by: User | CaptainLink,
    forfeits: Annotated[bool, Field(label=_("Yes, our team forfeits the empty boards"))] = False,
    once: str = "",
) -> ActResult[LineUpGiven]:
    """Hand in who sits at the boards; an empty board is lost without play, which ``forfeits`` confirms."""
    team_row = find_team(round_.section, team)
    check_captain(Act.HAND_IN_LINE_UP, by, team_row)
    if team_row.withdrawn_after is not None:
        raise Refusal("team-withdrawn", name=team_row.name)
    match = match_of(round_, team_row)
    until = deadline_of(round_, match)
    wanted = [player or None for player in players]
    now = match.line_up_of(team_row) or []
    # Once both teams have handed in the boards are seated: until the deadline only an empty one may still be
    # filled.
    if match.is_seated and (until is None or not _fills(now, wanted)):
        raise Refusal("line-ups-revealed", table=match.table)
    if until is not None and has_passed(until):
        raise Refusal("line-up-late", until=until.isoformat(), zone=round_.section.event.time_zone)
    check_line_up(round_, team, wanted)
    empty = [board for board, player in enumerate(wanted, 1) if player is None]
    if empty and not forfeits:
        raise Refusal("line-up-forfeits", field="forfeits", boards=empty)
    if match.is_seated:
        return _change_seated(round_, match, team_row, wanted, by=by)
    return _keep(round_, match, team_row, wanted, by=by)


def _fills(now: Sequence[int | None], wanted: Sequence[int | None]) -> bool:
    """Whether ``wanted`` puts players at empty boards and leaves all others as everybody knows them."""
    both = zip(now, wanted, strict=False)
    return len(now) == len(wanted) and None in now and all(old in (None, new) for old, new in both)


def match_of(round_: Round, team: Team) -> Match:
    """The one that a team plays in a round. Raises the `Refusal` ``no-match``, ``match-lost``."""
    for match in round_.matches.select_related("first", "second"):
        if match.table is not None and team.pk in (match.first_id, match.second_id):
            if match.lost_by:
                raise Refusal("match-lost", table=match.table)
            match.round = round_
            return match
    raise Refusal("no-match", round=round_.number)


def _keep(
    round_: Round,
    match: Match,
    team: Team,
    players: list[int | None],
    *,
    by: User | CaptainLink,
    reason: str = "",
) -> ActResult[LineUpGiven]:
    """Keep a line-up of a match that waits for them."""
    before = handed_in([match])
    last = before.get((match.pk, team.pk))
    version = last.version if last else 0
    if last is not None and last.players == players:
        return no_change({"match": match.table or 0, "team": team.pk, "version": version})
    version += 1
    LineUp.objects.create(
        match=match,
        team=team,
        version=version,
        players=players,
        by=None if isinstance(by, CaptainLink) else by,
        reason=reason,
    )
    pages.line_up_given(round_)
    # Once both are in, neither captain can answer the other's line-up: they are revealed.
    if both_in(match, {team.pk, *(key for _, key in before)}):
        reveal(round_, [match])
    return ActResult(
        {"match": match.table or 0, "team": team.pk, "version": version},
        # More people read the journal than may see a line-up: it says only that it was handed in.
        after={"matches": [match.table or 0], "team": team.pk, "version": version},
    )


def both_in(match: Match, handed_in_by: Collection[int]) -> bool:
    """Whether nobody has to be waited for. ``handed_in_by``: ids of the teams that have handed in."""
    return {match.first_id, match.second_id} <= set(handed_in_by)


@act(
    on=ROUND, right=Act.REVEAL_LINE_UPS, refuse_while=NOT_CLOSING, needs_reason=True, done=_("reveal decided")
)
def reveal_line_ups(*, round_: Round, reason: Reason = "", by: User, once: str = "") -> ActResult[Revealed]:
    """Reveal the line-ups of every match of the round that still waits."""
    check_of_teams(round_.section)
    waiting = list(unrevealed([round_]))
    if not waiting:
        raise Refusal("nothing-to-reveal", round=round_.number)
    # A team that has given no line-up sits as by default.
    matches = reveal(round_, waiting)
    return ActResult({"matches": matches}, after={"matches": matches})


@act(on=ROUND, right=Act.GIVE_LINE_UP, refuse_while=NOT_CLOSING, needs_reason=True, done=_("line-up changed"))
def give_line_up(
    *,
    round_: Round,
    match: Annotated[int, Field(least=1, help=_("Number of the match."))],
    team: Id,
    players: Annotated[Sequence[int], BOARDS],
    reason: Reason = "",
    by: User,
    once: str = "",
) -> ActResult[LineUpGiven]:
    """Set who sits at the boards of a published match, for one team."""
    match_row = find_match(round_, match)
    if team not in (match_row.first_id, match_row.second_id):
        raise Refusal("not-in-match", field="team", table=match)
    if match_row.lost_by:
        raise Refusal("match-lost", table=match)
    wanted = [player or None for player in players]
    check_line_up(round_, team, wanted)
    # Not revealed yet: a captain has told the desk.
    if not match_row.is_seated:
        return _keep(round_, match_row, find_team(round_.section, team), wanted, by=by, reason=reason)
    # A substitution, or what the desk puts right; boards of which something was reported stay as they are.
    return _change_seated(round_, match_row, find_team(round_.section, team), wanted, by=by, reason=reason)


def _change_seated(
    round_: Round,
    match: Match,
    team: Team,
    players: list[int | None],
    *,
    by: User | CaptainLink,
    reason: str = "",
) -> ActResult[LineUpGiven]:
    """Another line-up of a match that everybody knows."""
    table = match.table or 0
    now = match.line_up_of(team)
    versions = match.line_ups.filter(team=team).count()
    if now == players:
        return no_change({"match": table, "team": team.pk, "version": versions})
    side = "first_line_up" if team.pk == match.first_id else "second_line_up"
    with notifying_decisions(round_, [match]):
        setattr(match, side, players)
        match.save(update_fields=[side])
        seat_boards(round_, [match])
    LineUp.objects.create(
        match=match,
        team=team,
        version=versions + 1,
        players=players,
        by=None if isinstance(by, CaptainLink) else by,
        reason=reason,
    )
    pages.round_reopened(round_)
    return ActResult(
        {"match": table, "team": team.pk, "version": versions + 1},
        before={"table": table, "team": team.pk, "line_up": now},
        after={"table": table, "team": team.pk, "line_up": players},
    )


def check_line_up(round_: Round, team: int, players: Sequence[int | None]) -> None:
    """Check that a team may play so; the refusal is the first fault, with its numbers."""
    settings = team_settings_of(round_.section)
    rules = settings.line_ups()
    roster = [entry.number for entry in roster_order(Entry.objects.filter(team=team)) if entry.number]
    problems = faults(rules, roster, players, away_in(round_.section, round_.number))
    if problems:
        first = problems[0]
        raise Refusal(
            f"line-up-{first.code}",
            field=f"board_{first.board}" if first.board else "players",
            board=first.board,
            player=first.player,
            other=first.other,
            count=first.count,
            boards=rules.boards,
            least=rules.needed,
        )
