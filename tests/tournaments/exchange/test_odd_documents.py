"""What OpenGotha's files have now and then and can be read all the same: the treatment, and a sentence with
line and element."""

from __future__ import annotations

import pytest

from tests.tournaments.exchange.opengotha_files import FILE, changed, read
from tournaments.exchange import go_documents, opengotha, tournament_file
from tournaments.exchange.conversion import ForeignErrorCode, LossCode
from tournaments.exchange.opengotha import read_document, write_document
from tournaments.state.gotha.passthrough import without_player
from tournaments.wording.exchange import problem_text

CRITERION = '<PlacementCriterion name="None" number="4"/>'


def comes_back(text):
    """Through a section's tournament and its file the document stays as it was read."""
    document = read(text).document
    tournament = go_documents.read(text.encode()).tournament
    again = tournament_file.loads(tournament_file.dumps(tournament))
    assert again == tournament
    written = write_document(go_documents.document_of(again))
    return read_document(written).document == document == read_document(write_document(document)).document


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        (
            FILE,
            LossCode.SHORT_ATTENDANCE,
            "attendance of fewer than 20 rounds: present in the others: Player participating, line 4",
        ),
        (
            changed('participating="1101"', f'participating="{"1" * 20}0"'),
            LossCode.LONG_ATTENDANCE,
            "Player participating, line 4",
        ),
        (changed(' rank="4K"', ""), LossCode.MISSING_VALUES, "Player rank 30K, line 4"),
        (changed(' rating="1712"', ""), LossCode.MISSING_VALUES, "Player rating -900, line 4"),
        (
            changed('grade="4K"', 'grade="Q9"'),
            LossCode.ODD_VALUES,
            "as they are: Player grade Q9, line 4",
        ),
        (changed('rank="4K"', 'rank="34K"'), LossCode.GRADES, "the limit taken instead: 34K, line 4"),
        (changed('rating="1712"', 'rating="9999"'), LossCode.RATINGS_CUT, "Player rating 9999, line 4"),
        (changed('numberOfRounds="3"', 'numberOfRounds="1"'), LossCode.ROUNDS, "numberOfRounds 1, line 16"),
        (
            changed('numberOfCategories="2"', 'numberOfCategories="5"'),
            LossCode.LIMITS,
            "numberOfCategories 5, line 16",
        ),
        (
            changed('name="Cup"', 'beginDate="26/10/2019" name="Cup"'),
            LossCode.ODD_VALUES,
            "beginDate 26/10/2019, line 16",
        ),
        (changed('name="SOSM"', 'name="MMS"'), LossCode.CRITERIA, "left out: MMS, line 21"),
        (
            changed(CRITERION, '<PlacementCriterion name="DC"/><PlacementCriterion name="SDC"/>'),
            LossCode.CRITERIA,
            "left out: SDC, line 21",
        ),
        (changed('name="SOSM"', 'name="SOSTS"'), LossCode.TIEBREAKS, "SOSTS, line 21"),
    ],
    ids=lambda value: str(value) if isinstance(value, LossCode) else "",
)
def test_what_can_be_read_all_the_same_is_reported(text, code, sentence):
    reading = read(text)
    assert reading.problems == ()
    assert any(loss.code is code and problem_text(loss).endswith(sentence) for loss in reading.losses)
    assert comes_back(text)


def test_what_is_taken_instead():
    text = (
        changed(' rank="4K" rating="1712"', "")
        .replace('numberOfRounds="3"', 'numberOfRounds="1"')
        .replace('rating="2205"', 'rating="-4000"')
    )
    document = read(text).document
    grand, _, two = document.event.players
    assert (grand.rank, grand.rating, two.rating, document.event.rounds) == (-30, -900, -900, 2)


def test_only_so_many_criteria():
    more = "".join(
        f'<PlacementCriterion name="{name}" number="{n}"/>'
        for n, name in enumerate(("SOSM-1", "NBW", "CUSSM", "CUSSW", "SODOSM"), 4)
    )
    reading = read(changed(CRITERION, more))
    assert reading.document.event.criteria == ("MMS", "STS", "SOSM", "SOSMM1", "NBW", "CUSSM")
    assert {loss.place.text for loss in reading.losses if loss.code is LossCode.CRITERIA} == {
        "CUSSW",
        "SODOSM",
    }


def test_gaps_leave_room_for_the_criteria_behind_them():
    gaps = "".join(f'<PlacementCriterion name="NULL" number="{n}"/>' for n in range(1, 7))
    start, end = FILE.index('<PlacementCriterion name="MMS"'), FILE.index(CRITERION) + len(CRITERION)
    text = FILE[:start] + gaps + '<PlacementCriterion name="SOSW" number="7"/>' + FILE[end:]

    assert read(text).document.event.criteria == ("SOSW",)
    assert opengotha.read(text.encode(), system="wxc2015").tournament.tiebreaks == ("sos",)


def test_the_usual_oddities_are_read_without_a_word():
    """Capitals and small letters, another encoding, what other programs write, attributes of old versions."""
    odd = (
        FILE.replace('participating="1101"', f'participating="110{"1" * 17}"')
        .replace('rank="4K"', 'rank="4k"')
        .replace("ByePlayers>", "ByePlayer>")
        .replace("<Games>", "<Games>text")
        .replace('name="STS"', 'name="SOSOSM"')
        .replace('hdCeiling="5"', 'hdBase="1" hdCeiling="5"')
        .replace(
            'numberOfBZHGroups="4"', 'bInternetGame="false" byoYomi="true" numberOfBZHGroups="4" time="60"'
        )
        .replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')
    )
    reading = read_document(odd.encode("iso-8859-1"))
    assert (reading.problems, reading.losses) == ((), ())
    document = reading.document
    assert document.extra_attributes["HandicapParameterSet"] == {"hdBase": "1"}
    assert read_document(write_document(document)).document == document
    assert {player.given_name for player in document.event.players} >= {"Åsa"}


@pytest.mark.parametrize(
    ("old", "new", "code", "sentence"),
    [
        (' tableNumber="1"', "", ForeignErrorCode.MISSING, "Game tableNumber is missing"),
        (' roundNumber="1"', "", ForeignErrorCode.MISSING, "Game roundNumber is missing"),
        (' whitePlayer="TWONAMESBO"', "", ForeignErrorCode.MISSING, "Game whitePlayer is missing"),
        ('firstName="Cy" ', "", ForeignErrorCode.MISSING, "line 6, column 1: Player firstName is missing"),
        ('"PRE"', '"MAYBE"', ForeignErrorCode.UNKNOWN_VALUE, "Player registeringStatus: “MAYBE”"),
        (
            '<ByePlayer player="RHOCY" roundNumber="1"/>',
            '<ByePlayer player="RHOCY" roundNumber="3"/><ByePlayer player="TWONAMESBO" roundNumber="3"/>',
            ForeignErrorCode.SECOND_BYE,
            "a second bye in round 3",
        ),
    ],
)
def test_what_must_be_there_and_what_cannot_be(old, new, code, sentence):
    reading = read(changed(old, new))
    flaw = next(flaw for flaw in reading.problems if flaw.code is code)
    assert flaw.place.line
    assert sentence in problem_text(flaw)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            'hdCorrection="-1"',
            'hdCorrection="5"',
            "ParameterSet hdCorrection: “5” is not one of: -1 … 3",
        ),
        (
            '<Category lowerLimit="1D" number="1"/>',
            '<Category lowerLimit="5K" number="1"/><Category lowerLimit="1D" number="2"/>',
            "GeneralParameterSet lowerLimit: “5K, 1D” is not one of: 9D … 30K",
        ),
        (
            'paiMaSeedSystem1="',
            'paiSeAvoidSameGeo="1000000000000000" paiMaSeedSystem1="',
            "0 … 20000000000000",
        ),
    ],
)
def test_what_no_section_can_have_is_named_with_its_line(old, new, sentence):
    text = changed(old, new).replace('numberOfCategories="2"', "")
    reading = go_documents.read(text.encode())
    (flaw,) = reading.problems
    assert flaw.place.line
    assert sentence in problem_text(flaw)


def test_who_is_not_finally_registered_is_never_paired():
    """Whatever was played before: a bye in round 1 here."""
    reading = go_documents.read(FILE.encode())
    rho = next(entry for entry in reading.tournament.entries if entry.name == "Rho Cy")
    assert (rho.withdrawn_after, rho.plays_in(3)) == (2, False)
    assert comes_back(FILE)


def test_a_time_that_nobody_can_play_stays_in_the_file():
    text = changed(
        'complementaryTimeSystem="FISCHER"', 'complementaryTimeSystem="STDBYOYOMI" stdByoYomiTime="0"'
    )
    reading = go_documents.read(text.encode())
    assert reading.tournament.time_control is None
    assert LossCode.TIME in {loss.code for loss in reading.losses}
    assert comes_back(text)


PLACES = [
    ("</Players>", "Players"),
    ("</Games>", "Games"),
    ("</ByePlayers>", "ByePlayers"),
    ("</Team>", "Team 2"),
    ("</Teams>", "Teams"),
    ('<Player firstName="Cy" name="Rho" rank="30K" rating="-900" registeringStatus="PRE"/>', "Player 2"),
    ('<ByePlayer player="RHOCY" roundNumber="1"/>', "ByePlayer 1 2"),
    ('<Board boardNumber="2" player="TWONAMESBO"/>', "Board 2 0 2 3"),
    ('<Category lowerLimit="1D" number="1"/>', "Category 1"),
    ("</Categories>", "Categories"),
    ("</GeneralParameterSet>", "GeneralParameterSet"),
    ('<HandicapParameterSet hdCeiling="5" hdCorrection="-1"/>', "HandicapParameterSet"),
    ('<PlacementCriterion name="SOSM" number="3"/>', "PlacementCriterion SOSM"),
    ("</PlacementParameterSet>", "PlacementParameterSet"),
    ("</TeamPlacementParameterSet>", "TeamPlacementParameterSet"),
    ('<DPParameterSet gameFormat="short"/>', "DPParameterSet"),
    ('<TeamGeneralParameterSet teamSize="3"/>', "TeamGeneralParameterSet"),
    ('<PlacementCriterion name="TEAMP" number="1"/>', "TeamPlacementCriterion TEAMP"),
    ('<Club name="33Ar"/>', "Club 33 33Ar"),
    ("</ClubsGroup>", "ClubsGroup 33"),
    ("</ClubsGroups>", "ClubsGroups"),
]
STRANGE = """<Sponsors since="2019" macAddress="00:00"><Sponsor name="A &amp; B"/>
<Sponsor>text &lt;</Sponsor></Sponsors><Draw/>"""


def test_elements_that_nobody_knows_come_back():
    text = changed("</Tournament>", f"{STRANGE}</Tournament>").replace(
        "</TournamentParameterSet>", '<LiveParameterSet port="80"/></TournamentParameterSet>'
    )
    document = read(text).document
    assert [(item.level, item.place, item.name, item.text) for item in document.unknown_elements] == [
        (0, "Tournament", "Sponsors", ""),
        (1, "Tournament", "Sponsor", ""),
        (1, "Tournament", "Sponsor", "text <"),
        (0, "Tournament", "Draw", ""),
        (0, "TournamentParameterSet", "LiveParameterSet", ""),
    ]
    written = write_document(document).decode()
    assert '<Sponsors since="2019">\n<Sponsor name="A &amp; B">\n</Sponsor>' in written
    assert "macAddress" not in written
    again = read_document(written.encode()).document
    assert again.unknown_elements == document.unknown_elements
    assert comes_back(text)


def test_elements_inside_the_known_ones_come_back():
    """Each in the element where it stood, whatever the order of the players."""
    text, places = FILE, {}
    for number, (old, place) in enumerate(PLACES):
        assert text.count(old) == 1, old
        new = f'<Odd{number} x="&lt;"><Player of="nobody">text</Player></Odd{number}>'
        text = text.replace(
            old, f"{old[:-2]}>{new}</{old[1:].split()[0]}>" if old.endswith("/>") else new + old
        )
        places[f"Odd{number}"] = place
    reading = read(text)
    strange = reading.document.unknown_elements
    assert not {LossCode.RECORD, LossCode.ROOM} & {loss.code for loss in reading.losses}
    assert {item.name: item.place for item in strange if item.level == 0} == places
    assert [(item.name, item.text) for item in strange if item.level == 1] == [("Player", "text")] * len(
        places
    )
    assert len(reading.document.event.players) == 3
    assert comes_back(text)


def test_elements_beyond_the_room_of_a_file_are_reported_with_what_stands_in_them():
    long = f'<Long t="{"x" * 250_000}"><In/></Long><Next t="{"y" * 2_000}"><Kept/></Next>'
    reading = read(changed("</Players>", f"{long}</Players>"))
    assert [item.name for item in reading.document.unknown_elements] == ["Next", "Kept"]
    assert {loss.place.text for loss in reading.losses if loss.code is LossCode.ROOM} == {"Long", "In"}
    assert comes_back(changed("</Players>", f"{long}</Players>"))


def test_long_texts_are_kept_as_long_as_there_is_room():
    long = f'first="{"x" * 150_000}" second="{"y" * 60_000}" third="{"z" * 40_000}"'
    text = changed('firstName="Cy"', f'firstName="Cy" {long}')
    reading = read(text)
    assert {*reading.document.extra_attributes["Player RHOCY"]} == {"first", "third"}
    (loss,) = (loss for loss in reading.losses if loss.code is LossCode.ROOM)
    assert problem_text(loss).endswith("keeps of a file: left out: Player second, line 6")
    assert comes_back(text)


def test_what_stands_deep_is_kept_and_what_follows_is_read_as_ever():
    deep = "".join(f"<D{n}>" for n in range(40)) + "".join(f"</D{n}>" for n in reversed(range(40)))
    text = changed("<Players>", f"{deep}<Players>")
    assert len(read(text).document.unknown_elements) == 40
    assert read(text).document.event == read(FILE).document.event
    assert comes_back(text)


def test_what_the_file_says_of_somebody_who_is_forgotten_goes():
    text = (
        changed('<ByePlayer player="RHOCY"', '<ByePlayer asked="yes" player="RHOCY"')
        .replace('<Board boardNumber="1"', '<Board lent="yes" boardNumber="1"')
        .replace('tableNumber="1"', 'tableNumber="1" seen="yes"')
        .replace('firstName="Cy"', 'firstName="Cy" mother="yes"')
        .replace("</Players>", "<Guest/></Players>")
    )
    stored = go_documents.read(text.encode()).tournament.opengotha
    without_rho = without_player(stored, 2)
    assert (str(stored).count("'yes'"), str(without_rho).count("'yes'")) == (5, 2)
    assert "'yes'" not in str(without_player(without_rho, 3))
    assert "strange" in stored
    assert "strange" not in without_rho


def test_attributes_of_the_small_elements_that_nobody_knows_come_back():
    text = FILE
    for name in ("ByePlayer ", "Board ", "Category ", "PlacementCriterion ", "ClubsGroup ", "Club "):
        text = text.replace(f"<{name}", f'<{name}asked="{name}" ', 1)
    written = write_document(read(text).document).decode()
    assert written.count("asked=") == 6
    assert comes_back(text)
