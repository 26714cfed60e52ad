"""From a tournament to an OpenGotha file, with a list of what does not fit in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournaments.exchange.conversion import CannotWrite, ForeignErrorCode, LossCode, Losses, Writing
from tournaments.exchange.foreign import count_plain, of_deciding_games, single_line
from tournaments.exchange.opengotha.document import NO_FIRST_NAME, player_key
from tournaments.exchange.opengotha.lines import VERSION, as_file, element, indented, wrapped_element
from tournaments.exchange.opengotha.reading import CRITERIA, HEADINGS
from tournaments.exchange.problems import fatal_problem
from tournaments.exchange.weiqi_codes import country_of
from tournaments.state.gotha.of_tournament import rank_of_entry, split_name
from tournaments.state.gotha.ranks import LEAST_RATING, MOST_RATING, rank_text, rating_of_rank
from tournaments.state.gotha.values import MOST_ROUNDS
from tournaments.state.points import Points
from tournaments.state.time_control import TimeControl
from tournaments.state.tournament import Entry, Result, Tournament
from tournaments.text.titles import graded

# By result, and whether it is a forfeit.
_WRITTEN: Mapping[tuple[Result | None, bool], str] = {
    (None, False): "RESULT_UNKNOWN",
    (Result.FIRST, False): "RESULT_BLACKWINS",
    (Result.SECOND, False): "RESULT_WHITEWINS",
    (Result.DRAW, False): "RESULT_EQUAL",
    (Result.NONE, False): "RESULT_BOTHLOSE",
    (Result.FIRST, True): "RESULT_BLACKWINS_BYDEF",
    (Result.SECOND, True): "RESULT_WHITEWINS_BYDEF",
    (Result.NONE, True): "RESULT_BOTHLOSE_BYDEF",
}
_NAMES = {key: name for name, key in CRITERIA.items()} | {"buchholz": "SOSW", "sonneborn-berger": "SODOSW"}
MOST_CRITERIA = 6


def write(tournament: Tournament, *, headings: Mapping[str, str] | None = None) -> Writing:
    """The tournament as an OpenGotha file, data version 201, UTF-8.

    ``headings``: attributes of the event (`HEADINGS`) as `read` gives them. Raises `CannotWrite`
    for another game than weiqi and for more than 20 rounds.
    """
    if tournament.game != "weiqi":
        raise CannotWrite(
            fatal_problem(ForeignErrorCode.WRONG_GAME, {"game": tournament.game, "format": "OpenGotha"})
        )
    if max(tournament.rounds, tournament.last_round) > MOST_ROUNDS:
        raise CannotWrite(fatal_problem(ForeignErrorCode.TOO_MANY_ROUNDS, {"most": MOST_ROUNDS}))
    return _Writer(tournament).write(headings or {})


class _Writer:
    def __init__(self, tournament: Tournament) -> None:
        self.losses = Losses()
        self.tournament = of_deciding_games(tournament, self.losses)
        self.last = tournament.last_round
        self.names = dict(self._split_names())
        self.keys = {number: player_key(*names) for number, names in self.names.items()}

    def write(self, headings: Mapping[str, str]) -> Writing:
        self._count_losses()
        inner = [
            *indented("Players", self._players()),
            *indented("Games", self._games()),
            *indented("ByePlayers", self._byes()),
            *indented("Teams", self._teams()),
            *indented("TournamentParameterSet", self._settings(headings)),
        ]
        return Writing(as_file(wrapped_element("Tournament", VERSION, inner)), self.losses.all())

    def _count_losses(self) -> None:
        t, losses = self.tournament, self.losses
        lost = {
            LossCode.SYSTEM: t.system != "wmsg2008" or t.grouping != "halves",
            LossCode.POINTS: t.points != Points(absence=t.points.absence) or t.points.absence > 2,
            LossCode.ROUNDS: t.rounds < t.last_round,
            LossCode.FORBIDDEN: t.forbidden or t.forbidden_once,
            LossCode.NAMES: single_line(t.name) != t.name,
        }
        count_plain(t, losses, lost, _held)
        for number in sorted({a.number for a in t.all_absences() if a.half}):
            losses.add(LossCode.HALF_POINT_BYES, number)
        for place, entry in enumerate(t.entries, 1):
            if entry.withdrawn_after is not None:
                losses.add(LossCode.WITHDRAWALS, entry.number)
            if entry.number != place:
                losses.add(LossCode.NUMBERS, entry.number)
            if any(number > max(t.rounds, self.last) for number in entry.absences):
                losses.add(LossCode.ANNOUNCED, entry.number)

    def _split_names(self) -> Iterator[tuple[int, tuple[str, str]]]:
        """Surname and first name; two players of one name are told apart by their number."""
        taken: set[str] = set()
        for entry in self.tournament.entries:
            whole = single_line(entry.name or entry.native_name) or "X"
            name, first = split_name(whole, single_line(entry.given_name))
            if not first:
                name, _, first = whole.partition(" ")
            if player_key(name, first or NO_FIRST_NAME) in taken:
                first = f"{first} {entry.number}".strip()
            if (f"{name} {first}" if first else name) != entry.name or first == NO_FIRST_NAME:
                self.losses.add(LossCode.NAMES, entry.number)
            taken.add(player_key(name, first or NO_FIRST_NAME))
            yield entry.number, (name, first or NO_FIRST_NAME)

    def _players(self) -> Iterator[str]:
        for entry in self.tournament.entries:
            name, first = self.names[entry.number]
            held = _held(entry)
            player = {
                "name": name,
                "firstName": first,
                "country": country_of(entry, self.losses),
                "club": held["club"],
                "rank": rank_text(rank_of_entry(entry)),
                "grade": held["grade"].upper(),
                "rating": str(self._rating(entry)),
                "ratingOrigin": "MAN",
                "participating": self._participating(entry),
                "registeringStatus": "FIN",
                "smmsCorrection": "0",
            }
            yield element("Player", player)

    def _participating(self, entry: Entry) -> str:
        recorded = {a.round for a in self.tournament.absences if a.number == entry.number}
        away = recorded | {number for number in entry.absences if number > self.last}
        return "".join(
            "0" if number in away or not _stays(entry, number) else "1"
            for number in range(1, MOST_ROUNDS + 1)
        )

    def _games(self) -> Iterator[str]:
        for game in self.tournament.games:
            row = {
                "roundNumber": str(game.round),
                "tableNumber": str(game.table),
                "blackPlayer": self.keys[game.first],
                "whitePlayer": self.keys[game.second],
                "handicap": "0",
                "knownColor": "true",
                "result": _WRITTEN[game.result, game.forfeit and game.result is not None],
            }
            yield element("Game", row)

    def _byes(self) -> Iterator[str]:
        """One a round; OpenGotha knows no more, so that others count as absent there."""
        rounds: set[int] = set()
        for bye in self.tournament.byes:
            if bye.round in rounds:
                self.losses.add(LossCode.FULL_POINT_BYES, bye.number)
            else:
                yield element("ByePlayer", {"roundNumber": str(bye.round), "player": self.keys[bye.number]})
            rounds.add(bye.round)

    def _settings(self, headings: Mapping[str, str]) -> Iterator[str]:
        t = self.tournament
        headings = {**_timing(t.time_control), **headings}
        general = {
            **{key: single_line(headings[key]) for key in HEADINGS if headings.get(key)},
            "name": single_line(t.name),
            "numberOfRounds": str(max(1, t.rounds, self.last)),
            "numberOfCategories": "1",
            "genMMBar": "9D",
            "genMMFloor": "30K",
            "genMMZero": "30K",
            "genNBW2ValueAbsent": str(min(2, t.points.absence)),
            "genNBW2ValueBye": str(min(2, t.points.of_bye)),
            "genMMS2ValueAbsent": str(min(2, t.points.absence)),
            "genMMS2ValueBye": str(min(2, t.points.of_bye)),
        }
        yield element("GeneralParameterSet", general)
        even = {"hdCeiling": "0", "hdCorrection": "0", "hdNoHdRankThreshold": "30K"}
        yield element("HandicapParameterSet", even)
        criteria = ["NBW", *self._criteria()]
        filled = [*criteria, *["NULL"] * MOST_CRITERIA][:MOST_CRITERIA]
        rows = (
            element("PlacementCriterion", {"number": str(i), "name": name})
            for i, name in enumerate(filled, 1)
        )
        yield from indented("PlacementParameterSet", indented("PlacementCriteria", rows))
        yield element("PairingParameterSet", {"paiSeMinimizeHandicap": "0", "paiSeAvoidSameGeo": "0"})

    def _criteria(self) -> list[str]:
        names = [_NAMES[key] for key in self.tournament.tiebreaks if key in _NAMES][: MOST_CRITERIA - 1]
        back = tuple(CRITERIA[name] for name in names)
        if not self.tournament.tiebreaks or back != self.tournament.tiebreaks:
            self.losses.add(LossCode.TIEBREAKS)
        return names or ["SOSW"]

    def _teams(self) -> Iterator[str]:
        teams: dict[str, list[int]] = {}
        for entry in self.tournament.entries:
            if entry.team:
                team = single_line(entry.team)
                if team != entry.team:
                    self.losses.add(LossCode.TEAMS, entry.number)
                teams.setdefault(team, []).append(entry.number)
        for place, (team, numbers) in enumerate(teams.items(), 1):
            # No roundNumber: the player is in the team in every round.
            boards = [
                element("Board", {"boardNumber": str(board), "player": self.keys[number]})
                for board, number in enumerate(numbers, 1)
            ]
            yield from wrapped_element("Team", {"teamNumber": str(place), "teamName": team}, boards)

    def _rating(self, entry: Entry) -> int:
        wanted = rating_of_rank(rank_of_entry(entry)) if entry.rating is None else entry.rating
        rating = max(LEAST_RATING, min(MOST_RATING, wanted))
        if rating != entry.rating:
            self.losses.add(LossCode.RATINGS, entry.number)
        return rating


def _held(entry: Entry) -> Mapping[str, str]:
    """What the format holds of the particulars: the grade where it is one, and one name of the club."""
    return {
        "grade": entry.grade if graded(entry.grade) else "",
        "club": single_line(entry.club or entry.native_club),
    }


def _stays(entry: Entry, round_number: int) -> bool:
    return entry.withdrawn_after is None or round_number <= entry.withdrawn_after


def _timing(control: TimeControl | None) -> dict[str, str]:
    """The format's own attributes; the main time in whole minutes, byo-yomi without the number of periods."""
    if control is None:
        return {}
    timing = {"basicTime": str(control.main // 60), "complementaryTimeSystem": "SUDDENDEATH"}
    if control.periods:
        timing |= {"complementaryTimeSystem": "STDBYOYOMI", "stdByoYomiTime": str(control.period)}
    elif control.moves:
        timing |= {"complementaryTimeSystem": "CANBYOYOMI", "canByoYomiTime": str(control.period)}
        timing["nbMovesCanTime"] = str(control.moves)
    elif control.increment:
        timing |= {"complementaryTimeSystem": "FISCHER", "fischerTime": str(control.increment)}
    return timing
