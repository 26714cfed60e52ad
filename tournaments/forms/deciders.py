"""A step that decides a level match, as it is entered: a line for each game, typed as at any table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.acts.decider_games import play_decider_games
from tournaments.acts.teams.decider_boards import play_decider
from tournaments.exchange.result_lines import read_result_line
from tournaments.forms.base import ActForm, offer
from tournaments.forms.clocks import clock_field
from tournaments.models import Match, Team
from tournaments.queries.deciders import StepAsked, games_asked, steps_asked
from tournaments.queries.seats import table_at
from tournaments.queries.tables import TableRow, table_row
from tournaments.queries.teams.desk_matches import roster
from tournaments.state.clocks import clock_text
from tournaments.state.deciding import Odds
from tournaments.state.tournament import Result
from tournaments.wording.names import plain_name

TYPED = {Result.FIRST: "1", Result.DRAW: "=", Result.SECOND: "0", Result.NONE: ""}
SIDES = ("first", "second")
# The numbers and names that can sit on a side.
Roster = Sequence[tuple[int, str]]


class TypedResultField(forms.CharField):
    """``1``, ``=`` or ``0``, the first side's points first, in all spellings of a table's result."""

    def __init__(self, game: str, first: str, **more: Any) -> None:
        help_text = format_lazy(_("1, = or 0, the points of {name} first."), name=first)
        super().__init__(max_length=20, required=False, help_text=help_text, **more)
        self.game, self.first = game, first

    def clean(self, value: Any) -> str:
        text = super().clean(value).strip()
        if not text:
            return ""
        line = read_result_line(f"1 {text}", self.game)
        if line is None or line.choice not in ("1-0", "1/2", "0-1"):
            raise forms.ValidationError(
                _("“%(text)s” is not a result. Type 1, = or 0, the points of %(name)s first."),
                params={"text": text, "name": self.first},
            )
        return line.choice


class StepForm(ActForm):
    """One step: who moves first, where that is not known, and the result of each game; of teams also who
    plays it."""

    step = forms.IntegerField(min_value=1, max_value=20, widget=forms.HiddenInput)
    begins = forms.ChoiceField(label=_("Moves first"), required=False)

    def __init__(
        self,
        *args: Any,
        names: Mapping[str, str],
        game: str,
        step_asked: StepAsked | None,
        rosters: Mapping[str, Roster] | None = None,
        **kwargs: Any,
    ) -> None:
        self.step_asked, self.rosters = step_asked, rosters or {}
        number = step_asked.number if step_asked else 0
        kwargs.setdefault("auto_id", f"decider{number}-%s")
        kwargs.setdefault("initial", _initial(step_asked) if step_asked else {})
        super().__init__(*args, **kwargs)
        if step_asked is None or not names:
            return
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
        fields: list[str] = []
        for place in range(1, step_asked.seats + 1):
            for side, members in self.rosters.items():
                label = format_lazy(_("Game {number}: {team}"), number=place, team=names[side])
                fields.append(f"{side}_{place}")
                self.fields[fields[-1]] = forms.TypedChoiceField(label=label, coerce=int, required=False)
                offer(self, fields[-1], [(0, "–"), *members])
            fields.append(f"result_{place}")
            label = format_lazy(_("Game {number}: result"), number=place)
            self.fields[fields[-1]] = TypedResultField(game, names["first"], label=label)
        clocks = [f"{side}_left" for side in SIDES if f"{side}_left" in self.fields]
        for side, key in zip(SIDES, clocks, strict=False):
            if step_asked.rule.odds is Odds.REMAINING:
                self.fields[key].label = format_lazy(_("Time left: {name}"), name=names[side])
            else:
                del self.fields[key]
        self.order_fields(["begins", *clocks, *fields, "reason"])

    def arguments(self) -> dict[str, Any]:
        values = self.cleaned_data
        places = range(1, (self.step_asked.seats if self.step_asked else 0) + 1)
        sides = {side: [values.get(f"{side}_{place}") or 0 for place in places] for side in self.rosters}
        results = [values[f"result_{place}"] for place in places]
        arguments: dict[str, Any] = {
            key: values[key]
            for key in ("step", "begins", "first_left", "second_left", "reason")
            if key in values
        }
        return {**arguments, **sides, "results": results}


class DeciderGamesForm(StepForm):
    """Of two players."""

    act = play_decider_games
    apart = frozenset({"table", "results"})
    first_left = clock_field()
    second_left = clock_field()

    @classmethod
    def of(cls, row: TableRow | None, game: str, step_asked: StepAsked | None, *args: Any) -> Self:
        """The form of a table."""
        players = {"first": row.first, "second": row.second} if row else {}
        names = {seat: plain_name(entry.player) for seat, entry in players.items() if entry}
        return cls(*args, names=names if len(names) > 1 else {}, game=game, step_asked=step_asked)

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        at = _place_of(request, "table")
        steps = games_asked(access.section, table_at(access.round, table=at))
        row = table_row(access.round, at)
        return cls.of(row, access.section.game, _step_sent(request, steps), request.POST)


class DeciderForm(StepForm):
    """Of two teams."""

    act = play_decider
    apart = frozenset({"match", "first", "second", "results"})

    @classmethod
    def of(cls, match: Match | None, game: str, step_asked: StepAsked | None, *args: Any) -> Self:
        """The form of a match."""
        teams = {"first": match.first, "second": match.second} if match and match.second else {}
        members = {side: _members(team) for side, team in teams.items()}
        names = {side: plain_name(team) for side, team in teams.items()}
        return cls(*args, names=names, game=game, step_asked=step_asked, rosters=members)

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        matches = access.round.matches.filter(table=_place_of(request, "match"))
        match = matches.select_related("first", "second", "round__section").first()
        steps = steps_asked(access.round, match) if match else []
        return cls.of(match, access.section.game, _step_sent(request, steps), request.POST)


def _members(team: Team) -> Roster:
    return [(entry.number or 0, f"{entry.number} {plain_name(entry.player)}") for entry in roster(team)]


def _place_of(request: HttpRequest, key: str) -> int:
    return request.resolver_match.kwargs[key] if request.resolver_match else 0


def _step_sent(request: HttpRequest, steps: Sequence[StepAsked]) -> StepAsked | None:
    sent = request.POST.get("step", "")
    return next((step_asked for step_asked in steps if str(step_asked.number) == sent), None)


def _initial(step_asked: StepAsked) -> dict[str, Any]:
    initial: dict[str, Any] = {"step": step_asked.number, "begins": step_asked.begins}
    if step_asked.now is not None:
        if step_asked.now.left:
            initial |= zip(("first_left", "second_left"), map(clock_text, step_asked.now.left), strict=True)
        for place, game in enumerate(step_asked.now.games, 1):
            initial |= {f"first_{place}": game.first or 0, f"second_{place}": game.second or 0}
            initial[f"result_{place}"] = TYPED[game.result] if game.result else ""
        return initial
    for side, players in zip(SIDES, step_asked.usual, strict=True):
        initial |= {f"{side}_{place}": player or 0 for place, player in enumerate(players, 1)}
    return initial


def step_forms(
    failed: ActForm | None, steps: Sequence[StepAsked], make: Callable[[StepAsked], StepForm]
) -> list[tuple[StepAsked, ActForm]]:
    """A form for each step, as ``make`` makes it; the one that was refused as it was sent."""
    was_sent = failed.step_asked if isinstance(failed, StepForm) else None
    return [
        (step, failed if failed and was_sent and was_sent.number == step.number else make(step))
        for step in steps
    ]
