"""Rosters, line-ups, forfeited matches and penalties of teams that meet teams."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.acts.arguments import REASON_LENGTH
from tournaments.acts.team_matches import (
    forfeit_match,
    give_line_up,
    penalise_team,
    set_roster,
    withdraw_team,
)
from tournaments.forms.base import ActForm, offer
from tournaments.models import Entry, Match, Team
from tournaments.queries.desk_matches import roster
from tournaments.queries.team_matches import roster_order, team_settings_of
from tournaments.wording.names import plain_name


class RosterForm(ActForm):
    """A number for each member: the place in the team."""

    act = set_roster
    apart = frozenset({"members"})

    def __init__(self, *args: Any, team: Team | None, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", f"roster{team.pk if team else ''}-%s")
        kwargs.setdefault("initial", {"team": team.pk if team else None})
        super().__init__(*args, **kwargs)
        self.members: Sequence[Entry] = []
        if team is not None:
            found = Entry.objects.filter(team=team).exclude(status=Entry.Status.WITHDRAWN)
            self.members = list(roster_order(found.select_related("player")))
        for place, entry in enumerate(self.members, 1):
            self.fields[f"place_{entry.pk}"] = forms.IntegerField(
                label=plain_name(entry.player), min_value=1, max_value=99, initial=place
            )

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        key = request.POST.get("team", "")
        team = access.section.teams.filter(pk=key).first() if key.isdecimal() and len(key) < 19 else None
        return cls(request.POST, team=team)

    def arguments(self) -> dict[str, Any]:
        places = {entry.pk: self.cleaned_data[f"place_{entry.pk}"] for entry in self.members}
        return {"team": self.cleaned_data["team"], "members": sorted(places, key=lambda key: places[key])}


def _reason() -> forms.CharField:
    return forms.CharField(
        label=_("Reason"), max_length=REASON_LENGTH, help_text=_("Recorded in the journal.")
    )


class LineUpForm(ActForm):
    """A choice for each board among the members of one team."""

    act = give_line_up
    apart = frozenset({"players", "match"})
    reason = _reason()

    def __init__(
        self, *args: Any, team: Team | None, boards: int, now: Iterable[int | None] = (), **kwargs: Any
    ) -> None:
        initial: dict[str, Any] = {"team": team.pk if team else None}
        initial |= {f"board_{board}": player or 0 for board, player in enumerate(now, 1)}
        kwargs.setdefault("auto_id", f"line-up{team.pk if team else ''}-%s")
        kwargs.setdefault("initial", initial)
        super().__init__(*args, **kwargs)
        self.boards = boards
        members = roster(team) if team else []
        choices = [
            (0, "–"),
            *((entry.number, f"{entry.number} {plain_name(entry.player)}") for entry in members),
        ]
        for board in range(1, boards + 1):
            self.fields[f"board_{board}"] = forms.TypedChoiceField(
                label=format_lazy(_("Board {number}"), number=board),
                coerce=int,
                required=False,
            )
            offer(self, f"board_{board}", choices)
        self.order_fields([f"board_{board}" for board in range(1, boards + 1)])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        key = request.POST.get("team", "")
        team = access.section.teams.filter(pk=key).first() if key.isdecimal() and len(key) < 19 else None
        boards = team_settings_of(access.section).boards if access.section.of_teams else 0
        return cls(request.POST, team=team, boards=boards)

    def arguments(self) -> dict[str, Any]:
        values = self.cleaned_data
        players = [values[f"board_{board}"] or 0 for board in range(1, self.boards + 1)]
        return {"team": values["team"], "players": players, "reason": values["reason"]}


class ForfeitMatchForm(ActForm):
    ids = "forfeit-match"
    act = forfeit_match
    apart = frozenset({"match"})
    lost_by = forms.ChoiceField(
        label=_("Lost by"), choices=[(key, label) for key, label in Match.LostBy.choices if key]
    )
    reason = _reason()


class PenaltyForm(ActForm):
    ids = "penalty"
    act = penalise_team
    reason = _reason()


class WithdrawTeamForm(ActForm):
    ids = "withdraw-team"
    act = withdraw_team
    reason = _reason()
