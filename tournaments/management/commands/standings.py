"""``standings TOURNAMENT.json [--after N] [--json]``: who stands where after a round, and by which rule."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import east_asian_width

from tournaments.management.commands._files import TournamentFileCommand
from tournaments.management.commands._plain import (
    Unusable,
)
from tournaments.standings.criterion import CriteriaError
from tournaments.standings.ranking import Standings, StandingsError, standings
from tournaments.standings.team_table import section_table
from tournaments.standings.tiebreaks import value_text
from tournaments.state.team_matches import Primary
from tournaments.state.team_section import team_event
from tournaments.state.tournament import Tournament


def standings_object(tournament: Tournament, table: Standings) -> dict[str, Any]:
    """The answer as ``cli.md`` promises it; values as text, null where a criterion has none."""
    points = tournament.points
    return {
        "after": table.after,
        "rows": [
            {
                "rank": row.rank,
                "number": row.number,
                "points": points.text(row.points),
                "tiebreaks": {key: value_text(key, value, points) for key, value in row.tiebreaks.items()},
                "separated_by": row.separated_by,
            }
            for row in table.rows
        ],
        "teams": [
            {"rank": team.rank, "team": team.team, "sum": team.sum, "best": team.best} for team in table.teams
        ],
        "categories": {category: [row.number for row in rows] for category, rows in table.categories.items()},
    }


def team_standings_object(tournament: Tournament, after: int | None) -> dict[str, Any]:
    """Return standings of teams that meet. Raises `StandingsError` and `CriteriaError`."""
    table, after = section_table(tournament, after)
    rows = table["rows"]
    primary = team_event(tournament).rules.primary
    return {
        "after": after,
        "of": "teams",
        "rows": [
            {
                "rank": row["rank"],
                "number": row["team"],
                "points": row["match_points" if primary is Primary.MATCH else "board_points"],
                "match_points": row["match_points"],
                "board_points": row["board_points"],
                # A criterion that compares teams with each other has no value of its own.
                "tiebreaks": {key: row["values"].get(key) for key in table["criteria"]},
                "separated_by": row["separated_by"],
            }
            for row in rows
        ],
        "teams": [],
        "categories": {},
    }


class Command(TournamentFileCommand):
    help = "Standings after a round, with every tie-break and the rule that separated two rows."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--after", type=int, metavar="N", help="the round (default: the last with a result)"
        )

    def answer(
        self, tournament: Tournament, line: Mapping[str, Any], options: Mapping[str, Any]
    ) -> dict[str, Any]:
        section = tournament.teams
        rows = tournament.entries if section is None else section.teams
        self.names = {row.number: row.name or row.native_name for row in rows}
        try:
            if section is not None:
                return team_standings_object(tournament, options["after"])
            table = standings(tournament, options["after"])
        except (StandingsError, CriteriaError) as error:
            raise Unusable(str(error)) from None
        return standings_object(tournament, table)

    def text(self, answer: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        rows = answer["rows"]
        keys = list(rows[0]["tiebreaks"]) if rows else []
        who = "team" if answer.get("of") == "teams" else "name"
        lines = [["rank", "no.", who, "points", *keys, "separated by"]]
        lines += [
            [
                str(row["rank"]),
                str(row["number"]),
                self.names[row["number"]],
                row["points"],
                *(row["tiebreaks"][key] or "–" for key in keys),
                row["separated_by"] or "",
            ]
            for row in rows
        ]
        parts = [f"Standings after round {answer['after']}", aligned(lines, left=(2, len(lines[0]) - 1))]
        if answer["teams"]:
            teams = [["rank", "team", "sum", "best"]]
            teams += [
                ["–" if team[key] is None else str(team[key]) for key in teams[0]] for team in answer["teams"]
            ]
            parts += ["Teams", aligned(teams, left=(1,))]
        for category, numbers in answer["categories"].items():
            parts.append(f"{category}: {', '.join(str(number) for number in numbers)}")
        return "\n\n".join(parts)


def aligned(lines: Sequence[Sequence[str]], *, left: tuple[int, ...]) -> str:
    """Columns of equal width on a terminal, where a Chinese character takes two places."""
    widths = [max(_width(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell + " " * (widths[i] - _width(cell)) if i in left else " " * (widths[i] - _width(cell)) + cell
            for i, cell in enumerate(line)
        ).rstrip()
        for line in lines
    )


def _width(text: str) -> int:
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)
