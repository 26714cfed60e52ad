"""What holds for any tournament, and an oracle written from the rules alone."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import standings_oracle as oracle
from tournaments.standings.crosstable import crosstable
from tournaments.standings.ranking import standings
from tournaments.standings.tiebreaks import PRESETS, total
from tournaments.state.points import Points
from tournaments.state.tournament import Absence, Bye, Entry, Foul, Game, Result, Tournament

SUMS = (
    *("buchholz", "wins", "black-wins", "black-games", "best-opponent", "fewer-fouls", "sodos", "cut-1"),
    *("median", "progressive", "sos-minus-1", "sos-minus-2"),
)
FORFEITS = (Result.FIRST, Result.SECOND, Result.NONE)
HALVES = (Result.FIRST_HALF, Result.SECOND_HALF)
TABLES = (Points(), Points.parse({"win": "1", "draw": "0.5", "loss": "0"}), Points(win=3, draw=1, absence=1))


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Up to nine players, up to five rounds, byes, absences, forfeits, games without a result, rematches."""
    count = draw(st.integers(2, 9))
    numbers = list(range(1, count + 1))
    games, byes, absences, fouls = [], [], [], []
    results = st.sampled_from([*Result, None] if draw(st.booleans()) else [Result.FIRST, Result.DRAW])
    for round_number in range(1, draw(st.integers(1, 5)) + 1):
        order = draw(st.permutations(numbers))
        if count % 2:
            byes.append(Bye(round_number, order[-1]))
        for table, (first, second) in enumerate(zip(order[0::2], order[1::2], strict=False), start=1):
            if draw(st.integers(0, 9)) == 0:
                absences += [Absence(round_number, first), Absence(round_number, second)]
                continue
            result = draw(results)
            forfeit = result in FORFEITS and draw(st.integers(0, 4)) == 0
            games.append(Game(round_number, table, first, second, result, forfeit))
        fouls += [
            Foul(round_number, draw(st.sampled_from(numbers)), kind)
            for kind in draw(st.lists(st.sampled_from(["technical", "recording"]), max_size=2))
        ]
    entries = tuple(
        Entry(n, name=f"P{n}", team=draw(st.sampled_from(["", "A", "B"])), categories=("x",) if n % 2 else ())
        for n in numbers
    )
    return Tournament(
        system=draw(st.sampled_from(["wxc2015", "wmsg2008", "round-robin"])),
        entries=entries,
        games=tuple(games),
        byes=tuple(byes),
        absences=tuple(absences),
        fouls=tuple(fouls),
        points=draw(st.sampled_from(TABLES)),
        seed="s",
    )


@given(tournaments())
@pytest.mark.slow
def test_every_sum_is_what_the_oracle_finds(t: Tournament) -> None:
    table = standings(replace(t, tiebreaks=SUMS), t.last_round)
    for row in table.rows:
        assert row.points == oracle.points(t, row.number, t.last_round)
        for key in SUMS:
            value = row.tiebreaks[key]
            assert isinstance(value, int)
            expected = oracle.value(t, key, row.number, t.last_round)
            factor = 2 if key == "sodos" else 1
            assert value == (-expected if key == "fewer-fouls" else expected * factor), (row.number, key)
            terms = row.arithmetic[key]
            collected = [term.points for term in terms if term.counted]
            assert value == (max(collected, default=0) if key == "best-opponent" else sum(collected)), (
                terms,
                key,
            )
        assert row.points == total(row.arithmetic["points"])


@pytest.mark.slow
@given(
    tournaments(),
    st.sampled_from(
        [
            PRESETS["wxc2015"],
            PRESETS["axf-round-robin"],
            ("direct", "previous-rank"),
            ("wins", "direct", "sodos", "previous-rank"),
        ]
    ),
)
def test_ranks_are_those_of_the_oracle(t: Tournament, keys: tuple[str, ...]) -> None:
    for after in range(t.last_round + 1):
        assert standings(replace(t, tiebreaks=keys), after).ranks == oracle.ranks(t, keys, after)


@pytest.mark.slow
@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_of_the_file_changes_nothing(t: Tournament, random) -> None:  # type: ignore[no-untyped-def]
    parts = [list(t.entries), list(t.games), list(t.byes), list(t.absences), list(t.fouls)]
    for part in parts:
        random.shuffle(part)
    entries, games, byes, absences, fouls = map(tuple, parts)
    shuffled = replace(t, entries=entries, games=games, byes=byes, absences=absences, fouls=fouls)
    for keys in ((), ("lot",), ("sos", "sos-minus")):
        first_one, other = (standings(replace(x, tiebreaks=keys), t.last_round) for x in (t, shuffled))
        assert _comparable(first_one) == _comparable(other)


def _comparable(table):  # type: ignore[no-untyped-def]
    rows = [
        (r.rank, r.number, r.points, dict(r.tiebreaks), r.separated_by, dict(r.arithmetic))
        for r in table.rows
    ]
    return rows, table.teams, table.categories


@given(tournaments())
def test_rank_groups_points_and_crosstable_are_consistent(t: Tournament) -> None:
    table = standings(t, t.last_round)
    rows = table.rows
    assert sorted(row.number for row in rows) == [entry.number for entry in t.entries]
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    for place, row in enumerate(rows, start=1):
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        assert (row.rank == place) == (place == 1 or rows[place - 2].rank != row.rank)
        if place > 1:
            assert (row.separated_by is None) == (rows[place - 2].rank == row.rank)
    given_out = sum(
        2 * t.points.draw
        if g.result is Result.DRAW
        else (t.points.draw if g.result in HALVES else t.points.win) + t.points.loss
        for g in t.games
        if g.result not in (None, Result.NONE)
    )
    given_out += sum(2 * t.points.loss for g in t.games if g.result is Result.NONE and not g.forfeit)
    given_out += 0 if t.system == "round-robin" else len(t.byes) * t.points.win
    given_out += len(t.absences) * t.points.absence
    assert sum(row.points for row in rows) == given_out
    cross = crosstable(t, table=table)
    assert [sum(cell.points for cell in row.cells) for row in cross] == [row.points for row in rows]


@given(tournaments())
def test_a_lot_leaves_no_tie(t: Tournament) -> None:
    rows = standings(replace(t, tiebreaks=("direct", "lot")), t.last_round).rows
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
