"""Why a game has the result it has: one list of causes for both games, for desks, files, pages and programs.

*cause*     how the game came to its result; empty: by ordinary play, or it was not said
*outcome*   a result as a cause can have it: ``1-0 1/2 0-1``, ``0-0`` (played, and both lost), ``1/2-0 0-1/2``
            (one side has what a draw gives, the other nothing), ``+- -+ --``
*article*   of the section's rulebook, by which the result is decided
*margin*    of a count, in quarters of a stone above the line, as ``games.weiqi`` has it

Sources of the articles: WXC 2015 (3, 4.3, 5), AXF, Tiantian 2020, xiangqi.com, the Chinese rules of weiqi (6,
7.2, 9, 11, 17 to 24, 29).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Final

XIANGQI: Final = ("xiangqi",)
WEIQI: Final = ("weiqi",)
BOTH_GAMES: Final = (*XIANGQI, *WEIQI)
DECIDED: Final = ("1-0", "0-1")
DRAWN: Final = ("1/2",)
BOTH_LOST: Final = ("0-0",)
HALF_LOST: Final = ("1/2-0", "0-1/2")
NOT_BY_PLAY: Final = (*BOTH_LOST, *HALF_LOST)
WON_BY_FORFEIT: Final = ("+-", "-+")
FORFEITS: Final = (*WON_BY_FORFEIT, "--")
_FORFEITED: Final = {"1-0": "+-", "0-1": "-+", "0-0": "--"}
_ARTICLE: Final = re.compile(r"AXF|(AXF )?[0-9]{1,3}(\.[0-9]{1,2}){0,2}(, ?[0-9]{1,3}(\.[0-9]{1,2}){0,2})?")
# No board has more points.
MOST_MARGIN: Final = 4 * 361


class ResultCause(StrEnum):
    PLAY = ""
    RESIGNATION = "resignation"
    MATE = "mate"
    STALEMATE = "stalemate"
    AGREEMENT = "agreement"
    COUNT = "count"
    TIME = "time"
    NATURAL_LIMIT = "natural-limit"
    MOVE_LIMIT = "move-limit"
    NO_CROSSING = "no-crossing"
    REPETITION = "repetition"
    CLAIM = "claim"
    WRONG_CLAIM = "wrong-claim"
    FOULS = "fouls"
    ILLEGAL_MOVE = "illegal-move"
    LATE = "late"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"
    BOTH_LOSE = "both-lose"
    NO_RESULT = "no-result"
    ARBITER = "arbiter"


class Termination(StrEnum):
    """``Termination`` of a PGN file, in the words of its supplement of 2001."""

    NORMAL = "normal"
    TIME = "time forfeit"
    RULES = "rules infraction"
    ABANDONED = "abandoned"
    ADJUDICATION = "adjudication"


@dataclass(frozen=True, slots=True)
class CauseRow:
    """``key``: the letter of it behind a result at the desk; ``chinese``: the word of it there and in files;
    ``articles``: by rulebook; ``only``: a rulebook without an article does not know it; ``in_lists``: public
    lists say it; ``sgf``: what SGF has behind ``B+`` or ``W+``."""

    key: str
    chinese: str
    outcomes: Sequence[str]
    termination: Termination = Termination.NORMAL
    games: Sequence[str] = BOTH_GAMES
    articles: Mapping[str, Sequence[str]] = field(default_factory=dict)
    only: bool = False
    in_lists: bool = True
    sgf: str = ""


def _weiqi(*articles: str) -> Mapping[str, Sequence[str]]:
    return {"weiqi": articles, "weiqi-strict": articles}


# The AXF's articles that decide; 12 and 13 say what protects.
_REPEATING: Final = tuple(str(article) for article in (*range(1, 12), 14))

# Everything but ordinary play, in the order in which it is offered.
CAUSES: Final[Mapping[ResultCause, CauseRow]] = MappingProxyType(
    {
        ResultCause.RESIGNATION: CauseRow(
            "r", "认输", DECIDED, articles=_weiqi("7.2"), in_lists=False, sgf="R"
        ),
        ResultCause.MATE: CauseRow("m", "将死", DECIDED, games=XIANGQI, in_lists=False),
        ResultCause.STALEMATE: CauseRow("s", "困毙", DECIDED, games=XIANGQI, in_lists=False),
        ResultCause.AGREEMENT: CauseRow("a", "议和", DRAWN, in_lists=False),
        ResultCause.COUNT: CauseRow("k", "数子", (*DECIDED, *DRAWN), games=WEIQI, articles=_weiqi("9", "11")),
        ResultCause.TIME: CauseRow(
            "t",
            "超时",
            DECIDED,
            Termination.TIME,
            articles={"wxc2015": ("3",), "tiantian2020": ("4",)},
            sgf="T",
        ),
        ResultCause.NATURAL_LIMIT: CauseRow(
            "n",
            "自然限着",
            DRAWN,
            games=XIANGQI,
            articles={"wxc2015": ("5",), "tiantian2020": ("1.6",), "xiangqi-com": ("4",)},
            only=True,
        ),
        ResultCause.MOVE_LIMIT: CauseRow(
            "v", "步数上限", DRAWN, games=XIANGQI, articles={"tiantian2020": ("1.7",)}, only=True
        ),
        ResultCause.NO_CROSSING: CauseRow(
            "o", "无过河子", DRAWN, games=XIANGQI, articles={"tiantian2020": ("1.1",)}, only=True
        ),
        ResultCause.REPETITION: CauseRow(
            "p",
            "重复",
            (*DECIDED, *DRAWN),
            Termination.RULES,
            articles={
                "axf": _REPEATING,
                "wxc2015": tuple(f"AXF {article}" for article in _REPEATING),
                "tiantian2020": ("1.2", "1.3", "1.4", "1.5", "2.1", "2.2", "2.3"),
                "xiangqi-com": ("1", "2", "3"),
                **_weiqi("6", "20"),
            },
            sgf="F",
        ),
        ResultCause.CLAIM: CauseRow(
            "c", "提和", (*DECIDED, *DRAWN), games=XIANGQI, articles={"wxc2015": ("5",)}, only=True
        ),
        ResultCause.WRONG_CLAIM: CauseRow(
            "w",
            "误判提和",
            DECIDED,
            Termination.RULES,
            games=XIANGQI,
            articles={"wxc2015": ("5",)},
            only=True,
        ),
        ResultCause.FOULS: CauseRow(
            # Where both have too many, nobody has won what was not played to its end.
            "f",
            "犯规",
            (*DECIDED, "--"),
            Termination.RULES,
            articles={"wxc2015": ("4.3",), **_weiqi("24")},
            sgf="F",
        ),
        ResultCause.ILLEGAL_MOVE: CauseRow("i", "违例着法", (*DECIDED, *DRAWN), Termination.RULES, sgf="F"),
        ResultCause.LATE: CauseRow(
            "l", "迟到", FORFEITS, Termination.ABANDONED, articles={"tiantian2020": ("3",)}, sgf="F"
        ),
        ResultCause.ABSENT: CauseRow(
            "x", "缺席", FORFEITS, Termination.ABANDONED, articles={"tiantian2020": ("3",)}, sgf="F"
        ),
        ResultCause.WITHDRAWN: CauseRow(
            "e", "退赛", FORFEITS, Termination.ABANDONED, articles=_weiqi("29"), sgf="F"
        ),
        ResultCause.BOTH_LOSE: CauseRow(
            "b",
            "双方判负",
            BOTH_LOST,
            Termination.RULES,
            articles=_weiqi("17", "18", "19", "20", "21", "22", "23", "24"),
        ),
        ResultCause.NO_RESULT: CauseRow(
            "z", "无胜负", DRAWN, Termination.ADJUDICATION, games=WEIQI, articles=_weiqi("6", "20")
        ),
        ResultCause.ARBITER: CauseRow(
            "d",
            "裁判裁定",
            (*DECIDED, *DRAWN, *BOTH_LOST, *HALF_LOST, *FORFEITS),
            Termination.ADJUDICATION,
            articles={"tiantian2020": ("5",)},
        ),
    }
)
BY_KEY: Final[Mapping[str, ResultCause]] = MappingProxyType({row.key: cause for cause, row in CAUSES.items()})
# As people write them in Chinese.
BY_WORD: Final[Mapping[str, ResultCause]] = MappingProxyType(
    {
        **{row.chinese: cause for cause, row in CAUSES.items()},
        "認輸": ResultCause.RESIGNATION,
        "中盘": ResultCause.RESIGNATION,
        "將死": ResultCause.MATE,
        "困斃": ResultCause.STALEMATE,
        "議和": ResultCause.AGREEMENT,
        "數子": ResultCause.COUNT,
        "超時": ResultCause.TIME,
        "遲到": ResultCause.LATE,
        "犯規": ResultCause.FOULS,
        "弃权": ResultCause.ABSENT,
        "棄權": ResultCause.ABSENT,
        "違例": ResultCause.ILLEGAL_MOVE,
    }
)


# Players say these of their own game; the rest is the referee's.
OF_PLAYERS: Final = (
    *(
        ResultCause.RESIGNATION,
        ResultCause.MATE,
        ResultCause.STALEMATE,
        ResultCause.AGREEMENT,
        ResultCause.COUNT,
        ResultCause.TIME,
    ),
)


def cause_outcome(value: str, forfeit: bool) -> str:
    """A result as `CauseRow.outcomes` has it."""
    return _FORFEITED.get(value, value) if forfeit else value


def causes_of(game: str, rulebook: str) -> list[ResultCause]:
    """Those that a section of this game and rulebook knows."""
    return [cause for cause in CAUSES if game in CAUSES[cause].games and is_known(cause, rulebook)]


def is_known(cause: ResultCause, rulebook: str) -> bool:
    """Whether the rulebook knows such an end; without a rulebook everything may be said."""
    return (
        cause is ResultCause.PLAY
        or not rulebook
        or not CAUSES[cause].only
        or rulebook in CAUSES[cause].articles
    )


def allows(cause: ResultCause, outcome: str, game: str) -> bool:
    """Tell whether a game can have this result by this cause."""
    if cause is ResultCause.PLAY:
        # A side loses without the other winning only where it is said by what.
        return outcome not in NOT_BY_PLAY
    # In weiqi both lose then.
    if outcome in HALF_LOST and game in WEIQI:
        return False
    return game in CAUSES[cause].games and outcome in CAUSES[cause].outcomes


def articles_of(cause: ResultCause, rulebook: str) -> Sequence[str]:
    """The articles of the rulebook by which it may be decided."""
    return () if cause is ResultCause.PLAY else CAUSES[cause].articles.get(rulebook, ())


def is_article(text: str) -> bool:
    """Whether it can be the number of an article: ``4.3``, ``AXF 1``, ``6, 20``; nothing else is kept."""
    return _ARTICLE.fullmatch(text) is not None


def article_for(cause: ResultCause, rulebook: str, article: str) -> str:
    """``article``, else the only one that there is."""
    articles = articles_of(cause, rulebook)
    return article or (articles[0] if len(articles) == 1 else "")


def is_in_lists(cause: str) -> bool:
    """Whether public lists say it. A cause that this version does not know is said as it is."""
    return bool(cause) and (cause not in CAUSES or CAUSES[ResultCause(cause)].in_lists)


def termination_of(cause: str, value: str, forfeit: bool) -> str:
    """``Termination`` of PGN."""
    if not cause:
        return Termination.ABANDONED if forfeit else Termination.NORMAL
    row = CAUSES[ResultCause(cause)]
    if cause == ResultCause.REPETITION and value == "1/2":
        return Termination.NORMAL
    return row.termination


def sgf_result(value: str, forfeit: bool, cause: str, margin: int | None) -> str:
    """``RE`` of SGF: ``B+R``, ``W+T``, ``B+1.5``, ``0``, ``Void``, ``?``."""
    if cause == ResultCause.NO_RESULT:
        return "Void"
    if value not in DECIDED:
        return "0" if value in DRAWN else "?"
    winner = "B+" if value == "1-0" else "W+"
    if cause == ResultCause.COUNT and margin is not None:
        # SGF counts the difference of the areas, twice what one side is above the line.
        return f"{winner}{margin // 2}{'.5' if margin % 2 else ''}"
    return winner + (CAUSES[ResultCause(cause)].sgf if cause else "F" if forfeit else "")


def cause_from_termination(termination: str, details: str = "") -> ResultCause:
    """Read the cause that a PGN file's termination says; `ResultCause.PLAY`: none that is known."""
    # The details say more: the tag alone knows few words.
    for text in (details, termination):
        plain = text.strip().lower()
        if plain in set(ResultCause) and plain:
            return ResultCause(plain)
        if plain in BY_WORD:
            return BY_WORD[plain]
    return {
        "time forfeit": ResultCause.TIME,
        "abandoned": ResultCause.ABSENT,
        "adjudication": ResultCause.ARBITER,
    }.get(termination.strip().lower(), ResultCause.PLAY)


def read_margin(text: str) -> int | None:
    """``3.75``, ``1/4`` or ``3`` stones above the line, in quarters; None for what is no such number."""
    try:
        quarters = Fraction(text) * 4
    except (ValueError, ZeroDivisionError):
        return None
    return int(quarters) if quarters.denominator == 1 and 0 < quarters <= MOST_MARGIN else None
