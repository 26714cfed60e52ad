"""What the tables of the federations share: who stands where, what everybody did in each round, and bytes.

*entry*   place of the opponent, a sign (``+ - =``, ``?`` not known yet), the player's own colour, handicap.
          Place 0: no opponent; then ``+`` a point, ``=`` half a one, ``-`` nothing.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.exchange.conversion import LossCode, Losses
from tournaments.standings.gotha import CriterionRow, table
from tournaments.state.gotha.values import GoEvent, GoGame, GoOutcome, GoPlayer
from tournaments.state.tournament import Bye

ENCODING = "iso8859-15"
# By OpenGotha's name: in words, and behind the minutes of the French table.
OVERTIME = {
    "SUDDENDEATH": ("Sudden death", ""),
    "STDBYOYOMI": ("Standard byo-yomi", "+b"),
    "CANBYOYOMI": ("Canadian byo-yomi", "+c"),
    "FISCHER": ("Fischer", "+f"),
}
_SIGNS = {2: "+", 1: "=", 0: "-"}
_ALIKE = str.maketrans("łŁđĐıøØħĦŋŊ«»“”„‘’–—…½", 'lLdDioOhHnN"""""\'\'--.' + "5")


@dataclass(frozen=True, slots=True)
class CongressEntry:
    place: int
    sign: str
    colour: str = ""
    handicap: int = 0
    by_default: bool = False


@dataclass(frozen=True, slots=True)
class CongressStanding:
    """``place``: of the line, from 1; a line each, also among equals."""

    place: int
    player: GoPlayer
    row: CriterionRow
    entries: tuple[CongressEntry, ...]


def standing(event: GoEvent, after: int) -> list[CongressStanding]:
    """Everybody who played or had a bye, in the order of the standings."""
    rows = table(event, after).rows
    places = {row.number: place for place, row in enumerate(rows, 1)}
    players = {player.number: player for player in event.players}
    games = {(g.round, number): g for g in event.games for number in (g.white, g.black)}
    return [
        CongressStanding(
            place,
            players[row.number],
            row,
            tuple(_entry(event, games, places, players[row.number], n) for n in range(1, after + 1)),
        )
        for place, row in enumerate(rows, 1)
    ]


def _entry(
    event: GoEvent,
    games: Mapping[tuple[int, int], GoGame],
    places: Mapping[int, int],
    player: GoPlayer,
    n: int,
) -> CongressEntry:
    game = games.get((n, player.number))
    if game is None:
        return CongressEntry(0, _SIGNS[_unplayed2(event, player, n)])
    white = game.white == player.number
    sign = "?" if game.outcome is GoOutcome.UNKNOWN else _SIGNS[game.white2 if white else game.black2]
    opponent = places[game.black if white else game.white]
    colour = ("w" if white else "b") if game.colour_known else ""
    return CongressEntry(opponent, sign, colour, game.handicap, game.by_default)


def _unplayed2(event: GoEvent, player: GoPlayer, n: int) -> int:
    """What a round without a game gave, in half points."""
    scoring = event.scoring
    if Bye(n, player.number) in event.byes:
        return scoring.bye_mms2 if event.by_mms else scoring.bye_nbw2
    if n in player.away:
        return scoring.absent_mms2 if event.by_mms else scoring.absent_nbw2
    return 0


def encoded(text: str, losses: Losses, number: int | None = None) -> bytes:
    """In ISO-8859-15; what it does not hold is written as near as it can be, and reported."""
    try:
        return text.encode(ENCODING)
    except UnicodeEncodeError:
        losses.add(LossCode.NAMES, number)
    return b"".join(_nearest(char) for char in text)


def _nearest(char: str) -> bytes:
    for near in (char, char.translate(_ALIKE), unicodedata.normalize("NFKD", char)):
        data = near.encode(ENCODING, "ignore")
        if data:
            return data
    return b"?"


def one_word(text: str) -> str:
    """A name as one word."""
    return "_".join(text.split()) or "-"


def last_congress_round(event: GoEvent) -> int:
    """The last round that has a game or a bye."""
    return max([*(game.round for game in event.games), *(bye.round for bye in event.byes)], default=0)


def shared_numbers(numbers: Iterable[str]) -> frozenset[str]:
    """Those that more than one player has: a federation takes them for one person."""
    return frozenset(number for number, times in Counter(numbers).items() if number and times > 1)
