"""What acts tell players, captains, applicants, staff and followers of organisations: whom and what."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone, translation

from portal import published
from portal.policy import Conflict
from portal.push.models import ANYWHERE, Notice, PushDevice, PushMessage, Subscription
from portal.push.notices import due_at, followers_of, write_messages
from portal.push.topics import TOPICS, Wording
from tests import factories
from tests.applying import confirmed, open_form
from tests.cast import Cast
from tests.teams_world import captain_link, match_at, waiting_round
from tests.world import World
from tournaments.acts.entering.applications import decide_applications
from tournaments.acts.notices.announcements import Texts, announce
from tournaments.acts.people import grant_role, revoke_role
from tournaments.acts.refereeing.appeals import decide_appeal, submit_appeal
from tournaments.acts.refereeing.contests import report_or_contest, uphold_result
from tournaments.acts.refereeing.fouls import confirm_foul, log_foul, withdraw_foul
from tournaments.acts.results import report_result
from tournaments.acts.sections import open_section
from tournaments.acts.teams.captains import revoke_captain_link
from tournaments.acts.teams.line_ups import hand_in_line_up
from tournaments.acts.teams.match_starts import move_match
from tournaments.models import (
    Appeal,
    EntryForm,
    Event,
    Foul,
    Organisation,
    PlayerLink,
    Role,
    Round,
    Seat,
    Section,
)
from tournaments.pages.followed_scopes import (
    proof_of_application,
    proof_of_captain,
    proof_of_link,
    proof_of_user,
    scope_of_application,
    scope_of_entry,
    scope_of_organisation,
    scope_of_staff,
    scope_of_team,
    under_event,
)


def follow(name: str, scope: str, under: str, proof: str = "", **more: Any) -> Subscription:
    device = PushDevice.objects.create(
        endpoint=f"https://localhost/{name}", digest=name, language="en", time_zone="UTC", **more
    )
    return Subscription.objects.create(
        device=device, scope=scope, under=under, proof=proof, topics=list(TOPICS)
    )


def follow_own(section: Section, number: int) -> str:
    entry = section.entries.get(number=number)
    link = factories.make_link(entry)
    scope = scope_of_entry(entry.pk)
    follow(f"player-{number}", scope, under_event(section.event_id), proof_of_link(link.pk))
    return scope


def follow_as_staff(event: Event, user: Any) -> str:
    membership = event.memberships.filter(user=user).order_by("pk")[0]
    scope = scope_of_staff(membership.pk)
    follow(user.username, scope, under_event(event.pk), proof_of_user(user.pk))
    return scope


def newest(topic: str) -> Notice:
    return Notice.objects.filter(topic=topic).latest("pk")


def heard(topic: str) -> set[str]:
    """Whom the newest notice of a topic concerns; nobody where there is none."""
    notice = Notice.objects.filter(topic=topic).last()
    if notice is None:
        return set()
    return {row.device.digest for row in followers_of(topic, notice.under, notice.facts)}


def words(topic: str, scope: str, language: str = "en") -> Wording:
    with translation.override(language):
        return TOPICS[topic].compose(newest(topic).facts, {scope}, "UTC")[scope]


@pytest.fixture
def world(drawn: World) -> World:
    drawn.published()
    return drawn


def at_table(world: World, table: int, colour: str) -> int:
    seat = Seat.objects.get(pairing__round=world.round(), pairing__table=table, colour=colour)
    return seat.entry.number or 0


def test_a_dispute_is_the_referees_and_its_end_the_players(world: World) -> None:
    bob, carol, dave = (world.users[name] for name in ("bob", "carol", "dave"))
    follow_as_staff(world.event, bob)
    follow_as_staff(world.event, carol)
    player = follow_own(world.section, at_table(world, 1, "first"))
    stranger = follow_own(world.section, at_table(world, 2, "first"))
    report_result(round_=world.round(), table=1, value="1-0", seen=None, by=dave)
    with pytest.raises(Conflict) as conflict:
        report_or_contest(round_=world.round(), table=1, value="0-1", seen=None, by=carol)
    assert heard("dispute") == {"bob"}
    referee = scope_of_staff(world.event.memberships.get(user=bob).pk)
    assert words("dispute", referee).title == "Table 1, round 1: results differ"
    assert words("dispute", referee).path.startswith(f"desk/{world.event.slug}/")
    uphold_result(round_=world.round(), table=1, seen=conflict.value.params["report"], by=bob)
    assert heard("dispute") == set()
    assert words("decision", player).title == "Table 1, round 1: result upheld"
    assert "第 1 轮第 1 台" in words("decision", player, "zh-hans").title
    assert stranger not in TOPICS["decision"].audience(newest("decision").facts)


def test_a_foul_is_the_referees_until_it_counts_and_then_the_players_alone(world: World) -> None:
    bob, dave = world.users["bob"], world.users["dave"]
    follow_as_staff(world.event, bob)
    number, other = at_table(world, 1, "first"), at_table(world, 1, "second")
    player = follow_own(world.section, number)
    follow_own(world.section, other)
    logged = log_foul(round_=world.round(), table=1, player=number, kind="technical", by=dave)
    assert (heard("table-waits"), heard("foul")) == ({"bob"}, set())
    foul = Foul.objects.get(pk=logged["foul"])
    confirmed_foul = confirm_foul(foul=foul, by=bob)
    assert (heard("table-waits"), heard("foul")) == (set(), {f"player-{number}"})
    assert words("foul", player).title == "Table 1, round 1: foul"
    withdraw_foul(foul=Foul.objects.get(pk=confirmed_foul["foul"]), reason="mistaken", by=bob)
    assert heard("foul") == {f"player-{number}"}
    assert words("foul", player).title == "Table 1, round 1: foul withdrawn"


def test_a_foul_that_never_counted_is_no_players_matter(world: World) -> None:
    bob, dave = world.users["bob"], world.users["dave"]
    number = at_table(world, 1, "first")
    follow_own(world.section, number)
    logged = log_foul(round_=world.round(), table=1, player=number, kind="technical", by=dave)
    withdraw_foul(foul=Foul.objects.get(pk=logged["foul"]), reason="mistaken", by=bob)
    assert heard("foul") == set()


def test_the_last_result_tells_who_may_close(world: World) -> None:
    bob, dave = world.users["bob"], world.users["dave"]
    follow_as_staff(world.event, bob)
    follow_as_staff(world.event, dave)
    round_ = world.round()
    tables = list(round_.pairings.exclude(table=None).values_list("table", flat=True))
    for table in tables:
        assert heard("round-complete") == set()
        report_result(round_=world.round(), table=table or 0, value="1-0", seen=None, by=dave)
    assert heard("round-complete") == {"bob"}
    assert not Notice.objects.filter(topic="result").exists(), "nobody follows as a player"


def test_who_owes_the_record_is_reminded_after_a_quarter_of_an_hour(world: World) -> None:
    winner, loser = at_table(world, 1, "second"), at_table(world, 1, "first")
    owing = follow_own(world.section, winner)
    follow_own(world.section, loser)
    report_result(round_=world.round(), table=1, value="0-1", seen=None, by=world.users["dave"])
    assert heard("record-owed") == {f"player-{winner}"}
    assert words("record-owed", owing).title == "Record due: table 1, round 1"
    row = Subscription.objects.select_related("device").get(scope=owing)
    now = timezone.now()
    assert due_at(TOPICS["record-owed"], row, now, {}) == now + timedelta(minutes=15)


def test_an_urgent_announcement_breaks_quiet_hours(world: World) -> None:
    row = follow("quiet", under_event(world.event.pk), under_event(world.event.pk))
    night = datetime(2026, 11, 28, 23, 30, tzinfo=UTC)
    row.device.quiet_from, row.device.quiet_until = 22 * 60, 7 * 60
    alice = world.users["alice"]
    announce(event=world.event, texts=Texts(en="Lunch"), by=alice)
    waits = due_at(TOPICS["announcement"], row, night, newest("announcement").facts)
    assert waits == datetime(2026, 11, 29, 7, 0, tzinfo=UTC)
    announce(event=world.event, texts=Texts(en="Leave the hall"), urgent=True, by=alice)
    facts = newest("announcement").facts
    assert due_at(TOPICS["announcement"], row, night, facts) == night
    assert words("announcement", row.scope).title.startswith("Urgent: ")


@pytest.mark.slow
def test_a_captain_hears_of_the_match_and_of_a_line_up_that_is_due(cast: Cast) -> None:
    round_ = waiting_round(cast, minutes=60)
    section = round_.section
    match = match_at(round_)
    mine, other = match.first, match.second
    assert other is not None
    under = under_event(section.event_id)
    for team in (mine, other):
        proof = proof_of_captain(captain_link(team).pk)
        follow(f"team-{team.pk}", scope_of_team(team.pk), under, proof)
    starts = round_.start_of(match)
    assert starts is not None
    move_match(round_=round_, match=1, starts=starts + timedelta(minutes=10), by=cast.alice)
    assert heard("line-up") == {f"team-{mine.pk}", f"team-{other.pk}"}
    assert words("line-up", scope_of_team(mine.pk)).title.startswith("Line-up due by ")
    earlier = newest("line-up")
    move_match(round_=round_, match=1, starts=starts + timedelta(minutes=20), by=cast.alice)
    assert followers_of("line-up", under, earlier.facts) == [], "the deadline is another one by now"
    numbers = list(mine.entries.order_by("board_order").values_list("number", flat=True))[:3]
    hand_in_line_up(round_=round_, team=mine.pk, players=numbers, by=captain_link(mine))
    assert heard("line-up") == {f"team-{other.pk}"}
    revoke_captain_link(section=section, team=other.pk, by=cast.alice)
    assert not PushDevice.objects.filter(digest=f"team-{other.pk}").exists()
    assert heard("line-up") == set()


@pytest.mark.slow
def test_a_reminder_of_a_round_published_days_before_is_sent_all_the_same(cast: Cast) -> None:
    round_ = waiting_round(cast, minutes=60)
    match = match_at(round_)
    team = match.first
    row = follow(
        "captain",
        scope_of_team(team.pk),
        under_event(round_.section.event_id),
        proof_of_captain(captain_link(team).pk),
    )
    later = timezone.now() + timedelta(days=3)
    notice = Notice.objects.create(
        topic="line-up", under=row.under, facts={"round": round_.pk, "not_before": later.isoformat()}
    )
    write_messages(notice, [row], timezone.now())
    assert PushMessage.objects.get().due_at == later


def test_an_applicant_hears_what_has_become_of_the_application(cast: Cast) -> None:
    full = cast.section.entries.count()
    section = open_form(cast, capacity=full, approval=EntryForm.Approval.ORGANISER)
    mine, another = confirmed(section, "Li Na"), confirmed(section, "Wang Hao")
    under = under_event(cast.event.pk)
    for row in (mine, another):
        follow(f"application-{row.pk}", scope_of_application(row.pk), under, proof_of_application(row))
    decide_applications(
        section=cast.section, applications=[mine.pk, another.pk], decision="wait", by=cast.alice
    )
    assert heard("entry-moved") == {f"application-{mine.pk}", f"application-{another.pk}"}
    wording = words("entry-moved", scope_of_application(another.pk))
    assert wording.title == "Entry of Wang Hao: on the waiting list"
    assert wording.body.startswith("Place 2 on the waiting list\n")
    Section.objects.filter(pk=section.pk).update(capacity=None)
    section.refresh_from_db()
    decide_applications(section=section, applications=[mine.pk], decision="accept", by=cast.alice)
    assert heard("entry-moved") == {f"application-{mine.pk}"}
    assert words("entry-moved", scope_of_application(mine.pk)).title == "Entry of Li Na: accepted"


def test_who_follows_an_organisation_hears_of_its_new_event(cast: Cast) -> None:
    organisation = Organisation.objects.create(slug="axf", name="AXF", level="continent")
    event = factories.make_event("cup-2016", organisation=organisation, listed=False)
    section = factories.make_section(event, state="draft")
    grant_role(event=event, user=cast.alice, role=Role.CHIEF_ORGANISER, by=cast.admin)
    scope = scope_of_organisation(organisation.pk)
    follow("reader", scope, ANYWHERE)
    follow("another", scope_of_organisation(organisation.pk + 1), ANYWHERE)
    open_section(section=section, by=cast.alice)
    assert heard("event-listed") == {"reader"}
    assert words("event-listed", scope).title.startswith("New event: ")
    open_section(section=factories.make_section(event, "women", state="draft"), by=cast.alice)
    assert Notice.objects.filter(topic="event-listed").count() == 1, "once for an event"
    published.withhold(f"e/{event.slug}/")
    assert heard("event-listed") == set()


def test_who_works_there_no_more_hears_nothing(world: World) -> None:
    bob = world.users["bob"]
    follow_as_staff(world.event, bob)
    membership = world.event.memberships.get(user=bob)
    report_result(round_=world.round(), table=1, value="1-0", seen=None, by=world.users["dave"])
    revoke_role(event=world.event, membership=membership.pk, by=world.users["alice"])
    assert not PushDevice.objects.exists()


def test_a_notice_nobody_can_follow_is_not_written(world: World) -> None:
    follow("reader", under_event(world.event.pk), under_event(world.event.pk))
    report_result(round_=world.round(), table=1, value="1-0", seen=None, by=world.users["dave"])
    assert not Notice.objects.exists(), "a follower of the event hears of no result"
    assert Round.objects.exists()


def test_both_sides_and_the_staff_hear_of_an_appeal_that_is_decided(published: Cast) -> None:
    """The appellant and the opponent, who may decide appeals, and nobody else."""
    round_ = published.round(1)
    seats = {seat.colour: seat.entry for seat in Seat.objects.filter(round=round_, pairing__table=1)}
    numbers = sorted(entry.number or 0 for entry in seats.values())
    player_scopes = {follow_own(published.section, number) for number in numbers}
    elsewhere = Seat.objects.filter(round=round_, pairing__table=2).first()
    assert elsewhere is not None
    follow_own(published.section, elsewhere.entry.number or 0)
    under = under_event(published.event.pk)
    staff = published.event.memberships.get(user=published.bob)
    follow("bob", scope_of_staff(staff.pk), under, proof_of_user(published.bob.pk))
    follow("public", f"section:{published.section.pk}", under)
    red = seats["first"]
    logged = log_foul(
        round_=round_, table=1, player=red.number or 0, kind="technical", confirm=True, by=published.bob
    )
    link = PlayerLink.objects.get(entry=red, revoked_at=None)
    made = submit_appeal(round_=round_, foul=logged["foul"], statement="I did not.", by=link)
    appeal = Appeal.objects.select_related("pairing__round__section__event").get(pk=made["appeal"])
    decide_appeal(
        appeal=appeal,
        outcome="rejected",
        panel="Lim, Tan, Wu",
        reasons="Both referees saw it.",
        by=published.bob,
    )
    notice = Notice.objects.get(topic="appeal")
    heard = {row.scope for row in followers_of("appeal", notice.under, notice.facts)}
    assert heard == player_scopes | {scope_of_staff(staff.pk)}
    with translation.override("en"):
        words = TOPICS["appeal"].compose(notice.facts, heard, "UTC")
    assert {wording.title for wording in words.values()} == {"Table 1, round 1: appeal rejected"}
    assert "Both referees" not in str(words)
