"""The standings of teams as they are frozen: plain values, every number with what it is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournaments.standings.ranking import StandingsError
from tournaments.standings.team_ranking import TeamStanding, rank_team_matches
from tournaments.standings.team_tiebreaks import TeamField, terms_of
from tournaments.state.bracket import stages
from tournaments.state.team_matches import KNOCK_OUT, Primary, TeamEvent, TeamRound
from tournaments.state.team_section import last_over, team_event
from tournaments.state.teams_as_players import as_tournament
from tournaments.state.tournament import Tournament


def team_table(
    event: TeamEvent, after: int, criteria: Sequence[str], stages: Mapping[int, int] | None = None
) -> dict[str, Any]:
    """``{"criteria", "rows"}`` after round ``after``, numbers only. A row: ``rank``, ``team``,
    ``match_points``, ``board_points``, ``penalty`` (both kinds, empty where there is none), ``per_board``,
    ``values`` (text by criterion), ``separated_by``, ``arithmetic`` (by criterion the list of ``round``,
    ``opponent``, ``theirs``, ``ours``, ``counted``) and ``rounds``. ``stages``: of a knock-out, how far each
    team came.

    Raises `CriteriaError` for a key that is no criterion.
    """
    field = TeamField(event, after)
    rows = rank_team_matches(event, after, criteria, stages)
    return {"criteria": list(criteria), "rows": [_row(field, row, criteria) for row in rows]}


def section_table(tournament: Tournament, after: int | None = None) -> tuple[dict[str, Any], int]:
    """The `team_table` of a tournament in which teams meet, by its own criteria, and the round after which it
    is: by default the last one up to which every board has a result.

    Raises `StandingsError` for a round that nothing is recorded for, `CriteriaError` for a key that is no
    criterion, `ValueError` where no teams meet.
    """
    event, section = team_event(tournament), tournament.teams
    if section is None:
        raise ValueError("no section of teams")
    after = last_over(event) if after is None else after
    last = max(section.rounds_on_record, default=0)
    if not 0 <= after <= last:
        raise StandingsError(f"after: round {after} is not recorded; the last one is {last}")
    knocked_out = section.system == KNOCK_OUT
    came = stages(as_tournament(event, KNOCK_OUT, options=tournament.options)) if knocked_out else None
    return team_table(event, after, section.settings.tiebreaks, came), after


def _row(field: TeamField, row: TeamStanding, criteria: Sequence[str]) -> dict[str, Any]:
    number = row.team
    penalties = [field.penalties.get((number, of), Fraction(0)) for of in Primary]
    return {
        "rank": row.rank,
        "team": number,
        "match_points": fraction_text(field.total(number, Primary.MATCH)),
        "board_points": fraction_text(field.total(number, Primary.BOARD)),
        "penalty": [fraction_text(points) for points in penalties] if any(penalties) else [],
        "per_board": [fraction_text(points) for points in field.per_board(number)],
        "values": {key: fraction_text(value) for key, value in row.values.items()},
        "separated_by": row.separated_by,
        "arithmetic": {
            key: [
                {
                    "round": term.round,
                    "opponent": term.opponent,
                    "theirs": fraction_text(term.theirs),
                    "ours": fraction_text(term.ours),
                    "counted": not term.cut,
                }
                for term in terms
            ]
            for key in criteria
            if (terms := terms_of(field, number, key))
        },
        "rounds": [_round(field, seen) for seen in field.rows[number] if seen.round],
    }


def _round(field: TeamField, row: TeamRound) -> dict[str, Any]:
    """``opponent`` None: no match; ``kind``: the letter of FIDE's bye then."""
    return {
        "round": row.round,
        "opponent": row.scheduled,
        "kind": str(row.alone) if row.alone else "",
        "side": str(row.side) if row.side else "",
        "match_points": fraction_text(field.gained(row, Primary.MATCH)),
        "board_points": fraction_text(field.gained(row, Primary.BOARD)),
    }


def fraction_text(value: Fraction) -> str:
    """As a person writes it, with three decimals at most: ``15``, ``7.5``."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{value.numerator / value.denominator:.3f}".rstrip("0")
