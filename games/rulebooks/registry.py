"""Which rulebooks there are: name → what judges a game by it. Adding one changes this table only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from games.rulebooks import axf, tiantian2020, weiqi, wxc2015, xiangqi_com
from games.rulebooks.findings import Asked, Finding
from games.weiqi.judging import Judged
from games.xiangqi.cycles import Played

Facts = TypeVar("Facts")


class Rulebook(NamedTuple, Generic[Facts]):
    """A rulebook: its findings by ply, and the verdict on the last position where it gives one."""

    findings: Callable[[Facts, Asked], Sequence[Finding]]
    verdict: Callable[[Facts], str] | None = None


RULEBOOKS: Final[Mapping[str, Rulebook[Played]]] = {
    axf.NAME: Rulebook(axf.findings, axf.verdict),
    wxc2015.NAME: Rulebook(wxc2015.findings),
    tiantian2020.NAME: Rulebook(tiantian2020.findings),
    xiangqi_com.NAME: Rulebook(xiangqi_com.findings),
}
"""Those of xiangqi; they judge what was played."""
WEIQI_RULEBOOKS: Final[Mapping[str, Rulebook[Judged]]] = {
    weiqi.PRACTICE: Rulebook(weiqi.findings),
    weiqi.STRICT: Rulebook(weiqi.findings),
}
"""Those of weiqi; they judge a record that was played through under their own `weiqi.REPETITION`."""
BY_GAME: Final[Mapping[str, Mapping[str, Rulebook[Any]]]] = {
    "xiangqi": RULEBOOKS,
    "weiqi": WEIQI_RULEBOOKS,
}


class UnknownRulebookError(LookupError):
    """No rulebook has that name."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"unknown rulebook {name!r} (there are: {', '.join(sorted(known))})")
        self.name = name


def rulebook(name: str) -> Rulebook[Played]:
    """The rulebook of xiangqi with that name. Raises `UnknownRulebookError`."""
    try:
        return RULEBOOKS[name]
    except KeyError:
        raise UnknownRulebookError(name, [*RULEBOOKS]) from None


def require_known(names: Sequence[str]) -> None:
    """Raises `UnknownRulebookError` for the first name that is no rulebook of any game."""
    known = [name for books in BY_GAME.values() for name in books]
    for name in names:
        if name not in known:
            raise UnknownRulebookError(name, known)
