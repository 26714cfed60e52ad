"""A new section: three questions and the regulations within them, four fields, and everything else folded."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from portal.policy import Refusal
from tournaments.acts._section_settings import OPTIONS
from tournaments.forms.base import ActForm
from tournaments.forms.events import slug_field
from tournaments.forms.notices.schedule import ZonedField
from tournaments.forms.regulations import Answers, section_by
from tournaments.forms.section_fields import FIELDS, form_fields, own_choices
from tournaments.forms.section_values import as_fields, as_settings
from tournaments.models import Event, Section
from tournaments.pairing import rounds_of
from tournaments.presets import CARDS
from tournaments.queries.recommended_rounds import usual_rounds
from tournaments.queries.section_settings import first_free_table, settings_of_section
from tournaments.state.gotha.choices import KEYS, SWITCHES
from tournaments.wording.options import rulebooks_of, time_control_alone

# Everybody is asked these; the other settings have the card's value and stand in folded groups.
LEADING_SETTINGS = ("name", "players", "rounds", "time_control")
# These hang on no regulations: they stay as typed when a question is answered anew.
CARRIED = ("name", "native_name", "slug", "players", "rounds", "starts", "ends", "capacity", "seed")
MOST_PLAYERS = 10_000
# Players, while nobody has said how many.
EXPECTED = 8
# The act takes these settings by names of their own.
NAMED_ARGUMENTS = frozenset({"name", "native_name", "rounds", "seed", "time_control", "grouping", "ladder"})
GO = frozenset(KEYS)


class NewSectionForm(ActForm):
    """Make a section; what is left empty has the card's value, ``typed``: before another answer."""

    ids = "section"

    def __init__(
        self,
        *args: Any,
        answers: Answers,
        event: Event,
        typed: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        self.answers = answers
        self.card = card = answers.chosen.card
        self.section = section = section_by(card, event)
        self.now = settings_of_section(section)
        initial = {**as_fields(self.now, lambda _text: time_control_alone(section.time_control))}
        initial |= {"rounds": None, "name": "", "seed": secrets.token_hex(8)}
        initial |= {"first_table": first_free_table(event), **self._unchanged_answers(typed or {})}
        kwargs.setdefault("initial", initial)
        super().__init__(*args, **kwargs)
        self.is_swiss, self.by_value = section.is_swiss, section.is_by_value
        for key in self.now:
            for name in form_fields(key, section):
                self.fields[name] = FIELDS[name]()
                self.fields[name].required = name == "name"
        own_choices(self, section, rulebooks_of(section.game))
        self.fields["name"].help_text = _("Such as Men’s individual, Open or Group A.")
        self.fields["slug"] = slug_field(
            _("The last part of the section's URL, such as men. Leave empty to make it from the name.")
        )
        self.fields["slug"].required = False
        self.fields["players"] = forms.IntegerField(
            label=_("Expected teams") if card.teams else _("Expected players"),
            min_value=2,
            max_value=MOST_PLAYERS,
            required=False,
        )
        self.fields["starts"] = ZonedField(zone=event.time_zone, label=_("First round starts"))
        if self.is_swiss:
            self.fields["rounds"].help_text = ""
            self.fields["ends"] = ZonedField(
                zone=event.time_zone,
                label=_("Last round starts"),
                help_text=_("Optional, as is the first. The rounds between get their times in the schedule."),
            )
        else:
            # How many rounds there are is known when the lots are drawn.
            del self.fields["rounds"]

    def _unchanged_answers(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        carried = {name: typed[name] for name in CARRIED if typed.get(name)}
        # A time that somebody has typed stays; that of the regulations goes with them.
        time, former = str(typed.get("time_control", "")), CARDS.get(self.answers.before)
        if time and (former is None or time.split() != time_control_alone(former.time).split()):
            carried["time_control"] = time
        return carried

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(
            request.POST, answers=Answers.read(request.POST, access.user, access.event), event=access.event
        )

    def proposed(self) -> int:
        """The rounds that the rules give for so many players."""
        boards = self["team_boards"].value() if "team_boards" in self.fields else ""
        return self._rounds_for(_number(self["players"].value()), _number(boards))

    def _rounds_for(self, players: int, boards: int) -> int:
        players = min(players, MOST_PLAYERS)
        if self.is_swiss:
            return usual_rounds(players or 2 * EXPECTED, by_value=self.by_value)
        if self.card.rules.system == Section.System.SCHEVENINGEN and boards:
            return rounds_of(self.card.rules.system, boards)
        elimination = self["elimination"].value() or "" if "elimination" in self.fields else ""
        return rounds_of(self.card.rules.system, max(2, players or EXPECTED), elimination=elimination)

    def rounds(self) -> int:
        """As many as were typed, or as are usual for so many players."""
        typed = self.cleaned_data.get("rounds") if self.is_swiss else None
        boards = self.cleaned_data.get("team_boards") or self.card.settings.get("team_boards")
        return typed or self._rounds_for(self.cleaned_data.get("players") or 0, boards or 0)

    def _settings(self) -> dict[str, Any]:
        typed = {
            name: value
            for name, value in self.cleaned_data.items()
            if self.add_prefix(name) in self.data and value not in (None, "")
        }
        return as_settings(typed, self.now)

    def arguments(self) -> dict[str, Any]:
        card, settings = self.card, self._settings()
        settings = {**card.settings, **settings}
        for weight, (switch, _usual) in SWITCHES.items():
            if not settings.get(switch):
                settings.pop(weight, None)
        further = settings.keys() - NAMED_ARGUMENTS - (OPTIONS - GO) - {"counted_players"}
        return {
            "name": self.cleaned_data["name"],
            "native_name": settings.get("native_name", ""),
            "slug": self.cleaned_data["slug"],
            "seed": settings.get("seed", self.initial["seed"]),
            "game": card.game,
            "preset": card.preset,
            "rounds": self.rounds(),
            "players": self.cleaned_data["players"],
            "starts": self.cleaned_data["starts"],
            "ends": self.cleaned_data.get("ends"),
            "time_control": settings.get("time_control", str(card.time)),
            "grouping": settings.get("grouping", Section.Grouping.HALVES),
            "ladder": settings.get("ladder", ""),
            "counted_players": settings.get("counted_players", self.now.get("counted_players", 2)),
            "options": {key: settings[key] for key in (OPTIONS - GO) & settings.keys()},
            "settings": {key: settings[key] for key in further},
            "teams": card.teams,
        }

    def refuse(self, refusal: Refusal, name: Any = None) -> None:
        field = {"points": "points_win", "round_1": "starts"}.get(refusal.field, refusal.field)
        # Only the first and the last round have a time here.
        field = "ends" if field.startswith("round_") else field
        super().refuse(Refusal(refusal.code, field=field, **refusal.params), name)


def _number(text: object) -> int:
    """What was typed, as far as it is a number that a section can have."""
    typed = str(text)
    return int(typed) if typed.isdecimal() and len(typed) < 6 else 0
