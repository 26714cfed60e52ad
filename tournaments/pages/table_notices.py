"""Tell players and captains of decisions, fouls and line-ups at their own tables and matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils.translation import gettext

from portal.push.notices import notify_followers
from portal.push.topics import Facts, Wording
from tournaments.models import Foul, Match, Pairing, Round, Seat, Team
from tournaments.pages.followed_scopes import (
    entry_scopes,
    moment_words,
    name_of,
    public_round,
    scope_keys,
    scope_of_team,
    start_words,
    team_scopes,
    under_event,
    where_words,
)
from tournaments.pages.paths import round_path
from tournaments.queries.register.namesakes import recall_namesakes
from tournaments.queries.teams.line_ups import deadline_of, handed_in, has_passed, unrevealed
from tournaments.wording.acts import done_name
from tournaments.wording.fouls import offence_name
from tournaments.wording.names import plain_name

DECISION, FOUL = "decision", "foul"
TEAM_MATCH, LINE_UP = "team-match", "line-up"
# Before the deadline of a line-up that nobody has handed in.
REMINDED = timedelta(minutes=30)


def notify_followers_of_decision(pairing: Pairing, round_: Round, act: str) -> None:
    """In the transaction of ``act``, by which a referee has decided something at a table."""
    facts = {"round": round_.pk, "pairing": pairing.pk, "act": act}
    notify_followers((DECISION,), under_event(round_.section.event_id), facts)


def notify_followers_of_foul(round_: Round, foul: Foul) -> None:
    """One that counts now, or counts no more."""
    notify_followers((FOUL,), under_event(round_.section.event_id), {"round": round_.pk, "foul": foul.pk})


def notify_followers_of_line_ups(round_: Round) -> None:
    """Have captains reminded before each deadline of a public round."""
    deadlines = {deadline_of(round_, match) for match in unrevealed([round_])} - {None}
    for until in sorted(filter(None, deadlines)):
        # As the deadlines are now: what was asked for under another one says nothing then.
        facts = {
            "round": round_.pk,
            "starts": until.isoformat(),
            "not_before": (until - REMINDED).isoformat(),
        }
        notify_followers((LINE_UP,), under_event(round_.section.event_id), facts)


def decision_audience(facts: Facts) -> Mapping[str, str]:
    round_ = public_round(facts)
    return entry_scopes(Q(entry__seats__pairing=facts["pairing"])) if round_ else {}


def decision_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    round_ = public_round(facts)
    pairing = Pairing.objects.filter(pk=facts["pairing"]).first()
    if round_ is None or pairing is None:
        return {}
    numbers = {"round": round_.number, "table": pairing.table, "decision": done_name(facts["act"])}
    title = gettext("Table %(table)s, round %(round)s: %(decision)s") % numbers
    path = round_path(round_.section, round_.number)
    body = "\n".join([_players(round_, pairing), where_words(round_.section)])
    words = Wording(title, body, path, f"decision-{pairing.pk}-{facts['act']}")
    return dict.fromkeys(scopes, words)


def _players(round_: Round, pairing: Pairing) -> str:
    recall_namesakes(round_.section)
    seats = Seat.objects.filter(pairing=pairing).select_related("entry__player").order_by("colour")
    return " – ".join(name_of(seat.entry, round_.section) for seat in seats)


def _decided_foul(facts: Facts) -> Foul | None:
    """One that counts, or counts no more, and is the last word: what is only logged is for referees."""
    foul = Foul.objects.select_related("pairing", "supersedes").filter(pk=facts["foul"]).first()
    if foul is None or foul.status == Foul.Status.LOGGED or Foul.objects.filter(supersedes=foul).exists():
        return None
    before = foul.supersedes
    is_withdrawn = foul.status == Foul.Status.WITHDRAWN
    return None if is_withdrawn and (before is None or before.status == Foul.Status.LOGGED) else foul


def foul_audience(facts: Facts) -> Mapping[str, str]:
    """The player alone."""
    foul = _decided_foul(facts) if public_round(facts) else None
    return entry_scopes(Q(entry=foul.entry_id)) if foul else {}


def foul_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    round_, foul = public_round(facts), _decided_foul(facts)
    if round_ is None or foul is None:
        return {}
    numbers = {"round": round_.number, "table": foul.pairing.table}
    title = (
        gettext("Table %(table)s, round %(round)s: foul withdrawn")
        if foul.status == Foul.Status.WITHDRAWN
        else gettext("Table %(table)s, round %(round)s: foul")
    )
    offence = " · ".join(filter(None, [offence_name(foul.offence, foul.kind), foul.article]))
    body = "\n".join([offence, where_words(round_.section)])
    path = round_path(round_.section, round_.number)
    return dict.fromkeys(scopes, Wording(title % numbers, body, path, f"foul-{foul.pairing_id}-{foul.pk}"))


def _matches(round_: Round) -> list[Match]:
    return list(Match.objects.filter(round=round_).select_related("first", "second"))


def team_match_audience(facts: Facts) -> Mapping[str, str]:
    round_ = public_round(facts)
    if round_ is None:
        return {}
    plays = Q(team__matches_first__round=round_) | Q(team__matches_second__round=round_)
    return team_scopes(plays)


def team_match_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    """Against whom, from when, and until when the line-up is due where it is asked for."""
    round_ = public_round(facts)
    if round_ is None:
        return {}
    waiting = {match.pk for match in unrevealed([round_])}
    words = {}
    for match in _matches(round_):
        for team, other in ((match.first, match.second), (match.second, match.first)):
            if team is not None and (scope := scope_of_team(team.pk)) in scopes:
                until = deadline_of(round_, match) if match.pk in waiting else None
                words[scope] = _match_words(round_, match, (team, other), until, zone)
    return words


def _match_words(
    round_: Round, match: Match, teams: tuple[Team, Team | None], until: datetime | None, zone: str
) -> Wording:
    team, other = teams
    path, tag = round_path(round_.section, round_.number), f"match-{round_.pk}-{team.pk}"
    where = f"{plain_name(team)} · {where_words(round_.section)}"
    if other is None:
        return Wording(gettext("Round %(round)s: bye") % {"round": round_.number}, where, path, tag)
    numbers = {"round": round_.number, "match": match.table, "opponent": plain_name(other)}
    title = gettext("Match %(match)s, round %(round)s: against %(opponent)s") % numbers
    body = []
    if (starts := round_.start_of(match)) is not None:
        body.append(start_words(starts, zone, round_.section.event.time_zone))
    if until is not None and not has_passed(until):
        body.append(_due_words(round_, until, zone))
    return Wording(title, "\n".join([*body, where]), path, tag)


def _due_words(round_: Round, until: datetime, zone: str) -> str:
    hall = round_.section.event.time_zone
    return gettext("Line-up due by %(time)s") % {"time": moment_words(until, zone, hall)}


def line_up_audience(facts: Facts) -> Mapping[str, str]:
    """Teams whose line-up is due at this very moment and has not come."""
    round_ = public_round(facts)
    due = _due(round_, facts) if round_ else {}
    return team_scopes(Q(team__in=list(due))) if due else {}


def _due(round_: Round, facts: Facts) -> dict[int, Match]:
    """By team its match."""
    matches = [
        match
        for match in unrevealed([round_])
        if (until := deadline_of(round_, match)) is not None
        and until.isoformat() == facts["starts"]
        and not has_passed(until)
    ]
    there = {team for _, team in handed_in(matches)}
    return {
        team: match
        for match in matches
        for team in (match.first_id, match.second_id)
        if team is not None and team not in there
    }


def line_up_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    round_ = public_round(facts)
    due = _due(round_, facts) if round_ else {}
    words = {}
    for team in Team.objects.filter(pk__in=scope_keys(scopes)):
        if round_ is not None and (match := due.get(team.pk)) is not None:
            until = deadline_of(round_, match)
            title = _due_words(round_, until, zone) if until else ""
            numbers = gettext("Round %(number)s") % {"number": round_.number}
            body = f"{numbers} · {plain_name(team)} · {where_words(round_.section)}"
            path = round_path(round_.section, round_.number)
            words[scope_of_team(team.pk)] = Wording(title, body, path, f"line-up-{round_.pk}-{team.pk}")
    return words
