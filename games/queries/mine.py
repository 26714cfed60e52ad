"""What a player sees of the own tournament, behind the private link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from django.db.models import Count, Max, Q
from django.utils import timezone

from games.models import CountConsent, GameRecord
from games.queries.counts import current_count, has_agreed, is_settled, ruling_of
from games.queries.first_move import FirstMove, first_move_at
from games.queries.records import owing_side
from tournaments.models import (
    Absence,
    Entry,
    Match,
    Pairing,
    PlayerReport,
    ResultReport,
    Round,
    Seat,
    Section,
)
from tournaments.queries.clocks import RemainingTime, remaining_by_pairing
from tournaments.queries.entering.entries import takes_check_ins
from tournaments.queries.presence import seat_to_confirm
from tournaments.queries.public.public_ranks import StandingNow, standings_now
from tournaments.queries.public.public_sections import PlayerCard, card
from tournaments.queries.public.public_state import PUBLIC_STATES, PublicSnapshot
from tournaments.queries.refereeing.player_reports import side_outcome
from tournaments.queries.register.namesakes import recall_namesakes
from tournaments.queries.tables import TableRow, table_row
from tournaments.queries.teams.line_ups import waiting_in
from tournaments.wording.causes import cause_text


@dataclass(frozen=True, slots=True)
class MyTable:
    """The player's place in a round."""

    round: Round
    # None for the bye and for an absence.
    row: TableRow | None
    colour: str
    # Outcomes as each side has said them of the game that is due.
    own_report: str = ""
    theirs: str = ""
    # Of an absence: a half-point bye.
    half: bool = False
    # The line-ups of the own team's match are still secret.
    unrevealed: bool = False
    # The own team's, where its line-ups are secret or the player sits there.
    match: Match | None = None

    @property
    def starts(self) -> datetime | None:
        return self.round.start_of(self.match)

    @property
    def remaining(self) -> RemainingTime | None:
        """What is left on the clocks where the game goes on after a draw or an adjournment."""
        row = self.row
        if row is None or row.next_game is None or not (row.adjourned or row.is_replay):
            return None
        return remaining_by_pairing({row.pairing: row.next_game}).get(row.pairing)

    @property
    def opponent(self) -> Entry | None:
        if self.row is None:
            return None
        return self.row.second if self.colour == Seat.Colour.FIRST else self.row.first

    def owes_record(self, value: str) -> Entry | None:
        """Who hands in the record of the first game of the table, which ended so (WXC 4.2)."""
        if self.row is None:
            return None
        return self.row.first if owing_side(value) == Seat.Colour.FIRST else self.row.second

    @property
    def may_report(self) -> bool:
        """Whether the round takes results and this table's next game still lacks one."""
        open_ = self.round.state in (Round.State.PUBLISHED, Round.State.PLAYING)
        return open_ and self.row is not None and self.row.next_game is not None

    @property
    def may_tell(self) -> bool:
        """Say whether the player may report it now."""
        # Nobody reports a game that has not started.
        return self.may_report and (self.starts is None or timezone.now() >= self.starts)

    @property
    def outcome(self) -> str:
        """Say how the last game ended for the player; empty while it has no result."""
        last = self.row.results[-1].value if self.row and self.row.reports else ""
        return side_outcome(last, self.colour)


@dataclass(frozen=True, slots=True)
class Mine:
    """All that the player's own page shows."""

    # The place in the newest public round.
    table: MyTable | None
    # The one to be taken, or taken, on line.
    seat: Seat | None
    # Where colours are decided at the table.
    first_move: FirstMove | None
    checks_in: bool
    is_here: bool
    # Of the game that is due, or of the last one.
    count: MyCount | None
    games: list[MyGame]
    # The round after the public one.
    next_planned: Round | None
    # Rounds that the player will not play.
    away: list[Absence]
    # What everybody may read, None for who has no number yet.
    card: PlayerCard | None
    # In the newest standings, as is the opponent's.
    standing: StandingNow | None
    of_opponent: StandingNow | None


def own_page(entry: Entry) -> Mine:
    """Find what an entry's page shows now; it comes with its section, event and player."""
    # The price of all this does not grow with the number of players.
    recall_namesakes(entry.section)
    rounds = list(
        Round.objects.filter(section=entry.section_id)
        .defer("draft_input", "draft_changes")
        .order_by("number")
    )
    newest = max((round_ for round_ in rounds if round_.is_public), key=lambda r: r.number, default=None)
    table = my_table(entry, newest) if newest else None
    after = newest.number if newest else 0
    own_card = card(entry.section_id, entry.number, PublicSnapshot()) if entry.number else None
    opponent = table.opponent if table else None
    numbers = {person.number for person in (entry, opponent) if person and person.number}
    ranked = standings_now(entry.section, numbers, own_card.frame.standings) if own_card else {}
    return Mine(
        table=table,
        seat=seat_to_confirm(entry, newest) if newest else None,
        first_move=first_move_at(table.round, table.row.pairing, table.row.handicap)
        if table and table.row and table.may_report
        else None,
        checks_in=entry.status != Entry.Status.WITHDRAWN and takes_check_ins(entry.section),
        is_here=entry.status == Entry.Status.CHECKED_IN,
        count=my_count(entry, table) if table else None,
        games=my_games(entry),
        next_planned=next((round_ for round_ in rounds if round_.number > after), None),
        away=[absence for absence in entry.absences.all() if absence.round_number > after],
        card=own_card,
        standing=ranked.get(entry.number or 0),
        of_opponent=ranked.get(opponent.number or 0) if opponent else None,
    )


def version(entry: Entry) -> str:
    """Name what the entry's pages show, so that any change changes it."""
    now = timezone.now()
    # Whether a first result is in at another table, no page of a player says.
    in_play = {Round.State.PUBLISHED.value: Round.State.PLAYING.value}
    rounds = [
        (
            number,
            in_play.get(state, state) if state in PUBLIC_STATES else "",
            starts_at,
            starts_at and now >= starts_at,
            versions,
        )
        for number, state, starts_at, versions in Round.objects.filter(section=entry.section_id)
        .order_by("number")
        .values_list("number", "state", "starts_at", Count("versions"))
    ]
    # Six small queries, seven in a team, however many play.
    seats = Seat.objects.filter(pairing__seats__entry=entry, round__state__in=PUBLIC_STATES).order_by("pk")
    words = PlayerReport.objects.filter(pairing__seats__entry=entry).order_by("pk")
    games = [(word.pairing_id, word.game) for word in words if word.entry_id == entry.pk]
    # A reserve has no seat by which to hear of a reveal.
    of_team = Match.objects.filter(
        Q(first=entry.team_id) | Q(second=entry.team_id), round__state__in=PUBLIC_STATES
    )
    matches = of_team.order_by("pk").values_list("pk", "revealed_at", "lost_by", "starts_at")
    latest = Pairing.objects.filter(seats__entry=entry).aggregate(
        Max("reports"),
        Max("clock_readings"),
        Max("records"),
        Max("records__reading"),
        Max("records__acceptance"),
        Max("counts"),
        Max("counts__consents"),
        Max("colour_decisions"),
        Max("sheet_photos"),
        Max("fouls"),
        Max("appeals__decision"),
    )
    state = (
        entry.section.standings.aggregate(Max("pk")),
        entry.status,
        entry.number,
        entry.section.state,
        rounds,
        list(entry.appeals.values_list("pk", "deposit")),
        list(entry.absences.order_by("round_number").values_list("round_number", "half_point", "full_point")),
        list(seats.values_list("pairing", "pairing__table", "entry", "entry__status", "colour", "taken_at")),
        # Nobody learns that the other has spoken before having said something.
        [word.pk for word in words if (word.pairing_id, word.game) in games],
        sorted(latest.items()),
        [(*row, row[-1] and now >= row[-1]) for row in matches]
        if entry.section.of_teams and entry.team_id
        else [],
    )
    return sha256(repr(state).encode()).hexdigest()[:16]


# Only weiqi counts boards.
def my_count(entry: Entry, table: MyTable) -> MyCount | None:
    if entry.section.game != Section.Game.WEIQI or table.row is None:
        return None
    game = table.row.next_game or max((report.game for report in table.row.reports), default=1)
    count = current_count(table.row.pairing, game)
    is_open = count is not None and not is_settled(count)
    agreed = count is not None and has_agreed(count, entry)
    ruled = ruling_of(count) if count is not None else None
    return MyCount(table.round.number, game, is_open and not agreed, is_open and agreed, ruled)


def my_table(entry: Entry, round_: Round) -> MyTable:
    """Where the player sits in a public round."""
    round_.section = entry.section
    seat = Seat.objects.filter(round=round_, entry=entry).select_related("pairing__match").first()
    row = table_row(round_, seat.pairing.table, explained=True) if seat and seat.pairing.table else None
    if seat is None or row is None:
        half = any(
            absence.round_number == round_.number and absence.half_point for absence in entry.absences.all()
        )
        waiting = waiting_in([round_])[round_.pk]
        own_matches = (
            absence.match for absence in waiting for side in absence.sides if side.team.pk == entry.team_id
        )
        match = next(own_matches, None)
        colour = seat.colour if seat else ""
        half = half and seat is None
        if seat is None and any(
            absence.round_number == round_.number and absence.full_point for absence in entry.absences.all()
        ):
            colour = Seat.Colour.BYE
        return MyTable(round_, None, colour, half=half, unrevealed=match is not None, match=match)
    mine, theirs = row.reported.first, row.reported.second
    other = Seat.Colour.SECOND
    if seat.colour == Seat.Colour.SECOND:
        mine, theirs, other = theirs, mine, Seat.Colour.FIRST
    # Nobody sees what the other has said before having said something.
    return MyTable(
        round_,
        row,
        seat.colour,
        own_report=side_outcome(mine, seat.colour),
        theirs=side_outcome(theirs, other) if mine else "",
        match=seat.pairing.match,
    )


@dataclass(frozen=True, slots=True)
class MyCount:
    """The count of a game's final board."""

    round: int
    game: int
    # Somebody has proposed one and the player has not agreed yet.
    waits: bool
    # The player has agreed, and the count is not settled.
    with_opponent: bool
    ruled: CountConsent | None = None


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game of the player that has, or should have, a record."""

    round: int
    table: int
    record: GameRecord | None
    # Who owes the record, ``me`` or ``opponent``; empty where it is there, or where nobody does.
    owes: str = ""
    # Not by forfeit: what was not played has no record.
    is_played: bool = True
    # By number of the game how it ended, with the article that decided; none of ordinary play.
    endings: Mapping[int, str] = field(default_factory=dict)


def my_games(entry: Entry) -> list[MyGame]:
    """List the tables at which the player has sat, newest first, with the record in force, in four
    queries."""
    pairings = list(
        Pairing.objects.filter(seats__entry=entry, table__isnull=False, round__state__in=PUBLIC_STATES)
        .select_related("round")
        .defer("round__draft_input", "round__draft_changes")
        .order_by("-round__number")
    )
    records = (
        GameRecord.objects.filter(pairing__in=pairings, game=1, superseded_by__isnull=True)
        .select_related("reading", "acceptance")
        .defer("reading__data")
    )
    by_pairing = {record.pairing_id: record for record in records}
    colours = dict(Seat.objects.filter(entry=entry, pairing__in=pairings).values_list("pairing", "colour"))
    owes: dict[int, str] = {}
    endings: dict[int, dict[int, str]] = {}
    forfeited: set[int] = set()
    for report in ResultReport.objects.in_force().filter(pairing__in=pairings):
        words = cause_text(report.cause, report.article, report.detail.get("margin"))
        endings.setdefault(report.pairing_id, {})[report.game] = words
        if report.game == 1 and report.forfeit:
            forfeited.add(report.pairing_id)
        elif report.game == 1 and report.pairing_id not in by_pairing:
            is_mine = owing_side(report.value) == colours[report.pairing_id]
            owes[report.pairing_id] = "me" if is_mine else "opponent"
    return [
        MyGame(
            pairing.round.number,
            pairing.table or 0,
            by_pairing.get(pairing.pk),
            owes.get(pairing.pk, ""),
            pairing.pk not in forfeited,
            endings.get(pairing.pk, {}),
        )
        for pairing in pairings
    ]


def newest_own_round(entry: Entry) -> int | None:
    """Find the newest public round in which the player sits at a table, in one query."""
    numbers = Pairing.objects.filter(
        seats__entry=entry,
        table__isnull=False,
        round__section=entry.section_id,
        round__state__in=PUBLIC_STATES,
    )
    return numbers.order_by("-round__number").values_list("round__number", flat=True).first()


def my_pairing(entry: Entry, number: int) -> Pairing | None:
    """The player's table in a public round, its round and section loaded."""
    pairings = Pairing.objects.filter(
        seats__entry=entry,
        table__isnull=False,
        round__number=number,
        round__section=entry.section_id,
        round__state__in=PUBLIC_STATES,
    )
    return pairings.select_related("round__section__event").first()
