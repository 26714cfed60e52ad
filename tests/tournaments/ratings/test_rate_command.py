"""Anybody can check a rating: ``manage.py rate`` over the public files of a list, without a database."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest

from tests.command_line import run
from tests.tournaments.ratings.worked import CHAINS, FEDERATIONS_SYSTEM, SYSTEMS, first_list, load, periods
from tournaments.ratings.files import (
    PeriodGames,
    event_document,
    first_difference,
    games_document,
    games_of,
    list_document,
    list_input_digest,
    list_of,
    rated_event,
    system_document,
    system_of,
)
from tournaments.ratings.periods import flaws_of_periods, rate_all
from tournaments.ratings.presets import PRESETS
from tournaments.ratings.values import (
    Adjustment,
    Entrant,
    FlawCode,
    Period,
    RatedEvent,
    RatedGame,
    RatingsOn,
    Row,
)


def write(path: Path, document: object) -> Path:
    path.write_text(json.dumps(document, ensure_ascii=False))
    return path


@pytest.fixture(params=CHAINS)
def chain(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def files_of(name: str, folder: Path, corrections: int = 0) -> list[Path]:
    """The system, the first list, the games of each period, and each list that comes out."""
    system, games = SYSTEMS[name], periods(name, corrections)
    files = [
        write(folder / "system.json", system_document(system)),
        write(folder / "first.json", list_document(system, first_list(name))),
    ]
    for period, rated, _ in rate_all(system, [first_list(name)], games):
        files.append(write(folder / f"games-{period.period.name}.json", games_document(period)))
        files.append(write(folder / f"list-{period.period.name}.json", list_document(system, rated.list)))
    return files


@pytest.mark.slow
def test_published_lists_are_computed_again(chain: str, tmp_path: Path) -> None:
    files = files_of(chain, tmp_path)
    done = run("rate", *Random(1).sample(files, len(files)))
    assert (done.returncode, done.stderr) == (0, b"")
    expected = load(chain)["expected"]
    for line in done.stdout.decode().splitlines():
        name = line.partition(":")[0]
        assert expected.pop(name)["digest"] in line
    assert not expected


@pytest.mark.slow
def test_a_list_that_differs_is_told_by_its_first_row(tmp_path: Path) -> None:
    files = files_of("period-c-own", tmp_path)
    document = json.loads(files[3].read_text())
    assert document["rows"][0]["number"] == "21"
    document["rows"][0]["rating"] += 1
    write(files[3], document)
    done = run("rate", *files)
    assert done.returncode == 1
    assert b"2026-07-01: 21: computed" in done.stderr


@pytest.mark.slow
def test_a_digest_that_is_not_of_the_rows(tmp_path: Path) -> None:
    files = files_of("period-c-own", tmp_path)
    document = json.loads(files[3].read_text())
    write(files[3], {**document, "digest": "sha256:0"})
    done = run("rate", *files)
    assert done.returncode == 1
    assert b"the rows are equal, the digest says sha256:0" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ({"kind": "menu"}, b"kind 'menu' is none of system, games, list"),
        ({"kind": "games", "period": {}}, b"games: KeyError('name')"),
        ({"kind": "list", "rows": [{"rating": 3}]}, b"row ?: KeyError('number')"),
        ({"kind": "system", "code": "x"}, b"system: KeyError('newcomers')"),
        ([], b"no object"),
    ],
)
def test_files_that_are_none(document: object, complaint: bytes, tmp_path: Path) -> None:
    done = run("rate", write(tmp_path / "one.json", document))
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count(b"\n") == 1


@pytest.mark.slow
def test_flaws_of_the_games_are_named_each_on_its_line(tmp_path: Path) -> None:
    files = files_of("period-c-own", tmp_path)
    document = json.loads(files[1].read_text())
    document["rows"] += [{"number": "21", "rating": 99999}]
    write(files[1], document)
    done = run("rate", *files)
    assert done.returncode == 2
    assert b"a number stands twice on a list: 21" in done.stderr
    assert b"a rating outside the scale: 21 99999" in done.stderr


@pytest.mark.slow
def test_thirty_years_of_lists_in_one_run_are_each_years(tmp_path: Path) -> None:
    """A folder of the games of each year, in another time zone than this process has."""
    random = Random(30)
    system = replace(FEDERATIONS_SYSTEM, k_games=None)
    numbers = [str(number) for number in range(100, 140)]
    games = []
    for year in range(1990, 2020):
        events = []
        for uid in ("spring", "autumn"):
            day = date(year, 4 if uid == "spring" else 10, 1)
            of_event = tuple(
                RatedGame(round_number, first, second, random.randrange(3))
                for round_number in range(1, 6)
                for first, second in [random.sample(numbers, 2)]
            )
            entrants = tuple(Entrant(number) for number in numbers)
            events.append(RatedEvent(f"{uid}-{year}", day, day, of_event, entrants=entrants))
        period = Period(str(year), date(year, 1, 1), date(year + 1, 1, 1), date(year + 1, 1, 1))
        games.append(PeriodGames(period, tuple(events)))
    write(tmp_path / "system.json", system_document(system))
    for year in games:
        write(tmp_path / f"{year.period.name}.json", games_document(year))
    (tmp_path / "README.txt").write_text("not one of them")
    lists = [rated.list for _, rated, _ in rate_all(system, [], games)]
    write(tmp_path / "list.json", list_document(system, lists[-1]))
    done = run("rate", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == 30


def test_documents_read_back_as_what_was_written(chain: str) -> None:
    system = SYSTEMS[chain]
    assert system_of(system_document(system)) == system
    for games in periods(chain):
        again = games_of(json.loads(json.dumps(games_document(games))))
        assert games_document(again) == games_document(games)
        assert {event.uid: set(event.games) for event in again.events} == {
            event.uid: set(event.games) for event in games.events
        }
    for period, rated, _ in rate_all(system, [first_list(chain)], periods(chain)):
        published = list_of(json.loads(json.dumps(list_document(system, rated.list))))
        assert not first_difference(system, rated.list.rows, published.ratings.rows), period
        # The next list needs more of a row than the digest covers.
        for row, read in zip(rated.list.rows, published.ratings.rows, strict=True):
            assert row[:11] == read[:11]


@pytest.mark.parametrize("code", PRESETS)
def test_presets_read_back(code: str) -> None:
    assert system_of(json.loads(json.dumps(system_document(PRESETS[code])))) == PRESETS[code]


def test_a_changed_colour_is_another_input_and_the_same_list() -> None:
    before, after = periods("period-c-own"), periods("period-c-own", 2)
    only_colours = periods("period-c-own", 1)
    turned = []
    for games in only_colours:
        events = []
        for event in games.events:
            of_event = tuple(
                game._replace(first=game.second, second=game.first, halves=2 - (game.halves or 0))
                if (event.uid, game.round) == ("X3", 2)
                else game
                for game in event.games
            )
            events.append(replace(event, games=of_event))
        turned.append(PeriodGames(games.period, tuple(events)))
    first = [first_list("period-c-own")]
    lists = [rated.list for _, rated, _ in rate_all(FEDERATIONS_SYSTEM, first, turned)]
    assert lists == [rated.list for _, rated, _ in rate_all(FEDERATIONS_SYSTEM, first, after)]
    assert list_input_digest(FEDERATIONS_SYSTEM, turned[1], "") != list_input_digest(
        FEDERATIONS_SYSTEM, only_colours[1], ""
    )
    assert list_input_digest(FEDERATIONS_SYSTEM, before[0], "") != list_input_digest(
        FEDERATIONS_SYSTEM, only_colours[0], ""
    )


def test_the_input_digest_is_of_no_order() -> None:
    (games, _) = periods("period-c-own")
    turned = PeriodGames(
        games.period,
        tuple(replace(event, games=event.games[::-1]) for event in games.events[::-1]),
        games.adjustments,
    )
    assert list_input_digest(FEDERATIONS_SYSTEM, games, "") == list_input_digest(
        FEDERATIONS_SYSTEM, turned, ""
    )


def test_adjustments_are_in_the_file() -> None:
    games = PeriodGames(
        periods("period-c-own")[0].period, (), (Adjustment("1", date(2026, 2, 1), 1800, "GM"),)
    )
    assert games_of(json.loads(json.dumps(games_document(games)))) == games


def test_an_event_with_all_that_it_can_have() -> None:
    event = RatedEvent(
        "S",
        date(2026, 1, 1),
        date(2026, 1, 2),
        (RatedGame(1, "a", "b", 2, handicap=3), RatedGame(1, "a", "b", 2, odds="horse", replay=2)),
        "A",
        (Entrant("a", 2008, 1700),),
        "CHN",
        late=True,
    )
    assert rated_event(json.loads(json.dumps(event_document(event)))) == event


def test_periods_touch() -> None:
    def period(name: str, first: int, end: int) -> Period:
        return Period(name, date(2026, first, 1), date(2026, end, 1), date(2026, end, 1))

    assert not flaws_of_periods([period("b", 2, 3), period("a", 1, 2)])
    for wrong in (period("gap", 3, 4), period("overlap", 1, 3)):
        (flaw,) = flaws_of_periods([period("a", 1, 2), wrong])
        assert flaw.code is FlawCode.PERIODS_APART
    (flaw,) = flaws_of_periods([replace(period("a", 1, 2), list_date=date(2026, 1, 31))])
    assert flaw.code is FlawCode.LIST_BEFORE_END


def test_a_list_of_long_ago_is_kept_for_an_event_that_began_then() -> None:
    """A league of a year is rated by the list of its first day, though twelve lists lie between."""
    system = SYSTEMS["period-a-fide"]
    first = RatingsOn(date(2026, 1, 1), (Row("1", 2000, 20, games=50), Row("2", 2000, 20, games=50)))
    months = [
        Period(str(month), date(2026, month, 1), date(2026, month + 1, 1), date(2026, month + 1, 1))
        for month in range(1, 12)
    ]
    games = []
    for period in months:
        game = (RatedGame(1, "1", "2", 2),)
        start = date(2026, 1, 2) if period.name == "11" else period.first
        event = RatedEvent(period.name, start, period.first, game)
        games.append(PeriodGames(period, (event,)))
    *_, (_, rated, _) = rate_all(system, [first], games)
    assert [line.rating for line in rated.lines["1"]] == [2000]
