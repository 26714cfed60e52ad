"""Decider games of two players, rule by rule as cnchess.net, chapter 7, 30 has them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.exchange.reading import TournamentFileError
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.pairing import pair, verify
from tournaments.pairing.digests import pairing_input, tournament_from_input
from tournaments.state.bracket import stages
from tournaments.state.deciding import PRESETS, Draw, PlayedStep, Step, StepGame, begins_by_exchange, chooser
from tournaments.state.matches import PlayerMatch
from tournaments.state.options import Options
from tournaments.state.tournament import Entry, Game, Result, Side, Tournament, history, points_by_number

SLOW = Game(1, 1, 1, 2, Result.DRAW)
D, F, S = Result.DRAW, Result.FIRST, Result.SECOND


def match(preset: str, *results: tuple[bool, Result | None], slow: tuple[Game, ...] = (SLOW,)) -> PlayerMatch:
    """The match with its decider games as they were played: who moved first, and the result by seats."""
    rules = tuple(map(Step.parse, PRESETS[preset]))
    steps = []
    for number, (begins, result) in enumerate(results):
        rule = rules[min(number, len(rules) - 1)]
        steps.append(PlayedStep(rule, begins, (StepGame(1, 2, result),)))
    games = (*slow[:-1], replace(slow[-1], steps=tuple(steps)))
    return PlayerMatch(games, len(slow), rules)


def test_a_level_game_is_not_replayed_but_decided() -> None:
    level = match("cx30-2")
    assert (level.next_game, level.next_step, level.over, level.winner) == (None, 1, False, None)
    assert PlayerMatch((SLOW,), 1).next_game == (2, 2, 1)


def test_a_won_game_needs_no_decider() -> None:
    won = match("cx30-2", slow=(Game(1, 1, 1, 2, S),))
    assert (won.is_level, won.over, won.winner, won.next_step) == (False, True, 2, None)


def test_colours_are_exchanged_from_the_slow_game_on() -> None:
    assert begins_by_exchange((), first_board=match("cx30-2").moved_first) is False
    assert begins_by_exchange(match("cx30-2", (False, D)).steps, first_board=True) is True


def test_second_variant_as_the_rules_tell_it() -> None:
    """S Red A – B ½; rapid B Red ½; blitz A Red ½: B had Black, chooses Black, and a draw is his."""
    blitz = match("cx30-2", (False, D), (True, D))
    rule = blitz.deciders[2]
    assert blitz.next_step == 3
    assert chooser(rule, blitz.steps, first_board=True) is Side.SECOND
    assert [str(clock) for clock in rule.clocks] == ["6 min + 3 s", "4 min + 3 s"]
    over = match("cx30-2", (False, D), (True, D), (True, D))
    assert (over.winner, over.over, over.next_step) == (2, True, None)
    # Had B taken Red, the draw would be A's.
    assert match("cx30-2", (False, D), (True, D), (False, D)).winner == 1


@pytest.mark.parametrize("result", [F, S])
def test_first_variant_has_one_rapid_game_and_the_extra_game(result: Result) -> None:
    assert match("cx30-1", (False, result)).winner == (1 if result is F else 2)
    assert match("cx30-1", (False, D)).next_step == 2
    assert match("cx30-1", (False, D), (True, F)).winner == 1
    assert chooser(match("cx30-1").deciders[1], (), first_board=True) is None


def test_third_variant_has_two_blitz_games() -> None:
    assert [match("cx30-3", *[(False, D)] * count).next_step for count in range(5)] == [1, 2, 3, 4, None]


def test_fourth_variant_goes_on_until_somebody_wins() -> None:
    played = [(bool(number % 2), D) for number in range(7)]
    assert match("cx30-4", *played).next_step == 8
    assert match("cx30-4", *played, (True, S)).winner == 2
    assert match("cx30-4").deciders[-1].draw is Draw.REPEAT


@pytest.mark.parametrize("preset", ["cx30-5", "cx30-6"])
def test_two_slow_games_have_exchanged_colours(preset: str) -> None:
    first, second = Game(1, 1, 1, 2, F), Game(1, 1, 2, 1, F, game=2)
    level = match(preset, slow=(first, second))
    assert (level.is_level, level.next_step, level.moved_first) == (True, 1, False)
    won = match(preset, slow=(first, Game(1, 1, 2, 1, D, game=2)))
    assert (won.is_level, won.winner) == (False, 1)
    assert match(preset, slow=(first,)).is_level is False


def test_fifth_variant_gives_a_draw_of_the_extra_game_to_second() -> None:
    slow = (SLOW, Game(1, 1, 2, 1, D, game=2))
    assert match("cx30-5", (True, D), (False, D), (True, D), slow=slow).winner == 2


def test_sixth_variant_repeats_blitz() -> None:
    slow = (SLOW, Game(1, 1, 2, 1, D, game=2))
    assert match("cx30-6", (True, D), (False, D), (True, D), slow=slow).next_step == 4


def test_time_odds_are_forty_per_cent() -> None:
    [less] = map(Step.parse, PRESETS["time-odds-40"])
    assert [str(clock) for clock in less.clocks] == ["9 min + 10 s", "15 min + 10 s"]
    assert match("time-odds-40", (True, D)).winner == 2


def test_a_slow_game_that_was_corrected_decides_in_spite_of_what_was_played_after_it() -> None:
    corrected = match("cx30-2", (False, S), slow=(Game(1, 1, 1, 2, F),))
    assert corrected.winner == 1


def test_who_both_lose_the_decider_are_both_out() -> None:
    none = match("cx30-2", (False, Result.NONE))
    assert (none.over, none.winner, none.next_step) == (True, None, None)


def cup(*steps: PlayedStep) -> Tournament:
    return Tournament(
        system="knock-out",
        entries=tuple(Entry(number, f"Player {number}") for number in range(1, 5)),
        games=(
            Game(1, 1, 1, 4, D, steps=steps),
            Game(1, 2, 2, 3, F),
        ),
        rounds=2,
        options=Options(steps=PRESETS["cx30-2"]),
        seed="lots",
    )


RAPID = PlayedStep(Step.parse(PRESETS["cx30-2"][0]), begins=False, games=(StepGame(1, 4, S),))


def test_who_wins_the_decider_goes_on_and_the_points_stand() -> None:
    tournament = cup(RAPID)
    [final] = pair(tournament, 2).pairs
    assert {final.first, final.second} == {4, 2}
    assert points_by_number(history(tournament))[1] == points_by_number(history(tournament))[4]
    assert (stages(tournament) or {})[4] > (stages(tournament) or {})[1]


def test_files_and_inputs_carry_it() -> None:
    tournament = cup(RAPID)
    again = loads(dumps(tournament))
    assert (again.games, again.options) == (tournament.games, tournament.options)
    finals = [Game(2, made.table, made.first, made.second, F) for made in pair(tournament, 2).pairs]
    whole = replace(tournament, games=(*tournament.games, *finals))
    assert verify(whole, 2).ok
    data = pairing_input(tournament, 2)
    assert data["steps"]
    assert pairing_input(tournament_from_input(data), 2) == data
    assert "steps" not in pairing_input(cup(), 2)


@pytest.mark.parametrize(
    ("was", "is_now"),
    [
        ('"rule": "one', '"rule": "three'),
        ("[\n          1,\n          4,", "[\n          4,\n          1,"),
        ('"begins": false', '"begins": 7'),
        ("10 min + 10 s", "ten"),
    ],
)
def test_spoilt_steps_are_refused(was: str, is_now: str) -> None:
    text = dumps(cup(RAPID))
    for place in (text.find(was), text.rfind(was)):
        if place >= 0:
            with pytest.raises(TournamentFileError):
                loads(text[:place] + is_now + text[place + len(was) :])


def test_the_digest_knows_what_decided() -> None:
    lost = PlayedStep(RAPID.rule, begins=False, games=(StepGame(1, 4, F),))
    assert pairing_input(cup(RAPID), 2) != pairing_input(cup(lost), 2)
    assert {pair(cup(lost), 2).pairs[0].first, pair(cup(lost), 2).pairs[0].second} == {1, 2}
