"""FIDE's tie-breaks of C.07: worked by hand, given values, and another program on generated events."""

import json
import os
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.oracles import gacrux_values
from tests.tournaments.pairing.dutch_fields import FIDE, event, played
from tournaments.exchange.trf import write
from tournaments.pairing.dutch import engine
from tournaments.standings import c07
from tournaments.standings.criterion import CriteriaError
from tournaments.standings.ranking import standings
from tournaments.standings.tiebreaks import check_criteria, value_text
from tournaments.state.tournament import Bye, Entry, Game, Result, Tournament

LONG = int(os.environ.get("QIYUAN_PROOF_EVENTS", "2000"))
EXPECTED = json.loads((FIDE / "expected.json").read_text())["individual"]
EVENTS = sorted(EXPECTED)
WITH_GACRUX = [
    *("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "FB", "FB/C1", "SB", "SB/C1", "SB/C2", "AOB", "AOB/F"),
    *("PS", "PS/C1", "WIN", "WON", "BPG", "BWG", "REP", "KS", "KS/L+1", "KS/L-1"),
    *("ARO", "ARO/C1", "ARO/M1", "TPR", "PTP", "APRO", "APPO", "RTNG"),
]


def texts(
    tournament: Tournament, keys: tuple[str, ...], after: int | None = None
) -> dict[int, dict[str, str]]:
    table = standings(replace(tournament, tiebreaks=keys), after)
    return {
        row.number: {key: value_text(key, row.tiebreaks[key], tournament.points) for key in keys}
        for row in table.rows
    }


def compared(name: str) -> int:
    tournament, expected = event(name.removesuffix(".trf")), EXPECTED[name]
    codes = {code: c07.key_of(code) for code in expected["values"]}
    ours = texts(tournament, tuple(codes.values()), tournament.rounds)
    count = 0
    for code, key in codes.items():
        for number, value in expected["values"][code].items():
            text = ours[int(number)][key]
            assert (None if text is None else float(text)) == value, (name, code, number)
            count += 1
    keys = tuple(c07.key_of(code) for code in ("BH/C1", "BH", "SB", "WIN"))
    ranks = standings(replace(tournament, tiebreaks=keys), tournament.rounds).ranks
    assert ranks == {int(number): rank for number, rank in expected["rank"].items()}
    return count


@pytest.mark.parametrize("name", EVENTS[::8])
def test_values_and_ranks_of_given_events(name: str) -> None:
    assert compared(name) > 100


@pytest.mark.slow
def test_values_and_ranks_of_all_given_events() -> None:
    assert sum(map(compared, EVENTS)) > 25_000


# Worked by hand

WORKED = {
    "points": (4, 1, 3, 2, 1.5, 1.5, 2, 1.5),
    "BH": (8, 6, 9, 8.5, 8.5, 10, 7.5, 8),
    "BH/C1": (6.5, 5, 7.5, 7, 7.5, 9, 6.5, 6.5),
    "BH/M1": (3.5, 3, 3.5, 3, 3.5, 5, 3.5, 3.5),
    "FB": (8.5, 6.5, 9, 8, 8.5, 9, 7.5, 8),
    "SB": (8, 1.75, 5, 3, 2, 2, 3.25, 2.25),
    "SB/C1": (6.5, 1.75, 3.5, 3, 1.5, 1, 2.75, 1.5),
    "AOB": (9, 8.67, 8.38, 8.17, 7.5, 7.63, 8.33, 8.75),
    "PS": (10, 1.5, 8, 5, 2, 5, 4.5, 4.5),
    "WIN": (4, 0, 3, 2, 1, 1, 1, 1),
    "WON": (4, 0, 3, 2, 0, 1, 0, 0),
    "REP": (4, 3, 4, 3, 4, 4, 4, 3),
    "KS": (2, 0.5, 1, 0, 0, 0.5, 0, 1),
    "ARO": (2112, 1965, 1972, 2053, 2307, 2184, 2126, 2181),
    "TPR": (2912, 1840, 2165, 2178, 2034, 2097, 2001, 1381),
    "PTP": (2918, 1832, 2295, 2315, 1982, 2056, 1996, 1379),
    "APRO": (2119, 2044, 2098, 2109, 2310, 2230, 2034, 2172),
    "APPO": (2162, 2011, 2087, 2093, 2355, 2260, 2061, 2305),
}


def test_the_event_that_is_worked_out_by_hand() -> None:
    tournament = event("worked-individual")
    codes = [code for code in WORKED if code != "points"]
    ours = texts(tournament, tuple(c07.key_of(code) for code in codes), 4)
    for code in codes:
        row = tuple(float(ours[number][c07.key_of(code)]) for number in range(1, 9))
        assert row == WORKED[code], code


def test_the_arithmetic_says_what_was_cut_and_what_a_dummy_brought() -> None:
    tournament = replace(event("worked-individual"), tiebreaks=("fide-buchholz/cut-1", "fide-sonneborn"))
    row = next(row for row in standings(tournament, 4).rows if row.number == 8)
    terms = row.arithmetic["fide-buchholz/cut-1"]
    unit = tournament.points.unit
    assert [(term.round, Fraction(term.points, unit), term.counted) for term in terms] == [
        (1, Fraction(3, 2), True),
        (2, 3, True),
        (3, 2, True),
        (4, Fraction(3, 2), False),
    ]
    assert [term.working for term in row.arithmetic["fide-sonneborn"]] == [
        "1.5 × 1",
        "3 × 0",
        "2 × 0",
        "1.5 × 0.5",
    ]


def made(players: int, *rows: tuple[int, int, int, str], **more: object) -> Tournament:
    games = tuple(Game(n, t, a, b, Result(value)) for t, (n, a, b, value) in enumerate(rows, 1))
    return replace(Tournament("wxc2015", tuple(map(Entry, range(1, players + 1))), games), **more)


def places(tournament: Tournament, key: str = "fide-direct") -> dict[int, int]:
    return standings(replace(tournament, tiebreaks=(key,))).ranks


def test_direct_encounter_where_not_all_have_met() -> None:
    # 1, 2 and 3 have four points each; 1 has beaten 2, and 3 has met neither: nobody is surely ahead.
    open_ring = made(
        6,
        *((1, 1, 2, "1-0"), (1, 3, 4, "1-0"), (1, 5, 6, "1/2")),
        *((2, 1, 5, "0-1"), (2, 2, 4, "1-0"), (2, 3, 6, "0-1")),
        *((3, 1, 6, "1-0"), (3, 2, 5, "1-0"), (3, 3, 4, "1-0")),
    )
    assert {places(open_ring)[n] for n in (1, 2, 3)} == {1}
    both = made(4, (1, 1, 2, "1-0"), (1, 3, 4, "1/2"), (2, 2, 3, "1-0"), (2, 4, 1, "1-0"), (3, 1, 3, "0-1"))
    outcome = places(both)
    assert outcome[1] < outcome[2]


def test_a_repeated_meeting_counts_its_mean_and_a_forfeit_only_where_wanted() -> None:
    twice = made(3, (1, 1, 2, "1-0"), (2, 2, 1, "1-0"), (3, 3, 1, "1/2"), (4, 3, 2, "1/2"))
    assert {places(twice)[n] for n in (1, 2)} == {places(twice)[1]}
    forfeit = made(4, (1, 1, 2, "1-0"), (1, 3, 4, "1-0"), (2, 3, 1, "1-0"), (2, 2, 4, "1-0"))
    forfeit = replace(forfeit, games=(replace(forfeit.games[0], forfeit=True), *forfeit.games[1:]))
    assert places(forfeit)[1] == places(forfeit)[2]
    assert places(forfeit, "fide-direct-forfeits")[1] < places(forfeit, "fide-direct-forfeits")[2]


def test_without_a_rating_of_everybody_rating_criteria_say_nothing_or_take_1400() -> None:
    tournament = event("worked-individual")
    unrated = replace(
        tournament,
        entries=tuple(
            replace(entry, rating=None if entry.number == 8 else entry.rating) for entry in tournament.entries
        ),
    )
    rated = [key for key in c07.all_keys() if c07.FAMILIES[c07.parts_of(key).base].rated]
    assert len(rated) > 10
    for key in rated:
        outcome = {row[key] for row in texts(unrated, (key,), 4).values()}
        assert (outcome == {None}) is not key.endswith("/unrated"), key
    stand_in = replace(
        unrated, entries=tuple(replace(entry, rating=entry.rating or 1400) for entry in unrated.entries)
    )
    with_it = texts(stand_in, ("opponents-rating",), 4)
    without = texts(unrated, ("opponents-rating/unrated",), 4)
    assert {n: row["opponents-rating"] for n, row in with_it.items()} == {
        n: row["opponents-rating/unrated"] for n, row in without.items()
    }


def test_a_round_robin_has_no_buchholz_and_its_forfeits_are_games() -> None:
    with pytest.raises(CriteriaError, match="fore-buchholz"):
        check_criteria(("fide-sonneborn", "fore-buchholz"), "round-robin")
    rows = ((1, 1, 2, "1-0"), (2, 3, 1, "1/2"), (3, 2, 3, "1-0"))
    byes = (Bye(1, 3), Bye(2, 2), Bye(3, 1))
    league = made(3, *rows, byes=byes, system="round-robin", rounds=3)
    forfeited = replace(league, games=(replace(league.games[0], forfeit=True), *league.games[1:]))
    keys = ("fide-sonneborn", "koya", "fide-direct")
    assert texts(forfeited, keys) == texts(league, keys)
    # 1: beat 2 (2 points), drew with 3 (1 point): 2 × 2 + 1 × 1; the free round is nothing.
    assert texts(league, keys)[1]["fide-sonneborn"] == "5"


def test_missed_rounds_count_alike_however_they_are_written() -> None:
    tournament = event("dutch/unplayed-03")
    last = tournament.last_round
    blank = replace(
        tournament,
        absences=tuple(row for row in tournament.absences if row.half or row.full),
        entries=tuple(replace(entry, withdrawn_after=None) for entry in tournament.entries),
    )
    keys = tuple(key for key in c07.all_keys() if not key.endswith("/unrated"))
    assert texts(blank, keys, last) == texts(tournament, keys, last)


def test_every_key_has_its_code_and_back() -> None:
    for key in (*c07.all_keys(), "koya/limit-3"):
        assert c07.key_of(c07.code_of(key)) == key
        assert c07.criterion(key) is not None
    assert c07.key_of("bh-c1") == "fide-buchholz/cut-1"
    assert c07.key_of("GE") == "rounds-elected"
    assert c07.key_of("ARO/U1400") == "opponents-rating/unrated"
    assert c07.key_of("BH/M") == "fide-buchholz/median-1"
    for code in ("XYZ", "ARO/U1800", "BH/C7", "WIN/C1", "", "BH/"):
        assert c07.key_of(code) is None, code
    for key in ("fide-buchholz/cut-3", "fide-wins/cut-1", "koya/unrated", "fide-sonneborn/median-1"):
        assert c07.criterion(key) is None, key


# Another program


def differences(seed: int) -> Counter[str]:
    """Of one generated event, after its last round and after one before it."""
    tournament = played(seed, 6 + seed % 30, 3 + seed % 6, disturbed=seed % 4 > 0)
    if not tournament.last_round:
        return Counter()
    whole = replace(tournament, rounds=tournament.last_round)
    text = write(whole, 26).data.decode()
    count: Counter[str] = Counter()
    for after in {whole.rounds, max(1, whole.rounds - 1 - seed % 2)}:
        # What happens later is not to be seen in a table of before.
        then = whole.until(after)
        keys = {code: c07.key_of(code) for code in WITH_GACRUX}
        ours = texts(replace(then, rounds=whole.rounds), tuple(keys.values()), after)
        for code, key in keys.items():
            theirs = gacrux_values.values(text, after, code)
            for number, value in theirs.items():
                mine = ours[number][key]
                count["values"] += 1
                assert (None if mine is None else Fraction(mine)) == value, (seed, after, code, number)
        lists = (["PTS", "DE", "BH/C1", "SB"], ["PTS", "DE"], ["PTS", "WIN", "DE", "AOB"])
        for codes in lists:
            criteria = tuple(c07.key_of(code) for code in codes[1:])
            ranks = standings(replace(then, tiebreaks=criteria), after).ranks
            count["rankings"] += 1
            assert ranks == gacrux_values.ranks(text, after, codes), (seed, after, codes)
    return count


@pytest.fixture
def _in_this_process():
    before = engine.run_by(engine.pair_file)
    yield
    engine.run_by(before)


@pytest.mark.slow
@pytest.mark.usefixtures("_in_this_process")
def test_values_of_generated_events_as_gacrux_works_them_out() -> None:
    count = sum((differences(seed) for seed in range(12)), Counter())
    assert count["values"] > 5_000


@pytest.mark.long
@pytest.mark.usefixtures("_in_this_process")
def test_values_of_thousands_of_events_as_gacrux_works_them_out(record_property) -> None:
    count: Counter[str] = Counter()
    for seed in range(LONG):
        count += differences(seed)
    for kind, number in count.items():
        record_property(f"{kind} equal", number)
