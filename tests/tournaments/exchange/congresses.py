"""A tournament that OpenGotha has written tables of."""

import json
from dataclasses import replace
from pathlib import Path

from tournaments.exchange.opengotha import Document
from tournaments.state.gotha.event_info import EventInfo, Overtime, Time
from tournaments.state.gotha.values import MCMAHON, GoGame, GoOutcome, GoPlayer

JUVISY = json.loads((Path(__file__).parent / "juvisy.json").read_text())


def juvisy():
    players = tuple(
        GoPlayer(
            number=number,
            surname=surname,
            given_name=values,
            rank=rank,
            rating=rating,
            country="FR",
            club=club,
            ffg_licence=licence,
            away=frozenset(away),
        )
        for number, (surname, values, rank, rating, club, licence, away) in enumerate(JUVISY["players"], 1)
    )
    games = tuple(
        GoGame(n, table, white, black, GoOutcome(outcome), handicap=handicap)
        for n, rows in enumerate(JUVISY["games"], 1)
        for table, white, black, outcome, handicap in rows
    )
    occasion = EventInfo(
        name="Tournoi de Juvisy",
        short_name="Tournoi de Juvisy",
        location="Juvisy",
        begin="2019-10-26",
        end="2019-10-28",
        time=Time(60, Overtime.BYO_YOMI),
    )
    return Document(replace(MCMAHON, players=players, games=games, rounds=4), occasion)
