"""An event made from another one: everything about how it is played, nothing of who plays."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.factories import make_entries, make_prizes, make_section
from tournaments.acts.events import NOT_COPIED, copy_event
from tournaments.models import Event, Round, Section

DATES = {"starts": date(2027, 11, 20), "ends": date(2027, 11, 28)}


def copied(cast: Cast, **values: Any) -> Event:
    arguments = {"event": cast.event, "slug": "next", "name": "Next", "by": cast.alice, **DATES} | values
    return Event.objects.get(pk=copy_event(**arguments)["event"])


@pytest.fixture
@remembered
def rich(cast: Cast) -> Cast:
    """A second section in which nothing has its default, and which has been played."""
    section = make_section(
        cast.event,
        "open",
        name="Open",
        native_name="公开组",
        game="weiqi",
        system="wmsg2008",
        grouping="columns",
        rounds=7,
        rulebook="weiqi-strict",
        preset="wmsg2008",
        tiebreaks=["sos"],
        points={"win": "2"},
        counted_players=3,
        base_seconds=1800,
        increment_seconds=10,
        move_limit=200,
        ladder="none",
        online=True,
        state="running",
        seed="old",
        lots_drawn_at=timezone.now(),
        options={"final": {"after": 5, "players": [3, 1], "third_place": False}, "seeds": [1], "size": 13},
    )
    make_entries(section, 4)
    make_prizes(section)
    Round.objects.filter(section=section).update(starts_at=timezone.now(), state="closed")
    return cast


def test_sections_with_everything_but_players(rich: Cast) -> None:
    event = copied(rich, native_name="下届", place="Hanoi", time_zone="Asia/Ho_Chi_Minh")
    assert (event.name, event.place, event.time_zone, event.listed) == (
        "Next",
        "Hanoi",
        "Asia/Ho_Chi_Minh",
        False,
    )
    assert list(event.sections.values_list("slug", flat=True)) == ["men", "open"]
    old, new = (Section.objects.get(event=row, slug="open") for row in (rich.event, event))
    same = [field.name for field in Section._meta.concrete_fields if field.name not in NOT_COPIED]
    assert {name: getattr(new, name) for name in same} == {name: getattr(old, name) for name in same}
    assert (new.state, new.lots_drawn_at) == (Section.State.DRAFT, None)
    assert new.seed not in ("", "old")
    assert new.options == {"final": {"after": 5, "third_place": False}, "size": 13}
    assert not new.entries.exists()
    rounds = list(new.round_set.values_list("number", "state", "starts_at"))
    assert rounds == [(number, "planned", None) for number in range(1, 8)]


def test_categories_and_prizes_lead_to_each_other_again(rich: Cast) -> None:
    event = copied(rich)
    new = Section.objects.get(event=event, slug="open")
    europe = new.categories.get()
    assert not europe.entry_set.exists()
    best, other = new.prizes.all()
    assert (other.category, other.exclusive_with, best.exclusive_with) == (europe, best, None)


def test_roles_that_were_chosen(rich: Cast) -> None:
    held = {m.user.username: m for m in rich.event.memberships.select_related("user")}
    held["frank"].may_pair = True
    held["frank"].save()
    charlie = rich.charlie.memberships.get()
    event = copied(rich, memberships=[held["bob"].pk, held["frank"].pk, held["alice"].pk, charlie.pk])
    collected = {(m.user.username, m.role, m.may_pair) for m in event.memberships.select_related("user")}
    assert collected == {
        ("alice", "chief-organiser", False),
        ("bob", "chief-referee", False),
        ("frank", "organiser", False),
    }


def test_who_may_and_once(rich: Cast) -> None:
    for user in (rich.frank, rich.bob, rich.charlie):
        with pytest.raises(Denied):
            copied(rich, by=user)
    first = copied(rich, by=rich.admin, once="k")
    assert copied(rich, by=rich.admin, once="k") == first
    assert first.memberships.get().user == rich.admin
    line = JournalEntry.objects.get(act="copy_event")
    assert (line.scope, line.after["copied"]) == (f"event:{first.pk}", "test")


def test_what_is_refused(rich: Cast) -> None:
    for values, code in (
        ({"slug": "test"}, "event-slug-taken"),
        ({"ends": date(2027, 1, 1)}, "event-dates"),
        ({"name": "a\u202eb"}, "name-not-printable"),
    ):
        with pytest.raises(Refusal) as refused:
            copied(rich, **values)
        assert refused.value.code == code
    assert Event.objects.count() == 2
