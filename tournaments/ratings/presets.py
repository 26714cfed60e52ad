"""Systems that a federation can begin with. What FIDE and the EGF publish stands here by name; of the Chinese
association's K, of Vietnam's and of the WXF's method no text was found, so there is none under their names
(RT9): the template has an empty table of K and computes nothing until it is filled."""

from __future__ import annotations

from datetime import date

from tournaments.ratings import gor
from tournaments.ratings.values import (
    Basis,
    Cut,
    FloorRule,
    Formula,
    KStep,
    Performance,
    RatingGap,
    Start,
    System,
)

# B.02 8.3.3; which goes first is FIDE's habit, read from its lists.
_FIDE_K = (
    KStep(40, age_at_most=18, highest_below=2300),
    KStep(40, games_below=30, highest_below=2400),
    KStep(20, highest_below=2400),
    KStep(10),
)
_SINCE_OCTOBER_2025 = Cut(400, 2650, date(2025, 10, 1))


def _fide(code: str, cuts: tuple[Cut, ...], gap: RatingGap | None = None) -> System:
    return System(
        code,
        Formula.FIDE,
        basis=Basis.EVENT_START,
        k=_FIDE_K,
        k_published=True,
        k_games=700,
        cuts=cuts,
        gap=gap,
        floor=1400,
        floor_rule=FloorRule.UNRATE,
        newcomers=Performance(),
        inactive_months=12,
    )


_GAP = RatingGap(600, 2600, date(2024, 12, 1))
FIDE_STANDARD = _fide("fide-standard", (Cut(400), _SINCE_OCTOBER_2025))
FIDE_RAPID = _fide("fide-rapid", (Cut(400),), _GAP)
FIDE_BLITZ = _fide("fide-blitz", (Cut(400),), _GAP)
GOR_2021 = System(
    "gor-2021",
    Formula.GOR,
    game="weiqi",
    basis=Basis.DAY,
    floor=gor.LEAST,
    newcomers=Start(default=None),
    inactive_months=24,
    weights=gor.WEIGHTS,
)
ELO = System(
    "elo",
    Formula.ELO,
    k=(KStep(40, games_below=30), KStep(20, rating_below=2400), KStep(10)),
    cuts=(Cut(400),),
    provisional_below=30,
    inactive_months=24,
)
CHINESE_STYLE = System("chinese-style", Formula.ELO, game="xiangqi", cuts=(Cut(350),), inactive_months=24)
PRESETS: dict[str, System] = {
    system.code: system for system in (FIDE_STANDARD, FIDE_RAPID, FIDE_BLITZ, GOR_2021, ELO, CHINESE_STYLE)
}


def register_preset(name: str, system: System) -> None:
    """One more, of another package (`tournaments.plugged`)."""
    PRESETS[name] = system
