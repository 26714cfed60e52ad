"""Words for every code of games' acts and policy, beside those of tournaments."""

from __future__ import annotations

import ast
from pathlib import Path

import games
from games.policy import ROLES, STATES, RecordAct
from games.records.game import FaultCode
from games.wording import live
from games.wording.acts import DOES
from games.wording.records import FAULTS
from games.wording.refusals import WORDS
from games.xiangqi.board import Illegal
from tournaments.wording import acts, refusals
from tournaments.wording.acts import act_name, done_name
from tournaments.wording.refusals import refusal_sentence

ROOM = Path(str(games.__file__)).parent
CALLS = [
    node
    for path in sorted(ROOM.rglob("*.py"))
    if "wording" not in path.parts
    for node in ast.walk(ast.parse(path.read_text()))
]
CONSTANTS = {node.value for node in CALLS if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_refusal_has_its_words_and_every_word_its_refusal() -> None:
    raised = {
        node.args[0].value
        for node in CALLS
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("Refusal", "Conflict")
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(raised) > 20
    assert raised <= {
        *WORDS,
        *live.REFUSALS,
        *refusals.WORDS,
        "state",
    }  # whose sentence names the act and the state
    # Some are raised by a name that a pure room gave.
    assert set(WORDS) <= CONSTANTS
    assert WORDS.keys().isdisjoint(refusals.WORDS)
    assert refusal_sentence("record-conflict", {"table": 4}).endswith("a record for table 4 in the meantime.")


def test_every_act_has_its_words_roles_and_states() -> None:
    assert {str(act) for act in RecordAct} == set(DOES) == set(ROLES)
    # Whether running games are shown is said for a section, whatever its rounds are at.
    assert set(STATES) == set(ROLES) - {"show_live"}
    # What is allowed by one act may be recorded as another: handing in a sheet is handing in a record.
    assert DOES.keys().isdisjoint(acts.DOES)
    assert act_name("accept_record") == "Accept game records"
    assert done_name("accept_record") == "record accepted"
    sentence = refusal_sentence("state", {"act": "submit_record", "state": "draft", "round": 3})
    assert sentence == "Submit and correct game records: not possible while round 3 is a draft."


def test_every_fault_has_its_words() -> None:
    assert set(FAULTS) == {*FaultCode, *Illegal, "not-notation", "no-such-piece", "ambiguous"}
