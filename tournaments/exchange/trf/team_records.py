"""The records of TRF26 about teams that meet teams, column by column.

``152`` the colour drawn for round 1, ``310`` a team, ``300`` a line-up that is not the first members of the
roster, ``320`` who had the bye,
``330`` a match that was forfeited as a whole, ``352`` who moves first on which board, ``362`` what a match
gives, ``192`` the system. ``240``, ``260`` and ``299`` name teams in a file of teams. ``801`` and ``802`` say
once more, for people to read, what the others do.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.exchange.conversion import ForeignErrorCode, LossCode, Losses, Problems
from tournaments.exchange.trf.columns import TrfLine
from tournaments.state.points import Points
from tournaments.state.team_matches import MOST_STRENGTH, Team
from tournaments.state.team_settings import TeamSettingError, TeamSettings
from tournaments.state.tournament import Entry

MOST_TEAM = 999
MOST_MEMBERS = 40
NAME = (9, 40)
FIRST_MEMBER = 74
_POINTS = re.compile(r"-?[0-9]{1,4}([.,][0-9]{1,3})?")
_MATCH_POINTS = re.compile(r"(T[WDL]) +([0-9.]{1,4})")
# Files of players have these as well.
OF_PLAYERS = ("152", "192", "250")
# By the sign of record 330, its white team the first one.
LOST_BY = {"+-": "second", "-+": "first", "--": "both"}


@dataclass(frozen=True, slots=True)
class TeamLine:
    """What a ``310`` record says; points are None where it says nothing."""

    line: TrfLine
    number: int
    name: str
    match_points: Fraction | None
    board_points: Fraction | None
    members: tuple[int, ...]
    short_name: str = ""
    strength: int | None = None

    def team(self, entries: Iterable[Entry], boards: int) -> Team:
        """Make the team; ``entries``: of the file, its members among them."""
        entries_known = {entry.number: entry for entry in entries if entry.number in self.members}
        federations = {entry.federation for entry in entries_known.values()}
        mean = mean_rating(
            (entries_known[number].rating for number in self.members if number in entries_known), boards
        )
        return Team(
            number=self.number,
            name=self.name,
            federation=min(federations) if len(federations) == 1 else "",
            members=self.members,
            short_name=self.short_name,
            # The mean rating of the first so many as there are boards is not the team's own strength.
            strength=None if self.strength == mean else self.strength,
        )


@dataclass(frozen=True, slots=True)
class LineUpLine:
    """``opponent`` 0: not said."""

    line: TrfLine
    opponent: int
    players: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ForfeitLine:
    line: TrfLine
    lost_by: str
    round: int
    white: int
    black: int


@dataclass(slots=True)
class TeamRecords:
    """Collects them; ``pab``: by round, who had the bye, with its line; ``others``: every record but ``310``,
    which files of players have as well."""

    problems: Problems
    losses: Losses
    teams: dict[int, TeamLine] = field(default_factory=dict)
    line_ups: dict[tuple[int, int], LineUpLine] = field(default_factory=dict)
    pab: list[tuple[int, int, TrfLine]] = field(default_factory=list)
    pab_points: tuple[Fraction, Fraction, TrfLine] | None = None
    forfeits: list[ForfeitLine] = field(default_factory=list)
    colours: str = ""
    match_points: dict[str, str] = field(default_factory=dict)
    code: str = ""
    drawn: str = ""
    accelerated: TrfLine | None = None
    accelerations: list[TrfLine] = field(default_factory=list)
    others: list[TrfLine] = field(default_factory=list)

    @property
    def declared(self) -> bool:
        """Whether this is a file of teams: they have match points, or another record is of teams."""
        has_points = any(team.match_points is not None for team in self.teams.values())
        of_teams = any(line.text[:3] not in OF_PLAYERS for line in self.others)
        return bool(self.teams) and (has_points or of_teams or "TEAM" in self.code or "SCHEV" in self.code)

    def record(self, tag: str, line: TrfLine) -> bool:
        """Whether it is one of these."""
        match tag:
            case "310":
                self._team(line)
                return True
            case "300":
                self._line_up(line)
            case "320":
                self._bye(line)
            case "330":
                self._forfeit(line)
            case "352":
                self.colours = line.from_column.upper()
            case "362":
                self.match_points = dict(_MATCH_POINTS.findall(line.from_column.upper()))
                if strange := _MATCH_POINTS.sub("", line.from_column.upper()).split():
                    self.losses.add(LossCode.POINTS, about=strange[0], line=line.number)
            case "152":
                self._colour(line)
            case "192":
                self.code = line.from_column.upper()
            case "250":
                self.accelerated = line
                self.accelerations.append(line)
            case "801" | "802":
                return True
            case _:
                return False
        self.others.append(line)
        return True

    def not_of_teams(self, tags: Container[str]) -> None:
        """In a file of players what these records say is lost, but for those with one of the ``tags``."""
        for team in self.teams.values():
            if team.short_name:
                self.losses.add(LossCode.SHORT_NAMES, line=team.line.number)
        for line in self.others:
            if line.text[:3] not in tags:
                self.losses.add(LossCode.RECORD, about=line.text[:3], line=line.number)

    def _colour(self, line: TrfLine) -> None:
        drawn = line.from_column.upper()
        if drawn in ("W", "B"):
            self.drawn = drawn
        else:
            line.blame(ForeignErrorCode.UNKNOWN_VALUE, 5, line.from_column, field="colour", known="W B")

    def _team(self, line: TrfLine) -> None:
        number = line.whole(5, 7, "team", MOST_TEAM)
        members = tuple(line.numbers(FIRST_MEMBER, MOST_MEMBERS))
        if not number:
            return
        if number in self.teams:
            line.blame(ForeignErrorCode.TEAM_TWICE, 5, team=number)
        name = line.at(*NAME) or line.at(42, 46) or str(number)
        match, board = points_at(line, 55, 60), points_at(line, 62, 67)
        short, strength = line.at(42, 46) if line.at(*NAME) else "", line.whole(48, 53, "strength") or None
        if strength is not None and strength > MOST_STRENGTH:
            strength = None
        team_line = TeamLine(line, number, name, match, board, members, short, strength)
        self.teams.setdefault(number, team_line)

    def _line_up(self, line: TrfLine) -> None:
        numbers = [line.whole(first, first + 2, "team", MOST_TEAM) for first in (5, 9, 13)]
        round_number, team, opponent = (number or 0 for number in numbers)
        if not round_number or not team:
            line.blame(ForeignErrorCode.NOT_A_NUMBER, 5, line.at(5, 11), field="team")
            return
        places = range(17, max(17, len(line.text.rstrip())) + 1, 5)
        players = tuple(line.whole(first, first + 3, "starting rank number") or None for first in places)
        if (round_number, team) in self.line_ups:
            line.blame(ForeignErrorCode.TEAM_BUSY, 9, team=team, round=round_number)
        self.line_ups[round_number, team] = LineUpLine(line, opponent, players)

    def _bye(self, line: TrfLine) -> None:
        match, board = points_at(line, 5, 8), points_at(line, 10, 13)
        if match is not None and board is not None:
            self.pab_points = match, board, line
        for round_number, first in enumerate(range(15, len(line.text.rstrip()) + 1, 4), 1):
            if team := line.whole(first, first + 2, "team", MOST_TEAM):
                self.pab.append((round_number, team, line))

    def _forfeit(self, line: TrfLine) -> None:
        sign = line.at(5, 6)
        numbers = [line.whole(first, first + 2, "team", MOST_TEAM) or 0 for first in (8, 12, 16)]
        if sign not in LOST_BY:
            line.blame(ForeignErrorCode.UNKNOWN_VALUE, 5, sign, field="type", known=" ".join(LOST_BY))
        elif not all(numbers):
            line.blame(ForeignErrorCode.NOT_A_NUMBER, 8, line.at(8, 18), field="team")
        else:
            self.forfeits.append(ForfeitLine(line, LOST_BY[sign], *numbers))


def mean_rating(ratings: Iterable[int | None], boards: int) -> int | None:
    """Of the first so many as there are ``boards``; None where nobody has one."""
    best = [rating for rating in ratings if rating][:boards]
    return round(Fraction(sum(best), len(best))) if best else None


def points_at(line: TrfLine, first: int, last: int) -> Fraction | None:
    """The points in these columns; None where they are blank, or no points, which is a problem."""
    text = line.at(first, last)
    if not text:
        return None
    if not _POINTS.fullmatch(text):
        line.blame(ForeignErrorCode.NOT_A_NUMBER, first, text, field="points")
        return None
    return Fraction(text.replace(",", "."))


def won_by_forfeit(line: TrfLine, settings: TeamSettings, points: Points) -> TeamSettings | None:
    """Return the settings with what every match won by forfeit gives, if that is what a record 299 says."""
    match = settings.points
    # Its kind is `+`, and it names neither a team nor a round.
    if line.at(5, 5) != "+" or line.at(20, 200).strip("0"):
        return None
    if points_at(line, 8, 11) != Fraction(match.win, match.unit) or points_at(line, 14, 17) is None:
        return None
    text = line.at(14, 17).replace(",", ".")
    try:
        settings_read = replace(
            settings, forfeit_points=text.rstrip("0").rstrip(".") if "." in text else text
        )
    except TeamSettingError:
        # What cannot be kept: the record says something else, too.
        return None
    return settings_read if settings_read.fits(points) else None


def of_a_bye(
    settings: TeamSettings, points_read: tuple[Fraction, Fraction, TrfLine], points: Points
) -> TeamSettings | None:
    """With the match and board points of record 320, where the matches and boards can give them."""
    try:
        settings_read = replace(
            settings, bye_points="-".join(f"{float(value):g}" for value in points_read[:2])
        )
    except TeamSettingError:
        return None
    return settings_read if settings_read.bye_fits(points) else None
