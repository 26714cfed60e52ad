"""A new section, in three steps: what is played, how long, who may enter."""

from __future__ import annotations

import secrets
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from portal.policy import Refusal
from tournaments.acts._section_settings import (
    OPTIONS,
    check_opponents,
    check_tiebreaks,
    read_time_control,
    section_options,
    set_settings,
)
from tournaments.forms.base import ActForm
from tournaments.forms.events import slug_field
from tournaments.forms.notices.schedule import ZonedField
from tournaments.forms.section_fields import FIELDS, fields_of, own_choices
from tournaments.forms.section_values import as_fields, as_settings
from tournaments.models import Event, Section, time_columns
from tournaments.pairing import rounds_of
from tournaments.presets import CARDS, PresetCard
from tournaments.queries.recommended_rounds import usual_rounds
from tournaments.queries.section_settings import first_free_table, settings_of
from tournaments.state.gotha.choices import KEYS, SWITCHES
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.team_settings import as_json, default_of
from tournaments.wording.options import rulebooks_of, time_control_alone

LENGTH = ("players", "rounds", "starts", "ends", "time_control")
LENGTH_DETAILS = (
    *("team_boards", "team_reserves", "team_order", "team_empty", "team_least", "team_colours"),
    *("team_primary", "team_points", "team_bye", "team_forfeit_boards", "team_forfeit_points"),
    *("team_tiebreaks", "team_bye_points", "team_board_games", "team_board_order", "team_secret"),
    *("team_model", "team_secondary_colours", "team_accelerated", "team_deciders", "team_steps"),
    "team_first_round",
    *("bar", "floor", "handicap_ceiling", "handicap_correction", "handicap_threshold", "handicap_by_score"),
    *("first_seeding", "first_seeding_until", "second_seeding", "floats_down", "floats_up", "less_handicap"),
    *("geography", "groups_for_country", "groups_for_club", "clubs_groups", "wins_end_geography"),
    *("grade_categories", "absent_halves", "bye_halves", "round_down", "unplayed_half"),
    *("accelerated", "numbers_by"),
    *("move_limit", "online", "grouping", "practice_2009", "early_federation"),
    *("final_after", "final_size", "third_place", "best_of", "tiebreaks", "points"),
)
ENTRY = ("name", "native_name", "capacity", "seed")
ENTRY_DETAILS = (
    *("slug", "first_table", "counted_players", "rulebook", "ladder"),
    *("board_size", "compensation", "handicap_return", "handicap_rule", "handicap_placement"),
)
EXPECTED = 8
"""Players, while nobody has said how many."""
OWN = frozenset({"name", "native_name", "rounds", "seed", "time_control", "grouping", "ladder"})
"""Settings that the act takes by their own names."""
GO = frozenset(KEYS)


class NewSectionForm(ActForm):
    """All fields of the three steps; what is left empty has the card's value. Sent without ``create`` it only
    goes from step to step."""

    ids = "section"

    def __init__(self, *args: Any, card: PresetCard | None, event: Event, **kwargs: Any) -> None:
        self.card = card
        self.now: dict[str, Any] = {}
        self.section = section = Section(event=event) if card is None else _section(card, event)
        if card is not None:
            self.now = settings_of(section)
        initial = {**as_fields(self.now, lambda _text: time_control_alone(section.time_control))}
        initial |= {"rounds": None, "name": "", "seed": secrets.token_hex(8)}
        initial |= {"first_table": first_free_table(event)}
        kwargs.setdefault("initial", initial)
        super().__init__(*args, **kwargs)
        self.is_swiss, self.by_value = section.is_swiss, section.is_by_value
        for key in self.now:
            for name in fields_of(key, section):
                self.fields[name] = FIELDS[name]()
                self.fields[name].required = name == "name"
        own_choices(self, section, rulebooks_of(section.game))
        if card is None:
            return
        self.fields["slug"] = slug_field(
            _("The last part of the section's URL, such as men. Leave empty to make it from the name.")
        )
        self.fields["slug"].required = False
        self.fields["players"] = forms.IntegerField(
            label=_("Expected teams") if card.teams else _("Expected players"),
            min_value=2,
            max_value=10_000,
            required=False,
            help_text=_("Gives the number of rounds; too many rounds for the players are refused."),
        )
        self.fields["starts"] = ZonedField(zone=event.time_zone, label=_("First round starts"))
        if self.is_swiss:
            self.fields["rounds"].help_text = (
                _("Leave empty for five, fewer where there are not opponents enough.")
                if self.by_value
                else _(
                    "Leave empty for the usual number: about 8 for 16 players, 10 for 32, 12 for 64 "
                    "(WMSG 2008)."
                )
            )
            self.fields["ends"] = ZonedField(
                zone=event.time_zone,
                label=_("Last round starts"),
                help_text=_("Optional, as is the first. The rounds between get their times in the schedule."),
            )
        else:
            # How many rounds there are is known when the lots are drawn.
            del self.fields["rounds"]

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, card=CARDS.get(request.POST.get("card", "")), event=access.event)

    def is_valid(self) -> bool:
        return self.card is not None and "create" in self.data and super().is_valid()

    def rounds(self) -> int:
        """As many as were typed, or as are usual for so many players."""
        players = self.cleaned_data.get("players") or 0
        if not self.is_swiss and self.card:
            boards = self.cleaned_data.get("team_boards") or self.card.settings.get("team_boards")
            if self.card.rules.system == Section.System.SCHEVENINGEN and boards:
                return rounds_of(self.card.rules.system, boards)
            return rounds_of(self.card.rules.system, max(2, players or EXPECTED))
        return self.cleaned_data.get("rounds") or usual_rounds(
            players or 2 * EXPECTED, by_value=self.by_value
        )

    def has_length(self) -> bool:
        """Whether what the second step asks can be played; says at the fields what cannot."""
        faults = set(self.names_of(LENGTH + LENGTH_DETAILS)) & set(self.errors)
        if faults or self.card is None:
            return False
        system, rounds, players = self.card.rules.system, self.rounds(), self.cleaned_data.get("players")
        try:
            if text := self.cleaned_data.get("time_control"):
                read_time_control(text)
            wanted = {**self.now, **self._settings()}
            if system in GO_SYSTEMS:
                set_settings(
                    _section(self.card, Event()), wanted, {key: wanted[key] for key in GO & wanted.keys()}
                )
            check_tiebreaks(wanted.get("tiebreaks", ()), system)
            options = section_options(system, rounds, wanted)
            if players and self.is_swiss:
                check_opponents(rounds, options, players)
        except Refusal as refusal:
            self.refuse(refusal)
            return False
        return True

    def names_of(self, keys: tuple[str, ...]) -> list[str]:
        """The fields of some settings, as far as this section has them."""
        names = [name for key in keys for name in fields_of(key, self.section)]
        return [name for name in names if name in self.fields]

    def _settings(self) -> dict[str, Any]:
        typed = {
            name: value
            for name, value in self.cleaned_data.items()
            if self.add_prefix(name) in self.data and value not in (None, "")
        }
        return as_settings(typed, self.now)

    def arguments(self) -> dict[str, Any]:
        card, settings = self.card, self._settings()
        if card is None:
            return {}
        settings = {**card.settings, **settings}
        for weight, (switch, _usual) in SWITCHES.items():
            if not settings.get(switch):
                settings.pop(weight, None)
        further = settings.keys() - OWN - (OPTIONS - GO) - {"counted_players"}
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


def _section(card: PresetCard, event: Event) -> Section:
    """As the card would make it."""
    rules = card.rules
    section = Section(
        event=event,
        game=card.game,
        system=rules.system,
        rounds=1,
        rulebook=rules.rulebook_for(card.game),
        tiebreaks=rules.tiebreaks,
        ladder=rules.ladder_for(card.game),
        team_rules=as_json(default_of(card.rules.system)) if card.teams else {},
        **time_columns(card.time),
    )
    if card.settings:
        set_settings(section, {**settings_of(section), **card.settings}, card.settings)
    return section
