"""wxc2015 from round 2 on: who chooses first, whom he or she takes, who goes down, and the words for it."""

from dataclasses import replace

import pytest

from tests.oracles.bracket_rule import Oracle
from tests.tournaments.pairing.builders import championship, swiss
from tournaments.exchange import tournament_file
from tournaments.pairing import input_digest, pair, pairing_input, tournament_from_input
from tournaments.pairing.entering import paired_state
from tournaments.state.options import Options
from tournaments.wording.reasons import reason_text


def pairs(tournament, round_number):
    return [(p.first, p.second) for p in pair(tournament, round_number, explain=False).pairs]


def why(tournament, round_number, number):
    """The sentences of the pair of this player, without the colours."""
    paired = pair(tournament, round_number)
    (mine,) = (p for p in paired.pairs if number in (p.first, p.second))
    return [reason_text(reason) for reason in mine.reasons[:-1]]


# Everybody has a score of 2; 1 has been first twice, 2 second twice, the others once each.
LEVEL = swiss(
    8,
    "1-3 1/2, 4-2 1/2, 5-6 1/2, 7-8 1/2",
    "1-4 1/2, 3-2 1/2, 6-7 1/2, 8-5 1/2",
)


def test_who_must_have_a_colour_chooses_first_and_takes_the_nearest_who_is_due_the_other():
    # In round 3 the smaller number is the higher by rank: 1 must be second, 2 must be first.
    assert [p.number for p in paired_state(LEVEL, 3).order_of_need()][:2] == [1, 2]
    assert set(pairs(LEVEL, 3)) >= {(2, 1)}
    assert why(LEVEL, 3, 1) == [
        "Both entered the round with a score of 2.",
        "No. 1 must move second (balance +2). Players who need a colour by balance choose first.",
        "No. 2 was the nearest player due to move first.",
    ]


def test_the_rest_choose_by_rank():
    sentences = why(LEVEL, 3, 3)

    assert sentences[1] == "No. 3 has no colour that must be and chose by rank."
    assert sentences[2] == "No. 4 was the nearest player due to move first."


def test_balance_before_streak_before_rank():
    tournament = championship("wxc2009_women")
    orders = {r: paired_state(tournament, r).order_of_need() for r in range(2, 8)}

    for round_number, order in orders.items():
        assert [p.number for p in order] == Oracle(tournament, round_number).order_of_need()
    needs = [p for order in orders.values() for p in order]
    assert any(p.streak and abs(p.balance) < 2 for p in needs)
    assert any(abs(p.balance) == 2 for p in needs)


def test_who_is_left_over_goes_down_to_the_nearest_score_and_there_by_rank():
    tournament = swiss(6, "1-2 1-0, 3-4 1-0, 5-6 1-0")

    assert why(tournament, 2, 1) == [
        "No. 1 entered the round with a score of 2, No. 6 with 0.",
        "No. 1 floated out of the group with a score of 2, which has an odd number of players (3).",
        "No. 1 was left over after the others in the group had chosen in the order of need.",
        "No. 6 was the first below for No. 1: nearest score, then a player due the other colour, "
        "then by rank.",
    ]


@pytest.mark.parametrize(
    ("forbidden", "sentence"),
    [
        ((), "No. 4 was ahead of No. 9 in the list for No. 5, but they have met."),
        (
            ((3, 6),),
            ("No. 6 was ahead of No. 8 in the list for No. 3, but the chief referee has forbidden the pair."),
        ),
    ],
)
def test_who_stood_before_and_why_not(forbidden, sentence):
    tournament = replace(championship("wxc2009_women"), forbidden=forbidden)

    assert sentence in [reason_text(reason) for p in pair(tournament, 5).pairs for reason in p.reasons]


def test_a_group_in_which_all_have_met_goes_down_as_one():
    # 1, 2 and 3, 4 have met; the two groups of two must mix.
    tournament = swiss(4, "1-2 1/2, 3-4 1/2", "1-3 1-0, 2-4 1-0")
    message = why(tournament, 3, 1)

    assert {frozenset(p) for p in pairs(tournament, 3)} == {frozenset((1, 4)), frozenset((2, 3))}
    assert message[1].startswith(
        "No. 1 floated out of the group with a score of 3: at least 2 players had to leave it"
    )


def test_floats_of_earlier_rounds_are_nothing_to_look_at():
    tournament = championship("wxc2009_women")
    codes = {notice.code for r in range(2, 8) for p in pair(tournament, r).pairs for notice in p.notices}

    assert "float-repeated" not in codes


def test_grouping_changes_nothing():
    tournament = championship("wxc2009_women")

    for round_number in range(2, 8):
        other = replace(tournament, grouping="columns")
        assert pair(other, round_number).pairs == pair(tournament, round_number).pairs


def turns(tournament, round_number, number):
    return paired_state(tournament, round_number).players[number].turns


def test_a_bye_counts_in_no_colours():
    tournament = swiss(5, "1-2 1-0, 4-3 1-0, bye 5")

    assert turns(tournament, 2, 5) == ()
    assert paired_state(tournament, 2).players[5].due is None


def test_or_as_a_game_against_the_number_after_the_last():
    """R11 on the four byes of the 2009 men whose next round is known."""
    men = championship("wxc2009_men")
    letter = replace(men, options=Options())

    assert [turns(men, 6, n)[:men_round] for n, men_round in ((77, 1), (3, 2), (61, 3), (67, 4))] == [
        (1,),
        (-1, 2),
        (1, -2, -3),
        (-1, 2, -3, 4),
    ]
    assert [turns(letter, 6, n)[:1] for n in (77, 3)] == [(-2,), (-1,)]
    assert pair(men, 2) != pair(letter, 2)


def test_by_the_practice_of_2009_who_goes_down_takes_who_needs_a_colour():
    men = championship("wxc2009_men")
    letter = replace(men, options=Options())

    message = why(men, 3, 58)
    assert {frozenset((p.first, p.second)) for p in pair(men, 3).pairs} >= {frozenset((58, 11))}
    assert message[-1].endswith("then a player due the other colour, then in the order of need.")
    assert paired_state(men, 3).players[11].must == "first"
    assert why(letter, 3, 58)[-1].endswith("then a player due the other colour, then by rank.")


def test_the_option_changes_the_input_and_survives_the_file():
    men = championship("wxc2009_men")
    letter = replace(men, options=Options())

    assert tournament_file.loads(tournament_file.dumps(men)) == men
    assert input_digest(men, 3) != input_digest(letter, 3)
    assert pair(tournament_from_input(pairing_input(men, 3)), 3) == pair(men, 3)
