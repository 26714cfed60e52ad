"""``pairing_costs FILE --round N``: a table of every pair, from a file as OpenGotha writes it."""

import pytest

from tests import command_line
from tests.tournaments.pairing.gotha.builders import played
from tournaments.exchange.opengotha import Document, read_document, write_document
from tournaments.pairing.gotha import TERMS, Valuation, draw, enter


def run(*words):
    """(exit code, standard output, standard error)."""
    done = command_line.run(*words)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "congress.xml"
    path.write_bytes(write_document(Document(played(9, 2, 7))))
    return path


@pytest.mark.slow
def test_a_line_for_every_pair(file):
    code, out, err = run("pairing_costs", str(file), "--round", "3")
    assert (code, err) == (0, "")
    head, *rows = [line.split("\t") for line in out.splitlines()]
    assert head == ["better", "worse", *TERMS, "total"]
    entering = enter(read_document(file.read_bytes()).document.event, 3)
    size = len(entering.members) // 2 * 2
    assert len(rows) == size * (size - 1) // 2
    first_one, other = entering.members[0], entering.members[1]
    terms = Valuation(entering).terms(first_one, other)
    assert rows[0] == [first_one.player.name, other.player.name, *map(str, terms), str(terms.total)]
    assert " " in first_one.player.name


@pytest.mark.slow
def test_who_has_the_bye_is_in_no_pair(tmp_path):
    """By the file in a round that it has, else by the rule."""
    event = played(9, 2, 7)
    values = {bye.round: bye.number for bye in event.byes} | {3: draw(event, 3).bye}
    path = tmp_path / "odd.xml"
    path.write_bytes(write_document(Document(event)))
    names = {player.number: player.name for player in event.players}
    for n, number in values.items():
        _, out, _ = run("pairing_costs", str(path), "--round", str(n))
        seen = {name for line in out.splitlines()[1:] for name in line.split("\t")[:2]}
        assert seen == {member.player.name for member in enter(event, n).members} - {names[number]}


@pytest.mark.slow
def test_what_cannot_be_answered(file, tmp_path):
    assert run("pairing_costs", str(file), "--round", "9")[0] == 1
    code, out, err = run("pairing_costs", str(tmp_path / "none.xml"), "--round", "1")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    spoilt = file.read_text().replace('handicap="0"', 'handicap="12"', 1)
    file.write_text(spoilt)
    code, _, err = run("pairing_costs", str(file), "--round", "3")
    assert code == 2
    assert "Game handicap: “12” is not" in err


@pytest.mark.slow
def test_only_the_pairs_that_the_rule_makes(file):
    code, out, err = run("pairing_costs", str(file), "--round", "3", "--pairing")
    assert (code, err) == (0, "")
    event = read_document(file.read_bytes()).document.event
    drawn = draw(event, 3)
    names = {player.number: player.name for player in event.players}
    head, *rows = [line.split("\t") for line in out.splitlines()]
    assert head == ["table", "white", "black", "handicap", *TERMS, "total"]
    assert rows[0] == [
        *("1", names[drawn.pairs[0].white], names[drawn.pairs[0].black], str(drawn.pairs[0].handicap)),
        *map(str, drawn.pairs[0].terms),
        str(drawn.pairs[0].terms.total),
    ]
    assert rows[-1] == ["sum", str(drawn.sum)]
    assert (rows[-2] == ["bye", names[drawn.bye]]) if drawn.bye else (len(rows) == len(drawn.pairs) + 1)
    assert run("pairing_costs", str(file), "--round", "9", "--pairing")[0] == 1


@pytest.mark.slow
def test_each_pair_with_its_reasons(file):
    code, out, err = run("pairing_costs", str(file), "--round", "3", "--why")
    assert (code, err) == (0, "")
    drawn = draw(read_document(file.read_bytes()).document.event, 3)
    reasons = [line for line in out.splitlines() if line.startswith("\t")]
    assert len(reasons) == sum(len(p.grounds) for p in drawn.pairs) + (drawn.bye is not None)
    assert reasons[0].split("\t")[1] == str(drawn.pairs[0].terms.duplicate)
    assert all(line.endswith(".") for line in reasons)
