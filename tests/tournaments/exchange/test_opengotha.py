"""OpenGotha files: old and new ones are read, round trips, faults with places, XML bombs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.exchange.carried import check_reading, check_rows, damaged, lost, simulated, states
from tournaments.exchange import opengotha
from tournaments.exchange.conversion import CannotWrite, ForeignErrorCode, LossCode
from tournaments.exchange.xml_elements import MOST_ELEMENTS
from tournaments.pairing.simulation import simulate
from tournaments.state.points import Points
from tournaments.state.tournament import Absence, Bye, Entry, Game, Result, Tournament
from tournaments.wording.exchange import problem_text

# The elements and attributes of a file of OpenGotha 3.52; the people are made up.
FILE = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Tournament externalIPAddress="" fullVersionNumber="3.52.03" runningMode="SAL" saveDT="20230910070840">
  <Players>
    <Player club="84Av" country="FR" egfPin="13249" firstName="Éva" name="Le Pic" participating="11011111111111111111" rank="3K" rating="1820" registeringStatus="FIN" smmsCorrection="0"/>
    <Player club="" country="DE" firstName="Ben" name="Ott" participating="11111111111111111111" rank="1D" rating="2076" registeringStatus="FIN" smmsCorrection="0"/>
    <Player club="" country="" firstName="Cy" name="Rho" participating="11111111111111111111" rank="30K" rating="-900" registeringStatus="FIN" smmsCorrection="0"/>
    <Player club="" country="GB" firstName="Di" name="Sy" participating="11111111111111111111" rank="2K" registeringStatus="PRE" smmsCorrection="0"/>
  </Players>
  <Games>
    <Game blackPlayer="LEPICÉVA" handicap="0" knownColor="true" result="RESULT_WHITEWINS" roundNumber="1" tableNumber="7" whitePlayer="OTTBEN"/>
    <Game blackPlayer="RHOCY" handicap="3" knownColor="true" result="RESULT_BOTHLOSE_BYDEF" roundNumber="2" tableNumber="1" whitePlayer="LEPICEVA"/>
  </Games>
  <ByePlayers>
    <ByePlayer player="RHOCY" roundNumber="1"/>
  </ByePlayers>
  <TournamentParameterSet>
    <GeneralParameterSet beginDate="2020-12-22" genNBW2ValueAbsent="1" genNBW2ValueBye="2" komi="7.5" location="Lyon" name="Coupe" numberOfRounds="5" size="19"/>
    <HandicapParameterSet hdCeiling="0"/>
    <PlacementParameterSet><PlacementCriteria>
      <PlacementCriterion name="NBW" number="1"/>
      <PlacementCriterion name="SOSW" number="2"/>
      <PlacementCriterion name="SOSOSW" number="3"/>
      <PlacementCriterion name="NULL" number="4"/>
    </PlacementCriteria></PlacementParameterSet>
  </TournamentParameterSet>
  <TeamTournamentParameterSet><TeamPlacementParameterSet><PlacementCriteria>
      <PlacementCriterion name="TEAMP" number="1"/>
  </PlacementCriteria></TeamPlacementParameterSet></TeamTournamentParameterSet>
  <Teams><Team teamName="Rouge" teamNumber="1"><Board boardNumber="1" player="OTTBEN"/></Team></Teams>
</Tournament>
"""  # noqa: E501 - as the program writes it


def read_text(text, **options):
    return opengotha.read(text.encode(), **options)


def test_a_file_of_the_program_is_read():
    reading = read_text(FILE)

    assert reading.problems == ()
    assert reading.tournament == Tournament(
        "wmsg2008",
        (
            Entry(1, "Le Pic Éva", federation="FRA", club="84Av", rating=1820, absences=frozenset({3})),
            Entry(2, "Ott Ben", federation="GER", team="Rouge", rating=2076),
            Entry(3, "Rho Cy", rating=-900),
            Entry(4, "Sy Di", federation="GBR", rating=-900, withdrawn_after=0),
        ),
        (Game(1, 7, 1, 2, Result.SECOND), Game(2, 1, 3, 1, Result.NONE, forfeit=True)),
        (Bye(1, 3),),
        (Absence(2, 2),),
        name="Coupe",
        game="weiqi",
        rounds=5,
        tiebreaks=("sos",),
        points=Points(absence=1),
    )
    assert reading.headings == {"location": "Lyon", "beginDate": "2020-12-22", "size": "19", "komi": "7.5"}
    assert {
        loss.code: (loss.place.text, loss.params["numbers"], loss.place.line) for loss in reading.losses
    } == {
        LossCode.RECORD: ("participating", (2,), 0),
        LossCode.MISSING_VALUES: ("Player rating -900", (), 7),
        LossCode.PEOPLE: ("", (1,), 0),
        LossCode.HANDICAPS: ("", (3,), 0),
        LossCode.TIEBREAKS: ("SOSOSW", (), 0),
        LossCode.PRELIMINARY: ("", (4,), 0),
    }


def test_ratings_of_old_files_stand_higher():
    low = FILE.replace('rating="1820"', 'rating="-230"')
    old = low.replace('fullVersionNumber="3.52.03"', 'fullVersionNumber="3.45.01"')
    new = old.replace("<Tournament ", '<Tournament dataVersion="201" ')

    assert read_text(old).tournament.entries[0].rating == 1820
    assert read_text(new).tournament.entries[0].rating == -230


@pytest.mark.slow
@given(tournament=st.one_of(states(game="weiqi"), simulated("wmsg2008", game="weiqi")))
def test_a_tournament_comes_back(tournament):
    writing = opengotha.write(tournament)
    reading = opengotha.read(writing.data)

    assert reading.problems == ()
    assert reading.losses == ()
    back = reading.tournament
    numbers = [entry.number for entry in tournament.entries]
    if numbers == list(range(1, len(numbers) + 1)):
        check_rows(tournament, back, writing)
    else:
        assert set(lost(writing, LossCode.NUMBERS)) <= set(numbers)
        assert len(back.games) == len(tournament.games)
    assert back.rounds == max(1, tournament.rounds, tournament.last_round)
    for old, new in zip(tournament.entries, back.entries, strict=True):
        assert new.team == old.team
        if old.number not in lost(writing, LossCode.NAMES):
            assert new.name == old.name
        if old.number not in lost(writing, LossCode.FEDERATIONS):
            assert new.federation == old.federation
        if old.number not in lost(writing, LossCode.RATINGS):
            assert new.rating == old.rating


def test_grades_and_clubs_come_back():
    people = (
        Entry(1, "Ann", grade="5d", club="84Av", rating=2500),
        Entry(2, "Bo", grade="9p", native_club="道场", rating=2700),
        Entry(3, "Cy", title="NM", grade="shodan", rating=2100),
    )

    writing = opengotha.write(Tournament("wmsg2008", people, game="weiqi", rounds=1))

    assert lost(writing, LossCode.PEOPLE) == {2, 3}
    back = opengotha.read(writing.data).tournament.entries
    assert [(item.grade, item.club) for item in back] == [("5d", "84Av"), ("9p", "道场"), ("", "")]


def test_losses_are_named():
    tournament = Tournament(
        "round-robin",
        (
            Entry(2, "Li Na", federation="EMA"),
            Entry(4, "Li Na", rating=3500),
            Entry(5, "Yu", withdrawn_after=0),
        ),
        (Game(1, 1, 2, 4, Result.DRAW), Game(1, 1, 2, 4, Result.FIRST, game=2)),
        (Bye(1, 5),),
        game="weiqi",
        rounds=3,
        tiebreaks=("sos", "wins"),
        points=Points(3, 1),
        forbidden=((2, 4),),
        seed="s",
    )

    writing = opengotha.write(tournament)

    assert {loss.code: loss.params["numbers"] for loss in writing.losses} == {
        LossCode.REPLAYS: (2,),
        LossCode.NAMES: (4,),
        LossCode.SEED: (),
        LossCode.SYSTEM: (),
        LossCode.POINTS: (),
        LossCode.FORBIDDEN: (),
        LossCode.WITHDRAWALS: (5,),
        LossCode.NUMBERS: (2, 4, 5),
        LossCode.FEDERATIONS: (2,),
        LossCode.RATINGS: (2, 4, 5),
        LossCode.TIEBREAKS: (),
    }
    back = opengotha.read(writing.data).tournament
    assert [entry.name for entry in back.entries] == ["Li Na", "Li Na 4", "Yu"]
    assert back.games == (Game(1, 1, 1, 2, Result.FIRST),)
    assert back.byes == (Bye(1, 3),)


def test_names_of_every_kind_stay_whole():
    names = ['A "B" & <C>', "O'Neil  Sean".replace("  ", " "), "王 楊", "Đoàn Thị Điểm", "X"]
    tournament = Tournament(
        "wmsg2008", tuple(Entry(i, n, rating=0) for i, n in enumerate(names, 1)), game="weiqi"
    )

    back = opengotha.read(opengotha.write(tournament, headings={"location": 'a"b'}).data)

    assert [entry.name for entry in back.tournament.entries] == names
    assert back.headings == {"location": 'a"b'}


def test_what_does_not_fit_is_refused():
    weiqi = replace(simulate(4, 1, "wmsg2008", 1), game="weiqi")

    for tournament, code in (
        (replace(weiqi, game="xiangqi"), ForeignErrorCode.WRONG_GAME),
        (replace(weiqi, rounds=21), ForeignErrorCode.TOO_MANY_ROUNDS),
    ):
        with pytest.raises(CannotWrite) as refused:
            opengotha.write(tournament)
        assert refused.value.problems[0].code is code


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "words"),
    [
        ('name="Ott"', 'name=" "', ForeignErrorCode.MISSING, 5, "name is missing"),
        (
            'firstName="Cy" name="Rho"',
            'firstName="BEN" name="Ott"',
            ForeignErrorCode.NAME_TWICE,
            6,
            "“Ott BEN”",
        ),
        ('rating="2076"', 'rating="high"', ForeignErrorCode.NOT_A_NUMBER, 5, "rating: “high”"),
        (
            'whitePlayer="OTTBEN"',
            'whitePlayer="OTTO"',
            ForeignErrorCode.UNKNOWN_PLAYER,
            10,
            "no player “OTTO”",
        ),
        ('whitePlayer="OTTBEN"', 'whitePlayer="LEPICÉVA"', ForeignErrorCode.AGAINST_HIMSELF, 10, "round 1"),
        (
            'player="RHOCY" roundNumber="1"',
            'player="OTTBEN" roundNumber="1"',
            ForeignErrorCode.TWICE_IN_ROUND,
            14,
            "2",
        ),
        ('roundNumber="2"', 'roundNumber="21"', ForeignErrorCode.UNKNOWN_VALUE, 11, "roundNumber: “21”"),
        ("RESULT_WHITEWINS", "RESULT_ODD", ForeignErrorCode.UNKNOWN_VALUE, 10, "result: “RESULT_ODD”"),
        (
            'numberOfRounds="5"',
            'numberOfRounds="99"',
            ForeignErrorCode.UNKNOWN_VALUE,
            17,
            "numberOfRounds: “99”",
        ),
        ("</Games>", "</Game>", ForeignErrorCode.NOT_XML, 12, "mismatched tag"),
        ("<Tournament ", "<Turnier ", ForeignErrorCode.NOT_XML, 30, "mismatched tag"),
    ],
)
def test_a_wrong_element_is_named_with_its_place(old, new, code, line, words):
    reading = read_text(FILE.replace(old, new, 1))

    assert reading.tournament is None
    flaw = reading.problems[0]
    assert (flaw.code, flaw.place.line) == (code, line)
    assert words in problem_text(flaw)


def test_results_that_nobody_can_have_here_stay_open():
    reading = read_text(FILE.replace("RESULT_WHITEWINS", "RESULT_BOTHWIN"))

    assert reading.tournament.games[0].adjourned
    assert LossCode.RESULTS in {loss.code for loss in reading.losses}


BOMB = "\n".join(
    [
        '<?xml version="1.0"?>',
        "<!DOCTYPE Tournament [",
        '<!ENTITY a0 "ha">',
        *(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12)),
        "]>",
        "<Tournament>&a11;</Tournament>",
    ]
)


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        '<!DOCTYPE Tournament SYSTEM "file:///etc/passwd"><Tournament/>',
        '<!DOCTYPE Tournament [<!ENTITY x SYSTEM "file:///etc/passwd">]><Tournament>&x;</Tournament>',
        "<!DOCTYPE Tournament><Tournament/>",
    ],
)
def test_a_document_type_is_refused_before_anything_is_read(text):
    (flaw,) = read_text(text).problems

    assert flaw.code is ForeignErrorCode.DOCTYPE
    assert flaw.place.line >= 1
    assert "declares a document type" in problem_text(flaw)


@pytest.mark.parametrize("before", ["", "\n", '<?xml version="1.0" encoding="UTF-8"?>\n'])
@pytest.mark.parametrize(
    "named",
    [
        '<!DOCTYPE Tournament SYSTEM "tournament.dtd">',
        "<!DOCTYPE  Tournament\n SYSTEM 'tournament.dtd' >",
        '<!DOCTYPE Tournament SYSTEM "Tournament_v200.dtd">',
        '<!-- by - hand -->\n<!---->\n<!DOCTYPE Tournament SYSTEM "tournament.dtd">',
    ],
)
def test_the_programs_own_document_type_is_passed_over(before, named):
    """It names a file that nobody fetches: no subset, no entity; lines stay where they were."""
    bare = FILE.partition("\n")[2]
    reading = read_text(f"{before}{named}\n{bare}")
    assert reading.problems == ()
    assert reading.tournament == read_text(FILE).tournament
    wrong = read_text(f"{before}{named}\n{bare}".replace('roundNumber="2"', 'roundNumber="x"'))
    lines = f"{before}{named}\n{bare}".split("\n")
    assert [flaw.place.line for flaw in wrong.problems] == [
        number for number, line in enumerate(lines, 1) if 'roundNumber="2"' in line
    ]


@pytest.mark.parametrize(
    "named",
    [
        '<!DOCTYPE Tournament SYSTEM "http://127.0.0.1/tournament.dtd">',
        '<!DOCTYPE Tournament SYSTEM "../tournament.dtd">',
        '<!DOCTYPE Tournament PUBLIC "x" "tournament.dtd">',
        '<!DOCTYPE Tournament SYSTEM "tournament.dtd" [<!ENTITY x "y">]>',
        '<!DOCTYPE Tournament SYSTEM "tournament.dtd" [<!ENTITY % x SYSTEM "x.dtd"> %x;]>',
        '<!DOCTYPE Tournament SYSTEM "tournament.dtd" []>',
        '<!-- <!DOCTYPE Tournament [ --> <!DOCTYPE Tournament [<!ENTITY x "y">]>',
        '<!DOCTYPE Tournament SYSTEM "tournament.dtd"><!DOCTYPE Tournament SYSTEM "tournament.dtd">',
    ],
)
def test_any_other_document_type_is_refused(named):
    reading = read_text(named + FILE.partition("\n")[2])
    assert reading.tournament is None
    assert reading.problems[0].code in (ForeignErrorCode.DOCTYPE, ForeignErrorCode.NOT_XML)


def test_pairgoths_outer_element_of_byes_is_none_itself():
    inner = '<ByePlayer player="RHOCY" roundNumber="1"/>'
    wrapped = FILE.replace("ByePlayers>", "ByePlayer>")
    assert wrapped.count("ByePlayer>") == 2
    assert inner in wrapped
    reading = read_text(wrapped)
    assert reading.problems == ()
    assert reading.tournament == read_text(FILE).tournament


@pytest.mark.slow
def test_large_files_are_refused():
    assert opengotha.read(b"<" * 50_000_000).problems[0].code is ForeignErrorCode.TOO_LARGE
    many = b"<Tournament>" + b"<a/>" * MOST_ELEMENTS + b"</Tournament>"
    assert opengotha.read(many).problems[0].code is ForeignErrorCode.TOO_MANY_ELEMENTS


@pytest.mark.parametrize("depth", [5, 20_000])
@pytest.mark.slow
def test_depth_is_no_danger(depth):
    text = "<Tournament>" + "<a>" * depth + "</a>" * depth + "</Tournament>"

    assert [flaw.code for flaw in read_text(text).problems] == [ForeignErrorCode.NO_PLAYERS]


def test_encodings():
    text = FILE.replace("Ott", "陈").replace("OTT", "陈")
    expected = read_text(text).tournament

    assert expected.entries[1].name == "陈 Ben"
    declared = text.replace('encoding="UTF-8"', 'encoding="GB18030"')
    for data, options in (
        (declared.encode("gb18030"), {}),
        (text.encode("gb18030"), {"encoding": "gb18030"}),
        (text.encode("utf-8-sig"), {}),
        (text.encode("utf-16"), {}),
        (text.replace("\n", "\r\n").encode(), {}),
    ):
        assert opengotha.read(data, **options).tournament == expected
    flaw = opengotha.read(text.encode("gb18030")).problems[0]
    assert (flaw.code, flaw.place.line) == (ForeignErrorCode.UNREADABLE, 4)
    odd = text.replace('encoding="UTF-8"', 'encoding="EBCDIC"').encode()
    assert opengotha.read(odd).problems[0].code is ForeignErrorCode.UNKNOWN_ENCODING


@given(st.integers(0, 10**9), st.integers(1, 8))
def test_no_damage_makes_the_reader_raise(seed, strokes):
    check_reading(opengotha.read(damaged(FILE.encode(), seed, strokes)))


WORDS = ("1", "21", "-1", "", "x", "RESULT_EQUAL", "OTTBEN", "RHOCY", "9" * 30, "0", "PRE")
ATTRIBUTES = ("roundNumber", "result", "blackPlayer", "player", "rating", "numberOfRounds", "participating")


@given(st.lists(st.tuples(st.sampled_from(ATTRIBUTES), st.sampled_from(WORDS)), min_size=1, max_size=6))
def test_no_values_make_the_reader_raise(changes):
    text = FILE
    for name, value in changes:
        head, mark, tail = text.partition(f' {name}="')
        text = f'{head}{mark}{value}"{tail.partition(chr(34))[2]}'
    check_reading(read_text(text))


@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_raise(data):
    check_reading(opengotha.read(data))
