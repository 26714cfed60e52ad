"""The people of the demonstration championship. Nobody here exists: names are put together from lists."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from tournaments.acts.register.person_input import PersonInput
from tournaments.models import ResultReport

# WXC 6.1 (3): players who are neither Chinese nor Vietnamese.
NCNV = "ncnv"


@dataclass(frozen=True, slots=True)
class Squad:
    """The players whom one federation sends. ``tongues``: the name list of each, by the language of the
    name; ``strength`` in rating points; ``group`` of the lots (WXC 2.1)."""

    federation: str
    group: int
    strength: int
    tongues: tuple[str, ...]


_ZH, _VI, _YUE, _TW = "chinese", "vietnamese", "cantonese", "taiwanese"
# 54 players of 20 federations, 27 in each group of the lots.
SQUADS = (
    Squad("CHN", 1, 2600, (_ZH, _ZH)),
    Squad("VIE", 1, 2480, (_VI, _VI, _VI)),
    Squad("HKG", 1, 2420, (_YUE, _YUE, _YUE)),
    Squad("TPE", 1, 2410, (_TW, _TW, _TW)),
    Squad("SGP", 1, 2360, (_ZH, _ZH, _ZH)),
    Squad("WMA", 1, 2370, (_ZH, _ZH, _ZH)),
    Squad("MAC", 1, 2350, (_YUE, _YUE, _YUE)),
    Squad("EMA", 1, 2320, (_ZH, _ZH)),
    Squad("AUS", 1, 2260, (_ZH, _ZH, "english")),
    Squad("USA", 1, 2250, (_ZH, _VI)),
    Squad("CAN", 2, 2250, (_ZH, _YUE, _ZH)),
    Squad("PHI", 2, 2270, (_ZH, _ZH)),
    Squad("GBR", 2, 2180, (_YUE, "english", "english")),
    Squad("FRA", 2, 2170, ("french", _VI, _VI)),
    Squad("GER", 2, 2160, (_VI, "german", "german")),
    Squad("JPN", 2, 2200, ("japanese", "japanese", "japanese")),
    Squad("ITA", 2, 2060, ("italian", "italian", _ZH)),
    Squad("FIN", 2, 2050, ("finnish", "finnish", "finnish")),
    Squad("THA", 2, 2160, (_ZH, _ZH)),
    Squad("BLR", 2, 2040, ("belarusian", "belarusian")),
)
CHINESE_OR_VIETNAMESE = frozenset({_ZH, _VI, _YUE, _TW})


# In Latin letters and in the person's own script; empty for the same.
Name = tuple[str, str]


@dataclass(frozen=True, slots=True)
class NameList:
    """Family and given names, each as (Latin, native); ``family_first`` is the order of the Latin name."""

    family: tuple[Name, ...]
    given_names: tuple[Name, ...]
    family_first: bool

    def latin(self, family: Name, given_name: Name) -> str:
        return f"{family[0]} {given_name[0]}" if self.family_first else f"{given_name[0]} {family[0]}"


def name_lists() -> dict[str, NameList]:
    parts: dict[tuple[str, str], list[tuple[str, str]]] = {}
    text = (Path(__file__).parent / "names.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(io.StringIO(text)):
        parts.setdefault((row["tongue"], row["part"]), []).append((row["latin"], row["native"]))
    return {
        tongue: NameList(
            tuple(parts[tongue, "family"]), tuple(parts[tongue, "given"]), tongue in CHINESE_OR_VIETNAMESE
        )
        for tongue in sorted({tongue for tongue, _ in parts})
    }


@dataclass(frozen=True, slots=True)
class InvitedPlayer:
    """Somebody and how strong he really is, which no page shows; ``rating`` is what others believe."""

    person: PersonInput
    strength: int


def invited_players(seed: int, squads: Iterable[Squad] = SQUADS) -> list[InvitedPlayer]:
    """Everybody who is entered, team by team; no two of one name."""
    names = name_lists()
    taken: set[str] = set()
    return [invited for squad in squads for invited in _squad(squad, names, taken, seed)]


def _squad(squad: Squad, names: dict[str, NameList], taken: set[str], seed: int) -> Iterator[InvitedPlayer]:
    for place, tongue in enumerate(squad.tongues):
        family, given_name = new_name(names[tongue], taken, seed, squad.federation, place)
        latin, native = names[tongue].latin(family, given_name), family[1] + given_name[1]
        spread = int(160 * (chance(seed, "strength", squad.federation, place) - 0.5))
        strength = squad.strength - 45 * place + spread
        yield InvitedPlayer(
            PersonInput(
                name=latin,
                native_name=native,
                federation=squad.federation,
                rating=strength + int(90 * (chance(seed, "rating", squad.federation, place) - 0.5)),
                group=squad.group,
                team=squad.federation,
                birth_year=1962 + int(44 * chance(seed, "born", squad.federation, place)),
                gender="m",
                categories=() if tongue in CHINESE_OR_VIETNAMESE else (NCNV,),
            ),
            strength,
        )


def new_name(names: NameList, taken: set[str], seed: int, *whose: object) -> tuple[Name, Name]:
    """A family and a given name that nobody in ``taken`` has together; they are taken from then on."""
    attempt = 0
    while True:
        family = pick(names.family, seed, "family", *whose, attempt)
        given_name = pick(names.given_names, seed, "given", *whose, attempt)
        if names.latin(family, given_name) not in taken:
            taken.add(names.latin(family, given_name))
            return family, given_name
        attempt += 1


def game_result(
    seed: int, round_number: int, first: InvitedPlayer, second: InvitedPlayer
) -> ResultReport.Value:
    """Decide how a game between two of them ends."""
    # The stronger wins more often, who moves first a little too, and the nearer they are the more games are
    # drawn.
    lead = (first.strength + 25 - second.strength) / 400
    expected = 1 / (1 + 10**-lead)
    draw = 0.44 * (1 - abs(2 * expected - 1))
    number = chance(seed, "game", round_number, first.person.name, second.person.name)
    if number < expected - draw / 2:
        return ResultReport.Value.FIRST
    if number < expected + draw / 2:
        return ResultReport.Value.DRAW
    return ResultReport.Value.SECOND


T = TypeVar("T")

_WHOLE = 1 << 64


def chance(seed: int, *purpose: object) -> float:
    """From 0 up to, not with, 1."""
    text = "|".join(map(str, (seed, *purpose)))
    return int.from_bytes(sha256(text.encode()).digest()[:8]) / _WHOLE


def pick(options: Sequence[T], seed: int, *purpose: object) -> T:
    """One of ``options``, each as likely as the others."""
    return options[int(chance(seed, *purpose) * len(options))]
