"""A process that writes running games, for tests that kill it and for measuring:
``python -m tests.games.live.writer TABLES FOLDER`` makes a round where there is none, goes on with every game
where its acknowledged plies end, and writes into ``FOLDER/acks`` what was answered, a line each:
``table ply key``. With ``PLIES flags`` behind it no game has more plies, and in the end a flag falls in each.
``DJANGO_SETTINGS_MODULE`` and the database are those of the environment."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")


def lines() -> list[list[str]]:
    """The games that are written, by table in turn."""
    from tests.games.facts import championship_games, moves_of

    return [[str(move) for move in moves_of(game["moves"])] for game in championship_games()]


def acknowledged(folder: Path) -> dict[int, int]:
    """By table the last ply that was answered."""
    path = folder / "acks"
    last: dict[int, int] = {}
    for row in path.read_text().splitlines() if path.exists() else ():
        words = row.split()
        if len(words) == 3:
            last[int(words[0])] = max(last.get(int(words[0]), 0), int(words[1]))
    return last


def made(tables: int) -> None:
    """A public round of so many tables, and who writes."""
    from portal.accounts.models import User
    from tests.factories import make_event, make_section
    from tests.large import make_players
    from tournaments.models import Membership, Pairing, Role, Round, Seat

    section = make_section(make_event(), rulebook="tiantian2020", online=True)
    user = User.objects.create(username="referee")
    Membership.objects.create(event=section.event, user=user, role=Role.REFEREE)
    round_ = Round.objects.get(section=section, number=1)
    entries = make_players(section, 2 * tables)
    pairings = Pairing.objects.bulk_create(
        Pairing(round=round_, table=table) for table in range(1, tables + 1)
    )
    Seat.objects.bulk_create(
        Seat(round=round_, entry=entries[2 * index + place], pairing=pairing, colour=colour)
        for index, pairing in enumerate(pairings)
        for place, colour in enumerate(("first", "second"))
    )
    round_.state = Round.State.PLAYING
    round_.save(update_fields=["state"])


def plies(tables: int, since: dict[int, int], most: int) -> Iterator[tuple[int, int, str]]:
    """Table, ply and move, a ply for each table in turn, up to ply ``most``."""
    games = lines()
    for ply in range(1, most + 1):
        for table in range(1, tables + 1):
            line = games[table % len(games)]
            if since.get(table, 0) < ply <= len(line):
                yield table, ply, line[ply - 1]


def main(tables: int, folder: Path, most: int = 60, *, flags: bool = False) -> None:
    """Writes them, and says for each what it cost: seconds of processor in ``FOLDER/seconds``."""
    django.setup()
    from games.acts.live import note_flag, write_plies
    from games.live.stream import PlyItem
    from portal.accounts.models import User
    from tournaments.models import Pairing

    if not Pairing.objects.exists():
        made(tables)
    by = User.objects.get(username="referee")
    by_table = Pairing.objects.select_related("round__section__event").in_bulk(field_name="id")
    pairings = {pairing.table: pairing for pairing in by_table.values()}
    with (folder / "acks").open("a") as acks, (folder / "seconds").open("a") as seconds:
        # A line that a kill has cut short ends here.
        acks.write("\n")
        for table, ply, move in plies(tables, acknowledged(folder), most):
            key = f"{table}-{ply}"
            began = time.thread_time()
            item = PlyItem(ply, move, key, clock_first=3600 - ply, clock_second=3600 - ply)
            [answer] = write_plies(pairing=pairings[table], items=[item], by=by).answers
            seconds.write(f"{time.thread_time() - began}\n")
            if answer.status != 200:
                raise RuntimeError(f"{key}: {answer.code}")
            acks.write(f"{table} {ply} {key}\n")
            acks.flush()
    if flags:
        for table in sorted(pairings):
            note_flag(pairing=pairings[table], side=table % 2, by=by)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:4]), flags=sys.argv[4:] == ["flags"])
