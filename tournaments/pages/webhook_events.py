"""What webhooks are told of an event: numbers, codes and the address of the document, never names (law 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from portal import published
from portal.webhooks.events import listening, notify, notify_all, notify_each
from tournaments.models import (
    Announcement,
    Application,
    Event,
    Foul,
    Match,
    Organisation,
    Person,
    Player,
    ResultReport,
    Round,
    RoundVersion,
    Section,
    Standing,
)
from tournaments.pages.entry_notices import notify_followers_of_applications
from tournaments.pages.notifications import (
    notify_followers_of_announcement,
    notify_followers_of_result,
    notify_followers_of_round,
    notify_followers_of_standings,
)
from tournaments.pages.paths import event_path, round_path, section_path, standings_path
from tournaments.pages.staff_notices import notify_staff_of_foul
from tournaments.pages.table_notices import notify_followers_of_foul
from tournaments.queries.addresses import api_address, organisation_address, person_address
from tournaments.queries.teams.team_matches import (
    boards_by_match,
    boards_of,
    lost_by,
    match_first_sides,
    match_state,
    matches_in,
    score_of,
    winner_of,
)
from tournaments.state.matches import PlayerMatch
from tournaments.state.team_matches import TeamMatch
from tournaments.state.team_section import INVERTED
from tournaments.state.tournament import Result

PUBLISHED, RESULT, FOUL, STANDINGS = "round.published", "result.reported", "foul.changed", "standings.frozen"
ANNOUNCED, CHANGED = "announcement.changed", "event.changed"
PERSON, ORGANISATION = "person.changed", "organisation.changed"
REVEALED, DECIDED = "lineups.revealed", "match.decided"
# The states of an application of which others are told.
APPLIED: Mapping[str, str | Promise] = {
    Application.State.SUBMITTED: _("application submitted"),
    Application.State.ACCEPTED: _("application accepted"),
    Application.State.WAITING: _("application on the waiting list"),
    Application.State.REJECTED: _("application rejected"),
    Application.State.WITHDRAWN: _("application withdrawn"),
}
TOPICS: Mapping[str, str | Promise] = {
    PUBLISHED: _("round published or changed"),
    RESULT: _("result entered, corrected or cleared"),
    FOUL: _("foul logged, confirmed or withdrawn"),
    STANDINGS: _("standings after a round"),
    REVEALED: _("line-ups of teams revealed"),
    DECIDED: _("match decided"),
    CHANGED: _("event published, changed, unpublished or handed over"),
    PERSON: _("player changed, merged or split in the register of persons"),
    ORGANISATION: _("organisation of the event changed"),
    ANNOUNCED: _("announcement published, corrected or withdrawn"),
    **{f"application.{state}": words for state, words in APPLIED.items()},
}


def notify_of_section(section: Section, topic: str, path: str, data: Mapping[str, Any]) -> None:
    """In the transaction of an act. ``path``: the page whose document says more."""
    _notify_of_event(section.event, topic, path, {"section": section.slug, **data})


def _notify_of_event(event: Event, topic: str, path: str, data: Mapping[str, Any]) -> None:
    url = f"{settings.PUBLIC_URL}{api_address(path)}"
    notify(f"event:{event.pk}", topic, {"event": event.slug, **data, "url": url})


def notify_applications(section: Section, applications: Iterable[Application]) -> None:
    """Tell what has become of applications of one section; one query where nobody listens."""
    applications = list(applications)
    notify_followers_of_applications(section, applications)
    happened = []
    for application in applications:
        if application.state not in APPLIED:
            continue
        place = [section.event.slug, section.slug, application.pk]
        data = {"event": section.event.slug, "section": section.slug, "application": application.pk}
        data |= {"turn": application.turn, "late": application.late, "entry": application.entry_id}
        # The address is for programs with a token.
        url = f"{settings.PUBLIC_URL}{reverse('api_application', args=place)}"
        happened.append((f"application.{application.state}", {**data, "url": url}))
    if happened:
        notify_all(f"event:{section.event_id}", happened)


def notify_round(version: RoundVersion) -> None:
    round_ = version.round
    data = {"round": round_.number, "version": version.number, "digest": version.digest}
    notify_of_section(round_.section, PUBLISHED, round_path(round_.section, round_.number), data)
    notify_followers_of_round(version)


def notify_line_ups(round_: Round, matches: list[int]) -> None:
    data = {"round": round_.number, "matches": matches}
    notify_of_section(round_.section, REVEALED, round_path(round_.section, round_.number), data)


def notify_result(round_: Round, report: ResultReport, *, alone: bool = True) -> None:
    """Tell of a report; ``alone`` False: the act tells itself whether it decides a match."""
    data = {
        "round": round_.number,
        "table": report.pairing.table,
        "game": report.game,
        "value": report.value,
        "forfeit": report.forfeit,
        "cause": report.cause,
        "article": report.article,
        "report": report.pk,
        "supersedes": report.supersedes_id,
    }
    notify_of_section(round_.section, RESULT, round_path(round_.section, round_.number), data)
    notify_followers_of_result(round_, report)
    if alone and (match := report.pairing.match_id) is not None:
        _notify_decision(round_, report, match)


def _notify_decision(round_: Round, report: ResultReport, key: int) -> None:
    """Where a report has decided a match of teams, or opens it again."""
    match = Match.objects.select_related("first", "second", "round").get(pk=key)
    boards = boards_by_match(boards_of([match])).get(match.pk, {})
    now = match_state(round_.section, match, boards)
    if winner_of(round_.section, now) != winner_of(round_.section, _before(round_, match, now, report)):
        notify_match(round_, match)


def _before(round_: Round, match: Match, now: TeamMatch, report: ResultReport) -> TeamMatch:
    """The match before a report on one of its boards."""
    place = (report.pairing.board or 0) - 1
    old = report.supersedes
    value = None if old is None or old.value == ResultReport.Value.OPEN else Result(old.value)
    if value is not None and not match_first_sides(match, round_)[place]:
        value = INVERTED.get(value, value)
    board = replace(now.boards[place], result=value, forfeit=bool(old and old.forfeit))
    return replace(now, boards=(*now.boards[:place], board, *now.boards[place + 1 :]))


@contextmanager
def notifying_decisions(round_: Round, matches: Iterable[Match]) -> Iterator[None]:
    """Tell, when what is done inside is done, of matches that are won or lost otherwise than before."""
    tables = {match.table for match in matches}
    if not tables:
        yield
        return
    before = _won_in(round_, tables)
    yield
    after = _won_in(round_, tables)
    # Whose matches they are may change as well (`adjust_round`).
    for match in matches_in([round_]):
        if after.get(match.table) != before.get(match.table):
            notify_match(round_, match)


def _won_in(round_: Round, tables: set[int | None]) -> dict[int | None, tuple[str, str, int, int | None]]:
    """Return by the number of a match that is over who has won it, who has forfeited it, and the teams."""
    met = [match for match in matches_in([round_]) if match.table in tables and match.second_id is not None]
    winners = _winners(round_, met)
    # By number, for a match that is changed by hand is made anew.
    return {
        match.table: (*winners[match.pk], match.first_id, match.second_id)
        for match in met
        if winners[match.pk][0]
    }


def notify_decided(round_: Round) -> None:
    """Tell of matches of a round that are won when it becomes public."""
    if not round_.section.of_teams:
        return
    matches = [match for match in matches_in([round_]) if match.second is not None]
    winners = _winners(round_, matches)
    for match in matches:
        # Before anybody plays, by boards that one side left empty.
        if winners[match.pk][0]:
            notify_match(round_, match)


def _winners(round_: Round, matches: Sequence[Match]) -> dict[int, tuple[str, str]]:
    """By match who has won it, and who has lost it by forfeit."""
    boards = boards_by_match(boards_of(matches))
    states = {match.pk: match_state(round_.section, match, boards.get(match.pk, {})) for match in matches}
    return {
        key: (winner_of(round_.section, state), lost_by(round_.section, state))
        for key, state in states.items()
    }


def notify_match(round_: Round, match: Match) -> None:
    """Tell of a match; ``winner``: ``first``, ``second``, ``level`` or ``none``, empty: opened again."""
    boards = boards_by_match(boards_of([match])).get(match.pk, {})
    state = match_state(round_.section, match, boards)
    score = score_of(round_.section, state)
    # Teams by number, never by name (law 8).
    data = {
        "round": round_.number,
        "match": match.table,
        "first": state.first,
        "second": state.second,
        "first_points": score.first,
        "second_points": score.second,
        "winner": winner_of(round_.section, state),
        "forfeited": lost_by(round_.section, state),
    }
    notify_of_section(round_.section, DECIDED, round_path(round_.section, round_.number), data)


def notify_player_match(round_: Round, table: int, match: PlayerMatch) -> None:
    """Tell that decider games have decided a level match of two players, or decide it no longer."""
    winner = {player: side for side, player in zip(("first", "second"), match.players, strict=True)}
    data = {
        "round": round_.number,
        "table": table,
        **dict(zip(("first", "second"), match.players, strict=True)),
        # Empty while it is open; `none` where both have lost.
        "winner": ("none" if match.winner is None else winner[match.winner]) if match.over else "",
    }
    notify_of_section(round_.section, DECIDED, round_path(round_.section, round_.number), data)


def notify_foul(round_: Round, foul: Foul) -> None:
    data = {
        "round": round_.number,
        "table": foul.pairing.table,
        "game": foul.game,
        "player": foul.entry.number,
        "kind": foul.kind,
        "article": foul.article,
        "status": foul.status,
        "foul": foul.pk,
        "supersedes": foul.supersedes_id,
    }
    notify_of_section(round_.section, FOUL, round_path(round_.section, round_.number), data)
    if foul.status == Foul.Status.LOGGED:
        notify_staff_of_foul(round_, foul)
    else:
        notify_followers_of_foul(round_, foul)


def notify_standings(section: Section, standing: Standing) -> None:
    after = standing.after_round
    data = {"after": after, "version": standing.version, "digest": standing.digest}
    notify_of_section(section, STANDINGS, standings_path(section, after), data)
    notify_followers_of_standings(section, standing)


def notify_event(event: Event) -> None:
    """Tell of an event that everybody may know of, or might; ``organisation``: its address or null."""
    if not event.listed:
        return
    owner = event.organisation.slug if event.organisation else None
    path = event_path(event)
    _notify_of_event(event, CHANGED, path, {"withheld": published.is_withheld(path), "organisation": owner})


def notify_person(person: Person, into: Person | None = None) -> None:
    """Tell every event where the person plays that the register says something else."""
    # A merged row has taken all its events along, into the other one.
    plays = Player.objects.filter(person=into or person).values_list("event", "event__slug")
    data = {
        "person": str(person.uid),
        "merged_into": str(into.uid) if into else None,
        "url": f"{settings.PUBLIC_URL}{person_address((into or person).uid)}",
    }
    notify_each(PERSON, {f"event:{key}": {"event": slug, **data} for key, slug in plays})


def notify_persons(persons: Iterable[int]) -> None:
    """Tell the same of many persons, by their ids; one query where nobody listens."""
    # Only events where somebody listens are asked for who plays there.
    events = [int(scope.removeprefix("event:")) for scope in listening(PERSON) if scope.startswith("event:")]
    if not events:
        return
    changed = set(persons)
    play = Player.objects.filter(event__in=events).values_list("person", flat=True)
    for person in Person.objects.filter(pk__in=changed.intersection(play)).order_by("pk"):
        notify_person(person)


def notify_organisation(organisation: Organisation) -> None:
    """At every event that it owns. As many queries as for a person."""
    url = f"{settings.PUBLIC_URL}{organisation_address(organisation.slug)}"
    data = {"organisation": organisation.slug, "url": url}
    events = organisation.events.values_list("pk", "slug")
    notify_each(ORGANISATION, {f"event:{key}": {"event": slug, **data} for key, slug in events})


def notify_announcement(announcement: Announcement) -> None:
    """``section``: null where the whole event is told."""
    event, section = announcement.event, announcement.section
    data = {
        "section": section.slug if section else None,
        "announcement": announcement.pk,
        "version": announcement.version,
        "withdrawn": announcement.withdrawn,
    }
    _notify_of_event(event, ANNOUNCED, section_path(section) if section else event_path(event), data)
    notify_followers_of_announcement(announcement)
