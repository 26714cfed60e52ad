"""FIDE's Swiss for teams against another engine of the same rule, against listing everything, and by hand."""

import json
import os
from collections import Counter
from dataclasses import replace

import pytest

from tests.oracles import gacrux_teams, team_enumeration
from tests.oracles.team_events import as_trf, played, random_rules
from tests.tournaments.team_builders import SIX, result
from tournaments.pairing import (
    CannotPair,
    Notice,
    NoticeCode,
    Reason,
    ReasonCode,
    pair,
    pairing_input,
    recompute,
)
from tournaments.pairing.reasons import Cause
from tournaments.pairing.team_swiss.pairing import pair_teams
from tournaments.pairing.values import InputCode, PairingInputError, RefusalCode
from tournaments.state.team_matches import ColourModel, PenaltyOfTeam

LONG = int(os.environ.get("QIYUAN_PROOF_STATES", "2000"))
MODELS = {ColourModel.STRONG: "typea", ColourModel.STRONG_AND_MILD: "typeb", ColourModel.NONE: "nocolor"}


def compare(seed: int, teams: int) -> str:
    """Whether the round was paired or refused; fails on any difference in pairs, sides or bye."""
    rounds = 3 + seed % min(9, teams - 1)
    event, _ = played(seed, teams, rounds, disturbed=seed % 5 < 3, further=seed // 3 % 5)
    number = max((match.round for match in event.matches), default=0) + 1
    rules = event.rules
    points = {"match": "mp", "board": "gp"}
    system = points[rules.primary]
    if rules.secondary_colours:
        system += "+gp" if system == "mp" else "+mp"
    model = MODELS[rules.model]
    mode = "" if model == "nocolor" else f"{model.upper()}_"
    trf = as_trf(event, number, mode=mode + system.upper().replace("+", "_"))
    expected = gacrux_teams.paired(trf, number, ["fideteam", model, system])
    try:
        paired = pair_teams(event, number)
    except CannotPair:
        assert expected is None, seed
        return "refused"
    assert ({(pair.first, pair.second) for pair in paired.pairs}, paired.bye or 0) == expected, seed
    return "paired"


@pytest.mark.slow
def test_sixty_rounds_as_gacrux_pairs_them():
    seen = Counter(compare(seed, teams=4 + seed % 27) for seed in range(60))

    assert seen["paired"] > 40
    assert seen["refused"] > 2


@pytest.mark.long
def test_thousands_of_rounds_as_gacrux_pairs_them(record_property):
    seen = Counter(
        f"{compare(seed, teams=4 + seed % 57)}, {MODELS[random_rules(seed).model]}" for seed in range(LONG)
    )

    record_property("rounds of 4 to 60 teams, pairs, sides and bye equal", seen.total())
    for kind, count in sorted(seen.items()):
        record_property(kind, count)


def listed(seed: int) -> str:
    """The same against the listing of all pairings, for two to ten teams."""
    teams = 2 + seed % 9
    rounds = 2 + seed % min(9, max(1, teams - 1))
    event, _ = played(seed, teams, rounds, disturbed=seed % 5 < 3, further=seed // 3 % 5)
    number = max((match.round for match in event.matches), default=0) + 1
    expected = team_enumeration.paired(event, number)
    try:
        paired = pair_teams(event, number)
    except CannotPair:
        assert expected is None, seed
        return "refused"
    assert ({(pair.first, pair.second) for pair in paired.pairs}, paired.bye or 0) == expected, seed
    return "paired"


@pytest.mark.slow
def test_two_hundred_rounds_as_the_listing_of_all_pairings_has_them():
    seen = Counter(listed(seed) for seed in range(200))

    assert min(seen.values()) > 40


@pytest.mark.long
def test_thousands_of_rounds_as_the_listing_of_all_pairings_has_them(record_property):
    seen = Counter(map(listed, range(LONG)))

    record_property("rounds of 2 to 10 teams, equal", seen.total())
    for kind, count in sorted(seen.items()):
        record_property(kind, count)


@pytest.mark.parametrize("seed", range(20))
def test_the_stored_input_gives_the_same_round_and_digest(seed):
    event, _ = played(seed, 4 + seed, 3, disturbed=True)
    number = max((match.round for match in event.matches), default=0) + 1
    reading = json.loads(json.dumps(pairing_input(event, number)))

    assert recompute(reading) == pair(event, number)
    assert recompute(reading).digest == pair(event, number).digest
    assert all(team.name not in json.dumps(reading) for team in event.teams)


def test_who_enters_after_the_round_and_what_is_fined_later_leave_its_input_as_it_was():
    event, _ = played(7, 8, 4)
    later = PenaltyOfTeam(team=1, match=-1, board=0, round=3)

    assert pairing_input(replace(event, penalties=(later,)), 3) == pairing_input(event, 3)
    assert pairing_input(replace(event, penalties=(later,)), 4) != pairing_input(event, 4)


@pytest.mark.slow
def test_every_pair_says_why_and_what_it_says_is_so():
    seen = set()
    for seed in range(250):
        rounds = 1 + seed % 7
        event, _ = played(seed, 4 + seed % 17, rounds, disturbed=seed % 2 == 0, further=seed % 4)
        number = max((match.round for match in event.matches), default=0) + 1
        try:
            paired = pair_teams(event, number)
        except CannotPair:
            continue
        met = {frozenset((match.first, match.second)) for match in event.matches if not match.lost_by}
        assert all(reason.code is ReasonCode.TEAM_BYE for reason in paired.bye_reasons)
        for made in paired.pairs:
            codes = [reason.code for reason in made.reasons]
            seen |= {*codes, *(reason.params.get("cause") for reason in made.reasons)}
            assert codes[0] in (ReasonCode.SAME_SCORE, ReasonCode.OTHER_SCORES)
            assert (ReasonCode.UPFLOATED in codes) == (codes[0] is ReasonCode.OTHER_SCORES)
            for reason in made.reasons:
                if reason.params.get("cause") == Cause.MET:
                    assert frozenset((reason.params["player"], reason.params["passed"])) in met
    assert seen >= {
        ReasonCode.TEAM_LOT,
        ReasonCode.TEAM_STRONGER,
        ReasonCode.TEAM_EXCHANGE,
        ReasonCode.TEAM_LEADS,
    }
    assert seen >= {ReasonCode.TEAM_ALTERNATES, ReasonCode.ACCELERATED, ReasonCode.UPFLOATED_ALONE}
    assert seen >= {
        Cause.MET,
        Cause.REST,
        Cause.UPPER,
        Cause.DUE,
        Cause.GROUP,
        Cause.NEXT_GROUP,
        Cause.FLOATED,
    }


def test_why_of_the_worked_example():
    top = pair_teams(SIX, 2).pairs[0]

    assert [str(reason.code) for reason in top.reasons] == [
        "same-score",
        "not-before",
        "team-alternates",
    ]
    assert top.reasons[1].params == {"player": 1, "opponent": 3, "passed": 2, "cause": "upper"}


def test_a_fixed_pair_is_made_first_with_its_sides_and_the_others_are_paired_among_themselves():
    fixed = pair_teams(replace(SIX, fixed=((5, 1),)), 2)

    assert (5, 1) in {(made.first, made.second) for made in fixed.pairs}
    made = next(made for made in fixed.pairs if made.first == 5)
    assert made.reasons[0] == Reason(ReasonCode.FIXED, {"first": 5, "second": 1})
    assert made.notices == (Notice(NoticeCode.FIXED_PAIR, {"first": 5, "second": 1}),)
    assert sorted(number for item in fixed.pairs for number in (item.first, item.second)) == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


@pytest.mark.parametrize(
    ("fixed", "forbidden", "code"),
    [
        (((7, 1),), (), RefusalCode.FIXED_ABSENT),
        (((1, 2), (3, 1)), (), RefusalCode.FIXED_TWICE),
        (((2, 1),), ((1, 2),), RefusalCode.FIXED_FORBIDDEN),
        (((1, 4),), (), RefusalCode.FIXED_MET),
    ],
)
def test_fixed_pairs_that_cannot_be(fixed, forbidden, code):
    with pytest.raises(CannotPair) as refusal:
        pair_teams(replace(SIX, fixed=fixed, forbidden=frozenset(forbidden)), 2)

    assert refusal.value.code == code


@pytest.mark.slow
def test_no_more_rematches_are_allowed_than_the_round_needs():
    for seed in range(40):
        event, _ = played(seed, 4 + seed % 7, 9, disturbed=True)
        number = max((match.round for match in event.matches), default=0) + 1
        try:
            plain = pair_teams(event, number)
        except CannotPair:
            plain = None
        try:
            lifted = pair_teams(event, number, allow_rematch=True)
        except CannotPair:
            assert plain is None
            continue
        if plain:
            assert lifted == plain
            continue
        assert lifted.rematches >= 1
        pairs = [made for made in lifted.pairs if any(n.code is NoticeCode.REMATCH for n in made.notices)]
        assert len(pairs) == lifted.rematches
        again = recompute(pairing_input(event, number), allow_rematch=True)
        assert again == pair(event, number, allow_rematch=True)


@pytest.mark.parametrize(
    ("number", "pairs"),
    [
        (1, [(4, 1), (2, 5), (6, 3)]),
        (2, [(3, 1), (4, 2), (5, 6)]),
        (3, [(1, 2), (5, 3), (6, 4)]),
    ],
)
def test_the_worked_example(number, pairs):
    paired = pair_teams(SIX, number)

    assert {(pair.first, pair.second) for pair in paired.pairs} == set(pairs)
    assert [pair.table for pair in paired.pairs] == [1, 2, 3]


def test_the_order_of_teams_in_the_file_changes_nothing():
    event, _ = played(7, 23, 6, disturbed=True)

    assert pair_teams(replace(event, teams=event.teams[::-1]), 6) == pair_teams(event, 6)


# Nobody of one team came, or some boards were forfeited by each: what was not played was no meeting (C.04.1).
@pytest.mark.parametrize("boards", ["111", "101", "100"])
def test_sides_of_a_match_without_play_are_not_counted_and_it_may_be_paired_again(boards):
    absent = replace(
        SIX, teams=SIX.teams[:2], matches=(result(1, 2, boards, round_number=1, forfeits="123"),)
    )

    assert [(pair.first, pair.second) for pair in pair_teams(absent, 2).pairs] == [(2, 1)]


def test_who_has_met_everybody_is_named():
    pair_of_two = replace(SIX, teams=SIX.teams[:2], matches=(result(1, 2, "1==", round_number=1),))

    with pytest.raises(CannotPair) as refusal:
        pair_teams(pair_of_two, 2)

    assert refusal.value.code == RefusalCode.NO_PAIRING
    assert refusal.value.params["players"] == [1]


def test_a_forbidden_pair_is_not_made():
    event = replace(SIX, forbidden=frozenset({(1, 4)}))

    assert all({pair.first, pair.second} != {1, 4} for pair in pair_teams(event, 1).pairs)


@pytest.mark.parametrize(
    ("event", "number", "code"),
    [
        (SIX, 4, InputCode.BAD_ROUND),
        (replace(SIX, matches=SIX.matches[:3]), 3, InputCode.ROUND_MISSING),
        (
            replace(SIX, matches=(*SIX.matches[:5], replace(SIX.matches[5], boards=()))),
            3,
            InputCode.RESULT_MISSING,
        ),
    ],
)
def test_what_cannot_be_paired_yet(event, number, code):
    with pytest.raises(PairingInputError) as refusal:
        pair_teams(event, number)

    assert refusal.value.code == code
