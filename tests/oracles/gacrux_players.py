"""gacrux as the judge of our points and sums over opponents, from a TRF26 of players."""

from __future__ import annotations

from fractions import Fraction

from tests.oracles import gacrux_teams
from tournaments.standings.ranking import standings
from tournaments.state.tournament import Kind, Tournament, history


def check_with_gacrux(tournament: Tournament, text: str) -> None:
    """Points of everybody, and Buchholz of whoever has played each round over the board against somebody who
    has: for rounds without a game the two regulations differ (S1, S5; C.07, 16). The criterion of
    ``tournament`` is Buchholz."""
    table = standings(tournament)
    unit = tournament.points.unit
    totals = gacrux_teams.values(text, table.after, "PTS")
    assert totals == {row.number: Fraction(row.points, unit) for row in table.rows}
    seen = history(tournament.until(table.after))
    played = {
        number
        for number, rows in seen.items()
        if len(rows) == table.after and all(r.kind is Kind.PLAYED for r in rows)
    }
    whole = {n for n in played if all(r.opponent in played for r in seen[n])}
    sums = gacrux_teams.values(text, table.after, "BH")
    ours = {row.number: row.tiebreaks["buchholz"] for row in table.rows if row.number in whole}
    assert {n: sums[n] for n in ours} == {n: Fraction(int(str(ours[n])), unit) for n in ours}
