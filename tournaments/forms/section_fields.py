"""The fields of a section's settings, each named once: for a new section, and for one that stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.ordered_selects import OrderedSelects
from tournaments.models import Section
from tournaments.standings.tiebreaks import CRITERIA
from tournaments.state.gotha.choices import MOST_CLUBS
from tournaments.state.gotha.criteria import CRITERIA as GO_CRITERIA
from tournaments.state.options import BOARD_SIZES, FINAL_SIZES, MOST_QUARTERS
from tournaments.state.time_control import MOST_TEXT
from tournaments.wording.fouls import LADDERS
from tournaments.wording.settings import (
    ADJOURNED,
    FLOATS,
    GROUPINGS,
    HANDICAP_RULES,
    PLACEMENTS,
    POINTS,
    SEEDINGS,
    SETTINGS,
    TEAM_BYES,
    TEAM_EMPTY,
    TEAM_ORDERS,
    TEAM_PRIMARY,
)
from tournaments.wording.standings import criterion_name
from tournaments.wording.team_standings import TEAM_CRITERIA

LABELS: Mapping[str, Any] = SETTINGS
POINT_FIELDS = ("win", "draw", "loss", "bye")
YES, NO = "yes", "no"


class Lines(forms.CharField):
    """Lines as they are kept, whatever ends them on the way."""

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def quarters_field(**more: Any) -> forms.DecimalField:
    """Stones, in steps of a quarter."""
    return forms.DecimalField(
        min_value=Decimal(0),
        max_value=Decimal(MOST_QUARTERS) / 4,
        max_digits=5,
        decimal_places=2,
        step_size=Decimal("0.25"),
        required=False,
        **more,
    )


def go_criteria() -> list[tuple[str, str]]:
    """The catalogue of a McMahon tournament and its Swiss."""
    return [("", gettext("none")), *((key, criterion_name(key)) for key in GO_CRITERIA if key != "NULL")]


def criteria() -> list[tuple[str, str]]:
    """The catalogue of tie-breaks, none first."""
    return [("", gettext("none")), *((key, criterion_name(key)) for key in (*CRITERIA, "sos-minus"))]


def team_criteria() -> list[tuple[str, str]]:
    """The catalogue of criteria of teams, none first."""
    return [("", gettext("none")), *((key, criterion_name(key)) for key in TEAM_CRITERIA)]


def yes_or_no(key: str, **more: Any) -> Callable[[], forms.Field]:
    return lambda: forms.ChoiceField(
        label=LABELS[key], choices=[(NO, _("no")), (YES, _("yes"))], required=False, **more
    )


def number(key: str, least: int, most: int, **more: Any) -> Callable[[], forms.Field]:
    return lambda: forms.IntegerField(label=LABELS[key], min_value=least, max_value=most, **more)


def choice(key: str, choices: Iterable[tuple[Any, Any]], **more: Any) -> Callable[[], forms.Field]:
    return lambda: forms.TypedChoiceField(label=LABELS[key], choices=choices, **more)


def grade(key: str, help_text: Any) -> Callable[[], forms.Field]:
    return lambda: forms.CharField(label=LABELS[key], max_length=4, help_text=help_text)


def points_field(key: str) -> Callable[[], forms.Field]:
    return lambda: forms.DecimalField(
        label=format_lazy(_("Points: {outcome}"), outcome=POINTS[key]),
        min_value=Decimal(0),
        max_value=Decimal(1000),
        max_digits=7,
        decimal_places=3,
    )


FIELDS: Mapping[str, Callable[[], forms.Field]] = {
    "name": lambda: forms.CharField(label=LABELS["name"], max_length=80),
    "native_name": lambda: forms.CharField(label=LABELS["native_name"], max_length=80, required=False),
    "slug": lambda: forms.SlugField(
        label=LABELS["slug"],
        max_length=50,
        help_text=_("The old address leads to the new one for ever."),
    ),
    "rounds": number("rounds", 1, 60),
    "time_control": lambda: forms.CharField(
        label=LABELS["time_control"],
        max_length=MOST_TEXT,
        help_text=_("Such as 60 min + 30 s, 25 min, or 60 min, 3 × 30 s byo-yomi."),
    ),
    "move_limit": number(
        "move_limit",
        10,
        999,
        required=False,
        help_text=_(
            "Moves of each player, after which the referee decides the game as the regulations say. Leave "
            "empty for none. The natural move limit (WXC 5) belongs to the rulebook."
        ),
    ),
    "online": yes_or_no(
        "online",
        help_text=_("A player not present ten minutes after the start loses (Tiantian 2020, 3)."),
    ),
    "grouping": choice("grouping", GROUPINGS.items()),
    "practice_2009": yes_or_no(
        "practice_2009",
        help_text=_(
            "A bye counts in the colours, as a game against the number after the last. A player who "
            "floats down takes the first player below who needs a colour. The games of the World "
            "Championship show it; no text says so."
        ),
    ),
    "early_federation": yes_or_no("early_federation"),
    "bar": grade("bar", _("Players of this grade or a higher one start equal.")),
    "floor": grade("floor", _("Players of this grade or a lower one start equal.")),
    "grade_categories": lambda: forms.CharField(
        label=LABELS["grade_categories"],
        max_length=40,
        required=False,
        help_text=_("Lowest grades, the strongest category first: 1d, 5k makes three. Empty for none."),
    ),
    "absent_halves": number("absent_halves", 0, 2),
    "bye_halves": number("bye_halves", 0, 2),
    "round_down": yes_or_no("round_down"),
    "unplayed_half": yes_or_no(
        "unplayed_half", help_text=_("In the sums over opponents only (EGF: virtual opponents).")
    ),
    "handicap_by_score": yes_or_no("handicap_by_score", help_text=_("Otherwise by grade.")),
    "handicap_threshold": grade("handicap_threshold", _("Players of this grade or higher are equal.")),
    "handicap_correction": number("handicap_correction", -1, 3),
    "handicap_ceiling": number("handicap_ceiling", 0, 9, help_text=_("0 for even games only.")),
    "less_handicap": yes_or_no("less_handicap"),
    "first_seeding": choice("first_seeding", SEEDINGS.items()),
    "first_seeding_until": number("first_seeding_until", 0, 60),
    "second_seeding": choice("second_seeding", SEEDINGS.items()),
    "floats_down": choice("floats_down", FLOATS.items()),
    "floats_up": choice("floats_up", FLOATS.items()),
    "geography": yes_or_no("geography"),
    "groups_for_country": number("groups_for_country", 0, 30),
    "groups_for_club": number("groups_for_club", 0, 30),
    "clubs_groups": lambda: Lines(
        label=LABELS["clubs_groups"],
        required=False,
        max_length=MOST_CLUBS,
        widget=forms.Textarea({"rows": 3}),
        help_text=_(
            "One group a line, its clubs between commas: Lyon, Grenoble. Their players avoid each other too, "
            "half as much as those of one club."
        ),
    ),
    "wins_end_geography": yes_or_no("wins_end_geography"),
    "random_weight": number(
        "random_weight", 0, 1_000_000_000, help_text=_("0 for none. All other terms are larger.")
    ),
    "final_after": number(
        "final_after",
        1,
        59,
        required=False,
        help_text=_("The leaders then play a knock-out for the top places. Leave empty for no final."),
    ),
    "final_size": choice(
        "final_size",
        [("", "–"), *((size, str(size)) for size in FINAL_SIZES)],
        coerce=int,
        required=False,
        empty_value=None,
    ),
    "third_place": yes_or_no("third_place"),
    "best_of": choice(
        "best_of",
        [
            (1, _("one; draws are replayed")),
            *((games, format_lazy(_("best of {games}"), games=games)) for games in (3, 5, 7)),
        ],
        coerce=int,
        required=False,
        empty_value=1,
    ),
    "tiebreaks": lambda: forms.MultipleChoiceField(
        label=LABELS["tiebreaks"],
        choices=criteria,
        widget=OrderedSelects,
        required=False,
        help_text=_("In this order, after the points. Empty places are left out."),
    ),
    **{f"points_{key}": points_field(key) for key in POINT_FIELDS},
    "half_byes_allowed": number(
        "half_byes_allowed",
        0,
        60,
        help_text=_("How many rounds a player may ask not to play and still score as for a draw."),
    ),
    "half_byes_until": number(
        "half_byes_until",
        1,
        60,
        required=False,
        help_text=_("The last round they can be asked for. Leave empty for every round."),
    ),
    "adjourned_as": choice(
        "adjourned_as",
        ADJOURNED.items(),
        help_text=_("For pairing and interim standings, until the game is finished."),
    ),
    "check_in_needed": yes_or_no(
        "check_in_needed",
        help_text=_("Otherwise every player entered is paired, whether checked in or not."),
    ),
    "first_table": number(
        "first_table",
        1,
        9_000,
        help_text=_("Tables are numbered from here on, so that sections of one hall do not share numbers."),
    ),
    "capacity": number("capacity", 2, 10_000, required=False, help_text=_("Leave empty for no limit.")),
    "counted_players": number(
        "counted_players", 1, 10, help_text=_("How many of the best ranks are added (WXC 6.2: two).")
    ),
    "team_boards": number("team_boards", 1, 20),
    "team_reserves": number("team_reserves", 0, 12, help_text=_("Beside those who sit at the boards.")),
    "team_order": choice("team_order", TEAM_ORDERS.items()),
    "team_empty": choice("team_empty", TEAM_EMPTY.items()),
    "team_least": number("team_least", 0, 20, help_text=_("0 for half of the boards, rounded up.")),
    "team_colours": lambda: forms.CharField(
        label=LABELS["team_colours"],
        max_length=20,
        required=False,
        help_text=_("A letter a board: F where the first team moves first, S the second. Empty for FSFS…"),
    ),
    "team_primary": choice("team_primary", TEAM_PRIMARY.items()),
    "team_points": lambda: forms.CharField(
        label=LABELS["team_points"], max_length=20, help_text=_("Win, draw and loss: 2-1-0, or 3-1-0.")
    ),
    "team_bye": choice("team_bye", TEAM_BYES.items()),
    "team_tiebreaks": lambda: forms.MultipleChoiceField(
        label=LABELS["team_tiebreaks"],
        choices=team_criteria,
        widget=OrderedSelects,
        required=False,
        help_text=_("In this order, from the points on. Empty places are left out."),
    ),
    "rulebook": choice("rulebook", []),
    "ladder": choice("ladder", LADDERS.items()),
    "board_size": choice("board_size", [(size, f"{size} × {size}") for size in BOARD_SIZES], coerce=int),
    "compensation": lambda: quarters_field(
        label=LABELS["compensation"],
        help_text=_("Article 11: 2.75. National competitions now use 3.75, that is 7.5 points."),
    ),
    "handicap_return": lambda: quarters_field(
        label=LABELS["handicap_return"],
        help_text=_("Article 9 leaves this to the event regulations."),
    ),
    "handicap_rule": choice(
        "handicap_rule",
        HANDICAP_RULES.items(),
        help_text=_("By Black, when areas are counted: one point is half a stone."),
    ),
    "handicap_placement": choice("handicap_placement", PLACEMENTS.items()),
    "seed": lambda: forms.CharField(
        label=LABELS["seed"],
        max_length=64,
        help_text=_(
            "Lots are drawn from this text and the list of players, and both are published so that "
            "anyone can verify the draw. Keep the suggestion, or use a text nobody could choose, such "
            "as dice rolled in public."
        ),
    ),
}
"""By name, how each is made."""

GROUPS: Mapping[Any, tuple[str, ...]] = {
    _("Name"): ("name", "native_name", "slug"),
    _("Rounds and time"): ("rounds", "time_control", "move_limit", "online"),
    _("Pairing"): (
        *("bar", "floor", "grade_categories"),
        *("grouping", "practice_2009", "early_federation"),
        *("first_seeding", "first_seeding_until", "second_seeding", "floats_down", "floats_up"),
        *("geography", "groups_for_country", "groups_for_club", "clubs_groups", "wins_end_geography"),
        "random_weight",
        *("final_after", "final_size", "third_place", "best_of"),
        *("half_byes_allowed", "half_byes_until", "adjourned_as"),
    ),
    _("Team matches"): (
        *("team_boards", "team_reserves", "team_order", "team_empty", "team_least", "team_colours"),
        *("team_primary", "team_points", "team_bye", "team_tiebreaks"),
    ),
    _("Handicap games"): (
        *("handicap_by_score", "handicap_threshold", "handicap_correction", "handicap_ceiling"),
        "less_handicap",
    ),
    _("Points without a game"): ("absent_halves", "bye_halves", "round_down", "unplayed_half"),
    _("Ranking"): ("tiebreaks", "points", "counted_players"),
    _("Tables and entries"): ("first_table", "capacity", "check_in_needed"),
    _("Rules of the game"): (
        *("rulebook", "ladder", "board_size", "compensation"),
        *("handicap_return", "handicap_rule", "handicap_placement"),
    ),
    _("Draw of lots"): ("seed",),
}
"""Settings that stand together on a page."""


def fields_of(key: str, *, byes: bool) -> tuple[str, ...]:
    """The names of the fields of one setting."""
    if key != "points":
        return (key,)
    return tuple(f"points_{one}" for one in POINT_FIELDS if byes or one != "bye")


def as_fields(values: Mapping[str, Any], time: Callable[[str], str]) -> dict[str, Any]:
    """Settings as the fields have them. ``time``: a time control in the reader's words."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        if key == "points":
            found |= {f"points_{one}": Decimal(value.get(one, value["win"])) for one in POINT_FIELDS}
        elif isinstance(value, bool):
            found[key] = YES if value else NO
        elif key in ("compensation", "handicap_return"):
            found[key] = Decimal(value) / 4
        elif key == "time_control":
            found[key] = time(value)
        else:
            found[key] = value
    return found


def as_settings(cleaned: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The other way round: what was sent, for the settings in ``now`` of which every field is there."""
    found: dict[str, Any] = {}
    for key, value in now.items():
        if key == "points":
            sent = {one: cleaned.get(f"points_{one}") for one in POINT_FIELDS}
            given = {one: f"{points.normalize():f}" for one, points in sent.items() if points is not None}
            if {"win", "draw", "loss"} <= given.keys():
                found[key] = {**value, **given}
        elif key not in cleaned:
            continue
        elif isinstance(value, bool):
            found[key] = cleaned[key] == YES
        elif key in ("compensation", "handicap_return"):
            found[key] = value if cleaned[key] is None else int(4 * cleaned[key])
        else:
            found[key] = cleaned[key]
    return found


def own_choices(form: forms.BaseForm, section: Section, names: Mapping[str, Any]) -> None:
    """Let the rulebooks of the section's game be chosen, and its system's criteria."""
    if section.is_by_value and isinstance(field := form.fields.get("tiebreaks"), forms.ChoiceField):
        field.choices = go_criteria
        field.help_text = _("In this order; the score is one of them. Up to six, not both SDC and DC.")
    if isinstance(field := form.fields.get("rulebook"), forms.ChoiceField):
        field.choices = list(names.items())
