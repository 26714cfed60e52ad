"""Teams that meet teams: rosters, line-ups, forfeited matches, penalties, teams that leave."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.fields import Field
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts._team_rounds import seat_boards
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.common import refuse_while_closing
from tournaments.acts.frame import NOT_CLOSING, ROUND, SECTION, Done, act, unchanged
from tournaments.acts.results import after_report, last_report, write_report
from tournaments.acts.rounds import ask_for_standings
from tournaments.models import Entry, LineUp, Match, ResultReport, Round, Section, Team, TeamPenalty
from tournaments.pages.webhook_events import notify_result
from tournaments.policy import Act
from tournaments.queries.seats import table_at
from tournaments.queries.team_matches import (
    PUBLIC,
    THOUSAND,
    away_in,
    board_points_of,
    roster_order,
    team_settings_of,
)
from tournaments.state.line_ups import faults
from tournaments.state.points import Points

MOST_PENALTY = 100


class RosterSet(TypedDict):
    """``members``: the entries in order."""

    team: int
    members: list[int]


class LineUpGiven(TypedDict):
    match: int
    team: int
    version: int


class MatchForfeited(TypedDict):
    match: int
    lost_by: str


class Penalised(TypedDict):
    penalty: int
    team: int


class TeamWithdrawn(TypedDict):
    team: int
    after: int


def check_of_teams(section: Section) -> None:
    """Raises the `Refusal` ``no-team-matches``."""
    if not section.of_teams:
        raise Refusal("no-team-matches")


def find_team(section: Section, team: int) -> Team:
    """Raises the `Refusal` ``no-such-team``."""
    check_of_teams(section)
    found = section.teams.filter(pk=team).first()
    if found is None:
        raise Refusal("no-such-team", field="team")
    return found


def find_match(round_: Round, match: int) -> Match:
    """By its table. Raises the `Refusal` ``no-such-match``."""
    check_of_teams(round_.section)
    found = round_.matches.filter(table=match).select_related("first", "second").first()
    if found is None:
        raise Refusal("no-such-match", table=match, round=round_.number)
    found.round = round_
    return found


@act(on=SECTION, right=Act.SET_TEAMS, done=_("order of a team set"))
def set_roster(
    *,
    section: Section,
    team: Id,
    members: Annotated[Sequence[int], Field(longest=200, item=Field(least=1), help=_("Ids of the entries."))],
    by: User,
    once: str = "",
) -> Done[RosterSet]:
    """The members of a team in the order of their boards, reserves last. Whoever of the team is not named
    follows in the order that stands. Published matches stay as they are.

    Refusals: ``no-team-matches``, ``no-such-team``, ``roster-stranger``, ``roster-twice``, ``section-over``.
    """
    found = find_team(section, team)
    now = list(roster_order(Entry.objects.filter(team=found)))
    by_key = {entry.pk: entry for entry in now}
    if set(members) - by_key.keys():
        raise Refusal("roster-stranger", field="members")
    if len(set(members)) < len(members):
        raise Refusal("roster-twice", field="members")
    order = [*(by_key[key] for key in members), *(entry for entry in now if entry.pk not in set(members))]
    answer: RosterSet = {"team": found.pk, "members": [entry.pk for entry in order]}
    if order == now and all(entry.board_order for entry in now):
        return unchanged(answer)
    for place, entry in enumerate(order, 1):
        entry.board_order = place
    Entry.objects.bulk_update(order, ["board_order"], batch_size=500)
    pages.section_changed(section)
    before = {"team": found.pk, "entries": [entry.pk for entry in now]}
    return Done(answer, before=before, after={"team": found.pk, "entries": answer["members"]})


@act(on=ROUND, right=Act.GIVE_LINE_UP, waits_for=NOT_CLOSING, needs_reason=True, done=_("line-up changed"))
def give_line_up(
    *,
    round_: Round,
    match: Annotated[int, Field(least=1, help=_("Number of the match."))],
    team: Id,
    players: Annotated[
        Sequence[int],
        Field(
            longest=20, item=Field(least=0), help=_("Numbers of the entries by board; 0 for an empty one.")
        ),
    ],
    reason: Reason = "",
    by: User,
    once: str = "",
) -> Done[LineUpGiven]:
    """Who sits at the boards of a published match, for one team: a substitution, or what the desk puts right.
    Boards of which something was reported stay as they are.

    Refusals: ``state``, ``reason-needed``, ``no-team-matches``, ``no-such-match``, ``not-in-match``,
    ``match-lost``, those of `check_line_up`, ``line-up-board-begun``, ``closing``.
    """
    found = find_match(round_, match)
    if team not in (found.first_id, found.second_id):
        raise Refusal("not-in-match", field="team", table=match)
    if found.lost_by:
        raise Refusal("match-lost", table=match)
    side = "first" if team == found.first_id else "second"
    wanted = [player or None for player in players]
    check_line_up(round_, team, wanted)
    now = getattr(found, f"{side}_line_up")
    versions = found.line_ups.filter(team=team).count()
    if now == wanted:
        return unchanged({"match": match, "team": team, "version": versions})
    setattr(found, f"{side}_line_up", wanted)
    found.save(update_fields=[f"{side}_line_up"])
    seat_boards(round_, [found])
    LineUp.objects.create(
        match=found, team_id=team, version=versions + 1, players=wanted, by=by, reason=reason
    )
    pages.round_reopened(round_)
    return Done(
        {"match": match, "team": team, "version": versions + 1},
        before={"table": match, "team": team, "line_up": now},
        after={"table": match, "team": team, "line_up": wanted},
    )


def check_line_up(round_: Round, team: int, players: Sequence[int | None]) -> None:
    """Whether a team may play so. Raises the `Refusal` ``line-up-`` and the code of the first fault, with its
    ``board``, ``player`` and ``other`` (numbers), ``count``, ``boards``, ``least``."""
    settings = team_settings_of(round_.section)
    rules = settings.line_ups()
    roster = [entry.number for entry in roster_order(Entry.objects.filter(team=team)) if entry.number]
    found = faults(rules, roster, players, away_in(round_.section, round_.number))
    if found:
        first = found[0]
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


@act(on=ROUND, right=Act.FORFEIT_MATCH, waits_for=NOT_CLOSING, needs_reason=True, done=_("match forfeited"))
def forfeit_match(
    *,
    round_: Round,
    match: Annotated[int, Field(least=1, help=_("Number of the match."))],
    lost_by: Annotated[str, Field(choices=[one for one in Match.LostBy.values if one], label=_("Lost by"))],
    reason: Reason = "",
    by: User,
    once: str = "",
) -> Done[MatchForfeited]:
    """A team has not come, or with too few: every board is lost by forfeit, and the match with them.

    Refusals: ``state``, ``reason-needed``, ``no-team-matches``, ``no-such-match``, ``match-begun`` (a board
    has a result that was played), ``closing``.
    """
    found = find_match(round_, match)
    answer: MatchForfeited = {"match": match, "lost_by": lost_by}
    if found.lost_by == lost_by:
        return unchanged(answer)
    reports = ResultReport.objects.in_force().filter(pairing__match=found)
    if reports.filter(forfeit=False).exists():
        raise Refusal("match-begun", table=match)
    before = found.lost_by
    found.lost_by = lost_by
    found.save(update_fields=["lost_by"])
    settings = team_settings_of(round_.section)
    for pairing in found.boards.order_by("board"):
        loaded = table_at(round_, pk=pairing.pk)
        if loaded is None:
            raise Refusal("no-such-table", table=pairing.table, round=round_.number)
        value = _forfeit(lost_by, first_begins=settings.first_team_begins(pairing.board or 1))
        report = write_report(
            loaded, game=1, value=value, forfeit=True, supersedes=last_report(loaded, 1), reason=reason, by=by
        )
        notify_result(round_, report)
    after_report(round_, by=by)
    return Done(
        answer,
        before={"table": match, "lost_by": before} if before else None,
        after={"table": match, "lost_by": lost_by},
    )


def _forfeit(lost_by: str, *, first_begins: bool) -> str:
    """The value of a board, as its seats have it."""
    if lost_by == Match.LostBy.BOTH:
        return ResultReport.Value.NONE
    lost_by_mover = (lost_by == Match.LostBy.FIRST) == first_begins
    return ResultReport.Value.SECOND if lost_by_mover else ResultReport.Value.FIRST


@act(on=SECTION, right=Act.PENALISE_TEAM, needs_reason=True, done=_("team penalised"))
def penalise_team(
    *,
    section: Section,
    team: Id,
    match_points: Annotated[
        str, Field(longest=8, label=_("Match points"), help=_("Such as -1; 0 for none."))
    ] = "0",
    board_points: Annotated[
        str, Field(longest=8, label=_("Board points"), help=_("Such as -1; 0 for none."))
    ] = "0",
    reason: Reason = "",
    by: User,
    once: str = "",
) -> Done[Penalised]:
    """Points are taken from a team (below 0), or given. They count from the newest published round on; one
    that was a mistake is made good by its opposite.

    Refusals: ``no-team-matches``, ``no-such-team``, ``reason-needed``, ``penalty-unreadable``,
    ``penalty-none``.
    """
    found = find_team(section, team)
    scales = {"match_points": team_settings_of(section).points, "board_points": board_points_of(section)}
    asked = {"match_points": match_points, "board_points": board_points}
    taken = {key: _thousandths(key, text, scales[key]) for key, text in asked.items()}
    if not any(taken.values()):
        raise Refusal("penalty-none", field="match_points")
    last = (
        section.round_set.filter(state__in=PUBLIC)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
    )
    made = TeamPenalty.objects.create(team=found, round_number=last or 1, by=by, reason=reason, **taken)
    for round_ in section.round_set.filter(state=Round.State.CLOSED, number=last or 0):
        refuse_while_closing(round_)
        ask_for_standings(section, since=round_.number, by=by)
    pages.section_changed(section)
    after = {"team": found.pk, "round": made.round_number, **asked}
    return Done({"penalty": made.pk, "team": found.pk}, after=after)


def _thousandths(key: str, text: str, scale: Points) -> int:
    """Points as a person writes them. Raises the `Refusal` ``penalty-unreadable``."""
    try:
        value = Fraction(text.strip().replace("−", "-").replace(",", ".") or "0")
    except (ValueError, ZeroDivisionError):
        raise Refusal("penalty-unreadable", field=key, text=text) from None
    if abs(value) > MOST_PENALTY or (value * scale.unit).denominator != 1:
        raise Refusal("penalty-unreadable", field=key, text=text)
    return int(value * THOUSAND)


@act(on=SECTION, right=Act.WITHDRAW, needs_reason=True, done=_("team withdrawn"))
def withdraw_team(
    *, section: Section, team: Id, reason: Reason = "", by: User, once: str = ""
) -> Done[TeamWithdrawn]:
    """The team plays no further match; its results stand. Of a match that is published a referee says how it
    is lost (`forfeit_match`).

    Refusals: ``no-team-matches``, ``no-such-team``, ``reason-needed``, ``team-withdrawn``.
    """
    found = find_team(section, team)
    if found.withdrawn_after is not None:
        raise Refusal("team-withdrawn", field="team", name=found.name)
    numbers = section.round_set.filter(state__in=PUBLIC).values_list("number", flat=True)
    last = max(numbers, default=0)
    found.withdrawn_after = last
    found.save(update_fields=["withdrawn_after"])
    pages.section_changed(section)
    after: dict[str, Any] = {"team": found.pk, "withdrawn_after": last}
    return Done({"team": found.pk, "after": last}, after=after)
