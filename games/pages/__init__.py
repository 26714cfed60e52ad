"""Which pages of games are published, and which an act may change."""

from __future__ import annotations

from games.models import GameRecord
from games.pages import paths
from portal import published
from tournaments import pages as tournament_pages
from tournaments.pages.paths import event_path


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
    published.touch([event_path(event)])
    published.touch(f"{event_path(event)}files/")
