"""Results for the European Go Database: ``.h9``, a table of text.

Facts from "Tournament table format" (A. Cieply) and from files that OpenGotha writes: a line per player in
order of place, what follows a semicolon is a comment, headings stand in comments (``; EV[name]``).

*entry of a round*   ``<place><+ - = ?><separator><colour><handicap>``: ``23+/w0``; the separator ``!`` is a
                     game by default. ``0+`` a free win, ``0-`` a free round, ``0=`` a free round that gives
                     half a point.

Black is who moves first. Only weiqi goes to that database.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from tournaments.exchange.conversion import (
    MOST_ENTRIES,
    MOST_ROUNDS,
    CannotWrite,
    ForeignErrorCode,
    LossCode,
    Losses,
    Problems,
    Reading,
    Writing,
)
from tournaments.exchange.foreign import (
    check_tables,
    count_plain,
    declared_places,
    decode_foreign,
    finish,
    of_deciding_games,
    single_line,
    split_lines,
    with_tables,
)
from tournaments.exchange.problems import fatal_problem
from tournaments.exchange.reading import ONE_BYE
from tournaments.exchange.weiqi_codes import (
    NOWHERE,
    country_of,
    federation_code,
    is_grade_code,
    nearest_grade,
    rating_of,
)
from tournaments.state.points import Points
from tournaments.state.tournament import Absence, Bye, Entry, Game, Result, Tournament

HEADINGS = ("CL", "EV", "PC", "DT", "HA", "KM", "TM", "CM")
NAME_WIDTH = 30
NO_CLUB = "Xxxx"
MOST_LINE = 5_000  # characters; 200 rounds have room
_HEADING = re.compile(r"\s*([A-Z]{2})\[(.*)\]\s*")
# A half in a score came out as "?" of some programs: of an open game something more stands behind it.
_ENTRY = re.compile(r"([0-9]{1,5})([-+=]|\?(?=[/!bw]))([/!])?(?:([bw])([0-9])?|0)?(!)?", re.IGNORECASE)
_PIN = re.compile(r"\|[0-9]*")
_SIGNS = {
    ("+", "-"): Result.FIRST,
    ("-", "+"): Result.SECOND,
    ("=", "="): Result.DRAW,
    ("-", "-"): Result.NONE,
    ("?", "?"): None,
}
# Nobody wins twice here: the result stays open.
BOTH_WIN = ("+", "+")
_WRITTEN = {result: signs for signs, result in _SIGNS.items()}


@dataclass(frozen=True, slots=True)
class _Half:
    """What one player's line says about one round."""

    opponent: int
    sign: str
    forfeit: bool
    colour: str
    handicap: int
    line: int
    column: int


@dataclass(slots=True)
class _Row:
    line: int
    place: int | None
    name: str
    grade: str
    country: str
    more: bool
    halves: list[_Half]


def read(data: bytes, *, encoding: str | None = None, system: str = "wmsg2008") -> Reading:
    """The tournament in an ``.h9`` file; players get their line as number. Never raises on any bytes.

    ``encoding``: without a byte order mark UTF-8 unless one of `foreign.ENCODINGS` is named; ``system``: the
    pairing rules, which the format does not hold.
    """
    problems, losses = Problems(), Losses()
    decoded = decode_foreign(data, encoding, problems)
    if decoded is None:
        return finish(None, problems, losses)
    headings: dict[str, str] = {}
    rows: list[_Row] = []
    for number, whole in enumerate(split_lines(decoded[0]), 1):
        text, _, comment = whole.partition(";")
        if match := _HEADING.fullmatch(comment):
            headings[match[1]] = match[2].strip()
        if text.strip():
            row = _row(text, number, problems)
            if row:
                rows.append(row)
        if len(rows) > MOST_ENTRIES:
            problems.add(ForeignErrorCode.TOO_MANY_PLAYERS, number, most=MOST_ENTRIES)
            break
    if not rows and not problems:
        problems.add(ForeignErrorCode.NO_PLAYERS)
    tournament = None if problems else _tournament(rows, headings, system, problems, losses)
    return finish(tournament, problems, losses, headings=headings, encoding=decoded[1])


def _row(text: str, line: int, problems: Problems) -> _Row | None:
    if len(text) > MOST_LINE:
        problems.add(ForeignErrorCode.TOO_MANY_ROUNDS, line, MOST_LINE, most=MOST_ROUNDS)
        return None
    words = [(word.group(), word.start() + 1) for word in re.finditer(r"\S+", text)]
    more = False
    while words and _PIN.fullmatch(words[-1][0]):
        words.pop()
        more = True
    end = len(words)
    while end and _ENTRY.fullmatch(words[end - 1][0]):
        end -= 1
    results, words = words[end:], words[:end]
    place = int(words.pop(0)[0]) if words and re.fullmatch(r"[0-9]{1,5}", words[0][0]) else None
    grade = next((i for i, (word, _) in enumerate(words) if i and is_grade_code(word)), None)
    if grade is None:
        problems.add(ForeignErrorCode.NO_GRADE, line, 1, text.strip())
        return None
    if len(results) > MOST_ROUNDS:
        problems.add(ForeignErrorCode.TOO_MANY_ROUNDS, line, most=MOST_ROUNDS)
        return None
    behind = [word for word, _ in words[grade + 1 :]]
    country = behind[0] if behind and re.fullmatch(r"[A-Za-z]{2}", behind[0]) else ""
    club = len(behind) > 1 and behind[1] != NO_CLUB and not re.fullmatch(r"[-0-9.½?]+", behind[1])
    return _Row(
        line=line,
        place=place,
        name=" ".join(word.replace("_", " ") for word, _ in words[:grade]),
        grade=words[grade][0],
        country=country,
        more=more or club,
        halves=[_half(word, line, column) for word, column in results],
    )


def _half(word: str, line: int, column: int) -> _Half:
    match = _ENTRY.fullmatch(word)
    assert match is not None  # noqa: S101 - the caller matched it
    opponent, sign, separator, colour, handicap, behind = match.groups()
    return _Half(
        opponent=int(opponent),
        sign=sign,
        forfeit="!" in (separator, behind),
        colour=(colour or "").lower(),
        handicap=int(handicap or 0),
        line=line,
        column=column,
    )


def _tournament(
    rows: list[_Row], headings: Mapping[str, str], system: str, problems: Problems, losses: Losses
) -> Tournament:
    rounds = len(rows[0].halves)
    # A tie leaves the place empty or repeats it; then a reference counts lines.
    places = [row.place for row in rows]
    numbers = list(range(1, len(rows) + 1))
    if None not in places and sorted(place or 0 for place in places) == numbers:
        numbers = [place or 0 for place in places]
    by_number = dict(zip(numbers, rows, strict=True))
    entries = []
    for number, row in sorted(by_number.items()):
        if len(row.halves) != rounds:
            problems.add(ForeignErrorCode.RESULT_COUNT, row.line, found=len(row.halves), expected=rounds)
        if row.more:
            losses.add(LossCode.PEOPLE, number, line=row.line)
        entries.append(
            Entry(number, row.name, federation=federation_code(row.country), rating=rating_of(row.grade))
        )
    bare = Tournament(
        system=system, entries=tuple(entries), game="weiqi", name=headings.get("EV", ""), rounds=rounds
    )
    if problems:
        return bare
    games = _Games(by_number, problems, losses)
    byes: list[Bye] = []
    absences: list[Absence] = []
    for number, row in sorted(by_number.items()):
        for round_number, half in enumerate(row.halves, 1):
            if half.opponent:
                games.read(number, half, round_number)
            elif half.sign == "+":
                byes.append(Bye(round_number, number))
            else:
                requested = half.sign == "="
                absences.append(Absence(round_number, number, half=requested and system in ONE_BYE))
                if requested and system not in ONE_BYE:
                    losses.add(LossCode.HALF_POINT_BYES, number, line=half.line)
    bare = replace(bare, games=tuple(games.games), byes=tuple(byes), absences=tuple(absences))
    return bare if problems else with_tables(bare)


class _Games:
    """Games from two halves each; what one line says must fit what the other says."""

    def __init__(self, rows: Mapping[int, _Row], problems: Problems, losses: Losses) -> None:
        self.rows = rows
        self.problems = problems
        self.losses = losses
        self.games: list[Game] = []

    def read(self, number: int, half: _Half, round_number: int) -> None:
        def blame(code: ForeignErrorCode, text: str = "") -> None:
            params: dict[str, str | int] = {
                "number": number,
                "opponent": half.opponent,
                "round": round_number,
            }
            if half.opponent != number and half.opponent in self.rows:
                params["other_line"] = self.rows[half.opponent].line
            self.problems.add(code, half.line, half.column, text, **params)

        if half.opponent not in self.rows:
            blame(ForeignErrorCode.UNKNOWN_PLAYER, str(half.opponent))
            return
        if half.opponent == number:
            blame(ForeignErrorCode.AGAINST_HIMSELF)
            return
        other = self.rows[half.opponent].halves[round_number - 1]
        if other.opponent != number:
            blame(ForeignErrorCode.NOT_MUTUAL, str(half.opponent))
        elif number < half.opponent:
            self._pair((number, half), other, round_number, blame)

    def _pair(
        self, player: tuple[int, _Half], other: _Half, round_number: int, blame: Callable[..., None]
    ) -> None:
        number, half = player
        if half.colour and half.colour == other.colour:
            blame(ForeignErrorCode.COLOURS_CLASH, half.colour)
            return
        if half.colour and other.colour and half.handicap != other.handicap:
            handicaps = (f"{player.colour}{player.handicap}" for player in (half, other))
            blame(ForeignErrorCode.RESULTS_CLASH, ":".join(handicaps))
            return
        if not half.colour and not other.colour:
            self.losses.add(LossCode.COLOURS, number, line=half.line)
        if half.handicap or other.handicap:
            self.losses.add(LossCode.HANDICAPS, number, line=half.line)
        white = half.colour == "w" or other.colour == "b"
        first, second = (other, half) if white else (half, other)
        forfeit = half.forfeit or other.forfeit
        signs = first.sign, second.sign
        if signs == BOTH_WIN:
            self.losses.add(LossCode.RESULTS, number, about=":".join(signs), line=half.line)
            signs = "?", "?"
        if signs not in _SIGNS or (forfeit and signs == ("=", "=")):
            blame(ForeignErrorCode.RESULTS_CLASH, ":".join(signs))
            return
        numbers = (half.opponent, number) if white else (number, half.opponent)
        result = _SIGNS[signs]
        self.games.append(
            Game(round_number, 0, *numbers, result=result, forfeit=forfeit and result is not None)
        )


def write(tournament: Tournament, *, headings: Mapping[str, str] | None = None) -> Writing:
    """The tournament as an ``.h9`` file, UTF-8, lines ended by CR LF, players in order of rank.

    ``headings``: ``CL`` class, ``PC`` country and town, ``DT`` dates, ``KM`` komi, ``TM`` minutes each and so
    on, as `read` gives them. Raises `CannotWrite` for another game than weiqi.
    """
    if tournament.game != "weiqi":
        params = {"game": tournament.game, "format": "h9"}
        raise CannotWrite(fatal_problem(ForeignErrorCode.WRONG_GAME, params))
    return _Writer(tournament).write({"HA": "h9", **(headings or {})})


class _Writer:
    def __init__(self, tournament: Tournament) -> None:
        self.losses = Losses()
        self.tournament = of_deciding_games(tournament, self.losses)
        self.last = tournament.last_round
        ranks, self.points = declared_places(tournament, self.last)
        self.order = sorted(tournament.entries, key=lambda entry: (ranks[entry.number], entry.number))
        self.place = {entry.number: place for place, entry in enumerate(self.order, 1)}
        self._check_tables()

    def _check_tables(self) -> None:
        """Whether the numbers that a reader will give lead to the same tables."""
        place, t = self.place, self.tournament
        games = [replace(g, first=place[g.first], second=place[g.second]) for g in t.games]
        entries = tuple(replace(entry, number=number) for number, entry in enumerate(self.order, 1))
        byes = tuple(replace(bye, number=place[bye.number]) for bye in t.byes)
        check_tables(replace(t, entries=entries, byes=byes, absences=(), points=Points()), games, self.losses)

    def write(self, headings: Mapping[str, str]) -> Writing:
        self._count_losses()
        texts = {**headings, "EV": single_line(self.tournament.name)}
        lines = [f"; {key}[{single_line(texts[key])}]" for key in HEADINGS if texts.get(key)]
        lines += [";", "; Pl Name                            Rk Co Club   Pts"]
        lines += self._rows()
        return Writing("".join(f"{line}\r\n" for line in lines).encode("utf-8", "replace"), self.losses.all())

    def _count_losses(self) -> None:
        t, losses = self.tournament, self.losses
        lost = {
            LossCode.SYSTEM: t.system != "wmsg2008" or t.grouping != "halves",
            LossCode.TIEBREAKS: t.tiebreaks,
            LossCode.POINTS: t.points != Points(),
            LossCode.ROUNDS: t.rounds != t.last_round,
            LossCode.FORBIDDEN: t.forbidden or t.forbidden_once,
            LossCode.NAMES: single_line(t.name) != t.name or "[" in t.name or "]" in t.name,
        }
        count_plain(t, losses, lost)
        for entry in t.entries:
            if entry.team:
                losses.add(LossCode.TEAMS, entry.number)
            if entry.withdrawn_after is not None:
                losses.add(LossCode.WITHDRAWALS, entry.number)
            if any(number > self.last for number in entry.absences):
                losses.add(LossCode.ANNOUNCED, entry.number)
            if self.place[entry.number] != entry.number:
                losses.add(LossCode.NUMBERS, entry.number)

    def _rows(self) -> Iterator[str]:
        entries = self._entries()
        for place, entry in enumerate(self.order, 1):
            rounds = " ".join(
                f"{entries.get((number, entry.number), '0-'):<8}" for number in range(1, self.last + 1)
            )
            yield (
                f"{place:>4} {self._name(entry):<{NAME_WIDTH}} {self._grade(entry):>3} "
                f"{(country_of(entry, self.losses) or NOWHERE)} {NO_CLUB} "
                f"{self.tournament.points.text(self.points[entry.number]):>5}  {rounds}"
            ).rstrip()

    def _entries(self) -> dict[tuple[int, int], str]:
        entries = {(bye.round, bye.number): "0+" for bye in self.tournament.byes}
        entries |= {
            (absence.round, absence.number): "0=" for absence in self.tournament.absences if absence.half
        }
        for game in self.tournament.games:
            mark = "!" if game.forfeit else "/"
            first, second = _WRITTEN[game.rated or game.result]
            entries[game.round, game.first] = f"{self.place[game.second]}{first}{mark}b0"
            entries[game.round, game.second] = f"{self.place[game.first]}{second}{mark}w0"
        return entries

    def _name(self, entry: Entry) -> str:
        """Two words: the first, and all others joined by underscores."""
        name = single_line((entry.name or entry.native_name).replace(";", ","))
        first, _, others = name.partition(" ")
        written = f"{first} {others.replace(' ', '_')}".strip()
        if not written or is_grade_code(others) or written.replace("_", " ") != entry.name:
            self.losses.add(LossCode.NAMES, entry.number)
        return written if written and not is_grade_code(others) else f"{first or 'X'} -"

    def _grade(self, entry: Entry) -> str:
        grade = nearest_grade(entry.rating) if entry.rating is not None else "30K"
        if entry.rating != rating_of(grade):
            self.losses.add(LossCode.RATINGS, entry.number)
        return grade
