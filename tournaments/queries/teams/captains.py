"""What the captain of a team sees: the roster, the match that is next or on, and those that were played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from django.db.models import F, Max
from django.utils import timezone

from portal.accounts.models import User
from portal.web.private_links import digest, secret_again
from tournaments.models import (
    CaptainLink,
    Entry,
    LineUp,
    Match,
    PlayerReport,
    ResultReport,
    Round,
    Seat,
    Section,
    Team,
)
from tournaments.queries.public.public_matches import PlayedMatch, team_rosters
from tournaments.queries.public.public_state import PUBLIC_STATES
from tournaments.queries.refereeing.player_reports import NOTHING, reports_by_game, side_outcome
from tournaments.queries.teams.desk_matches import BoardRow, match_row
from tournaments.queries.teams.double_bookings import double_bookings
from tournaments.queries.teams.line_ups import (
    deadline_of,
    handed_in,
    last_line_ups,
    may_order_roster,
    plays_now,
    unrevealed,
)
from tournaments.queries.teams.team_matches import MatchScore, away_in, roster_order, team_settings_of
from tournaments.state.line_ups import LineUp as Places
from tournaments.state.line_ups import default_line_up

CAPTAIN_LINK = "captain-link"


def captain_link_of(secret: str) -> CaptainLink | None:
    """The link, valid or revoked, with its team, section and event. One query."""
    links = CaptainLink.objects.filter(secret_digest=digest(secret))
    return links.select_related("team__section__event", "team__federation").first()


def captain_secret(link: CaptainLink) -> str:
    """What stands in its address; empty when the site's key has changed since."""
    return secret_again(CAPTAIN_LINK, link.salt, link.secret_digest)


def valid_captain_links(section: Section) -> dict[int, CaptainLink]:
    """By id of the team, the link that opens something."""
    links = CaptainLink.objects.filter(team__section=section, revoked_at__isnull=True)
    return {link.team_id: link for link in links}


def concealing_links(section: Section, links: Mapping[int, CaptainLink]) -> set[int]:
    """Return the teams behind whose links a secret line-up stands; two queries."""
    waiting = list(unrevealed(section.round_set.filter(state__in=PUBLIC_STATES)))
    return {
        team
        for (_, team), line_up in handed_in(waiting).items()
        # Handed in since the link was made. Who sees the printed cards must not read line-ups there.
        if team in links and links[team].created_at <= line_up.at
    }


def teams_with_captains(section: Section) -> Iterable[Team]:
    """List teams that have not withdrawn, with the accounts of their captains, by number, then by name."""
    if not section.of_teams:
        return ()
    going_on = section.teams.filter(withdrawn_after=None).select_related("federation", "captain")
    return going_on.order_by(F("number").asc(nulls_last=True), "name")


def teams_without_link(section: Section) -> Iterable[Team]:
    """Teams that have not withdrawn and have no valid link, by number, then by name."""
    going_on = section.teams.filter(withdrawn_after=None)
    valid = CaptainLink.objects.filter(revoked_at__isnull=True)
    return going_on.exclude(links__in=valid).order_by("number", "name")


def captained_by(user: User) -> list[Team]:
    """The teams of which the account is the captain's, at events that go on."""
    teams = Team.objects.filter(captain=user, section__event__archived=False)
    public = teams.exclude(section__state=Section.State.DRAFT)
    return list(public.select_related("section__event").order_by("-section__event__starts", "pk"))


@dataclass(frozen=True, slots=True)
class CaptainMember:
    """``away``: absent or withdrawn in the round of the page."""

    entry: Entry
    away: bool


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """Hold the team's match of the newest public round; ``match`` None: no opponent, or not paired.

    ``until``: the deadline, None without one; ``line_up``: the own newest line-up; ``theirs_at``: when the
    opponents gave theirs, and ``theirs``: who is in it, where line-ups are not ``secret``; ``proposed``: what
    would be handed in unchanged; ``boards`` and ``score``: from the own side; ``lost``: who has lost it
    without play, in a sentence; ``by_default``: they were revealed before the team had given one;
    ``reports``: of boards without a result what the own side has said, or ``differ``; ``double_bookings``:
    who also plays in another section, in a sentence."""

    round: Round
    match: Match | None
    opponent: Team | None
    until: datetime | None
    line_up: LineUp | None
    theirs_at: datetime | None
    proposed: Places
    boards: tuple[BoardRow, ...]
    score: MatchScore | None
    lost: str = ""
    by_default: bool = False
    reports: Mapping[int, str] = field(default_factory=dict)
    theirs: tuple[Entry | None, ...] = ()
    secret: bool = True
    elsewhere: str = ""

    @property
    def starts(self) -> datetime | None:
        return self.round.start_of(self.match)

    @property
    def lines(self) -> list[tuple[BoardRow, str]]:
        """The boards, each with what the own side has told of it."""
        return [(board, self.reports.get(board.number, "")) for board in self.boards]

    @property
    def tellable(self) -> list[int]:
        """The boards that have no result: a captain may say how they ended."""
        if self.round.state == Round.State.CLOSED or (self.starts and timezone.now() < self.starts):
            return []
        return [board.number for board in self.boards if board.pairing and not board.results]

    @property
    def waits(self) -> bool:
        """Whether line-ups are still to be revealed."""
        return self.match is not None and not self.match.is_seated and not self.match.lost_by

    @property
    def passed(self) -> bool:
        return self.until is not None and timezone.now() >= self.until

    @property
    def is_open(self) -> bool:
        """Whether boards still lack results."""
        return self.score is not None and self.score.done < len(self.boards)

    @property
    def may_hand_in(self) -> bool:
        still_on = not self.passed and self.round.state != Round.State.CLOSED
        return still_on and (self.waits or self.may_fill)

    @property
    def may_fill(self) -> bool:
        """Whether the line-ups are revealed and an empty board of the own one may still get a player."""
        return self.match is not None and self.match.is_seated and bool(self.until) and None in self.proposed


@dataclass(frozen=True, slots=True)
class Captained:
    """All that the page shows."""

    members: tuple[CaptainMember, ...]
    now: OwnMatch | None
    next_planned: Round | None
    may_order: bool
    playing: bool
    least: int
    played: tuple[PlayedMatch, ...]

    @property
    def here(self) -> int:
        return sum(not member.away for member in self.members)


def captained(team: Team) -> Captained:
    """What a team's page shows now; it comes with its section and event."""
    section = team.section
    rounds = list(section.round_set.defer("draft_input", "draft_changes").order_by("number"))
    for round_ in rounds:
        round_.section = section
    public = [round_ for round_ in rounds if round_.is_public]
    newest = public[-1] if public else None
    number = newest.number if newest else 1
    playing = plays_now(team) is not None
    away = away_in(section, number)
    entries = list(roster_order(Entry.objects.filter(team=team).select_related("player__federation")))
    rosters = team_rosters(section, {}, public, only=team)
    return Captained(
        members=tuple(
            CaptainMember(round_, round_.number in away or round_.status == Entry.Status.WITHDRAWN)
            for round_ in entries
        ),
        now=_own_match(team, newest, entries, away) if newest else None,
        next_planned=next((round_ for round_ in rounds if not round_.is_public), None),
        may_order=may_order_roster(section) and not playing,
        playing=playing,
        least=team_settings_of(section).line_ups().needed,
        played=tuple(
            match for round_ in rosters if round_.team.name == team.name for match in round_.matches
        ),
    )


def _own_match(team: Team, round_: Round, entries: list[Entry], away: frozenset[int]) -> OwnMatch:
    match = next(
        (
            candidate
            for candidate in round_.matches.select_related("first", "second")
            if team.pk in (candidate.first_id, candidate.second_id)
        ),
        None,
    )
    if match is None or match.second is None:
        return OwnMatch(round_, None, None, None, None, None, (), (), None)
    is_first = match.first_id == team.pk
    opponent = match.second if is_first else match.first
    line_ups = handed_in([match])
    ours, theirs = line_ups.get((match.pk, team.pk)), line_ups.get((match.pk, opponent.pk))
    row = match_row(round_, match.table or 0) if match.is_seated or match.lost_by else None
    boards = row.boards if row else ()
    secret = team_settings_of(round_.section).secret
    score = row.score if row else None
    return OwnMatch(
        round=round_,
        match=match,
        opponent=opponent,
        until=deadline_of(round_, match),
        line_up=ours,
        theirs_at=theirs.at if theirs else None,
        proposed=tuple(
            match.line_up_of(team) or (ours.players if ours else proposed(team, round_, entries, away))
        ),
        boards=boards if is_first else tuple(board.turned for board in boards),
        score=score if score is None or is_first else score.turned,
        lost=row.lost if row else "",
        by_default=match.revealed_at is not None
        and not LineUp.objects.filter(match=match, team=team, at__lte=match.revealed_at).exists(),
        reports=_own_words(boards, is_first=is_first),
        theirs=_members(opponent, theirs.players) if theirs and not match.is_seated and not secret else (),
        secret=secret,
        elsewhere=double_bookings(round_, match, ours.players) if ours and not match.is_seated else "",
    )


def _members(team: Team, players: Iterable[int | None]) -> tuple[Entry | None, ...]:
    by_number = {entry.number: entry for entry in team.entries.select_related("player")}
    return tuple(by_number.get(number) if number else None for number in players)


def _own_words(boards: Iterable[BoardRow], *, is_first: bool) -> dict[int, str]:
    """By board; what the other side has said is nobody's business before both have."""
    open_ = {board.number: board for board in boards if board.pairing and not board.results}
    words = reports_by_game(board.pairing for board in open_.values() if board.pairing)
    words_by_key = {}
    for number, board in open_.items():
        side = words.get((board.pairing.pk, 1), NOTHING) if board.pairing else NOTHING
        moves_first = is_first == board.first_team_begins
        mine = side.first if moves_first else side.second
        if mine:
            colour = Seat.Colour.FIRST if moves_first else Seat.Colour.SECOND
            words_by_key[number] = "differ" if side.disputed else side_outcome(mine, colour)
    return words_by_key


def proposed(team: Team, round_: Round, entries: Iterable[Entry], away: frozenset[int]) -> Places:
    """What counts for a team that gives no line-up (T4)."""
    rules = team_settings_of(round_.section).line_ups()
    roster = [entry.number for entry in entries if entry.number]
    return default_line_up(rules, roster, last_line_ups(round_).get(team.pk, ()), away)


def version(team: Team) -> str:
    """Changes with what the team's page shows: once a minute before a deadline, for the time that is left."""
    section = team.section
    rounds = list(section.round_set.defer("draft_input", "draft_changes").order_by("number"))
    public = [round_ for round_ in rounds if round_.state in PUBLIC_STATES]
    matches_of_team = Match.objects.filter(round__in=public, first=team) | Match.objects.filter(
        round__in=public, second=team
    )
    matches = list(matches_of_team.order_by("pk"))
    keys = [match.pk for match in matches]
    newest = next((match for match in matches if match.round_id == public[-1].pk), None)
    minutes, begun = None, False
    if newest is not None:
        public[-1].section = section
        starts = public[-1].start_of(newest)
        begun = starts is not None and timezone.now() >= starts
        until = deadline_of(public[-1], newest)
        minutes = until and int((until - timezone.now()).total_seconds() // 60)
    state = (
        section.state,
        team.withdrawn_after,
        section.team_rules,
        [(round_.number, round_.state if round_ in public else "", round_.starts_at) for round_ in rounds],
        max(minutes, -1) if minutes is not None else None,
        begun,
        list(roster_order(Entry.objects.filter(team=team)).values_list("pk", "number", "status")),
        list(
            Entry.objects.filter(team=team, absences__isnull=False)
            .order_by("pk", "absences__round_number")
            .values_list("pk", "absences__round_number")
        ),
        [
            (round_.pk, round_.first_line_up, round_.second_line_up, round_.lost_by, round_.starts_at)
            for round_ in matches
        ],
        LineUp.objects.filter(match__in=keys).aggregate(Max("pk")),
        ResultReport.objects.filter(pairing__match__in=keys).aggregate(Max("pk")),
        PlayerReport.objects.filter(pairing__match__in=keys).aggregate(Max("pk")),
        list(team.absences.values_list("round_number", "kind")),
        Entry.objects.filter(team=team).aggregate(
            Max("fouls"), Max("appeals"), Max("appeals__decision"), Max("appeals__deposit")
        ),
    )
    return sha256(repr(state).encode()).hexdigest()[:16]
