"""From the records of teams and the games of their boards to a section of team matches: all must fit.

The two teams of a match are those whose members have met; ``300`` or the roster says at which board: its
first members, or where a reserve has played those who were there, in the order of the roster, as many boards
from the first one on, or each at the board of whoever he has met. A player without a game leaves the board
empty, unless the point without play (``+``) says that he came. By Scheveningen, whose tables differ from
program to program, and where no record 352 says the colours, matches are read as they were played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.exchange.conversion import ForeignErrorCode, LossCode, Losses, Problems
from tournaments.exchange.foreign import numbered
from tournaments.exchange.problems import fatal_problem
from tournaments.exchange.trf.columns import TrfCell, TrfLine, TrfPlayerLine
from tournaments.exchange.trf.team_codes import settings_in
from tournaments.exchange.trf.team_records import (
    ForfeitLine,
    TeamRecords,
    of_a_bye,
    points_at,
    won_by_forfeit,
)
from tournaments.pairing.scheveningen import NAME as SCHEVENINGEN
from tournaments.pairing.scheveningen import first_sides
from tournaments.standings.team_tiebreaks import TeamField
from tournaments.state.line_ups import LineUp
from tournaments.state.points import Points
from tournaments.state.team_matches import KNOCK_OUT, Alone, PenaltyOfTeam, Primary, TeamBye
from tournaments.state.team_section import SeatedMatch, TeamSection, in_natural_order, team_event
from tournaments.state.team_settings import TeamSettingError, TeamSettings
from tournaments.state.tournament import Game, Tournament

# Two teams, the smaller number first.
Pair = tuple[int, int]


class LoneCells:
    """The cells without an opponent of a file of teams: what a match or a bye gave without play belongs to
    the team. ``players``: with nothing but absences there; ``came``: (round, number) of those who have a
    point without play; ``last``: the latest round of them."""

    def __init__(self, players: Mapping[int, TrfPlayerLine]) -> None:
        self.came = {
            (cell.round, number)
            for number, player in players.items()
            for cell in player.cells.values()
            if not cell.opponent and cell.code in ("+", "U", "F")
        }
        self.last = max((number for number, _ in self.came), default=0)
        self.players = {
            number: replace(player, cells=_absent(player.cells)) for number, player in players.items()
        }

    def player_lines(self, points: Points) -> dict[int, TrfPlayerLine]:
        """The players of whom the file has a total: that of their games."""
        wins = Counter(number for _, number in self.came)
        win = Fraction(points.win, points.unit)
        return {
            number: replace(player, points=player.points - wins[number] * win)
            for number, player in self.players.items()
            if player.points is not None
        }


def _absent(cells: Mapping[int, TrfCell]) -> dict[int, TrfCell]:
    return {n: cell if cell.opponent else replace(cell, code="Z") for n, cell in cells.items()}


@dataclass(slots=True)
class FoundMatch:
    """``games`` by the board of each; ``begins``: what the boards say of whether the smaller number is the
    first team; ``forfeit``: its record 330; ``listed``: whose line-up (300) stands first."""

    games: list[tuple[int, Game]] = field(default_factory=list)
    begins: set[bool] = field(default_factory=set)
    forfeit: ForfeitLine | None = None
    listed: int = 0


@dataclass(slots=True)
class Teams:
    """Puts them together. ``came``: (round, number) of those who have a point without play."""

    records: TeamRecords
    players: Mapping[int, TrfPlayerLine]
    came: set[tuple[int, int]]
    problems: Problems
    losses: Losses
    team_of: dict[int, int] = field(default_factory=dict)
    opponents: dict[tuple[int, int], int] = field(default_factory=dict)
    busy: set[tuple[int, int]] = field(default_factory=set)
    matches: dict[tuple[int, Pair], FoundMatch] = field(default_factory=lambda: defaultdict(FoundMatch))
    boards: int = 1
    by_tables: bool = False
    met: dict[tuple[int, int], int] = field(default_factory=dict)
    worked_out: dict[tuple[int, int], LineUp] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The latest round that these records tell of."""
        records = self.records
        rounds = [
            *(number for number, _ in records.line_ups),
            *(forfeit.round for forfeit in records.forfeits),
        ]
        return max([0, *rounds, *(number for number, _, _ in records.pab)])

    def section(self, system: str, tournament: Tournament) -> TeamSection | None:
        """Without points. ``tournament``: the players and their games. None: the problems say why."""
        self._rosters()
        settings = self._settings(system, tournament.games)
        if self.problems or settings is None:
            return None
        self._who_meets(tournament.games)
        if self.problems:
            return None
        self._seat(tournament.games, system, settings)
        if self.problems:
            return None
        matches = tuple(
            self._match(number, pair, match, first_sides(system, settings, number))
            for (number, pair), match in self.matches.items()
        )
        self._check_placed(matches)
        return TeamSection(
            system=system,
            settings=settings,
            teams=tuple(
                self.records.teams[number].team(tournament.entries, self.boards)
                for number in sorted(self.records.teams)
            ),
            matches=matches,
            byes=tuple(TeamBye(number, team) for number, team, _ in self.records.pab),
        )

    def _rosters(self) -> None:
        for team in self.records.teams.values():
            for number in team.members:
                if number not in self.players:
                    team.line.blame(ForeignErrorCode.UNKNOWN_PLAYER, 74, str(number))
                elif number in self.team_of:
                    team.line.blame(ForeignErrorCode.IN_TWO_TEAMS, 74, number=number)
                self.team_of[number] = team.number

    def _settings(self, system: str, games: Sequence[Game]) -> TeamSettings | None:
        records = self.records
        self.boards = self._count(games)
        letters = records.colours.replace("W", "F").replace("B", "S")
        usual = "".join("FS"[board % 2] for board in range(self.boards))
        members = max((len(team.members) for team in records.teams.values()), default=0)
        points = [
            records.match_points.get(code, usual) for code, usual in (("TW", "2"), ("TD", "1"), ("TL", "0"))
        ]
        try:
            settings = TeamSettings(
                boards=self.boards,
                reserves=max(0, members - self.boards),
                # By Scheveningen the tables of the rounds say it; the record is that of round 1.
                colours="" if letters == usual or system == SCHEVENINGEN else letters,
                match_points="-".join(_short(text) for text in points),
            )
            settings = replace(settings, **settings_in(records.code))
        except TeamSettingError as error:
            self.problems.add(ForeignErrorCode.TEAM_SETTING, field=error.key)
            return None
        if records.accelerated is None and not records.code.endswith("_BAKU"):
            return settings
        try:
            return replace(settings, accelerated=system == "fide-team")
        except TeamSettingError:
            self.problems.add(ForeignErrorCode.TEAM_SETTING, field="accelerated")
            return None

    def _count(self, games: Sequence[Game]) -> int:
        """Of the boards: by 352, else the longest line-up, else the most games of a team in a round."""
        records = self.records
        if records.colours:
            return len(records.colours)
        longest = max((len(line_up.players) for line_up in records.line_ups.values()), default=0)
        played = Counter((game.round, self.team_of.get(game.first, 0)) for game in games)
        return longest or max(played.values(), default=1)

    def _who_meets(self, games: Iterable[Game]) -> None:
        for game in games:
            first, other = (self.team_of.get(number) for number in (game.first, game.second))
            line = self.players[game.first].line
            if first is None or other is None:
                number = game.first if first is None else game.second
                self.problems.add(ForeignErrorCode.IN_NO_TEAM, line, number=number, round=game.round)
            elif first == other:
                self._blame(ForeignErrorCode.OWN_TEAM, line, game, team=first)
            else:
                self._meet(game.round, first, other, line)
        for (number, team), line_up in self.records.line_ups.items():
            if line_up.opponent and self._are_teams(line_up.line, team, line_up.opponent):
                self._meet(number, team, line_up.opponent, line_up.line.number)
                match = self.matches[number, _pair(team, line_up.opponent)]
                match.listed = match.listed or team
        for forfeit in self.records.forfeits:
            if self._are_teams(forfeit.line, forfeit.white, forfeit.black):
                self._meet(forfeit.round, forfeit.white, forfeit.black, forfeit.line.number)
                self.matches[forfeit.round, _pair(forfeit.white, forfeit.black)].forfeit = forfeit
        for number, team, record in self.records.pab:
            if self._are_teams(record, team):
                self.busy.add((number, team))
                if (number, team) in self.opponents:
                    record.blame(ForeignErrorCode.TEAM_BUSY, 15, team=team, round=number)

    def _are_teams(self, line: TrfLine, *teams: int) -> bool:
        for team in teams:
            if team not in self.records.teams:
                line.blame(ForeignErrorCode.UNKNOWN_TEAM, 5, team=team)
                return False
        return True

    def _meet(self, number: int, first: int, other: int, line: int) -> None:
        for team, opponent in ((first, other), (other, first)):
            held = self.opponents.setdefault((number, team), opponent)
            if held != opponent:
                self.problems.add(
                    ForeignErrorCode.TWO_OPPONENTS,
                    line,
                    team=team,
                    opponent=opponent,
                    other=held,
                    round=number,
                )
                return
        self.matches.setdefault((number, _pair(first, other)), FoundMatch())

    def _line_up(self, number: int, team: int) -> tuple[tuple[int | None, ...], int]:
        """As the file has it, and the line that says so."""
        if line_up := self.records.line_ups.get((number, team)):
            return line_up.players, line_up.line.number
        team_line = self.records.teams[team]
        if (placed := self.worked_out.get((number, team))) is not None:
            return placed, team_line.line.number
        other = self.opponents.get((number, team))
        if self.by_tables and other is not None and other < team:
            # The first team sits in the order of its roster, and who met whom says where the other does.
            theirs, _ = self._line_up(number, other)
            idle = (member for member in team_line.members if (number, member) in self.came)
            seats = (self.met.get((number, player or 0)) or next(idle, None) for player in theirs)
            return tuple(seats), team_line.line.number
        return team_line.members[: self.boards], team_line.line.number

    def _seat(self, games: Sequence[Game], system: str, settings: TeamSettings) -> None:
        self.by_tables = system == SCHEVENINGEN
        self.met = {(game.round, game.first): game.second for game in games}
        self.met |= {(game.round, game.second): game.first for game in games}
        as_played = self.by_tables or not self.records.colours
        if not self.by_tables:
            self._work_out(games)
        for game in games:
            first, two = (self.team_of[number] for number in (game.first, game.second))
            ours, line = self._line_up(game.round, first)
            theirs, other_line = self._line_up(game.round, two)
            board, other = _place(ours, game.first), _place(theirs, game.second)
            if not 0 < board <= self.boards or not 0 < other <= self.boards:
                number, team = (game.second, two) if 0 < board <= self.boards else (game.first, first)
                line = other_line if team == two else line
                code = ForeignErrorCode.NOT_IN_LINE_UP
                self.problems.add(code, line, number=number, team=team, round=game.round)
                return
            if board != other:
                self._blame(ForeignErrorCode.BOARDS_DIFFER, line, game, board=board, other_board=other)
                return
            match = self.matches[game.round, _pair(first, two)]
            moves_first = first_sides(system, settings, game.round)[board - 1]
            match.games.append((board, game))
            match.begins.add(moves_first is (first < two))
            if len(match.begins) > 1 and not as_played:
                line = self.players[game.first].line
                self._blame(ForeignErrorCode.BOARD_COLOURS, line, game, board=board)
                return

    def _work_out(self, games: Sequence[Game]) -> None:
        """Who sat at which board in matches that the first members of the rosters did not play."""
        by_match: dict[tuple[int, Pair], list[Game]] = defaultdict(list)
        for game in games:
            both = _pair(self.team_of[game.first], self.team_of[game.second])
            by_match[game.round, both].append(game)
        for (number, both), boards in by_match.items():
            first, other = ([self._line_up(number, team)[0]] for team in both)
            if self._explains(number, both, boards, first[0], other[0]):
                continue
            reserves = set()
            for sides, team in ((first, both[0]), (other, both[1])):
                there = self._there(number, team)
                if (number, team) not in self.records.line_ups and there != sides[0]:
                    if set(there) - set(sides[0]):
                        reserves.add(team)
                    sides.append(there)
            tries = [(ours, theirs) for ours in first for theirs in other]
            if both[0] in reserves:
                tries += [(self._opposite(number, both[0], theirs), theirs) for theirs in other]
            if both[1] in reserves:
                tries += [(ours, self._opposite(number, both[1], ours)) for ours in first]
            for ours, theirs in tries:
                if self._explains(number, both, boards, ours, theirs):
                    self.worked_out[number, both[0]], self.worked_out[number, both[1]] = ours, theirs
                    break

    def _there(self, number: int, team: int) -> LineUp:
        """The members who played in a round or have a point of it, in the order of the roster."""
        members = self.records.teams[team].members
        return tuple(m for m in members if (number, m) in self.met or (number, m) in self.came)

    def _opposite(self, number: int, team: int, theirs: LineUp) -> LineUp:
        """Return the line-up of a team whose members sat opposite those whom they have met."""
        seats = [self.met.get((number, player or 0)) for player in theirs[: self.boards]]
        seats += [None] * (self.boards - len(seats))
        idle = [member for member in self._there(number, team) if member not in seats]
        # Whoever else is there has the free boards, in the order of the roster.
        for board, player in enumerate(seats):
            if player is None and idle:
                seats[board] = idle.pop(0)
        return tuple(seats)

    def _explains(self, number: int, both: Pair, games: Iterable[Game], ours: LineUp, theirs: LineUp) -> bool:
        """Whether everybody who was there has a board of the match, and who has met sat at the same."""
        for team, players in zip(both, (ours, theirs), strict=True):
            if (number, team) in self.records.line_ups and players != self._line_up(number, team)[0]:
                return False
            if set(self._there(number, team)) - set(players[: self.boards]):
                return False
        for game in games:
            mine, his = (
                (game.first, game.second)
                if self.team_of[game.first] == both[0]
                else (game.second, game.first)
            )
            if not 0 < _place(ours, mine) == _place(theirs, his):
                return False
        return True

    def _blame(self, code: ForeignErrorCode, line: int, game: Game, **more: int) -> None:
        params = {"number": game.first, "opponent": game.second, "round": game.round, **more}
        self.problems.problems.append(fatal_problem(code, params, line))

    def _match(self, number: int, pair: Pair, match: FoundMatch, sides: Sequence[bool]) -> SeatedMatch:
        """``sides``: who moves first at its boards by the rules."""
        first, second = pair
        if match.forfeit is not None and not match.begins:
            first, second = match.forfeit.white, match.forfeit.black
        # By Scheveningen the same team stands first in every round.
        elif not self.by_tables and (
            match.begins == {False} or (not match.begins and match.listed == second)
        ):
            first, second = second, first
        lost_by = match.forfeit.lost_by if match.forfeit else ""
        if match.forfeit is not None and match.forfeit.white != first:
            lost_by = {"first": "second", "second": "first"}.get(lost_by, lost_by)
        hidden = bool(lost_by) and not match.games
        there = {player for _, game in match.games for player in (game.first, game.second)}
        return SeatedMatch(
            round=number,
            table=0,
            first=first,
            second=second,
            lost_by=lost_by,
            line_ups=None
            if hidden
            else (self._seated(number, first, there), self._seated(number, second, there)),
            colours=self._colours(first, match, sides) if match.begins - {first < second} else "",
        )

    def _check_placed(self, matches: Iterable[SeatedMatch]) -> None:
        """Points without play that nobody's match or bye explains, and line-ups of no match, are lost."""
        seated = {
            (match.round, player)
            for match in matches
            for players in match.line_ups or (self.records.teams[team].members for team in _teams(match))
            for player in players
        }
        for number, player in sorted(self.came - seated):
            if (number, self.team_of.get(player, 0)) not in self.busy:
                self.losses.add(LossCode.ABNORMAL_POINTS, player, line=self.players[player].line)
        for (number, team), line_up in self.records.line_ups.items():
            if (number, team) not in self.opponents:
                self.losses.add(LossCode.RECORD, about="300", line=line_up.line.number)

    def _colours(self, first: int, match: FoundMatch, sides: Sequence[bool]) -> str:
        """Of a match whose boards have others than the rules say."""
        begins = {board: self.team_of[game.first] == first for board, game in match.games}
        return "".join("FS"[not begins.get(board, usual)] for board, usual in enumerate(sides, 1))

    def _seated(self, number: int, team: int, there: set[int]) -> LineUp:
        players, _ = self._line_up(number, team)
        seats = [player if player in there or (number, player) in self.came else None for player in players]
        return tuple([*seats, *[None] * self.boards][: self.boards])

    def absences(
        self, announced: Iterable[tuple[str, int, int, int]], team_section: TeamSection
    ) -> TeamSection:
        """With the rounds that teams do not play, by record 240."""
        away: dict[int, dict[int, Alone]] = defaultdict(dict)
        byes = [*team_section.byes]
        for kind, number, team, line in announced:
            if team not in self.records.teams:
                self.problems.add(ForeignErrorCode.UNKNOWN_TEAM, line, team=team)
            elif (number, team) in self.opponents or (number, team) in self.busy:
                self.problems.add(ForeignErrorCode.TEAM_BUSY, line, team=team, round=number)
            elif team_section.system == KNOCK_OUT and kind == Alone.FULL:
                byes.append(TeamBye(number, team))
            else:
                away[team][number] = Alone(kind)
        return replace(
            team_section,
            byes=tuple(byes),
            teams=tuple(replace(team, absences=away.get(team.number, {})) for team in team_section.teams),
        )

    def counted(
        self, team_section: TeamSection, tournament: Tournament, abnormal: Iterable[TrfLine]
    ) -> Tournament:
        """The whole with points and tables. ``tournament``: with the points of its boards."""
        points = tournament.points
        team_section = self._with_bye(team_section, points)
        penalties: list[PenaltyOfTeam] = []
        for line in abnormal:
            if (settings := won_by_forfeit(line, team_section.settings, points)) is not None:
                team_section = replace(team_section, settings=settings)
            else:
                penalties += self._penalties(line, team_section.settings.points, points)
        whole = replace(tournament, teams=in_natural_order(replace(team_section, penalties=tuple(penalties))))
        whole = numbered(whole)
        self._check_points(whole)
        return whole

    def _with_bye(self, team_section: TeamSection, points: Points) -> TeamSection:
        pab_points = self.records.pab_points
        if pab_points is None:
            return team_section
        for key in ("win", "draw"):
            settings = replace(team_section.settings, bye=key)
            match, board = settings.rules(points).alone(Alone.BYE)
            if pab_points[:2] == (Fraction(match, settings.points.unit), Fraction(board, points.unit)):
                return replace(team_section, settings=settings)
        if (other := of_a_bye(team_section.settings, pab_points, points)) is None:
            self.losses.add(LossCode.ABNORMAL_POINTS, about="320", line=pab_points[2].number)
        return team_section if other is None else replace(team_section, settings=other)

    def _penalties(self, line: TrfLine, match: Points, board: Points) -> Iterable[PenaltyOfTeam]:
        if line.at(5, 5):
            self.losses.add(LossCode.ABNORMAL_POINTS, about="299", line=line.number)
            return
        points_read = points_at(line, 8, 11) or Fraction(0), points_at(line, 14, 17) or Fraction(0)
        counts = [value * scale.unit for value, scale in zip(points_read, (match, board), strict=True)]
        if any(count.denominator != 1 for count in counts):
            line.blame(ForeignErrorCode.NOT_A_NUMBER, 8, line.at(8, 17), field="points")
            return
        number = line.whole(20, 22, "round") or None
        for team in line.numbers(23, len(self.records.teams) + 1):
            if self._are_teams(line, team):
                yield PenaltyOfTeam(team, int(counts[0]), int(counts[1]), number)

    def _check_points(self, whole: Tournament) -> None:
        """Totals that the matches do not give are lost."""
        event = team_event(whole)
        totals = TeamField(event, whole.last_round)
        for team in self.records.teams.values():
            declared = (team.match_points, team.board_points)
            ours = [totals.total(team.number, of) for of in (Primary.MATCH, Primary.BOARD)]
            if any(value is not None and value != other for value, other in zip(declared, ours, strict=True)):
                self.losses.add(LossCode.TEAM_POINTS, about=str(team.number), line=team.line.number)


def _teams(match: SeatedMatch) -> Pair:
    return match.first, match.second


def _pair(number: int, other: int) -> Pair:
    return min(number, other), max(number, other)


def _place(players: Sequence[int | None], number: int) -> int:
    """The board at which somebody sits, from 1; 0 for none."""
    return players.index(number) + 1 if number in players else 0


def _short(text: str) -> str:
    """``2`` for 2.0."""
    return text.rstrip("0").rstrip(".") if "." in text else text
