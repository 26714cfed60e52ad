"""Words for what an organiser chooses beyond the system, and for the number of rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.translation import gettext


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
