"""From a tournament to a TRF, with a list of what does not fit in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from tournaments.exchange.conversion import CannotWrite, ForeignErrorCode, LossCode, Losses, Writing
from tournaments.exchange.foreign import (
    check_tables,
    count_plain,
    deciding_games,
    declared_places,
    single_line,
)
from tournaments.exchange.problems import fatal_problem
from tournaments.exchange.trf.columns import (
    BLANK_CELL,
    MOST_NUMBER,
    NAME_WIDTH,
    NUMBER_WIDTH,
    TEAM_WIDTH,
    TITLES,
    UNKNOWN,
    Particulars,
    cell_text,
)
from tournaments.exchange.trf.criteria import records_of as criteria_of
from tournaments.exchange.trf.player_records import records_of
from tournaments.exchange.trf.reading import HEADINGS, MOST_TOTAL_ROUNDS
from tournaments.exchange.trf.rounds import ONE_BYE
from tournaments.exchange.trf.scoring import points_column, text_162, type_of, xxs_draws, xxs_text
from tournaments.exchange.trf.team_writing import TeamLines
from tournaments.exchange.written_names import in_ascii
from tournaments.pairing.registry import FIDE_DUTCH
from tournaments.state.lots import odd_begin, seed_of_colour
from tournaments.state.tournament import Absence, Entry, Game, Kind, Result, Side, Tournament, history

VERSIONS = (16, 26)
MOST_IN_LINE = 100
_PLAYED = {
    Result.FIRST: ("1", "0"),
    Result.SECOND: ("0", "1"),
    Result.DRAW: ("=", "="),
    Result.NONE: ("0", "0"),
    Result.FIRST_HALF: ("=", "0"),
    Result.SECOND_HALF: ("0", "="),
    None: ("", ""),
}
_FORFEITED = {Result.FIRST: ("+", "-"), Result.SECOND: ("-", "+"), Result.NONE: ("-", "-")}
_KINDS = {
    "wxc2015": "Swiss",
    "wmsg2008": "Swiss",
    "round-robin": "Round robin",
    "double-round-robin": "Double round robin",
    "knock-out": "Knock-out",
    "mcmahon": "McMahon",
    "swiss-opengotha": "Swiss",
    "fide-dutch": "Swiss",
    "fide-team": "Swiss",
    "scheveningen": "Scheveningen",
}


def write(
    tournament: Tournament,
    version: int = 26,
    *,
    headings: Mapping[str, str] | None = None,
    people: Mapping[int, Particulars] | None = None,
    ascii_only: bool = False,
) -> Writing:
    """The tournament as TRF16 or TRF26, UTF-8 or with plain letters alone, lines ended by CR LF.

    ``people``: what is to be said of the players besides, by number. ``headings``: records about the event
    by tag (``022`` city, ``042`` and ``052`` first and last day, ``102`` chief arbiter, …), as `read` gives
    them; a rating office asks for them. Raises `CannotWrite` on a number above 9999 or points that need more
    than four columns, `ValueError` on another version.
    """
    if version not in VERSIONS:
        raise ValueError(f"TRF version {version}: one of {VERSIONS}")
    losses, headings = Losses(), headings or {}
    if ascii_only:
        tournament = _in_ascii(tournament, losses)
        headings = {tag: "\n".join(map(in_ascii, text.splitlines())) for tag, text in headings.items()}
    return _Writer(tournament, version, people or {}, losses).write(headings)


class _Writer:
    def __init__(
        self, tournament: Tournament, version: int, people: Mapping[int, Particulars], losses: Losses
    ) -> None:
        self.losses = losses
        self.version = version
        self.people = people
        self.games = deciding_games(tournament, self.losses)
        # Announced absences of rounds on record are absences like any other.
        for _row in tournament.options.carried:
            losses.add(LossCode.CARRIED)
        self.tournament = replace(
            tournament,
            games=self.games,
            absences=tournament.all_absences(),
            options=replace(tournament.options, carried=()),
        )
        self.of_teams = self._teams_that_meet(self.tournament)
        self.history = history(self.tournament)
        drawn = any(game.adjourned and game.result is Result.DRAW for game in self.games)
        self.unknown = tournament.points.draw if drawn else 0
        self.free_byes = tournament.system.endswith("round-robin")
        self.ranked = self._ranked_teams(tournament)
        self.last = tournament.last_round if self.of_teams is None else self.of_teams.last
        _check(tournament)

    def _teams_that_meet(self, tournament: Tournament) -> TeamLines | None:
        """TRF16 has no matches of teams."""
        if tournament.teams is not None and self.version == 26:
            return TeamLines(tournament, tournament.teams, self.losses)
        if tournament.teams is not None:
            self.losses.add(LossCode.MATCHES)
        check_tables(tournament, self.games, self.losses)
        return None

    def write(self, headings: Mapping[str, str]) -> Writing:
        plain = self.tournament
        drawn = self.of_teams is not None or (plain.system == FIDE_DUTCH and self.version == 26)
        if drawn and plain.seed == seed_of_colour(odd=odd_begin(plain.seed)):
            plain = replace(plain, seed="")  # record 152 says it
        plain = replace(plain, games=tuple(map(self._as_read_again, self.games)))
        lost = self.tournament.tiebreaks if self.version == 16 else ()
        count_plain(plain, self.losses, {LossCode.TIEBREAKS: lost}, _held)
        lines = [*self._heading(headings), *self._records(), *self._players(), *self._teams()]
        text = "".join(f"{line.rstrip()}\r\n" for line in lines)
        return Writing(text.encode("utf-8", "replace"), self.losses.all())

    def _heading(self, headings: Mapping[str, str]) -> Iterator[str]:
        t = self.tournament
        if t.time_control:
            headings = {"122": str(t.time_control), **headings}
        yield f"012 {single_line(t.name)}"
        if single_line(t.name) != t.name:
            self.losses.add(LossCode.NAMES)
        for tag in ("022", "032", "042", "052"):
            yield from _heading_lines(tag, headings)
        yield f"062 {len(t.entries)}"
        yield f"072 {sum(bool(entry.rating) for entry in t.entries)}"
        if self.ranked:
            yield f"082 {len(self.ranked)}"
        grouping = " columns" if t.grouping == "columns" else ""
        team, system = ("Team ", t.paired_by) if self.of_teams else ("", t.system)
        yield f"092 {team}{_KINDS[system]}: {t.game} {system}{grouping}"
        for tag in ("102", "112", "122"):
            yield from _heading_lines(tag, headings)
        if self.version == 26:
            if t.rounds:
                yield f"142 {t.rounds}"
            if self.of_teams is not None:
                yield from self.of_teams.heading()
            else:
                yield from records_of(t)
                yield from criteria_of(t.tiebreaks)
            yield text_162(t.points, free_byes=self.free_byes, unknown=self.unknown)
            if draws := xxs_draws(t.points):
                yield draws
            for tag in ("172", "182", "222"):
                yield from _heading_lines(tag, headings)
        yield from _heading_lines("132", headings, start=91)
        if self.version == 26:
            # Never in TRF16, whose readers know no comments.
            yield from _heading_lines("###", headings)

    def _records(self) -> Iterator[str]:
        t = self.tournament
        if self.version == 16:
            if t.rounds:
                yield f"XXR {t.rounds}"
            if scoring := xxs_text(t.points, free_byes=self.free_byes):
                yield scoring
            if t.points.weights or t.points.decider:
                self.losses.add(LossCode.POINTS)
            yield from (f"XXP {number} {other}" for number, other in t.forbidden)
            if t.forbidden_once:
                # XXP has no rounds; forbidding the pair for good would say more than was decided.
                self.losses.add(LossCode.FORBIDDEN)
            yield from self._away_next()
            return
        if self.of_teams is not None:
            if t.points.weights:
                self.losses.add(LossCode.POINTS)
            if t.forbidden or t.forbidden_once:
                self.losses.add(LossCode.FORBIDDEN)
            yield from self.of_teams.records()
            return
        last = t.rounds or MOST_TOTAL_ROUNDS
        yield from (f"260 001 {last:03} {number:>4} {other:>4}" for number, other in t.forbidden)
        yield from (
            f"260 {row.round:03} {row.round:03} {row.one:>4} {row.other:>4}" for row in t.forbidden_once
        )
        yield from self._announced()
        yield from self._abnormal()

    def _away_next(self) -> Iterator[str]:
        """TRF16 knows who misses the next round; what lies further ahead is a loss."""
        away = []
        for entry in self.tournament.entries:
            if self.last + 1 in entry.absences:
                away.append(entry.number)
            if any(number > self.last for number in entry.half_byes):
                self.losses.add(LossCode.HALF_POINT_BYES, entry.number)
            if any(number > self.last for number in entry.full_byes):
                self.losses.add(LossCode.FULL_POINT_BYES, entry.number)
            if any(round_number > self.last + 1 for round_number in entry.absences):
                self.losses.add(LossCode.ANNOUNCED, entry.number)
            if self._leaves_later(entry):
                self.losses.add(LossCode.WITHDRAWALS, entry.number)
                away.append(entry.number)
        yield from (f"XXZ {' '.join(map(str, part))}" for part in _parts(sorted(set(away))))

    def _announced(self) -> Iterator[str]:
        rounds: dict[tuple[int, str], set[int]] = {}
        end = self.tournament.rounds or self.last + 1
        for entry in self.tournament.entries:
            ahead = {number for number in entry.absences if number > self.last}
            if any(number > MOST_TOTAL_ROUNDS for number in ahead):
                self.losses.add(LossCode.ANNOUNCED, entry.number)
            if self._leaves_later(entry):
                self.losses.add(LossCode.WITHDRAWALS, entry.number)
                ahead |= set(range(max(entry.withdrawn_after or 0, self.last) + 1, end + 1))
            for number in ahead:
                half, full = entry.takes_half_bye(number), entry.takes_full_bye(number)
                kind = kind_of(Absence(number, entry.number, half=half, full=full))
                rounds.setdefault((number, kind), set()).add(entry.number)
        for number, kind in sorted(rounds):
            if number <= MOST_TOTAL_ROUNDS:
                for part in _parts(sorted(rounds[number, kind])):
                    yield f"240 {kind} {number:03} " + " ".join(f"{number:>4}" for number in part)

    def _leaves_later(self, entry: Entry) -> bool:
        """Whether a withdrawal cannot be seen from blank rounds at the end."""
        if entry.withdrawn_after is None:
            return False
        held = max((seen.round for seen in self.history[entry.number]), default=0)
        return held != entry.withdrawn_after or held == self.last

    def _abnormal(self) -> Iterator[str]:
        """Record 162 gives forfeit losses what it gives absences, and every round the same; where ours
        differ, 299 says so."""
        points = self.tournament.points
        weights = dict(points.weights)
        numbers_by_points: dict[tuple[int, str, int], list[int]] = {}
        for number, appearances in self.history.items():
            for seen in appearances:
                paid = points.in_round(seen.round)
                lost = seen.kind is Kind.FORFEIT and not seen.won
                if (
                    (lost and seen.points != paid.absence)
                    or seen.decider
                    or (seen.round in weights and seen.points)
                ):
                    key = seen.round, type_of(seen, paid), seen.points
                    numbers_by_points.setdefault(key, []).append(number)
        for (round_number, kind, value), numbers in sorted(numbers_by_points.items()):
            for part in _parts(numbers):
                listed = " ".join(f"{number:>4}" for number in part)
                yield f"299 {kind}        {points_column(points, value)}  {round_number:03} {listed}"

    def _players(self) -> Iterator[str]:
        ranks, scores = declared_places(self.tournament, self.last)
        cells = self._cells()
        for entry in self.tournament.entries:
            rounds = "".join(
                cells.get((number, entry.number), BLANK_CELL) for number in range(1, self.last + 1)
            )
            score = scores[entry.number]
            if self.of_teams is not None:
                score += self.of_teams.wins(entry.number) * self.tournament.points.win
            points = points_column(self.tournament.points, score)
            title, name = _held(entry)["title"], self._name(entry)
            person = self.people.get(entry.number, Particulars())
            number = person.number if len(person.number) <= NUMBER_WIDTH else ""
            born = f"{person.birth_year}/00/00" if person.birth_year else ""
            yield (
                f"001 {entry.number:>4} {person.sex:1}{title:>3} {name:<{NAME_WIDTH}} "
                f"{self._rating(entry):>4} {self._federation(entry):<3} {number:>{NUMBER_WIDTH}} {born:10} "
                f"{points} {ranks[entry.number]:>4}{rounds}"
            )

    def _cells(self) -> dict[tuple[int, int], str]:
        t = self.tournament
        cells = {(a.round, a.number): cell_text(None, None, kind_of(a)) for a in t.absences}
        if self.of_teams is not None:
            cells = self.of_teams.cells()
        byes: dict[int, int] = {}
        for bye in t.byes:
            byes[bye.round] = byes.get(bye.round, 0) + 1
            code = "U" if byes[bye.round] == 1 or t.system in ONE_BYE else "F"
            cells[bye.round, bye.number] = cell_text(None, None, code)
        for game in self.games:
            first, second = self._codes(game)
            cells[game.round, game.first] = cell_text(game.second, Side.FIRST, first)
            cells[game.round, game.second] = cell_text(game.first, Side.SECOND, second)
        return cells

    def _codes(self, game: Game) -> tuple[str, str]:
        """Return both codes of a game."""
        # TRF26 knows an unknown result, which counts what record 162 gives it: adjourned games, and games
        # without a result unless they would count something by that.
        is_open = game.adjourned and game.result is (Result.DRAW if self.unknown else Result.NONE)
        if self.version == 26 and (is_open or (game.result is None and not self.unknown)):
            return UNKNOWN, UNKNOWN
        if game.forfeit and game.result in _FORFEITED:
            return _FORFEITED[game.result]
        # What counts for ratings alone is what a rating office reads; the points stay those of the standings.
        return _PLAYED[game.rated or game.result]

    def _as_read_again(self, game: Game) -> Game:
        """An adjourned game as it is where the file says that it is."""
        says = self._codes(game)[0] == UNKNOWN and (self.unknown or game.round < self.last)
        return replace(game, adjourned=False) if says else game

    def _name(self, entry: Entry) -> str:
        name = single_line(entry.name or entry.native_name)[:NAME_WIDTH].rstrip()
        if name != entry.name:
            self.losses.add(LossCode.NAMES, entry.number)
        return name

    def _rating(self, entry: Entry) -> str:
        if entry.rating is None:
            return ""
        if 0 < entry.rating <= MOST_NUMBER:
            return str(entry.rating)
        self.losses.add(LossCode.RATINGS, entry.number)
        return ""

    def _federation(self, entry: Entry) -> str:
        if len(entry.federation) <= 3 and single_line(entry.federation) == entry.federation:
            return entry.federation
        self.losses.add(LossCode.FEDERATIONS, entry.number)
        return ""

    def _ranked_teams(self, tournament: Tournament) -> dict[str, list[int]]:
        """Return the members of the teams."""
        teams: dict[str, list[Entry]] = {}
        for entry in tournament.entries:
            if entry.team:
                teams.setdefault(entry.team, []).append(entry)
        teams_by_name = {
            name: members
            for name, members in teams.items()
            # Players who are together only because they are of one federation are no team of record 013:
            # FIDE's own checker refuses such a file.
            if tournament.teams is not None or any(member.federation != name for member in members)
        }
        # Nor are single players.
        if tournament.teams is None and all(len(members) == 1 for members in teams_by_name.values()):
            teams_by_name = {}
        for entry in tournament.entries:
            if entry.team and entry.team not in teams_by_name:
                self.losses.add(LossCode.TEAMS, entry.number)
        return {name: [entry.number for entry in members] for name, members in teams_by_name.items()}

    def _teams(self) -> Iterator[str]:
        """Yield the records of teams."""
        if self.of_teams is not None:
            yield from self.of_teams.teams()
            yield from self.of_teams.for_people()
        # Record 013 in both versions: 310 asks for match points, which a team of an individual tournament
        # does not have.
        teams: dict[str, list[int]] = {}
        for team, numbers in self.ranked.items():
            name = single_line(team)[:TEAM_WIDTH].rstrip()
            if name != team:
                for number in numbers:
                    self.losses.add(LossCode.TEAMS, number)
            teams.setdefault(name, []).extend(numbers)
        for name, numbers in sorted(teams.items()):
            for part in _parts(numbers):
                yield f"013 {name:<{TEAM_WIDTH}}" + " ".join(f"{number:>4}" for number in part)


def _in_ascii(tournament: Tournament, losses: Losses) -> Tournament:
    """With plain letters alone."""
    entries = []
    for entry in tournament.entries:
        name, team = in_ascii(entry.name or entry.native_name), in_ascii(entry.team)
        if name != entry.name:
            losses.add(LossCode.NAMES, entry.number)
        if team != entry.team:
            losses.add(LossCode.TEAMS, entry.number)
        entries.append(replace(entry, name=name, team=team))
    if not tournament.name.isascii():
        losses.add(LossCode.NAMES)
    section = tournament.teams
    if section is not None:
        teams = tuple(
            replace(team, name=in_ascii(team.name), short_name=in_ascii(team.short_name)[:5])
            for team in section.teams
        )
        section = replace(section, teams=teams)
    return replace(tournament, name=in_ascii(tournament.name), entries=tuple(entries), teams=section)


def kind_of(absence: Absence) -> str:
    return "F" if absence.full else "H" if absence.half else "Z"


def _held(entry: Entry) -> Mapping[str, str]:
    """What a record holds of the particulars: a title, where the format knows it."""
    return {"title": entry.title if entry.title in TITLES else ""}


def _check(tournament: Tournament) -> None:
    largest = max((entry.number for entry in tournament.entries), default=0)
    if largest > MOST_NUMBER:
        params = {"number": largest, "most": MOST_NUMBER}
        raise CannotWrite(fatal_problem(ForeignErrorCode.NUMBER_TOO_LARGE, params))
    points = tournament.points
    for value in (points.win, *points.drawn, points.loss, points.absence):
        if len(points.text(value)) > 4:
            raise CannotWrite(fatal_problem(ForeignErrorCode.POINTS_TOO_LONG, text=points.text(value)))


def _heading_lines(tag: str, headings: Mapping[str, str], *, start: int = 4) -> Iterator[str]:
    if tag in HEADINGS and headings.get(tag):
        for text in headings[tag].splitlines():
            yield f"{tag:<{start}}{single_line(text) if start == 4 else text.strip()}"


def _parts(numbers: Iterable[int]) -> Iterator[list[int]]:
    listed = list(numbers)
    yield from (listed[i : i + MOST_IN_LINE] for i in range(0, len(listed), MOST_IN_LINE))
