"""How a game ended, as something to tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.state.causes import CAUSES, OF_PLAYERS, articles_of, causes_of
from tournaments.wording.causes import CAUSE_WORDS

_CLASSES = {
    "1-0": "of-win",
    "0-1": "of-win",
    "1/2": "of-draw",
    "0-0": "of-none",
    "1/2-0": "of-half",
    "0-1/2": "of-half",
    "+-": "of-forfeit",
    "-+": "of-forfeit",
    "--": "of-double",
}


@dataclass(frozen=True, slots=True)
class CauseChip:
    """Offer a cause; ``key``: of the keyboard, ``classes``: the results that may have it."""

    value: str
    key: str
    classes: str
    articles: Sequence[str]

    @property
    def words(self) -> str:
        return str(CAUSE_WORDS[self.value])


def cause_chips(game: str, rulebook: str, outcome: str = "", *, of_players: bool = False) -> list[CauseChip]:
    """List the causes that a section of this game and rulebook knows, or those of one ``outcome``."""
    return [
        CauseChip(
            str(cause),
            CAUSES[cause].key,
            " ".join(sorted({_CLASSES[of] for of in CAUSES[cause].outcomes})),
            articles_of(cause, rulebook),
        )
        for cause in causes_of(game, rulebook)
        if (not outcome or outcome in CAUSES[cause].outcomes) and (not of_players or cause in OF_PLAYERS)
    ]
