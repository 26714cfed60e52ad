"""A step of decider boards as the desk enters it: a line for each game, its result typed as at any table."""

from __future__ import annotations

from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.acts.teams.decider_boards import play_decider
from tournaments.exchange.result_lines import read_result_line
from tournaments.forms.base import ActForm, offer
from tournaments.models import Match
from tournaments.queries.teams.decider_boards import StepAsked, steps_asked
from tournaments.queries.teams.desk_matches import roster
from tournaments.state.tournament import Result
from tournaments.wording.names import plain_name

TYPED = {Result.FIRST: "1", Result.DRAW: "=", Result.SECOND: "0", Result.NONE: ""}


class TypedResultField(forms.CharField):
    """``1``, ``=`` or ``0``, the first team's points first, in all spellings of a table's result."""

    def __init__(self, game: str, **more: Any) -> None:
        super().__init__(max_length=20, required=False, **more)
        self.game = game

    def clean(self, value: Any) -> str:
        text = super().clean(value).strip()
        if not text:
            return ""
        line = read_result_line(f"1 {text}", self.game)
        if line is None or line.choice not in ("1-0", "1/2", "0-1"):
            raise forms.ValidationError(
                _("“%(text)s” is not a result. Type 1, = or 0, the first team's points first."),
                params={"text": text},
            )
        return line.choice


class DeciderForm(ActForm):
    """One step: who moves first, where that is not known, and both players and the result of each game."""

    act = play_decider
    apart = frozenset({"match", "first", "second", "results"})
    step = forms.IntegerField(min_value=1, max_value=20, widget=forms.HiddenInput)
    begins = forms.ChoiceField(label=_("Moves first"), required=False)

    def __init__(
        self, *args: Any, match: Match | None, game: str, step_asked: StepAsked | None, **kwargs: Any
    ) -> None:
        self.step_asked = step_asked
        number = step_asked.number if step_asked else 0
        kwargs.setdefault("auto_id", f"decider{number}-%s")
        kwargs.setdefault("initial", _initial(step_asked) if step_asked else {})
        super().__init__(*args, **kwargs)
        if step_asked is None or match is None or match.second is None:
            return
        teams = (match.first, match.second)
        if step_asked.asks:
            offer(self, "begins", [("", "–"), *zip(("first", "second"), map(plain_name, teams), strict=True)])
            self.fields["begins"].help_text = step_asked.choice
        else:
            del self.fields["begins"]
        names: list[str] = []
        for place in range(1, step_asked.seats + 1):
            for side, team in zip(("first", "second"), teams, strict=True):
                label = format_lazy(_("Game {number}: {team}"), number=place, team=plain_name(team))
                names.append(f"{side}_{place}")
                self.fields[names[-1]] = forms.TypedChoiceField(label=label, coerce=int, required=False)
                members = (
                    (entry.number, f"{entry.number} {plain_name(entry.player)}") for entry in roster(team)
                )
                offer(self, names[-1], [(0, "–"), *members])
            names.append(f"result_{place}")
            self.fields[names[-1]] = TypedResultField(
                game,
                label=format_lazy(_("Game {number}: result"), number=place),
                help_text=_("1, = or 0, the first team's points first; empty while it is played."),
            )
        self.order_fields(["begins", *names, "reason"])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        at = request.resolver_match.kwargs["match"] if request.resolver_match else 0
        match = (
            access.round.matches.filter(table=at).select_related("first", "second", "round__section").first()
        )
        steps = steps_asked(access.round, match) if match else []
        sent = request.POST.get("step", "")
        step = next((step_asked for step_asked in steps if str(step_asked.number) == sent), None)
        return cls(request.POST, match=match, game=access.section.game, step_asked=step)

    def arguments(self) -> dict[str, Any]:
        values, seats = self.cleaned_data, self.step_asked.seats if self.step_asked else 0
        sides = {
            side: [values.get(f"{side}_{place}") or 0 for place in range(1, seats + 1)]
            for side in ("first", "second")
        }
        results = [values[f"result_{place}"] for place in range(1, seats + 1)]
        arguments: dict[str, Any] = {
            key: values[key] for key in ("step", "begins", "reason") if key in values
        }
        return {**arguments, **sides, "results": results}


def _initial(step_asked: StepAsked) -> dict[str, Any]:
    initial: dict[str, Any] = {"step": step_asked.number, "begins": step_asked.begins}
    if step_asked.now is not None:
        for place, game in enumerate(step_asked.now.games, 1):
            initial |= {f"first_{place}": game.first or 0, f"second_{place}": game.second or 0}
            initial[f"result_{place}"] = TYPED[game.result] if game.result else ""
        return initial
    for side, players in zip(("first", "second"), step_asked.usual, strict=True):
        initial |= {f"{side}_{place}": player or 0 for place, player in enumerate(players, 1)}
    return initial


def decider_forms(
    failed: ActForm | None, match: Match, game: str, steps: list[StepAsked]
) -> list[tuple[StepAsked, ActForm]]:
    """A form for each step; the one that was refused as it was sent."""
    return [
        (
            step_asked,
            failed
            if isinstance(failed, DeciderForm)
            and failed.step_asked
            and failed.step_asked.number == step_asked.number
            else DeciderForm(match=match, game=game, step_asked=step_asked),
        )
        for step_asked in steps
    ]
