"""Words for how a section is played: what its organiser chooses beyond the system, its rounds, its time
control, and the game's own rules.

What a section settles about its game is told by the app that knows the game: `register_rules` takes a
function of the section's rulebook and options that gives a line for each point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from django.utils.translation import gettext, ngettext

RESULTS = {"1-0": "1–0", "0-1": "0–1", "1/2": "½–½", "0-0": "0–0", "*": "–"}


def result_text(value: str, forfeit: bool = False) -> str:
    """``1–0``, ``½–½``; a forfeit says so."""
    shown = RESULTS[value]
    return gettext("%(result)s forfeit") % {"result": shown} if forfeit else shown


class Chosen(Protocol):
    """A section, as far as these words look at it."""

    system: str
    grouping: str
    options: Any


class Advised(Protocol):
    """Advice on rounds, as `queries.advice` gives it."""

    @property
    def players(self) -> int: ...
    @property
    def rounds(self) -> int: ...
    @property
    def impossible(self) -> bool: ...


def option_words(section: Chosen) -> list[str]:
    """A line for each option that is not the default."""
    options: Mapping[str, Any] = section.options
    words = []
    if section.system == "wmsg2008" and section.grouping == "columns":
        words.append(gettext("Neighbours with opposite colours due are paired."))
    if final := options.get("final"):
        words.append(
            gettext("Final of %(size)s players after round %(after)s.")
            % {"size": options.get("final_size", len(final.get("players", ()))), "after": final["after"]}
        )
    knocked: Mapping[str, Any] = final or options
    if knocked.get("third_place"):
        words.append(gettext("Third-place match."))
    if knocked.get("best_of", 1) > 1:
        words.append(gettext("Matches are the best of %(games)s games.") % {"games": knocked["best_of"]})
    if options.get("practice_2009"):
        words.append(
            gettext(
                "As practised in 2009: a bye counts in the colours, as a game against the number after "
                "the last. A player who floats down takes the first player below who needs a colour."
            )
        )
    if options.get("early_federation"):
        words.append(gettext("Players of the same federation meet in the earliest rounds."))
    return words


def rounds_warning(advice: Advised) -> str:
    """That there are many rounds for so few players."""
    params = {"players": advice.players, "rounds": advice.rounds}
    if advice.impossible:
        return (
            gettext(
                "%(players)s players cannot play this many rounds without rematches. Choose a round "
                "robin, or fewer rounds: about %(rounds)s."
            )
            % params
        )
    return (
        gettext(
            "Many rounds for %(players)s players: late rounds may be impossible to pair without "
            "rematches. For so few players a round robin is better; a Swiss usually has about "
            "%(rounds)s rounds."
        )
        % params
    )


def time_control(base_seconds: int, increment_seconds: int, move_limit: int | None) -> str:
    """``60 min + 30 s per move, no move limit``."""
    minutes, seconds = divmod(base_seconds, 60)
    base = gettext("%(minutes)s min") % {"minutes": minutes} if not seconds else _seconds(base_seconds)
    if increment_seconds:
        base = gettext("%(base)s + %(increment)s s per move") % {
            "base": base,
            "increment": increment_seconds,
        }
    if move_limit is None:
        return gettext("%(time)s, no move limit") % {"time": base}
    limit = ngettext("at most %(count)s move", "at most %(count)s moves", move_limit) % {"count": move_limit}
    return gettext("%(time)s, %(limit)s") % {"time": base, "limit": limit}


def _seconds(seconds: int) -> str:
    return gettext("%(seconds)s s") % {"seconds": seconds}


Rules = Callable[[str, Mapping[str, Any]], list[str]]
_rules: dict[str, Rules] = {}


def register_rules(game: str, rules: Rules) -> None:
    """Have ``rules`` asked about the sections of a game; called in ``AppConfig.ready()``."""
    _rules[game] = rules


def rules_of_play(game: str, rulebook: str, options: Mapping[str, Any]) -> list[str]:
    """What is settled about the game itself, a line for each point."""
    return _rules[game](rulebook, options) if game in _rules else []
