"""From the bytes of an OpenGotha file to a `Document`: everything that stands in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import EnumType
from typing import Any

from tournaments.exchange.conversion import (
    MOST_ENTRIES,
    Flaw,
    Flaws,
    ForeignErrorCode,
    Loss,
    LossCode,
    Losses,
)
from tournaments.exchange.opengotha.document import (
    GAME_KNOWN,
    NEVER_KEPT,
    OUTCOMES,
    PLAYER_KNOWN,
    PLAYER_TEXTS,
    SETTINGS,
    Board,
    Document,
    Setting,
    Team,
    assembled,
)
from tournaments.exchange.opengotha.reading import key_of
from tournaments.exchange.xml_elements import Element, elements
from tournaments.state.gotha.criteria import CRITERIA, SPELLINGS
from tournaments.state.gotha.ranks import FFG_ZERO, grade_text, is_clamped, rank_of
from tournaments.state.gotha.values import MOST_ROUNDS, Event, Game, Outcome, Player
from tournaments.state.tournament import Bye

_NUMBER = re.compile(r"[+-]?[0-9]{1,16}")
_REAL = re.compile(r"[0-9]{1,3}(\.[0-9]{1,6})?")
_KOMI = re.compile(r"[+-]?[0-9]{1,3}([.,][0-9]{1,2})?")
_REWRITTEN = ("dataVersion", "fullVersionNumber", "gothaVersion", "gothaMinorVersion")
_SINGLE = {
    *(setting.element for setting in SETTINGS),
    *("DPParameterSet", "PublishParameterSet", "TeamGeneralParameterSet"),
}
NEWEST_OLD_DATA = 200
"""Ratings of files up to this version of the data stand 2050 lower."""


@dataclass(frozen=True, slots=True)
class DocumentReading:
    """``document`` is None when there is any flaw."""

    document: Document | None
    flaws: tuple[Flaw, ...] = ()
    losses: tuple[Loss, ...] = ()
    encoding: str = "utf-8"


def read_document(data: bytes, *, encoding: str | None = None) -> DocumentReading:
    """Never raises on any bytes. Players are numbered by name, so that their order in the file changes
    nothing. ``encoding``: only where the file's own declaration is wrong."""
    flaws, losses = Flaws(), Losses()
    read = elements(data, encoding, "Tournament", flaws)
    document = None
    if read is not None:
        file = _File(flaws, losses)
        for element in read.elements:
            file.take(element)
        document = file.document()
    found = "utf-8" if read is None else read.encoding
    return DocumentReading(None if flaws else document, tuple(flaws.found), losses.all(), found)


@dataclass(slots=True)
class _File:
    """Takes the elements in their order; `document` puts them together."""

    flaws: Flaws
    losses: Losses
    single: dict[str, Element] = field(default_factory=dict)
    players: dict[str, tuple[Element, Player]] = field(default_factory=dict)
    search_key: dict[str, set[str]] = field(default_factory=dict)
    games: list[Element] = field(default_factory=list)
    byes: list[Element] = field(default_factory=list)
    teams: list[tuple[Element, list[Element]]] = field(default_factory=list)
    criteria: list[tuple[int, str, Element]] = field(default_factory=list)
    team_criteria: list[tuple[int, str, Element]] = field(default_factory=list)
    limits: list[tuple[int, str, Element]] = field(default_factory=list)
    groups: list[tuple[str, list[str]]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    bag: dict[str, dict[str, str]] = field(default_factory=dict)
    old_ratings: bool = False
    full: bool = False
    seen: set[tuple[int, int]] = field(default_factory=set)

    def take(self, element: Element) -> None:
        match element.name:
            case "Tournament" if not element.inside:
                self.old_ratings = _has_old_ratings(element)
                self._keep("Tournament", element, _REWRITTEN)
            case "Player":
                self._player(element)
            case "Game":
                self.games.append(element)
            # Pairgoth writes the byes into an outer element of the same name that says nothing itself.
            case "ByePlayer" if element.attributes:
                self.byes.append(element)
            case "Team":
                self.teams.append((element, []))
            case "Board" if self.teams:
                self.teams[-1][1].append(element)
            case "PlacementCriterion":
                own = "PlacementParameterSet" in element.inside
                self._listed(self.criteria if own else self.team_criteria, element, "name")
            case "Category":
                self._listed(self.limits, element, "lowerLimit")
            case "ClubsGroup":
                self.groups.append((element.get("name"), []))
            case "Club" if self.groups:
                self.groups[-1][1].append(element.get("name"))
            case name if name in _SINGLE:
                self.single[name] = element
                known = {setting.attribute for setting in SETTINGS if setting.element == name}
                self._keep(name, element, {*known, "numberOfCategories"})

    def _listed(self, rows: list[tuple[int, str, Element]], element: Element, name: str) -> None:
        place = self._whole(element, "number", str(len(rows) + 1), 0, 99)
        rows.append((place or 0, element.get(name).strip(), element))

    def _keep(self, key: str, element: Element, known: Any) -> None:
        rest = {
            name: text
            for name, text in element.attributes.items()
            if name not in known and name not in NEVER_KEPT
        }
        if rest:
            self.bag[key] = rest

    def _player(self, element: Element) -> None:
        surname, given = (_clean(element.get(name)) for name in ("name", "firstName"))
        if not surname and not given:
            self._blame(ForeignErrorCode.MISSING, element, field="Player name")
            return
        key = key_of(surname, given)
        if key in self.players:
            self._blame(ForeignErrorCode.NAME_TWICE, element, f"{surname} {given}".strip())
            return
        if len(self.players) == MOST_ENTRIES:
            if not self.full:
                self._blame(ForeignErrorCode.TOO_MANY_PLAYERS, element, most=MOST_ENTRIES)
            self.full = True
            return
        old = FFG_ZERO if self.old_ratings else 0
        rating = self._whole(element, "rating", str(-900 - old), -9_999, 9_999)
        texts = {into: element.get(name) for name, into in PLAYER_TEXTS.items()}
        texts["egf_pin"] = _clean(texts["egf_pin"])
        player = Player(
            number=0,
            surname=surname,
            given=given,
            rank=self._rank(element, "rank", "30K"),
            rating=(rating or 0) + old,
            mms_correction=self._whole(element, "smmsCorrection", "0", -60, 60) or 0,
            away=self._away(element),
            final=element.get("registeringStatus", "FIN").strip().upper() != "PRE",
            **texts,
        )
        self._keep(f"Player {key}", element, PLAYER_KNOWN)
        self.players[key] = element, player
        self.search_key.setdefault(_fold(key), set()).add(key)

    def _away(self, element: Element) -> frozenset[int]:
        signs = element.get("participating").strip()
        if len(signs) > MOST_ROUNDS:
            self.losses.add(LossCode.ANNOUNCED, line=element.line)
        if set(signs) - {"0", "1"}:
            self._blame(
                ForeignErrorCode.UNKNOWN_VALUE, element, signs, field="Player participating", known="0, 1"
            )
        return frozenset(n for n, sign in enumerate(signs[:MOST_ROUNDS], 1) if sign == "0")

    def document(self) -> Document | None:
        ordered = sorted(self.players.items(), key=lambda row: (row[1][1].surname, row[1][1].given))
        self.numbers = {key: number for number, (key, _) in enumerate(ordered, 1)}
        players = tuple(replace(player, number=self.numbers[key]) for key, (_, player) in ordered)
        event, occasion = assembled(self._settings())
        games = tuple(game for element in self.games if (game := self._game(element)))
        byes = tuple(bye for element in self.byes if (bye := self._bye(element)))
        criteria = self._names(self.criteria, known=True)
        event = replace(
            event,
            players=players,
            games=tuple(sorted(games, key=lambda g: (g.round, g.table, g.white))),
            byes=tuple(sorted(byes, key=lambda b: (b.round, b.number))),
            criteria=criteria or event.criteria,
            scoring=replace(event.scoring, categories=self._categories()),
        )
        self._check(event)
        return Document(
            event=event,
            occasion=occasion,
            teams=tuple(self._team(*row) for row in self.teams),
            team_criteria=self._names(self.team_criteria, known=False),
            clubs_groups=tuple((name, tuple(clubs)) for name, clubs in self.groups),
            bag=self.bag,
        ).with_clubs()

    def _check(self, event: Event) -> None:
        scoring = event.scoring
        if scoring.bar < scoring.floor:
            text, floor = grade_text(scoring.bar), grade_text(scoring.floor)
            where = self.single["GeneralParameterSet"]
            self._blame(ForeignErrorCode.UNKNOWN_VALUE, where, text, field="genMMBar", known=f"{floor} … 9D")

    def _settings(self) -> Mapping[str, Mapping[str, Any]]:
        read: dict[str, dict[str, Any]] = {setting.into[0]: {} for setting in SETTINGS}
        for setting in SETTINGS:
            element = self.single.get(setting.element)
            value = self._setting(setting, element or Element(setting.element, {}, (), 0, 0))
            read[setting.into[0]][setting.into[1]] = value
        return read

    def _setting(self, setting: Setting, element: Element) -> Any:
        kind, name = setting.kind, setting.attribute
        text = element.get(name).strip() or setting.default
        if kind == "rank":
            return self._rank(element, name, setting.default)
        if kind == "optional":
            return self._whole(element, name, "0", 0, 999) if text else None
        if isinstance(kind, tuple):
            return self._whole(element, name, setting.default, *kind) or 0
        if isinstance(kind, EnumType):
            # Pairgoth writes None for NULL.
            wanted = "NULL" if text.upper() == "NONE" else text.upper()
            value: Any
            for value in kind:
                if value.upper() == wanted:
                    return value
            self._blame(ForeignErrorCode.UNKNOWN_VALUE, element, text, field=name, known=", ".join(kind))
            return next(iter(kind))
        if kind == "yes":
            return self._yes(element, name, setting.default)
        if kind == "real":
            if not _REAL.fullmatch(text):
                self._blame(ForeignErrorCode.NOT_A_NUMBER, element, text, field=name)
                return 0.0
            return float(text)
        if name == "komi" and not _KOMI.fullmatch(text):
            self._blame(ForeignErrorCode.NOT_A_NUMBER, element, text, field=name)
        return text.replace(",", ".") if name == "komi" else text

    def _names(self, rows: list[tuple[int, str, Element]], *, known: bool) -> tuple[str, ...]:
        names = []
        for _, text, element in sorted(rows, key=lambda row: row[0]):
            name = text.upper() if text and text != "None" else "NULL"
            if known and name not in CRITERIA and name not in SPELLINGS:
                self.losses.add(LossCode.TIEBREAKS, about=name, line=element.line)
            names.append(name)
        while names and names[-1] == "NULL":
            names.pop()
        return tuple(names)

    def _categories(self) -> tuple[int, ...]:
        general = self.single.get("GeneralParameterSet")
        rows = sorted(self.limits, key=lambda row: row[0])
        count = len(rows) + 1
        if general is not None and general.get("numberOfCategories").strip():
            count = self._whole(general, "numberOfCategories", "1", 1, 99) or 1
        return tuple(self._rank(element, "lowerLimit", "30K") for _, _, element in rows[: count - 1])

    def _team(self, element: Element, rows: list[Element]) -> Team:
        boards = (
            Board(
                self._whole(row, "roundNumber", "0", 0, MOST_ROUNDS) or 0,
                self._whole(row, "boardNumber", "0", 0, 999) or 0,
                self._number(row, "player"),
            )
            for row in rows
        )
        number = self._whole(element, "teamNumber", "0", 0, 9_999) or 0
        return Team(element.get("teamName"), number, tuple(sorted(boards)))

    def _game(self, element: Element) -> Game | None:
        n = self._whole(element, "roundNumber", "", 1, MOST_ROUNDS)
        white, black = (self._number(element, name) for name in ("whitePlayer", "blackPlayer"))
        table = self._whole(element, "tableNumber", "", 0, 9_999)
        handicap = self._whole(element, "handicap", "0", 0, 9)
        text = element.get("result", "RESULT_UNKNOWN").strip().removeprefix("RESULT_")
        name = text.removesuffix("_BYDEF").replace("BOTHLOOSE", "BOTHLOSE")
        if name not in OUTCOMES:
            known = ", ".join(f"RESULT_{name}" for name in OUTCOMES)
            self._blame(
                ForeignErrorCode.UNKNOWN_VALUE, element, element.get("result"), field="result", known=known
            )
            return None
        if not n or not white or not black or table is None or handicap is None:
            return None
        if white == black:
            self._blame(ForeignErrorCode.AGAINST_HIMSELF, element, number=white, round=n)
            return None
        if not all(self._once(element, n, number) for number in (white, black)):
            return None
        if OUTCOMES[name] is Outcome.UNKNOWN:
            self.losses.add(LossCode.OPEN, white, line=element.line)
        self._keep(f"Game {n} {white} {black}", element, GAME_KNOWN)
        return Game(
            round=n,
            table=table,
            white=white,
            black=black,
            outcome=OUTCOMES[name],
            by_default=text.endswith("_BYDEF"),
            handicap=handicap,
            colour_known=self._yes(element, "knownColor", "true"),
        )

    def _bye(self, element: Element) -> Bye | None:
        n = self._whole(element, "roundNumber", "", 1, MOST_ROUNDS)
        number = self._number(element, "player")
        return Bye(n, number) if n and number and self._once(element, n, number) else None

    def _once(self, element: Element, round_number: int, number: int) -> bool:
        if (round_number, number) in self.seen:
            self._blame(ForeignErrorCode.TWICE_IN_ROUND, element, number=number, round=round_number)
            return False
        self.seen.add((round_number, number))
        return True

    def _number(self, element: Element, name: str) -> int:
        """0 where nobody is meant."""
        key = key_of(_clean(element.get(name)))
        if key not in self.numbers:
            near = self.search_key.get(_fold(key), set())
            if len(near) != 1:
                self._blame(ForeignErrorCode.UNKNOWN_PLAYER, element, element.get(name))
                return 0
            (key,) = near
        return self.numbers[key]

    def _whole(self, element: Element, name: str, default: str, least: int, most: int) -> int | None:
        text = element.get(name).strip() or default
        field = f"{element.name} {name}"
        if not _NUMBER.fullmatch(text):
            self._blame(ForeignErrorCode.NOT_A_NUMBER, element, text, field=field)
            return None
        if not least <= int(text) <= most:
            known = f"{least} … {most}"
            self._blame(ForeignErrorCode.UNKNOWN_VALUE, element, text, field=field, known=known)
            return None
        return int(text)

    def _rank(self, element: Element, name: str, default: str) -> int:
        text = element.get(name).strip() or default
        try:
            rank = rank_of(text)
        except ValueError:
            field = f"{element.name} {name}"
            self._blame(ForeignErrorCode.UNKNOWN_VALUE, element, text, field=field, known="30K … 9D, 1P … 9P")
            return 0
        if is_clamped(text):
            self.losses.add(LossCode.GRADES, about=text, line=element.line)
        return rank

    def _yes(self, element: Element, name: str, default: str) -> bool:
        text = element.get(name).strip().lower() or default
        if text not in ("true", "false"):
            self._blame(ForeignErrorCode.UNKNOWN_VALUE, element, text, field=name, known="true, false")
        return text == "true"

    def _blame(self, code: ForeignErrorCode, element: Element, text: str = "", **params: str | int) -> None:
        self.flaws.add(code, element.line, element.column, text, **params)


def _has_old_ratings(element: Element) -> bool:
    """Data version 201 came with 3.50; some builds write only the version of the program."""
    version = element.get("dataVersion").strip() or str(NEWEST_OLD_DATA)
    program = re.match(r"([0-9]{1,3})\.([0-9]{1,3})", element.get("fullVersionNumber"))
    if program is not None and (int(program[1]), int(program[2])) >= (3, 50):
        return False
    return version.isascii() and version.isdigit() and len(version) < 9 and int(version) <= NEWEST_OLD_DATA


def _clean(text: str) -> str:
    """Without what some programs leave in it: byte order marks, line breaks."""
    kept = (c for c in text.replace("\ufeff", "") if c.isprintable() or c.isspace())
    return "".join(" " if c in "\r\n\t" else c for c in kept).strip()


def _fold(key: str) -> str:
    """Without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", key) if not unicodedata.combining(c))
