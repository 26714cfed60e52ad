"""The fields of a section's settings, each named once: for a new section, and for one that stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.web.field_words import StepsField
from tournaments.forms.catalogues import board_order, criteria, go_criteria, team_criteria, team_deciders
from tournaments.forms.ordered_selects import OrderedSelects
from tournaments.forms.step_rows import decider_boards
from tournaments.models import Section
from tournaments.state.gotha.choices import MOST_CLUBS, WEIGHTS
from tournaments.state.gotha.settings import MOST
from tournaments.state.options import BOARD_SIZES, FINAL_SIZES, MOST_QUARTERS
from tournaments.state.points import WEIGHTED, may_weigh
from tournaments.state.team_settings import MOST_BOARD_GAMES, MOST_DEADLINE, MOST_HALF_BYES
from tournaments.state.time_control import MOST_TEXT
from tournaments.wording.fouls import LADDERS
from tournaments.wording.pair_values import ORDERS, WEIGHT_HELPS
from tournaments.wording.settings import (
    ADJOURNED,
    ELIMINATION_WORDS,
    FLOATS,
    GROUPINGS,
    HANDICAP_RULES,
    NUMBERINGS,
    PLACEMENTS,
    POINTS,
    SEEDINGS,
    SETTINGS,
)
from tournaments.wording.teams.team_settings import (
    TEAM_BYES,
    TEAM_EMPTY,
    TEAM_FIRST_ROUNDS,
    TEAM_HELPS,
    TEAM_MODELS,
    TEAM_ORDERS,
    TEAM_PRIMARY,
)

LABELS: Mapping[str, Any] = SETTINGS
POINT_FIELDS = ("win", "draw", "draw_second", "decider", "loss", "bye")
YES, NO = "yes", "no"


class Lines(forms.CharField):
    """Lines as they are kept, whatever ends them on the way."""

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def quarters_field(**more: Any) -> StepsField:
    """Stones, in steps of a quarter."""
    return StepsField(
        min_value=Decimal(0),
        max_value=Decimal(MOST_QUARTERS) / 4,
        max_digits=5,
        decimal_places=2,
        step_size=Decimal("0.25"),
        required=False,
        **more,
    )


def in_order(
    key: str, choices: Callable[[], list[tuple[str, str]]], help_text: Any
) -> Callable[[], forms.Field]:
    """Several of ``choices``, in an order."""
    return lambda: forms.MultipleChoiceField(
        label=LABELS[key], choices=choices, widget=OrderedSelects, required=False, help_text=help_text
    )


def short(key: str, help_text: Any, **more: Any) -> Callable[[], forms.Field]:
    return lambda: forms.CharField(label=LABELS[key], max_length=20, help_text=help_text, **more)


def yes_or_no(key: str, **more: Any) -> Callable[[], forms.Field]:
    return lambda: forms.ChoiceField(
        label=LABELS[key], choices=[(NO, _("no")), (YES, _("yes"))], required=False, **more
    )


def number(key: str, least: int, most: int, **more: Any) -> Callable[[], forms.Field]:
    return lambda: forms.IntegerField(label=LABELS[key], min_value=least, max_value=most, **more)


def weight(key: str) -> Callable[[], forms.Field]:
    return number(key, 0, MOST[WEIGHTS[key]], help_text=WEIGHT_HELPS[key])


def choice(key: str, choices: Iterable[tuple[Any, Any]], **more: Any) -> Callable[[], forms.Field]:
    return lambda: forms.TypedChoiceField(label=LABELS[key], choices=choices, **more)


def grade(key: str, help_text: Any) -> Callable[[], forms.Field]:
    return lambda: forms.CharField(label=LABELS[key], max_length=4, help_text=help_text)


def points_field(key: str, **more: Any) -> Callable[[], forms.Field]:
    return lambda: forms.DecimalField(
        label=format_lazy(_("Points: {outcome}"), outcome=POINTS[key]),
        min_value=Decimal(0),
        max_value=Decimal(1000),
        max_digits=7,
        decimal_places=3,
        **more,
    )


FIELDS: Mapping[str, Callable[[], forms.Field]] = {
    "name": lambda: forms.CharField(label=LABELS["name"], max_length=80),
    "native_name": lambda: forms.CharField(label=LABELS["native_name"], max_length=80, required=False),
    "slug": lambda: forms.SlugField(
        label=LABELS["slug"],
        max_length=50,
        help_text=_("Links with the old address keep working."),
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
    "accelerated": yes_or_no(
        "accelerated",
        help_text=_(
            "FIDE's C.04.7: in the first half of the rounds the upper half of the players is paired with "
            "points that it is only lent. Chosen before round 1."
        ),
    ),
    "numbers_by": choice(
        "numbers_by",
        NUMBERINGS.items(),
        help_text=_("The regulations of FIDE number by rating (C.04.2). Late entries get the next number."),
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
    "rank_ends_geography": grade(
        "rank_ends_geography",
        _("This grade, every win counted as a grade more. 30k: country and club matter to nobody."),
    ),
    "bar_ends_geography": yes_or_no("bar_ends_geography"),
    "first_order": choice("first_order", ORDERS.items(), help_text=_("Of players level in every criterion.")),
    "second_order": choice("second_order", ORDERS.items()),
    "floats_balanced": yes_or_no("floats_balanced"),
    **{key: weight(key) for key in WEIGHTS},
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
    "elimination": choice("elimination", ELIMINATION_WORDS.items(), required=False, empty_value=""),
    "third_place": yes_or_no("third_place"),
    "final_apart": yes_or_no(
        "final_apart",
        help_text=_(
            "As a rule what the final gives is added to the points, and to the opponents’ sums as well "
            "(Xie Xiaxun Cup 2023)."
        ),
    ),
    "best_of": choice(
        "best_of",
        [
            (1, _("one; draws are replayed")),
            (2, _("two, colours exchanged; then until one is won")),
            *((games, format_lazy(_("best of {games}"), games=games)) for games in (3, 5, 7)),
        ],
        coerce=int,
        required=False,
        empty_value=1,
    ),
    "steps": decider_boards(
        LABELS["steps"],
        _(
            "One after the other until somebody is ahead. With none a drawn game is replayed, colours "
            "exchanged. Where nobody is knocked out they are played only if their winner gets points."
        ),
    ),
    "tiebreaks": in_order(
        "tiebreaks", criteria, _("In this order, after the points. Empty places are left out.")
    ),
    **{f"points_{key}": points_field(key) for key in POINT_FIELDS},
    "points_draw_second": points_field(
        "draw_second",
        required=False,
        help_text=_(
            "Leave empty where both get the same for a draw. Otherwise the draw above is that of who moves "
            "first (Chinese xiangqi rules of 2011, 13.3: a win 3, a draw 1 and 2)."
        ),
    ),
    "points_decider": points_field(
        "decider",
        required=False,
        help_text=_(
            "For who wins the decider games after a drawn game, beside the points of the draw, such as 0.5. "
            "Leave empty where a draw ends it."
        ),
    ),
    "points_rounds": lambda: forms.CharField(
        label=_("Rounds that count differently"),
        max_length=200,
        required=False,
        help_text=_(
            "Round and how many times everything in it counts, such as 9: 2, 10: 0.5; byes and absences too."
        ),
    ),
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
    "team_reserves": number("team_reserves", 0, 12, help_text=_("In addition to the players at the boards.")),
    "team_order": choice("team_order", TEAM_ORDERS.items()),
    "team_empty": choice("team_empty", TEAM_EMPTY.items()),
    "team_least": number("team_least", 0, 20, help_text=_("0 for half of the boards, rounded up.")),
    "team_colours": short("team_colours", TEAM_HELPS["colours"], required=False),
    "team_deadline": number(
        "team_deadline",
        0,
        MOST_DEADLINE,
        required=False,
        help_text=_(
            "Captains submit line-ups, which are secret until then. Leave empty to seat the "
            "boards when the round is paired."
        ),
    ),
    "team_roster_deadline": number(
        "team_roster_deadline", 0, MOST_DEADLINE, required=False, help_text=TEAM_HELPS["roster_deadline"]
    ),
    "team_half_byes": number("team_half_byes", 0, MOST_HALF_BYES, help_text=TEAM_HELPS["half_byes"]),
    "team_forfeit_boards": number("team_forfeit_boards", 0, 20, help_text=TEAM_HELPS["forfeit_boards"]),
    "team_forfeit_points": short("team_forfeit_points", TEAM_HELPS["forfeit_points"], required=False),
    "team_primary": choice("team_primary", TEAM_PRIMARY.items()),
    "team_points": short("team_points", _("Win, draw and loss: 2-1-0, or 3-1-0.")),
    "team_bye": choice("team_bye", TEAM_BYES.items()),
    "team_bye_points": short("team_bye_points", TEAM_HELPS["bye_points"], required=False),
    "team_secret": yes_or_no("team_secret", help_text=TEAM_HELPS["secret"]),
    "team_board_games": number("team_board_games", 0, MOST_BOARD_GAMES, help_text=TEAM_HELPS["board_games"]),
    "team_board_order": in_order("team_board_order", board_order, TEAM_HELPS["board_order"]),
    "team_model": choice("team_model", TEAM_MODELS.items(), help_text=TEAM_HELPS["model"]),
    "team_secondary_colours": yes_or_no("team_secondary_colours", help_text=TEAM_HELPS["secondary_colours"]),
    "team_accelerated": yes_or_no("team_accelerated", help_text=TEAM_HELPS["accelerated"]),
    "team_first_round": choice(
        "team_first_round", TEAM_FIRST_ROUNDS.items(), required=False, help_text=TEAM_HELPS["first_round"]
    ),
    "team_deciders": in_order("team_deciders", team_deciders, TEAM_HELPS["deciders"]),
    "team_steps": decider_boards(LABELS["team_steps"], TEAM_HELPS["steps"]),
    "team_tiebreaks": in_order("team_tiebreaks", team_criteria, TEAM_HELPS["tiebreaks"]),
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

# Settings that stand together on a page.
GROUPS: Mapping[Any, tuple[str, ...]] = {
    pgettext_lazy("of an event or section", "Name"): ("name", "native_name", "slug"),
    _("Rounds and time"): ("rounds", "time_control", "move_limit", "online"),
    _("Pairing"): (
        *("bar", "floor", "grade_categories", "grouping", "practice_2009", "early_federation"),
        *("accelerated", "numbers_by"),
        *("first_seeding", "first_seeding_until", "second_seeding", "floats_down", "floats_up"),
        *("geography", "groups_for_country", "groups_for_club", "clubs_groups", "wins_end_geography"),
        *("final_after", "final_size", "final_apart", "elimination", "third_place", "best_of", "steps"),
        *("half_byes_allowed", "half_byes_until", "adjourned_as"),
    ),
    _("Team matches"): (
        *("team_boards", "team_reserves", "team_order", "team_empty", "team_least", "team_colours"),
        *("team_deadline", "team_secret", "team_roster_deadline", "team_half_byes", "team_forfeit_boards"),
        *("team_forfeit_points", "team_primary", "team_points", "team_bye", "team_bye_points"),
        *("team_tiebreaks", "team_board_games", "team_board_order", "team_model"),
        *("team_secondary_colours", "team_accelerated", "team_deciders", "team_steps", "team_first_round"),
    ),
    _("Handicap games"): (
        *("handicap_by_score", "handicap_threshold", "handicap_correction", "handicap_ceiling"),
        "less_handicap",
    ),
    _("Value of a pair"): (
        *("rank_ends_geography", "bar_ends_geography", "first_order", "second_order", "floats_balanced"),
        *WEIGHTS,
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


def form_fields(key: str, section: Section) -> tuple[str, ...]:
    """The names of the fields of one setting."""
    if key != "points":
        return (key,)
    weighs = section.system in WEIGHTED and not section.of_teams
    fields_shown = {
        "bye": section.has_byes and not section.of_teams,
        "draw_second": section.of_teams,
        "decider": weighs,
    }
    weighted = ("points_rounds",) if may_weigh(section.system, of_teams=section.of_teams) else ()
    return (*(f"points_{field}" for field in POINT_FIELDS if fields_shown.get(field, True)), *weighted)


def own_choices(form: forms.BaseForm, section: Section, names: Mapping[str, Any]) -> None:
    """Let the rulebooks of the section's game be chosen, and its criteria; cite none of another game."""
    if section.game == "weiqi" and "online" in form.fields:
        form.fields["online"].help_text = _(
            "Players not present ten minutes after the start are listed for the referee."
        )
    if section.is_by_value and isinstance(field := form.fields.get("tiebreaks"), forms.ChoiceField):
        field.choices = go_criteria
        field.help_text = _(
            "In this order; the score is one of them. Up to six, not both SDC and DC. The European Go "
            "Federation does not recommend SOSOS, SODOS and CUSS."
        )
    if isinstance(field := form.fields.get("rulebook"), forms.ChoiceField):
        field.choices = list(names.items())
