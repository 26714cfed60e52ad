"""From the bytes of an OpenGotha file to a tournament."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from tournaments.exchange.conversion import MOST_ENTRIES, Flaws, ForeignErrorCode, LossCode, Losses, Reading
from tournaments.exchange.foreign import finish, time_control_in, with_tables
from tournaments.exchange.weiqi_codes import federation_of, is_grade, rating_of
from tournaments.exchange.xml_elements import Element, elements
from tournaments.state.points import Points
from tournaments.state.time_control import TimeControl
from tournaments.state.titles import grade_of
from tournaments.state.tournament import Absence, Bye, Entry, Game, Result, Tournament

MOST_ROUNDS = 20
NO_FIRST_NAME = "-"
HEADINGS = (
    *("shortName", "location", "director", "beginDate", "endDate", "size", "komi", "basicTime"),
    *("complementaryTimeSystem", "stdByoYomiTime", "nbMovesCanTime", "canByoYomiTime", "fischerTime"),
)
RESULTS: Mapping[str, tuple[Result | None, bool]] = {
    "RESULT_UNKNOWN": (None, False),
    "RESULT_BLACKWINS": (Result.FIRST, False),
    "RESULT_WHITEWINS": (Result.SECOND, False),
    "RESULT_EQUAL": (Result.DRAW, False),
    "RESULT_BOTHLOSE": (Result.NONE, False),
    "RESULT_BLACKWINS_BYDEF": (Result.FIRST, True),
    "RESULT_WHITEWINS_BYDEF": (Result.SECOND, True),
    "RESULT_BOTHLOSE_BYDEF": (Result.NONE, True),
}
# Nobody wins twice here, and nobody draws without playing.
NOT_HELD = frozenset({"RESULT_BOTHWIN", "RESULT_BOTHWIN_BYDEF", "RESULT_EQUAL_BYDEF"})
CRITERIA = {
    "SOSW": "sos",
    "SOSWM1": "cut-1",
    "SODOSW": "sodos",
    "CUSSW": "progressive",
    "DC": "direct",
    "RATING": "rating",
}
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
_ABOUT_PERSON = ("egfPin", "ffgLicence", "agaId")
_OLD_RATING = 2050


def key_of(name: str, first_name: str = "") -> str:
    return (name + first_name).replace(" ", "").upper()


def read(data: bytes, *, encoding: str | None = None, system: str = "wmsg2008") -> Reading:
    """The tournament in an OpenGotha file. Never raises on any bytes. Of document types only OpenGotha's own
    is passed over, the bare name of its file; any other is refused.

    ``encoding``: only where the file's own declaration is wrong. ``system``: the pairing rules, for OpenGotha
    pairs by its own.
    """
    flaws, losses = Flaws(), Losses()
    found = elements(data, encoding, "Tournament", flaws)
    if found is None:
        return finish(None, flaws, losses)
    file = _File(flaws, losses)
    for element in found.elements:
        file.take(element)
    tournament = file.tournament(system)
    return finish(tournament, flaws, losses, headings=file.headings, encoding=found.encoding)


@dataclass(slots=True)
class _Person:
    element: Element
    entry: Entry
    away: frozenset[int]
    preliminary: bool


@dataclass(slots=True)
class _File:
    """Takes the elements in their order; `tournament` puts them together."""

    flaws: Flaws
    losses: Losses
    headings: dict[str, str] = field(default_factory=dict)
    general: Element | None = None
    old_ratings: bool = False
    people: dict[str, _Person] = field(default_factory=dict)
    search_key: dict[str, str] = field(default_factory=dict)
    games: list[Element] = field(default_factory=list)
    byes: list[Element] = field(default_factory=list)
    boards: list[tuple[str, Element]] = field(default_factory=list)
    criteria: list[str] = field(default_factory=list)
    team: str = ""
    seen: set[tuple[int, int]] = field(default_factory=set)

    def take(self, element: Element) -> None:
        match element.name:
            case "Tournament":
                self.old_ratings = _has_old_ratings(element)
            case "Player":
                self._player(element)
            case "Game":
                self.games.append(element)
            # Pairgoth writes the byes into an outer element of the same name that says nothing itself.
            case "ByePlayer" if element.attributes:
                self.byes.append(element)
            case "Team":
                self.team = element.get("teamName").strip()
            case "Board":
                self.boards.append((self.team, element))
            case "GeneralParameterSet":
                self.general = element
                self.headings = {key: element.get(key) for key in HEADINGS if element.get(key)}
            case "PlacementCriterion" if "PlacementParameterSet" in element.inside:
                self.criteria.append(element.get("name"))

    def _player(self, element: Element) -> None:
        name, first = element.get("name").strip(), element.get("firstName").strip()
        if not name:
            self._blame(ForeignErrorCode.MISSING, element, field="name")
            return
        key = key_of(name, first)
        if key in self.people:
            self._blame(ForeignErrorCode.NAME_TWICE, element, f"{name} {first}".strip())
            return
        number = len(self.people) + 1
        if number > MOST_ENTRIES:
            self._blame(ForeignErrorCode.TOO_MANY_PLAYERS, element, most=MOST_ENTRIES)
            return
        if any(element.get(key) for key in _ABOUT_PERSON):
            self.losses.add(LossCode.PEOPLE, number, line=element.line)
        if element.get("smmsCorrection", "0") not in ("", "0"):
            self.losses.add(LossCode.RECORD, number, about="smmsCorrection", line=element.line)
        entry = Entry(
            number=number,
            name=name if first in ("", NO_FIRST_NAME) else f"{name} {first}",
            federation=federation_of(element.get("country").strip()),
            rating=self._rating(element),
            grade=_grade(element.get("grade").strip()),
            club=element.get("club").strip(),
        )
        signs = enumerate(element.get("participating"), 1)
        away = frozenset(number for number, sign in signs if sign == "0")
        self.people[key] = _Person(element, entry, away, element.get("registeringStatus") == "PRE")
        self.search_key.setdefault(_fold(key), key)

    def _rating(self, element: Element) -> int | None:
        text = element.get("rating").strip()
        if not text:
            grade = element.get("rank").strip()
            return rating_of(grade) if is_grade(grade) else None
        rating = self._whole(element, "rating")
        return None if rating is None else rating + (_OLD_RATING if self.old_ratings else 0)

    def tournament(self, system: str) -> Tournament | None:
        if not self.people:
            if not self.flaws:
                self.flaws.add(ForeignErrorCode.NO_PLAYERS)
            return None
        games = [game for element in self.games if (game := self._game(element))]
        byes = [bye for element in self.byes if (bye := self._bye(element))]
        last = max([*(game.round for game in games), *(bye.round for bye in byes)], default=0)
        rounds = (self._whole(self.general, "numberOfRounds") or 0) if self.general else 0
        if max(rounds, last) > MOST_ROUNDS:
            self.flaws.add(ForeignErrorCode.TOO_MANY_ROUNDS, most=MOST_ROUNDS)
        if self.flaws:
            return None
        bare = Tournament(
            system=system,
            entries=tuple(self._entries(last, max(rounds, last))),
            games=tuple(games),
            byes=tuple(byes),
            absences=tuple(self._absences(last)),
            name=self.general.get("name").strip() if self.general else "",
            game="weiqi",
            rounds=max(rounds, last),
            tiebreaks=tuple(self._tiebreaks()),
            points=self._points(),
            time_control=self._time_control(),
        )
        return bare if all(game.table for game in games) else with_tables(bare)

    def _time_control(self) -> TimeControl | None:
        """None where the file has none that somebody plays."""
        if not self.general or not (main := self.general.get("basicTime")):
            return None
        get = self.general.get
        after = {
            "STDBYOYOMI": f", 1 × {get('stdByoYomiTime')} s byo-yomi",
            "CANBYOYOMI": f", {get('nbMovesCanTime')} moves in {get('canByoYomiTime')} s",
            "FISCHER": f" + {get('fischerTime')} s",
        }
        return time_control_in(f"{main} min{after.get(get('complementaryTimeSystem'), '')}")

    def _game(self, element: Element) -> Game | None:
        round_number = self._round(element)
        black = self._number(element, "blackPlayer")
        white = self._number(element, "whitePlayer")
        table = self._whole(element, "tableNumber") if element.get("tableNumber") else 0
        text = element.get("result", "RESULT_UNKNOWN").replace("BOTHLOOSE", "BOTHLOSE")
        if text not in RESULTS and text not in NOT_HELD:
            self._blame(
                ForeignErrorCode.UNKNOWN_VALUE, element, text, field="result", known=", ".join(RESULTS)
            )
            return None
        if not round_number or not black or not white or table is None:
            return None
        if black == white:
            self._blame(ForeignErrorCode.AGAINST_HIMSELF, element, number=black, round=round_number)
            return None
        if not all(self._once(element, round_number, number) for number in (black, white)):
            return None
        if text in NOT_HELD:
            self.losses.add(LossCode.RESULTS, black, about=text, line=element.line)
        if element.get("handicap", "0") not in ("", "0"):
            self.losses.add(LossCode.HANDICAPS, black, line=element.line)
        if element.get("knownColor", "true") == "false":
            self.losses.add(LossCode.COLOURS, black, line=element.line)
        result, forfeit = RESULTS.get(text, (None, False))
        return Game(round_number, max(0, table), black, white, result, forfeit)

    def _bye(self, element: Element) -> Bye | None:
        round_number = self._round(element)
        number = self._number(element, "player")
        if not round_number or not number or not self._once(element, round_number, number):
            return None
        return Bye(round_number, number)

    def _round(self, element: Element) -> int | None:
        number = self._whole(element, "roundNumber")
        if number is not None and not 1 <= number <= MOST_ROUNDS:
            self._blame(
                ForeignErrorCode.NOT_A_NUMBER, element, element.get("roundNumber"), field="roundNumber"
            )
            return None
        return number

    def _number(self, element: Element, name: str) -> int | None:
        key = key_of(element.get(name))
        person = self.people.get(key) or self.people.get(self.search_key.get(_fold(key), ""))
        if person is None:
            self._blame(ForeignErrorCode.UNKNOWN_PLAYER, element, element.get(name))
            return None
        return person.entry.number

    def _once(self, element: Element, round_number: int, number: int) -> bool:
        if (round_number, number) in self.seen:
            self._blame(ForeignErrorCode.TWICE_IN_ROUND, element, number=number, round=round_number)
            return False
        self.seen.add((round_number, number))
        return True

    def _entries(self, last: int, rounds: int) -> Iterator[Entry]:
        teams: dict[int, str] = {}
        for team, element in self.boards:
            number = self._number(element, "player")
            if number and teams.setdefault(number, team) != team:
                self.losses.add(LossCode.TEAMS, number, line=element.line)
        for person in self.people.values():
            number = person.entry.number
            ahead = frozenset(r for r in person.away if last < r <= rounds)
            withdrawn = None
            if self._never_came(person):
                withdrawn, ahead = 0, frozenset()
                self.losses.add(LossCode.PRELIMINARY, number, line=person.element.line)
            yield replace(person.entry, team=teams.get(number, ""), withdrawn_after=withdrawn, absences=ahead)

    def _never_came(self, person: _Person) -> bool:
        return person.preliminary and not any(number == person.entry.number for _, number in self.seen)

    def _absences(self, last: int) -> Iterator[Absence]:
        for person in self.people.values():
            number = person.entry.number
            if not self._never_came(person):
                rounds = (r for r in range(1, last + 1) if (r, number) not in self.seen)
                yield from (Absence(round_number, number) for round_number in rounds)

    def _points(self) -> Points:
        """OpenGotha counts 1, ½, 0; 2, 1, 0 here. Values of byes and absences are in half points there."""
        if self.general is None:
            return Points()
        if self.general.get("genNBW2ValueBye", "2") != "2":
            self.losses.add(LossCode.POINTS, about="genNBW2ValueBye", line=self.general.line)
        absent = self.general.get("genNBW2ValueAbsent", "0")
        if absent not in ("0", "1", "2"):
            self.losses.add(LossCode.POINTS, about="genNBW2ValueAbsent", line=self.general.line)
            return Points()
        return Points(absence=int(absent))

    def _tiebreaks(self) -> Iterator[str]:
        criteria = [name for name in self.criteria if name not in ("", "NULL")]
        if criteria and criteria[0] == "NBW":
            criteria = criteria[1:]
        elif criteria:
            self.losses.add(LossCode.SYSTEM, about=criteria[0])
        for name in criteria:
            if name in CRITERIA:
                yield CRITERIA[name]
            else:
                self.losses.add(LossCode.TIEBREAKS, about=name)

    def _whole(self, element: Element, name: str) -> int | None:
        text = element.get(name).strip()
        if _NUMBER.fullmatch(text):
            return int(text)
        self._blame(ForeignErrorCode.NOT_A_NUMBER, element, text, field=name)
        return None

    def _blame(self, code: ForeignErrorCode, element: Element, text: str = "", **params: str | int) -> None:
        self.flaws.add(code, element.line, element.column, text, **params)


def _grade(text: str) -> str:
    """As `state.titles` has it; empty for what is none."""
    return grade_of(text) if is_grade(text) else ""


def _has_old_ratings(element: Element) -> bool:
    """Data version 201 came with 3.50; some programs write only the version of the program."""
    version = element.get("dataVersion").strip()
    if version.isascii() and version.isdigit():
        return int(version) < 201
    program = re.match(r"([0-9]{1,3})\.([0-9]{1,3})", element.get("fullVersionNumber"))
    return program is not None and (int(program[1]), int(program[2])) < (3, 50)


def _fold(key: str) -> str:
    """As OpenGotha falls back: without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", key) if not unicodedata.combining(c))
