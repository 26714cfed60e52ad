"""A go congress for the demonstration: 60 players of ten countries, five rounds of McMahon with handicap, of
which two are played. Three players miss the second round, so that it has a bye.

*strength*   rating points, as everywhere here; a stone of handicap is worth 100 of them (EGD).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from portal.accounts.models import User
from tournaments.acts.entering.attendance import check_in, set_absence
from tournaments.acts.entering.import_players import import_players
from tournaments.acts.sections import draw_lots, open_section
from tournaments.demo.cast import CHIEF, DESK, REFEREE
from tournaments.demo.playing import close, games_without_result, mark_loaded, not_loaded, publish, two_a_day
from tournaments.demo.records import make_event, make_section
from tournaments.demo.roster import NameList, chance, name_lists, new_name
from tournaments.exchange.people import PersonRow
from tournaments.models import Entry, ResultReport, Round, Section
from tournaments.state.gotha.ranks import rank_of, rank_of_rating, rank_text, rating_of_rank

EVENT, SECTION = "demo-go-2026", "main"
ZONE = "Europe/Prague"
ROUNDS, PLAYED = 5, 2
# Two rounds a day, at 9:30 and 14:00 in Prague, as time after midnight UTC.
STARTS = (timedelta(hours=8, minutes=30), timedelta(hours=13))
STRONGEST, WEAKEST = 2680, 100
# Dan players stand close together, beginners further and further apart, who then meet with handicap.
THINNING = 2.2
# By their place among all players, from the strongest.
AWAY_IN_ROUND_2 = (7, 31, 52)


@dataclass(frozen=True, slots=True)
class Country:
    """Who comes from where; ``clubs``: as the European database abbreviates them or by their town."""

    federation: str
    tongue: str
    players: int
    clubs: tuple[str, ...]


COUNTRIES = (
    Country("GER", "german", 10, ("Berlin", "Hamburg", "Jena")),
    Country("FRA", "french", 9, ("Grenoble", "Lyon", "Paris Ouest")),
    Country("GBR", "english", 6, ("Cambridge", "London")),
    Country("NED", "dutch", 6, ("Amsterdam", "Groningen")),
    Country("CZE", "czech", 6, ("Brno", "Praha")),
    Country("ROU", "romanian", 5, ("Bucuresti", "Vatra Dornei")),
    Country("FIN", "finnish", 5, ("Helsinki", "Tampere")),
    Country("ITA", "italian", 5, ("Milano", "Pisa")),
    Country("CHN", "chinese", 4, ("Shanghai",)),
    Country("JPN", "japanese", 4, ("Tokyo",)),
)


def go_players(seed: int) -> list[PersonRow]:
    """Return everybody as a list of players has them, from the strongest; the line is the place."""
    names, taken = name_lists(), set[str]()
    whole = [
        (country, nth, _name(names[country.tongue], taken, seed, country.federation, nth))
        for country in COUNTRIES
        for nth in range(country.players)
    ]
    whole.sort(key=lambda row: chance(seed, "go-order", row[2]))
    return [
        _row(place, country, nth, name, seed, _believed(place, len(whole)))
        for place, (country, nth, name) in enumerate(whole)
    ]


def _believed(place: int, of: int) -> float:
    return STRONGEST - (STRONGEST - WEAKEST) * (place / (of - 1)) ** THINNING


def _name(names: NameList, taken: set[str], seed: int, *whose: object) -> tuple[str, str, str]:
    """Surname, given name and native name; the surname first, as federations list it."""
    family, given_name = new_name(names, taken, seed, "go", *whose)
    return family[0], given_name[0], family[1] + given_name[1]


def _row(  # noqa: PLR0917 - what a row of a list holds
    place: int, country: Country, nth: int, name: tuple[str, str, str], seed: int, strength: float
) -> PersonRow:
    surname, given_name, native = name
    rating = round(strength + 30 * (chance(seed, "go-rating", surname, given_name) - 0.5))
    rank = rank_of_rating(rating)
    is_new = place % 8 == 5
    return PersonRow(
        line=place + 1,
        name=f"{surname} {given_name}",
        given_name=given_name,
        native_name=native,
        federation=country.federation,
        club=country.clubs[nth % len(country.clubs)],
        grade=rank_text(rank).lower(),
        declared_grade=rank_text(rank + 1).lower() if is_new else "",
        rating=None if is_new else rating,
        egf_pin=""
        if is_new
        else f"{10_000_000 + int(chance(seed, 'pin', surname, given_name) * 10_000_000)}",
    )


def load_congress(
    users: dict[str, User], *, seed: int, say: Callable[[str], object] = lambda text: None
) -> Section | None:
    """The section with two rounds played; None where it was loaded before, whatever became of it."""
    section = not_loaded(EVENT, SECTION, lambda: _make(users, seed=seed))
    if section is None:
        return None
    for number in range(1, PLAYED + 1):
        close(publish(section, number, users), users, _results)
        say(f"round {number} of {ROUNDS} of {section.event} played")
    mark_loaded(section)
    return section


@transaction.atomic
def _make(users: dict[str, User], *, seed: int) -> Section:
    """The event, its section, its timetable, and everybody checked in with a lot."""
    chief, desk = users[CHIEF.username], users[DESK.username]
    # The third round is one of today.
    first_day = datetime.now(ZoneInfo(ZONE)).date() - timedelta(days=PLAYED // 2)
    event = make_event(
        users,
        slug=EVENT,
        name="Demo Go Congress 2026",
        native_name="2026年欧洲围棋大会（演示）",
        place="Prague, Czechia",
        time_zone=ZONE,
        starts=first_day,
        ends=first_day + timedelta(days=(ROUNDS - 1) // 2),
    )
    section = make_section(
        event,
        SECTION,
        name="Main tournament",
        native_name="主赛",
        game=Section.Game.WEIQI,
        preset="mcmahon",
        rounds=ROUNDS,
        settings={"compensation": 15, "handicap_correction": 0},
        seed=f"demo-go-{seed}",
        by=chief,
    )
    two_a_day(section, first_day, STARTS)
    open_section(section=section, by=chief)
    import_players(section=section, rows=go_players(seed), by=desk)
    entries = list(section.entries.order_by("pk"))
    check_in(entries=entries, present=True, by=desk)
    draw_lots(section=section, by=users[REFEREE.username])
    away = [entries[place] for place in AWAY_IN_ROUND_2]
    set_absence(entries=away, round_number=2, absent=True, reason="", by=desk)
    return section


def _results(round_: Round) -> Iterator[tuple[int, ResultReport.Value]]:
    seed = round_.section.seed
    for pairing, seats in games_without_result(round_):
        lead = _strength(seats["first"]) - _strength(seats["second"])
        if pairing.handicap:
            lead += 100 * pairing.handicap - 50
        expected = 1 / (1 + 10 ** (-lead / 400))
        black_wins = chance(0, seed, "go-game", round_.number, pairing.table) < expected
        value = ResultReport.Value.FIRST if black_wins else ResultReport.Value.SECOND
        yield pairing.table or 0, value


def _strength(entry: Entry) -> int:
    """By the rating, else by the grade."""
    return entry.rating or rating_of_rank(rank_of(entry.player.grade))
