"""Create a section of an event by the name of a rule set; it brings its planned rounds along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, check_name, lock_event, scope_of
from tournaments.fouls import LADDERS
from tournaments.models import Event, Round, Section
from tournaments.pairing.registry import SWISS
from tournaments.policy import Act, require
from tournaments.presets import PRESETS, WEIQI_BY_THE_LETTER
from tournaments.queries.advice import most_rounds, swiss_rounds
from tournaments.state.options import BOARD_SIZES, FINAL_SIZES, MOST_QUARTERS, WEIQI_DEFAULTS

MOST_COUNTED = 10


def create_section(
    *,
    event: Event,
    slug: str,
    name: str,
    rounds: int,
    seed: str,
    by: User,
    native_name: str = "",
    game: str = "xiangqi",
    preset: str = "wxc2015",
    base_seconds: int | None = None,
    increment_seconds: int | None = None,
    grouping: str = "halves",
    options: Mapping[str, Any] | None = None,
    ladder: str = "",
    counted_players: int = 2,
    players: int | None = None,
    once: str = "",
) -> Answer:
    """``seed``: the seed of the lots, published with the draw. Answers ``{"section": id, "slug": …}``.

    ``options``: any of ``third_place``, ``best_of``, ``early_federation``, ``practice_2009``,
    ``final_after``, ``final_size``, for weiqi ``board_size``, ``compensation`` and ``handicap_return`` in
    quarters of a stone, ``strict``; what the system or the game does not know is left out. ``ladder``: a key
    of `tournaments.fouls.LADDERS`, empty for the game's own. ``counted_players``: so many of a team are
    ranked together (WXC 6.2).
    ``players``: how many are expected, None: nobody knows yet.

    Refusals: ``section-slug-taken``, ``unknown-preset``, ``unknown-grouping``, ``unknown-ladder``,
    ``seed-needed``, ``rounds-out-of-range``, ``rules-of-xiangqi``, ``rounds-impossible``, ``even-best-of``,
    ``final-size``, ``final-too-late``, ``name-not-printable``, ``name-invisible``, ``board-size``,
    ``quarters-out-of-range``, ``counted-out-of-range``.
    """
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act="create_section", target=""):
            return earlier
        require(Act.EDIT_EVENT, by=by, scope=event)
        check_name("name", name)
        check_name("native_name", native_name)
        if preset not in PRESETS:
            raise Refusal("unknown-preset", field="preset", preset=preset)
        if grouping not in Section.Grouping.values:
            raise Refusal("unknown-grouping", field="grouping", grouping=grouping)
        if ladder and ladder not in LADDERS:
            raise Refusal("unknown-ladder", field="ladder", ladder=ladder)
        if not seed.strip():
            raise Refusal("seed-needed", field="seed")
        if not 1 <= rounds <= 60:
            raise Refusal("rounds-out-of-range", field="rounds", rounds=rounds)
        if not 1 <= counted_players <= MOST_COUNTED:
            raise Refusal(
                "counted-out-of-range", field="counted_players", count=counted_players, most=MOST_COUNTED
            )
        if event.sections.filter(slug=slug).exists():
            raise Refusal("section-slug-taken", field="slug", slug=slug)
        rules = PRESETS[preset]
        check_game(game, rules.system)
        asked = options or {}
        chosen = section_options(rules.system, rounds, asked)
        if players is not None and rules.system in SWISS:
            check_opponents(rounds, chosen, players)
        rulebook = rules.rulebook_for(game)
        if game == Section.Game.WEIQI:
            chosen |= weiqi_options(asked)
            rulebook = WEIQI_BY_THE_LETTER if asked.get("strict") else rulebook
        section = Section.objects.create(
            event=event,
            slug=slug,
            name=name,
            native_name=native_name,
            position=event.sections.count() + 1,
            game=game,
            system=rules.system,
            grouping=grouping,
            options=chosen,
            rounds=rounds,
            rulebook=rulebook,
            preset=preset,
            tiebreaks=rules.tiebreaks,
            base_seconds=rules.base_seconds if base_seconds is None else base_seconds,
            increment_seconds=rules.increment_seconds if increment_seconds is None else increment_seconds,
            move_limit=rules.move_limit,
            ladder=ladder or rules.ladder_for(game),
            seed=seed.strip(),
            counted_players=counted_players,
        )
        Round.objects.bulk_create(Round(section=section, number=n) for n in range(1, rounds + 1))
        answer: Answer = {"section": section.pk, "slug": slug}
        journal.record(
            "create_section",
            by=by,
            scope=scope_of(event),
            target=f"section:{section.pk}",
            after={
                "slug": slug,
                "preset": preset,
                "rounds": rounds,
                "ladder": section.ladder,
                "seed": section.seed,
                "options": chosen,
            },
            once=once,
            answer=answer,
        )
        return answer


def check_game(game: str, system: str) -> None:
    """Whether ``game`` can be paired by ``system``. Raises the `Refusal` ``rules-of-xiangqi``."""
    if game == Section.Game.WEIQI and system == Section.System.WXC2015:
        raise Refusal("rules-of-xiangqi", field="preset")


def check_opponents(rounds: int, options: Mapping[str, Any], players: int) -> None:
    """Whether so many ``players`` of a Swiss have opponents for its rounds. Raises ``rounds-impossible``."""
    swiss, most = swiss_rounds(rounds, options), most_rounds(players)
    if swiss > most:
        raise Refusal("rounds-impossible", field="rounds", rounds=swiss, count=players, most=most)


def section_options(system: str, rounds: int, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The options that ``system`` knows, as a section keeps them: what has its default value is left out.
    Raises the `Refusal` that names the field."""
    chosen: dict[str, Any] = {}
    best_of = asked.get("best_of") or 1
    if best_of % 2 == 0 or not 1 <= best_of <= 99:
        raise Refusal("even-best-of", field="best_of", games=best_of)
    if system == Section.System.KNOCK_OUT:
        chosen = {"third_place": bool(asked.get("third_place")), "best_of": best_of}
    elif system in (Section.System.ROUND_ROBIN, Section.System.DOUBLE_ROUND_ROBIN):
        chosen = {"early_federation": bool(asked.get("early_federation"))}
    else:
        return _swiss_options(system, rounds, asked, best_of)
    defaults = {"third_place": False, "best_of": 1, "early_federation": False}
    return {key: value for key, value in chosen.items() if value != defaults[key]}


def _swiss_options(system: str, rounds: int, asked: Mapping[str, Any], best_of: int) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    if system == Section.System.WXC2015 and asked.get("practice_2009"):
        chosen["practice_2009"] = True
    if after := asked.get("final_after"):
        size = asked.get("final_size") or FINAL_SIZES[0]
        if size not in FINAL_SIZES:
            raise Refusal("final-size", field="final_size", size=size)
        needed = (size - 1).bit_length()
        if after + needed > rounds:
            raise Refusal("final-too-late", field="final_after", after=after, needed=needed, rounds=rounds)
        final = {"after": after, "third_place": bool(asked.get("third_place")), "best_of": best_of}
        chosen |= {"final": final, "final_size": size}
    return chosen


def weiqi_options(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What is settled about the game of weiqi, where it is not the default. Raises the `Refusal` that names
    the field."""
    chosen = {name: asked.get(name) for name in ("compensation", "handicap_return")}
    for name, quarters in chosen.items():
        if quarters is not None and not 0 <= quarters <= MOST_QUARTERS:
            raise Refusal("quarters-out-of-range", field=name, most=MOST_QUARTERS // 4)
    size = asked.get("board_size")
    if size is not None and size not in BOARD_SIZES:
        raise Refusal("board-size", field="board_size", size=size)
    found = {name: value for name, value in {"size": size, **chosen}.items() if value is not None}
    found = {name: value for name, value in found.items() if value != WEIQI_DEFAULTS[name]}
    return {"weiqi": found} if found else {}
