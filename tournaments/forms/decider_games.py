"""A step of decider games as it is entered at the table."""

from __future__ import annotations

from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.acts.decider_games import play_decider_games
from tournaments.forms.base import ActForm, offer
from tournaments.forms.teams.decider_boards import TYPED, TypedResultField
from tournaments.queries.decider_games import GamesAsked, games_asked
from tournaments.queries.seats import table_at
from tournaments.queries.tables import TableRow, table_row
from tournaments.wording.names import plain_name


class DeciderGamesForm(ActForm):
    """One step: who moves first, where that is not known, and the result of each game."""

    act = play_decider_games
    apart = frozenset({"table", "results"})
    step = forms.IntegerField(min_value=1, max_value=20, widget=forms.HiddenInput)
    begins = forms.ChoiceField(label=_("Moves first"), required=False)

    def __init__(
        self, *args: Any, row: TableRow | None, game: str, step_asked: GamesAsked | None, **kwargs: Any
    ) -> None:
        self.row, self.step_asked = row, step_asked
        number = step_asked.number if step_asked else 0
        kwargs.setdefault("auto_id", f"decider{number}-%s")
        kwargs.setdefault("initial", _initial(step_asked) if step_asked else {})
        super().__init__(*args, **kwargs)
        if step_asked is None or row is None or row.second is None:
            return
        names = {seat: plain_name(entry.player) for seat, entry in seats_of(row).items()}
        if step_asked.asks:
            offer(self, "begins", [("", "–"), *names.items()])
            chooses = names.get(step_asked.chooser)
            self.fields["begins"].help_text = (
                format_lazy(_("{rule}: {name}"), rule=step_asked.choice, name=chooses)
                if chooses
                else step_asked.choice
            )
        else:
            del self.fields["begins"]
        fields = [f"result_{place}" for place in range(1, step_asked.rule.games + 1)]
        for place, field in enumerate(fields, 1):
            self.fields[field] = TypedResultField(
                game,
                label=format_lazy(_("Game {number}: result"), number=place),
                help_text=format_lazy(_("1, = or 0, the points of {name} first."), name=names["first"]),
            )
        self.order_fields(["begins", *fields, "reason"])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        at = request.resolver_match.kwargs["table"] if request.resolver_match else 0
        row = table_row(access.round, at)
        steps = games_asked(access.section, table_at(access.round, table=at))
        sent = request.POST.get("step", "")
        step = next((step_asked for step_asked in steps if str(step_asked.number) == sent), None)
        return cls(request.POST, row=row, game=access.section.game, step_asked=step)

    def arguments(self) -> dict[str, Any]:
        values, games = self.cleaned_data, self.step_asked.rule.games if self.step_asked else 0
        results = [values[f"result_{place}"] for place in range(1, games + 1)]
        return {key: values[key] for key in ("step", "begins", "reason") if key in values} | {
            "results": results
        }


def seats_of(row: TableRow) -> dict[str, Any]:
    """The entries at a table, by seat."""
    return {"first": row.first, "second": row.second}


def _initial(step_asked: GamesAsked) -> dict[str, Any]:
    initial: dict[str, Any] = {"step": step_asked.number, "begins": step_asked.begins}
    for place, game in enumerate(step_asked.now.games if step_asked.now else (), 1):
        initial[f"result_{place}"] = TYPED[game.result] if game.result else ""
    return initial


def decider_games_forms(
    failed: ActForm | None, row: TableRow, game: str, steps: list[GamesAsked]
) -> list[tuple[GamesAsked, ActForm]]:
    """A form for each step; the one that was refused as it was sent."""
    return [
        (
            step_asked,
            failed
            if isinstance(failed, DeciderGamesForm)
            and failed.step_asked
            and failed.step_asked.number == step_asked.number
            else DeciderGamesForm(row=row, game=game, step_asked=step_asked),
        )
        for step_asked in steps
    ]
