"""The records of TRF26 about teams that meet teams, from a section of team matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from tournaments.exchange.conversion import CannotWrite, ForeignErrorCode, LossCode, Losses
from tournaments.exchange.foreign import single_line, tables_of_matches
from tournaments.exchange.problems import fatal_problem
from tournaments.exchange.trf.columns import TEAM_WIDTH, cell_text
from tournaments.exchange.trf.criteria import team_records_of
from tournaments.exchange.trf.scoring import points_column, with_decimal
from tournaments.exchange.trf.team_codes import settings_in, team_system_code
from tournaments.exchange.trf.team_records import LOST_BY, MOST_TEAM, mean_rating
from tournaments.pairing.scheveningen import first_sides
from tournaments.standings.team_table import fraction_text, section_table
from tournaments.standings.team_tiebreaks import TeamField
from tournaments.state.team_matches import Alone, Primary, Team, team_history
from tournaments.state.team_section import SeatedMatch, TeamSection, team_event
from tournaments.state.team_settings import DEFAULT, TeamSettings
from tournaments.state.tournament import Tournament

ROUND_ROBINS = ("round-robin", "double-round-robin")
_BYES = {Alone.BYE: "PAB", Alone.FULL: "FPB", Alone.HALF: "HPB", Alone.ZERO: "ZPB"}
SIGNS = {lost_by: sign for sign, lost_by in LOST_BY.items()}


class TeamLines:
    """The lines of one section. ``last``: the last round that anything can be said of; ``alone``: by (round,
    number) the code of a player without a game."""

    def __init__(self, tournament: Tournament, team_section: TeamSection, losses: Losses) -> None:
        self.tournament = tournament
        self.section = team_section
        self.losses = losses
        self.boards = team_section.settings.boards
        self.rosters = {team.number: team.members for team in team_section.teams}
        self.matches = [match for match in team_section.matches if match.line_ups or match.lost_by]
        rounds = [*(match.round for match in self.matches), *(bye.round for bye in team_section.byes)]
        self.last = max(rounds, default=0)
        self.playing = {(g.round, number) for g in tournament.games for number in (g.first, g.second)}
        self.alone = dict(self._alone())
        self._count_losses()

    def wins(self, number: int) -> int:
        """How many points without play a player has, which the format counts as wins."""
        return sum(code == "+" for (_, player), code in self.alone.items() if player == number)

    def cells(self) -> dict[tuple[int, int], str]:
        """Of everybody without a game, up to a withdrawal."""
        cells = {}
        for entry in self.tournament.entries:
            end = self.last if entry.withdrawn_after is None else min(self.last, entry.withdrawn_after)
            for number in range(1, end + 1):
                code = self.alone.get((number, entry.number), "-")
                cells[number, entry.number] = cell_text(None, None, code)
        return cells

    def _alone(self) -> Iterator[tuple[tuple[int, int], str]]:
        """Who came to a board that the other team left empty, or to a match that it has lost."""
        for match in self.matches:
            teams = (match.first, match.second)
            sides = match.line_ups or tuple(self.rosters[team][: self.boards] for team in teams)
            lost = {"first": (True, False), "second": (False, True), "both": (True, True), "": (False, False)}
            for players, has_lost in zip(sides, lost[match.lost_by], strict=True):
                for player in players:
                    if player is not None and (match.round, player) not in self.playing:
                        yield (match.round, player), "-" if has_lost else "+"

    def _count_losses(self) -> None:
        team_section = self.section
        for match in team_section.matches:
            left_out = {
                LossCode.NOT_REVEALED: match not in self.matches,
                LossCode.DECISIONS: bool(match.decided_for),
                LossCode.MATCH_STARTS: match.starts_at is not None,
            }
            for code in (code for code, is_lost in left_out.items() if is_lost):
                self.losses.add(code, about=str(match.round))
        for pair in team_section.fixed:
            self.losses.add(LossCode.FIXED, pair.first)
        if self._carried() != replace(team_section.settings, colours=_colours(team_section.settings)):
            self.losses.add(LossCode.LINE_UP_RULES)
        federations = {entry.number: entry.federation for entry in self.tournament.entries}
        for team in team_section.teams:
            federations_here = {federations[number] for number in team.members}
            if team.federation != (min(federations_here) if len(federations_here) == 1 else ""):
                self.losses.add(LossCode.FEDERATIONS, team.number)
            for code, lost in (
                (LossCode.NATIVE_NAMES, bool(team.native_name)),
                (LossCode.CAPTAINS, bool(team.captain)),
                (LossCode.WITHDRAWALS, team.withdrawn_after is not None),
            ):
                if lost:
                    self.losses.add(code, team.number)
        for entry in self.tournament.entries:
            if any(number > self.last for number in entry.absences):
                self.losses.add(LossCode.ANNOUNCED, entry.number)
            if entry.withdrawn_after is not None and entry.withdrawn_after >= self.last:
                self.losses.add(LossCode.WITHDRAWALS, entry.number)
        self._count_tables()

    def _count_tables(self) -> None:
        """Where they are not those that the matches will have again."""
        again = tables_of_matches(team_event(self.tournament), self.section.system)
        for match in self.section.matches:
            if again[match.round, match.first] != match.table:
                self.losses.add(LossCode.TABLES, about=str(match.round))

    def _carried(self) -> TeamSettings:
        """The settings as they will be read again."""
        team_section, settings = self.section, self.section.settings
        members = max((len(team.members) for team in team_section.teams), default=0)
        carried = replace(
            DEFAULT,
            boards=self.boards,
            reserves=max(0, members - self.boards),
            colours=_colours(settings),
            match_points=settings.match_points,
            **settings_in(team_system_code(team_section.system, settings)),
        )
        if team_section.system not in ROUND_ROBINS:
            carried = replace(carried, bye=settings.bye, bye_points=settings.bye_points)
        carried = replace(carried, accelerated=settings.accelerated, tiebreaks=settings.tiebreaks)
        return replace(carried, forfeit_points=settings.forfeit_points)

    def heading(self) -> Iterator[str]:
        """152, 192, 352 and 362."""
        settings = self.section.settings
        points = settings.weighed(self.tournament.points)
        yield f"152 {'W' if team_event(self.tournament).begins_first else 'B'}"
        yield f"192 {team_system_code(self.section.system, settings)}"
        if settings.tiebreaks != DEFAULT.tiebreaks:
            yield from team_records_of(settings.tiebreaks, settings.primary)
        # Without the record the colours are read as they were played.
        if not any(match.colours for match in self.matches):
            sides = first_sides(self.section.system, settings, 1)
            yield "352 " + "".join("W" if first else "B" for first in sides)
        values = {"TW": points.win, "TD": points.draw, "TL": points.loss}
        yield "362 " + "   ".join(f"{code}{points_column(points, value)}" for code, value in values.items())

    def records(self) -> Iterator[str]:
        """240 to 330."""
        yield from self._away()
        yield from self._acceleration()
        last = self.tournament.rounds or MOST_TEAM
        yield from (f"260 001 {last:03} {penalty:>4} {other:>4}" for penalty, other in self.section.forbidden)
        yield from (
            f"260 {row.round:03} {row.round:03} {row.one:>4} {row.other:>4}"
            for row in self.section.forbidden_once
        )
        board = self.tournament.points
        match = self.section.settings.weighed(board)
        if (unplayed := self.section.settings.won_without_play(board)) is not None:
            # No teams and no round: what every match gives that is won so.
            yield f"299 +  {points_column(match, match.win)}  {points_column(board, unplayed)}  000"
        for penalty in self.section.penalties:
            number = penalty.round or 0 if penalty.pairing else 0
            taken = f"{points_column(match, penalty.match):>4}  {points_column(board, penalty.board):>4}"
            yield f"299    {taken}  {number:03} {penalty.team:>4}"
        for seated in self.matches:
            yield from self._line_ups(seated)
        yield from self._byes()
        for seated in self.matches:
            if seated.lost_by:
                teams = f"{seated.first:03} {seated.second:03}"
                yield f"330 {SIGNS[seated.lost_by]} {seated.round:03} {teams}"

    def _away(self) -> Iterator[str]:
        away: dict[tuple[int, Alone], list[int]] = defaultdict(list)
        end = self.tournament.rounds or self.last
        for team in self.section.teams:
            kinds = dict(team.absences)
            if team.withdrawn_after is not None:
                kinds |= dict.fromkeys(range(team.withdrawn_after + 1, end + 1), Alone.ZERO)
            for number, kind in kinds.items():
                away[number, kind].append(team.number)
        for number, teams in self._other_byes().items():
            away[number, Alone.FULL] += teams
        for (number, kind), teams in sorted(away.items()):
            yield f"240 {kind} {number:03} " + " ".join(f"{team:>4}" for team in sorted(teams))

    def _first_byes(self) -> Mapping[int, int]:
        """By round the one team of record 320."""
        return {bye.round: bye.team for bye in reversed(self.section.byes)}

    def _other_byes(self) -> Mapping[int, list[int]]:
        first = self._first_byes()
        teams_by_round: dict[int, list[int]] = defaultdict(list)
        for bye in self.section.byes:
            if first[bye.round] != bye.team:
                teams_by_round[bye.round].append(bye.team)
        return teams_by_round

    def _byes(self) -> Iterator[str]:
        if self.section.system in ROUND_ROBINS and not self.section.byes:
            return
        settings, board = self.section.settings, self.tournament.points
        whole, on_boards = settings.rules(board).alone(Alone.BYE)
        bye_points = points_column(settings.weighed(board), whole), points_column(board, on_boards)
        byes = self._first_byes()
        yield f"320 {bye_points[0]} {bye_points[1]} " + " ".join(
            f"{byes.get(n, 0):03}" for n in range(1, self.last + 1)
        )

    def _acceleration(self) -> Iterator[str]:
        """C.04.7: a win's points in the first quarter of the rounds, a draw's in the second."""
        if not self.section.settings.accelerated:
            return
        points, rounds = (
            self.section.settings.weighed(self.tournament.points),
            -(-self.tournament.rounds // 2),
        )
        full, last = -(-rounds // 2), 2 * -(-len(self.section.teams) // 4)
        for lent, first, end in ((points.win, 1, full), (points.draw, full + 1, rounds)):
            if first <= end:
                nothing = points_column(points, 0)
                yield f"250 {points_column(points, lent)} {nothing} {first:>3} {end:>3} {1:>4} {last:>4}"

    def _line_ups(self, match: SeatedMatch) -> Iterator[str]:
        """Where they are not the first members of the roster, and where no game tells who met."""
        if match.line_ups is None:
            return
        is_listed = any(
            (match.round, player) in self.playing for side in match.line_ups for player in side if player
        )
        teams = ((match.first, match.second), (match.second, match.first))
        for (team, other), players in zip(teams, match.line_ups, strict=True):
            usual = [*self.rosters[team], *[None] * self.boards]
            if is_listed and all(player in (None, two) for player, two in zip(players, usual, strict=False)):
                continue
            seats = " ".join(f"{player:>4}" if player else "0000" for player in players)
            yield f"300 {match.round:03} {team:03} {other:03} {seats}"

    def teams(self) -> Iterator[str]:
        """310, with points and rank after the last round."""
        table, _ = section_table(self.tournament, self.last)
        rows = {row["team"]: row for row in table["rows"]}
        ratings = {entry.number: entry.rating for entry in self.tournament.entries}
        for team in self.section.teams:
            if team.number > MOST_TEAM:
                params = {"number": team.number, "most": MOST_TEAM}
                raise CannotWrite(fatal_problem(ForeignErrorCode.NUMBER_TOO_LARGE, params))
            row = rows[team.number]
            head = f"310 {team.number:>3} {self._name(team):<{TEAM_WIDTH}} {single_line(team.short_name):5} "
            head += f"{self._strength(team, ratings):>6} {with_decimal(row['match_points']):>6} "
            head += f"{with_decimal(row['board_points']):>6} {row['rank']:>3}  "
            yield head + " ".join(f"{number:>4}" for number in team.members)

    def for_people(self) -> Iterator[str]:
        """Yield 802, for people to read: the points of each team, and what it did round by round."""
        event = team_event(self.tournament)
        board = event.rules.board_points
        totals, history = TeamField(event, self.last), team_history(event, before=self.last + 1)
        firsts = {(match.round, match.first) for match in self.matches}
        for team in self.section.teams:
            points = (totals.total(team.number, of) for of in (Primary.MATCH, Primary.BOARD))
            sums = " ".join(f"{with_decimal(fraction_text(match)):>6}" for match in points)
            line = f"802 {team.number:>3} {single_line(team.short_name):5} {sums}"
            for row in history[team.number]:
                other = _BYES[row.alone] if row.alone else str(row.scheduled)
                colour = "" if row.alone else "w" if (row.round, team.number) in firsts else "b"
                forfeit = "" if row.alone or row.played else "f"
                line += f" {other:>3} {colour:1} {points_column(board, row.board_points)}{forfeit:1} "
            yield line

    def _name(self, team: Team) -> str:
        name = single_line(team.name)[:TEAM_WIDTH].rstrip()
        if name != team.name:
            self.losses.add(LossCode.TEAMS, team.number)
        return name

    def _strength(self, team: Team, ratings: Mapping[int, int | None]) -> str:
        """What is typed, or the mean of the first ratings, of so many as there are boards."""
        if team.strength is not None:
            return str(team.strength)
        mean = mean_rating((ratings[number] for number in team.members), self.boards)
        return "" if mean is None else str(mean)


def _colours(settings: TeamSettings) -> str:
    """None where first and second alternate."""
    usual = "".join("FS"[board % 2] for board in range(settings.boards))
    return "" if settings.colours == usual else settings.colours
