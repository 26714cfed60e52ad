"""What a table of a round leads to: its game for everybody, its record for staff."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from games.pages.paths import record_path, table_path
from games.queries.records import accepted_games, tables_with_record
from tournaments.models import Pairing, Round
from tournaments.queries.links import Link

GAME = gettext_noop("game")
RECORD = gettext_noop("record")
NO_RECORD = gettext_noop("no record")


def links_of_tables(round_: Round) -> dict[int, list[Link]]:
    """A provider for ``tournaments.queries.links``. Three queries."""
    if not round_.is_public:
        return {}
    there = tables_with_record(round_)
    tables = Pairing.objects.filter(round=round_, table__isnull=False).values_list("table", flat=True)
    links = {
        table: [Link(RECORD if table in there else NO_RECORD, record_path(round_, table), staff=True)]
        for table in tables
        if table
    }
    for table, game in accepted_games(round_):
        links[table].append(Link(GAME, table_path(round_, table, game)))
    return links
