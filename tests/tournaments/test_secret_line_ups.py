"""A line-up that was handed in can be read nowhere before it is revealed: every address of the permission
table, every published page and document is asked as several people, and searched for the players in an order
that only the line-up has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client
from django.utils import timezone

from portal import outbox
from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.published import Page
from portal.webhooks.models import Delivery, Webhook
from tests.cast import Cast
from tests.teams_world import captain_link, match_at, numbers, round_of, waiting_round
from tests.tournaments.addresses import TABLE, address
from tests.tournaments.backups.files import backup_of
from tests.world import World
from tournaments.acts.teams import line_ups
from tournaments.acts.teams.line_ups import hand_in_line_up
from tournaments.acts.teams.team_matches import forfeit_match
from tournaments.models import Membership, Role, Round, Team
from tournaments.queries.addresses import api_address
from tournaments.queries.teams.captains import captain_secret
from tournaments.queries.teams.line_ups import deadline_of, has_passed

SECRET = (4, 2, 1)
"""Places in the roster, by board: in no list of the team do they follow each other so."""
PEOPLE = {
    "anonymous": (),
    "alice": pytest.mark.long,
    "carol": pytest.mark.long,
    "erin": pytest.mark.long,
    "charlie": pytest.mark.long,
}
"""Who has no right to see it: a spectator, the chief organiser, the desk, the supervisor, and who is the
opponents' captain with an account; each tries the opponents' private link as well."""


def tells(text: str, team: Team) -> bool:
    """Whether the players stand there in that order: by their names, by their numbers in a list, or as what
    is chosen board by board."""
    names = re.findall(rf"{re.escape(team.name)} ([1-4])\b", text)
    line_up = [numbers(team)[place - 1] for place in SECRET]
    listed = r"\[\s*" + r"\s*,\s*".join(map(str, line_up)) + r"\s*[\],]"
    chosen = [int(name) for name in re.findall(r'value="(\d+)" selected', text)]
    return (
        follows([int(name) for name in names], list(SECRET))
        or bool(re.search(listed, text))
        or follows(chosen, line_up)
    )


def follows(result: list[int], wanted: list[int]) -> bool:
    return any(result[at : at + len(wanted)] == wanted for at in range(len(result)))


def words(body: bytes) -> str:
    """What is in a page, a document or a spreadsheet."""
    if not body.startswith(b"PK"):
        return body.decode(errors="replace")
    with ZipFile(BytesIO(body)) as parts:
        return "\n".join(parts.read(name).decode(errors="replace") for name in parts.namelist())


def addresses(world: World, secret: str) -> Iterator[str]:
    """Every address that is read: those of the table, with the link of the other captain where one needs one,
    and every published page and its document."""
    for name, row in TABLE.items():
        if row.get == 405 or name.startswith(("account_logout", "mfa_")):
            continue
        url = re.sub(r"/t/[0-9a-z]{26}/", f"/t/{secret}/", address(world, name))
        yield url.replace("/captain/77/", f"/captain/{opponents(world).pk}/")
    for path in Page.objects.values_list("path", flat=True):
        yield f"/en/{path}"
        yield f"/zh-hans/{path}"
        yield f"/en/download/{path.rstrip('/')}"
        if "/-" not in path:
            yield api_address(path)


def opponents(world: World) -> Team:
    """The second team of match 1."""
    second = match_at(round_of(world.section, 1)).second
    assert second
    return second


def leaks(world: World, who: str, secret: str, team: Team) -> list[str]:
    """The addresses at which somebody reads it."""
    client = Client()
    if who != "anonymous":
        client.force_login(world.users[who])
    collected = []
    waiting = [*addresses(world, secret)]
    seen = set(waiting)
    while waiting:
        url = waiting.pop()
        response: Any = client.get(url, follow=True)
        body = b"".join(response.streaming_content) if response.streaming else response.content
        text = words(body)
        if tells(text, team):
            collected.append(url)
        # Files are reached from the pages that offer them, a captain's page from a card with its link.
        offered = set(re.findall(r'href="(/[^"?#]*/download/[^"?#]+)', text))
        offered |= {f"/en/t/{secret}/" for secret in re.findall(r"/t/([0-9a-z]{26})/", text)}
        offered -= seen
        seen |= offered
        waiting += offered
    return collected


def kept_for_others(team: Team) -> list[str]:
    """What is handed on or read by more people than may see it, where it tells the line-up."""
    collected = []
    for model in (JournalEntry, Job, Delivery):
        rows = list(model._default_manager.values())
        if tells(json.dumps(rows, cls=DjangoJSONEncoder), team):
            collected.append(model.__name__)
    return collected


@pytest.fixture
def waiting(cast: Cast) -> World:
    """Round 1 waits for line-ups. Somebody listens to webhooks."""
    users = {name: getattr(cast, name) for name in ("alice", "carol", "charlie")}
    users["erin"] = type(cast.alice).objects.create_user("erin")
    Membership.objects.create(event=cast.event, user=users["erin"], role=Role.SUPERVISOR)
    Webhook.objects.create(
        scope=f"event:{cast.event.pk}", url="https://example.org/", topics=["lineups.revealed"], salt="x"
    )
    round_ = waiting_round(cast)
    Team.objects.filter(pk=match_at(round_).second_id).update(captain=cast.charlie)
    return World(cast.event, round_.section, round_.section, users)


def handed_in(world: World) -> tuple[Team, str]:
    """The first team of match 1 has; the team, and the secret of its opponents' link."""
    team, other = match_at(round_of(world.section, 1)).first, opponents(world)
    players = [numbers(team)[place - 1] for place in SECRET]
    round_ = round_of(world.section, 1)
    hand_in_line_up(round_=round_, team=team.pk, players=players, by=captain_link(team))
    outbox.drain()
    return team, captain_secret(captain_link(other))


@pytest.mark.slow
@pytest.mark.parametrize("who", [pytest.param(who, marks=marks) for who, marks in PEOPLE.items()])
def test_the_other_captain_and_nobody_else_reads_it_anywhere(waiting: World, who: str) -> None:
    team, secret = handed_in(waiting)
    assert leaks(waiting, who, secret, team) == []
    assert kept_for_others(team) == []


@pytest.mark.long
def test_a_match_that_is_forfeited_before_the_reveal_keeps_its_secret(waiting: World, cast: Cast) -> None:
    team, secret = handed_in(waiting)
    arguments = {"match": 1, "lost_by": "second", "reason": "not here", "by": cast.dave}
    forfeit_match(round_=round_of(waiting.section, 1), **arguments)
    outbox.drain()
    assert leaks(waiting, "carol", secret, team) == []


@pytest.mark.long
def test_nothing_is_shown_while_the_worker_is_late(waiting: World) -> None:
    """The deadline is over, and nobody has come to reveal."""
    team, secret = handed_in(waiting)
    now = timezone.now()
    times = {"starts_at": now, "published_at": now - timedelta(hours=2)}
    Round.objects.filter(section=waiting.section, number=1).update(**times)
    late = round_of(waiting.section, 1)
    assert has_passed(deadline_of(late, match_at(late)))
    assert leaks(waiting, "anonymous", secret, team) == []


@pytest.mark.long
def test_the_search_finds_it_where_nothing_is_waited_for(
    waiting: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_ups, "both_in", lambda *_: True)
    team, secret = handed_in(waiting)
    result = leaks(waiting, "anonymous", secret, team)
    round_ = f"e/{waiting.event.slug}/{waiting.section.slug}/round/1/"
    assert {f"/en/{round_}", f"/zh-hans/{round_}", api_address(round_), f"/en/t/{secret}/"} <= set(result)
    assert any(item.endswith(".xlsx") for item in result)


@pytest.mark.slow
def test_who_may_sees_it(waiting: World, cast: Cast) -> None:
    """The captain who gave it and the referees; and it stands in the operator's backup."""
    team, _ = handed_in(waiting)
    response = Client().get(f"/en/t/{captain_secret(captain_link(team))}/")
    assert tells(response.content.decode(), team)
    desk = Client()
    desk.force_login(cast.dave)
    assert tells(desk.get(address(waiting, "match_desk")).content.decode(), team)
    assert tells(words(backup_of(cast.event)), team)
