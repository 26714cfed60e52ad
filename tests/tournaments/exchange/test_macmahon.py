"""MacMahon's files: what stands in them, MacMahon's own scores beside ours, bad input with its place."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.exchange import go_documents, macmahon
from tournaments.exchange.conversion import ForeignErrorCode, LossCode
from tournaments.state.gotha.scores import gotha_scores
from tournaments.state.gotha.settings import Handicaps
from tournaments.state.gotha.values import GoOutcome
from tournaments.state.tournament import Bye
from tournaments.wording.exchange import problem_text


def person(number, surname, level, *more):
    rows = "\n".join(more)
    return (
        f"<IndividualParticipant><Id>{number}</Id>\n{rows}\n<GoPlayer><FirstName>X</FirstName>"
        f"<Surname>{surname}</Surname>\n<GoLevel>{level}</GoLevel>\n<Rating>0</Rating><EgdPin>{number}</EgdPin>"
        "<Country>fr</Country><Club>Here</Club></GoPlayer></IndividualParticipant>"
    )


def pairing(black, white, result, *more):
    seats = f"<Black>{black}</Black>" + (f"<White>{white}</White>" if white else "")
    bye = "false" if white else "true"
    return (
        f"<Pairing><PairingWithBye>{bye}</PairingWithBye>{seats}<Result>{result}</Result>\n"
        f"<BoardNumber>1</BoardNumber>{''.join(more)}</Pairing>"
    )


SETTINGS = """<NumberOfRounds>3</NumberOfRounds><Name><![CDATA[A & B]]></Name><Boardsize>13</Boardsize>
<LowerMacMahonBar>true</LowerMacMahonBar><LowerMacMahonBarLevel>20k</LowerMacMahonBarLevel>
<UpperMacMahonBar>true</UpperMacMahonBar><UpperMacMahonBarLevel>1d</UpperMacMahonBarLevel>
<HalfScoreGroupsRoundDown>true</HalfScoreGroupsRoundDown>
<HalfScoreGroupsRoundDownNotJigo>true</HalfScoreGroupsRoundDownNotJigo>
<HandicapUsed>true</HandicapUsed><HandicapBelow>true</HandicapBelow><HandicapBelowLevel>1d</HandicapBelowLevel>
<HandicapAdjustment>true</HandicapAdjustment><HandicapAdjustmentValue>-1</HandicapAdjustmentValue>
<Walllist><SortCriterionDescriptor><ShortName>Score</ShortName></SortCriterionDescriptor>
<SortCriterionDescriptor><ShortName>SORP</ShortName></SortCriterionDescriptor>
<SortCriterionDescriptor><ShortName>SOS</ShortName></SortCriterionDescriptor></Walllist>
<Country><InternetCode>fr</InternetCode><Name>France</Name><Club><Name>Here</Name><EGDName>Her1</EGDName></Club></Country>"""
PEOPLE = (
    person(7, "Ada", "3d", "<SuperBarMember>true</SuperBarMember>"),
    person(1, "Bo", "2d"),
    person(2, "Cy", "2k"),
    person(4, "Di", "5k", "<NotPlayingInRound>2</NotPlayingInRound>"),
    person(5, "Eve", "35k", "<NotPlayingInRound>3</NotPlayingInRound>"),
    person(6, "Flo", "1p", "<PreliminaryRegistration>true</PreliminaryRegistration>"),
)
ROUNDS = (
    (pairing(1, 7, "0-1"), pairing(4, 2, "½-½", "<Handicap>2</Handicap>"), pairing(5, None, "1-0")),
    (pairing(7, 2, "?-?"), pairing(1, 5, "0-0", "<ResultByReferee>true</ResultByReferee>")),
    (pairing(2, 1, "1-1"), pairing(4, 7, "1-0")),
)
UNWANTED = "".join(
    f"<UnwantedPairing><ParticipantOne>{first}</ParticipantOne><ParticipantTwo>{other}</ParticipantTwo>"
    f"<Forbidden>{forbidden}</Forbidden></UnwantedPairing>"
    for first, other, forbidden in ((2, 1, "true"), (7, 4, "false"))
)


def file(around="Tournament", settings=SETTINGS):
    rounds = "\n".join(
        f"<TournamentRound><RoundNumber>{n}</RoundNumber>\n" + "\n".join(rows) + "</TournamentRound>"
        for n, rows in enumerate(ROUNDS, 1)
    )
    people = "\n".join(PEOPLE)
    return f'<?xml version="1.0"?>\n<{around}>{settings}\n{people}\n{rounds}\n{UNWANTED}</{around}>'


FILE = file()


def read(text):
    return macmahon.read(text.encode())


@pytest.mark.parametrize("text", [FILE, file("TournamentData").replace("IndividualParticipant>", "Player>")])
def test_what_stands_in_a_file(text):
    reading = read(text)
    assert reading.problems == ()
    event = reading.document.event
    assert [(p.surname, p.rank, p.country, p.club) for p in event.players] == [
        *(("Ada", 2, "FR", "Her1"), ("Bo", 1, "FR", "Her1"), ("Cy", -2, "FR", "Her1")),
        *(("Di", -5, "FR", "Her1"), ("Eve", -30, "FR", "Her1"), ("Flo", 6, "FR", "Her1")),
    ]
    assert [p.mms_correction for p in event.players] == [1, 0, 0, 0, 0, 0]
    assert [sorted(p.away) for p in event.players] == [[], [], [], [2], [3], []]
    assert [p.final for p in event.players] == [True] * 5 + [False]
    assert event.players[0].rating == 2300  # none in the file
    assert event.byes == (Bye(1, 5),)
    assert [(g.round, g.white, g.black, g.outcome, g.handicap, g.by_default) for g in event.games] == [
        (1, 1, 2, GoOutcome.WHITE, 0, False),
        (1, 3, 4, GoOutcome.EQUAL, 2, False),
        (2, 3, 1, GoOutcome.UNKNOWN, 0, False),
        (2, 5, 2, GoOutcome.BOTH_LOSE, 0, True),
        (3, 2, 3, GoOutcome.BOTH_WIN, 0, False),
        (3, 1, 4, GoOutcome.BLACK, 0, False),
    ]
    assert event.criteria == ("MMS", "SOSM")
    assert (event.scoring.floor, event.scoring.bar, event.rounds) == (-20, 0, 3)
    assert event.handicaps == Handicaps(by_mms=True, threshold=0, correction=1, ceiling=9)
    assert event.forbidden == ((2, 3),)
    assert (reading.document.event_info.name, reading.document.event_info.size) == ("A & B", 13)
    assert {(loss.code, loss.place.text) for loss in reading.losses} == {
        *((LossCode.TIEBREAKS, "SORP"), (LossCode.GRADES, "35k"), (LossCode.OPEN, "")),
        (LossCode.RECORD, "UnwantedPairing"),
    }


def test_its_own_scores_beside_ours():
    """Half a point for a round missed or a result not entered; a half goes at the end but for drawn games."""
    reading = read(FILE)
    assert reading.scores == {
        1: 22,  # 20, super-group, a win, a result not entered; the half is dropped
        2: 21,  # both won
        3: 20,  # 18, a draw, a result not entered, both won
        4: 17,  # 15, a draw, a round missed, a win
        5: 1,  # the bye; the half for the round missed is dropped
        6: 21,  # three rounds missed: 20 and a half more, dropped
    }
    ours = {
        number: Fraction(score.mms2[-1], 2)
        for number, score in gotha_scores(reading.document.event, 3).items()
    }
    assert ours == {1: 32, 2: 31, 3: Fraction(59, 2), 4: Fraction(53, 2), 5: 11, 6: 30}
    result = read(FILE.replace("<HalfScoreGroupsRoundDown>true", "<HalfScoreGroupsRoundDown>false"))
    assert result.scores[1] == Fraction(45, 2)


def test_where_it_counts_otherwise_both_are_said():
    """From our start scores its own begin at 0 for the floor, 20 kyu here."""
    text = FILE.replace("<Tournament>", '<Tournament typeversion="9">')
    losses = go_documents.read(text.encode()).losses
    collected = [problem_text(loss) for loss in losses if loss.code is LossCode.OTHER_SCORES]
    assert collected == [
        "scores that MacMahon counts in another way: 20 + 10 ≠ 29½ (1: 3)",
        "scores that MacMahon counts in another way: 17 + 10 ≠ 26½ (1: 4)",
        "scores that MacMahon counts in another way: 21 + 10 ≠ 30 (1: 6)",
    ]


def test_settings_that_are_off():
    off = SETTINGS.replace("<HandicapUsed>true", "<HandicapUsed>false").replace("Bar>true", "Bar>false")
    reading = read(file(settings=off))
    event = reading.document.event
    assert event.handicaps.ceiling == 0
    assert (event.scoring.floor, event.scoring.bar) == (-30, 8)
    # Without a lower bar its scores begin at 35 kyu, five below ours; without an upper one nobody is cut.
    assert (reading.lower, reading.scores[2], reading.scores[6]) == (-5, 36 + 1, 44 + 1)


def test_settings_that_count_otherwise_there_are_reported():
    other = SETTINGS + "\n<HandicapIncludeInTieBreakers>false</HandicapIncludeInTieBreakers>"
    collected = [
        problem_text(loss) for loss in read(file(settings=other)).losses if loss.code is LossCode.RECORD
    ]
    assert any("HandicapIncludeInTieBreakers" in text and "line " in text for text in collected)


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("<Black>1</Black>", "<Black>7</Black>", ForeignErrorCode.AGAINST_HIMSELF, "itself"),
        ("<Black>1</Black>", "<Black>99</Black>", ForeignErrorCode.UNKNOWN_PLAYER, "99"),
        ("<Black>4</Black>", "<Black>1</Black>", ForeignErrorCode.TWICE_IN_ROUND, "round 1"),
        ("<RoundNumber>2<", "<RoundNumber>0<", ForeignErrorCode.NOT_A_NUMBER, "RoundNumber"),
        ("<Handicap>2<", "<Handicap>100<", ForeignErrorCode.NOT_A_NUMBER, "Handicap"),
        ("<GoLevel>2d<", "<GoLevel>two<", ForeignErrorCode.UNKNOWN_VALUE, "GoLevel: “two”"),
        ("<Result>½-½<", "<Result>2-0<", ForeignErrorCode.UNKNOWN_VALUE, "Result: “2-0”"),
        ("<Id>1<", "<Id>7<", ForeignErrorCode.TWICE, "7"),
        ("<Surname>Bo</Surname>", "", ForeignErrorCode.MISSING, "Surname"),
        ("BarLevel>1d<", "BarLevel>25k<", ForeignErrorCode.UNKNOWN_VALUE, "UpperMacMahonBarLevel: “25k”"),
    ],
)
def test_bad_input_is_named_with_its_place(old, new, code, message):
    assert old in FILE
    reading = read(FILE.replace(old, new, 1))
    assert (reading.document, reading.scores) == (None, {})
    flaw = next(flaw for flaw in reading.problems if flaw.code is code)
    assert flaw.place.line > 1
    assert message in problem_text(flaw)


@pytest.mark.slow
def test_other_files():
    assert read("<Tournament/>").problems[0].code is ForeignErrorCode.NO_PLAYERS
    assert read("<Turnier/>").problems[0].code is ForeignErrorCode.WRONG_ROOT
    many = "<IndividualParticipant/>" * 10_001
    assert ForeignErrorCode.TOO_MANY_PLAYERS in {
        f.code for f in read(f"<Tournament>{many}</Tournament>").problems
    }


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_bytes_make_it_fail(data):
    raw = FILE.encode()
    start = data.draw(st.integers(0, len(raw) - 1))
    end = data.draw(st.integers(start, min(len(raw), start + 60)))
    reading = macmahon.read(raw[:start] + data.draw(st.binary(max_size=8)) + raw[end:])
    assert (reading.document is None) == bool(reading.problems)
