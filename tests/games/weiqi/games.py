"""The games of ``tests/fixtures/weiqi``, and SGF made from them by hand, not by the program's writer."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from games.weiqi.board import Board
from games.weiqi.values import COLOUR_LETTERS, Move, opponent, parse_point

FIXTURES = Path(__file__).parents[2] / "fixtures" / "weiqi"
Facts = dict[str, Any]


@cache
def load(name: str) -> tuple[Facts, ...]:
    """The lines of a fixture."""
    return tuple(json.loads(line) for line in (FIXTURES / f"{name}.jsonl").read_text().splitlines())


def points(names: str) -> list[int]:
    """``aabb`` as points."""
    return [parse_point(names[at : at + 2]) for at in range(0, len(names), 2)]


def moves(facts: Facts) -> list[Move]:
    """The moves with their colours."""
    names = [facts["moves"][at : at + 2] for at in range(0, len(facts["moves"]), 2)]
    first = COLOUR_LETTERS.index(facts.get("first", "B"))
    alternating = [first if ply % 2 == 0 else opponent(first) for ply in range(len(names))]
    colours = (
        [COLOUR_LETTERS.index(letter) for letter in facts["colours"]] if "colours" in facts else alternating
    )
    return [
        Move(colour, None if name == "--" else parse_point(name))
        for colour, name in zip(colours, names, strict=True)
    ]


def sgf(facts: Facts) -> bytes:
    """The game as a file."""
    root = {"GM": "1", "FF": "4", "CA": "UTF-8", "SZ": facts["size"], "RE": facts["result"]}
    root |= {
        key: facts[name]
        for key, name in (("KM", "komi"), ("RU", "rules"), ("HA", "handicap"))
        if facts.get(name)
    }
    text = "".join(f"{key}[{value}]" for key, value in root.items())
    for key, name in (("AB", "black"), ("AW", "white")):
        stones = facts.get(name, "")
        text += key + "".join(f"[{stones[at : at + 2]}]" for at in range(0, len(stones), 2)) if stones else ""
    return f"(;{text}\n{''.join(f';{move}' for move in moves(facts))})\n".encode()


def board(*rows: str, first: str = "B", **kwargs: Any) -> Board:
    """A board from rows of ``.``, ``B`` and ``W``."""
    result = Board(len(rows), first=COLOUR_LETTERS.index(first), **kwargs)
    stones: dict[str, list[int]] = {"B": [], "W": [], ".": []}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row.replace(" ", "")):
            stones[letter].append(32 * y + x)
    assert not result.set_up(stones["B"], stones["W"])
    return result
