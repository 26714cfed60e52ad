"""What the rulebooks are called, where they come from and what their articles say, in our own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop

TITLES: Mapping[str, str] = {
    "axf": gettext_noop("World Xiangqi Rules (AXF)"),
    "wxc2015": gettext_noop("World Championship 2015"),
    "tiantian2020": gettext_noop("Tiantian 2020"),
    "xiangqi-com": gettext_noop("xiangqi.com"),
    "weiqi": gettext_noop("Weiqi, Chinese rules"),
    "weiqi-strict": gettext_noop("Weiqi, Chinese rules to the letter"),
}
"""Rulebook → its short name."""


class Text(NamedTuple):
    """``source``: the document; ``articles``: number and gist, in the order of the document."""

    source: str
    articles: Sequence[tuple[str, str]]


BOTH_LANGUAGES: Final = frozenset({"tiantian2020"})
"""Rulebooks whose page shows the articles in English and in Chinese, whoever reads: the Chinese decides."""

_WEIQI: Final = (
    (
        "2",
        gettext_noop(
            "Black begins; the sides play one stone at a time, in turn. A stone once placed is "
            "not moved. Who likes may pass."
        ),
    ),
    (
        "5",
        gettext_noop("A play that leaves the own stones without a liberty, and takes nothing, is forbidden."),
    ),
)

TEXTS: Mapping[str, Text] = {
    "axf": Text(
        gettext_noop(
            "World Xiangqi Rules of 2018, after the rules of the Asian Xiangqi Federation: "
            "repetition. The verdict stands at the third occurrence of a position."
        ),
        (
            ("1", gettext_noop("Who checks with every move, with one piece or several, loses.")),
            (
                "2",
                gettext_noop(
                    "If both sides check with every move, it is a draw. If one side checks with every "
                    "move and the other answers only some of them by a check, the first loses."
                ),
            ),
            ("3", gettext_noop("Threatening mate with every move (perpetual kill) is a draw.")),
            (
                "4",
                gettext_noop(
                    "Alternations are draws: check and kill, check and chase, check and idle move, "
                    "chase and idle move."
                ),
            ),
            (
                "5",
                gettext_noop(
                    "Who chases one unprotected piece with every move, with one piece or several, "
                    "loses. The general and soldiers may chase; soldiers that have not crossed the "
                    "river may be chased."
                ),
            ),
            ("6", gettext_noop("Chasing different pieces in turn is a draw.")),
            (
                "7",
                gettext_noop(
                    "A piece that is truly protected may be chased; but a horse or a cannon that chases"
                    " a protected chariot with every move loses."
                ),
            ),
            (
                "8",
                gettext_noop(
                    "Pieces of the same kind that attack each other offer an exchange: no violation, "
                    "unless the attacked one cannot take back."
                ),
            ),
            ("9", gettext_noop("A chariot that a horse pins may not be chased by anything.")),
            ("10", gettext_noop("A move that both chases and offers an exchange is a chase.")),
            ("11", gettext_noop("Blocking, offering and exchanging with every move are draws.")),
            ("12", gettext_noop("Pinned pieces neither protect nor attack.")),
            (
                "13",
                gettext_noop(
                    "An attack must be new: a capture that was possible before the move is no chase."
                ),
            ),
            (
                "14",
                gettext_noop(
                    "If both sides do the same, it is a draw. Of check and chase the checker must "
                    "change; perpetual check weighs more than the chase of a pinned chariot, that more "
                    "than other chases."
                ),
            ),
        ),
    ),
    "wxc2015": Text(
        gettext_noop(
            "Supplemental rules of the 14th World Xiangqi Championship, 13 August 2015. Over "
            "the board, on a player's claim."
        ),
        (
            ("3", gettext_noop("60 minutes and 30 seconds for each move. Who oversteps the time loses.")),
            (
                "4.3",
                gettext_noop(
                    "Who misses 4 to 7 moves in the own scoresheet gets a foul, for 8 or more two. Four"
                    " fouls in one game lose it."
                ),
            ),
            (
                "5",
                gettext_noop(
                    "50 rounds (100 plies) without a capture are a draw on claim; of the claimant's "
                    "checks only ten count. A wrong claim costs a technical foul and five minutes, with"
                    " less than five minutes left the game; the same wrong claim again loses at once."
                ),
            ),
            (
                "AXF",
                gettext_noop(
                    "Repetitions are judged by the World Xiangqi Rules; a finding names their article."
                ),
            ),
        ),
    ),
    "tiantian2020": Text(
        gettext_noop(
            "Rules of the Tiantian xiangqi app for a tournament on line, arbiter committee, 18 "
            "July 2020. Enforced by the platform. Both texts are printed here in our words; "
            "where they differ from the platform's, its Chinese text is the accurate one "
            "(article 5 and the note at its end)."
        ),
        (
            ("1.1", gettext_noop("If neither side has a piece that can cross the river, it is a draw.")),
            (
                "1.2",
                gettext_noop(
                    "The fifth occurrence in a row of a position, without check or chase, is a draw."
                ),
            ),
            ("1.3", gettext_noop("If both sides check six times in a row, it is a draw.")),
            (
                "1.4",
                gettext_noop("If both sides chase a piece of the other six times in a row, it is a draw."),
            ),
            (
                "1.5",
                gettext_noop(
                    "Check and chase in turn, by a single piece for 12 rounds or by several for 18, are"
                    " a draw."
                ),
            ),
            (
                "1.6",
                gettext_noop(
                    "60 rounds without a capture are a draw, unless the last move wins; of rounds with "
                    "a check at most 20 count."
                ),
            ),
            ("1.7", gettext_noop("At 400 plies the game is a draw, unless the last move wins.")),
            (
                "2.1",
                gettext_noop(
                    "One or several pieces may chase one and the same piece for 6 rounds; then the side"
                    " must change. (That it loses otherwise is our reading.)"
                ),
            ),
            (
                "2.2",
                gettext_noop(
                    "If one side checks and the other chases all the time, the checker must change or loses."
                ),
            ),
            (
                "2.3",
                gettext_noop(
                    "One piece may check for 6 rounds, two for 12, three or more for 18, counted anew "
                    "after a capture; then the side must change. (That it loses otherwise is our "
                    "reading.)"
                ),
            ),
            ("3", gettext_noop("Who has not taken the seat within 10 minutes of the start has lost.")),
            ("4", gettext_noop("Who loses the connection and oversteps the time has lost.")),
            ("5", gettext_noop("Disputes are decided by the tournament's arbiter committee.")),
        ),
    ),
    "xiangqi-com": Text(
        gettext_noop("Move limits of xiangqi.com. Enforced by the site at once."),
        (
            (
                "1",
                gettext_noop(
                    "If a pattern of moves was played three times and all moves of the side that begins"
                    " it check, it may not be started a fourth time."
                ),
            ),
            (
                "2",
                gettext_noop(
                    "The same holds if all these moves chase the same piece: threaten to take it, "
                    "unprotected, with a piece other than general or soldier. A soldier counts once it "
                    "has crossed the river. If the chasing piece can be taken at once, it is an "
                    "invitation to exchange."
                ),
            ),
            (
                "3",
                gettext_noop(
                    "A pattern that neither checks nor chases is a draw at the third time; both players"
                    " are warned at the second."
                ),
            ),
            ("4", gettext_noop("60 plies without a capture are a draw; the warning comes at the 50th.")),
            (
                gettext_noop("Note 1"),
                gettext_noop("Patterns of moves are limited, not positions: ABACADA is allowed."),
            ),
            (gettext_noop("Note 2"), gettext_noop("A capture starts the count anew.")),
        ),
    ),
    "weiqi": Text(
        gettext_noop(
            "Chinese rules of weiqi. Practice: only taking a ko back at once is illegal; a "
            "longer cycle is for the referee."
        ),
        (
            *_WEIQI,
            (
                "6, 20",
                gettext_noop(
                    "A ko may not be taken back at once. Where a longer cycle repeats the whole board, "
                    "the referee rules: no result, replay, a draw, or play on."
                ),
            ),
        ),
    ),
    "weiqi-strict": Text(
        gettext_noop("Chinese rules of weiqi, to the letter."),
        (*_WEIQI, ("6, 20", gettext_noop("A play that repeats a position of the whole board is forbidden."))),
    ),
}
"""Rulebook → where it comes from and what its articles say."""
