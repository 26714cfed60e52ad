"""A whole OpenGotha file as values, and the table of its settings.

*bag*   attributes that this program does not understand, by element; they are written back as they came
        (M18). The network addresses that OpenGotha saves are never kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tournaments.exchange.opengotha.unknown_elements import UnknownElement, renumbered
from tournaments.state.gotha.event_info import EventInfo, Overtime, Time
from tournaments.state.gotha.settings import Additional, FloatMode, Scoring, Seeding, Weights
from tournaments.state.gotha.values import GoEvent

MOST_CRITERIA = 6
MOST_WEIGHT = 2**52
# OpenGotha wants a first name of everybody.
NO_FIRST_NAME = "-"


def player_key(surname: str, given_name: str = "") -> str:
    """By which games and byes name a player."""
    return (surname + given_name).replace(" ", "").upper()


class BoardSeat(NamedTuple):
    """``round`` 0: in every round."""

    round: int
    board: int
    player: int

    def key(self, team: int) -> str:
        return f"Board {team} {self.round} {self.board} {self.player}"


@dataclass(frozen=True, slots=True)
class GothaTeam:
    name: str
    number: int
    boards: tuple[BoardSeat, ...] = ()


Bag = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Document:
    """``team_criteria``: names, without what fills up; ``clubs_groups`` by name; ``unknown_elements``:
    elements that nobody here knows; ``listed``: the numbers of
    the players in the order of the file, which is no part of what it says."""

    event: GoEvent
    event_info: EventInfo = field(default_factory=EventInfo)
    teams: tuple[GothaTeam, ...] = ()
    team_criteria: tuple[str, ...] = ()
    clubs_groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    extra_attributes: Bag = field(default_factory=dict)
    unknown_elements: tuple[UnknownElement, ...] = ()
    listed: tuple[int, ...] = field(default=(), compare=False)

    def as_listed(self) -> Document:
        """The same with the players numbered by their order in the file."""
        numbers = {number: place for place, number in enumerate(self.listed, 1)}
        event = self.event
        players = (replace(player, number=numbers[player.number]) for player in event.players)
        games = (replace(game, white=numbers[game.white], black=numbers[game.black]) for game in event.games)
        bag = {
            # Players are named in it.
            key if key.startswith("Player ") else renumbered(key, numbers): attributes
            for key, attributes in self.extra_attributes.items()
        }
        strange = (
            element._replace(place=renumbered(element.place, numbers)) for element in self.unknown_elements
        )
        return replace(
            self,
            event=replace(
                event,
                players=tuple(sorted(players, key=lambda player: player.number)),
                games=tuple(games),
                byes=tuple(replace(bye, number=numbers[bye.number]) for bye in event.byes),
            ),
            teams=tuple(
                replace(
                    team,
                    boards=tuple(board._replace(player=numbers[board.player]) for board in team.boards),
                )
                for team in self.teams
            ),
            extra_attributes=bag,
            unknown_elements=tuple(sorted(strange, key=lambda element: element.place)),
            listed=tuple(range(1, len(numbers) + 1)),
        )

    def with_clubs(self) -> Document:
        """The groups of clubs where the pairing looks for them."""
        groups = tuple(frozenset(clubs) for _, clubs in self.clubs_groups)
        return replace(self, event=replace(self.event, clubs_groups=groups))


class GothaSetting(NamedTuple):
    """``into``: the value it belongs to and its field; ``kind``: ``text``, ``yes``, ``rank``, ``real``,
    ``optional`` (a number that may be missing), an enumeration, or the least and most of a number."""

    element: str
    attribute: str
    into: tuple[str, str]
    default: str
    kind: Any


_G, _H, _P = "GeneralParameterSet", "HandicapParameterSet", "PairingParameterSet"
_WEIGHT = (0, MOST_WEIGHT)
_DATE = "text"


def _rows(element: str, into: str, *rows: tuple[str, str, str, Any]) -> tuple[GothaSetting, ...]:
    return tuple(
        GothaSetting(element, name, (into, field), default, kind) for name, field, default, kind in rows
    )


SETTINGS: tuple[GothaSetting, ...] = (
    *_rows(
        _G,
        "occasion",
        ("shortName", "short_name", "", "text"),
        ("name", "name", "", "text"),
        ("location", "location", "", "text"),
        ("director", "director", "", "text"),
        ("beginDate", "begin", "", _DATE),
        ("endDate", "end", "", _DATE),
        ("bInternet", "internet", "false", "yes"),
        ("size", "size", "19", (2, 25)),
        ("komi", "komi", "7.5", "text"),
    ),
    *_rows(
        _G,
        "time",
        ("basicTime", "basic", "60", (0, 9999)),
        ("complementaryTimeSystem", "system", "SUDDENDEATH", Overtime),
        ("stdByoYomiTime", "byo_yomi", "30", (0, 99999)),
        ("nbMovesCanTime", "moves", "15", (0, 9999)),
        ("canByoYomiTime", "canadian", "300", (0, 99999)),
        ("fischerTime", "fischer", "5", (0, 9999)),
    ),
    *_rows(_G, "event", ("numberOfRounds", "rounds", "5", (1, 20))),
    *_rows(
        _G,
        "scoring",
        ("genMMFloor", "floor", "20K", "rank"),
        ("genMMBar", "bar", "4D", "rank"),
        ("genMMZero", "zero", "30K", "rank"),
        ("genNBW2ValueAbsent", "absent_nbw2", "0", (0, 2)),
        ("genNBW2ValueBye", "bye_nbw2", "1", (0, 2)),
        ("genMMS2ValueAbsent", "absent_mms2", "1", (0, 2)),
        ("genMMS2ValueBye", "bye_mms2", "2", (0, 2)),
        ("genRoundDownNBWMMS", "round_down", "true", "yes"),
        ("genCountNotPlayedGamesAsHalfPoint", "unplayed_half", "false", "yes"),
    ),
    *_rows(
        _H,
        "handicaps",
        ("hdBasedOnMMS", "by_mms", "true", "yes"),
        ("hdNoHdRankThreshold", "threshold", "1D", "rank"),
        ("hdCorrection", "correction", "1", (-9, 9)),
        ("hdCeiling", "ceiling", "9", (0, 9)),
    ),
    *_rows(
        _P,
        "weights",
        ("paiStandardNX1Factor", "nx1", "0.5", "real"),
        ("paiBaAvoidDuplGame", "duplicate", "500000000000000", _WEIGHT),
        ("paiBaRandom", "random", "0", _WEIGHT),
        ("paiBaDeterministic", "deterministic", "true", "yes"),
        ("paiBaBalanceWB", "colour", "1000", _WEIGHT),
        ("paiMaAvoidMixingCategories", "category", "20000000000000", _WEIGHT),
        ("paiMaMinimizeScoreDifference", "score", "100000000000", _WEIGHT),
        ("paiMaDUDDWeight", "dudd", "100000000", _WEIGHT),
        ("paiMaCompensateDUDD", "compensate", "true", "yes"),
        ("paiMaDUDDUpperMode", "upper", "MID", FloatMode),
        ("paiMaDUDDLowerMode", "lower", "MID", FloatMode),
        ("paiMaMaximizeSeeding", "seed", "5000000", _WEIGHT),
        ("paiMaLastRoundForSeedSystem1", "last_round_of_first", "2", (0, 99)),
        ("paiMaSeedSystem1", "first_seeding", "SPLITANDRANDOM", Seeding),
        ("paiMaSeedSystem2", "second_seeding", "SPLITANDFOLD", Seeding),
        ("paiMaAdditionalPlacementCritSystem1", "first_additional", "RATING", Additional),
        ("paiMaAdditionalPlacementCritSystem2", "second_additional", "NULL", Additional),
        ("paiSeBarThresholdActive", "bar_threshold", "true", "yes"),
        ("paiSeRankThreshold", "rank_threshold", "4D", "rank"),
        ("paiSeNbWinsThresholdActive", "wins_threshold", "true", "yes"),
        ("paiSeDefSecCrit", "secondary", "100000000000", _WEIGHT),
        ("paiSeMinimizeHandicap", "handicap", "0", _WEIGHT),
        ("paiSeAvoidSameGeo", "geo", "100000000000", _WEIGHT),
        ("paiSePreferMMSDiffRatherThanSameCountry", "country", "1", (0, 999)),
        ("paiSePreferMMSDiffRatherThanSameClub", "club", "3", (0, 999)),
        ("paiSePreferMMSDiffRatherThanSameClubsGroup", "clubs_group", "", "optional"),
    ),
)
PLAYER_TEXTS = {
    "country": "country",
    "club": "club",
    "egfPin": "egf_pin",
    "ffgLicence": "ffg_licence",
    "ffgLicenceStatus": "ffg_status",
    "agaId": "aga_id",
    "agaExpirationDate": "aga_expiry",
    "ratingOrigin": "rating_origin",
    "grade": "grade",
}
PLAYER_KNOWN = frozenset(
    {
        *PLAYER_TEXTS,
        *("name", "firstName", "rank", "rating", "smmsCorrection", "participating", "registeringStatus"),
    }
)
GAME_KNOWN = frozenset(
    {"roundNumber", "tableNumber", "whitePlayer", "blackPlayer", "knownColor", "handicap", "result"}
)


def assembled(values: Mapping[str, Mapping[str, Any]]) -> tuple[GoEvent, EventInfo]:
    """From the settings, by the value they belong to; players and games still missing."""
    occasion = EventInfo(**values["occasion"], time=Time(**values["time"]))
    return (
        GoEvent(
            (),
            **values["event"],
            scoring=Scoring(**values["scoring"]),
            handicaps=replace(GoEvent(()).handicaps, **values["handicaps"]),
            weights=Weights(**values["weights"]),
        ),
        occasion,
    )


def taken_apart(document: Document) -> dict[str, Any]:
    """The values that `SETTINGS` names."""
    event = document.event
    return {
        "occasion": document.event_info,
        "time": document.event_info.time,
        "event": event,
        "scoring": event.scoring,
        "handicaps": event.handicaps,
        "weights": event.weights,
    }
