"""Lines of a journal as a backup brings them, with facts that are wrong in every way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from django.db import transaction

from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.tournaments.backups.files import everything_there_is
from tournaments.acts.undo._inverses import INVERSES
from tournaments.acts.undo.undo import undo
from tournaments.models import Event
from tournaments.policy import Act, acts_of

WRONG: list[Any] = ["x", "", -1, 2**70, 1.5, [], [1], {}, {"x": "y"}, {"1": "y"}, {"²": None}]
FLAGS = (
    "whole",
    "pinned",
    "urgent",
    "absent",
    "may_pair",
    "online",
    "check_in_needed",
    "forfeit",
    "agreed",
    "overruled",
)
ENDS = (
    "0001-01-01T00:00:00+14:00",
    "0001-01-01T00:00:00+00:00",
    "1899-12-31T23:59:00+00:00",
    "2201-01-01T00:00:00+00:00",
    "9999-12-31T23:59:00+00:00",
    "9999-12-31T23:59:00-12:00",
)
MORE: dict[str, list[Any]] = {
    "game": [0, 2**15, 2**31 - 1],
    "table": [0, 2**31 - 1],
    "start_times": [{"1": item} for item in (*ENDS, "2015-09-21", "2015-09-21T14:00", 7)],
    "match_start": [*ENDS, "2015-09-21", "2015-09-21T14:00", 7],
    "teams": [{"9" * 9: 1}],
    "role": ["king"],
    "user": [0, 2**31 - 1],
    "status": ["gone"],
}
POINTS = ("match_points", "board_points")
"""An empty field is none."""
PLACES = ("sources",)
"""No places: players enter by themselves."""
LEFT_OUT = (
    *("carries", "game", "entries", "half_point", "full_point", "until", "komi", "match_start"),
    *("from_round", "adjourned"),
)
BEFORE = {
    Act.REPORT_RESULT: ("value", "forfeit"),
    Act.FORFEIT_MATCH: ("lost_by",),
    "decide_match": ("decided_for", "decided_by"),
}
"""What acts tell that may have found nothing before them; none of it is told where they did not."""


def forged(line: JournalEntry, **facts: Any) -> JournalEntry:
    """The line once more, as a backup brings it: with the time that it says."""
    line = copy(line)
    vars(line).update(facts, pk=None, id=None)
    line.save_base(raw=True, force_insert=True)
    return line


def spoilt(line: JournalEntry) -> Iterator[tuple[str, JournalEntry]]:
    """The line with each of its facts wrong in every way."""
    inverse = INVERSES[line.act]
    names = {"before": BEFORE.get(line.act, tuple(inverse.before)), "after": tuple(inverse.after)}
    for side, answer in names.items():
        for name in answer:
            wrong = [*WRONG, *MORE.get(name, [])]
            wrong = [value for value in wrong if value != "" or name not in (*POINTS, "carries")]
            wrong = [value for value in wrong if value != [] or name not in PLACES]
            wrong += [] if name in LEFT_OUT or line.act == "set_fixed_table" else [None]
            wrong += [7] if name in FLAGS else [True]
            for value in wrong:
                facts = {**(getattr(line, side) or {}), name: value}
                yield f"{line.act} {side}.{name}={value!r}", forged(line, **{side: facts})


def undone_though_spoilt(event: Event, done: Mapping[str, JournalEntry], users: list[User]) -> list[str]:
    """With all its facts right a line is undone as often as it is forged. With one that is wrong: those that
    are all the same, or leave anything behind."""
    rights = {user: acts_of(user, event) for user in users}
    undone = []
    for act, line in done.items():
        by = next(user for user in users if INVERSES[act].act in rights[user])
        with transaction.atomic():
            undo(event=event, entry=forged(line).pk, reason="x", by=by)
            transaction.set_rollback(True)
        cases = list(spoilt(line))
        before = everything_there_is()
        for name, case in cases:
            try:
                undo(event=event, entry=case.pk, reason="x", by=by)
            except Refusal:
                continue
            undone.append(name)
        undone += [] if everything_there_is() == before else [f"{act} leaves something behind"]
    return undone
