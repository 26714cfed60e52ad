"""Records ``202`` and ``212``: by which criteria the file ranks, in the codes of C.07.

``212`` begins with the points (``PTS``, of teams also ``MPTS`` and ``GPTS``), ``202`` leaves them out.
Criteria that are not FIDE's are ``OTHER_`` and our own word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tournaments.exchange.conversion import LossCode, Losses
from tournaments.exchange.trf.columns import TrfLine
from tournaments.standings import c07
from tournaments.standings.criterion import CriteriaError
from tournaments.standings.team_tiebreaks import value_of
from tournaments.standings.tiebreaks import check_criteria
from tournaments.state.team_matches import Primary

POINTS = "PTS"
OTHER = "OTHER_"
_OF_TEAMS = {
    "MPTS": "match-points",
    "GPTS": "board-points",
    "MPVGP": "other-score",
    "EDE": "team-direct",
    "EDEBT": "ede-bt",
    "EDEBB": "ede-bb",
    "EDET": "ede-t",
    "EDEB": "ede-b",
    "BC": "board-count",
    "TBR": "top-boards",
    "BBE": "bottom-out",
    "WIN:MP": "match-wins",
    "SSSC": "sssc",
    "EMMSB": "emmsb",
    "EMGSB": "emgsb",
    "EGMSB": "egmsb",
    "EGGSB": "eggsb",
    "BH:MP": "team-buchholz:match",
    "BH:GP": "team-buchholz:board",
}
_CODES_OF_TEAMS = {key: code for code, key in _OF_TEAMS.items()}
_PRIMARY = {Primary.MATCH: "match-points", Primary.BOARD: "board-points"}


def listed_in(text: str) -> list[str]:
    """The codes of a record."""
    return [code for code in re.split(r"[,;\s]+", text.strip()) if code]


def tie_break_keys(line: TrfLine, system: str, losses: Losses) -> tuple[str, ...]:
    """Of players, the points apart. A code that we do not have is a loss."""
    keys: list[str] = []
    for code in listed_in(line.from_column):
        if code.upper() == POINTS:
            continue
        key = c07.key_of(code) or _other(code)
        if key is None or key in keys or not _is_criterion(key, system):
            losses.add(LossCode.TIEBREAKS, about=code, line=line.number)
            continue
        keys.append(key)
    return tuple(keys)


def _is_criterion(key: str, system: str) -> bool:
    try:
        check_criteria((key,), system)
    except CriteriaError:
        return False
    return True


def _other(code: str) -> str | None:
    upper = code.upper()
    return upper.removeprefix(OTHER).lower().replace("_", "-") if upper.startswith(OTHER) else None


def team_keys_of(line: TrfLine, primary: str, losses: Losses) -> tuple[str, ...]:
    """Of teams, from the points on."""
    keys: list[str] = [] if line.text[:3] == "212" else [_PRIMARY[Primary(primary)]]
    for code in listed_in(line.from_column):
        key = _PRIMARY[Primary(primary)] if code.upper() == POINTS else _team_key(code)
        if key is None or key in keys:
            losses.add(LossCode.TIEBREAKS, about=code, line=line.number)
            continue
        keys.append(key)
    return tuple(keys)


def _team_key(code: str) -> str | None:
    base, _, cut = code.strip().upper().replace("-C1", "/C1").partition("/")
    key = _OF_TEAMS.get(base) or _other(base)
    if key is None or cut not in ("", "C1"):
        return None
    key += "/cut-1" if cut else ""
    # What has no word in codes of FIDE may have a colon in ours.
    for candidate in (key, re.sub(r"-(\d+)$", r":\1", key)):
        try:
            value_of(candidate)
        except CriteriaError:
            continue
        return candidate
    return None


def records_of(keys: Iterable[str]) -> Iterator[str]:
    """Of players; nothing where the list is the system's own."""
    codes = [c07.code_of(key) or _written(key) for key in keys]
    if codes:
        yield f"202 {','.join(codes)}"
        yield f"212 {','.join([POINTS, *codes])}"


def team_records_of(keys: Iterable[str], primary: str) -> Iterator[str]:
    """Of teams: 202 too where the list begins with the points that rank them."""
    codes = [_team_code(key) for key in keys]
    if codes and codes[0] == _CODES_OF_TEAMS[_PRIMARY[Primary(primary)]]:
        codes[0] = POINTS
        yield f"202 {','.join(codes[1:])}"
    if codes:
        yield f"212 {','.join(codes)}"


def _team_code(key: str) -> str:
    base, _, cut = key.partition("/cut-")
    code = _CODES_OF_TEAMS.get(base) or _written(base)
    return f"{code}/C{cut}" if cut else code


def _written(key: str) -> str:
    return OTHER + key.upper().replace("-", "_").replace(":", "_")
