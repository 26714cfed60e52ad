"""From OpenGotha's file of teams to a section of team matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.exchange.conversion import LossCode, Losses, Problems, Reading
from tournaments.exchange.foreign import finish
from tournaments.exchange.go_documents import entry_of
from tournaments.exchange.go_passthrough import carried_settings, passthrough_of
from tournaments.exchange.go_teams.codes import ranking_keys
from tournaments.exchange.opengotha.document import Document, GothaTeam
from tournaments.exchange.opengotha.document_reading import read_document
from tournaments.exchange.opengotha.rows import games_in, last_round, time_control_of
from tournaments.pairing.registry import games_by
from tournaments.state.line_ups import Empty, LineUp
from tournaments.state.team_matches import Alone, TeamBye
from tournaments.state.team_matches import Team as StateTeam
from tournaments.state.team_section import INVERTED, SeatedMatch, TeamSection
from tournaments.state.team_settings import MOST_BOARDS, MOST_RESERVES, TeamSettings
from tournaments.state.tournament import Game, Result, Tournament

# OpenGotha's file does not say how the teams were paired.
DEFAULT_SYSTEM = "wmsg2008"


def read(data: bytes, *, encoding: str | None = None, system: str | None = None) -> Reading | None:
    """Read a section of teams; None for a file in which players meet, or that cannot be read at all."""
    document_reading = read_document(data, encoding=encoding)
    if document_reading.document is None:
        return None
    document = document_reading.document.as_listed()
    seats = _seats_in(document)
    if seats is None:
        return None
    losses = Losses()
    if system is None:
        losses.add(LossCode.SYSTEM)
    tournament = _Section(document, seats, losses).tournament(system or DEFAULT_SYSTEM)
    reading = finish(tournament, Problems(), losses, encoding=document_reading.encoding)
    other_losses = (loss for loss in document_reading.losses if loss.code is not LossCode.TIEBREAKS)
    return replace(reading, losses=(*other_losses, *reading.losses))


@dataclass(frozen=True, slots=True)
class _Seats:
    """``boards`` of a match; ``at``: the team, by its place in the file, and the board, by round and player;
    ``rows``: the players by board, by round and team; ``opponents`` by round and team."""

    boards: int
    at: Mapping[tuple[int, int], tuple[int, int]]
    rows: Mapping[tuple[int, int], Mapping[int, int]]
    opponents: Mapping[tuple[int, int], int]


def _seats_in(document: Document) -> _Seats | None:
    """None where teams are only names: somebody plays outside them, or not board against board."""
    teams = document.teams
    names = {team.name for team in teams}
    rows = [(place, board) for place, team in enumerate(teams) for board in team.boards]
    if len(names) < max(2, len(teams)) or "" in names or not all(b.round and b.board for _, b in rows):
        return None
    at = {(board.round, board.player): (place, board.board) for place, board in rows}
    homes = {(board.player, place) for place, board in rows}
    if len(at) < len(rows) or len(homes) > len({player for player, _ in homes}):
        return None
    opponents: dict[tuple[int, int], int] = {}
    highest = 0
    for game in document.event.games:
        seat, other = at.get((game.round, game.black)), at.get((game.round, game.white))
        if seat is None or other is None or seat[0] == other[0] or seat[1] != other[1]:
            return None
        for team, met in ((seat[0], other[0]), (other[0], seat[0])):
            if opponents.setdefault((game.round, team), met) != met:
                return None
        highest = max(highest, seat[1])
    for bye in document.event.byes:
        place, _ = at.get((bye.round, bye.number), (None, 0))
        if place is None or (bye.round, place) in opponents:
            return None
    size_text = document.extra_attributes.get("TeamGeneralParameterSet", {}).get("teamSize", "")
    boards = max(
        int(size_text) if size_text.isascii() and size_text.isdecimal() and len(size_text) < 3 else 0, highest
    )
    if not 2 <= boards <= MOST_BOARDS or any(len(m) > boards + MOST_RESERVES for m in _rosters(document)):
        return None
    seats: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for (number, player), (place, board) in at.items():
        seats[number, place][board] = player
    return _Seats(boards, at, seats, opponents)


def _rosters(document: Document) -> list[tuple[int, ...]]:
    """Of each team as its last round has it, then whoever sat there in an earlier one."""
    rosters = []
    for team in document.teams:
        last = max((board.round for board in team.boards), default=0)
        ordered = sorted(team.boards, key=lambda b: (b.round != last, b.round, b.board))
        rosters.append(tuple(dict.fromkeys(board.player for board in ordered)))
    return rosters


@dataclass(slots=True)
class _Section:
    document: Document
    seats: _Seats
    losses: Losses
    numbers: list[int] = field(default_factory=list)
    gaps: bool = False

    def tournament(self, system: str) -> Tournament:
        event = self.document.event
        self.numbers = _numbers(self.document.teams, self.losses)
        games_read = list(games_in(event, self.losses, LossCode.RESULTS))
        tables: dict[tuple[int, int], int] = {}
        matches = tuple(self._matches(games_read, tables))
        games = tuple(replace(game, table=tables[game.round, game.first]) for game in games_read)
        if any(old.table != new.table for old, new in zip(games_read, games, strict=True)):
            self.losses.add(LossCode.TABLES)
        last, rosters = last_round(event), _rosters(self.document)
        came = {number for game in games for number in (game.first, game.second)}
        names = {n: team.name for team, ns in zip(self.document.teams, rosters, strict=True) for n in ns}
        carried = self._passthrough(games_read, games)
        return Tournament(
            system=games_by(system),
            name=self.document.event_info.name,
            game="weiqi",
            rounds=event.rounds,
            time_control=time_control_of(self.document.event_info.time, self.losses),
            entries=tuple(
                entry_of(player, last, event.rounds, came, names.get(player.number, ""), self.losses)
                for player in event.players
            ),
            games=tuple(sorted(games, key=lambda game: (game.round, game.table))),
            opengotha=carried,
            teams=TeamSection(
                system=system,
                settings=TeamSettings(
                    boards=self.seats.boards,
                    reserves=max(0, max(map(len, rosters)) - self.seats.boards),
                    empty=Empty.ANY if self.gaps else Empty.BOTTOM,
                    tiebreaks=ranking_keys(self.document.team_criteria, self.seats.boards, self.losses),
                ),
                teams=tuple(self._teams(rosters, last)),
                matches=matches,
                byes=tuple(self._byes()),
            ),
        )

    def _passthrough(self, games_read: Sequence[Game], games: Sequence[Game]) -> dict[str, object]:
        """What the section does not hold, the tables of the file among it."""
        carried = {**passthrough_of(self.document), **carried_settings(self.document)}
        rows = {(n, white, black): dict(more) for n, white, black, more in carried.get("games", [])}
        for old, new in zip(games_read, games, strict=True):
            if old.table != new.table:
                rows.setdefault((old.round, old.second, old.first), {})["tableNumber"] = str(old.table)
        return carried | ({"games": [[*where, more] for where, more in rows.items()]} if rows else {})

    def _matches(
        self, games_read: Sequence[Game], tables: dict[tuple[int, int], int]
    ) -> Iterator[SeatedMatch]:
        """In the order of the file's tables; ``tables``: those of the boards, by round and who is Black."""
        boards_by_match: dict[tuple[int, int, int], list[tuple[int, Game]]] = defaultdict(list)
        for game in sorted(games_read, key=lambda game: (game.round, game.table)):
            place, board = self.seats.at[game.round, game.first]
            other = self.seats.opponents[game.round, place]
            boards_by_match[game.round, min(place, other), max(place, other)].append((board, game))
        count: dict[int, int] = defaultdict(int)
        for (number, team, other), boards in boards_by_match.items():
            count[number] += 1
            for board, game in boards:
                tables[number, game.first] = (count[number] - 1) * self.seats.boards + board
            yield self._match(number, count[number], (team, other), sorted(boards, key=lambda row: row[0]))

    def _match(
        self, number: int, table: int, pair: tuple[int, int], boards: list[tuple[int, Game]]
    ) -> SeatedMatch:
        """Make a match of the games of its boards."""
        board, game = boards[0]
        first, second = pair
        # The first team is the one whose player is Black on the first board that was played, or White where
        # that is an even one, as colours alternate.
        if (self.seats.at[number, game.first][0] == first) is not bool(board % 2):
            first, second = second, first
        black = {board: self.seats.at[number, game.first][0] == first for board, game in boards}
        places = range(1, self.seats.boards + 1)
        colours = "".join("FS"[not black.get(place, place % 2 == 1)] for place in places)
        line_ups = self._line_up(number, first, second, black), self._line_up(number, second, first, black)
        return SeatedMatch(
            round=number,
            table=table,
            first=self.numbers[first],
            second=self.numbers[second],
            line_ups=line_ups,
            lost_by=_lost_by(first, self.seats, boards, line_ups),
            colours="" if colours == "".join("FS"[place % 2 == 0] for place in places) else colours,
        )

    def _line_up(self, number: int, team: int, other: int, played: Mapping[int, bool]) -> LineUp:
        """Return who sits there: who has a game, or nobody to play with."""
        ours, theirs = (self.seats.rows.get((number, team), {}) for team in (team, other))
        seats: list[int | None] = []
        for board in range(1, self.seats.boards + 1):
            player = ours.get(board)
            # A board without a game at which both teams have somebody is empty, which is reported.
            if player is not None and board not in played and board in theirs:
                self.losses.add(LossCode.RECORD, player, about="Board")
                player = None
            self.gaps = self.gaps or (player is not None and None in seats)
            seats.append(player)
        return tuple(seats)

    def _byes(self) -> Iterator[TeamBye]:
        """A team has the bye of whom of its members the file names."""
        for bye in self.document.event.byes:
            place, _ = self.seats.at[bye.round, bye.number]
            yield TeamBye(bye.round, self.numbers[place])

    def _teams(self, rosters: Sequence[tuple[int, ...]], last: int) -> Iterator[StateTeam]:
        """Without a match or a bye a team scores nothing; ahead it is away where all its members are."""
        event = self.document.event
        away = {player.number: player.away for player in event.players}
        alone = {(bye.round, bye.team) for bye in self._byes()}
        for place, (team, members) in enumerate(zip(self.document.teams, rosters, strict=True)):
            missed = [
                n
                for n in range(1, event.rounds + 1)
                if (n, place) not in self.seats.opponents
                and (n, self.numbers[place]) not in alone
                and (n <= last or all(n in away[member] for member in members))
            ]
            yield StateTeam(
                number=self.numbers[place],
                name=team.name,
                members=members,
                absences=dict.fromkeys(missed, Alone.ZERO),
            )


def _numbers(teams: Sequence[GothaTeam], losses: Losses) -> list[int]:
    """Those of the file, or its order where they are missing or stand there twice, which is reported."""
    numbers_read = [team.number for team in teams]
    if len(set(numbers_read)) == len(numbers_read) and min(numbers_read) > 0:
        return numbers_read
    losses.add(LossCode.NUMBERS)
    return list(range(1, len(teams) + 1))


def _lost_by(
    first: int, seats: _Seats, boards: Sequence[tuple[int, Game]], line_ups: tuple[LineUp, LineUp]
) -> str:
    """Who has lost a match of which no board was played; empty where each side has some."""
    results = set()
    for _, game in boards:
        if not game.forfeit or game.result is None:
            return ""
        black = seats.at[game.round, game.first][0] == first
        results.add(game.result if black else INVERTED.get(game.result, game.result))
    for ours, theirs in zip(*line_ups, strict=True):
        if (ours is None) is not (theirs is None):
            results.add(Result.SECOND if ours is None else Result.FIRST)
    lost = {Result.FIRST: "second", Result.SECOND: "first", Result.NONE: "both"}
    return lost.get(results.pop(), "") if len(results) == 1 else ""
