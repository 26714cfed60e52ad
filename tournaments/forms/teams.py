"""Teams and who plays for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from portal.policy import Conflict, Refusal
from tournaments.acts.teams import add_team
from tournaments.forms.base import ActForm, offer
from tournaments.models import Entry, Federation, Team
from tournaments.queries.tables import Name


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


class PlaceForm(ActForm):
    """``team`` empty: out of any team. ``seen``: the team in which the page showed the players."""

    ids = "place"

    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    team = forms.TypedChoiceField(label=_("Team"), coerce=int, required=False, empty_value=None)
    entries = forms.TypedMultipleChoiceField(
        label=_("Players"), coerce=int, widget=forms.CheckboxSelectMultiple
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
        return {"teams": dict.fromkeys(entries, team), "seen": dict.fromkeys(entries, seen)}
