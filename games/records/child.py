"""Reading a record where nothing can be harmed: what the processes do that read one game each.

The process takes a ceiling on memory and processor time before it looks at a byte, knows no framework, no
database and no network, and prints one object per line as ``check_record --json`` does, faults as codes
with parameters: the words are put in by those who show them. Its exit status says what stopped it: 3 is the
ceiling on memory, the signal SIGXCPU that on time.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

MEMORY: Final = 512 * 1024 * 1024
SECONDS: Final = 5
OUT_OF_MEMORY: Final = 3
_SEEN: Final = {
    **{code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A, 0x0D)},
    0x7F: 0x2421,
    **dict.fromkeys([*range(0x80, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF], 0xFFFD),
}
"""What no page can show and no database keeps → a picture of it (␀), or the sign for none."""


def limited() -> None:
    """From here on: at most `MEMORY` bytes, `SECONDS` of processor time, and no files written."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # Only below the hard limit does the signal say that it was the time.
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def objects(raw: bytes, kind: str) -> Iterator[Mapping[str, Any]]:
    """What reading the bytes yields, one object per game."""
    from games.records.answer import answer
    from games.records.detect import read

    for index, game in enumerate(read(raw, kind)):
        found = answer(game, "", index, lambda fault: "")
        for told, fault in zip(found["faults"], game.faults, strict=True):
            del told["message"]
            told["params"] = dict(fault.params)
            told["fen"], told["since"], told["variation"] = fault.fen, fault.since, fault.variation
        found["start_fen"] = game.start.fen()
        found["comments"] = {str(ply): text for ply, text in game.comments.items()}
        found["rest"] = [
            {"ply": late.ply, "text": late.text, "move": str(late.move) if late.move else None}
            for late in game.rest
        ]
        yield found


def seen(value: Any) -> Any:
    """Plain values, with nothing in their texts that cannot be seen."""
    if isinstance(value, str):
        return value if value.isprintable() else value.translate(_SEEN)
    if isinstance(value, Mapping):
        return {seen(key): seen(one) for key, one in value.items()}
    return [seen(one) for one in value] if isinstance(value, list | tuple) else value


def run(reader: Callable[[bytes, str], Iterator[Mapping[str, Any]]], how: str) -> None:
    """The whole life of a reading process; ``how`` is what its reader is told besides the bytes."""
    limited()
    try:
        for found in reader(sys.stdin.buffer.read(), how):
            sys.stdout.write(json.dumps(seen(found), ensure_ascii=False) + "\n")
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)
