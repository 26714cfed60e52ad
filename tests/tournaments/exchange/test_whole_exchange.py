"""``exchange cup.xml``: an OpenGotha file goes whole into the formats of the federations and back."""

import pytest

from tests import command_line
from tests.tournaments.exchange.congresses import juvisy
from tournaments.exchange.congress import aga, egd, ffg
from tournaments.exchange.opengotha import read_document, write_document


def run(*words):
    """(exit code, standard output, standard error)."""
    done = command_line.run(*words)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "juvisy.xml"
    path.write_bytes(write_document(juvisy()))
    return path


@pytest.mark.parametrize(("to", "room"), [("h9", egd), ("tou", ffg), ("aga", aga)])
@pytest.mark.slow
def test_the_tables_of_the_federations(file, tmp_path, to, room):
    out = tmp_path / f"juvisy.{to}"
    code, _, err = run("exchange", str(file), "--to", to, "--out", str(out))
    assert code == 0
    assert out.read_bytes() == room.write(read_document(file.read_bytes()).document).data
    assert err.count("lost: ") == (to == "aga")  # players without a number
    # No country of the event, no numbers of its players.
    assert err.count("missing: ") == (2 if to == "h9" else 0)


@pytest.mark.slow
def test_back_into_opengotha(file, tmp_path):
    out = tmp_path / "again.xml"
    assert run("exchange", str(file), "--to", "opengotha", "--out", str(out))[0] == 0
    assert out.read_bytes() == file.read_bytes()


@pytest.mark.slow
def test_numbers_and_headings(file, tmp_path):
    out = tmp_path / "juvisy.h9"
    file.write_text(file.read_text().replace('egfPin=""', 'egfPin="12345678"', 1))
    assert run("exchange", str(file), "--to", "h9", "--pins", "--heading", "CL=B", "--out", str(out))[0] == 0
    text = out.read_bytes()
    assert text.startswith(b"; CL[B]\n")
    assert text.count(b" |12345678\n") == 1


@pytest.mark.slow
def test_games_by_default_as_rounds_without_a_game(file, tmp_path):
    out = tmp_path / "juvisy.h9"
    file.write_text(file.read_text().replace("RESULT_WHITEWINS", "RESULT_WHITEWINS_BYDEF", 1))
    assert run("exchange", str(file), "--to", "h9", "--out", str(out))[0] == 0
    assert out.read_bytes().count(b"!") == 2
    assert run("exchange", str(file), "--to", "h9", "--no-defaults", "--out", str(out))[0] == 0
    assert b"!" not in out.read_bytes()


@pytest.mark.slow
def test_these_need_an_opengotha_file(file, tmp_path):
    json = tmp_path / "juvisy.json"
    assert run("exchange", str(file), "--to", "json", "--out", str(json))[0] == 0
    code, _, err = run("exchange", str(json), "--to", "tou", "--out", str(tmp_path / "x"))
    assert code == 2
    assert "from an OpenGotha file only" in err
    assert not (tmp_path / "x").exists()


@pytest.mark.slow
def test_a_file_of_macmahon_goes_the_same_way(tmp_path):
    path, out = tmp_path / "cup.xml", tmp_path / "cup.h9"
    path.write_text(
        "<Tournament><Name>Cup</Name><IndividualParticipant><Id>1</Id><GoPlayer><Surname>A</Surname></GoPlayer>"
        "</IndividualParticipant><IndividualParticipant><Id>2</Id><GoPlayer><Surname>B</Surname></GoPlayer>"
        "</IndividualParticipant><TournamentRound><RoundNumber>1</RoundNumber><Pairing><Black>1</Black>"
        "<White>2</White><Result>1-0</Result></Pairing></TournamentRound></Tournament>"
    )
    words = ("exchange", str(path), "--from", "macmahon", "--out", str(out), "--to")
    assert run(*words, "h9")[0] == 0
    assert b"; EV[Cup]\n" in out.read_bytes()
    code, _, err = run(*words, "json")
    assert code == 2
    assert "only" in err


@pytest.mark.slow
def test_a_file_of_macmahon_is_known_by_itself(tmp_path):
    """Read as OpenGotha's it would be a tournament of nobody."""
    path, out = tmp_path / "cup.xml", tmp_path / "cup.h9"
    path.write_text(
        '<Tournament typeversion="9"><Name>Cup</Name><IndividualParticipant><Id>1</Id>'
        "<GoPlayer><Surname>A</Surname></GoPlayer></IndividualParticipant></Tournament>"
    )
    assert run("exchange", str(path), "--to", "h9", "--out", str(out))[0] == 0
    assert b"; EV[Cup]\n" in out.read_bytes()
