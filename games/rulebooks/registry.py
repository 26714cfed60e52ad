"""List the rulebooks: name → what judges a game by it. Adding one changes this table only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from games.rulebooks import axf, tiantian2020, weiqi, wxc2015, xiangqi_com
from games.rulebooks.claims import BY_AXF, BY_WXC, ClaimRules
from games.rulebooks.findings import Finding, Question
from games.weiqi.judging import Judged
from games.xiangqi.cycles import Played

Facts = TypeVar("Facts")


class Rulebook(NamedTuple, Generic[Facts]):
    """A rulebook: its findings by ply, and the verdict on the last position where it gives one."""

    findings: Callable[[Facts, Question], Sequence[Finding]]
    verdict: Callable[[Facts], str] | None = None
    # Whether its rules act by themselves where the game is played on line; else the referee rules.
    automatic: bool = False
    # What a player may claim by it, and what a wrong claim costs; None: nothing is claimed.
    claims: ClaimRules | None = None


# Those of xiangqi; they judge what was played.
RULEBOOKS: Final[dict[str, Rulebook[Played]]] = {
    axf.NAME: Rulebook(axf.findings, axf.last_verdict, claims=BY_AXF),
    wxc2015.NAME: Rulebook(wxc2015.findings, claims=BY_WXC),
    tiantian2020.NAME: Rulebook(tiantian2020.findings, automatic=True),
    xiangqi_com.NAME: Rulebook(xiangqi_com.findings, automatic=True),
}
# Those of weiqi; they judge a record that was played through under their own `weiqi.REPETITION`.
WEIQI_RULEBOOKS: Final[Mapping[str, Rulebook[Judged]]] = {
    weiqi.PRACTICE: Rulebook(weiqi.findings),
    weiqi.STRICT: Rulebook(weiqi.findings),
}
BY_GAME: Final[Mapping[str, Mapping[str, Rulebook[Any]]]] = {
    "xiangqi": RULEBOOKS,
    "weiqi": WEIQI_RULEBOOKS,
}


def register_rulebook(name: str, book: Rulebook[Played]) -> None:
    """One more of xiangqi, of another package (`games.plugged`)."""
    RULEBOOKS[name] = book


class UnknownRulebookError(LookupError):
    """No rulebook has that name."""

    def __init__(self, name: str, names: Sequence[str]) -> None:
        super().__init__(f"unknown rulebook {name!r} (there are: {', '.join(sorted(names))})")
        self.name = name


def rulebook(name: str) -> Rulebook[Played]:
    try:
        return RULEBOOKS[name]
    except KeyError:
        raise UnknownRulebookError(name, [*RULEBOOKS]) from None


def claims_by(name: str) -> ClaimRules | None:
    """Say what may be claimed by a section's rulebook; None: nothing, also where no rulebook is named."""
    book = RULEBOOKS.get(name)
    return book.claims if book else None


def is_automatic(name: str) -> bool:
    """Whether the rules of that name act by themselves on line."""
    return any(books[name].automatic for books in BY_GAME.values() if name in books)


def require_known(names: Sequence[str]) -> None:
    """Raises `UnknownRulebookError` for the first name that is no rulebook of any game."""
    names_known = [name for books in BY_GAME.values() for name in books]
    for name in names:
        if name not in names_known:
            raise UnknownRulebookError(name, names_known)
