"""The teams of a section at the desk: made, filled, taken away."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy, ngettext

from tournaments.acts.teams.line_ups import set_roster
from tournaments.acts.teams.team_absences import set_team_absence
from tournaments.acts.teams.team_matches import penalise_team, reinstate_team, withdraw_team
from tournaments.acts.teams.teams import (
    Placed,
    Ranked,
    add_team,
    describe_team,
    place_in_teams,
    rank_teams,
    remove_team,
)
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.teams.team_matches import (
    PenaltyForm,
    ReinstateTeamForm,
    RosterForm,
    TeamAbsenceForm,
    WithdrawTeamForm,
)
from tournaments.forms.teams.teams import PlaceForm, RanksForm, TeamDetailsForm, TeamForm
from tournaments.models import Entry, Section, Team
from tournaments.pages.paths import teams_path
from tournaments.policy import Act
from tournaments.queries.entering.entries import teams_of, without_team
from tournaments.queries.norms import rating_at_start
from tournaments.queries.teams.line_ups import rosters_closed
from tournaments.queries.teams.team_matches import rounds_to_come, team_settings_of, teams_with_rosters
from tournaments.queries.teams.teams_now import TeamMatchNow, TeamsNow, team_fits, teams_now
from tournaments.ratings.tables import half_up
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url, page_url

RemoveTeamForm = form_of(remove_team)
LONGEST_SEARCH = 100


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    of_teams = access.section.of_teams
    team_rows = teams_with_rosters(access.section) if of_teams else teams_of(access.section)
    rounds = rounds_to_come(access.section) if of_teams else []
    boards = team_settings_of(access.section).boards if of_teams else 0
    free = list(without_team(access.section))
    opened = _opened(request, team_rows, failed)
    now = teams_now(access.section)
    words = request.GET.get("q", "")[:LONGEST_SEARCH]
    only_missing = bool(now and now.missing) and request.GET.get("line_up") == "missing"
    late, over = of_teams and rosters_closed(access.section), access.section.state == Section.State.FINISHED
    # After their deadline rosters are changed with a reason, for which the form behind the menu has a field.
    may_swap = boards and Act.SET_TEAMS in access.may and not late and not over
    lines = [
        _line(team, boards, now)
        for team in team_rows
        if team_fits(team, words) and not (only_missing and now and team.pk not in now.missing)
    ]
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "swap": ActForm(auto_id=False) if may_swap else None,
        "teams": lines,
        # A column in which nothing stands is none.
        "has_captains": of_teams and any(line.captain for line in lines),
        "has_averages": any(line.average is not None for line in lines),
        "count": len(team_rows),
        "words": words,
        "now": now,
        "only_missing": only_missing,
        "boards": range(1, boards + 1),
        "numbered": any(team.number for team in team_rows),
        "unfold": {request.GET.get("do", ""): True, "add": not team_rows},
        "opened": opened
        and {
            "team": opened,
            "members": [
                {"entry": entry, "form": ActForm(auto_id=f"out{entry.pk}-%s")}
                for entry in opened.entries.all()
            ],
            "form": RemoveTeamForm(initial={"team": opened.pk}, auto_id=f"team{opened.pk}-%s"),
            **(_meeting(opened, rounds, failed) if of_teams else {}),
        },
        "failed": failed,
        "add": failed if isinstance(failed, TeamForm) else TeamForm(),
        "place": _placing(team_rows, free, opened, failed),
        "free": len(free),
        "ranks": _ranks(access.section, team_rows, failed),
        "needs_reason": late,
        "finished": over,
        "public_path": teams_path(access.section)
        if team_rows and access.section.state != Section.State.DRAFT
        else "",
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/teams.html", context, status=status)


def _meeting(team: Team, rounds: list[int], failed: ActForm | None) -> dict[str, Any]:
    """The forms of a team that meets other teams; the one that was not accepted in its place."""
    mine = failed if failed is not None and failed.data.get("team") == str(team.pk) else None
    forms: dict[str, Any] = {
        "roster": RosterForm(team=team),
        "details": TeamDetailsForm(team=team),
        "penalty": PenaltyForm(initial={"team": team.pk}, auto_id=f"penalty{team.pk}-%s"),
        "absence": TeamAbsenceForm(initial={"team": team.pk}, rounds=rounds, auto_id=f"away{team.pk}-%s"),
        "withdraw": WithdrawTeamForm(initial={"team": team.pk}, auto_id=f"leaves{team.pk}-%s"),
        "reinstate": ReinstateTeamForm(initial={"team": team.pk}, auto_id=f"returns{team.pk}-%s"),
    }
    return {name: mine if isinstance(mine, type(form)) else form for name, form in forms.items()}


@dataclass(frozen=True, slots=True)
class TeamTableLine:
    """Show a team: who plays at each board (None: nobody), reserves, mean rating, and its match that is
    on."""

    team: Team
    members: list[Entry]
    seated: list[Entry | None]
    reserves: list[Entry]
    average: int | None
    now: TeamMatchNow | None = None

    @property
    def captain(self) -> str:
        return self.team.captain_name or (str(self.team.captain) if self.team.captain else "")


def _line(team: Team, boards: int, now: TeamsNow | None) -> TeamTableLine:
    members = list(team.entries.all())
    seated = members[:boards] if boards else members
    ratings = [rating for entry in seated if (rating := rating_at_start(entry)) is not None]
    return TeamTableLine(
        team,
        members,
        [*members[:boards], *([None] * (boards - len(members)))],
        members[boards:],
        half_up(sum(ratings), len(ratings)) if ratings else None,
        now.by_team.get(team.pk) if now else None,
    )


def _opened(request: HttpRequest, teams: list[Team], failed: ActForm | None) -> Team | None:
    """Return the team whose players and forms stand below the table."""
    sent = failed.data if failed is not None else {}
    # That of the form which was refused goes before the one that was chosen.
    key = sent.get("team") or sent.get("seen") or request.GET.get("team", "")
    return next((team for team in teams if str(team.pk) == key), None)


def _placing(teams: list[Team], free: list[Entry], opened: Team | None, failed: ActForm | None) -> PlaceForm:
    """For those without a team. After a refusal with what was chosen, of those who are without one by now."""
    if not isinstance(failed, PlaceForm) or failed.takes_out():
        return PlaceForm(teams=teams, entries=free, initial={"team": opened.pk if opened else None})
    failed.offer(free)
    return failed


def _ranks(section: Section, teams: list[Team], failed: ActForm | None) -> RanksForm | None:
    """Where ranks number the teams, until the lots are drawn."""
    if isinstance(failed, RanksForm):
        return failed
    asks_ranks = section.of_teams and not section.lots_drawn_at and team_settings_of(section).first_round
    return RanksForm(teams=teams) if asks_ranks and teams else None


def _ranked(answer: Ranked, _access: SectionAccess) -> str:
    words = ngettext("Ranks of %(count)s team saved.", "Ranks of %(count)s teams saved.", answer["ranked"])
    return words % {"count": answer["ranked"]}


def placed_text(answer: Placed, _access: SectionAccess) -> str:
    words = ngettext(
        "%(count)s player has changed teams.", "%(count)s players have changed teams.", answer["placed"]
    )
    return words % {"count": answer["placed"]}


on_page = partial(act_url, page=_page, to="teams")
SECTION = [
    page_url("teams/", "teams", _page, Act.SEE_DESK),
    on_page("teams/add/", add_team, TeamForm),
    on_page(
        "teams/details/",
        describe_team,
        TeamDetailsForm,
        success_message=gettext_lazy("Details of the team saved."),
    ),
    on_page("teams/remove/", remove_team, RemoveTeamForm),
    on_page("teams/place/", place_in_teams, PlaceForm, success_message=placed_text),
    on_page("teams/ranks/", rank_teams, RanksForm, success_message=_ranked),
    on_page(
        "teams/roster/", set_roster, RosterForm, success_message=gettext_lazy("Order of the boards saved.")
    ),
    on_page("teams/penalty/", penalise_team, PenaltyForm, success_message=gettext_lazy("Team penalised.")),
    on_page(
        "teams/absence/", set_team_absence, TeamAbsenceForm, success_message=gettext_lazy("Absence saved.")
    ),
    on_page(
        "teams/reinstate/",
        reinstate_team,
        ReinstateTeamForm,
        success_message=gettext_lazy("Team reinstated."),
    ),
    on_page(
        "teams/withdraw/", withdraw_team, WithdrawTeamForm, success_message=gettext_lazy("Team withdrawn.")
    ),
]
