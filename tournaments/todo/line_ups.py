"""What a round of team matches waits for: line-ups, teams with too few players, matches that are level."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tournaments.models import Round
from tournaments.policy import Act
from tournaments.queries.teams.line_ups import MatchWaiting, has_passed, too_few, waiting_in
from tournaments.queries.teams.matches import level_tables
from tournaments.queries.teams.team_matches import level_in, of_teams_gone
from tournaments.todo import Need, Situation, Stage
from tournaments.wording.lists import listed
from tournaments.wording.names import plain_name
from tournaments.wording.times import on_the_clock, time_text

MOST_NAMED = 3


def line_ups(situation: Situation) -> Iterator[Need]:
    """Yield a need for each deadline with line-ups not in, or not revealed, the next first."""
    for key, waiting in waiting_in(situation.live).items():
        round_ = next(round_row for round_row in situation.live if round_row.pk == key)
        by_deadline: dict[datetime | None, list[MatchWaiting]] = {}
        for round_row in waiting:
            by_deadline.setdefault(round_row.until, []).append(round_row)
        for until in sorted(by_deadline, key=lambda at: (at is None, at)):
            yield _waits(round_, by_deadline[until], until)


def _waits(round_: Round, waiting: list[MatchWaiting], until: datetime | None) -> Need:
    missing = [plain_name(team) for match in waiting for team in match.missing]
    numbers = {"round": round_.number, "teams": _teams(missing)}
    if until is None:
        text = gettext("Round %(round)s: line-ups missing from %(teams)s; no deadline is set") % numbers
    elif has_passed(until):
        text = gettext("Round %(round)s: the deadline for line-ups has passed; they are about to be revealed")
        text %= numbers
    else:
        at = time_text(on_the_clock(until.isoformat(), round_.section.event.time_zone), day=True)
        text = gettext("Round %(round)s: line-ups missing from %(teams)s; deadline %(until)s") % {
            **numbers,
            "until": at,
        }
    return Need(
        "line-ups",
        text,
        round_.section,
        round_,
        _round(round_),
        gettext("View matches"),
        Act.GIVE_LINE_UP,
        Stage.PLAY,
    )


def _teams(names: list[str]) -> str:
    """Of many how many they are: the matches themselves say which."""
    if len(names) <= MOST_NAMED:
        return listed(names)
    return ngettext("%(count)s team", "%(count)s teams", len(names)) % {"count": len(names)}


def short_teams(situation: Situation) -> Iterator[Need]:
    """Teams that cannot field as many as they must in the round that is next or on: somebody is absent."""
    open_ = [round_row for round_row in situation.rounds if round_row.state != Round.State.CLOSED]
    for key, teams in too_few(open_).items():
        round_ = next(round_row for round_row in open_ if round_row.pk == key)
        for team, here in teams:
            yield Need(
                "short-team",
                ngettext(
                    "Round %(round)s: %(team)s has only %(count)s player present, too few for a match",
                    "Round %(round)s: %(team)s has only %(count)s players present, too few for a match",
                    here,
                )
                % {"round": round_.number, "team": plain_name(team), "count": here},
                round_.section,
                round_,
                reverse("teams", args=[round_.section.event.slug, round_.section.slug]),
                gettext("View teams"),
                Act.SET_TEAMS,
            )


def needs_of_level_matches(situation: Situation) -> Iterator[Need]:
    """Matches of a knock-out that are over and level, of which nobody has said who goes on."""
    level = level_in(situation.live)
    for round_ in situation.live:
        section = round_.section
        for match in level.get(round_.pk, ()):
            if match.decided_for is not None:
                continue
            yield Need(
                "level-match",
                gettext("Match %(match)s is level: decide who advances") % {"match": match.table},
                section,
                round_,
                reverse("match_desk", args=[section.event.slug, section.slug, round_.number, match.table]),
                gettext("Decide"),
                Act.FORFEIT_MATCH,
                Stage.CLOSE,
            )


def level_players(situation: Situation) -> Iterator[Need]:
    """Level matches of players whose decider games have not told who goes on."""
    for round_ in situation.live:
        section = round_.section
        for table in [] if section.of_teams else level_tables(round_):
            yield Need(
                "level-players",
                gettext("Table %(table)s is level: enter its decider games") % {"table": table},
                section,
                round_,
                reverse("result", args=[section.event.slug, section.slug, round_.number, table]) + "#steps",
                gettext("Decide"),
                Act.REPORT_RESULT,
                Stage.CLOSE,
            )


def teams_gone(situation: Situation) -> Iterator[Need]:
    """Matches of teams that have withdrawn since they were published, and that are not over."""
    live = {round_row.pk: round_row for round_row in situation.live if round_row.section.of_teams}
    for match in of_teams_gone(live.values()) if live else ():
        round_, section = live[match.round_id], live[match.round_id].section
        gone = [team for team in (match.first, match.second) if team and team.withdrawn_after is not None]
        yield Need(
            "team-gone",
            gettext("%(team)s has withdrawn: decide how match %(match)s is lost")
            % {"team": listed(map(plain_name, gone)), "match": match.table},
            section,
            round_,
            reverse("match_desk", args=[section.event.slug, section.slug, round_.number, match.table]),
            gettext("Forfeit"),
            Act.FORFEIT_MATCH,
            Stage.PLAY,
        )


def _round(round_: Round) -> str:
    section = round_.section
    return reverse("round_desk", args=[section.event.slug, section.slug, round_.number])
