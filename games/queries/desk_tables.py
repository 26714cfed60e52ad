"""List the tables of a round for the desk that types their moves: those too that nobody has begun."""

from __future__ import annotations

from games.models import LiveGame
from games.queries.live import start_of
from games.queries.public_live import PublicGame, game_before_first_ply
from games.queries.running_rounds import games_at_once
from tournaments.models import Pairing, Round, Seat
from tournaments.queries.teams.matches import seat_of


def desk_tables(round_: Round) -> list[PublicGame]:
    """List the last game of each table, begun or not, in five queries."""
    # Without the public's delay.
    begun = {live.table: live for live in games_at_once(round_)}
    pairings = Pairing.objects.filter(round=round_, table__isnull=False).order_by("table")
    tables = []
    for pairing in pairings.prefetch_related("seats__entry__player"):
        seats = {seat.colour: seat.entry for seat in pairing.seats.all()}
        first, second = (seats.get(seat_of(side, 1)) for side in (Seat.Colour.FIRST, Seat.Colour.SECOND))
        if first is None or second is None:
            continue
        pairing.round = round_
        live = LiveGame(
            pairing=pairing,
            first=first,
            second=second,
            start=start_of(round_.section, pairing),
            rulebook=round_.section.rulebook,
        )
        tables.append(begun.get(pairing.table or 0) or game_before_first_ply(live))
    return tables


def oldest_table(round_: Round) -> int | None:
    """Find the table whose last ply is the oldest, of the games that run, in one query."""
    running = LiveGame.objects.filter(pairing__round=round_, over="", head__gt=0)
    return running.order_by("changed_at", "pk").values_list("pairing__table", flat=True).first()
