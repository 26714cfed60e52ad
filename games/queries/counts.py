"""Counts of final boards."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games.models import BoardCount, CountConsent
from games.weiqi.counting import CountOutcome
from games.weiqi.positions import placed_stones
from games.weiqi.settings import Settings
from tournaments.models import Entry, Pairing, ResultReport, Round, Seat, Section
from tournaments.queries.refereeing.player_reports import ReportedBoard
from tournaments.queries.teams.matches import seat_of
from tournaments.state.causes import ResultCause

SIDES = frozenset({CountConsent.Voice.FIRST, CountConsent.Voice.SECOND})


def current_count(pairing: Pairing | int, game: int = 1) -> BoardCount | None:
    """The count in force of one game of a table, with who has consented."""
    return _counts().filter(pairing=pairing, game=game).first()


def last_count(pairing: Pairing, game: int = 1) -> BoardCount | None:
    """Find the one that the next count supersedes, also where it is of a game that others were to play."""
    return BoardCount.objects.filter(superseded_by__isnull=True, pairing=pairing, game=game).first()


def counts_in_force(round_: Round) -> list[BoardCount]:
    """Find the counts of every game of a round whose board was counted, in two queries."""
    return counts_in_rounds([round_])


def counts_in_rounds(rounds: Iterable[Round]) -> list[BoardCount]:
    return list(_counts().filter(pairing__round__in=list(rounds)).order_by("pairing__table", "game"))


def is_settled(count: BoardCount) -> bool:
    """Whether both sides agree, or the referee has ruled."""
    voices = {consent.voice for consent in count.consents.all()}
    return voices >= SIDES or CountConsent.Voice.REFEREE in voices


def ruling_of(count: BoardCount) -> CountConsent | None:
    """What the referee has ruled on it, if anything."""
    return next(
        (consent for consent in count.consents.all() if consent.voice == CountConsent.Voice.REFEREE), None
    )


def has_no_result(count: BoardCount) -> bool:
    """Whether the referee has ruled that the game has none."""
    ruled = ruling_of(count)
    return ruled is not None and ruled.ruling == CountConsent.Ruling.NO_RESULT


def own_side(entry: Entry, pairing: Pairing, game: int) -> str:
    """Say which side a player of the table has in a game: ``first`` or ``second``."""
    colour = pairing.seats.get(entry=entry).colour
    # In even games the colours are exchanged.
    return seat_of(colour, game)


def has_agreed(count: BoardCount, entry: Entry) -> bool:
    """Whether the player's side has agreed to it, told by the player or by staff."""
    side = own_side(entry, count.pairing, count.game)
    return any(consent.voice == side for consent in count.consents.all())


def is_same(count: BoardCount, other: BoardCount) -> bool:
    """Whether both are the same stones, the same of them dead, at the same price."""
    alike = ("dead", "compensation", "handicap_return")
    return placed_stones(count.position) == placed_stones(other.position) and all(
        getattr(count, name) == getattr(other, name) for name in alike
    )


def count_result(count: BoardCount) -> str:
    """Give the result that follows from it, as reports name it; empty where the referee has ruled that
    there is none."""
    if has_no_result(count):
        return ""
    winner = CountOutcome(count.margin).winner
    return (ResultReport.Value.DRAW, ResultReport.Value.FIRST, ResultReport.Value.SECOND)[winner]


def agreed_value(pairing: Pairing, game: int) -> str:
    """Give the result of a count that both sides have agreed to; empty where there is none."""
    current = current_count(pairing, game)
    return count_result(current) if current is not None and is_settled(current) else ""


def _may_draw(section: Section, handicap: int, komi: int | None) -> bool:
    return Settings.of(section.options).may_draw(handicap, komi)


BOARD = ReportedBoard(agreed_value, _may_draw)


# How a game ends at the board, without anybody who rules.
BY_PLAY = (ResultCause.PLAY, ResultCause.COUNT, ResultCause.RESIGNATION, ResultCause.AGREEMENT)


def result_not_entered(count: BoardCount, standing: ResultReport | None) -> bool:
    """Say whether a settled count still has to become the result of its game."""
    if standing is None:
        return True
    if has_no_result(count) or standing.value == count_result(count):
        return False
    settled_at = max(consent.at for consent in count.consents.all())
    # What was decided on purpose since then, by a correction, a forfeit, fouls or a claim, stands over it.
    on_purpose = standing.supersedes_id is not None or standing.forfeit or standing.cause not in BY_PLAY
    return not (on_purpose and standing.at > settled_at)


def standing_results(rounds: Iterable[Round]) -> dict[tuple[int, int], ResultReport]:
    """Find the results in force of these rounds by id of the pairing and game, in one query."""
    reports = ResultReport.objects.in_force().filter(pairing__round__in=list(rounds))
    return {(report.pairing_id, report.game): report for report in reports}


def _counts() -> QuerySet[BoardCount]:
    consents = Prefetch("consents", CountConsent.objects.select_related("by", "by_entry__player"))
    counts = BoardCount.objects.filter(_seated(Seat.Colour.FIRST), _seated(Seat.Colour.SECOND))
    counts = counts.filter(superseded_by__isnull=True)
    return counts.select_related("by", "by_entry__player", "pairing").prefetch_related(consents)


def _seated(colour: Seat.Colour) -> Q:
    """Ask whether who had that seat when the board was counted has it still."""
    # A table may be given other players, or these the other colours, after the round is published.
    seats = Seat.objects.filter(pairing=OuterRef("pairing"), colour=colour, entry=OuterRef(colour.value))
    return Q(Exists(seats)) | Q(**{f"{colour.value}__isnull": True})
