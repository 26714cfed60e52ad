"""A match of two teams at the desk: its boards, who sits there, and what a referee decides about it."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy

from tournaments.acts.team_matches import forfeit_match, give_line_up
from tournaments.forms.base import ActForm
from tournaments.forms.team_matches import ForfeitMatchForm, LineUpForm
from tournaments.models import Round
from tournaments.policy import Act
from tournaments.queries.desk_matches import match_row
from tournaments.queries.team_matches import team_settings_of
from tournaments.requests.access import RoundAccess
from tournaments.requests.acting import acting, showing


def _page(request: HttpRequest, access: RoundAccess, failed: ActForm | None = None) -> HttpResponse:
    """The match that the address names, of a public round or of a draft that the person may read."""
    hidden = access.round.state == Round.State.DRAFT and Act.READ_DRAFT not in access.acts
    at = request.resolver_match.kwargs["match"] if request.resolver_match else 0
    row = None if hidden else match_row(access.round, at)
    if row is None or row.match.second is None:
        raise Http404
    match = row.match
    boards = team_settings_of(access.section).boards
    sides = ((match.first, match.first_line_up), (match.second, match.second_line_up))
    context: dict[str, Any] = {
        "event": access.event,
        "section": access.section,
        "round": access.round,
        "may": access.may,
        "row": row,
        "match": match,
        "forfeit": failed if isinstance(failed, ForfeitMatchForm) else ForfeitMatchForm(),
        "line_ups": [
            {
                "team": team,
                "form": failed
                if isinstance(failed, LineUpForm) and failed.data.get("team") == str(team.pk)
                else LineUpForm(team=team, boards=boards, now=now or ()),
            }
            for team, now in sides
            if team is not None
        ],
        "failed": failed,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/match.html", context, status=status)


def _to_match(_request: HttpRequest, answer: Any, access: RoundAccess) -> HttpResponse:
    return redirect("match_desk", *access.place, answer["match"])


on_page = partial(acting, page=_page, to=_to_match)
ROUND = [
    showing("matches/<int:match>/", "match_desk", _page, Act.SEE_DESK),
    on_page(
        "matches/<int:match>/line-up/",
        give_line_up,
        LineUpForm,
        said=gettext_lazy("Line-up changed."),
    ),
    on_page(
        "matches/<int:match>/forfeit/",
        forfeit_match,
        ForfeitMatchForm,
        said=gettext_lazy("Match forfeited."),
    ),
]
