"""The values of a tournament and what follows from them round by round.

Vocabulary (the same everywhere in the project):
*entry*     a player in this tournament, known by ``number``, the drawn lot.
*first*, *second*   who moves first: xiangqi Red and Black, weiqi Black and White.
*round*, *table*    counted from 1.
*bye*       a round without an opponent that scores as a win (WXC 2.3), or what `Points` gives for it. No
            bye: the *free* round of a round robin, which scores nothing.
*absence*   a round that a player asked not to play, or came too late for; no bye, no float. Asked for as a
            *half-point bye* it scores as a draw, granted as a *full-point bye* as a win.
*forfeit*   a pairing that was made and not played over the board.
*score*     the points of an entry so far, an integer in `Points` units.
*float*     a game against somebody with another score, by the scores entering the round.
*appearance*   what one entry did in one round (in one game of it, where a drawn game is replayed).
*round 0*   what is carried from earlier stages: points and meetings, no colour and no float.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from tournaments.state.gotha.passthrough import Carried
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.options import NONE, CarriedResult, Options
from tournaments.state.points import Points
from tournaments.state.time_control import TimeControl

if TYPE_CHECKING:
    from tournaments.state.deciding import PlayedStep
    from tournaments.state.team_section import TeamSection  # which holds values of this module


class Side(StrEnum):
    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> Side:
        return Side.SECOND if self is Side.FIRST else Side.FIRST


class Result(StrEnum):
    """The result of one game, first player's points first. ``0-0``: both lose; ``1/2-0``: an arbiter
    gives one side what a draw gives, the other nothing."""

    FIRST = "1-0"
    SECOND = "0-1"
    DRAW = "1/2"
    NONE = "0-0"
    FIRST_HALF = "1/2-0"
    SECOND_HALF = "0-1/2"


# What a game over the board can be rated as.
RATED = (Result.FIRST, Result.DRAW, Result.SECOND)


class Kind(StrEnum):
    """How an entry came by its points in a round; federations count the kinds differently."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    FREE = "free"
    ABSENT = "absent"
    HALF_BYE = "half-bye"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Entry:
    """A player in the tournament. ``group`` 1 draws odd numbers, 2 even ones (WXC 2.1). ``half_byes``:
    those of the ``absences`` that are half-point byes, ``full_byes``: those that score as a win.
    ``given_name``: what the ``name`` ends with; ``title`` and the grades as `titles` has them
    (``declared_grade``: what the player claims); ``pins``: (federation, number); ``mms_correction``: added
    to the start."""

    number: int
    name: str = ""
    native_name: str = ""
    federation: str = ""
    team: str = ""
    group: int = 1
    rating: int | None = None
    categories: tuple[str, ...] = ()
    withdrawn_after: int | None = None
    absences: frozenset[int] = frozenset()
    half_byes: frozenset[int] = frozenset()
    full_byes: frozenset[int] = frozenset()
    given_name: str = ""
    title: str = ""
    grade: str = ""
    declared_grade: str = ""
    club: str = ""
    native_club: str = ""
    province: str = ""
    native_province: str = ""
    mms_correction: int = 0
    pins: tuple[tuple[str, str], ...] = ()

    def plays_in(self, round_number: int) -> bool:
        """Whether the entry is to be paired in this round."""
        return round_number not in self.absences and not self.has_left(round_number)

    def takes_half_bye(self, round_number: int) -> bool:
        """Whether the entry's absence from this round scores as a draw; none does after a withdrawal."""
        return round_number in self.half_byes and not self.has_left(round_number)

    def takes_full_bye(self, round_number: int) -> bool:
        """Whether the absence scores as a win: a full-point bye, which an organiser granted."""
        return round_number in self.full_byes and not self.has_left(round_number)

    def has_left(self, round_number: int) -> bool:
        return self.withdrawn_after is not None and round_number > self.withdrawn_after


@dataclass(frozen=True, slots=True)
class Superseded:
    """A result that was later corrected; it was in force up to the pairing of ``until_round``."""

    result: Result | None
    until_round: int
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a pairing; ``game`` 2, 3, … are replays. ``result`` None: not known yet. ``adjourned``: the
    result is what it counts as until it is finished. ``handicap`` 1: komi ½; ``komi``: its own, halves.
    ``cause``: of the result, by `causes.Cause`, with its ``article`` and a count's ``margin``. ``steps``: of
    the last game of a level match, the decider games after it, the side that moves first in game 1 named
    first. ``rated``: what it counts as for ratings alone, None where that is its result."""

    round: int
    table: int
    first: int
    second: int
    result: Result | None = None
    forfeit: bool = False
    game: int = 1
    history: tuple[Superseded, ...] = ()
    adjourned: bool = False
    handicap: int = 0
    komi: int | None = None
    cause: str = ""
    article: str = ""
    margin: int | None = None
    steps: tuple[PlayedStep, ...] = ()
    rated: Result | None = None

    def as_paired_for(self, round_number: int) -> Game:
        """The game as it stood when ``round_number`` was paired."""
        for old in sorted(self.history, key=lambda old: old.until_round):
            if round_number <= old.until_round:
                return replace(self, result=old.result, forfeit=old.forfeit, history=())
        return replace(self, history=()) if self.history else self


@dataclass(frozen=True, slots=True)
class Bye:
    round: int
    number: int


@dataclass(frozen=True, slots=True)
class Absence:
    """``half``: a half-point bye, ``full``: a full-point bye."""

    round: int
    number: int
    half: bool = False
    full: bool = False


@dataclass(frozen=True, slots=True)
class FixedPair:
    """A pair that the chief arbiter set before the run (WXC 2.4). With ``until`` it is made in the first of
    these rounds that both play."""

    round: int
    first: int
    second: int
    until: int | None = None


@dataclass(frozen=True, slots=True)
class ForbiddenPair:
    """A pair that the chief arbiter forbade for one round only."""

    round: int
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Foul:
    round: int
    number: int
    kind: str


class GivenPoints(NamedTuple):
    """What an entry has for a round, whatever its game says: teams by board points, and with penalties."""

    round: int
    number: int
    points: int


class Appearance(NamedTuple):
    """What one entry did in one round. ``entering`` and ``opponent_entering``: scores before it.
    ``adjourned``: the points are only what the game counts as until it is finished. ``decider``: what of the
    points decider games have given."""

    round: int
    kind: Kind
    points: int
    opponent: int | None = None
    side: Side | None = None
    won: bool = False
    table: int | None = None
    game: int = 1
    entering: int = 0
    opponent_entering: int | None = None
    adjourned: bool = False
    decider: int = 0

    @property
    def float(self) -> int:
        """+1 down, -1 up, 0 level. A bye counts as a down-float (R4); forfeits as games (section 2)."""
        if self.kind is Kind.BYE:
            return 1
        theirs = self.opponent_entering
        if theirs is None:
            return 0
        return (self.entering > theirs) - (self.entering < theirs)


@dataclass(frozen=True, slots=True)
class Tournament:
    """One competition, as the tournament file holds it; ``opengotha`` as `gotha.carried` has it. ``teams``:
    where teams meet teams; the games are those of their boards. ``given``: of teams that are players here."""

    system: str
    entries: tuple[Entry, ...]
    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    absences: tuple[Absence, ...] = ()
    name: str = ""
    game: str = "xiangqi"
    rounds: int = 0
    grouping: str = "halves"
    tiebreaks: tuple[str, ...] = ()
    points: Points = field(default_factory=Points)
    time_control: TimeControl | None = None
    seed: str = ""
    forbidden: tuple[tuple[int, int], ...] = ()
    forbidden_once: tuple[ForbiddenPair, ...] = ()
    fixed: tuple[FixedPair, ...] = ()
    fouls: tuple[Foul, ...] = ()
    options: Options = NONE
    opengotha: Carried = field(default_factory=dict, hash=False, repr=False)
    official: tuple[tuple[int, bool], ...] = ()  # rounds paired by this program: in official mode or not
    teams: TeamSection | None = None
    given: tuple[GivenPoints, ...] = ()

    @property
    def paired_by(self) -> str:
        """The system that pairs it: of its teams, where they meet."""
        return self.system if self.teams is None else self.teams.system

    @property
    def last_round(self) -> int:
        """The latest round that anything is recorded for; 0 before the first."""
        return max(self.rounds_on_record, default=0)

    @property
    def rounds_on_record(self) -> frozenset[int]:
        """The rounds that anything is recorded for; of a match of teams, also one without any board yet."""
        of_teams = frozenset() if self.teams is None else self.teams.rounds_on_record
        rows: tuple[Game | Bye | Absence, ...] = (*self.games, *self.byes, *self.absences)
        return of_teams | {row.round for row in rows}

    def knocks_out_in(self, round_number: int) -> bool:
        """Whether a player is knocked out by a match of this round."""
        final = self.options.final
        after_final_begins = final is not None and round_number > final.after
        return self.teams is None and (self.system == "knock-out" or after_final_begins)

    def replays_in(self, round_number: int) -> bool:
        """Whether a pair may have several games in this round."""
        swiss = self.system in ("wxc2015", "wmsg2008", "fide-dutch", *GO_SYSTEMS)
        return not swiss or (self.options.final is not None and round_number > self.options.final.after)

    def forbidden_in(self, round_number: int) -> frozenset[tuple[int, int]]:
        """The pairs forbidden in this round, for good or for it alone, the smaller number first."""
        once = ((row.one, row.other) for row in self.forbidden_once if row.round == round_number)
        return frozenset((min(pair), max(pair)) for pair in (*self.forbidden, *once))

    def fixed_in(self, round_number: int) -> tuple[FixedPair, ...]:
        """List the pairs set by the chief arbiter that are made in this round (WXC 2.4)."""
        pairs_here = [pair for pair in self.fixed if pair.until is None and pair.round == round_number]
        wished = [pair for pair in self.fixed if pair.until and pair.round <= round_number <= pair.until]
        away = {row.number for row in self.absences if row.round == round_number}
        free = {entry.number for entry in self.entries if entry.plays_in(round_number)} - away
        free -= {number for pair in pairs_here for number in (pair.first, pair.second)}
        met = {frozenset((game.first, game.second)) for game in self.games if game.round < round_number}
        never = met | {frozenset(pair) for pair in self.forbidden_in(round_number)}
        for pair in sorted(wished, key=lambda pair: (pair.round, pair.first, pair.second)):
            both = {pair.first, pair.second}
            # One that is set for several rounds waits while one of them does not play, and is done when they
            # have met.
            if both <= free and both not in never:
                pairs_here.append(replace(pair, round=round_number, until=None))
                free -= both
        return tuple(pairs_here)

    def all_absences(self) -> tuple[Absence, ...]:
        """Absences on record, and those that entries announced for rounds up to the last one recorded."""
        alone: tuple[Bye | Absence, ...] = (*self.byes, *self.absences)
        if not any(entry.absences for entry in self.entries):
            return self.absences
        held = {(row.round, row.number) for row in alone}
        held |= {(g.round, number) for g in self.games for number in (g.first, g.second)}
        last = self.last_round
        announced = (
            Absence(
                round_number,
                entry.number,
                half=entry.takes_half_bye(round_number),
                full=entry.takes_full_bye(round_number),
            )
            for entry in self.entries
            for round_number in sorted(entry.absences)
            if round_number <= last and (round_number, entry.number) not in held
        )
        return (*self.absences, *announced)

    def as_paired_for(self, round_number: int) -> Tournament:
        """What was known when ``round_number`` was paired: earlier rounds, results as they stood then."""
        return replace(
            self,
            games=tuple(g.as_paired_for(round_number) for g in self.games if g.round < round_number),
            byes=tuple(b for b in self.byes if b.round < round_number),
            absences=tuple(a for a in self.absences if a.round < round_number),
            fouls=tuple(f for f in self.fouls if f.round < round_number),
            given=tuple(g for g in self.given if g.round < round_number),
        )

    def until(self, round_number: int) -> Tournament:
        """The tournament up to and with ``round_number``, results as they stand now."""
        return replace(
            self,
            games=tuple(g for g in self.games if g.round <= round_number),
            byes=tuple(b for b in self.byes if b.round <= round_number),
            absences=tuple(a for a in self.absences if a.round <= round_number),
            fouls=tuple(f for f in self.fouls if f.round <= round_number),
        )


History = dict[int, list[Appearance]]
_Tally = Mapping[tuple[Result | None, bool], tuple[int, int, bool, bool, Kind]]


def _tally(points: Points) -> _Tally:
    """By result and forfeit: points and win of first and second, and the kind of game."""
    win, loss = points.win, points.loss
    table: dict[tuple[Result | None, bool], tuple[int, int, bool, bool, Kind]] = {}
    for forfeit, kind in ((False, Kind.PLAYED), (True, Kind.FORFEIT)):
        lost = 0 if forfeit else loss
        table[Result.FIRST, forfeit] = (win, loss, True, False, kind)
        table[Result.SECOND, forfeit] = (loss, win, False, True, kind)
        table[Result.DRAW, forfeit] = (*points.drawn, False, False, kind)
        table[Result.NONE, forfeit] = (lost, lost, False, False, kind)
        table[Result.FIRST_HALF, forfeit] = (points.drawn[0], lost, False, False, kind)
        table[Result.SECOND_HALF, forfeit] = (lost, points.drawn[1], False, False, kind)
        table[None, forfeit] = (0, 0, False, False, Kind.PENDING)
    return table


def history(tournament: Tournament) -> History:
    """Return every entry's appearances in order of rounds, by number; entries without any have an empty list.

    In a match of several games only the deciding (last) one scores a win or a loss."""
    games: dict[int, list[Game]] = defaultdict(list)
    for game in sorted(tournament.games, key=lambda g: (g.round, g.table, g.game)):
        games[game.round].append(game)
    alone: dict[int, list[Bye | Absence]] = defaultdict(list)
    rows: tuple[Bye | Absence, ...] = (*tournament.byes, *tournament.all_absences())
    for row in rows:
        alone[row.round].append(row)
    appearances: History = {entry.number: [] for entry in tournament.entries}
    scores = dict.fromkeys(appearances, 0)
    table = _tally(tournament.points)
    _carry(tournament.options.carried, table, scores, appearances)
    left = {e.number: e.withdrawn_after for e in tournament.entries if e.withdrawn_after is not None}
    for round_number in sorted({*games, *alone}):
        entering = dict(scores)
        final = tournament.options.final
        unpaid = final.players if final and not final.adds_points and round_number > final.after else ()
        paid = _tally(tournament.points.in_round(round_number)) if tournament.points.weights else table
        _play(games.get(round_number, ()), paid, entering, scores, appearances, unpaid=unpaid)
        decider = tournament.points.in_round(round_number).decider
        if decider and not tournament.knocks_out_in(round_number):
            _pay_deciders(games.get(round_number, ()), decider, scores, appearances)
        for row in alone.get(round_number, ()):
            seen = _alone(
                tournament, row, entering[row.number], gone=row.round > left.get(row.number, row.round)
            )
            appearances[row.number].append(seen)
            scores[row.number] += seen.points
        for _, number, points in (row for row in tournament.given if row.round == round_number):
            scores[number] += points - appearances[number][-1].points
            appearances[number][-1] = appearances[number][-1]._replace(points=points)
    return appearances


def _carry(
    rows: Sequence[CarriedResult], table: _Tally, scores: dict[int, int], appearances: History
) -> None:
    """Enter what counts from earlier stages. Nobody but who is asked about is in ``appearances``."""
    for row in rows:
        gained, lost, won, beaten, kind = table[Result(row.result), row.forfeit]
        for number, opponent, points, is_won in (
            (row.first, row.second, gained, won),
            (row.second, row.first, lost, beaten),
        ):
            if number in appearances:
                scores[number] += points
                appearances[number].append(Appearance(0, kind, points, opponent or None, won=is_won))


def _play(
    rows: Sequence[Game],
    table: _Tally,
    entering: Mapping[int, int],
    scores: dict[int, int],
    appearances: History,
    *,
    unpaid: Sequence[int],
) -> None:
    """Enter one round's games into ``scores`` and ``appearances``; ``unpaid``: no points among themselves."""
    replayed = any(game.game > 1 for game in rows)
    last = {frozenset((game.first, game.second)): game.game for game in rows} if replayed else {}
    for game in rows:
        player, other = game.first, game.second
        gained, lost, won, beaten, kind = table[game.result, game.forfeit]
        # The games before the last one count as games over the board and give no points.
        if replayed and game.game != last[frozenset((player, other))]:
            gained = lost = 0
        if player in unpaid and other in unpaid:
            gained = lost = 0
        scores[player] += gained
        scores[other] += lost
        theirs, his, off = entering[player], entering[other], game.adjourned
        where, number = game.table, game.game
        appearances[player].append(
            Appearance(game.round, kind, gained, other, Side.FIRST, won, where, number, theirs, his, off)
        )
        appearances[other].append(
            Appearance(game.round, kind, lost, player, Side.SECOND, beaten, where, number, his, theirs, off)
        )


def decided(played: Sequence[PlayedStep]) -> Side | None:
    """Who goes on by the steps that were played; what was played after that does not count."""
    for step in played:
        if not step.over or step.ahead is not None:
            return step.ahead
    return None


def _pay_deciders(rows: Sequence[Game], worth: int, scores: dict[int, int], appearances: History) -> None:
    """Give who has won the decider games of a drawn game what they are worth; the draw stays one."""
    for game in rows:
        ahead = decided(game.steps) if game.result is Result.DRAW else None
        if ahead is not None:
            number = game.first if ahead is Side.FIRST else game.second
            scores[number] += worth
            seen = appearances[number][-1]
            appearances[number][-1] = seen._replace(points=seen.points + worth, decider=worth)


def points_by_number(seen: Mapping[int, Iterable[Appearance]]) -> dict[int, int]:
    """Points by entry number, in `Points` units."""
    return {number: sum([a.points for a in appearances]) for number, appearances in seen.items()}


def _alone(tournament: Tournament, row: Bye | Absence, entering: int, *, gone: bool) -> Appearance:
    """Return what somebody did who had no opponent."""
    points = tournament.points.in_round(row.round)
    # S2: after a withdrawal a missed round scores nothing, whether it is written down or not.
    if isinstance(row, Absence) and gone:
        return Appearance(row.round, Kind.ABSENT, 0, entering=entering)
    if isinstance(row, Absence) and row.full:
        return Appearance(row.round, Kind.BYE, points.win, won=True, entering=entering)
    if isinstance(row, Absence) and row.half:
        return Appearance(row.round, Kind.HALF_BYE, points.half, entering=entering)
    if isinstance(row, Absence):
        return Appearance(row.round, Kind.ABSENT, points.absence, entering=entering)
    if tournament.system in ("round-robin", "double-round-robin", "scheveningen"):
        return Appearance(row.round, Kind.FREE, 0, entering=entering)
    return Appearance(row.round, Kind.BYE, points.of_bye, won=points.bye is None, entering=entering)
