"""From the bytes of an OpenGotha file to a `Document`: everything that stands in it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.exchange.conversion import MOST_ENTRIES, ForeignErrorCode, LossCode, Losses, Problems
from tournaments.exchange.opengotha.attributes import Attributes, clean, has_old_ratings
from tournaments.exchange.opengotha.document import (
    GAME_KNOWN,
    PLAYER_KNOWN,
    PLAYER_TEXTS,
    SETTINGS,
    BoardSeat,
    Document,
    GothaTeam,
    assembled,
    player_key,
)
from tournaments.exchange.opengotha.unknown_elements import OUTER, UnknownElements
from tournaments.exchange.problems import Problem
from tournaments.exchange.xml_elements import Element, elements
from tournaments.state.gotha.criteria import CRITERIA, MOST, SPELLINGS
from tournaments.state.gotha.ranks import FFG_ZERO, LEAST_RATING, MOST_RATING, rank_text
from tournaments.state.gotha.values import MOST_ROUNDS, OUTCOMES, GoEvent, GoGame, GoOutcome, GoPlayer
from tournaments.state.tournament import Bye
from tournaments.text.titles import grade_of, graded

_REWRITTEN = ("dataVersion", "fullVersionNumber", "gothaVersion", "gothaMinorVersion")
_SINGLE = {
    *(setting.element for setting in SETTINGS),
    *("DPParameterSet", "PublishParameterSet", "TeamGeneralParameterSet"),
}


@dataclass(frozen=True, slots=True)
class DocumentReading:
    """``document`` is None when there is any problem. ``sets``: the sets of settings as they stand, by
    name."""

    document: Document | None
    problems: tuple[Problem, ...] = ()
    losses: tuple[Problem, ...] = ()
    encoding: str = "utf-8"
    sets: Mapping[str, Element] = field(default_factory=dict, hash=False)


def read_document(data: bytes, *, encoding: str | None = None) -> DocumentReading:
    """Read a whole file. Never raises on any bytes; ``encoding``: only where its own declaration is wrong."""
    problems, losses = Problems(), Losses()
    read = elements(data, encoding, "Tournament", problems)
    if read is None:
        return DocumentReading(None, tuple(problems.problems))
    file = _File(problems, losses, UnknownElements(losses))
    for element in read.elements:
        file.take(element)
    # Players are numbered by name, so that their order in the file changes nothing.
    document = file.document()
    return DocumentReading(
        None if problems else document, tuple(problems.problems), losses.all(), read.encoding, file.single
    )


@dataclass(slots=True)
class _File(Attributes):
    """Takes the elements in their order; `document` puts them together."""

    strange: UnknownElements
    single: dict[str, Element] = field(default_factory=dict)
    players: dict[str, tuple[Element, GoPlayer]] = field(default_factory=dict)
    search_key: dict[str, set[str]] = field(default_factory=dict)
    games: list[Element] = field(default_factory=list)
    byes: list[Element] = field(default_factory=list)
    teams: list[tuple[Element, list[Element]]] = field(default_factory=list)
    criteria: list[tuple[int, str, Element]] = field(default_factory=list)
    team_criteria: list[tuple[int, str, Element]] = field(default_factory=list)
    limits: list[tuple[int, str, Element]] = field(default_factory=list)
    groups: list[tuple[str, list[str]]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    old_ratings: bool = False
    full: bool = False
    seen: set[tuple[int, int]] = field(default_factory=set)
    with_bye: set[int] = field(default_factory=set)

    def take(self, element: Element) -> None:
        if self.strange.is_within(element):
            return
        match element.name:
            case "Tournament" if not element.inside:
                self.old_ratings = has_old_ratings(element)
                self.strange.keep("Tournament", element, _REWRITTEN)
            case "Player":
                self._player(element)
            case "Game":
                self.games.append(element)
            case "ByePlayer" if element.attributes:
                self.byes.append(element)
            case "Team":
                self.teams.append((element, []))
            case "Board" if self.teams:
                self.teams[-1][1].append(element)
            case "PlacementCriterion":
                self._listed(self.team_criteria if _whose(element) else self.criteria, element, "name")
            case "Category":
                self._listed(self.limits, element, "lowerLimit")
            case "ClubsGroup":
                self.groups.append((element.get("name"), []))
                self.strange.keep(f"ClubsGroup {element.get('name')}", element, ("name",))
            case "Club" if self.groups:
                group, clubs = self.groups[-1]
                clubs.append(element.get("name"))
                self.strange.keep(f"Club {group} {clubs[-1]}", element, ("name",))
            case _:
                self._outer(element)

    def _outer(self, element: Element) -> None:
        match element.name:
            # Pairgoth writes the byes into an outer element of the same name that says nothing itself.
            case "ByePlayer":
                self.strange.keep("ByePlayers", element, ())
            case "PlacementCriteria":
                self.strange.keep(f"{_whose(element)}PlacementCriteria", element, ())
            case name if name in _SINGLE:
                self.single[name] = element
                attributes = {setting.attribute for setting in SETTINGS if setting.element == name}
                self.strange.keep(name, element, {*attributes, "numberOfCategories"})
            case name if name in OUTER:
                self.strange.keep(name, element, ())
            case _:
                self.strange.take(element)

    def _listed(self, rows: list[tuple[int, str, Element]], element: Element, name: str) -> None:
        place = self.whole(element, "number", str(len(rows) + 1), 0, 99)
        rows.append((place or 0, element.get(name).strip(), element))

    def _player(self, element: Element) -> None:
        surname = clean(element.get("name"))
        given_name = clean(self.required(element, "firstName"))
        if not surname:
            self.blame(ForeignErrorCode.MISSING, element, field="Player name")
            return
        key = player_key(surname, given_name)
        if key in self.players:
            self.blame(ForeignErrorCode.NAME_TWICE, element, f"{surname} {given_name}".strip())
            return
        if len(self.players) == MOST_ENTRIES:
            if not self.full:
                self.blame(ForeignErrorCode.TOO_MANY_PLAYERS, element, most=MOST_ENTRIES)
            self.full = True
            return
        texts = {into: element.get(name) for name, into in PLAYER_TEXTS.items()}
        texts["egf_pin"] = clean(texts["egf_pin"])
        if texts["grade"].strip() and not graded(grade_of(texts["grade"].strip())):
            self.report(LossCode.ODD_VALUES, element, "grade", texts["grade"])
        status = self.one_of(
            element, "registeringStatus", element.get("registeringStatus").strip() or "FIN", ("FIN", "PRE")
        )
        player = GoPlayer(
            number=0,
            surname=surname,
            given_name=given_name,
            rank=self.rank(element, "rank", self.usual(element, "rank", "30K")),
            rating=self._rating(element),
            mms_correction=self.whole(element, "smmsCorrection", "0", -60, 60) or 0,
            away=self._away(element),
            final=status == "FIN",
            **texts,
        )
        self.strange.keep(f"Player {key}", element, PLAYER_KNOWN)
        self.players[key] = element, player
        self.search_key.setdefault(_fold(key), set()).add(key)

    def _rating(self, element: Element) -> int:
        """On the scale of today; beyond its ends as these, which is reported."""
        raised = FFG_ZERO if self.old_ratings else 0
        self.usual(element, "rating", str(LEAST_RATING))
        rating = (self.whole(element, "rating", str(LEAST_RATING - raised), -9_999, 9_999) or 0) + raised
        # Of a player without rating some programs write the lowest of the old scale.
        if not LEAST_RATING - FFG_ZERO <= rating <= MOST_RATING:
            self.report(LossCode.RATINGS_CUT, element, "rating", element.get("rating"))
        return max(LEAST_RATING, min(MOST_RATING, rating))

    def _away(self, element: Element) -> frozenset[int]:
        signs = element.get("participating").strip()
        if set(signs) - {"0", "1"}:
            self.blame(
                ForeignErrorCode.UNKNOWN_VALUE, element, signs, field="Player participating", known="0, 1"
            )
        elif signs and len(signs) != MOST_ROUNDS:
            code = LossCode.SHORT_ATTENDANCE if len(signs) < MOST_ROUNDS else LossCode.LONG_ATTENDANCE
            self.report(code, element, "participating", "")
        return frozenset(n for n, sign in enumerate(signs[:MOST_ROUNDS], 1) if sign == "0")

    def document(self) -> Document | None:
        ordered = sorted(self.players.items(), key=lambda row: (row[1][1].surname, row[1][1].given_name))
        self.numbers = {key: number for number, (key, _) in enumerate(ordered, 1)}
        for key, (element, _) in self.players.items():
            self.strange.places[element.line, element.column] = f"Player {self.numbers[key]}"
        players = tuple(replace(player, number=self.numbers[key]) for key, (_, player) in ordered)
        listed = tuple(self.numbers[key] for key in self.players)
        event, occasion = assembled(self._settings())
        games = tuple(game for element in self.games if (game := self._game(element)))
        byes = tuple(bye for element in self.byes if (bye := self._bye(element)))
        criteria = self._criteria()
        event = replace(
            event,
            players=players,
            rounds=self._rounds(event.rounds, games, byes),
            games=tuple(sorted(games, key=lambda g: (g.round, g.table, g.white))),
            byes=tuple(sorted(byes, key=lambda b: (b.round, b.number))),
            criteria=criteria or event.criteria,
            scoring=replace(event.scoring, categories=self._categories()),
        )
        self._check(event)
        return Document(
            event=event,
            event_info=occasion,
            teams=tuple(self._team(*row) for row in self.teams),
            team_criteria=tuple(self._kept_criterion(*row, "Team") for row in _named(self.team_criteria)),
            clubs_groups=tuple((name, tuple(clubs)) for name, clubs in self.groups),
            extra_attributes=self.strange.bag,
            unknown_elements=self.strange.all(),
            listed=listed,
        ).with_clubs()

    def _rounds(self, rounds: int, games: tuple[GoGame, ...], byes: tuple[Bye, ...]) -> int:
        """As many as the file says, and those that were played."""
        last = max([*(game.round for game in games), *(bye.round for bye in byes)], default=0)
        if last > rounds > 0:
            self.report(LossCode.ROUNDS, self._of("GeneralParameterSet"), "numberOfRounds", str(rounds))
        return max(last, rounds)

    def _of(self, name: str) -> Element:
        return self.single.get(name, Element(name, {}, (), 0, 0))

    def _check(self, event: GoEvent) -> None:
        scoring = event.scoring
        if scoring.bar < scoring.floor:
            text, floor = rank_text(scoring.bar), rank_text(scoring.floor)
            where = self.single["GeneralParameterSet"]
            field = "GeneralParameterSet genMMBar"
            self.blame(ForeignErrorCode.UNKNOWN_VALUE, where, text, field=field, known=f"{floor} … 9D")

    def _settings(self) -> Mapping[str, Mapping[str, Any]]:
        read: dict[str, dict[str, Any]] = {setting.into[0]: {} for setting in SETTINGS}
        for setting in SETTINGS:
            read[setting.into[0]][setting.into[1]] = self.setting(setting, self._of(setting.element))
        return read

    def _criteria(self) -> tuple[str, ...]:
        """Each once and at most six; what this program does not know keeps its name and counts nothing."""
        criteria: list[str] = []
        rows = _named(self.criteria)
        if len(rows) > MOST:
            # A gap keeps its place only where it takes nobody else's.
            rows = [row for row in rows if row[0] != "NULL"]
        for written, element in rows:
            name = SPELLINGS.get(written, written)
            twice = name != "NULL" and (name in criteria or {"SDC", "DC"} <= {name, *criteria})
            if twice or len(criteria) == MOST:
                self.losses.add(LossCode.CRITERIA, about=name, line=element.line)
                continue
            if name not in CRITERIA:
                self.losses.add(LossCode.TIEBREAKS, about=name, line=element.line)
            criteria.append(self._kept_criterion(name, element))
        return tuple(criteria)

    def _kept_criterion(self, name: str, element: Element, whose: str = "") -> str:
        # What only fills up stands for nothing that could be found again.
        if name != "NULL":
            self.strange.keep(f"{whose}PlacementCriterion {name}", element, ("name", "number"))
        return name

    def _categories(self) -> tuple[int, ...]:
        general = self._of("GeneralParameterSet")
        rows = sorted(self.limits, key=lambda row: row[0])
        count = len(rows) + 1
        if general.get("numberOfCategories").strip():
            count = self.whole(general, "numberOfCategories", "1", 1, 99) or count
        if count != len(rows) + 1:
            self.report(LossCode.LIMITS, general, "numberOfCategories", str(count))
        for place, (_, _, element) in enumerate(rows[: count - 1], 1):
            self.strange.keep(f"Category {place}", element, ("number", "lowerLimit"))
        return tuple(
            self.rank(element, "lowerLimit", text or "30K") for _, text, element in rows[: count - 1]
        )

    def _team(self, element: Element, rows: list[Element]) -> GothaTeam:
        number = self.whole(element, "teamNumber", "0", 0, 9_999) or 0
        boards = []
        for row in rows:
            board = BoardSeat(
                self.whole(row, "roundNumber", "0", 0, MOST_ROUNDS) or 0,
                self.whole(row, "boardNumber", "0", 0, 999) or 0,
                self._number(row, "player"),
            )
            self.strange.keep(board.key(number), row, ("roundNumber", "boardNumber", "player"))
            boards.append(board)
        self.strange.keep(f"Team {number}", element, ("teamName", "teamNumber"))
        return GothaTeam(element.get("teamName"), number, tuple(sorted(boards)))

    def _game(self, element: Element) -> GoGame | None:
        n = self.whole(element, "roundNumber", "", 1, MOST_ROUNDS)
        white, black = (self._number(element, name) for name in ("whitePlayer", "blackPlayer"))
        table = self.whole(element, "tableNumber", "", 0, 9_999)
        handicap = self.whole(element, "handicap", "0", 0, 9)
        text = element.get("result", "RESULT_UNKNOWN").strip().removeprefix("RESULT_")
        name = text.removesuffix("_BYDEF").replace("BOTHLOOSE", "BOTHLOSE")
        if name not in OUTCOMES:
            choices = ", ".join(f"RESULT_{name}" for name in OUTCOMES)
            text = element.get("result")
            self.blame(ForeignErrorCode.UNKNOWN_VALUE, element, text, field="Game result", known=choices)
            return None
        if not n or not white or not black or table is None or handicap is None:
            return None
        if white == black:
            self.blame(ForeignErrorCode.AGAINST_HIMSELF, element, number=white, round=n)
            return None
        if not all(self._once(element, n, number) for number in (white, black)):
            return None
        if OUTCOMES[name] is GoOutcome.UNKNOWN:
            self.losses.add(LossCode.OPEN, white, line=element.line)
        self.strange.keep(f"Game {n} {white} {black}", element, GAME_KNOWN)
        return GoGame(
            round=n,
            table=table,
            white=white,
            black=black,
            outcome=OUTCOMES[name],
            by_default=text.endswith("_BYDEF"),
            handicap=handicap,
            colour_known=self.yes(element, "knownColor", "true"),
        )

    def _bye(self, element: Element) -> Bye | None:
        n = self.whole(element, "roundNumber", "", 1, MOST_ROUNDS)
        number = self._number(element, "player")
        if not n or not number or not self._once(element, n, number):
            return None
        self.strange.keep(f"ByePlayer {n} {number}", element, ("roundNumber", "player"))
        if n in self.with_bye:
            self.blame(ForeignErrorCode.SECOND_BYE, element, round=n)
        self.with_bye.add(n)
        return Bye(n, number)

    def _once(self, element: Element, round_number: int, number: int) -> bool:
        if (round_number, number) in self.seen:
            self.blame(ForeignErrorCode.TWICE_IN_ROUND, element, number=number, round=round_number)
            return False
        self.seen.add((round_number, number))
        return True

    def _number(self, element: Element, name: str) -> int:
        """0 where nobody is meant."""
        key = player_key(clean(self.required(element, name)))
        if key not in self.numbers:
            near = self.search_key.get(_fold(key), set())
            if len(near) != 1:
                self.blame(ForeignErrorCode.UNKNOWN_PLAYER, element, element.get(name))
                return 0
            (key,) = near
        return self.numbers[key]


def _whose(element: Element) -> str:
    """Of criteria."""
    return "" if "PlacementParameterSet" in element.inside else "Team"


def _named(rows: list[tuple[int, str, Element]]) -> list[tuple[str, Element]]:
    """In capitals and in their order, without what fills up."""
    ordered = sorted(rows, key=lambda row: row[0])
    # Pairgoth writes None for NULL.
    names = [(text.upper() if text and text != "None" else "NULL", element) for _, text, element in ordered]
    while names and names[-1][0] == "NULL":
        names.pop()
    return names


def _fold(key: str) -> str:
    """Without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", key) if not unicodedata.combining(c))
