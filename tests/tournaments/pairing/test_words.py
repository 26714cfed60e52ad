"""Every code has words, and the words fit the parameters that the engine really gives."""

from dataclasses import replace
from string import Formatter

import pytest

from tests.oracles.random_states import random_state
from tests.oracles.team_events import played
from tests.tournaments.pairing import dutch_fields
from tests.tournaments.pairing.builders import championship
from tournaments.exchange.file_errors import FileErrorCode
from tournaments.pairing import (
    CannotPair,
    DifferenceCode,
    Notice,
    NoticeCode,
    Reason,
    ReasonCode,
    pair,
)
from tournaments.pairing.dutch import engine
from tournaments.pairing.reasons import Cause
from tournaments.pairing.simulation import simulate
from tournaments.pairing.values import InputCode, RefusalCode
from tournaments.state.options import Final, Options
from tournaments.state.tournament import Entry, Tournament
from tournaments.wording import reasons as words
from tournaments.wording.exchange import DEFECTS
from tournaments.wording.reasons import notice_text, reason_text, refusal_text


@pytest.mark.parametrize(
    ("table", "codes"),
    [
        (words.REASONS, ReasonCode),
        (words.CAUSES, Cause),
        (words.NOTICES, NoticeCode),
        (words.REFUSALS, RefusalCode),
        (words.INPUT_ERRORS, InputCode),
        (words.DIFFERENCES, DifferenceCode),
        (DEFECTS, FileErrorCode),
    ],
)
def test_every_code_has_its_words(table, codes):
    assert set(table) == set(codes)


@pytest.fixture
def _in_this_process():
    """A child for each of so many rounds is slow."""
    before = engine.run_by(engine.pair_file)
    yield
    engine.run_by(before)


@pytest.mark.slow
@pytest.mark.usefixtures("_in_this_process")
def test_words_fit_what_the_engine_gives():
    seen, message = set(), set()
    states = [random_state(seed) for seed in range(400)]
    final = replace(simulate(12, 4, "wxc2015", 1), options=Options(final=Final(4, (1, 2, 3, 4))))
    teams = [played(seed, 4 + seed % 20, 1 + seed % 6, disturbed=seed % 2 == 0)[0] for seed in range(100)]
    early = replace(simulate(9, 0, "round-robin", 1, federations=3), options=Options(early_federation=True))
    knockout = replace(simulate(4, 1, "knock-out", 1), options=Options(third_place=True))
    two = Tournament(system="scheveningen", entries=(Entry(1), Entry(2)))
    halves = replace(simulate(8, 0, "wmsg2008", 1), options=Options(first_round="cxa-2016"))
    dutch = [dutch_fields.played(seed, 9 + seed, 4, disturbed=True) for seed in range(40)]
    states += [(event, event.last_round + 1, False) for event in dutch if event.last_round < event.rounds]
    states += [
        (halves, 1, False),
        (final, 5, False),
        (early, 1, False),
        (knockout, 2, False),
        (two, 1, False),
        # Who has no opponent in a bracket; and three of whom everybody has had the bye.
        (simulate(5, 0, "knock-out", 1), 1, False),
        (simulate(3, 3, "wxc2015", 1), 4, True),
    ]
    states += [(event, max((m.round for m in event.matches), default=0) + 1, False) for event in teams]
    for tournament, round_number, allow in states:
        try:
            paired = pair(tournament, round_number, allow_rematch=allow)
        except CannotPair as refusal:
            message.add(refusal_text(refusal))
            continue
        for p in paired.pairs:
            assert p.reasons
            seen |= {reason.code for reason in p.reasons} | {notice.code for notice in p.notices}
            message |= {reason_text(reason) for reason in p.reasons}
            seen |= {reason.code for reason in paired.bye_reasons}
            message |= {reason_text(reason) for reason in paired.bye_reasons}
            message |= {notice_text(notice) for notice in p.notices}
            assert [Reason.from_json(reason.as_json()) for reason in p.reasons] == list(p.reasons)
            assert [Notice.from_json(notice.as_json()) for notice in p.notices] == list(p.notices)
    for sentence in message:
        assert sentence.endswith(".")
        assert "%(" not in sentence
        assert not list(Formatter().parse(sentence))[1:]
    # Nearly everything that can be said came up.
    # Of FIDE's Dutch system it is said where somebody asks why two do not meet (`test_dutch`).
    missing = {code for code in set(ReasonCode) - seen if not code.startswith("dutch-")}
    assert missing <= {
        ReasonCode.NEIGHBOURS,
        ReasonCode.FEDERATION_SWAP,
        ReasonCode.FORBIDDEN_SWAP,
        ReasonCode.ROUND_ONE_SEARCH,
        ReasonCode.COLOUR_LOT,
        ReasonCode.COLOUR_MUST_BOTH,
        ReasonCode.DUTCH_WIDER,
    }


def test_names_can_stand_for_numbers():
    tournament = championship("wxc2009_women")
    names = {entry.number: entry.name for entry in tournament.entries}

    sentences = [reason_text(reason, names.__getitem__) for reason in pair(tournament, 3).pairs[0].reasons]

    assert sentences == [
        "Both entered the round with a score of 4.",
        "Lam Ka Yan has no colour that must be and chose by rank.",
        "You Yingqin was the nearest player due to move first.",
        "You Yingqin was due to move first and Lam Ka Yan to move second.",
    ]
