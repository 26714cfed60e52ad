"""Which rulebooks there are: name → what judges a game by it. Adding one changes this table only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from games.rulebooks import axf, tiantian2020, wxc2015, xiangqi_com
from games.rulebooks.findings import Asked, Finding
from games.xiangqi.cycles import Played


class Rulebook(NamedTuple):
    """A rulebook: its findings by ply, and the verdict on the last position where it gives one."""

    findings: Callable[[Played, Asked], Sequence[Finding]]
    verdict: Callable[[Played], str] | None = None


RULEBOOKS: Final[Mapping[str, Rulebook]] = {
    "axf": Rulebook(axf.findings, axf.verdict),
    "wxc2015": Rulebook(wxc2015.findings),
    "tiantian2020": Rulebook(tiantian2020.findings),
    "xiangqi-com": Rulebook(xiangqi_com.findings),
}


class UnknownRulebookError(LookupError):
    """No rulebook has that name."""

    def __init__(self, name: str) -> None:
        known = ", ".join(sorted(RULEBOOKS))
        super().__init__(f"unknown rulebook {name!r} (there are: {known})")
        self.name = name


def rulebook(name: str) -> Rulebook:
    """The rulebook of that name. Raises `UnknownRulebookError`."""
    try:
        return RULEBOOKS[name]
    except KeyError:
        raise UnknownRulebookError(name) from None
