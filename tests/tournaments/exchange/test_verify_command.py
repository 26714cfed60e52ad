"""``manage.py verify``: every given file, every fault, files spoilt one character at a time."""

from __future__ import annotations

import io
import json
import random
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command

from tests.tournaments.pairing.dutch_fields import FIDE
from tournaments.exchange.checking import RoundState, check_claims, check_rounds
from tournaments.exchange.trf import read, write
from tournaments.exchange.trf.claims import claims
from tournaments.pairing.dutch import engine

FAULTS = json.loads((FIDE / "expected.json").read_text())["wrong"]
GIVEN_FILES = sorted(path for folder in ("dutch", "teams") for path in (FIDE / folder).iterdir())


@pytest.fixture(autouse=True)
def _in_this_process():
    before = engine.run_by(engine.pair_file)
    yield
    engine.run_by(before)


def verified(*arguments: str) -> tuple[int, Any]:
    out, err = io.StringIO(), io.StringIO()
    code = 0
    try:
        call_command("verify", *arguments, "--json", stdout=out, stderr=err)
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, json.loads(out.getvalue()) if out.getvalue() else err.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("path", GIVEN_FILES[::9], ids=lambda path: path.stem)
def test_given_files_are_right(path) -> None:
    code, answer = verified(str(path))
    assert (code, answer["ok"], answer["claims"]) == (0, True, [])
    assert answer["ranks_checked"]
    assert {row["state"] for row in answer["rounds"]} == {"ok"}


@pytest.mark.slow
def test_all_given_files_are_right() -> None:
    for path in GIVEN_FILES:
        code, answer = verified(str(path))
        assert (code, answer["ok"], answer["ranks_checked"]) == (0, True, True), path


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FAULTS))
def test_every_fault_is_named_with_its_round_pair_or_number(name: str) -> None:
    fault = FAULTS[name]
    code, answer = verified(str(FIDE / name))
    assert code == 1
    wrong = {row["round"]: row for row in answer["rounds"] if row["state"] != "ok"}
    claimed = {(row["of"], row["number"]) for row in answer["claims"]}
    if fault["kind"] == "points":
        assert ("points", fault["number"]) in claimed
        assert {of for of, _ in claimed if of == "points"} == {"points"}
        assert not wrong
    elif fault["kind"] == "rank":
        assert claimed == {("rank", number) for number in fault["numbers"]}
        assert not wrong
    else:
        assert set(wrong) == {fault["round"]}
        row = wrong[fault["round"]]
        pairs = {frozenset((row["params"]["first"], row["params"]["second"])) for row in row["differences"]}
        expected = [fault["pair"]] if fault["kind"] == "colours" else [*fault["were"], *fault["are"]]
        assert pairs == {frozenset(pair) for pair in expected}
        assert "table" not in {row["code"] for row in row["differences"]}
        if fault["kind"] == "pairs" and row["state"] == "different":
            assert row["why"]


def test_only_the_rounds_that_are_wanted_and_what_cannot_be_read() -> None:
    path = str(FIDE / "dutch" / "plain-01.trf")
    assert [row["round"] for row in verified(path, "--rounds", "2-3")[1]["rounds"]] == [2, 3]
    code, answer = verified(path, "--rounds", "five")
    assert (code, "--rounds" in answer) == (2, True)
    code, answer = verified(str(FIDE / "expected.json"))
    assert code == 2


def spoilt(text: str, *changes: tuple[str, str]) -> bytes:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text.encode()


def plain() -> str:
    return (FIDE / "dutch" / "plain-01.trf").read_bytes().decode()


def test_a_doubled_player_and_a_wrong_count_are_said() -> None:
    text = plain()
    line = next(line for line in text.splitlines(keepends=True) if line.startswith("001"))
    assert read(text.replace(line, line + line).encode()).tournament is None
    losses = read(spoilt(text, ("062 27", "062 26"))).losses
    assert "player-count" in {str(loss.code) for loss in losses}


def test_a_file_that_does_not_say_how_many_rounds_there_are_is_checked_as_if_more_came() -> None:
    tournament = read(spoilt(plain(), ("142 5\r\n", ""))).tournament
    states = [row.state for row in check_rounds(tournament, tables=False)]
    assert states[:4] == [RoundState.OK] * 4


@pytest.mark.slow
def test_of_a_system_that_nobody_knows_only_laws_are_looked_at() -> None:
    text = plain().replace("192 FIDE_DUTCH", "192 FIDE_DUBOV")
    reading = read(text.encode())
    assert "system" in {str(loss.code) for loss in reading.losses}
    rows = check_rounds(reading.tournament, system_known=False)
    assert {row.state for row in rows} == {RoundState.UNCHECKED}
    games = reading.tournament.games
    again = next(game for game in games if game.round == 1)
    late = next(game for game in games if game.round == 2 and again.first in (game.first, game.second))
    other = late.second if late.first == again.first else late.first
    partner = next(game for game in games if game.round == 2 and again.second in (game.first, game.second))
    third = partner.second if partner.first == again.second else partner.first
    changed = [game for game in games if game not in (late, partner)]
    changed += [replace(late, first=again.first, second=again.second)]
    changed += [replace(partner, first=other, second=third)]
    rows = check_rounds(replace(reading.tournament, games=tuple(changed)), system_known=False)
    assert rows[1].state is RoundState.ILLEGAL
    assert any("rematch" in str(notice.code) for notice in rows[1].broken)


@pytest.mark.long
def test_files_spoilt_one_character_at_a_time_end_in_an_answer() -> None:
    chance = random.Random("spoilt")
    for path in GIVEN_FILES[::6]:
        text = path.read_bytes().decode()
        for _ in range(25):
            at = chance.randrange(len(text))
            data = (text[:at] + chance.choice("0123456789 wb=-+XZ?\n") + text[at + 1 :]).encode()
            reading = read(data)
            if reading.tournament is None:
                assert reading.problems
                continue
            made = claims(data)
            check_claims(reading.tournament, made)
            check_rounds(reading.tournament, tables=False, rounds=[1, reading.tournament.last_round])


# What TRF26 carries


@pytest.mark.parametrize("path", GIVEN_FILES[::5], ids=lambda path: path.stem)
def test_a_file_that_is_written_again_is_the_same_tournament(path) -> None:
    reading = read(path.read_bytes())
    writing = write(reading.tournament, 26, headings=reading.headings)
    again = read(writing.data)
    assert again.tournament == reading.tournament
    assert again.headings == reading.headings
    assert not [*reading.losses, *writing.losses, *again.losses]


def test_criteria_of_fide_and_our_own_are_carried_and_others_are_lost() -> None:
    text = plain().replace("212 PTS,BH/C1,BH,SB,WIN", "212 PTS,BH-C1,OTHER_SOS,MUMBLE,OTHER_LUCK,GE")
    reading = read(text.encode())
    assert reading.tournament.tiebreaks == ("fide-buchholz/cut-1", "sos", "rounds-elected")
    assert {loss.place.text for loss in reading.losses} == {"MUMBLE", "OTHER_LUCK"}
    lines = write(reading.tournament, 26).data.decode().splitlines()
    assert "202 BH/C1,OTHER_SOS,REP" in lines
    assert "212 PTS,BH/C1,OTHER_SOS,REP" in lines
    assert not [
        line for line in write(reading.tournament, 16).data.decode().splitlines() if "212" in line[:3]
    ]


def test_comments_and_the_method_of_the_first_list_come_back() -> None:
    text = plain().replace("192 FIDE_DUTCH", "172 FID rating\r\n192 FIDE_DUTCH\r\n### MPA @ Round 2: 1-2")
    reading = read(text.encode())
    lines = write(reading.tournament, 26, headings=reading.headings).data.decode().splitlines()
    assert "172 FID rating" in lines
    assert "### MPA @ Round 2: 1-2" in lines
    old = write(reading.tournament, 16, headings=reading.headings).data.decode()
    assert "###" not in old
