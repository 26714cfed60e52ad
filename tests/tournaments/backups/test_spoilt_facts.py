"""Facts of a journal that are right but for one: such an act is not undone, and what is there stays."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import transaction

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.factories import make_link
from tests.tournaments.backups.files import everything_there_is
from tests.world import World
from tournaments.acts._inverses import INVERSES
from tournaments.acts.adjourning import adjourn_game
from tournaments.acts.announcements import (
    Texts,
    announce,
    pin_announcement,
    restore_announcement,
    withdraw_announcement,
)
from tournaments.acts.attendance import check_in, reinstate, require_check_in, set_absence, withdraw
from tournaments.acts.change_section import set_fixed_table
from tournaments.acts.event_settings import change_event
from tournaments.acts.own_table import tell_result
from tournaments.acts.people import delegate_pairing, grant_role, revoke_role
from tournaments.acts.prizes import set_categories
from tournaments.acts.results import report_result, take_back_result
from tournaments.acts.rulings import lift_rule, rule_pair
from tournaments.acts.sections import set_schedule
from tournaments.acts.teams import add_team, place_in_teams
from tournaments.acts.undo import undo
from tournaments.models import Category, Entry, Event, Membership, ResultReport, Role
from tournaments.policy import Act, acts_of

pytestmark = pytest.mark.django_db

WRONG: list[Any] = ["x", "", -1, 2**70, 1.5, [], [1], {}, {"x": "y"}, {"1": "y"}, {"²": None}]
FLAGS = ("whole", "pinned", "absent", "may_pair", "online", "check_in_needed", "forfeit", "agreed")
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
    "start_times": [{"1": one} for one in (*ENDS, "2015-09-21", "2015-09-21T14:00", 7)],
    "teams": [{"9" * 9: 1}],
    "role": ["king"],
    "user": [0, 2**31 - 1],
    "status": ["gone"],
}
LEFT_OUT = ("game", "entries", "half_point", "until")
PLAYED = {"value": None, "forfeit": None}


def acts_done(world: World) -> dict[str, JournalEntry]:
    """Every act whose undoing rests on facts, done; each can be undone, whatever becomes of the others."""
    round_, section, event = world.published(), world.section, world.event
    alice, bob, carol, dave = (world.users[name] for name in ("alice", "bob", "carol", "dave"))

    def entry(number: int) -> Entry:
        return Entry.objects.select_related("section__event").get(section=section, number=number)

    require_check_in(section=section, needed=False, by=alice)
    set_fixed_table(entry=entry(7), table=4, by=carol)
    check_in(entries=[entry(3)], present=False, by=carol)
    set_absence(entries=[entry(4)], round_number=2, absent=True, by=alice)
    withdraw(entries=[entry(6)], reason="ill", by=alice)
    reinstate(entries=[entry(6)], reason="well", by=alice)
    withdraw(entries=[entry(5)], reason="ill", by=alice)
    Category.objects.create(section=section, key="women", name="Women")
    set_categories(section=section, categories={entry(2).pk: ["women"]}, by=carol)
    team = int(str(add_team(section=section, name="A", by=alice)["team"]))
    place_in_teams(section=section, teams={entry(1).pk: team}, by=alice)
    add_team(section=section, name="B", by=alice)
    pair = {"kind": "forbidden", "first": 1, "second": 2}
    rule = rule_pair(round_=world.round(2), reason="family", by=bob, **pair)["rule"]
    lift_rule(round_=world.round(2), rule=int(str(rule)), by=bob)
    grant_role(event=event, user=world.users["nobody"], role=Role.DESK, by=alice)
    revoke_role(event=event, membership=_membership(event, "nobody"), by=alice)
    delegate_pairing(event=event, membership=_membership(event, "frank"), may_pair=True, by=bob)
    set_schedule(section=section, starts={1: datetime(2015, 9, 21, 6, tzinfo=UTC)}, by=alice)
    seen = int(str(report_result(round_=round_, table=3, value="1-0", seen=None, by=carol)["report"]))
    take_back_result(round_=round_, table=3, seen=seen, reason="no", by=dave)
    seen = int(str(report_result(round_=round_, table=1, value="1-0", seen=None, by=carol)["report"]))
    report_result(round_=round_, table=1, value="0-1", seen=seen, reason="misread", by=dave)
    for colour, outcome in (("first", "win"), ("second", "loss")):
        link = make_link(round_.pairings.get(table=2).seats.get(colour=colour).entry)
        tell_result(by=link, round_=round_, outcome=outcome)
    back, gone, there = (
        announce(event=event, texts=Texts(en="Lunch"), by=alice)["announcement"] for _ in range(3)
    )
    for key in (back, gone):
        withdraw_announcement(event=event, announcement=key, by=alice)
    restore_announcement(event=event, announcement=back, by=alice)
    pin_announcement(event=event, announcement=there, pinned=True, by=alice)
    adjourn_game(round_=round_, table=4, by=dave)
    change_event(event=event, name="Another Cup", place="Kuching", reason="a slip", by=alice)
    rested = {act for act, inverse in INVERSES.items() if inverse.before or inverse.after}
    lines = JournalEntry.objects.filter(scope=f"event:{event.pk}", act__in=rested).order_by("pk")
    done = {line.act: line for line in lines}
    assert set(done) == rested
    return done


def _membership(event: Event, username: str) -> int:
    return Membership.objects.get(event=event, user__username=username).pk


def forged(line: JournalEntry, **facts: Any) -> JournalEntry:
    """The line once more, as a backup brings it: with the time that it says."""
    line = copy(line)
    vars(line).update(facts, pk=None, id=None)
    line.save_base(raw=True, force_insert=True)
    return line


def spoilt(line: JournalEntry) -> Iterator[tuple[str, JournalEntry]]:
    """The line with each of its facts wrong in every way."""
    inverse = INVERSES[line.act]
    shapes = {"before": inverse.before, "after": inverse.after}
    if line.act == Act.REPORT_RESULT:
        shapes["before"] = PLAYED  # type: ignore[assignment]  # only the names matter here
    for side, shape in shapes.items():
        for name in shape:
            wrong = [*WRONG, *MORE.get(name, [])]
            wrong += [] if name in LEFT_OUT or line.act == "set_fixed_table" else [None]
            wrong += [7] if name in FLAGS else [True]
            for value in wrong:
                facts = {**(getattr(line, side) or {}), name: value}
                yield f"{line.act} {side}.{name}={value!r}", forged(line, **{side: facts})


def test_one_wrong_fact_is_enough(drawn: World) -> None:
    done = acts_done(drawn)
    users = [drawn.users[name] for name in ("alice", "bob")]
    rights = {user: acts_of(user, drawn.event) for user in users}
    undone = []
    for act, line in done.items():
        by = next(user for user in users if INVERSES[act].act in rights[user])
        # With all its facts right a forged line is as good as any.
        with transaction.atomic():
            undo(event=drawn.event, entry=forged(line).pk, reason="x", by=by)
            transaction.set_rollback(True)
        cases = list(spoilt(line))
        before = everything_there_is()
        for name, case in cases:
            try:
                undo(event=drawn.event, entry=case.pk, reason="x", by=by)
            except Refusal:
                continue
            undone.append(name)
        assert undone == []
        assert everything_there_is() == before


def test_a_game_that_is_not_said_is_the_first(drawn: World) -> None:
    done = acts_done(drawn)
    line = done["take_back_result"]
    case = forged(line, before={**line.before, "game": None})
    undo(event=drawn.event, entry=case.pk, reason="x", by=drawn.users["bob"])
    report = ResultReport.objects.in_force().get(pairing__table=3)
    assert (report.game, report.value) == (1, "1-0")
