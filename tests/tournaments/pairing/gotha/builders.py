"""Go tournaments for tests: made up by chance, played by the rules, and rounds that OpenGotha has dumped."""

import json
import random
from dataclasses import replace
from pathlib import Path

from tournaments.pairing.gotha import draw
from tournaments.state.gotha import settings
from tournaments.state.gotha.settings import CRITERIA_OF, SWISS_SYSTEM, Handicaps, Scoring, Seeding, Weights
from tournaments.state.gotha.values import MCMAHON, Bye, GoEvent, GoGame, GoOutcome, GoPlayer

HERE = Path(__file__).parent
DUMPED = sorted(HERE.glob("*.json"))
SYLLABLES = ("ba", "do", "é", "fi", "Gu", "ho", "jin", "ka", "lü", "mo", "na", "ost", "pra", "ß", "ti")
SWISS = GoEvent(
    (),
    criteria=CRITERIA_OF[SWISS_SYSTEM],
    scoring=settings.SWISS.scoring,
    handicaps=settings.SWISS.handicaps,
    weights=settings.SWISS.weights,
)
PROFILES = (MCMAHON, SWISS)
MUCH = 20_000_000_000_000
CATEGORIES = GoEvent(
    (),
    criteria=("CAT", "NBW", "EXT", "EXR"),
    scoring=Scoring(floor=-30, bar=8, categories=(0, -5)),
    handicaps=Handicaps(threshold=8),
    weights=Weights(
        category=MUCH,
        second_seeding=Seeding.FOLD,
        wins_threshold=True,
        secondary=MUCH,
        handicap=MUCH,
        geo=MUCH,
    ),
)
"""OpenGotha's profile of a Swiss with categories, as its files may have it."""


def dumped(path):
    """A round of a real tournament: its input, and every edge as OpenGotha dumped it."""
    return json.loads(path.read_text())


def name(chance):
    return "".join(chance.choice(SYLLABLES) for _ in range(chance.randint(1, 4))).capitalize()


def field(size, seed, like=MCMAHON, rounds=5):
    """Players without games. Some are away now and then, some have a correction."""
    chance = random.Random(seed)
    players = []
    while len(players) < size:
        surname, values = name(chance), name(chance)
        if any((surname, values) == (p.surname, p.given_name) for p in players):
            continue
        rank = chance.randint(-22, 7)
        players.append(
            GoPlayer(
                number=len(players) + 1,
                surname=surname,
                given_name=values,
                rank=rank,
                rating=2100 + 100 * rank + chance.randint(-50, 49),
                country=chance.choice(("FR", "DE", "fr", "")),
                club=chance.choice(("Pa", "Ly", "Be", "pa", "")),
                mms_correction=chance.choice((0, 0, 0, 0, 1)),
                away=frozenset(n for n in range(1, rounds + 1) if chance.random() < 0.08),
            )
        )
    return replace(like, players=tuple(players), rounds=rounds)


def play(event, drawn, seed):
    """The event with the drawn round, its results by chance."""
    chance = random.Random(seed * 1000 + drawn.round)
    games = tuple(
        GoGame(
            round=drawn.round,
            table=p.table,
            white=p.white,
            black=p.black,
            outcome=chance.choice(
                (GoOutcome.WHITE, GoOutcome.BLACK, GoOutcome.WHITE, GoOutcome.BLACK, GoOutcome.EQUAL)
            ),
            by_default=chance.random() < 0.03,
            handicap=p.handicap,
        )
        for p in drawn.pairs
    )
    byes = (Bye(drawn.round, drawn.bye),) if drawn.bye else ()
    return replace(event, games=(*event.games, *games), byes=(*event.byes, *byes))


def played(size, rounds, seed, like=MCMAHON, total=None):
    """A tournament with so many rounds played."""
    event = field(size, seed, like, total or rounds + 1)
    for n in range(1, rounds + 1):
        if not event.to_be_paired(n):
            continue
        event = play(event, draw(event, n, allow_rematch=True), seed)
    return event
