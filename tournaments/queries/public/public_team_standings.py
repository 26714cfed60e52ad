"""The standings of teams as everybody reads them, as they were frozen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden, component
from tournaments.models import Section
from tournaments.queries.public.public_matches import TeamRef, team_refs
from tournaments.wording.standings import separation


@dataclass(frozen=True, slots=True)
class PublicTeamTerm:
    """A summand of a criterion: the opponent's points times the team's own."""

    round: int
    opponent: int | None
    theirs: str
    ours: str
    counted: bool


@component("TeamRound")
@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTeamRound:
    round: int
    opponent: Annotated[TeamRef | None, _("null without a match.")]
    match_points: str
    board_points: str


@component("TeamStanding")
@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTeamStanding:
    rank: int
    team: TeamRef
    match_points: str
    board_points: str
    penalty: Annotated[Sequence[str], _("Match points and board points taken or given; empty if none.")]
    per_board: Annotated[Sequence[str], _("Points on each board.")]
    values: Annotated[Mapping[str, str], _("Criterion → value, of those that are a value of one team.")]
    separated_by: Annotated[str | None, _("The criterion that decided against the row above.")]
    arithmetic: Annotated[Mapping[str, Sequence[PublicTeamTerm]], _("Criterion → terms.")]
    rounds: Sequence[PublicTeamRound]
    criteria: Hidden[Sequence[str]]
    above: Hidden[int | None]

    @property
    def shared(self) -> bool:
        """Whether the row above has the same rank."""
        return self.above == self.rank

    @property
    def separated(self) -> str:
        """Which rule puts the row below the one above, in a sentence."""
        if self.separated_by is None or self.above is None:
            return ""
        return separation(self.separated_by, self.above)

    @property
    def columns(self) -> list[tuple[str, str | None]]:
        """Each criterion with the value, None for one that compares teams with each other."""
        return [(key, self.values.get(key)) for key in self.criteria]

    @property
    def sums(self) -> list[tuple[str, str, Sequence[PublicTeamTerm]]]:
        return [
            (key, self.values[key], terms) for key, terms in self.arithmetic.items() if key in self.values
        ]


def team_standings(section: Section, frozen: Mapping[str, Any]) -> list[PublicTeamStanding]:
    """The rows as they were frozen; names are read in now."""
    table = frozen.get("team_table")
    if not table:
        return []
    refs = team_refs(section)
    ranks = [None, *(row["rank"] for row in table["rows"])]
    return [
        PublicTeamStanding(
            rank=row["rank"],
            team=refs[row["team"]],
            match_points=row["match_points"],
            board_points=row["board_points"],
            penalty=row["penalty"],
            per_board=row["per_board"],
            values=row["values"],
            separated_by=row["separated_by"],
            arithmetic={
                key: [PublicTeamTerm(**term) for term in terms] for key, terms in row["arithmetic"].items()
            },
            rounds=[
                PublicTeamRound(
                    round=round_row["round"],
                    opponent=refs[round_row["opponent"]] if round_row["opponent"] else None,
                    match_points=round_row["match_points"],
                    board_points=round_row["board_points"],
                )
                for round_row in row["rounds"]
            ],
            criteria=table["criteria"],
            above=above,
        )
        for row, above in zip(table["rows"], ranks, strict=False)
    ]
