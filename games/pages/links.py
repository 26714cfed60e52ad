"""What a table of a round leads to: its game for everybody, its record for staff."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.utils.translation import gettext_noop

from games.models import LiveSetting
from games.pages.paths import count_path, hall_path, record_path, referee_path, table_path, wall_path
from games.policy import RecordAct
from games.queries.records import accepted_games, pairings_at, played_games, records_in_force
from games.rulebooks.registry import claims_by
from tournaments.models import Pairing, Round, Section
from tournaments.policy import Act
from tournaments.queries.links import Place, TableLink

GAME = gettext_noop("game")
RECORD = gettext_noop("record")
NO_RECORD = gettext_noop("no record")
TO_CHECK = gettext_noop("record to review")
COUNT = gettext_noop("count")
ACCEPTED = gettext_noop("record accepted")
REFEREE = gettext_noop("fouls and claims")
FOUL = gettext_noop("Foul")
CLAIM = gettext_noop("Rule on a claim")
HALL = gettext_noop("Table overview")
BOARDS = gettext_noop("Follow the boards")


# By table and game of a round: whether the record in force is accepted.
Seen = dict[tuple[int, int], bool]


def links_of_tables(
    rounds: Iterable[Round], places: Collection[Place] | None = None
) -> dict[Place, list[TableLink]]:
    """Provide links for ``tournaments.queries.links``, of these ``places`` alone if they are given."""
    public = {round_.pk: round_ for round_ in rounds if round_.is_public}
    if not public or (places is not None and not places):
        return {}
    among = None if places is None else pairings_at(places)
    accepted: dict[int, Seen] = {key: {} for key in public}
    # Four queries for any number of rounds, a few more where a match has several games.
    for record in records_in_force(public.values(), among):
        accepted[record.round][record.table, record.game] = record.accepted
    seated = Pairing.objects.filter(round__in=public, table__isnull=False)
    tables = (seated if among is None else seated & among).values_list("round", "table")
    games: dict[Place, set[int]] = {(key, table): {1} for key, table in tables if table}
    for key, accepted_by_table in accepted.items():
        for table, game in accepted_by_table:
            games[key, table].add(game)
    owed: set[Place] = set()
    for played in played_games(public.values(), among):
        games[played.round, played.table].add(played.game)
        # Of a round from which no record has come, none may be collected: nothing is said of them.
        if accepted[played.round] and (played.table, played.game) not in accepted[played.round]:
            owed.add((played.round, played.table))
    links = {
        place: _staff_links(
            public[place[0]], place[1], games[place], accepted[place[0]], is_owed=place in owed
        )
        for place in games
    }
    # Of a match the desk is led to the game whose record needs somebody first; its page leads to the others.
    links |= {(key, 0): [TableLink(HALL, hall_path(round_), staff=True)] for key, round_ in public.items()}
    for key, table, game in accepted_games(public.values(), among):
        several = len(games[key, table]) > 1
        links[key, table].append(
            TableLink(GAME, table_path(public[key], table, game), game=game if several else 0)
        )
    return links


def boards_of_rounds(rounds: Iterable[Round]) -> dict[int, TableLink]:
    """Say where everybody follows the running games of these rounds, with one query."""
    played = [round_ for round_ in rounds if round_.is_public and round_.state != Round.State.CLOSED]
    sections = LiveSetting.objects.filter(section__in={round_.section_id for round_ in played}, public=True)
    public = set(sections.values_list("section", flat=True))
    return {
        round_.pk: TableLink(BOARDS, wall_path(round_)) for round_ in played if round_.section_id in public
    }


def _staff_links(
    round_: Round, table: int, games: set[int], accepted: Seen, *, is_owed: bool
) -> list[TableLink]:
    referee = referee_path(round_, table, max(games))
    claim = TableLink(CLAIM, f"{referee}#claim", staff=True, act=RecordAct.RULE_ON_CLAIM)
    links = [
        TableLink(REFEREE, referee, staff=True, decides=True),
        TableLink(FOUL, f"{referee}#fouls", staff=True, act=Act.LOG_FOUL),
        *([claim] if claims_by(round_.section.rulebook) else []),
        _record_link(round_, table, games, accepted, is_owed=is_owed),
    ]
    if round_.section.game == Section.Game.WEIQI:
        links.append(TableLink(COUNT, count_path(round_, table, max(games)), staff=True))
    return links


def _record_link(round_: Round, table: int, games: set[int], accepted: Seen, *, is_owed: bool) -> TableLink:
    """Lead to the record that needs somebody first."""
    ranks = {None: (0, NO_RECORD, ""), False: (1, TO_CHECK, "warn"), True: (2, ACCEPTED, "good")}
    (rank, text, look), game = min((ranks[accepted.get((table, game))], game) for game in games)
    # It says what the record needs, once the game is over.
    mark = text if rank or is_owed else ""
    return TableLink(RECORD, record_path(round_, table, game), staff=True, mark=mark, look=look)
