"""``rating_list``: a list of ratings from the command line."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.exchange.ratings.rating_texts import AGA, CSV
from tests.world import World
from tournaments.models import RatingList


def command(*arguments: Any) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("rating_list", *map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_the_command_loads_a_list(world: World, tmp_path: Path) -> None:
    file = tmp_path / "list"
    file.write_bytes(AGA.encode())
    out, err = command(file, "--source", "aga", "--by", "alice", "--date", "2026-03-04")
    assert out == "3 players loaded, 1 lines left out.\n"
    assert err.startswith("line 4: rating: “0.5” is not a valid number")
    file.write_text(CSV)
    columns = "number,surname,given,skip,rating"
    out, _ = command(file, "--source", "csv", "--by", "admin", "--name", "Ours", "--columns", columns)
    assert out.startswith("4 players loaded")
    assert [str(rating_list) for rating_list in RatingList.objects.filter(source="aga")] == [
        "AGA: TDList 2026-03-04"
    ]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--by", "nobody-here"], "There is no account"),
        (["--by", "nobody"], "may not load"),
        (["--by", "alice", "--date", "soon"], "is no date"),
        (["--by", "alice", "--source", "csv", "--columns", "pin"], "No column is called pin"),
        (["--by", "alice", "--source", "ffg"], "No player could be read"),
    ],
)
def test_the_command_says_what_is_wrong(world: World, tmp_path: Path, more: list[str], words: str) -> None:
    file = tmp_path / "list"
    file.write_bytes(AGA.encode())
    with pytest.raises(CommandError, match=words):
        command(file, "--source", "aga", *more)
    with pytest.raises(CommandError, match="No such file"):
        command(tmp_path / "other", "--source", "aga", "--by", "alice")
