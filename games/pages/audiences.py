"""Entrants as organisers write to them by their games: those who owe the record of one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.utils.translation import gettext_lazy

from games.queries.records import played_games, records_in_force
from tournaments.models import Event, Round, Seat
from tournaments.queries.notices.entrant_messages import Audience
from tournaments.queries.public.public_state import PUBLIC_STATES
from tournaments.queries.teams.matches import seat_of

WITHOUT_RECORD = "without-record"


def _debtors(event: Event) -> Mapping[int, Collection[int]]:
    """Find by section who has a game that was played to a result and has no record (WXC 4.2), in four
    queries."""
    rounds = Round.objects.filter(section__event=event, state__in=PUBLIC_STATES)
    public = list(rounds.select_related("section__event").defer("draft_input", "draft_changes"))
    there = {(record.round, record.table, record.game) for record in records_in_force(public)}
    owed = [game for game in played_games(public) if (game.round, game.table, game.game) not in there]
    seats = Seat.objects.filter(pairing__in={game.pairing for game in owed})
    rows = seats.values_list("pairing", "colour", "entry")
    sitting = {(pairing, colour): entry for pairing, colour, entry in rows}
    sections = {round_.pk: round_.section_id for round_ in public}
    debtors: defaultdict[int, set[int]] = defaultdict(set)
    for game in owed:
        entry = sitting.get((game.pairing, seat_of(game.owes, game.game)))
        if entry is not None:
            debtors[sections[game.round]].add(entry)
    return debtors


AUDIENCES: Mapping[str, Audience] = {
    WITHOUT_RECORD: Audience(gettext_lazy("entrants without the record of a game"), _debtors)
}
