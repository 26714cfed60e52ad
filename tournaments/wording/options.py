"""Words for how a section is played: what its organiser chooses beyond the system, its rounds, its time
control, and the game's own rules.

What a section settles about its game is told by the app that knows the game: `register_rules` takes a
function of the section's rulebook and options that gives a line for each point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from django.utils.translation import gettext, gettext_noop, ngettext

from portal.web.words import Words
from tournaments.state.time_control import TimeControl

_CARRIED = {
    "mutual": gettext_noop(
        "What those who come here have played against each other in earlier sections counts."
    ),
    "all": gettext_noop("All results of earlier sections count here."),
}
_ELIMINATIONS = {
    "double": gettext_noop(
        "Two losses put out: the loser of a match goes on in the lower bracket. The winners of the two "
        "brackets play a single final."
    ),
    "double-two-finals": gettext_noop(
        "Two losses put out: the loser of a match goes on in the lower bracket. The winners of the two "
        "brackets play the final; if the one from the lower bracket wins it, they play a second one."
    ),
}
RESULTS = {
    "1-0": "1–0",
    "0-1": "0–1",
    "1/2": "½–½",
    "0-0": "0–0",
    "1/2-0": "½–0",
    "0-1/2": "0–½",
    "*": "–",
}


def result_text(value: str, forfeit: bool = False) -> str:
    """``1–0``, ``½–½``; a forfeit says so."""
    words = RESULTS[value]
    return gettext("%(result)s forfeit") % {"result": words} if forfeit else words


def rated_text(value: str) -> str:
    """``rated 0–1``: what a result counts as for ratings alone."""
    return gettext("rated %(result)s") % {"result": RESULTS[value]}


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
    def planned(self) -> int: ...
    @property
    def certain(self) -> int: ...
    @property
    def impossible(self) -> bool: ...


def carried_words(carries: str) -> str:
    """What of earlier stages counts, in the reader's language."""
    return gettext(_CARRIED[carries])


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
        if not final.get("adds_points", True):
            words.append(gettext("Points of the final do not count."))
    knocked: Mapping[str, Any] = final or options
    if elimination := knocked.get("elimination"):
        words.append(gettext(_ELIMINATIONS[elimination]))
    if knocked.get("third_place"):
        words.append(gettext("Third-place match."))
    if knocked.get("best_of") == 2:
        words.append(gettext("Matches have two games, colours exchanged; then until one is won."))
    elif knocked.get("best_of", 1) > 1:
        words.append(gettext("Matches are the best of %(games)s games.") % {"games": knocked["best_of"]})
    if options.get("practice_2009"):
        words.append(
            gettext(
                "As practised in 2009: a bye counts in the colours, as a game against the number after "
                "the last. A player who floats down takes the first player below who needs a colour."
            )
        )
    if options.get("acceleration"):
        words.append(gettext("Accelerated by Baku's rule (C.04.7)."))
    if options.get("numbers_by") == "lot":
        words.append(gettext("Players are numbered by lot."))
    if carries := options.get("carries"):
        words.append(carried_words(carries))
    if options.get("early_federation"):
        words.append(gettext("Players of the same federation meet in the earliest rounds."))
    return words


def rounds_warning(advice: Advised) -> str:
    """Warn of many rounds for so few players: up to where a pairing is certain."""
    params = {"players": advice.players, "rounds": advice.rounds}
    if advice.impossible:
        return (
            gettext(
                "%(players)s players cannot play this many rounds without rematches. Choose a round "
                "robin, or fewer rounds: about %(rounds)s."
            )
            % params
        )
    # How many are usual is advised only where so many cannot be paired: a Swiss of ten usually has eight,
    # which are many as well.
    return gettext(
        "%(planned)s rounds for %(players)s players: up to round %(certain)s there is always a pairing "
        "without rematches, later perhaps none. For so few players a round robin is better."
    ) % {"players": advice.players, "planned": advice.planned, "certain": advice.certain}


def time_control(control: TimeControl, move_limit: int | None) -> str:
    """``60 min + 30 s per move, no move limit``."""
    values = {"time": time_control_alone(control)}
    if move_limit is None:
        return gettext("%(time)s, no move limit") % values
    values["limit"] = ngettext("at most %(count)s move", "at most %(count)s moves", move_limit) % {
        "count": move_limit
    }
    return gettext("%(time)s, %(limit)s") % values


def time_control_alone(control: TimeControl) -> str:
    """``60 min + 30 s per move``: a text that `TimeControl.parse` reads in each language."""
    base, period = _duration(control.main), _duration(control.period)
    if control.periods:
        words = gettext("%(base)s, %(periods)s × %(period)s byo-yomi")
        return words % {"base": base, "periods": control.periods, "period": period}
    if control.moves:
        words = gettext("%(base)s, %(moves)s moves in %(period)s")
        return words % {"base": base, "moves": control.moves, "period": period}
    if not control.increment:
        return base
    return gettext("%(base)s + %(increment)s per move") % {
        "base": base,
        "increment": _duration(control.increment),
    }


def _duration(seconds: int) -> str:
    minutes, remainder = divmod(seconds, 60)
    if not remainder:
        return gettext("%(minutes)s min") % {"minutes": minutes}
    if not minutes:
        return gettext("%(seconds)s s") % {"seconds": remainder}
    return gettext("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": remainder}


# Systems of the European federations: nobody there plays by the articles of the Chinese rules.
EUROPEAN = frozenset({"mcmahon", "swiss-opengotha"})
Rules = Callable[[str, Mapping[str, Any], bool], list[str]]
_rules: dict[str, Rules] = {}


def register_rules(game: str, rules: Rules) -> None:
    """Have ``rules`` asked about the sections of a game; called in ``AppConfig.ready()``."""
    _rules[game] = rules


def rules_of_play(game: str, system: str, rulebook: str, options: Mapping[str, Any]) -> list[str]:
    """What is settled about the game itself, a line for each point."""
    return _rules[game](rulebook, options, system in EUROPEAN) if game in _rules else []


_rulebooks: dict[str, dict[str, Words]] = {}
_automatic: set[str] = set()


def register_rulebooks(game: str, names: Mapping[str, Words], automatic: Iterable[str] = ()) -> None:
    """Register the rulebooks of a game; ``automatic``: those whose rules act by themselves on line."""
    _rulebooks.setdefault(game, {}).update(names)
    _automatic.update(automatic)


def rulebooks_of(game: str) -> Mapping[str, Words]:
    """Those that a section of the game can choose among."""
    return _rulebooks.get(game, {})


def rulebook_path(key: str) -> str:
    """Where everybody reads what a rulebook says, below a language."""
    return f"rulebooks/{key}/"


def acts_by_itself(rulebook: str, *, online: bool) -> bool:
    """Tell whether what a rulebook finds is applied at once."""
    # Over the board the referee rules whatever the rulebook.
    return online and rulebook in _automatic


def rules_in_force(rulebook: str, *, automatic: bool, name: str = "") -> str:
    """Return ``Tiantian 2020 (applied automatically)``, as it stands behind “Rules of play”."""
    if not rulebook:
        return gettext("none: games are not judged")
    words = (
        gettext("%(rulebook)s (applied automatically)")
        if automatic
        else gettext("%(rulebook)s (the referee rules)")
    )
    # Where it is a link, `name` stands for the rulebook's.
    return words % {"rulebook": name or rulebook_name(rulebook)}


def rulebook_name(key: str) -> str:
    """What a rulebook is called; one that nobody has registered keeps its key."""
    return next((str(names[key]) for names in _rulebooks.values() if key in names), key)
