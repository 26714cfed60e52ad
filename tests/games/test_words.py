"""Words for every code of games' acts and policy, beside those of tournaments."""

from __future__ import annotations

import ast
from pathlib import Path

import games.acts
from games.policy import ROLES, STATES, RecordAct
from games.records.game import FaultCode
from games.wording.acts import DOES, DONE
from games.wording.records import FAULTS
from games.wording.refusals import WORDS
from games.xiangqi.board import Illegal
from tournaments.wording import acts, refusals
from tournaments.wording.acts import act_name, done_name
from tournaments.wording.refusals import refusal_sentence

SOURCES = sorted(Path(str(games.acts.__file__)).parent.glob("*.py"))


def test_every_refusal_has_its_words_and_every_word_its_refusal() -> None:
    raised = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Refusal", "Conflict"):
                raised.add(ast.literal_eval(node.args[0]))
    assert raised - set(refusals.WORDS) == set(WORDS)
    assert WORDS.keys().isdisjoint(refusals.WORDS)
    assert refusal_sentence("record-conflict", {"table": 4}).endswith("a record of table 4 meanwhile.")


def test_every_act_has_its_words_roles_and_states() -> None:
    assert {str(act) for act in RecordAct} == set(DOES) == set(ROLES) == set(STATES)
    assert set(DONE) <= set(DOES)
    assert DOES.keys().isdisjoint(acts.DOES)
    assert act_name("accept_record") == "Accept game records"
    assert done_name("accept_record") == "record accepted"
    said = refusal_sentence("state", {"act": "submit_record", "state": "draft", "round": 3})
    assert said == "Hand in and correct game records: not while round 3 is a draft."


def test_every_fault_has_its_words() -> None:
    assert set(FAULTS) == {*FaultCode, *Illegal, "not-notation", "no-such-piece", "ambiguous"}
