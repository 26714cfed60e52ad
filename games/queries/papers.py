"""What the papers about games show: the records of a round, its fouls and claims, its bulletin."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.models import Claim
from games.queries import public_games
from games.queries.records import accepted_games
from portal.policy import Refusal
from tournaments.models import Foul, Round
from tournaments.queries import public_rounds, public_standings
from tournaments.queries.matches import seat_of
from tournaments.queries.moment import Moment, NotPublicError, to_the_minute
from tournaments.queries.papers import Kind, Scope

Data = dict[str, Any]
NOW = Moment()


def _round(key: int, number: int) -> Round:
    found = Round.objects.filter(section=key, number=number).select_related("section__event").first()
    if found is None or not found.is_public:
        raise NotPublicError(f"round {number} of section {key}")
    return found


def _games(round_: Round) -> list[Data]:
    tables = dict(round_.pairings.filter(table__isnull=False).values_list("table", "pk"))
    return [public_games.game(tables[table], game, NOW) for _, table, game in accepted_games([round_])]


def records(key: int, number: int, part: int) -> Data:
    """The accepted games of a round. Refusal ``paper-no-records``."""
    round_ = _round(key, number)
    games = _games(round_)
    if not games:
        raise Refusal("paper-no-records", round=number)
    return {"frame": games[0]["frame"], "round": {"number": number}, "games": games}


def incidents(key: int, number: int, part: int) -> Data:
    """Fouls in force and claims of a round, by table."""
    round_ = _round(key, number)
    found = public_rounds.round_by_table(key, number, NOW)
    fouls = Foul.objects.in_force().filter(pairing__round=round_).select_related("pairing", "entry")
    claims = Claim.objects.filter(pairing__round=round_).select_related("pairing", "entry")
    return {
        "frame": found["frame"],
        "round": found["round"],
        "people": found["people"],
        "fouls": [
            {
                "table": foul.pairing.table,
                "number": foul.entry.number,
                "kind": foul.kind,
                "offence": foul.offence,
                "article": foul.article,
                "ply": foul.ply,
                "penalty": foul.penalty,
                "status": foul.status,
                "reason": foul.reason,
                "at": to_the_minute(foul.at.isoformat()),
            }
            for foul in fouls.order_by("pairing__table", "pk")
        ],
        "claims": [
            {
                "table": claim.pairing.table,
                "number": claim.entry.number,
                "kind": claim.kind,
                "ply": claim.ply,
                "right": claim.right,
                "outcome": claim.outcome,
                "side": _side(claim),
                "at": to_the_minute(claim.at.isoformat()),
            }
            for claim in claims.order_by("pairing__table", "pk")
        ],
    }


def _side(claim: Claim) -> str:
    seat = claim.entry.seats.get(pairing=claim.pairing)
    return seat_of(seat.colour, claim.game)


def bulletin(key: int, number: int, part: int) -> Data:
    """A round on paper: its results, the standings after it where they are frozen, its games."""
    round_ = _round(key, number)
    found = public_rounds.round_by_table(key, number, NOW)
    try:
        standings: Data | None = public_standings.standings(key, number, NOW)
    except NotPublicError:
        standings = None
    return {**found, "standings": standings, "games": _games(round_)}


KINDS = (
    Kind("records", _("Game records"), Scope.ROUND, records, live=True),
    Kind("incidents", _("Fouls and claims"), Scope.ROUND, incidents, live=True),
    Kind("bulletin", _("Round bulletin"), Scope.ROUND, bulletin, live=True),
)
