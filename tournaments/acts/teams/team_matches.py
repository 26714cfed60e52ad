"""Teams that meet teams: forfeited matches, penalties, teams that leave."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.common import check_places_kept, refuse_while_closing
from tournaments.acts.entering.admission import team_left, team_reinstated
from tournaments.acts.entering.write_entries import check_room
from tournaments.acts.frame import NOT_CLOSING, ROUND, SECTION, ActResult, act, no_change
from tournaments.acts.results import after_report, last_report, write_result_report
from tournaments.acts.rounds import ask_for_standings
from tournaments.models import Entry, Match, ResultReport, Round, Section, Team, TeamPenalty
from tournaments.pages.webhook_events import notify_result, notifying_decisions
from tournaments.policy import Act
from tournaments.queries.seats import table_at
from tournaments.queries.teams.team_matches import (
    PUBLIC,
    THOUSAND,
    board_points_of,
    level_matches,
    match_first_sides,
    team_settings_of,
)
from tournaments.state.points import Points

MOST_PENALTY = 100
LONGEST_POINTS = 8


class MatchForfeited(TypedDict):
    match: int
    lost_by: str


class MatchDecided(TypedDict):
    match: int
    decided_for: str


class Penalised(TypedDict):
    penalty: int
    team: int


class TeamWithdrawn(TypedDict):
    team: int
    after: int


class TeamReinstated(TypedDict):
    team: int


def check_of_teams(section: Section) -> None:
    """Raises the `Refusal` ``no-team-matches``."""
    if not section.of_teams:
        raise Refusal("no-team-matches")


def find_team(section: Section, team: int) -> Team:
    """Raises the `Refusal` ``no-such-team``."""
    check_of_teams(section)
    row = section.teams.filter(pk=team).first()
    if row is None:
        raise Refusal("no-such-team", field="team")
    return row


def find_match(round_: Round, match: int) -> Match:
    """By its table. Raises the `Refusal` ``no-such-match``."""
    check_of_teams(round_.section)
    row = round_.matches.filter(table=match).select_related("first", "second").first()
    if row is None:
        raise Refusal("no-such-match", table=match, round=round_.number)
    row.round = round_
    return row


@act(
    on=ROUND, right=Act.FORFEIT_MATCH, refuse_while=NOT_CLOSING, needs_reason=True, done=_("match forfeited")
)
def forfeit_match(
    *,
    round_: Round,
    match: Annotated[int, Field(least=1, help=_("Number of the match."))],
    lost_by: Annotated[
        str, Field(choices=[value for value in Match.LostBy.values if value], label=_("Lost by"))
    ],
    reason: Reason = "",
    by: User,
    once: str = "",
) -> ActResult[MatchForfeited]:
    """A team has not come, or with too few: every board is lost by forfeit, and the match with them."""
    row = find_match(round_, match)
    answer: MatchForfeited = {"match": match, "lost_by": lost_by}
    if row.lost_by == lost_by:
        return no_change(answer)
    reports = ResultReport.objects.in_force().filter(pairing__match=row)
    if reports.filter(forfeit=False).exists():
        raise Refusal("match-begun", table=match)
    before = row.lost_by
    with notifying_decisions(round_, [row]):
        row.lost_by = lost_by
        row.save(update_fields=["lost_by"])
        begins = match_first_sides(row, round_)
        for pairing in row.boards.order_by("board"):
            loaded = table_at(round_, pk=pairing.pk)
            if loaded is None:
                raise Refusal("no-such-table", table=pairing.table, round=round_.number)
            value = _forfeit(lost_by, first_begins=begins[(pairing.board or 1) - 1])
            last = last_report(loaded, 1)
            report = write_result_report(
                loaded, game=1, value=value, forfeit=True, supersedes=last, reason=reason, by=by
            )
            notify_result(round_, report, alone=False)
    after_report(round_, by=by)
    return ActResult(
        answer,
        before={"table": match, "lost_by": before} if before else None,
        after={"table": match, "lost_by": lost_by},
    )


@act(
    on=ROUND,
    right=Act.FORFEIT_MATCH,
    refuse_while=NOT_CLOSING,
    needs_reason=True,
    done=_("level match decided"),
)
def decide_match(
    *,
    round_: Round,
    match: Annotated[int, Field(least=1, help=_("Number of the match."))],
    decided_for: Annotated[str, Field(choices=[value for value in Match.DecidedFor.values if value])],
    decided_by: Annotated[str, Field(choices=[value for value in Match.DecidedBy.values if value])],
    reason: Reason = "",
    by: User,
    once: str = "",
) -> ActResult[MatchDecided]:
    """Decide who goes on from a level match of a knock-out, by quick games, a lot or a ruling."""
    row = find_match(round_, match)
    if round_.section.system != round_.section.System.KNOCK_OUT:
        raise Refusal("no-knock-out")
    answer: MatchDecided = {"match": match, "decided_for": decided_for}
    before = {"decided_for": row.decided_for, "decided_by": row.decided_by}
    now = {"decided_for": decided_for, "decided_by": decided_by}
    if before == now:
        return no_change(answer)
    # What the boards themselves decide goes before it.
    if all(level.table != match for level in level_matches(round_)):
        raise Refusal("match-not-level", table=match)
    with notifying_decisions(round_, [row]):
        row.decided_for, row.decided_by = decided_for, decided_by
        row.save(update_fields=["decided_for", "decided_by"])
    pages.results_changed(round_)
    return ActResult(
        answer,
        before={"table": match, **before} if before["decided_for"] else None,
        after={"table": match, **now},
    )


@act(
    on=ROUND,
    right=Act.FORFEIT_MATCH,
    refuse_while=NOT_CLOSING,
    needs_reason=True,
    done=_("decision withdrawn"),
)
def withdraw_decision(
    *,
    round_: Round,
    match: Annotated[int, Field(least=1, help=_("Number of the match."))],
    reason: Reason = "",
    by: User,
    once: str = "",
) -> ActResult[MatchDecided]:
    """Nobody has decided the level match then."""
    row = find_match(round_, match)
    if not row.decided_for:
        raise Refusal("not-decided", table=match)
    before = {"decided_for": row.decided_for, "decided_by": row.decided_by}
    with notifying_decisions(round_, [row]):
        row.decided_for, row.decided_by = Match.DecidedFor.NOBODY, Match.DecidedBy.NOTHING
        row.save(update_fields=["decided_for", "decided_by"])
    pages.results_changed(round_)
    return ActResult(
        {"match": match, "decided_for": ""}, before={"table": match, **before}, after={"table": match}
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
        str, Field(longest=LONGEST_POINTS, label=_("Match points"), help=_("Such as -1; 0 for none."))
    ] = "0",
    board_points: Annotated[
        str, Field(longest=LONGEST_POINTS, label=_("Board points"), help=_("Such as -1; 0 for none."))
    ] = "0",
    at_end: Annotated[bool, Field(label=_("Counted after the last round only"))] = False,
    standings_only: Annotated[bool, Field(label=_("Not counted when rounds are paired"))] = False,
    reason: Reason = "",
    by: User,
    once: str = "",
) -> ActResult[Penalised]:
    """Take points from a team (below 0), or give it some."""
    row = find_team(section, team)
    scales = {"match_points": team_settings_of(section).points, "board_points": board_points_of(section)}
    texts = {"match_points": match_points, "board_points": board_points}
    taken = {key: _thousandths(key, text, scales[key]) for key, text in texts.items()}
    if not any(taken.values()):
        raise Refusal("penalty-none", field="match_points")
    # They count from the newest published round on, for pairing as well, unless it is said otherwise.
    last = last_public(section)
    # Added, never changed: a mistake is made good by its opposite.
    made = TeamPenalty.objects.create(
        team=row,
        round_number=None if at_end else last or 1,
        pairing=not standings_only,
        by=by,
        reason=reason,
        **taken,
    )
    for round_ in section.round_set.filter(state=Round.State.CLOSED, number=last):
        refuse_while_closing(round_)
        ask_for_standings(section, since=round_.number, by=by)
    pages.section_changed(section)
    after: dict[str, Any] = {"team": row.pk, "round": made.round_number, **texts}
    after |= {key: True for key, so in (("at_end", at_end), ("standings_only", standings_only)) if so}
    return ActResult({"penalty": made.pk, "team": row.pk}, after=after)


def _thousandths(key: str, text: str, scale: Points) -> int:
    """Raises the `Refusal` ``penalty-unreadable``."""
    value = points_taken(key, text)
    if (value * scale.unit).denominator != 1:
        raise Refusal("penalty-unreadable", field=key, text=text)
    return int(value * THOUSAND)


def points_taken(key: str, text: str) -> Fraction:
    """Points as a person writes them in the field ``key``. Raises the `Refusal` ``penalty-unreadable``."""
    try:
        value = Fraction(text.strip().replace("−", "-").replace(",", ".") or "0")
    except (ValueError, ZeroDivisionError):
        raise Refusal("penalty-unreadable", field=key, text=text) from None
    if abs(value) > MOST_PENALTY:
        raise Refusal("penalty-unreadable", field=key, text=text)
    return value


def last_public(section: Section) -> int:
    """The number of the newest round that is public, 0 before the first."""
    return max(section.round_set.filter(state__in=PUBLIC).values_list("number", flat=True), default=0)


@act(on=SECTION, right=Act.WITHDRAW, needs_reason=True, done=_("team withdrawn"))
def withdraw_team(
    *, section: Section, team: Id, reason: Reason = "", by: User, once: str = ""
) -> ActResult[TeamWithdrawn]:
    """Withdraw a team: it plays no further match."""
    row = find_team(section, team)
    if row.withdrawn_after is not None:
        raise Refusal("team-withdrawn", field="team", name=row.name)
    last = last_public(section)
    # Its results stand; of a match that is published a referee says how it is lost (`forfeit_match`).
    row.withdrawn_after = last
    row.save(update_fields=["withdrawn_after"])
    team_left(section, row, by=by)
    pages.section_changed(section)
    after: dict[str, Any] = {"team": row.pk, "withdrawn_after": last}
    return ActResult({"team": row.pk, "after": last}, after=after)


@act(on=SECTION, right=Act.REINSTATE, needs_reason=True, done=_("team reinstated"))
def reinstate_team(
    *, section: Section, team: Id, reason: Reason = "", by: User, once: str = ""
) -> ActResult[TeamReinstated]:
    """The team plays from the next round that is paired; of those published meanwhile it has nothing."""
    row = find_team(section, team)
    if row.withdrawn_after is None:
        raise Refusal("team-not-withdrawn", field="team", name=row.name)
    if section.lots_drawn_at and row.number is None:
        raise Refusal("no-late-team", field="team", name=row.name)
    before = row.withdrawn_after
    check_room(section, row.entries.exclude(status=Entry.Status.WITHDRAWN).count())
    row.withdrawn_after = None
    row.save(update_fields=["withdrawn_after"])
    check_places_kept(section)
    team_reinstated(section, row)
    pages.section_changed(section)
    facts = {"team": row.pk}
    return ActResult({"team": row.pk}, before={**facts, "withdrawn_after": before}, after=facts)
