"""Reading the foul register: what each player of a game has, and what the next foul costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.fouls import LADDERS, LOSES, MISSED_MOVES, UNCOUNTED, FoulRule, Penalty
from tournaments.models import Entry, Event, Foul, Pairing, ResultReport, Seat, Section
from tournaments.queries.teams.matches import as_seated, seat_of
from tournaments.wording.fouls import count_text, next_text, offence_name, penalty_text
from tournaments.wording.sides import side_word

# By seat, the values with which it has lost.
LOST = {
    "first": frozenset({ResultReport.Value.SECOND, ResultReport.Value.NONE}),
    "second": frozenset({ResultReport.Value.FIRST, ResultReport.Value.NONE}),
}


@dataclass(frozen=True, slots=True)
class Tally:
    """Count the fouls of one player in a game; ``waiting``: neither confirmed nor withdrawn.

    ``colour``: the seat of the table; ``count``: confirmed fouls that count; ``ruled``: what the referee has
    ruled that loses the game at once."""

    entry: Entry
    colour: str
    game: int
    count: int
    waiting: int
    ladder: FoulRule
    ruled: frozenset[str] = frozenset()

    @property
    def limit(self) -> int | None:
        """The number of fouls that loses the game."""
        return self.ladder.loses_at

    @property
    def is_lost(self) -> bool:
        return bool(self.ruled) or self.ladder.is_lost(self.count)

    @property
    def loss(self) -> str:
        """The value of a report with which this player has lost the game."""
        if Penalty.BOTH_LOSE in self.ruled:
            return ResultReport.Value.NONE
        seated = ResultReport.Value.SECOND if self.colour == "first" else ResultReport.Value.FIRST
        return as_seated(seated, self.game)

    @property
    def moves(self) -> str:
        """``first`` or ``second``: who moves first in this game. In an even game colours are exchanged."""
        return seat_of(self.colour, self.game)

    def lost(self, value: str) -> bool:
        """Whether a report with this value is a loss of this player."""
        return as_seated(value, self.game) in LOST[self.colour]


def ladder_of(section: Section) -> FoulRule:
    return LADDERS[section.ladder]


def is_counted(foul: Foul, ladder: FoulRule) -> bool:
    """Whether it is one more on the ladder once it is confirmed."""
    return foul.kind in ladder.counts and foul.penalty not in UNCOUNTED | LOSES


def tallies(section: Section, pairing: Pairing, game: int = 1) -> list[Tally]:
    """Both players of a game, the first seat first. Two queries, one when the seats are loaded."""
    fouls = Foul.objects.in_force().filter(pairing=pairing, game=game)
    return tally(section, pairing, list(fouls), game)


def tally(section: Section, pairing: Pairing, fouls: Iterable[Foul], game: int = 1) -> list[Tally]:
    """The same from fouls in force that are at hand."""
    ladder = ladder_of(section)
    here = [foul for foul in fouls if foul.game == game]
    ruled = [foul for foul in here if foul.status == Foul.Status.CONFIRMED and foul.penalty in LOSES]
    counted_fouls = [foul for foul in here if is_counted(foul, ladder)]
    counted = Counter(foul.entry_id for foul in counted_fouls if foul.status == Foul.Status.CONFIRMED)
    waiting = Counter(foul.entry_id for foul in counted_fouls if foul.status == Foul.Status.LOGGED)
    return [
        Tally(
            seat.entry,
            seat.colour,
            game,
            counted[seat.entry_id],
            waiting[seat.entry_id],
            ladder,
            frozenset(
                foul.penalty
                for foul in ruled
                if foul.entry_id == seat.entry_id or foul.penalty == Penalty.BOTH_LOSE
            ),
        )
        for seat in _seats(pairing)
        if seat.colour in LOST
    ]


def _seats(pairing: Pairing) -> Sequence[Seat]:
    if hasattr(pairing, "seated"):
        return sorted(pairing.seated, key=lambda seat: seat.colour)
    return list(pairing.seats.select_related("entry__player").order_by("colour"))


def recorded_misses(pairing: Pairing, game: int, entry: int) -> int:
    """How many fouls for moves that a player has not recorded stand in a game, whoever logged them."""
    return misses_of(pairing, game, entry).count()


def misses_of(pairing: Pairing, game: int, entry: int) -> QuerySet[Foul]:
    """These fouls."""
    fouls = Foul.objects.in_force().filter(pairing=pairing, game=game, entry=entry)
    return fouls.filter(offence=MISSED_MOVES.key).exclude(status=Foul.Status.WITHDRAWN)


def misses_revision(fouls: Iterable[Foul]) -> str:
    """Changes when one of them is withdrawn or another is logged."""
    return "-".join(str(key) for key in sorted(foul.pk for foul in fouls))


def fouls_of(pairing: Pairing) -> QuerySet[Foul]:
    """The fouls of a table as they stand, the newest first."""
    fouls = Foul.objects.in_force().filter(pairing=pairing)
    return fouls.select_related("entry__player", "logged_by").order_by("-pk")


def register_of(event: Event) -> QuerySet[Foul]:
    """The register of an event as it stands: by section, round, table and time."""
    fouls = Foul.objects.in_force().filter(pairing__round__section__event=event)
    return fouls.select_related("pairing__round__section", "entry__player__federation", "logged_by").order_by(
        "pairing__round__section__position", "pairing__round__number", "pairing__table", "pk"
    )


@dataclass(frozen=True, slots=True)
class FoulLine:
    """Show one foul; ``count``: its place, ``2 of 4``, ``following``: what the next costs."""

    foul: Foul
    side: str
    name: str
    penalty: str
    count: str
    following: str


def filtered(event: Event, *, section: str = "", status: str = "") -> QuerySet[Foul]:
    """The register, of one section or with one status."""
    fouls = register_of(event).prefetch_related("pairing__seats")
    if section:
        fouls = fouls.filter(pairing__round__section__slug=section)
    if status:
        fouls = fouls.filter(status=status)
    return fouls


def foul_lines(fouls: Iterable[Foul]) -> list[FoulLine]:
    """Rows with their words; the fouls of a player in a game stand together. No query but theirs."""
    fouls = list(fouls)
    games = Counter((foul.pairing_id, foul.game, foul.entry_id) for foul in fouls if _counts(foul))
    so_far: Counter[tuple[int, int, int]] = Counter()
    rows = []
    for foul in fouls:
        section: Section = foul.pairing.round.section
        key = (foul.pairing_id, foul.game, foul.entry_id)
        side = side_word(_moves(foul), section.game)
        count = following = ""
        if _counts(foul):
            so_far[key] += 1
            ladder = ladder_of(section)
            count = count_text(so_far[key], ladder)
            following = next_text(so_far[key], ladder, side) if so_far[key] == games[key] else ""
        rows.append(
            FoulLine(
                foul,
                side,
                offence_name(foul.offence, foul.kind),
                penalty_text(foul.penalty),
                count,
                following,
            )
        )
    return rows


def _counts(foul: Foul) -> bool:
    return foul.status == Foul.Status.CONFIRMED and foul.kind in ladder_of(foul.pairing.round.section).counts


def _moves(foul: Foul) -> str:
    """``first`` or ``second``: how the player moves in the game of the foul."""
    seat = next((seat for seat in foul.pairing.seats.all() if seat.entry_id == foul.entry_id), None)
    first = (seat is None or seat.colour == "first") == bool(foul.game % 2)
    return "first" if first else "second"
