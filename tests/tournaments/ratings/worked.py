"""Read the worked cases of `tests/fixtures/ratings` as values."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from tournaments.ratings.files import PeriodGames
from tournaments.ratings.presets import FIDE_STANDARD, GOR_2021
from tournaments.ratings.values import (
    Cut,
    Entrant,
    Formula,
    KStep,
    Period,
    RatedEvent,
    RatedGame,
    RatingsOn,
    Row,
    Start,
    State,
    System,
)

FOLDER = Path(__file__).parents[2] / "fixtures" / "ratings"
FEDERATIONS_SYSTEM = System(
    "own-xiangqi",
    Formula.ELO,
    k=(KStep(40, games_below=20), KStep(30, rating_below=2000), KStep(20, rating_below=2400), KStep(10)),
    k_games=600,
    floor=1000,
    newcomers=Start(default=1500),
    provisional_below=20,
    inactive_months=24,
)
SYSTEMS = {"period-a-fide": FIDE_STANDARD, "period-b-gor": GOR_2021, "period-c-own": FEDERATIONS_SYSTEM}
CHAINS = tuple(SYSTEMS)
NO_CUT = replace(FEDERATIONS_SYSTEM, cuts=(), code="elo")
ELO_400 = replace(NO_CUT, cuts=(Cut(400),))


@cache
def load(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text())


def table(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def day(text: str) -> date:
    return date.fromisoformat(text)


def first_list(name: str) -> RatingsOn:
    first, system = load(name)["first"], SYSTEMS[name]
    rows = tuple(
        Row(
            number=row["number"],
            rating=Decimal(str(row["rating"])) if system.formula is Formula.GOR else row["rating"],
            k=row.get("k"),
            games=row["games"],
            highest=row.get("top"),
            last=day(row["last"]),
            state=State(row["state"]),
            born=row.get("born"),
            started=row.get("had", True),
        )
        for row in first["rows"]
    )
    return RatingsOn(day(first["list"]), rows)


def corrected(name: str, count: int) -> list[dict[str, Any]]:
    """The periods after that many corrections."""
    case = json.loads(json.dumps(load(name)))
    for correction in case["corrections"][:count]:
        period = next(period for period in case["periods"] if period["name"] == correction["period"])
        event = next(event for event in period["events"] if event["event"] == correction["event"])
        game = next(
            game
            for game in event["games"]
            if (game["round"], game["one"], game["two"])
            == (correction["round"], correction["one"], correction["two"])
        )
        game.update(correction["to"])
    return list(case["periods"])


def periods(name: str, corrections: int = 0) -> list[PeriodGames]:
    starts = load(name)["system"].get("start", {})
    return [
        PeriodGames(
            Period(period["name"], day(period["from"]), day(period["to"]), day(period["list"])),
            tuple(_event(event, period.get("born", {}), starts) for event in period["events"]),
        )
        for period in corrected(name, corrections)
    ]


def _event(event: dict[str, Any], born: dict[str, int], starts: dict[str, int]) -> RatedEvent:
    numbers = sorted({number for game in event["games"] for number in (game["one"], game["two"])})
    starts = {**starts, **event.get("newcomers", {})}
    return RatedEvent(
        uid=event["event"],
        start=day(event["start"]),
        end=day(event["end"]),
        games=tuple(_game(game) for game in event["games"]),
        kind=event.get("class", ""),
        entrants=tuple(Entrant(number, born.get(number), starts.get(number)) for number in numbers),
        late=event.get("late", False),
    )


def _game(game: dict[str, Any]) -> RatedGame:
    return RatedGame(
        round=game["round"],
        first=game["one"],
        second=game["two"],
        halves=game["score2"],
        kind=game.get("kind", "played"),
        handicap=game.get("handicap", 0),
        odds=game.get("handicap_odds", ""),
    )
