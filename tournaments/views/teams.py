"""The teams of a section at the desk: made, filled, taken away."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy, ngettext

from tournaments.acts.team_matches import penalise_team, set_roster, withdraw_team
from tournaments.acts.teams import Placed, add_team, place_in_teams, remove_team
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.team_matches import PenaltyForm, RosterForm, WithdrawTeamForm
from tournaments.forms.teams import PlaceForm, TeamForm
from tournaments.models import Entry, Section, Team
from tournaments.pages.paths import teams_path
from tournaments.policy import Act
from tournaments.queries.entries import teams_of, without_team
from tournaments.queries.team_matches import teams_with_rosters
from tournaments.requests.access import SectionAccess
from tournaments.requests.acting import acting, showing

RemoveTeamForm = form_of(remove_team)


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    of_teams = access.section.of_teams
    found = teams_with_rosters(access.section) if of_teams else teams_of(access.section)
    free = list(without_team(access.section))
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "teams": [
            {
                "team": team,
                "members": [{"entry": entry, "form": _taking_out(entry)} for entry in team.entries.all()],
                "form": RemoveTeamForm(initial={"team": team.pk}, auto_id=f"team{team.pk}-%s"),
                **(_meeting(team, failed) if access.section.of_teams else {}),
            }
            for team in found
        ],
        "failed": failed,
        "add": failed if isinstance(failed, TeamForm) else TeamForm(),
        "place": _placing(found, free, failed),
        "free": len(free),
        "finished": access.section.state == Section.State.FINISHED,
        "public_path": teams_path(access.section)
        if found and access.section.state != Section.State.DRAFT
        else "",
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/teams.html", context, status=status)


def _meeting(team: Team, failed: ActForm | None) -> dict[str, Any]:
    """The forms of a team that meets other teams; the one that was not accepted in its place."""
    mine = failed if failed is not None and failed.data.get("team") == str(team.pk) else None
    forms: dict[str, Any] = {
        "roster": RosterForm(team=team),
        "penalty": PenaltyForm(initial={"team": team.pk}, auto_id=f"penalty{team.pk}-%s"),
        "withdraw": WithdrawTeamForm(initial={"team": team.pk}, auto_id=f"leaves{team.pk}-%s"),
    }
    return {name: mine if isinstance(mine, type(form)) else form for name, form in forms.items()}


def _placing(found: list[Team], free: list[Entry], failed: ActForm | None) -> PlaceForm:
    """For those without a team. After a refusal with what was chosen, of those who are without one by now."""
    if not isinstance(failed, PlaceForm) or failed.takes_out():
        return PlaceForm(teams=found, entries=free)
    failed.offer(free)
    return failed


def _taking_out(entry: Entry) -> ActForm:
    return ActForm(auto_id=f"out{entry.pk}-%s")


def _placed(answer: Placed, _access: SectionAccess) -> str:
    words = ngettext(
        "%(count)s player has changed teams.", "%(count)s players have changed teams.", answer["placed"]
    )
    return words % {"count": answer["placed"]}


on_page = partial(acting, page=_page, to="teams")
SECTION = [
    showing("teams/", "teams", _page, Act.SEE_DESK),
    on_page("teams/add/", add_team, TeamForm),
    on_page("teams/remove/", remove_team, RemoveTeamForm),
    on_page("teams/place/", place_in_teams, PlaceForm, said=_placed),
    on_page("teams/roster/", set_roster, RosterForm, said=gettext_lazy("Order of the boards saved.")),
    on_page("teams/penalty/", penalise_team, PenaltyForm, said=gettext_lazy("Team penalised.")),
    on_page("teams/withdraw/", withdraw_team, WithdrawTeamForm, said=gettext_lazy("Team withdrawn.")),
]
