"""What the two players of a table have said of a game, and whether they agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournaments.models import Pairing, PlayerReport, ResultReport, Round, Seat, Section
from tournaments.queries.seats import seats_for

_OUTCOME = PlayerReport.Outcome
# What a side can say; having taken it back it has said nothing.
REPORTABLE = (_OUTCOME.WIN, _OUTCOME.DRAW, _OUTCOME.LOSS)
_AS_FIRST: Mapping[str, str] = {
    _OUTCOME.WIN: ResultReport.Value.FIRST,
    _OUTCOME.DRAW: ResultReport.Value.DRAW,
    _OUTCOME.LOSS: ResultReport.Value.SECOND,
}
_AS_SECOND: Mapping[str, str] = {
    _OUTCOME.WIN: ResultReport.Value.SECOND,
    _OUTCOME.DRAW: ResultReport.Value.DRAW,
    _OUTCOME.LOSS: ResultReport.Value.FIRST,
}


@dataclass(frozen=True, slots=True)
class ReportedResults:
    """Hold what each side says of one game, in the colours of the seats; empty: nothing."""

    first: str = ""
    second: str = ""

    @property
    def both(self) -> bool:
        return bool(self.first and self.second)

    @property
    def disputed(self) -> bool:
        """Both have spoken, and differ: a referee decides."""
        return self.both and self.first != self.second

    @property
    def agreed(self) -> str:
        """What both say; empty while they do not."""
        return self.first if self.both and not self.disputed else ""


NOTHING = ReportedResults()


@dataclass(frozen=True, slots=True)
class ReportedBoard:
    """Hold what the app of a game knows of its boards; ``settled``: the value on which both sides have
    agreed.

    ``may_draw``: whether a game of a section with that handicap and own komi can be drawn."""

    settled: Callable[[Pairing, int], str]
    may_draw: Callable[[Section, int, int | None], bool]


_PLAIN = ReportedBoard(lambda _pairing, _game: "", lambda _section, _handicap, _komi: True)
_boards: dict[str, ReportedBoard] = {}


def register_board(game: str, board: ReportedBoard) -> None:
    """Ask ``board`` about the games of sections of ``game``; called in ``AppConfig.ready()``."""
    _boards[game] = board


def reported_board(section: Section) -> ReportedBoard:
    return _boards.get(section.game, _PLAIN)


def side_outcome(value: str, colour: str) -> str:
    """What a value at the table is for the side of ``colour``; empty for the empty value."""
    words = _AS_FIRST if colour == Seat.Colour.FIRST else _AS_SECOND
    return next((outcome for outcome, reported in words.items() if reported == value), "")


def last_told(pairings: Iterable[Pairing]) -> list[tuple[PlayerReport, bool]]:
    """Return the last words at these tables, each with whether it counts; one query."""
    of_the_game = {"pairing": OuterRef("pairing"), "game": OuterRef("game")}
    taken_back = ResultReport.objects.filter(
        **of_the_game, value=ResultReport.Value.OPEN, pk__gt=OuterRef("pk")
    )
    # What led to an agreed result is used up when that is taken back: both sides are asked anew.
    agreed = ResultReport.objects.filter(
        Exists(taken_back), **of_the_game, by__isnull=True, at__gte=OuterRef("at")
    )
    words = PlayerReport.objects.filter(pairing__in=list(pairings), superseded_by__isnull=True)
    return [(word, not word.used_up) for word in words.annotate(used_up=Exists(agreed))]


def reports_by_game(pairings: Iterable[Pairing]) -> dict[tuple[int, int], ReportedResults]:
    """Return what sides report, by id of the pairing and game, for pairings with loaded seats; one query."""
    tables = {pairing.pk: pairing for pairing in pairings}
    reports: dict[tuple[int, int], dict[str, str]] = {}
    for report, counts in last_told(tables.values()):
        if not counts or report.outcome not in REPORTABLE:
            continue
        seats = {seat.entry_id: seat.colour for seat in tables[report.pairing_id].seated}
        colour = seats.get(report.entry_id)
        # What was said of a game against another opponent, before the table was changed, does not count.
        if colour is None or report.opponent_id not in seats:
            continue
        words = _AS_FIRST if colour == Seat.Colour.FIRST else _AS_SECOND
        reports.setdefault((report.pairing_id, report.game), {})[colour] = words[report.outcome]
    return {key: ReportedResults(**sides) for key, sides in reports.items()}


def reports_of(pairing: Pairing, game: int) -> ReportedResults:
    """Of one game of one table with loaded seats. One query."""
    return reports_by_game([pairing]).get((pairing.pk, game), NOTHING)


def disputed_by_round(rounds: Iterable[Round]) -> dict[int, list[tuple[int, int]]]:
    """List by round (table, id of the pairing) where both differ, undecided; four queries."""
    reported = PlayerReport.objects.filter(pairing__round__in=list(rounds)).values("pairing")
    pairings = list(Pairing.objects.filter(pk__in=reported).prefetch_related(seats_for(Seat.objects.all())))
    decided = {
        (report.pairing_id, report.game)
        for report in ResultReport.objects.filter(pairing__in=pairings, superseded_by__isnull=True)
        if report.value != ResultReport.Value.OPEN
    }
    open_ = {
        key[0]
        for key, reports in reports_by_game(pairings).items()
        if reports.disputed and key not in decided
    }
    disputed: dict[int, list[tuple[int, int]]] = {}
    for pairing in sorted(pairings, key=lambda pairing: pairing.table or 0):
        if pairing.pk in open_:
            disputed.setdefault(pairing.round_id, []).append((pairing.table or 0, pairing.pk))
    return disputed
