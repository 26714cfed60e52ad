"""The other program, called as it stands: one round from a TRF26, as plain values.

`pair_file` is what a child process runs (`run_by`): it may take long, and much memory. Who calls it in the
same process is a command's test, or a program without the site.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from typing import Any

# `pairs`: lists of (first, second, article, bracket), second 0 for the bye; `brackets`: see `_bracket`. Or
# `refused`: why there is none, as a code of `REFUSED` and the program's own words.
Answer = dict[str, Any]
NO_PAIRING, BAD_FILE, BROKEN = "no-pairing", "bad-file", "broken"
REFUSED = (NO_PAIRING, BAD_FILE, BROKEN)


def pair_file(text: str, round_number: int, *, check: bool = False) -> Answer:
    """One round by C.04.3 (2026), or with ``check`` an analysis of the pairs that ``text`` has for it.

    ``text`` is never bytes: those it reads as Latin-1, and names of other scripts shift the columns. It holds
    records 142 and 152: beyond the rounds of 142 rematches are allowed, and without 152 the program draws the
    colour by chance.
    """
    # Its only entrance is a module of a megabyte, and few rounds are paired by it.
    from gacrux.gacruxexeptions import GacruxError, GacruxInputError, GacruxNoLegalPairing
    from gacrux.pairingdutch import pairing_dutch
    from gacrux.trf2json import trf2json

    try:
        with contextlib.redirect_stdout(io.StringIO()):
            reader = trf2json()
            reader.parse_file(text, 0)
            status = reader.chessjson["status"]
            if status["code"] >= 400:
                return {"refused": BAD_FILE, "words": str(status["error"])}
            tournament = reader.get_tournament(1)
            if "topColor" not in tournament or not 1 <= round_number <= tournament["numRounds"]:
                return {"refused": BAD_FILE, "words": "neither colour nor rounds"}
            again = tournament["maxMeets"] = _meetings(text, round_number, tournament["numRounds"])
            params = {"experimental": [], "verbose": 0, "rank": False, "top_color": ""}
            machine = pairing_dutch(tournament, round_number, params)
            if machine.nummeets > max(again, 1) or machine.topcolor not in ("w", "b"):
                return {"refused": BAD_FILE, "words": "more than one meeting"}
            brackets = machine.compute_pairing(check)
    except GacruxNoLegalPairing as error:
        return {"refused": NO_PAIRING, "words": str(error)}
    except GacruxInputError as error:
        return {"refused": BAD_FILE, "words": str(error)}
    except (GacruxError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
        # Whatever went wrong inside it: no answer, and a message that its author can use.
        return {"refused": BROKEN, "words": f"{type(error).__name__}: {error}"}
    return {
        "pairs": [_pair(pair, index) for index, bracket in enumerate(brackets) for pair in bracket["pairs"]],
        "brackets": [_bracket(bracket) for bracket in brackets],
    }


# This comment of a file says that pairs which have met may meet again, but for those that 260 forbids.
AGAIN = "### again"


def _meetings(text: str, round_number: int, rounds: int) -> int:
    """What makes the program count to two meetings, or to one: it spreads a number over the rounds."""
    if AGAIN not in text or round_number == 1:
        return 1
    return -(-rounds // (round_number - 1))


def _pair(pair: Any, bracket: int) -> list[Any]:
    first, second = int(pair["w"]), int(pair["b"])
    if not first:
        first, second = second, first
    return [first, second, str(pair["colorrule"]), bracket]


def _bracket(bracket: Any) -> dict[str, Any]:
    """Return a bracket as plain values; ``level``: of the score, from 0 up, ``down``: who leaves it for the
    next.

    ``players``: the better first; ``costs``: by criterion (``QC6`` … ``QC21``) what the pairing could not
    avoid."""
    return {
        "level": int(bracket["scorelevel"]),
        "players": [int(value) for value in bracket["competitors"]],
        "down": [int(value) for value in bracket["downfloaters"]],
        "costs": {name: _plain(value) for name, value in bracket["quality"].items() if name.startswith("QC")},
    }


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(value) for value in value]
    return None if value is None else int(value)


Runner = Callable[..., Answer]
_runner: list[Runner] = [pair_file]


def run_by(runner: Runner) -> Runner:
    """Have every round paired by ``runner``, which is called as `pair_file` is; return what did it before."""
    # The site's goes through a child with limits of time and memory, and raises `CannotPair` where these end
    # it.
    before, _runner[0] = _runner[0], runner
    return before


def answer(text: str, round_number: int, *, check: bool = False) -> Answer:
    """`pair_file`, by the runner that was set."""
    return _runner[0](text, round_number, check=check)
