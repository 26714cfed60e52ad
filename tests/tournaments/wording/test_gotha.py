"""Words for why a pair of European go is as it is: one for each code, and they fit what the engine gives."""

from dataclasses import replace

from tests.tournaments.pairing.gotha.builders import CATEGORIES, PROFILES, played
from tournaments.pairing.gotha import draw
from tournaments.pairing.ground_codes import GroundCode
from tournaments.pairing.reasons import ReasonCode
from tournaments.state.gotha.values import MCMAHON, GoGame, GoOutcome, GoPlayer
from tournaments.state.tournament import FixedPair, ForbiddenPair
from tournaments.wording.gotha import (
    ANY_HANDICAP,
    APART,
    EVEN,
    GROUNDS,
    NO_BALANCE,
    NO_CATEGORIES,
    NO_FLOAT,
    NO_LOT,
    NO_SEED,
    NOT_MET,
    ground_text,
)
from tournaments.wording.reasons import reason_text


def test_every_code_has_its_words():
    assert set(GROUNDS) == set(GroundCode)


def words(ground, name):
    """Without the value of a term; that a pair was fixed is said as in every other system."""
    return ground_text(ground, name) if isinstance(ground.code, GroundCode) else reason_text(ground, name)


def test_words_fit_what_the_engine_gives():
    codes, sentences = set(), set()
    for seed in range(12):
        event = played(9, 4, seed, (*PROFILES, CATEGORIES)[seed % 3])
        weights = replace(event.weights, random=1000 if seed % 2 else 0)
        present = [p.number for p in event.players if p.plays_in(5)]
        fixed = (FixedPair(5, present[0], present[1]),)
        forbidden = (ForbiddenPair(5, present[2], present[3]),)
        event = replace(
            event, weights=weights, fixed=fixed if seed % 4 == 0 else (), forbidden_once=forbidden
        )
        odd = len(present) % 2
        for drawn in (
            draw(event, 5, allow_rematch=True),
            draw(event, 5, bye=present[-1] if odd else None, allow_rematch=True),
        ):
            grounds = [ground for p in drawn.pairs for ground in p.grounds]
            grounds += [drawn.bye_ground] if drawn.bye_ground else []
            codes |= {ground.code for ground in grounds}
            sentences |= {words(ground, lambda number: f"<{number}>") for ground in grounds}
    two = replace(
        MCMAHON, players=(GoPlayer(1, "A"), GoPlayer(2, "B")), games=(GoGame(1, 1, 1, 2, GoOutcome.WHITE),)
    )
    (again,) = draw(two, 2, allow_rematch=True).pairs
    assert ground_text(again.grounds[0]) == "They have met in round 1."
    # What is decided of one game the engine does not give.
    assert codes == {*GroundCode, ReasonCode.FIXED} - {GroundCode.STONES_GIVEN}
    assert all("%" not in text and text.endswith(".") for text in sentences)
    assert {NOT_MET, NO_FLOAT, NO_SEED, NO_LOT, NO_CATEGORIES, NO_BALANCE, ANY_HANDICAP, APART} <= sentences
    assert any(text.startswith(EVEN[:12]) for text in sentences)
    assert any("<1>" in text for text in sentences)
