"""Teams and who plays for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from portal.policy import Conflict, Refusal
from tournaments.acts.arguments import REASON_LENGTH
from tournaments.acts.teams.teams import add_team, describe_team, rank_teams
from tournaments.exchange.written_names import calm_name
from tournaments.forms.base import ActForm, offer
from tournaments.forms.conflict_check import ConflictCheckForm
from tournaments.models import Entry, Federation, Team
from tournaments.queries.tables import Name
from tournaments.state.team_matches import MOST_RANK
from tournaments.wording.names import plain_name

DETAILS = ("native_name", "short_name", "captain_name", "strength")


class TeamForm(ActForm):
    ids = "team"
    act = add_team
    field_order = ["name"]

    federation = forms.ModelChoiceField(
        Federation.objects.exclude(code=""), label=_("Federation"), required=False, empty_label=_("none")
    )

    def arguments(self) -> dict[str, Any]:
        chosen: Federation | None = self.cleaned_data["federation"]
        return super().arguments() | {"federation": chosen.code if chosen else ""}


class TeamDetailsForm(ActForm):
    """What else there is to say of ``team``."""

    ids = "team-details"
    act = describe_team
    names_typed = {"captain_name": calm_name}

    def __init__(self, *args: Any, team: Team | None = None, **kwargs: Any) -> None:
        if team is not None:
            details = {key: getattr(team, key) for key in DETAILS}
            kwargs |= {"initial": {"team": team.pk, **details}, "auto_id": f"details{team.pk}-%s"}
        super().__init__(*args, **kwargs)


class RanksForm(ConflictCheckForm):
    """A number for each team: its rank at the last event."""

    ids = "ranks"
    act = rank_teams
    apart = frozenset({"ranks", "seen"})

    def __init__(self, *args: Any, teams: Iterable[Team], **kwargs: Any) -> None:
        self.teams = list(teams)
        kwargs.setdefault("initial", {self.field_of(team.pk): team.last_rank for team in self.teams})
        super().__init__(*args, **kwargs)
        for team in self.teams:
            self.fields[self.field_of(team.pk)] = forms.IntegerField(
                label=plain_name(team), min_value=1, max_value=MOST_RANK, required=False
            )

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, teams=access.section.teams.all())

    def field_of(self, key: Any) -> str:
        return f"rank_{key}"

    def ranks(self) -> dict[int, int | None]:
        """By id of the team, what was sent; a field that was not sent changes nothing."""
        fields = {team.pk: self.field_of(team.pk) for team in self.teams}
        return {
            key: self.cleaned_data.get(name)
            for key, name in fields.items()
            if self.add_prefix(name) in self.data
        }

    def arguments(self) -> dict[str, Any]:
        loaded = self.as_loaded()
        return {"ranks": self.ranks(), "seen": None if loaded is None else loaded.ranks()}

    def refuse(self, refusal: Refusal, name: Name | None = None) -> None:
        twice = refusal.params.get("rank") if refusal.code == "last-rank-twice" else None
        fields = [self.field_of(key) for key, rank in self.ranks().items() if twice and rank == twice]
        if fields:
            refusal = Refusal(refusal.code, field=fields[-1], **refusal.params)
        super().refuse(refusal, name)


class PlaceForm(ActForm):
    """``team`` empty: out of any team. ``seen``: the team in which the page showed the players."""

    ids = "place"

    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    team = forms.TypedChoiceField(label=_("Team"), coerce=int, required=False, empty_value=None)
    entries = forms.TypedMultipleChoiceField(
        label=_("Players"), coerce=int, widget=forms.CheckboxSelectMultiple
    )

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=_("Needed after the deadline for rosters, where teams meet teams."),
    )

    def __init__(self, *args: Any, teams: Iterable[Team], entries: Iterable[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(team.pk, team.name) for team in teams]
        offer(self, "team", [("", _("none")), *named])
        self.offer(entries)

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        everybody = access.section.entries.select_related("player")
        return cls(request.POST, teams=access.section.teams.all(), entries=everybody)

    def offer(self, entries: Iterable[Entry]) -> None:
        """Let ``entries`` be chosen; which of them are ticked stays as it is."""
        offer(self, "entries", [(entry.pk, f"{entry} {entry.player.federation_id}") for entry in entries])

    def takes_out(self) -> bool:
        """Whether it was sent by the button beside a player of a team."""
        return bool(self.data.get("seen"))

    def refuse(self, refusal: Refusal, name: Name | None = None) -> None:
        if refusal.code != "changed-meanwhile":
            super().refuse(refusal, name)
            return
        others = Entry.objects.filter(pk__in=refusal.params["theirs"]).select_related("player", "team")
        for entry in others:
            placed = {"player": entry.player.name, "team": str(entry.team or "–")}
            super().refuse(Conflict("placed-meanwhile", **placed), name)

    def arguments(self) -> dict[str, Any]:
        team, seen, entries = (self.cleaned_data[name] for name in ("team", "seen", "entries"))
        places = {"teams": dict.fromkeys(entries, team), "seen": dict.fromkeys(entries, seen)}
        return places | {"reason": self.cleaned_data["reason"]}
