"""Each criterion on an example that can be checked by hand."""

from dataclasses import replace

import pytest

from tests.tournaments.standings.builders import played, table, values
from tournaments.standings.criterion import CriteriaError
from tournaments.standings.ranking import standings
from tournaments.standings.tiebreaks import check_criteria, criterion, expanded, value_text
from tournaments.state.points import Points
from tournaments.state.tournament import Entry, Foul

# After three rounds: 1 has 6 points, 2 has 4, 3 has 1, 4 has 1.
FOUR = ("1>2 3=4", "1>3 4<2", "4<1 2>3")


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        # 1 met 2, 3, 4 with 4, 1, 1 points; and so on round.
        ("buchholz", {1: 6, 2: 8, 3: 11, 4: 11}),
        ("sos", {1: 6, 2: 8, 3: 11, 4: 11}),
        ("sos-minus-1", {1: 2, 2: 2, 3: 10, 4: 10}),
        ("sos-minus-2", {1: 1, 2: 1, 3: 4, 4: 6}),
        ("wins", {1: 3, 2: 2, 3: 0, 4: 0}),
        ("black-wins", {1: 1, 2: 1, 3: 0, 4: 0}),
        ("black-games", {1: 1, 2: 2, 3: 2, 4: 1}),
        ("best-opponent", {1: 4, 2: 6, 3: 6, 4: 6}),
        # in half points: 1 beat 2, 3, 4 = 6 points; 2 beat 3 and 4 = 2; 3 and 4 drew with 1 point = 1/2
        ("sonneborn-berger", {1: 12, 2: 4, 3: 1, 4: 1}),
        ("sodos", {1: 12, 2: 4, 3: 1, 4: 1}),
        ("cut-1", {1: 5, 2: 7, 3: 10, 4: 10}),
        ("median", {1: 1, 2: 1, 3: 4, 4: 4}),
        ("progressive", {1: 12, 2: 6, 3: 3, 4: 3}),
    ],
)
def test_value_by_hand(key: str, expected: dict[int, int]) -> None:
    assert values(played(*FOUR), key) == expected


def test_points_of_the_example() -> None:
    assert {row.number: row.points for row in standings(played(*FOUR)).rows} == {1: 6, 2: 4, 3: 1, 4: 1}


def test_buchholz_of_a_bye_is_the_lowest_points_of_all_himself_and_withdrawn_included() -> None:
    entries = (*(Entry(n) for n in range(1, 5)), Entry(5, withdrawn_after=1))
    t = played("1>2 3>4 5a", "1>3 2>4 5a", entries=entries)
    assert values(t, "buchholz") == {1: 4, 2: 4, 3: 4, 4: 4, 5: 0}
    with_bye = played("1>2 3>4 5b", "1>3 5>4 2b", players=5)
    # points 4, 2, 2, 0, 4: the bye of 2 and of 5 counts 0, which is 4's score
    assert values(with_bye, "buchholz") == {1: 4, 2: 4, 3: 4, 4: 6, 5: 0}


def test_a_half_point_bye_scores_as_a_draw_and_counts_the_players_own_points() -> None:
    """FIDE C.07, 16.4: at most a draw for each round. Points: 1 has 3, 2 has 3, 3 has 2, 4 has 0, 5 has 2."""
    t = played("1>2 3>4 5h", "2>3 5=4 1h", players=5)
    rows = standings(t).rows
    assert {row.number: row.points for row in rows} == {1: 3, 2: 2, 3: 2, 4: 1, 5: 2}
    # 1: 2 of his opponent, and of his own 3 no more than two draws; 5: 4's one, and all of his own 2
    assert values(t, "buchholz") == {1: 4, 2: 5, 3: 3, 4: 4, 5: 3}
    # in half points: 1 beat 2 (4) and "drew" with 2; 5 drew with 4 (1) and with 2
    assert values(t, "sonneborn-berger") == {1: 6, 2: 4, 3: 2, 4: 2, 5: 3}
    assert values(t, "wins") == {1: 1, 2: 1, 3: 1, 4: 0, 5: 0}
    kinds = {
        term.kind for term in standings(replace(t, tiebreaks=("buchholz",))).rows[0].arithmetic["buchholz"]
    }
    assert kinds == {"played", "half-bye"}


def test_a_half_point_bye_after_a_withdrawal_scores_nothing() -> None:
    left = Entry(3, withdrawn_after=1, absences=frozenset({2}), half_byes=frozenset({2}))
    t = played("1>2 3a", "1>2", entries=(Entry(1), Entry(2), left))
    assert {row.number: row.points for row in standings(t).rows} == {1: 4, 2: 0, 3: 0}


def test_bye_counts_the_lowest_points_as_of_the_round_asked_for() -> None:
    t = played("1>2 3b", "1>3 2b", "2>3 1b")
    assert values(t, "buchholz", after=1) == {1: 0, 2: 2, 3: 0}
    # after three rounds everybody has points: 1 has 6, 2 has 4, 3 has 2
    assert values(t, "buchholz") == {1: 4 + 2 + 2, 2: 6 + 2 + 2, 3: 2 + 6 + 4}


def test_bye_of_the_player_who_is_last_counts_his_own_points() -> None:
    t = played("2=3 1b", "3>1 2b", "2>1 3b")
    # points: 1 2, 2 5, 3 5
    assert values(t, "buchholz") == {1: 2 + 5 + 5, 2: 5 + 2 + 2, 3: 5 + 2 + 2}


def test_absence_contributes_nothing_and_forfeit_the_scheduled_opponent_for_both() -> None:
    t = played("1>2 3f>4", "1f<3 2>4", "1>4 2a 3a")
    # points: 1 4, 2 2, 3 4, 4 0
    assert values(t, "buchholz") == {1: 2 + 4 + 0, 2: 4 + 0 + 0, 3: 0 + 4, 4: 4 + 2 + 4}


def test_double_forfeit_gives_nothing_and_counts_the_opponent() -> None:
    t = played("1f#2 3>4", "1>3 2>4")
    rows = {row.number: row for row in standings(t).rows}
    assert (rows[1].points, rows[2].points) == (2, 2)
    assert rows[1].tiebreaks["buchholz"] == 2 + 2
    assert rows[1].tiebreaks["wins"] == 1


def test_free_round_of_a_round_robin_gives_nothing_at_all() -> None:
    t = played("1>2 3b", "2>3 1b", "3>1 2b", system="round-robin", tiebreaks=("wins", "buchholz"))
    rows = standings(t).rows
    assert [(row.points, row.tiebreaks["wins"], row.tiebreaks["buchholz"]) for row in rows] == [(2, 1, 4)] * 3
    assert [row.rank for row in rows] == [1, 1, 1]


def test_forfeits_and_byes_are_wins_but_no_wins_or_games_with_black() -> None:
    t = played("1f<2 3b", "1<3 2a")
    assert values(t, "wins") == {2: 1, 3: 2, 1: 0}
    assert values(t, "black-wins") == {2: 0, 3: 1, 1: 0}
    assert values(t, "black-games") == {2: 0, 3: 1, 1: 0}


def test_only_technical_fouls_break_ties_and_fewer_is_better() -> None:
    fouls = (Foul(1, 1, "technical"), Foul(1, 2, "recording"), Foul(1, 2, "other"), Foul(2, 2, "technical"))
    t = played("1=2", fouls=fouls, tiebreaks=("fewer-fouls",))
    assert [(row.number, row.rank) for row in standings(t).rows] == [(2, 1), (1, 2)]
    assert values(t, "fewer-fouls") == {1: 1, 2: 0}


def test_a_game_without_a_result_counts_nowhere() -> None:
    t = played("1>2 3?4")
    rows = {row.number: row for row in table(t, "buchholz", "black-games", "wins").rows}
    assert rows[3].tiebreaks == {"buchholz": 0, "black-games": 0, "wins": 0}
    assert rows[4].tiebreaks == {"buchholz": 0, "black-games": 0, "wins": 0}


def test_ratings_put_those_without_one_last() -> None:
    entries = (Entry(1, rating=None), Entry(2, rating=1900), Entry(3, rating=2100))
    t = played("1b 2a 3a", entries=entries, points=Points(win=0, draw=0), tiebreaks=("rating",))
    assert [(row.number, row.rank, row.tiebreaks["rating"]) for row in standings(t).rows] == [
        (3, 1, 2100),
        (2, 2, 1900),
        (1, 3, None),
    ]


def test_lot_depends_on_the_seed_and_on_nothing_else() -> None:
    t = played("1=2 3=4", tiebreaks=("lot",), seed="a")
    order = [row.number for row in standings(t).rows]
    assert sorted(order) == [1, 2, 3, 4]
    assert [row.number for row in standings(t).rows] == order
    orders = {
        tuple(r.number for r in standings(played("1=2 3=4", tiebreaks=("lot",), seed=s)).rows)
        for s in "abcdef"
    }
    assert len(orders) > 1


def test_sos_minus_walks_until_the_tie_is_broken() -> None:
    # 3 and 4 have equal points and SOS; SOS-1 is equal as well, SOS-2 is 4 against 6.
    table_ = standings(played(*FOUR, tiebreaks=("sos", "sos-minus")))
    assert table_.criteria == ("sos", "sos-minus-1", "sos-minus-2")
    assert [(row.number, row.separated_by) for row in table_.rows] == [
        (1, "points"),
        (2, "points"),
        (4, "points"),
        (3, "sos-minus-2"),
    ]


def test_half_points_stay_exact() -> None:
    points = Points.parse({"win": "1", "draw": "0.5", "loss": "0"})
    t = played("1=2 3>4", "1>3 2=4", points=points)
    rows = {row.number: row for row in table(t, "sodos", "buchholz").rows}
    # 1: 1.5 points; beat 3 (1 point), drew with 2 (1 point)
    assert points.text(rows[1].points) == "1.5"
    assert value_text("sodos", rows[1].tiebreaks["sodos"], points) == "1.5"
    assert value_text("buchholz", rows[1].tiebreaks["buchholz"], points) == "2"
    assert value_text("sodos", rows[4].tiebreaks["sodos"], points) == "0.5"


@pytest.mark.parametrize("key", ["bucholz", "sos-minus-0", "sos-minus-x", "", "SOS"])
def test_unknown_criterion_is_named(key: str) -> None:
    with pytest.raises(CriteriaError, match="unknown criterion") as caught:
        criterion(key)
    assert repr(key) in str(caught.value)


def test_criterion_that_is_there_twice_is_named() -> None:
    with pytest.raises(CriteriaError, match="'wins' is there twice"):
        check_criteria(["wins", "direct", "wins"])


def test_sos_minus_is_written_out_for_the_rounds_played() -> None:
    assert expanded(("sos", "sos-minus", "lot"), 4) == (
        "sos",
        "sos-minus-1",
        "sos-minus-2",
        "sos-minus-3",
        "lot",
    )
    assert expanded(("sos", "sos-minus"), 1) == ("sos",)


def test_value_text_of_no_value_and_of_a_value_applied_anew() -> None:
    assert value_text("direct", None, Points()) is None
    assert value_text("direct", (4, 2), Points()) == "4, 2"
    assert value_text("wins", 3, Points(unit=2)) == "3"
