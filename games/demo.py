"""Games for the demonstration: records of real championships, handed in and accepted through the acts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from games.acts.records import accept_record, submit_record
from games.models import GameRecord, RecordAcceptance
from games.queries.records import current_record, record_key
from games.records.game import Game
from games.records.writing import to_pgn
from games.xiangqi.values import Move
from portal.accounts.models import User
from tournaments.demo.playing import work_off
from tournaments.models import Pairing

FIXTURE = Path(__file__).resolve().parent / "fixtures" / "championships_2009_games.json"
PLACE = ("round__section__event__slug", "round__section__slug", "round__number", "table")


# A game of the fixture.
@dataclass(frozen=True, slots=True)
class GameOfRecord:
    event: str
    section: str
    round: int
    table: int
    result: str
    # The one in which it is handed in.
    notation: str
    moves: tuple[Move, ...]


def games_of_record() -> list[GameOfRecord]:
    """Every game of the fixture, in the order of the rounds."""
    data = json.loads(FIXTURE.read_text(encoding="utf-8"))
    return [
        GameOfRecord(
            section["event"],
            section["section"],
            game["round"],
            game["table"],
            game["result"],
            game["notation"],
            tuple(map(Move.parse, game["moves"].split())),
        )
        for section in data["sections"]
        for game in section["games"]
    ]


def load_games(users: dict[str, User]) -> list[GameRecord]:
    """Hand in and accept what is not there yet; return what is new."""
    accepted = RecordAcceptance.objects.values_list(*(f"record__pairing__{place}" for place in PLACE))
    there = set(accepted)
    return [
        _load(game, users)
        for game in games_of_record()
        if (game.event, game.section, game.round, game.table) not in there
    ]


def _load(game: GameOfRecord, users: dict[str, User]) -> GameRecord:
    place = dict(zip(PLACE, (game.event, game.section, game.round, game.table), strict=True))
    pairing = Pairing.objects.select_related("round__section__event").get(**place)
    if current_record(pairing) is None:
        text = to_pgn(Game({"Result": game.result}, moves=game.moves), game.notation)
        submit_record(pairing=pairing, raw=text.encode(), filename="", by=users["desk"], once="")
    record = current_record(pairing)
    if record is None:
        raise LookupError(f"no record of {pairing}")
    work_off(record_key(record))
    accept_record(record=record, by=users["referee"])
    return record
