"""The best players of each board where teams meet teams, after a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.published.documents import component
from tournaments.queries.public.public import PartOfTable, PublicPerson, section_of
from tournaments.queries.public.public_matches import TeamRef, team_refs
from tournaments.queries.public.public_parts import (
    PlacesPage,
    part_of_row,
    part_rows,
    place,
    places_page,
    ranges,
    rows_with_parts,
    table_part,
)
from tournaments.queries.public.public_standings import AfterRound, standings_context
from tournaments.queries.public.public_state import NotPublicError, PublicSnapshot
from tournaments.queries.teams.team_matches import team_event_of, team_settings_of
from tournaments.standings.board_prizes import BoardScore, board_lists, fewest_games
from tournaments.state.line_ups import Order
from tournaments.state.points import Points
from tournaments.wording.settings import setting_text


@component("BoardRow")
@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPrizeRow:
    rank: Annotated[int | None, _("null for fewer games than rank a player.")]
    player: PublicPerson
    team: TeamRef
    points: Annotated[str, _("From games played over the board.")]
    games: int
    per_cent: Annotated[str, _("Of the points of these games, to one decimal.")]
    performance: Annotated[int | None, _("Performance rating; null for all where anybody has no rating.")]
    boards: Annotated[Sequence[Sequence[int]], _("Board and games at it.")]

    @property
    def elsewhere(self) -> str:
        """At which boards, where there are several: ``1: 2, 2: 1``."""
        return ", ".join(f"{board}: {games}" for board, games in self.boards) if len(self.boards) > 1 else ""


@dataclass(frozen=True, slots=True)
class BoardList:
    board: Annotated[int, _("Number of the board; 0 for the reserves.")]
    rows: Sequence[BoardPrizeRow]

    @property
    def rated(self) -> bool:
        return any(row.performance is not None for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardsPage(AfterRound):
    least: Annotated[int, _("Games that rank a player.")]
    by: Annotated[
        Sequence[str], _("What ranks them, in turn: points, per-cent, performance, games, team-rank.")
    ]
    boards: Sequence[BoardList]
    part: PartOfTable = None

    @property
    def order(self) -> str:
        """What ranks them, in the reader's language."""
        return setting_text("team_board_order", self.by)


def boards(key: int, after: int, moment: PublicSnapshot) -> BoardsPage:
    """List everybody who has played, at the board where most of it was. Raises `NotPublicError`."""
    section = section_of(key)
    if not section.of_teams:
        raise NotPublicError(f"boards of section {section.pk}")
    version, frozen = moment.standing(section, after)
    shared = standings_context(section, after, version, moment)
    ranks = {row["team"]: row["rank"] for row in frozen.get("team_table", {}).get("rows", [])}
    rated = section.entries.filter(number__isnull=False, rating__isnull=False)
    event, settings = team_event_of(section), team_settings_of(section)
    lists = board_lists(
        event,
        after,
        ranks,
        {number or 0: rating or 0 for number, rating in rated.values_list("number", "rating")},
        fixed_order=settings.order == Order.FIXED,
        minimum=settings.board_games,
        by=settings.board_order,
    )
    refs, points = team_refs(section), event.rules.board_points
    return BoardsPage(
        **shared,
        least=fewest_games(after, settings.board_games),
        by=settings.board_order,
        boards=[
            BoardList(board, [_row(row, shared["people"][row.entry], refs[row.team], points) for row in rows])
            for board, rows in lists.items()
        ],
    )


def cut_boards(whole: BoardsPage, number: int) -> BoardsPage:
    """The lists one behind the other, so many rows of them."""
    rows = sum(len(board_list.rows) for board_list in whole.boards)
    part = table_part(number, rows, ranges(rows), f"{whole.section.url}/boards/{whole.after}")
    if part is None:
        return whole
    left, lists = part_rows(number, rows), []
    for board_list in whole.boards:
        if rows_here := board_list.rows[max(0, left.start) : max(0, left.stop)]:
            lists.append(BoardList(board_list.board, rows_here))
        left = slice(left.start - len(board_list.rows), left.stop - len(board_list.rows))
    return replace(whole, part=part, boards=lists, people={})


@rows_with_parts.register
def _in_boards(whole: BoardsPage) -> PlacesPage:
    rows = enumerate(row for board_list in whole.boards for row in board_list.rows)
    return places_page(
        whole, [place(row.player, part_of_row(at), "ranked", rank=row.rank) for at, row in rows]
    )


def _row(row: BoardScore, player: PublicPerson, team: TeamRef, points: Points) -> BoardPrizeRow:
    return BoardPrizeRow(
        rank=row.rank,
        player=player,
        team=team,
        points=points.text(row.points),
        games=row.games,
        per_cent=_tenths(row.per_cent),
        performance=row.performance,
        boards=sorted(row.boards.items()),
    )


def _tenths(value: Fraction) -> str:
    """To one decimal, half up: ``66.7``."""
    tenths = int(value * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)
