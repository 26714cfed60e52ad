"""Addresses of games, without their language: ``e/wxc-2015/men/round/5/table/12/``."""

from __future__ import annotations

from games.queries.public_games import GamePage
from tournaments.models import Pairing, Round
from tournaments.pages.paths import tables_prefix

# Below a game's page: its board for the frames of other sites.
EMBEDDED = "embedded/"


def game_path(pairing: Pairing, game: int = 1) -> str:
    return table_path(pairing.round, pairing.table or 0, game)


def table_path(round_: Round, table: int, game: int = 1) -> str:
    # Replays of a drawn game are games 2, 3, …
    replay = f"{game}/" if game > 1 else ""
    return f"{tables_prefix(round_.section, round_.number)}{table}/{replay}"


def embedded_path(pairing: Pairing, game: int = 1) -> str:
    """The published board for the frames of other sites."""
    return f"{game_path(pairing, game)}{EMBEDDED}"


def study_path(page: GamePage) -> str:
    """Where a public game is judged by another rulebook, whose name is still to follow."""
    place = f"{page.event.slug}/{page.section.slug}/round/{page.round}/table/{page.table}/{page.game}"
    return f"rulebooks/judge/{place}/"


def count_path(round_: Round, table: int, game: int = 1) -> str:
    """The desk's page on which a game's final board is counted."""
    return _desk_path(round_, table, "count", game)


def record_path(round_: Round, table: int, game: int = 1) -> str:
    """The desk's page of the record of a table's game."""
    return _desk_path(round_, table, "record", game)


def referee_path(round_: Round, table: int, game: int = 1) -> str:
    return _desk_path(round_, table, "referee", game)


def hall_path(round_: Round) -> str:
    section = round_.section
    return f"desk/{section.event.slug}/{section.slug}/round/{round_.number}/tables/"


def wall_path(round_: Round) -> str:
    """Where everybody follows the running games of a round."""
    section = round_.section
    return f"boards/{section.event.slug}/{section.slug}/round/{round_.number}/"


def _desk_path(round_: Round, table: int, page: str, game: int) -> str:
    section = round_.section
    replay = f"game/{game}/" if game > 1 else ""
    return f"desk/{section.event.slug}/{section.slug}/round/{round_.number}/results/{table}/{page}/{replay}"
