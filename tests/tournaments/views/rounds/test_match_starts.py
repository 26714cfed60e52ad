"""A match at a time of its own, wherever people read when it is: the desk, the public pages and documents,
calendars, the captain's and the player's page, paper, files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from portal import outbox
from portal.outbox import Job
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.factories import make_link
from tests.portal.api.callers import Caller
from tests.portal.api.described import faults
from tests.teams_world import address as at
from tests.teams_world import captain_link, match_at, numbers, round_of, teams_playing, waiting_round
from tests.teams_world import signed_in_as as client
from tests.tournaments.paper.reading import printed
from tests.world import ValidClient
from tournaments.acts.teams.line_ups import hand_in_line_up
from tournaments.acts.teams.match_starts import move_match
from tournaments.exchange import tournament_file
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.team_tables import match_table
from tournaments.exchange.trf import write as write_trf
from tournaments.models import Event, Match, Round
from tournaments.queries.files import section_as_file
from tournaments.queries.invitations import invitation_secret as players_secret
from tournaments.queries.teams.captains import captain_secret, version

Text = Callable[[Any], str]
AT = datetime(2026, 11, 27, 6, 30, tzinfo=UTC)
ISO = "2026-11-27T06:30:00+00:00"
HALL = "27 Nov 2026, 14:30"


@pytest.fixture
@remembered
def playing(cast: Cast) -> Round:
    """Of two matches; the hall's clock is eight hours before UTC."""
    Event.objects.filter(pk=cast.event.pk).update(time_zone="Asia/Kuala_Lumpur")
    return teams_playing(cast)


@pytest.fixture
@remembered
def waiting(cast: Cast) -> Round:
    today = timezone.now().date()
    Event.objects.filter(pk=cast.event.pk).update(
        starts=today - timedelta(days=2), ends=today + timedelta(days=60)
    )
    return waiting_round(cast)


def moved(round_: Round, starts: datetime | None, by: Any, match: int = 1) -> None:
    move_match(round_=round_of(round_.section, 1), match=match, starts=starts, by=by)
    outbox.drain()


def document(round_: Round, leaf: str) -> Any:
    event = round_.section.event.slug
    return Client().get(f"/api/v1/events/{event}/{leaf}").json()


@pytest.mark.slow
def test_the_desk_sets_it_by_the_clock_of_the_hall(cast: Cast, playing: Round, text: Text) -> None:
    desk, to = at("match_desk", playing, 1, 1), at("move_match", playing, 1, 1)
    alice = client(cast.alice)
    assert "Start of the match" in text(alice.get(desk))
    assert "Start of the match" not in text(client(cast.dave).get(desk))
    answer = alice.post(to, {"starts": "2026-11-27T14:30"}, follow=True)
    assert "Start of the match set." in text(answer)
    assert HALL in text(answer)
    assert 'value="2026-11-27T14:30"' in text(answer)
    assert match_at(playing).starts_at == AT
    assert HALL in text(alice.get(at("round_desk", playing, 1)))
    for nonsense, sentence in (
        ("soon", "such as 2026-09-23 14:00"),
        ("2026-12-24T14:30", "Match 1 would start outside the days of the event"),
        ("0001-01-01T00:00", "Choose a year from 1900 to 2200."),
    ):
        refused = alice.post(to, {"starts": nonsense})
        message = "".join(refused.context["move"].errors["starts"])
        assert (refused.status_code, sentence in message) == (422, True), message
    assert match_at(playing).starts_at == AT
    journal = text(client(cast.bob).get(reverse("journal", args=[cast.event.slug])))
    assert "match moved" in journal
    assert "2026-11-27 14:30" in journal
    alice.post(to, {"starts": ""})
    assert match_at(playing).starts_at is None


@pytest.mark.slow
def test_everybody_reads_when_it_is(cast: Cast, playing: Round, text: Text) -> None:
    moved(playing, AT, cast.alice)
    slug = f"/en/e/{cast.event.slug}/"
    for leaf in ("teams/round/1/", "teams/teams/", "-/schedule/"):
        assert HALL in text(Client().get(slug + leaf)) or "14:30" in text(Client().get(slug + leaf)), leaf
    schedule = text(Client().get(f"{slug}-/schedule/"))
    match = match_at(playing)
    assert match.second
    assert f"{match.first.name} – {match.second.name}" in schedule
    [page_text, other] = document(playing, "sections/teams/rounds/1")["matches"]
    assert (page_text["starts"], other["starts"]) == (ISO, None)
    rosters = document(playing, "sections/teams/teams")["rosters"]
    starts = {roster["team"]["name"]: roster["matches"][0]["starts"] for roster in rosters}
    assert [name for name, start in starts.items() if start == ISO] != []
    assert sum(start is None for start in starts.values()) == 2
    [section] = [roster for roster in document(playing, "schedule")["sections"] if roster["slug"] == "teams"]
    [line] = section["matches"]
    assert (line["round"], line["table"], line["starts"]) == (1, 1, ISO)


@pytest.mark.slow
def test_calendars_have_it_beside_the_round_and_say_when_it_is_no_more(cast: Cast, playing: Round) -> None:
    def entries() -> dict[str, Any]:
        answer = Client().get(f"/en/e/{cast.event.slug}/teams/-/calendar/")
        result = Calendar.from_ical(answer.content).walk("VEVENT")
        return {str(item["uid"]).partition("@")[0]: item for item in result}

    key = f"section-{playing.section_id}-round-1-match-1"
    assert key not in entries()
    moved(playing, AT, cast.alice)
    match = match_at(playing)
    assert match.second
    item = entries()[key]
    assert (item.decoded("dtstart"), item["status"]) == (AT, "CONFIRMED")
    assert str(item["summary"]).endswith(f"Match 1, round 1: {match.first.name} – {match.second.name}")
    moved(playing, None, cast.alice)
    assert entries()[key]["status"] == "CANCELLED"


@pytest.mark.slow
def test_a_draft_tells_nobody(cast: Cast, playing: Round) -> None:
    Round.objects.filter(pk=playing.pk).update(state=Round.State.DRAFT)
    moved(playing, AT, cast.alice)
    [section] = [item for item in document(playing, "schedule")["sections"] if item["slug"] == "teams"]
    assert section["matches"] == []


@pytest.mark.slow
def test_captains_and_players_see_their_own_time(cast: Cast, waiting: Round, text: Text) -> None:
    match, other = match_at(waiting), match_at(waiting, 2)
    later = timezone.now() + timedelta(days=20)
    before = version(match.first)
    moved(waiting, later, cast.bob)
    assert version(match.first) != before

    def page(team: Any) -> str:
        return text(ValidClient().get(f"/en/t/{captain_secret(captain_link(team))}/"))

    assert "hours left" in page(match.first)
    assert "minutes left" in page(other.first)
    players = match.first.entries.order_by("board_order")
    page_text = text(ValidClient().get(f"/en/p/{players_secret(make_link(players[0]))}/"))
    assert f"{later.astimezone(UTC):%H:%M}" in page_text


@pytest.mark.slow
def test_line_ups_are_secret_until_the_deadline_of_their_own_match(
    cast: Cast, waiting: Round, text: Text
) -> None:
    later = timezone.now().replace(second=0, microsecond=0) + timedelta(days=20)
    moved(waiting, later, cast.bob)
    page_text = text(Client().get(f"/en/e/{cast.event.slug}/teams/round/1/"))
    assert "Match 1:" in page_text
    matches = document(waiting, "sections/teams/rounds/1")["matches"]
    until = [datetime.fromisoformat(match["line_ups_until"]) for match in matches]
    assert until[0] == later - timedelta(minutes=30)
    assert until[1] < timezone.now() + timedelta(hours=1)


@pytest.mark.slow
def test_the_other_captain_reads_it_at_that_deadline_and_not_at_the_rounds(
    cast: Cast, waiting: Round, text: Text
) -> None:
    now = timezone.now()
    moved(waiting, now + timedelta(days=20), cast.bob)
    ours, theirs = match_at(waiting).first, match_at(waiting).second
    assert theirs
    players = numbers(ours)[1:]
    link = captain_link(ours)
    hand_in_line_up(round_=round_of(waiting.section, 1), team=ours.pk, players=players, by=link)
    names = [entry.player.name for entry in ours.entries.filter(number__in=players)]

    def read() -> list[str]:
        there = f"/en/t/{captain_secret(captain_link(theirs))}/"
        public = f"/en/e/{cast.event.slug}/teams/round/1/"
        pages = (text(ValidClient().get(there)), text(Client().get(public)))
        return [name for name in names for page in pages if name in page]

    def woken(**starts: Any) -> None:
        Round.objects.filter(pk=waiting.pk).update(published_at=now - timedelta(hours=2), starts_at=now)
        Match.objects.filter(round=waiting, table=1).update(**starts)
        Job.objects.filter(key=f"reveal:round:{waiting.pk}").update(due_at=timezone.now())
        outbox.drain()

    woken()
    assert match_at(waiting, 2).is_seated
    assert read() == []
    woken(starts_at=now)
    assert len(read()) == 2 * len(names)


@pytest.mark.slow
def test_paper_says_it(cast: Cast, playing: Round, press: None) -> None:
    moved(playing, AT, cast.alice)
    for kind in ("matches", "match-boards", "match-cards", "match-protocols"):
        assert printed(playing.section, kind, 1).text.count("14:30") == 1, kind


@pytest.mark.slow
def test_files_carry_it_or_say_that_they_do_not(cast: Cast, playing: Round) -> None:
    moved(playing, AT, cast.alice)
    whole = section_as_file(playing.section)
    assert tournament_file.loads(tournament_file.dumps(whole)) == whole
    assert whole.teams
    assert [match.starts_at for match in whole.teams.matches] == [AT, None]
    heading, first, second = match_table(whole)
    assert dict(zip(heading, first, strict=True))["starts"] == ISO
    assert dict(zip(heading, second, strict=True))["starts"] == ""
    assert write_trf(whole).lost(LossCode.MATCH_STARTS)


def test_programs_set_it(cast: Cast, playing: Round) -> None:
    there = f"/api/v1/events/{cast.event.slug}/sections/teams/rounds/1/matches"
    alice = Caller(cast.alice)
    answer = alice.post(f"{there}/start", {"match": 1, "starts": "2026-11-27T14:30+08:00"})
    assert (answer.status_code, faults("MatchMoved", answer.json())) == (200, [])
    [first_one, other] = alice.get(there).json()["results"]
    assert (datetime.fromisoformat(first_one["starts"]), other["starts"]) == (AT, None)
    for nonsense in ("soon", "2026-11-27T14:30", 7, "9999-12-31T23:59:00-12:00"):
        assert alice.post(f"{there}/start", {"match": 1, "starts": nonsense}).status_code == 422
    assert alice.post(f"{there}/start", {"match": 1, "starts": None}).status_code == 200
    assert match_at(playing).starts_at is None
