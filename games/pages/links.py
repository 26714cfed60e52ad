"""What a table of a round leads to: its game for everybody, its record for staff."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

from games.pages.paths import count_path, record_path, referee_path, table_path
from games.queries.records import accepted_games, played_games, records_in_force
from tournaments.models import Pairing, Round, Section
from tournaments.queries.links import Link

GAME = gettext_noop("game")
NO_RECORD = gettext_noop("no record")
TO_CHECK = gettext_noop("record to check")
COUNT = gettext_noop("count")
ACCEPTED = gettext_noop("record accepted")
REFEREE = gettext_noop("fouls and claims")


def links_of_tables(round_: Round) -> dict[int, list[Link]]:
    """A provider for ``tournaments.queries.links``. Of a match the desk is led to the game whose record needs
    somebody first; its page leads to the others. Four queries, a few more where a match has several games."""
    if not round_.is_public:
        return {}
    accepted = {(record.table, record.game): record.accepted for record in records_in_force(round_)}
    tables = Pairing.objects.filter(round=round_, table__isnull=False).values_list("table", flat=True)
    games: dict[int, set[int]] = {table: {1} for table in tables if table}
    for table, game in {*accepted, *((played.table, played.game) for played in played_games(round_))}:
        games[table].add(game)
    links = {table: [_staff_link(round_, table, games[table], accepted)] for table in games}
    for table, played in games.items():
        links[table].append(Link(REFEREE, referee_path(round_, table, max(played)), staff=True))
    if round_.section.game == Section.Game.WEIQI:
        for table, played in games.items():
            links[table].append(Link(COUNT, count_path(round_, table, max(played)), staff=True))
    for table, game in accepted_games(round_):
        link = Link(GAME, table_path(round_, table, game), game=game if len(games[table]) > 1 else 0)
        links[table].append(link)
    return links


def _staff_link(round_: Round, table: int, games: set[int], accepted: Mapping[tuple[int, int], bool]) -> Link:
    ranks = {None: (0, NO_RECORD), False: (1, TO_CHECK), True: (2, ACCEPTED)}
    (_, text), game = min((ranks[accepted.get((table, game))], game) for game in games)
    path = record_path(round_, table, game)
    return Link(text, path, staff=True)
