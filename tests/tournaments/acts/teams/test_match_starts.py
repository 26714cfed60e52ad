"""A match of teams that is played at a time of its own: who sets it, what follows it, what is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.policy import Denied, Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast, last
from tests.teams_world import (
    all_reported,
    captain_link,
    closed,
    drawn_teams,
    match_at,
    numbers,
    round_of,
    teams_playing,
    waiting_round,
)
from tests.working import compute
from tournaments.acts.adjust_round import Flip, Swap, adjust_round
from tournaments.acts.drafts import pair_round
from tournaments.acts.event_settings import change_event
from tournaments.acts.refereeing.no_shows import forfeit_absent
from tournaments.acts.results import report_result
from tournaments.acts.sections import set_schedule
from tournaments.acts.teams.line_ups import hand_in_line_up
from tournaments.acts.teams.match_starts import move_match
from tournaments.acts.teams.team_matches import forfeit_match
from tournaments.acts.undo.undo import undo
from tournaments.models import Event, Match, Round, Section, Team
from tournaments.queries.presence import idle_tables
from tournaments.queries.teams.line_ups import deadline_of
from tournaments.todo import about, needs_of
from tournaments.wording.refusals import refusal_sentence

AT = datetime(2026, 11, 27, 6, 30, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
@remembered
def playing(cast: Cast) -> Round:
    return teams_playing(cast)


@pytest.fixture
@remembered
def waiting(cast: Cast) -> Round:
    """Two matches wait for line-ups; the event goes on for weeks."""
    today = timezone.now().date()
    Event.objects.filter(pk=cast.event.pk).update(starts=today - 2 * DAY, ends=today + 60 * DAY)
    return waiting_round(cast)


def moved(round_: Round, starts: datetime | None, **more: Any) -> Any:
    arguments: dict[str, Any] = {"match": 1, "starts": starts} | more
    return move_match(round_=round_of(round_.section, round_.number), **arguments)


def refused(round_: Round, starts: datetime | None, **more: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        moved(round_, starts, **more)
    assert refusal_sentence(refusal.value.code, refusal.value.params)
    return refusal.value


def own_starts(round_: Round) -> list[datetime | None]:
    matchs = Match.objects.filter(round__section=round_.section, round__number=round_.number)
    return list(matchs.exclude(table=None).order_by("table").values_list("starts_at", flat=True))


def revealed(round_: Round) -> list[int]:
    return [match.table or 0 for match in Match.objects.filter(round=round_, revealed_at__isnull=False)]


def hand_in(round_: Round, team: Team) -> None:
    link = captain_link(team)
    hand_in_line_up(round_=round_of(round_.section, 1), team=team.pk, players=numbers(team)[:3], by=link)


def wake(round_: Round) -> None:
    """The worker comes to what was asked for the deadline."""
    Job.objects.filter(key=f"reveal:round:{round_.pk}").update(due_at=timezone.now())
    compute()


@pytest.mark.slow
def test_organisers_and_the_chief_referee_move_a_match_and_bring_it_back(cast: Cast, playing: Round) -> None:
    answer = moved(playing, AT.replace(second=17), by=cast.alice)
    assert answer == {"match": 1, "starts": "2026-11-27T06:30:00+00:00"}
    assert own_starts(playing) == [AT, None]
    moved(playing, AT + DAY, by=cast.bob)
    line = last("move_match")
    assert line.before == {"table": 1, "match_start": "2026-11-27T06:30:00+00:00"}
    assert line.after == {"table": 1, "match_start": "2026-11-28T06:30:00+00:00"}
    moved(playing, AT + DAY, by=cast.frank)
    assert JournalEntry.objects.filter(act="move_match").count() == 2, "nothing new is no act"
    moved(playing, None, by=cast.frank)
    assert own_starts(playing) == [None, None]
    for nobody in (cast.dave, cast.carol, cast.charlie):
        with pytest.raises(Denied):
            moved(playing, AT, by=nobody)


def test_it_is_undone_while_it_stands(cast: Cast, playing: Round) -> None:
    moved(playing, AT, by=cast.alice)
    first = last("move_match").pk
    moved(playing, AT + DAY, by=cast.bob)
    with pytest.raises(Refusal, match="undo-too-late"):
        undo(event=cast.event, entry=first, reason="a slip", by=cast.alice)
    undo(event=cast.event, entry=last("move_match").pk, reason="a slip", by=cast.alice)
    assert own_starts(playing) == [AT, None]
    undo(event=cast.event, entry=last("move_match").pk, reason="again", by=cast.alice)
    assert own_starts(playing) == [AT + DAY, None]


@pytest.mark.slow
def test_what_is_refused(cast: Cast, entered: Cast, playing: Round) -> None:
    alice = {"by": cast.alice}
    Event.objects.filter(pk=cast.event.pk).update(ends=date(2026, 11, 29))
    days = refused(playing, AT + 30 * DAY, **alice)
    assert (days.code, days.field) == ("match-days", "starts")
    sentence = refusal_sentence(days.code, days.params)
    assert sentence == (
        "Match 1 would start outside the days of the event (21–29 Nov 2026). "
        "First set other days in the settings of the event, or move everything by some days there."
    )
    # The days are those of the event's clock, which is behind UTC or before it.
    Event.objects.filter(pk=cast.event.pk).update(time_zone="Asia/Kuala_Lumpur")
    assert refused(playing, datetime(2026, 11, 29, 17, tzinfo=UTC), **alice).code == "match-days"
    assert refused(playing, AT, match=9, **alice).code == "no-such-match"
    with pytest.raises(Refusal, match="no-team-matches"):
        move_match(round_=entered.round(1), match=1, starts=AT, **alice)
    report_result(round_=round_of(playing.section, 1), table=2, value="1-0", seen=None, by=cast.bob)
    assert refused(playing, AT, **alice).code == "match-stands"
    forfeit_match(
        round_=round_of(playing.section, 1), match=2, lost_by="both", reason="nobody came", by=cast.bob
    )
    stands = refused(playing, AT, match=2, **alice)
    assert refusal_sentence(stands.code, stands.params) == (
        "Match 2 has begun, is over or is forfeited, so its start can no longer be changed."
    )
    all_reported(playing, cast.bob)
    assert refused(closed(playing, cast.bob), AT, **alice).code == "state"


@pytest.mark.slow
def test_teams_who_meet_keep_their_time_however_the_round_is_paired(cast: Cast) -> None:
    section = drawn_teams(cast)
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    draft = round_of(section, 1)
    moved(draft, AT, by=cast.bob)
    adjust_round(round_=round_of(section, 1), change=Flip(1), reason="agreed", by=cast.bob)
    assert own_starts(draft) == [AT, None]
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    assert own_starts(draft) == [AT, None]
    first_one, other = match_at(draft, 1).first.number or 0, match_at(draft, 2).first.number or 0
    adjust_round(round_=round_of(section, 1), change=Swap(first_one, other), reason="agreed", by=cast.bob)
    assert own_starts(draft) == [None, None], "others meet there"


@pytest.mark.slow
def test_the_deadline_of_its_line_ups_is_its_own(cast: Cast, waiting: Round) -> None:
    later = timezone.now().replace(second=0, microsecond=0) + 20 * DAY
    moved(waiting, later, by=cast.bob)
    again = round_of(waiting.section, 1)
    assert again.starts_at
    assert deadline_of(again, match_at(again, 1)) == later - timedelta(minutes=30)
    assert deadline_of(again, match_at(again, 2)) == again.starts_at - timedelta(minutes=30)
    needs = [item.text for item in needs_of(about(again)) if item.kind == "line-ups"]
    assert len(needs) == 2, needs
    assert match_at(again, 2).first.name in needs[0], "the next deadline comes first"
    assert match_at(again, 1).first.name in needs[1]


def test_the_worker_reveals_each_match_at_its_own_deadline(cast: Cast, waiting: Round) -> None:
    now = timezone.now()
    moved(waiting, now + 20 * DAY, by=cast.bob)
    Round.objects.filter(pk=waiting.pk).update(
        starts_at=now + timedelta(minutes=20), published_at=now - timedelta(hours=2)
    )
    wake(waiting)
    assert revealed(waiting) == [2]
    # What waits longer is asked for anew, and its captains have time.
    job = Job.objects.get(key=f"reveal:round:{waiting.pk}", state=Job.State.NEW)
    assert job.due_at > now + 19 * DAY
    hand_in(waiting, match_at(waiting, 1).first)
    wake(waiting)
    assert revealed(waiting) == [2]
    Match.objects.filter(round=waiting, table=1).update(starts_at=now + timedelta(minutes=10))
    with pytest.raises(Refusal, match="line-up-late"):
        hand_in(waiting, match_at(waiting, 1).second or match_at(waiting, 1).first)
    wake(waiting)
    assert revealed(waiting) == [1, 2]


def test_a_match_that_is_brought_forward_is_revealed_before_the_others(cast: Cast, waiting: Round) -> None:
    now = timezone.now()
    Round.objects.filter(pk=waiting.pk).update(
        starts_at=now + 10 * DAY, published_at=now - timedelta(hours=2)
    )
    moved(waiting, now + timedelta(minutes=10), match=2, by=cast.alice)
    compute()
    assert revealed(waiting) == [2]
    # Line-ups that everybody has read stay what they are.
    moved(waiting, None, match=2, by=cast.alice)
    assert revealed(waiting) == [2]
    # The round moves without the match that has its own time.
    moved(waiting, now + 5 * DAY, by=cast.alice)
    set_schedule(section=waiting.section, starts={1: now + 30 * DAY}, by=cast.alice)
    again = round_of(waiting.section, 1)
    assert (again.start_of(match_at(again, 1)) or now) < now + 6 * DAY


def test_the_days_of_the_event_hold_its_matches(cast: Cast, playing: Round) -> None:
    moved(playing, AT, by=cast.alice)
    with pytest.raises(Refusal) as refusal:
        change_event(event=cast.event, ends=AT.date() - DAY, reason="x", by=cast.alice)
    assert refusal_sentence(refusal.value.code, refusal.value.params).startswith(
        "Match 1 of round 1 of “Teams” starts on 27 November 2026, which is not one of these days"
    )
    moved(playing, None, by=cast.alice)
    change_event(event=cast.event, ends=AT.date() - DAY, reason="x", by=cast.alice)


@pytest.mark.slow
def test_on_line_a_match_is_missed_ten_minutes_after_its_own_start(cast: Cast, playing: Round) -> None:
    Section.objects.filter(pk=playing.section_id).update(online=True)
    now = timezone.now()
    Round.objects.filter(pk=playing.pk).update(starts_at=now - timedelta(hours=1))
    Match.objects.filter(round=playing, table=1).update(starts_at=now + DAY)
    assert [idle_table.table for idle_table in idle_tables(round_of(playing.section, 1))] == [4, 5, 6]
    arguments: dict[str, Any] = {"absent": "first", "by": cast.bob}
    with pytest.raises(Refusal, match="too-early"):
        forfeit_absent(round_=round_of(playing.section, 1), table=1, **arguments)
    Round.objects.filter(pk=playing.pk).update(starts_at=None)
    Match.objects.filter(round=playing, table=1).update(starts_at=now - timedelta(hours=1))
    assert [idle_table.table for idle_table in idle_tables(round_of(playing.section, 1))] == [1, 2, 3]
    forfeit_absent(round_=round_of(playing.section, 1), table=1, **arguments)
