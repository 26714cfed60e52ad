"""What the settings of a section can be, for a new one and for one that stands: each refused by its field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from portal.policy import Refusal
from tournaments.acts.common import check_name, check_section_address, check_slug_form, refuse_while_busy
from tournaments.fouls import LADDERS
from tournaments.models import Entry, Round, Section, time_columns
from tournaments.pairing.dutch.competitors import check_points
from tournaments.pairing.values import PairingInputError
from tournaments.queries.entering.entries import playing_in
from tournaments.queries.entering.quotas import room_of
from tournaments.queries.public.public_state import PUBLIC_STATES
from tournaments.queries.recommended_rounds import most_rounds, swiss_rounds
from tournaments.queries.seats import go_settings_of
from tournaments.queries.section_settings import TEAM_KEYS, shared_tables
from tournaments.standings.criterion import CriteriaError
from tournaments.standings.team_tiebreaks import value_of
from tournaments.standings.tiebreaks import check_criteria
from tournaments.state import team_settings
from tournaments.state.deciding import MOST_STEPS, Step, StepError, decide_players
from tournaments.state.gotha.choices import BAR_BELOW_FLOOR, CHOSEN, OUT_OF_RANGE, with_values
from tournaments.state.gotha.choices import KEYS as GO_KEYS
from tournaments.state.gotha.handicap import MOST_HANDICAP
from tournaments.state.gotha.ranks import rank_text
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.gotha.settings import gotha_settings_as_json
from tournaments.state.options import (
    BAKU,
    BOARD_SIZES,
    ELIMINATIONS,
    FINAL_SIZES,
    MOST_QUARTERS,
    NUMBERS_BY,
    PLACEMENTS,
    RETURNS,
    WEIQI_DEFAULTS,
)
from tournaments.state.points import MOST_WEIGHT, WEIGHTED, Points, PointsError, WeightsError, may_weigh
from tournaments.state.team_settings import TeamSettingError, TeamSettings
from tournaments.state.time_control import TimeControl, TimeControlError
from tournaments.wording.names import plain_name
from tournaments.wording.options import rulebooks_of

MOST_COUNTED = 10
MOST_ROUNDS = 60
MOST_TABLE = 9_000
LONGEST_SEED = 64
MOST_CAPACITY = 10_000
MOVE_LIMITS = range(10, 1_000)
# Settings that stand together in a section's options.
OPTIONS = frozenset(
    {
        *("accelerated", "numbers_by"),
        *("practice_2009", "early_federation", "elimination", "third_place", "best_of", "steps"),
        *("final_after", "final_size", "final_apart"),
        *("board_size", "compensation", "handicap_return", "handicap_rule", "handicap_placement"),
        *GO_KEYS,
    }
)
OF_FINAL = frozenset(
    {"final_after", "final_size", "final_apart", "elimination", "third_place", "best_of", "steps"}
)
AS_THEY_ARE = (
    *("name", "native_name", "slug", "grouping", "counted_players", "first_table", "capacity", "rulebook"),
    *("check_in_needed", "half_byes_allowed", "half_byes_until", "adjourned_as", "move_limit"),
)
# Settings that say which tables a section has in the hall.
TABLES = frozenset({"first_table", "capacity", "online"})
# Options that acts of their own write: no setting is about them.
OPTIONS_BESIDE_SETTINGS = frozenset({"seeds", "sources", "places", "carries", "carried"})


def read_time_control(text: str) -> TimeControl:
    """Raises the `Refusal` ``time-control-unreadable`` or ``time-control-beyond``."""
    try:
        return TimeControl.parse(text)
    except TimeControlError as error:
        if error.beyond:
            raise Refusal("time-control-beyond", field="time_control", text=error.text) from None
        raise Refusal("time-control-unreadable", field="time_control", text=error.text) from None


def check_game(game: str, system: str) -> None:
    """Check that `game` can be paired by `system`."""
    if game != Section.Game.WEIQI and system in GO_SYSTEMS:
        raise Refusal("rules-of-weiqi", field="preset")
    if game == Section.Game.WEIQI and system == Section.System.WXC2015:
        raise Refusal("rules-of-xiangqi", field="preset")


def check_opponents(rounds: int, options: Mapping[str, Any], players: int) -> None:
    """Whether so many ``players`` of a Swiss have opponents for its rounds. Raises ``rounds-impossible``."""
    swiss, most = swiss_rounds(rounds, options), most_rounds(players)
    if swiss > most:
        raise Refusal("rounds-impossible", field="rounds", rounds=swiss, count=players, most=most)


def section_options(system: str, rounds: int, chosen_options: Mapping[str, Any]) -> dict[str, Any]:
    """Make the options that `system` knows, as a section keeps them."""
    if system in GO_SYSTEMS:
        return {}
    chosen: dict[str, Any] = {}
    best_of = chosen_options.get("best_of") or 1
    if not 1 <= best_of <= 99:
        raise Refusal("games-of-match", field="best_of", games=best_of)
    if system == Section.System.KNOCK_OUT:
        chosen = _knock_out_options(chosen_options, best_of)
    elif system in (Section.System.ROUND_ROBIN, Section.System.DOUBLE_ROUND_ROBIN):
        chosen = {
            "early_federation": bool(chosen_options.get("early_federation")),
            "steps": checked_steps(chosen_options),
        }
    elif system == Section.System.FIDE_DUTCH:
        by = chosen_options.get("numbers_by") or NUMBERS_BY[0]
        if by not in NUMBERS_BY:
            raise Refusal("bad-setting", field="numbers_by")
        accelerated = {"acceleration": BAKU} if chosen_options.get("accelerated") else {}
        return accelerated | ({"numbers_by": by} if by != NUMBERS_BY[0] else {})
    else:
        return _swiss_options(system, rounds, chosen_options, best_of)
    # What has its default value is left out.
    defaults = {"third_place": False, "best_of": 1, "elimination": "", "early_federation": False, "steps": []}
    return {key: value for key, value in chosen.items() if value != defaults[key]}


def _knock_out_options(chosen_options: Mapping[str, Any], best_of: int) -> dict[str, Any]:
    elimination, third_place = (
        chosen_options.get("elimination") or "",
        bool(chosen_options.get("third_place")),
    )
    if elimination not in ELIMINATIONS:
        raise Refusal("bad-setting", field="elimination")
    if elimination and third_place:
        raise Refusal("third-by-losses", field="third_place")
    steps = checked_steps(chosen_options)
    return {"third_place": third_place, "best_of": best_of, "elimination": elimination, "steps": steps}


def checked_steps(chosen_options: Mapping[str, Any]) -> list[str]:
    """The decider games of a level match. Raises the `Refusal` ``bad-setting`` or ``steps-of-players``."""
    try:
        steps = [Step.parse(str(text)) for text in chosen_options.get("steps") or ()]
    except StepError:
        raise Refusal("bad-setting", field="steps") from None
    if len(steps) > MOST_STEPS:
        raise Refusal("bad-setting", field="steps")
    if steps and not decide_players(steps):
        raise Refusal("steps-of-players", field="steps")
    return [str(step) for step in steps]


def _swiss_options(
    system: str, rounds: int, chosen_options: Mapping[str, Any], best_of: int
) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    if system == Section.System.WXC2015 and chosen_options.get("practice_2009"):
        chosen["practice_2009"] = True
    if after := chosen_options.get("final_after"):
        size = chosen_options.get("final_size") or FINAL_SIZES[0]
        if size not in FINAL_SIZES:
            raise Refusal("final-size", field="final_size", size=size)
        needed = (size - 1).bit_length()
        if after + needed > rounds:
            raise Refusal("final-too-late", field="final_after", last=after + needed, rounds=rounds)
        final = {"after": after, "third_place": bool(chosen_options.get("third_place")), "best_of": best_of}
        if chosen_options.get("final_apart"):
            final["adds_points"] = False
        chosen |= {"final": final, "final_size": size}
    # Without a final they follow the draws of a Swiss where they give points.
    if steps := checked_steps(chosen_options):
        chosen["steps"] = steps
    return chosen


def weiqi_options(values: Mapping[str, Any]) -> dict[str, Any]:
    """Make the options of weiqi, without what has its default value."""
    chosen = {name: values.get(name) for name in ("compensation", "handicap_return")}
    for name, quarters in chosen.items():
        if quarters is not None and not 0 <= quarters <= MOST_QUARTERS:
            raise Refusal("quarters-out-of-range", field=name, most=MOST_QUARTERS // 4)
    size = values.get("board_size")
    if size is not None and size not in BOARD_SIZES:
        raise Refusal("board-size", field="board_size", size=size)
    words = {"handicap_rule": RETURNS, "handicap_placement": PLACEMENTS}
    for name, words_of_option in words.items():
        if values.get(name) is not None and values[name] not in words_of_option:
            raise Refusal("bad-setting", field=name)
    every = {"size": size, **chosen, **{name: values.get(name) for name in words}}
    options = {name: value for name, value in every.items() if value is not None}
    options = {name: value for name, value in options.items() if value != WEIQI_DEFAULTS[name]}
    return {"weiqi": options} if options else {}


OPTION_KINDS: Mapping[str, Any] = {
    **dict.fromkeys(("third_place", "early_federation", "practice_2009", "strict", "accelerated"), False),
    "final_apart": False,
    **dict.fromkeys(
        ("best_of", "final_after", "final_size", "board_size", "compensation", "handicap_return"), 0
    ),
    "steps": ("",),
    **dict.fromkeys(("numbers_by", "elimination", "handicap_rule", "handicap_placement"), ""),
}
NULLABLE = frozenset({"final_after", "final_size"}) | {
    column.name for column in Section._meta.get_fields() if getattr(column, "null", False)
}


def check_kinds(values: Mapping[str, Any], like: Mapping[str, Any]) -> None:
    """Check that each of `values` is of the kind of what stands in `like`."""
    # Programs send any JSON.
    for key, value in values.items():
        stands = like.get(key)
        # Those of teams judge their own kinds (`team_settings`).
        if key not in TEAM_KEYS and not _is_like(value, stands, nullable=key in NULLABLE):
            raise Refusal("bad-setting", field=key)


def _is_like(value: Any, stands: Any, *, nullable: bool) -> bool:
    if value is None:
        return nullable or stands is None
    if stands is None:
        return type(value) in (int, str)
    if isinstance(stands, list | tuple):
        kinds = {type(item) for item in stands} or {str, int}
        return isinstance(value, list | tuple) and all(type(item) in kinds for item in value)
    if isinstance(stands, dict):
        return isinstance(value, dict) and all(type(item) in (str, int) for item in value.values())
    return type(value) is type(stands) or (isinstance(stands, str) and isinstance(value, str))


def canonical_settings(values: Mapping[str, Any]) -> dict[str, Any]:
    """As `settings_of` has them: a time control and points may be written in many ways."""
    tidied = dict(values)
    if "time_control" in tidied:
        tidied["time_control"] = str(read_time_control(tidied["time_control"]))
    if "points" in tidied:
        try:
            tidied["points"] = Points.parse(tidied["points"]).as_table()
        except WeightsError:
            raise Refusal("weights-unreadable", field="points", most=MOST_WEIGHT) from None
        except PointsError:
            raise Refusal("points-order", field="points") from None
    if not tidied.get("final_after", True) and "final_size" in tidied:
        tidied["final_size"] = None
    return tidied


def check_seed(seed: str) -> None:
    """Raises the `Refusal` ``seed-needed`` and those of `check_name`."""
    check_name("seed", seed, most=LONGEST_SEED)
    if not seed.strip():
        raise Refusal("seed-needed", field="seed")


def check_tiebreaks(keys: Sequence[str], system: str) -> None:
    """Raises the `Refusal` ``unknown-criterion``, on one that is there twice as well."""
    try:
        check_criteria(keys, system)
    except CriteriaError:
        raise Refusal("unknown-criterion", field="tiebreaks") from None


def _check_points(section: Section, values: Mapping[str, Any]) -> None:
    """What the system cannot pair is refused when it is set, not when the first round waits for it."""
    points = Points.parse(values["points"])
    if points.draw_second is not None and not section.of_teams:
        raise Refusal("draws-of-players", field="points")
    if points.weights and not may_weigh(section.system, of_teams=section.of_teams):
        raise Refusal("rounds-count-once", field="points")
    if points.decider and (section.of_teams or section.system not in WEIGHTED):
        raise Refusal("deciders-give-nothing", field="points")
    if points.weights and points.weights[-1][0] > values["rounds"]:
        raise Refusal("weights-unreadable", field="points", most=MOST_WEIGHT)
    if section.system != Section.System.FIDE_DUTCH:
        return
    try:
        check_points(points, BAKU if values.get("accelerated") else "")
    except PairingInputError as error:
        raise Refusal(str(error.code), field="points") from None


def check_settings(section: Section, values: Mapping[str, Any], mine: Mapping[str, Any]) -> None:
    """Whether the section can be as ``values`` say. Raises the `Refusal` that names the field."""
    _check_names(section, values, mine)
    _check_rounds(section, values, mine)
    if "tiebreaks" in mine:
        check_tiebreaks(mine["tiebreaks"], section.system)
    if OPTIONS & mine.keys() or "rounds" in mine:
        # What they refuse is refused before anybody is asked for a reason.
        _options(section, values)
    _check_teams(section, values, mine)
    if "points" in mine or "accelerated" in mine:
        _check_points(section, values)
    if not 1 <= values.get("counted_players", 1) <= MOST_COUNTED:
        raise Refusal(
            "counted-out-of-range",
            field="counted_players",
            count=values["counted_players"],
            most=MOST_COUNTED,
        )
    if TABLES & mine.keys():
        _check_tables(section, values, mine)
    _check_byes(values, mine)
    if values.get("grouping", Section.Grouping.HALVES) not in Section.Grouping.values:
        raise Refusal("unknown-grouping", field="grouping", grouping=values["grouping"])
    if values["ladder"] not in LADDERS:
        raise Refusal("unknown-ladder", field="ladder", ladder=values["ladder"])
    if "rulebook" in mine and mine["rulebook"] not in rulebooks_of(section.game):
        raise Refusal("unknown-rulebook", field="rulebook", rulebook=mine["rulebook"])
    if (limit := mine.get("move_limit")) is not None and limit not in MOVE_LIMITS:
        least, most = MOVE_LIMITS[0], MOVE_LIMITS[-1]
        raise Refusal("move-limit-out-of-range", field="move_limit", moves=limit, least=least, most=most)


def _check_names(section: Section, values: Mapping[str, Any], mine: Mapping[str, Any]) -> None:
    for key in ("name", "native_name"):
        check_name(key, values[key], most=80)
    if "slug" in mine:
        check_slug_form(mine["slug"])
        check_section_address(section.event, mine["slug"], of=section)
        # What is being rendered carries the address.
        for round_ in section.round_set.exclude(state=Round.State.CLOSED):
            refuse_while_busy(round_)
    # A section that came from a file may have none.
    if "seed" in mine:
        check_seed(mine["seed"])


def _check_tables(section: Section, values: Mapping[str, Any], mine: Mapping[str, Any]) -> None:
    """Two sections of a hall share no table: a result said of a table must be of one game."""
    if not 1 <= values["first_table"] <= MOST_TABLE:
        raise Refusal("table-out-of-range", field="first_table", table=values["first_table"], most=MOST_TABLE)
    if "capacity" in mine and (most := mine["capacity"]) is not None:
        entries = playing_in(section).count()
        if not 2 <= most <= MOST_CAPACITY:
            raise Refusal("capacity-out-of-range", field="capacity", count=most, most=MOST_CAPACITY)
        if most < entries:
            raise Refusal("capacity-below-entries", field="capacity", count=most, entries=entries)
        reserved = room_of(section).reserved
        if most < entries + reserved and (section.capacity is None or most < section.capacity):
            raise Refusal(
                "capacity-below-quotas", field="capacity", count=most, entries=entries, kept=reserved
            )
    tables_here, others = shared_tables(section, {key: values[key] for key in TABLES})
    if others:
        raise Refusal(
            "tables-shared",
            field="first_table",
            first=tables_here.first,
            last=tables_here.last,
            section=plain_name(others[0].section),
            start=others[0].first,
            end=others[0].last,
        )


def _check_teams(section: Section, values: Mapping[str, Any], mine: Mapping[str, Any]) -> None:
    """Check that teams can meet by these settings."""
    if not section.of_teams or not TEAM_KEYS.keys() & mine.keys():
        return
    settings = _team_settings(values)
    points = Points.parse(values["points"])
    for key, fits in (
        ("team_forfeit_points", settings.fits(points)),
        ("team_bye_points", settings.bye_fits(points)),
    ):
        if not fits:
            raise Refusal("team-setting", field=key, setting=key)
    by_boards = section.system == Section.System.SCHEVENINGEN and section.lots_drawn_at
    if by_boards and settings.boards != section.rounds:
        raise Refusal("boards-follow-draw", field="team_boards", boards=section.rounds)
    try:
        criteria = [value_of(key) for key in settings.tiebreaks]
    except CriteriaError:
        raise Refusal("unknown-criterion", field="team_tiebreaks") from None
    if not criteria or len(set(settings.tiebreaks)) < len(criteria):
        raise Refusal("unknown-criterion", field="team_tiebreaks")


def _team_settings(values: Mapping[str, Any]) -> TeamSettings:
    chosen = {name: values[key] for key, name in TEAM_KEYS.items() if values.get(key) is not None}
    try:
        return team_settings.team_settings_from_json(chosen)
    except TeamSettingError as error:
        key = next(key for key, name in TEAM_KEYS.items() if name == error.key)
        raise Refusal("team-setting", field=key, setting=key) from None


def _check_byes(values: Mapping[str, Any], mine: Mapping[str, Any]) -> None:
    rounds, most = values["rounds"], mine.get("half_byes_allowed", 0)
    if not 0 <= most <= rounds:
        raise Refusal("half-byes-out-of-range", field="half_byes_allowed", count=most, most=rounds)
    if (last := mine.get("half_byes_until")) is not None and not 1 <= last <= rounds:
        raise Refusal("no-such-round", field="half_byes_until", round=last, rounds=rounds)
    if mine.get("adjourned_as", Section.Adjourned.DRAW) not in Section.Adjourned.values:
        raise Refusal("unknown-result", field="adjourned_as", value=mine["adjourned_as"])


def _check_rounds(section: Section, values: Mapping[str, Any], mine: Mapping[str, Any]) -> None:
    public = section.round_set.filter(state__in=PUBLIC_STATES).order_by("-number").first()
    played = public.number if public else 0
    if "rounds" in mine:
        rounds = mine["rounds"]
        if not 1 <= rounds <= MOST_ROUNDS:
            raise Refusal("rounds-out-of-range", field="rounds", rounds=rounds)
        if rounds < played:
            raise Refusal("rounds-below-played", field="rounds", rounds=rounds, played=played)
        if section.lots_drawn_at and not section.is_swiss:
            raise Refusal("rounds-follow-draw", field="rounds", rounds=section.rounds)
        entries = section.entries.exclude(status=Entry.Status.WITHDRAWN).count()
        if section.of_teams:
            entries = section.teams.filter(withdrawn_after=None).count()
        if section.lots_drawn_at and section.is_swiss:
            options = section_options(section.system, rounds, values)
            check_opponents(rounds, options, entries)
    knock_out = section.system == Section.System.KNOCK_OUT
    now = (section.options.get("final") or {}).get("after")
    begins = 0 if knock_out else min(values.get("final_after") or MOST_ROUNDS, now or MOST_ROUNDS)
    for key in sorted(OF_FINAL & mine.keys()):
        if played > begins:
            raise Refusal("final-begun", field=key, round=played)


def set_settings(section: Section, values: Mapping[str, Any], mine: Mapping[str, Any]) -> None:
    """The columns of what is changed. Raises what the options refuse."""
    for key in AS_THEY_ARE:
        if key in mine:
            setattr(section, key, mine[key])
    for key in ("rounds", "tiebreaks", "points", "ladder", "online"):
        if key in mine:
            setattr(section, key, mine[key])
    if "seed" in mine:
        section.seed = mine["seed"].strip()
    if section.of_teams and TEAM_KEYS.keys() & mine.keys():
        section.team_rules = team_settings.team_settings_as_json(_team_settings(values))
    if "time_control" in mine:
        for column, value in time_columns(read_time_control(mine["time_control"])).items():
            setattr(section, column, value)
    if OPTIONS & mine.keys() or "rounds" in mine:
        section.options = _options(section, values)


def _options(section: Section, values: Mapping[str, Any]) -> dict[str, Any]:
    options = section_options(section.system, values["rounds"], values)
    if section.game == Section.Game.WEIQI:
        options |= weiqi_options(values)
    if section.is_by_value:
        options |= _go_options(section, values)
    old = section.options.get("final")
    if old and "players" in old and "final" in options and old["after"] == options["final"]["after"]:
        options["final"]["players"] = old["players"][: options["final_size"]]
    return options | {key: value for key, value in section.options.items() if key in OPTIONS_BESIDE_SETTINGS}


def _go_options(section: Section, values: Mapping[str, Any]) -> dict[str, Any]:
    try:
        chosen = with_values(go_settings_of(section), section.system, values)
    except ValueError as error:
        key = str(error)
        if key == BAR_BELOW_FLOOR:
            both = {"bar": values["bar"], "floor": values["floor"]}
            raise Refusal(BAR_BELOW_FLOOR, field="floor", **both) from None
        if key == "handicap_ceiling":
            raise Refusal("handicap-range", field=key, most=MOST_HANDICAP) from None
        for option, code in OUT_OF_RANGE.items():
            if key == code:
                least, most = (rank_text(rank).lower() for rank in CHOSEN[option])
                raise Refusal(code, field=option, least=least, most=most) from None
        raise Refusal("go-setting", field=key, setting=key) from None
    options = gotha_settings_as_json(chosen, section.system)
    return {"go": options} if options else {}
