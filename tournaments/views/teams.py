"""The teams of a section at the desk: made, filled, taken away."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext

from tournaments.acts.teams import Placed, add_team, place_in_teams, remove_team
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.teams import PlaceForm, TeamForm
from tournaments.models import Entry, Section, Team
from tournaments.pages.paths import teams_path
from tournaments.policy import Act
from tournaments.queries.entries import teams_of, without_team
from tournaments.requests.access import SectionAccess
from tournaments.requests.acting import acting, showing

RemoveTeamForm = form_of(remove_team)


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    found, free = teams_of(access.section), list(without_team(access.section))
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "teams": [
            {
                "team": team,
                "members": [{"entry": entry, "form": _taking_out(entry)} for entry in team.entries.all()],
                "form": RemoveTeamForm(initial={"team": team.pk}, auto_id=f"team{team.pk}-%s"),
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
]
