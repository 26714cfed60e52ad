"""The criteria of OpenGotha's teams as those of a section: ``TEAMP`` team points, ``BDW`` boards won,
``BDWnU`` these on the n upper boards, ``SOST`` the team points of the opponents."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.exchange.conversion import LossCode, Losses

_KEYS = {"TEAMP": "match-points", "BDW": "board-points", "SOST": "team-buchholz:match"}
_NAMES = {key: name for name, key in _KEYS.items()}
BOTTOM_OUT = "bottom-out"
FIRST = ("match-points", "board-points")
MOST = 6


def upper_boards(boards: int) -> list[str]:
    """Without the last board, without the last two, …: OpenGotha has a name for each step.

    >>> upper(3)
    ['BDW2U', 'BDW1U']
    """
    return [f"BDW{count}U" for count in range(boards - 1, 0, -1)]


def ranking_keys(names: Sequence[str], boards: int, losses: Losses) -> tuple[str, ...]:
    """What a section is ranked by; what it does not have is reported. Points come first."""
    keys: list[str] = []
    left = [name for name in names if name not in ("NULL", f"BDW{boards}U")]
    while left:
        name = left.pop(0)
        if name in _KEYS:
            keys.append(_KEYS[name])
        elif [name, *left[: boards - 2]] == upper_boards(boards):
            keys.append(BOTTOM_OUT)
            left = left[boards - 2 :]
        else:
            losses.add(LossCode.TIEBREAKS, about=name)
    return tuple(dict.fromkeys([*keys, *FIRST]))


def criteria_names(keys: Sequence[str], boards: int) -> tuple[str, ...]:
    """Those that OpenGotha has, at most six."""
    names_read: list[str] = []
    for key in keys:
        names = upper_boards(boards) if key == BOTTOM_OUT else [_NAMES[key]] if key in _NAMES else []
        if len(names_read) + len(names) <= MOST:
            names_read += names
    return tuple(names_read)
