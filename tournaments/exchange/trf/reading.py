"""From the bytes of a TRF to a tournament."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from tournaments.exchange.conversion import (
    MOST_ENTRIES,
    ForeignErrorCode,
    LossCode,
    Losses,
    Problems,
    Reading,
)
from tournaments.exchange.foreign import decode_foreign, finish, split_lines, time_control_in, with_tables
from tournaments.exchange.trf.columns import TEAM_WIDTH, TrfLine, TrfPlayerLine, player_line
from tournaments.exchange.trf.criteria import team_keys_of, tie_break_keys
from tournaments.exchange.trf.player_records import accelerated_to, records_that_count
from tournaments.exchange.trf.player_records import system_in as coded
from tournaments.exchange.trf.rounds import ONE_BYE, Rounds
from tournaments.exchange.trf.scoring import TrfScoring, abnormal_of, points_losses, weighted
from tournaments.exchange.trf.team_codes import system_in
from tournaments.exchange.trf.team_reading import LoneCells, Teams
from tournaments.exchange.trf.team_records import TeamRecords
from tournaments.pairing.registry import FIDE_DUTCH, games_by
from tournaments.state.lots import seed_of_colour
from tournaments.state.options import BAKU
from tournaments.state.points import WEIGHTED, Points
from tournaments.state.tournament import Bye, Entry, ForbiddenPair, Tournament

HEADINGS = ("022", "032", "042", "052", "102", "112", "122", "132", "172", "182", "222", "###")
SYSTEMS = ("wxc2015", "wmsg2008", "fide-dutch", "double-round-robin", "round-robin", "knock-out")
DEFAULT_SYSTEM = {"xiangqi": "wxc2015", "weiqi": "wmsg2008"}
# Programs note of the event here, such as pairings by hand; carried as it stands.
COMMENT = "###"
MOST_TOGETHER = 200
MOST_FORBIDDEN = 100_000
MOST_TOTAL_ROUNDS = 999
_IGNORED = frozenset({"072", "082"})  # counts: what they count is in the file itself


def read(
    data: bytes, *, encoding: str | None = None, system: str | None = None, game: str | None = None
) -> Reading:
    """The tournament in a TRF.

    ``encoding``: without a byte order mark UTF-8 unless one of `foreign.ENCODINGS` is named. ``system`` and
    ``game``: what the file is about; by default what record 092 says in this program's own words, else
    xiangqi by wxc2015. Never raises on any bytes.
    """
    problems, losses = Problems(), Losses()
    decoded = decode_foreign(data, encoding, problems)
    if decoded is None:
        return finish(None, problems, losses)
    reader = _Records(problems, losses)
    for number, text in enumerate(split_lines(decoded[0]), 1):
        reader.record(TrfLine(text, number, problems))
    tournament = reader.tournament(system, game)
    return finish(tournament, problems, losses, headings=reader.headings, encoding=decoded[1])


class _Records:
    """Takes record after record; `tournament` puts them together."""

    def __init__(self, problems: Problems, losses: Losses) -> None:
        self.problems = problems
        self.losses = losses
        self.headings: dict[str, str] = {}
        self.players: dict[int, TrfPlayerLine] = {}
        self.scoring = TrfScoring(problems, losses)
        self.name = self.kind = self.counted = ""
        self.rounds = 0
        self.teams: dict[int, str] = {}
        self.away_next: list[tuple[int, int]] = []
        self.together: list[tuple[list[int], int, int, int]] = []
        self.announced: list[tuple[str, int, int, int]] = []
        self.abnormal: list[TrfLine] = []
        self.of_teams = TeamRecords(problems, losses)
        self.criteria: dict[str, TrfLine] = {}

    def record(self, line: TrfLine) -> None:
        tag = line.text[:3].upper()
        if not line.text.strip():
            return
        if "\t" in line.text and tag != COMMENT:
            line.blame(ForeignErrorCode.COLUMN, line.text.index("\t") + 1, line.text[:40], record=tag)
        elif self.of_teams.record(tag, line):
            pass
        elif tag == "001":
            self._player(line)
        elif tag == "013":
            self._team(line)
        elif tag in ("202", "212"):
            self.criteria[tag] = line
        elif tag in HEADINGS:
            held = self.headings.get(tag)
            self.headings[tag] = f"{held}\n{line.from_column}" if held else line.from_column
        elif tag in ("XXP", "260", "XXZ", "240", "299"):
            self._numbers(tag, line)
        elif tag not in _IGNORED:
            self._other(tag, line)

    def _other(self, tag: str, line: TrfLine) -> None:
        match tag:
            case "012":
                self.name = line.from_column
            case "062":
                self.counted = line.from_column
            case "092":
                self.kind = line.from_column
            case "142" | "XXR":
                self.rounds = line.whole(4, len(line.text), "rounds", MOST_TOTAL_ROUNDS) or self.rounds
            case "162":
                self.scoring.tag_162(line)
            case "XXS":
                self.scoring.xxs(line)
            case "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU":
                self.scoring.bb(line)
            case _:
                self.losses.add(LossCode.RECORD, about=tag.strip() or line.text, line=line.number)

    def _numbers(self, tag: str, line: TrfLine) -> None:
        match tag:
            case "XXZ":
                self.away_next += [(number, line.number) for number in line.numbers(4, MOST_ENTRIES)]
            case "XXP":
                numbers = line.numbers(4, MOST_TOGETHER)
                self.together.append((numbers, 1, MOST_TOTAL_ROUNDS, line.number))
            case "260":
                first = line.whole(5, 7, "first round") or 1
                last = line.whole(9, 11, "last round") or MOST_TOTAL_ROUNDS
                self.together.append((line.numbers(12, MOST_TOGETHER), first, last, line.number))
            case "240":
                self._announce(line)
            case _:
                self.abnormal.append(line)

    def _player(self, line: TrfLine) -> None:
        player = player_line(line)
        if player is None:
            return
        if player.number in self.players:
            line.blame(ForeignErrorCode.TWICE, 5, number=player.number)
        self.players.setdefault(player.number, player)
        if player.more:
            self.losses.add(LossCode.PEOPLE, player.number, line=line.number)

    def _team(self, line: TrfLine) -> None:
        self._members(line.at(5, 5 + TEAM_WIDTH - 1), line.numbers(37, MOST_TOGETHER), line.number)

    def _members(self, name: str, numbers: Iterable[int], line: int) -> None:
        for number in numbers:
            if self.teams.setdefault(number, name) != name:
                self.losses.add(LossCode.TEAMS, number, line=line)

    def _announce(self, line: TrfLine) -> None:
        kind = line.at(5, 5).upper()
        if kind not in ("F", "H", "Z"):
            line.blame(ForeignErrorCode.UNKNOWN_VALUE, 5, kind, field="type of bye", known="F H Z")
            return
        round_number = line.whole(7, 9, "round")
        if round_number is None:
            line.blame(ForeignErrorCode.NOT_A_NUMBER, 7, line.at(7, 9), field="round")
            return
        for number in line.numbers(10, MOST_ENTRIES):
            self.announced.append((kind, round_number, number, line.number))

    def tournament(self, system: str | None, game: str | None) -> Tournament | None:
        if not self.players:
            if not self.problems:
                self.problems.add(ForeignErrorCode.NO_PLAYERS)
            return None
        if self.counted.isdecimal() and self.counted.lstrip("0") != str(len(self.players)):
            self.losses.add(LossCode.PLAYER_COUNT, about=self.counted)
        game = game or next((g for g in DEFAULT_SYSTEM if g in self.kind), "xiangqi")
        if self.of_teams.declared:
            return self._whole_of_teams(system, game)
        for team in self.of_teams.teams.values():
            self._members(team.name, team.members, team.line.number)
        system = system or self._system(game)
        self.of_teams.not_of_teams(records_that_count(system, self.of_teams.code))
        rounds = Rounds(self.players, system, self.problems, self.losses)
        rounds.read()
        if self.problems:
            return None
        bare = self._bare(system, game, rounds, byes=rounds.byes)
        if self.of_teams.drawn:
            bare = replace(bare, seed=seed_of_colour(odd=self.of_teams.drawn == "W"))
        free = system.endswith("round-robin")
        players_with_points = {
            number: player for number, player in self.players.items() if player.points is not None
        }

        def counted(points: Points) -> Tournament:
            return replace(bare, games=tuple(rounds.with_open(points, self.scoring.unknown)), points=points)

        points = self.scoring.points(
            lambda points: _fits(counted(points), players_with_points), free_byes=free
        )
        bare = counted(points)
        rounds.check_open(points, self.scoring.unknown, self.scoring.line)
        always, once = self._forbidden(self.players)
        tournament_read = with_tables(self._accelerated(replace(bare, forbidden=always, forbidden_once=once)))
        abnormal = abnormal_of(self.abnormal)
        if system in WEIGHTED:
            tournament_read = replace(tournament_read, points=weighted(tournament_read, abnormal))
        points_losses(tournament_read, players_with_points, abnormal, self.losses)
        return replace(tournament_read, tiebreaks=self._criteria(system))

    @property
    def ranked_by(self) -> TrfLine | None:
        """The record that names the criteria; of two the one with the points."""
        return self.criteria.get("212") or self.criteria.get("202")

    def _criteria(self, system: str) -> tuple[str, ...]:
        return tie_break_keys(self.ranked_by, system, self.losses) if self.ranked_by else ()

    def _accelerated(self, tournament: Tournament) -> Tournament:
        """With Baku's acceleration where the file says so; other systems know none."""
        lines = self.of_teams.accelerations
        if tournament.system != FIDE_DUTCH:
            return tournament
        last = accelerated_to(lines, self.of_teams.code, tournament, self.losses)
        if last is None:
            return tournament
        options = replace(tournament.options, acceleration=BAKU, accelerated_to=last)
        return replace(tournament, options=options)

    def _bare(self, system: str, game: str, rounds: Rounds, *, byes: Iterable[Bye]) -> Tournament:
        """Without points, tables and forbidden pairs."""
        return Tournament(
            system=system,
            entries=tuple(self._entries(rounds)),
            games=tuple(rounds.games),
            byes=tuple(byes),
            absences=tuple(rounds.absences),
            name=self.name,
            game=game,
            rounds=max(self.rounds, rounds.last) if self.rounds else 0,
            grouping="columns" if "columns" in self.kind else "halves",
            time_control=time_control_in(self.headings.get("122", "")),
        )

    def _whole_of_teams(self, system_wanted: str | None, game: str) -> Tournament | None:
        """A file of teams that meet teams."""
        system = system_wanted or system_in(self.kind, self.of_teams.code)
        if system is None:
            self.losses.add(LossCode.SYSTEM, about=self.kind)
            system = DEFAULT_SYSTEM[game]
        alone = LoneCells(self.players)
        teams = Teams(self.of_teams, alone.players, alone.came, self.problems, self.losses)
        rounds = Rounds(alone.players, games_by(system), self.problems, self.losses)
        rounds.read(at_least=max(alone.last, teams.last))
        announced, self.announced = self.announced, []
        if self.problems:
            return None
        bare = self._bare(games_by(system), game, rounds, byes=())
        team_section = teams.section(system, bare)
        if team_section is None:
            return None
        team_section = teams.absences(announced, team_section)
        always, once = self._forbidden(self.of_teams.teams)
        team_section = replace(team_section, forbidden=always, forbidden_once=once)
        settings, ranked_by = team_section.settings, self.ranked_by
        if ranked_by and (keys := team_keys_of(ranked_by, settings.primary, self.losses)):
            team_section = replace(team_section, settings=replace(settings, tiebreaks=keys))
        if self.of_teams.drawn:
            bare = replace(bare, seed=seed_of_colour(odd=self.of_teams.drawn == "W"))

        def counted(points: Points) -> Tournament:
            return replace(bare, games=tuple(rounds.with_open(points, self.scoring.unknown)), points=points)

        points = self.scoring.points(
            lambda points: _fits(counted(points), alone.player_lines(points)),
            free_byes=system.endswith("round-robin"),
            of_teams=True,
        )
        rounds.check_open(points, self.scoring.unknown, self.scoring.line)
        tournament_read = teams.counted(team_section, counted(points), self.abnormal)
        points_losses(tournament_read, alone.player_lines(points), (), self.losses)
        return tournament_read

    def _system(self, game: str) -> str:
        words = self.kind.lower()
        named = next((system for system in SYSTEMS if system in words), None)
        named = named or coded(self.of_teams.code)
        if named is None:
            self.losses.add(LossCode.SYSTEM, about=self.kind)
            if "round robin" in words or "berger" in words:
                return "double-round-robin" if "double" in words else "round-robin"
            return "knock-out" if "knock" in words else DEFAULT_SYSTEM[game]
        return named

    def _entries(self, rounds: Rounds) -> Iterator[Entry]:
        away, halves, fulls = self._away(rounds)
        for number, player in sorted(self.players.items()):
            yield Entry(
                number=number,
                name=player.name,
                federation=player.federation,
                title=player.title,
                team=self.teams.get(number, ""),
                rating=player.rating,
                withdrawn_after=rounds.withdrawn.get(number),
                absences=frozenset(away.get(number, ())),
                half_byes=frozenset(halves.get(number, ())),
                full_byes=frozenset(fulls.get(number, ())),
            )
        for number in self.teams:
            if number not in self.players:
                self.losses.add(LossCode.TEAMS, number)

    def _away(
        self, rounds: Rounds
    ) -> tuple[Mapping[int, set[int]], Mapping[int, set[int]], Mapping[int, set[int]]]:
        """Return rounds to come that players miss, and which are half-point or full-point byes."""
        away: dict[int, set[int]] = {}
        halves: dict[int, set[int]] = {}
        fulls: dict[int, set[int]] = {}
        announced = [*self.announced, *rounds.announced]
        announced += [("Z", rounds.last + 1, number, line) for number, line in self.away_next]
        for kind, round_number, number, line in announced:
            if number not in self.players:
                self.problems.add(ForeignErrorCode.UNKNOWN_PLAYER, line, text=str(number))
            elif round_number > rounds.last:
                away.setdefault(number, set()).add(round_number)
                if kind == "H" and rounds.system in ONE_BYE:
                    halves.setdefault(number, set()).add(round_number)
                elif kind == "F" and rounds.system in ONE_BYE:
                    fulls.setdefault(number, set()).add(round_number)
                elif kind != "Z":
                    code = LossCode.FULL_POINT_BYES if kind == "F" else LossCode.HALF_POINT_BYES
                    self.losses.add(code, number, line=line)
        return away, halves, fulls

    def _forbidden(
        self, start_numbers: Container[int]
    ) -> tuple[tuple[tuple[int, int], ...], tuple[ForbiddenPair, ...]]:
        """Return the pairs forbidden in all rounds, and those of single rounds."""
        end = self.rounds or MOST_TOTAL_ROUNDS
        always: dict[tuple[int, int], None] = {}
        once: dict[ForbiddenPair, None] = {}
        for numbers, first_round, last_round, line in self.together:
            if unknown := [number for number in numbers if number not in start_numbers]:
                self.problems.add(ForeignErrorCode.UNKNOWN_PLAYER, line, text=str(unknown[0]))
                continue
            pairs = [(min(p), max(p)) for p in combinations(dict.fromkeys(numbers), 2)]
            # Where nobody says how many rounds there are, a pair forbidden to the end is forbidden for good.
            open_end = not self.rounds and last_round >= end
            if open_end and first_round > 1:
                self.losses.add(LossCode.FORBIDDEN_ROUNDS, about=f"{first_round}-{last_round}", line=line)
            if open_end or (first_round == 1 and last_round >= end):
                always.update(dict.fromkeys(pairs))
                continue
            rounds = range(first_round, min(last_round, end) + 1)
            if len(once) + len(rounds) * len(pairs) > MOST_FORBIDDEN:
                self.problems.add(ForeignErrorCode.TOO_MANY_IN_LINE, line, most=MOST_FORBIDDEN)
                break
            once.update((ForbiddenPair(number, *pair), None) for number in rounds for pair in pairs)
        return tuple(always), tuple(row for row in once if (row.one, row.other) not in always)


def _fits(tournament: Tournament, players: Mapping[int, TrfPlayerLine]) -> bool:
    return not any(points_losses(tournament, players, (), Losses()))
