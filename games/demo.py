"""Games for the demonstration: records of a real championship, handed in and accepted through the acts."""

from __future__ import annotations

import json
from pathlib import Path

from games.acts.records import accept_record, submit_record
from games.models import GameRecord
from games.queries.records import current_record, record_key
from games.records.game import Game
from games.records.writing import to_pgn
from games.xiangqi.values import Move
from portal.accounts.models import User
from tournaments.demo.stages import work_off
from tournaments.models import Pairing

FIXTURE = Path(__file__).resolve().parent / "fixtures" / "wxc2009_women_games.json"


def load_games(users: dict[str, User]) -> list[GameRecord]:
    """Hand in and accept what is not there yet; returns what is new. ``users`` by user name."""
    told = json.loads(FIXTURE.read_text(encoding="utf-8"))
    return [record for game in told["games"] if (record := _load(told, game, users)) is not None]


def _load(told: dict[str, str], game: dict[str, str | int], users: dict[str, User]) -> GameRecord | None:
    pairing = Pairing.objects.select_related("round__section__event").get(
        round__section__event__slug=told["event"],
        round__section__slug=told["section"],
        round__number=game["round"],
        table=game["table"],
    )
    record = current_record(pairing)
    if record is None:
        moves = tuple(Move.parse(text) for text in str(game["moves"]).split())
        text = to_pgn(Game({"Result": str(game["result"])}, moves=moves), str(game["notation"]))
        submit_record(pairing=pairing, raw=text.encode(), filename="", by=users["desk"], once="")
        record = current_record(pairing)
    elif hasattr(record, "acceptance"):
        return None
    if record is None:
        raise LookupError(f"no record of {pairing}")
    work_off(record_key(record))
    accept_record(record=record, by=users["referee"])
    return record
