"""Draw small boards of single tables: of the running game or of its record beside a table on the referee's
page, and of the end of games that everybody can read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.models import GameRecord, LiveGame, RecordReading
from games.queries.live import moves_of_reading, players_of
from games.queries.live_boards import current_live, texts_of
from games.queries.public_games import public_games
from games.queries.public_live import public_game
from games.queries.records import current_record
from games.wording.records import own_moves
from games.xiangqi.fen import START_POSITION, read_fen
from tournaments.models import Pairing


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBoard:
    """The board as the referee's page draws it."""

    # Another with every move.
    version: str
    # As the wall draws it, empty where no move is known.
    line: str = ""
    # The last one.
    ply: int = 0
    # The moves of xiangqi as they are written.
    texts: Sequence[str] = ()
    # Whether the second player made the first of them.
    late: bool = False
    # Whether they come in one by one.
    running: bool = False


def table_board(pairing: Pairing, game: int) -> TableBoard:
    """Find the board of those who sit there, in three queries."""
    players = players_of(pairing, game)
    live: LiveGame | None = current_live(pairing, game, players) if players else None
    if live is not None and live.head:
        live_now = public_game(live, None, None)
        return TableBoard(
            version=f"live-{live.sight}",
            line=live_now.as_line(),
            ply=live_now.head,
            texts=texts_of(live),
            late=live_now.first_moves == "second",
            running=True,
        )
    record = current_record(pairing, game)
    reading: RecordReading | None = getattr(record, "reading", None)
    if record is None or reading is None or not reading.data.get("plies"):
        return TableBoard(version="-")
    return _of_record(record, reading, f"{pairing.table}.{game}")


def _of_record(record: GameRecord, reading: RecordReading, place: str) -> TableBoard:
    moves = moves_of_reading(reading.data["moves"])
    start = read_fen(reading.data.get("start_fen") or "")[0] or START_POSITION
    texts: Sequence[str] = ()
    if "english" in reading.data["moves"]:
        written = reading.data["moves"]
        texts = own_moves(written["english"], written["chinese"])
    return TableBoard(
        version=f"record-{record.pk}",
        line=_final_line(place, moves, reading.data["final_fen"]),
        ply=len(moves),
        texts=texts,
        late=bool(texts and start.side),
    )


def _final_line(place: str, moves: Sequence[str], fen: str) -> str:
    return " ".join([place, str(len(moves)), fen.split(maxsplit=1)[0], moves[-1], "-", "-", "*"])


def final_positions(pairings: Collection[int]) -> dict[int, str]:
    """Write the line of the last game of each pairing that everybody can read, by its id; one query."""
    games = public_games().filter(pairing__in=pairings, reading__data__plies__gt=0).order_by("game")
    columns = ("pairing", "pairing__table", "game", "reading__data__moves", "reading__data__final_fen")
    return {
        pairing: _final_line(f"{table}.{game}", moves_of_reading(moves), fen)
        for pairing, table, game, moves, fen in games.values_list(*columns)
    }
