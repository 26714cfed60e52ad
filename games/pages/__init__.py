"""Which pages of games are published, and which an act may change."""

from __future__ import annotations

from games.models import GameRecord
from games.pages import paths
from games.queries.records import accepted_record
from portal import published
from tournaments import pages as tournament_pages
from tournaments.models import Pairing
from tournaments.pages.paths import event_files_prefix, event_path


def record_accepted(record: GameRecord) -> None:
    """A game can be read by everybody; the pages of its round lead to it, those of the event to its file.
    Accepting a correction touches the page that is there already."""
    published.announce(
        paths.game_path(record.pairing, record.game),
        "game",
        {"pairing": record.pairing_id, "game": record.game},
        eager=False,
    )
    round_ = record.pairing.round
    event = round_.section.event
    tournament_pages.results_changed(round_)
    published.touch(event_path(event), under=[event_files_prefix(event)])


def count_changed(pairing: Pairing, game: int) -> None:
    """A count of the final board is settled, or replaced: the game's page, if there is one, shows it."""
    if accepted_record(pairing.pk, game) is not None:
        published.touch(paths.game_path(pairing, game))
