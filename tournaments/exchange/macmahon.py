"""MacMahon's tournament file, XML of version 3: read only.

Facts from files of MacMahon 3.10 (C. Gerlach). Everything is the text of an element; what is not known is
passed over. Results have Black's points first. Another shape, with ``TournamentData`` around and lists of
``GoPlayer``, is read as well.

*own score*   what MacMahon itself counts: from the level (35 kyu 0, 1 dan 35, 1 professional dan 44), with
              half a point for a round missed or a result not entered. Ours may differ; both are shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.exchange.conversion import MOST_ENTRIES, ForeignErrorCode, LossCode, Losses, Problems
from tournaments.exchange.opengotha.document import Document
from tournaments.exchange.problems import Problem
from tournaments.exchange.xml_elements import Element, elements
from tournaments.state.gotha.event_info import EventInfo
from tournaments.state.gotha.ranks import is_clamped, rank_of, rank_text, rating_of_rank
from tournaments.state.gotha.settings import Handicaps, Scoring
from tournaments.state.gotha.values import MCMAHON, MOST_ROUNDS, GoEvent, GoGame, GoOutcome, GoPlayer
from tournaments.state.tournament import Bye

PEOPLE = ("IndividualParticipant", "Player")
CRITERIA = {
    "Score": "MMS",
    "ScoreX": "MMS",
    "Points": "NBW",
    "SOS": "SOSM",
    "SOSOS": "SOSOSM",
    "SODOS": "SODOSM",
    "Rank": "RANK",
    "Rating": "RATING",
}
OUTCOMES = {
    "1-0": GoOutcome.BLACK,
    "0-1": GoOutcome.WHITE,
    "½-½": GoOutcome.EQUAL,
    "0-0": GoOutcome.BOTH_LOSE,
    "1-1": GoOutcome.BOTH_WIN,
    "?-?": GoOutcome.UNKNOWN,
}
# These settings say what counts, and it counts here in any case.
_COUNTED = {
    "RatingDeterminesStartScore": False,
    "HandicapIncludeInTieBreakers": True,
    "ByeShouldResultInZeroSOSetc": False,
}
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
_QUARTERS = 4


@dataclass(frozen=True, slots=True)
class MacMahonReading:
    """``scores``: MacMahon's own scores by number, which begin ``lower`` points further down than ours.
    ``document`` is None when there is any problem."""

    document: Document | None
    scores: Mapping[int, Fraction] = field(default_factory=dict, hash=False)
    lower: int = 0
    problems: tuple[Problem, ...] = ()
    losses: tuple[Problem, ...] = ()


@dataclass(slots=True)
class _Group:
    """A participant, a pairing or an unwanted pairing: its elements by name, the first of each."""

    element: Element
    round: int = 0
    rows: dict[str, Element] = field(default_factory=dict)
    missed: list[Element] = field(default_factory=list)

    def text(self, name: str) -> str:
        row = self.rows.get(name)
        return row.text if row else ""

    def yes(self, name: str) -> bool:
        return self.text(name).lower() == "true"


def read(data: bytes, *, encoding: str | None = None) -> MacMahonReading:
    """Never raises on any bytes. Players are numbered by name."""
    problems, losses = Problems(), Losses()
    tree = elements(data, encoding, "Tournament", problems, also=("TournamentData",))
    if tree is None:
        return MacMahonReading(None, problems=tuple(problems.problems))
    file = _File(problems, losses)
    for element in tree.elements:
        file.take(element)
    document, scores = file.document()
    return MacMahonReading(
        None if problems else document,
        {} if problems else scores,
        file.lowest(document.event) - _level(rank_text(document.event.scoring.zero)),
        tuple(problems.problems),
        losses.all(),
    )


@dataclass(slots=True)
class _File:
    problems: Problems
    losses: Losses
    event: _Group = field(default_factory=lambda: _Group(Element("Tournament", {}, (), 1, 1)))
    people: list[_Group] = field(default_factory=list)
    pairings: list[_Group] = field(default_factory=list)
    unwanted: list[_Group] = field(default_factory=list)
    criteria: list[str] = field(default_factory=list)
    clubs: list[tuple[str, str]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    seen: set[tuple[int, int]] = field(default_factory=set)
    short: dict[str, str] = field(default_factory=dict)
    round: int = 0

    def take(self, element: Element) -> None:
        name, inside = element.name, element.inside
        if name in PEOPLE and len(self.people) == MOST_ENTRIES:
            self.problems.add(
                ForeignErrorCode.TOO_MANY_PLAYERS, element.line, element.column, most=MOST_ENTRIES
            )
        elif name in PEOPLE:
            self.people.append(_Group(element))
        elif name == "Pairing":
            self.pairings.append(_Group(element, self.round))
        elif name == "UnwantedPairing":
            self.unwanted.append(_Group(element))
        elif name == "RoundNumber" and "Pairing" not in inside:
            self.round = self._whole(element, 1, MOST_ROUNDS)
        elif name == "ShortName":
            self._criterion(element)
        elif name in ("Name", "EGDName") and inside[-1:] == ("Club",):
            self.clubs.append((name, element.text))
        elif name == "NotPlayingInRound" and self.people:
            self.people[-1].missed.append(element)
        else:
            self._group(inside).rows.setdefault(name, element)

    def _group(self, inside: tuple[str, ...]) -> _Group:
        if self.pairings and "Pairing" in inside:
            return self.pairings[-1]
        if self.unwanted and "UnwantedPairing" in inside:
            return self.unwanted[-1]
        if self.people and not set(PEOPLE).isdisjoint(inside):
            return self.people[-1]
        # Countries and clubs have names too.
        outside = "Country" in inside or "Club" in inside
        return _Group(self.event.element) if outside else self.event

    def _criterion(self, element: Element) -> None:
        name = CRITERIA.get(element.text)
        if name is None or element.text == "ScoreX":
            self.losses.add(LossCode.TIEBREAKS, about=element.text, line=element.line)
        if name is not None and name not in self.criteria:
            self.criteria.append(name)

    def document(self) -> tuple[Document, dict[int, Fraction]]:
        if not self.people and not self.problems:
            self.problems.add(ForeignErrorCode.NO_PLAYERS)
        people = sorted(self.people, key=lambda p: (p.text("Surname"), p.text("FirstName")))
        for number, person in enumerate(people, 1):
            self._enter(person, number)
        # The list of clubs has each one's name, then its short name.
        pairs = zip(self.clubs, self.clubs[1:], strict=False)
        self.short = {
            option[1]: other[1] for option, other in pairs if (option[0], other[0]) == ("Name", "EGDName")
        }
        players = tuple(self._player(person, number) for number, person in enumerate(people, 1))
        event = replace(
            MCMAHON,
            players=players,
            games=tuple(self._games()),
            byes=tuple(self._byes()),
            rounds=self._setting("NumberOfRounds", 5, 1, MOST_ROUNDS),
            criteria=tuple(self.criteria) or MCMAHON.criteria,
            scoring=self._scoring(),
            handicaps=self._handicaps(),
            forbidden=tuple(self._forbidden()),
        )
        if event.scoring.bar < event.scoring.floor:
            floor, text = rank_text(event.scoring.floor), self.event.text("UpperMacMahonBarLevel")
            self._blame(
                self.event, ForeignErrorCode.UNKNOWN_VALUE, text, "UpperMacMahonBarLevel", f"{floor} … 9D"
            )
        for name, usual in _COUNTED.items():
            if self.event.text(name) and self.event.yes(name) is not usual:
                self.losses.add(LossCode.RECORD, about=name, line=self.event.rows[name].line)
        size = self._setting("Boardsize", 19, 2, 25)
        document = Document(event, EventInfo(name=self.event.text("Name"), size=size))
        return document, {} if self.problems else self._own_scores(event, dict(enumerate(people, 1)))

    def _enter(self, person: _Group, number: int) -> None:
        key = person.text("Id")
        if not key or not person.text("Surname"):
            self.problems.add(
                ForeignErrorCode.MISSING, person.element.line, person.element.column, field="Id, Surname"
            )
        elif key in self.numbers:
            self.problems.add(
                ForeignErrorCode.TWICE, person.element.line, person.element.column, number=key[:9]
            )
        self.numbers.setdefault(key, number)

    def _player(self, person: _Group, number: int) -> GoPlayer:
        rank = self._rank(person, "GoLevel", "30k")
        rating = self._row(person, "Rating", 0, -9_999, 9_999)
        pin = person.text("EgdPin")
        quarters = (
            self._row(person, "ScoreAdjustmentValue", 0, -400, 400) if person.yes("ScoreAdjustment") else 0
        )
        if quarters % _QUARTERS:
            self.losses.add(LossCode.RECORD, number, about="ScoreAdjustmentValue", line=person.element.line)
        return GoPlayer(
            number=number,
            surname=person.text("Surname"),
            given_name=person.text("FirstName"),
            rank=rank,
            grade=person.text("GoLevel").upper(),
            rating=rating or rating_of_rank(rank),
            country=person.text("Country").upper(),
            club=self.short.get(person.text("Club")) or person.text("Club"),
            egf_pin="" if pin == "0" else pin,
            mms_correction=int(person.yes("SuperBarMember")) + int(quarters / _QUARTERS),
            away=frozenset(self._whole(row, 1, MOST_ROUNDS) for row in person.missed),
            final=not person.yes("PreliminaryRegistration"),
        )

    def _scoring(self) -> Scoring:
        event = self.event
        upper, lower = event.yes("UpperMacMahonBar"), event.yes("LowerMacMahonBar")
        return Scoring(
            floor=self._rank(event, "LowerMacMahonBarLevel", "30k") if lower else -30,
            bar=self._rank(event, "UpperMacMahonBarLevel", "9d") if upper else 8,
            round_down=event.text("HalfScoreGroupsRoundDown").lower() != "false",
        )

    def _handicaps(self) -> Handicaps:
        event = self.event
        adjusted, limited = event.yes("HandicapAdjustment"), event.yes("HandicapLimit")
        ceiling = self._setting("HandicapLimitValue", 9, 0, 9) if limited else 9
        return Handicaps(
            by_mms=not event.yes("HandicapByLevel"),
            threshold=self._rank(event, "HandicapBelowLevel", "9d") if event.yes("HandicapBelow") else 8,
            correction=-self._setting("HandicapAdjustmentValue", 0, -9, 9) if adjusted else 0,
            ceiling=ceiling if event.yes("HandicapUsed") else 0,
        )

    def _games(self) -> Iterator[GoGame]:
        for row in self.pairings:
            if row.yes("PairingWithBye"):
                continue
            black, white = self._number(row, "Black"), self._number(row, "White")
            if black and black == white:
                line, column = row.element.line, row.element.column
                self.problems.add(
                    ForeignErrorCode.AGAINST_HIMSELF, line, column, number=black, round=row.round
                )
            elif black and white and self._once(row, black) and self._once(row, white):
                yield GoGame(
                    round=row.round,
                    table=self._row(row, "BoardNumber", 0, 0, 9_999),
                    white=white,
                    black=black,
                    outcome=self._outcome(row),
                    by_default=row.yes("ResultByReferee"),
                    handicap=self._row(row, "Handicap", 0, 0, 9),
                )

    def _outcome(self, row: _Group) -> GoOutcome:
        text = row.text("Result") or "?-?"
        if text not in OUTCOMES:
            self._blame(row, ForeignErrorCode.UNKNOWN_VALUE, text, "Result", ", ".join(OUTCOMES))
        outcome = OUTCOMES.get(text, GoOutcome.UNKNOWN)
        if outcome is GoOutcome.UNKNOWN:
            self.losses.add(LossCode.OPEN, line=row.element.line)
        return outcome

    def _byes(self) -> Iterator[Bye]:
        for row in self.pairings:
            if row.yes("PairingWithBye"):
                number = self._number(row, "Black")
                if number and self._once(row, number):
                    yield Bye(row.round, number)

    def _forbidden(self) -> Iterator[tuple[int, int]]:
        for row in self.unwanted:
            number, other = self._number(row, "ParticipantOne"), self._number(row, "ParticipantTwo")
            if row.yes("Forbidden"):
                yield min(number, other), max(number, other)
            else:
                self.losses.add(LossCode.RECORD, number, about="UnwantedPairing", line=row.element.line)

    def _once(self, row: _Group, number: int) -> bool:
        if row.round and (row.round, number) not in self.seen:
            self.seen.add((row.round, number))
            return True
        line, column = row.element.line, row.element.column
        self.problems.add(ForeignErrorCode.TWICE_IN_ROUND, line, column, number=number, round=row.round)
        return False

    def _number(self, row: _Group, name: str) -> int:
        """0 where nobody is meant."""
        number = self.numbers.get(row.text(name), 0)
        if not number:
            element = row.rows.get(name, row.element)
            self.problems.add(
                ForeignErrorCode.UNKNOWN_PLAYER, element.line, element.column, element.text or name
            )
        return number

    def _rank(self, row: _Group, name: str, default: str) -> int:
        text = row.text(name) or default
        try:
            rank = rank_of(text)
        except ValueError:
            self._blame(row, ForeignErrorCode.UNKNOWN_VALUE, text, name, "30k … 9d, 1p … 9p")
            return 0
        if is_clamped(text):
            self.losses.add(LossCode.GRADES, about=text, line=row.rows[name].line)
        return rank

    def _setting(self, name: str, default: int, least: int, most: int) -> int:
        return self._row(self.event, name, default, least, most)

    def _row(self, row: _Group, name: str, default: int, least: int, most: int) -> int:
        element = row.rows.get(name)
        return default if element is None or not element.text else self._whole(element, least, most)

    def _whole(self, element: Element, least: int, most: int) -> int:
        if _NUMBER.fullmatch(element.text) and least <= int(element.text) <= most:
            return int(element.text)
        line, column = element.line, element.column
        self.problems.add(ForeignErrorCode.NOT_A_NUMBER, line, column, element.text, field=element.name)
        return 0

    def _blame(self, row: _Group, code: ForeignErrorCode, text: str, name: str, allowed: str) -> None:
        element = row.rows.get(name, row.element)
        self.problems.add(code, element.line, element.column, text, field=name, known=allowed)

    def lowest(self, event: GoEvent) -> int:
        """The level that has 0 points: the lowest of all where there is no lower bar."""
        return _level(rank_text(event.scoring.floor)) if self.event.yes("LowerMacMahonBar") else 0

    def _own_scores(self, event: GoEvent, people: Mapping[int, _Group]) -> dict[int, Fraction]:
        """MacMahon's own scores after the last round with a pairing."""
        bar = _level(rank_text(event.scoring.bar)) if self.event.yes("UpperMacMahonBar") else _level("9p")
        floor = self.lowest(event)
        down, unless_drawn = (
            self.event.yes("HalfScoreGroupsRoundDown"),
            self.event.yes("HalfScoreGroupsRoundDownNotJigo"),
        )
        last = max([*(game.round for game in event.games), *(bye.round for bye in event.byes)], default=0)
        scores, rounds = {}, _rounds(event)
        for number, person in people.items():
            start = max(0, min(_level(person.text("GoLevel") or "30k"), bar) - floor)
            extra = (
                self._row(person, "ScoreAdjustmentValue", 0, -400, 400)
                if person.yes("ScoreAdjustment")
                else 0
            )
            total = start + int(person.yes("SuperBarMember")) + Fraction(extra, _QUARTERS)
            drawn = 0
            for n in range(1, last + 1):
                points2, draw = rounds.get((n, number), (1, False))
                total += Fraction(points2, 2)
                drawn += draw
            half = total.denominator == 2
            scores[number] = (
                total - Fraction(1, 2) if half and down and not (unless_drawn and drawn % 2) else total
            )
        return scores


def _rounds(event: GoEvent) -> dict[tuple[int, int], tuple[int, bool]]:
    """By round and number: half points by MacMahon's rule, and whether they come from a drawn game."""
    rounds = {(bye.round, bye.number): (2, False) for bye in event.byes}
    for game in event.games:
        drawn, unknown = game.outcome is GoOutcome.EQUAL, game.outcome is GoOutcome.UNKNOWN
        rounds[game.round, game.white] = (1 if unknown else game.white2), drawn
        rounds[game.round, game.black] = (1 if unknown else game.black2), drawn
    return rounds


def _level(grade: str) -> int:
    kind = grade.strip()[-1].lower()
    count = int("".join(c for c in grade if c.isdigit()))
    return {"d": 34 + count, "p": 43 + count}.get(kind, 35 - count)
