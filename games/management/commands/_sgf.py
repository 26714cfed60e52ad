"""SGF for ``check_record``: the objects of a file's games, their text, and the exit code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rulebooks.weiqi import PRACTICE, REPETITION, STRICT, findings
from games.weiqi.answer import weiqi_answer
from games.weiqi.judging import judge
from games.weiqi.reading import read_file
from games.weiqi.record import WeiqiRecord
from games.wording.findings import finding_object
from games.wording.weiqi import weiqi_fault_text
from tournaments.management.commands._plain import (
    to_json,
)


def check_sgf(raw: bytes, name: str, rulebooks: Sequence[str], *, as_json: bool) -> tuple[str, int]:
    """Say what to print, and the exit code."""
    wanted = [rulebook for rulebook in rulebooks if rulebook in REPETITION] or [PRACTICE]
    # ``weiqi-strict`` judges legality if it is named, else ``weiqi``.
    wanted.sort(key=STRICT.__ne__)
    answers = [_answer(record, name, wanted) for record in read_file(raw)]
    text = "".join(to_json(answer_) + "\n" if as_json else _as_text(answer_) for answer_ in answers)
    return text, int(not all(answer_["valid"] for answer_ in answers))


def _answer(record: WeiqiRecord, name: str, rulebooks: Sequence[str]) -> dict[str, Any]:
    played = [judge(record, REPETITION[rulebook]) for rulebook in dict.fromkeys(rulebooks)]
    findings_of_record = [finding_object(finding) for judged in played for finding in findings(judged)]
    return weiqi_answer(played[0], name, weiqi_fault_text, findings_of_record)


def _as_text(answer_: dict[str, Any]) -> str:
    name = answer_["file"] if not answer_["index"] else f"{answer_['file']} [{answer_['index']}]"
    state = "valid" if answer_["valid"] else "not valid"
    area = answer_["area"]
    lines = [
        f"{name}: {state}, {answer_['plies']} plies, {answer_['ending']}, result {answer_['result']}",
        f"  area as it stands: Black {area['first']}, White {area['second']}, shared {area['shared']}",
    ]
    for fault in answer_["faults"]:
        where = [f"{key} {fault[key]}" for key in ("line", "ply") if fault[key] is not None]
        meant = f" (meant: {', '.join(fault['candidates'])}?)" if fault["candidates"] else ""
        lines.append(f"  {', '.join(where) or 'record'}: {fault['cause']}: {fault['message']}{meant}")
    lines += [
        f"  ply {finding['ply']}: {finding['kind']}: "
        f"{finding['message']} ({finding['rulebook']} {finding['article']})"
        for finding in answer_["findings"]
    ]
    return "\n".join(lines) + "\n"
