"""A section of team matches in the database: teams of three with a reserve, by the acts that people use."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from portal.accounts.models import User
from portal.web.private_links import new_secret
from tests.cast import Cast
from tests.factories import make_known
from tests.working import compute
from tests.world import ValidClient
from tournaments.acts.drafts import pair_round
from tournaments.acts.results import report_result
from tournaments.acts.rounds import close_round, publish_round
from tournaments.acts.sections import create_section, draw_lots, open_section
from tournaments.models import CaptainLink, Entry, Event, Match, Round, Section, Team
from tournaments.queries.teams.captains import CAPTAIN_LINK

NAMES = ("Beijing", "Hanoi", "Hong Kong", "Penang", "Macao", "Hamburg", "Saigon", "Manila")
CODES = ("CHN", "VIE", "HKG", "MAS", "CHN", "GER", "VIE", "SGP")


def make_team_section(event: Event, by: User, *, teams: int = 4, members: int = 4, **more: Any) -> Section:
    """Open, with its teams, nobody numbered yet. ``more``: of `create_section`; its settings beside them."""
    arguments: dict[str, Any] = {
        "preset": "wmsg2008",
        "rounds": 3,
        "seed": "lots",
        "slug": "teams",
        "name": "Teams",
    } | more
    made = create_section(event=event, teams=True, by=by, **arguments)
    section = Section.objects.select_related("event").get(pk=made["section"])
    for number in range(teams):
        again, which = divmod(number, len(NAMES))
        code, name = CODES[which], NAMES[which] + (f" {again + 1}" if again else "")
        team = Team.objects.create(section=section, name=name, federation_id=code)
        for place in range(1, members + 1):
            player = make_known(event, name=f"{name} {place}", federation_id=code)
            Entry.objects.create(section=section, player=player, team=team, board_order=place)
    open_section(section=section, by=by)
    section.refresh_from_db()
    return section


def round_of(section: Section, number: int) -> Round:
    return Round.objects.select_related("section__event").get(section=section, number=number)


def drawn_teams(cast: Cast, **more: Any) -> Section:
    section = make_team_section(cast.event, cast.alice, **more)
    draw_lots(section=section, by=cast.bob)
    section.refresh_from_db()
    return section


def published(section: Section, by: User, number: int = 1) -> Round:
    pair_round(round_=round_of(section, number), by=by)
    compute()
    round_ = round_of(section, number)
    publish_round(round_=round_, seen=round_.draft_digest, by=by)
    compute()
    return round_of(section, number)


def teams_playing(cast: Cast, **more: Any) -> Round:
    """Round 1 is public."""
    return published(drawn_teams(cast, **more), cast.bob)


def all_reported(round_: Round, by: User, value: str = "1-0") -> None:
    """Every board that has no result ends so."""
    for table in round_.pairings.filter(reports=None).order_by("table").values_list("table", flat=True):
        report_result(
            round_=round_of(round_.section, round_.number), table=table, value=value, seen=None, by=by
        )


def closed(round_: Round, by: User) -> Round:
    close_round(round_=round_of(round_.section, round_.number), by=by)
    compute()
    return round_of(round_.section, round_.number)


def match_at(round_: Round, table: int = 1) -> Match:
    return Match.objects.select_related("first", "second").get(round=round_, table=table)


def numbers(team: Team) -> list[int]:
    """Of its members, in the order of the roster."""
    return [entry.number or 0 for entry in team.entries.order_by("board_order")]


def captain_link(team: Team) -> CaptainLink:
    """A valid link of the team."""
    result, _ = CaptainLink.objects.get_or_create(
        team=team, revoked_at=None, defaults=new_secret(CAPTAIN_LINK)
    )
    return result


def waiting_round(cast: Cast, *, minutes: int = 60, **more: Any) -> Round:
    """Round 1 is public and waits for line-ups until 30 minutes before its start, ``minutes`` from now."""
    settings = {"team_deadline": 30} | more.pop("settings", {})
    section = drawn_teams(cast, settings=settings, **more)
    starts = timezone.now() + timedelta(minutes=minutes)
    section.round_set.filter(number=1).update(starts_at=starts)
    return published(section, cast.bob)


def signed_in_as(user: User) -> Client:
    """A browser of theirs, whose pages are valid."""
    valid_client = ValidClient()
    valid_client.force_login(user)
    return valid_client


def address(name: str, round_: Round, *more: Any) -> str:
    """A page of the desk of the section of a round."""
    return reverse(name, args=[round_.section.event.slug, round_.section.slug, *more])
