"""A match of two teams at the desk: its boards, who sits there, and what a referee decides about it."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy

from tournaments.acts.teams.decider_boards import play_decider
from tournaments.acts.teams.line_ups import give_line_up, reveal_line_ups
from tournaments.acts.teams.match_starts import move_match
from tournaments.acts.teams.team_forfeits import forfeit_boards, lift_forfeit
from tournaments.acts.teams.team_matches import decide_match, forfeit_match, withdraw_decision
from tournaments.forms.base import ActForm
from tournaments.forms.deciders import DeciderForm, step_forms
from tournaments.forms.teams.team_matches import (
    DecideMatchForm,
    ForfeitBoardsForm,
    ForfeitMatchForm,
    LiftForfeitForm,
    LineUpForm,
    MoveMatchForm,
    RevealForm,
    WithdrawDecisionForm,
)
from tournaments.models import Round
from tournaments.policy import Act
from tournaments.queries.deciders import steps_asked
from tournaments.queries.teams.desk_matches import by_default, line_up_versions, match_row
from tournaments.queries.teams.double_bookings import double_bookings
from tournaments.queries.teams.line_ups import STILL_ON
from tournaments.queries.teams.team_matches import level_matches, team_settings_of
from tournaments.requests.access import RoundAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.views.rounds.round_page import round_page


def _page(request: HttpRequest, access: RoundAccess, failed: ActForm | None = None) -> HttpResponse:
    """The match that the address names, of a public round or of a draft that the person may read."""
    hidden = access.round.state == Round.State.DRAFT and Act.READ_DRAFT not in access.acts
    at = request.resolver_match.kwargs["match"] if request.resolver_match else 0
    row = None if hidden else match_row(access.round, at)
    if row is None or row.match.second is None:
        raise Http404
    match = row.match
    boards = team_settings_of(access.section).boards
    waiting = row.waiting
    # A match that was forfeited before the reveal waits for nothing, and its line-ups stay secret.
    knows = match.is_seated or Act.SEE_LINE_UPS in access.acts
    versions = line_up_versions(access.section, match) if knows else []
    line_ups = {version.team.pk: version.players for version in versions} if waiting else {}
    sides = (
        (match.first, match.first_line_up or line_ups.get(match.first_id)),
        (match.second, match.second_line_up or line_ups.get(match.second_id or 0)),
    )
    fielded = [player for _, now in sides for player in now or ()] if access.round.state in STILL_ON else []
    context: dict[str, Any] = {
        "event": access.event,
        "section": access.section,
        "round": access.round,
        "may": access.may,
        "row": row,
        "match": match,
        "waiting": waiting,
        "elsewhere": double_bookings(access.round, match, fielded),
        "until": waiting.until if waiting else None,
        "starts": access.round.start_of(match),
        "move": failed
        if isinstance(failed, MoveMatchForm)
        else MoveMatchForm(section=access.section, initial={"starts": match.starts_at}),
        "versions": versions,
        "by_default": by_default(match, versions),
        "forfeit": failed if isinstance(failed, ForfeitMatchForm) else ForfeitMatchForm(),
        "decide": failed if isinstance(failed, DecideMatchForm) else DecideMatchForm(),
        "boards_lost": failed
        if isinstance(failed, ForfeitBoardsForm)
        else ForfeitBoardsForm(match=match, boards=boards),
        "lift": failed if isinstance(failed, LiftForfeitForm) else LiftForfeitForm(),
        "undecide": failed if isinstance(failed, WithdrawDecisionForm) else WithdrawDecisionForm(),
        "decider": row.decision,
        "steps": step_forms(
            failed,
            steps_asked(access.round, match),
            lambda step: DeciderForm.of(match, access.section.game, step),
        ),
        "sides": {"first": match.first, "second": match.second},
        "level": any(level.table == match.table for level in level_matches(access.round)),
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
        # A line-up of a team that does not play here has no form on the page that could say what is wrong.
        "of_no_side": failed
        if isinstance(failed, LineUpForm)
        and failed.data.get("team") not in {str(team.pk) for team, _ in sides if team}
        else None,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/match.html", context, status=status)


def _to_match(_request: HttpRequest, answer: Any, access: RoundAccess) -> HttpResponse:
    return redirect("match_desk", *access.place, answer["match"])


on_page = partial(act_url, page=_page, to=_to_match)
ROUND = [
    page_url("matches/<int:match>/", "match_desk", _page, Act.SEE_DESK),
    on_page(
        "matches/<int:match>/line-up/",
        give_line_up,
        LineUpForm,
        success_message=gettext_lazy("Line-up changed."),
    ),
    act_url(
        "line-ups/reveal/",
        reveal_line_ups,
        RevealForm,
        page=round_page,
        to="round_desk",
        success_message=gettext_lazy("Line-ups revealed."),
    ),
    on_page(
        "matches/<int:match>/start/",
        move_match,
        MoveMatchForm,
        success_message=gettext_lazy("Start of the match set."),
    ),
    on_page(
        "matches/<int:match>/decide/",
        decide_match,
        DecideMatchForm,
        success_message=gettext_lazy("Match decided."),
    ),
    on_page(
        "matches/<int:match>/step/",
        play_decider,
        DeciderForm,
        success_message=gettext_lazy("Decider boards saved."),
    ),
    on_page(
        "matches/<int:match>/undecide/",
        withdraw_decision,
        WithdrawDecisionForm,
        success_message=gettext_lazy("Decision withdrawn."),
    ),
    on_page(
        "matches/<int:match>/forfeit-boards/",
        forfeit_boards,
        ForfeitBoardsForm,
        success_message=gettext_lazy("Boards forfeited."),
    ),
    on_page(
        "matches/<int:match>/lift/",
        lift_forfeit,
        LiftForfeitForm,
        success_message=gettext_lazy("Forfeit lifted."),
    ),
    on_page(
        "matches/<int:match>/forfeit/",
        forfeit_match,
        ForfeitMatchForm,
        success_message=gettext_lazy("Match forfeited."),
    ),
]
