"""Say which pages of games are published, and which an act may change."""

from __future__ import annotations

from collections.abc import Iterator

from games.models import GameRecord
from games.pages import paths
from games.queries.records import accepted_record
from portal import published
from portal.published import PageSpec
from tournaments import pages as tournament_pages
from tournaments.models import Pairing, Section
from tournaments.pages.paths import (
    event_files_prefix,
    event_games_path,
    event_path,
    games_path,
    section_path,
)


def record_accepted(record: GameRecord) -> None:
    """Announce a game that can be read by everybody, and renew the pages that lead to it."""
    params = {"pairing": record.pairing_id, "game": record.game}
    page = paths.game_path(record.pairing, record.game)
    # Accepting a correction touches the page that is there already.
    published.announce(page, "game", params, eager=False)
    published.announce(paths.embedded_path(record.pairing, record.game), "game-embedded", params, eager=False)
    round_ = record.pairing.round
    section, event = round_.section, round_.section.event
    announce_lists(section)
    # The round, the neighbours and the lists lead to the game, the pages of the event to its file.
    tournament_pages.results_changed(round_)
    published.invalidate(event_path(event), under=[event_files_prefix(event)])


def comments_changed(section: Section) -> None:
    """What stands beside the moves of its records is shown with every game and in every file, or no more."""
    if section.state != Section.State.DRAFT:
        published.invalidate(under=[section_path(section), event_files_prefix(section.event)])


def announce_lists(section: Section) -> None:
    """Announce the list of a section's games, and of its event's."""
    if published.Page.objects.filter(path=games_path(section), withdrawn=False).exists():
        return
    published.announce(games_path(section), "games", {"section": section.pk}, eager=False)
    event = section.event
    published.announce(event_games_path(event), "event-games", {"event": event.pk}, eager=False)
    # The section's other pages lead there from now on.
    published.invalidate(under=[section_path(section)])


def expected() -> Iterator[PageSpec]:
    """List the pages that belong to the games that can be read, in two queries."""
    played = Pairing.objects.filter(records__acceptance__isnull=False).values("round__section")
    for section in Section.objects.filter(pk__in=played).select_related("event"):
        event = section.event
        yield PageSpec(games_path(section), "games", {"section": section.pk}, eager=False)
        yield PageSpec(event_games_path(event), "event-games", {"event": event.pk}, eager=False)
    for page in published.Page.objects.filter(kind="game", withdrawn=False).iterator():
        yield PageSpec(f"{page.path}{paths.EMBEDDED}", "game-embedded", page.params, eager=False)


def count_changed(pairing: Pairing, game: int) -> None:
    """Renew the game's page, if there is one: a count of the final board is settled, or replaced."""
    if accepted_record(pairing.pk, game) is not None:
        published.invalidate(paths.game_path(pairing, game))
