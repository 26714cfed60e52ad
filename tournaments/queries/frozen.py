"""Standings as they are frozen: texts and numbers, never names (law 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournaments.models import Prize
from tournaments.standings.categories import PrizeList, award_prizes
from tournaments.standings.ranking import Row, Standings
from tournaments.standings.tiebreaks import value_text
from tournaments.state.tournament import Tournament


def standings_data(ranked: Standings, tournament: Tournament, prizes: Sequence[Prize]) -> dict[str, Any]:
    """``{"after", "criteria", "rows", "teams", "categories", "prizes"}``, all values as a person writes them.

    A row: ``rank``, ``number``, ``points``, ``tiebreaks`` (text by criterion), ``separated_by`` and
    ``arithmetic`` (by criterion the list of ``round``, ``opponent``, ``points``, ``kind``).
    """
    return {
        "after": ranked.after,
        "criteria": list(ranked.criteria),
        "rows": [_row(row, tournament) for row in ranked.rows],
        "teams": [
            {
                "rank": team.rank,
                "team": team.team,
                "sum": team.sum,
                "best": team.best,
                "members": list(team.members[: team.counted]),
            }
            for team in ranked.teams
        ],
        "categories": {
            key: [{"rank": row.rank, "number": row.number, "overall": row.overall} for row in rows]
            for key, rows in ranked.categories.items()
        },
        "prizes": [
            {"prize": int(key), "places": [{"place": a.place, "number": a.number} for a in awards]}
            for key, awards in award_prizes(
                [
                    PrizeList(
                        key=str(prize.pk),
                        places=prize.places,
                        category=prize.category.key if prize.category else "",
                        exclusive_with=(str(prize.exclusive_with_id),) if prize.exclusive_with_id else (),
                    )
                    for prize in prizes
                ],
                tournament.entries,
                ranked.ranks,
            ).items()
        ],
    }


def _row(row: Row, tournament: Tournament) -> dict[str, Any]:
    points = tournament.points
    return {
        "rank": row.rank,
        "number": row.number,
        "points": points.text(row.points),
        "tiebreaks": {key: value_text(key, value, points) for key, value in row.tiebreaks.items()},
        "separated_by": row.separated_by,
        "arithmetic": {
            key: [
                {
                    "round": term.round,
                    "opponent": term.opponent,
                    "points": value_text(key, term.points, points),
                    "kind": str(term.kind),
                    "counted": term.counted,
                }
                for term in terms
            ]
            for key, terms in row.arithmetic.items()
        },
    }
