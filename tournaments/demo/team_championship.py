"""A championship of teams for the demonstration: 16 teams of three boards and a reserve, seven rounds, of
which three are played. The fourth is public and waits for line-ups; some captains have handed theirs in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, time, timedelta
from itertools import cycle, islice
from zoneinfo import ZoneInfo

from django.db import transaction

from tournaments.acts.entering.attendance import check_in
from tournaments.acts.entering.players import enter_player
from tournaments.acts.notices.screens import set_screen
from tournaments.acts.sections import draw_lots, open_section
from tournaments.acts.teams.captains import issue_captain_links, name_captain
from tournaments.acts.teams.line_ups import hand_in_line_up, reveal_line_ups
from tournaments.demo.cast import CAPTAIN, CHIEF, DESK, REFEREE
from tournaments.demo.playing import Users, by_strength, close, mark_loaded, not_loaded, publish
from tournaments.demo.records import make_event, make_section
from tournaments.demo.roster import SQUADS, invited_players
from tournaments.models import CaptainLink, Federation, Match, Round, Section
from tournaments.queries.teams.line_ups import unrevealed
from tournaments.queries.teams.team_matches import roster_order

EVENT, SECTION = "demo-teams-2026", "teams"
ZONE = "Asia/Kuala_Lumpur"
ROUNDS, PLAYED = 7, 3
BOARDS, MEMBERS = 3, 4
# Days from the one on which it is loaded, and hours there: the line-ups of round 4 are still secret.
STARTS = ((-1, 9), (-1, 14), (-1, 19), (1, 9), (1, 14), (1, 19), (2, 9))
# Minutes before a round.
DEADLINE = 60
# In so many matches of round 4 one of the captains has said who plays.
HANDED_IN = 6
# The team of the captain's account, who has not.
CAPTAINED = "HKG"
TEAMS = tuple(replace(squad, tongues=tuple(islice(cycle(squad.tongues), MEMBERS))) for squad in SQUADS[:16])


def load_teams(
    users: Users, *, seed: int, say: Callable[[str], object] = lambda text: None
) -> Section | None:
    """The section with three rounds played; None where it was loaded before, whatever became of it."""
    section = not_loaded(EVENT, SECTION, lambda: _make(users, seed=seed))
    if section is None:
        return None
    results = by_strength(invited_players(seed + 3, TEAMS), seed)
    for number in range(1, PLAYED + 1):
        round_ = publish(section, number, users)
        if unrevealed([round_]).exists():
            reveal_line_ups(round_=round_, reason="By the rosters.", by=users[REFEREE.username])
        close(round_, users, results)
        say(f"round {number} of {ROUNDS} of {section.event} played")
    _hand_in(publish(section, PLAYED + 1, users))
    mark_loaded(section)
    return section


@transaction.atomic
def _make(users: Users, *, seed: int) -> Section:
    """The event with its section and timetable; the teams, everybody checked in, and the lots drawn."""
    chief, desk = users[CHIEF.username], users[DESK.username]
    today = datetime.now(ZoneInfo(ZONE)).date()
    event = make_event(
        users,
        slug=EVENT,
        name="Demo Team Championship 2026",
        native_name="2026年象棋团体锦标赛（演示）",
        place="Kuching, Malaysia",
        time_zone=ZONE,
        starts=today + timedelta(days=STARTS[0][0]),
        ends=today + timedelta(days=STARTS[-1][0]),
    )
    section = make_section(
        event,
        SECTION,
        name="Teams",
        native_name="团体赛",
        preset="wmsg2008",
        rounds=ROUNDS,
        teams=True,
        settings={"team_boards": BOARDS, "team_reserves": MEMBERS - BOARDS, "team_deadline": DEADLINE},
        seed=f"demo-teams-{seed}",
        by=chief,
    )
    for round_, (days, hour) in zip(section.round_set.order_by("number"), STARTS, strict=True):
        round_.starts_at = datetime.combine(today + timedelta(days=days), time(hour), ZoneInfo(ZONE))
        round_.save(update_fields=["starts_at"])
    open_section(section=section, by=chief)
    federations = Federation.objects.in_bulk()
    for invited in invited_players(seed + 3, TEAMS):
        name = federations[invited.person.federation].name_en
        person = replace(invited.person, team=name, group=1, categories=())
        enter_player(section=section, person=person, by=desk)
    for team in section.teams.all():
        team.native_name = federations[team.federation_id or ""].name_zh_hans
        team.save(update_fields=["native_name"])
    lists = ["pairings", "standings"]
    set_screen(event=event, name="Hall", section=section, shows=lists, seconds=12, by=chief)
    issue_captain_links(section=section, by=desk)
    captained = section.teams.get(federation=CAPTAINED)
    name_captain(section=section, team=captained.pk, account=CAPTAIN.username, by=desk)
    check_in(entries=list(section.entries.all()), present=True, by=desk)
    draw_lots(section=section, by=users[REFEREE.username])
    return section


@transaction.atomic
def _hand_in(round_: Round) -> None:
    """Hand in the line-up of one captain a match."""
    links = {link.team_id: link for link in CaptainLink.objects.filter(team__section=round_.section_id)}
    matches = Match.objects.filter(round=round_, table__lte=HANDED_IN).select_related("first", "second")
    for match in matches:
        # Never both teams of a match, so that everything stays secret.
        team = match.second if match.first.federation_id == CAPTAINED else match.first
        if team is None:
            continue
        numbers = [entry.number or 0 for entry in roster_order(team.entries.all())]
        # Where the match has an odd number the reserve sits at the last board.
        at_the_end = BOARDS if (match.table or 0) % 2 else BOARDS - 1
        players = [*numbers[: BOARDS - 1], numbers[at_the_end]]
        hand_in_line_up(round_=round_, team=team.pk, players=players, by=links[team.pk])
