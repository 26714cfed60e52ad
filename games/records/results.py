"""Results of xiangqi as people write them: signs, points, words in several languages."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from games.records.game import BLACK_WON, DRAWN, RED_WON, UNKNOWN
from tournaments.state.causes import BY_WORD

LONGEST: Final = 60

_SIGNS: Final = {
    **dict.fromkeys(["1-0", "2-0", "+-", "+--", "1-0-0"], RED_WON),
    **dict.fromkeys(["0-1", "0-2", "-+", "--+"], BLACK_WON),
    **dict.fromkeys(["1/2-1/2", "1/2", "0.5-0.5", ".5-.5", "1-1", "=-="], DRAWN),
    "*": UNKNOWN,
}
_WORDS: Final = {
    **dict.fromkeys(
        [
            *(
                "和",
                "和棋",
                "和局",
                "和了",
                "先和",
                "弈和",
                "战和",
                "戰和",
                "平",
                "平局",
                "平手",
                "平分秋色",
                "言和",
            ),
            *(
                "红先和",
                "紅先和",
                "双方和",
                "双方和棋",
                "雙方和棋",
                "双方言和",
                "雙方言和",
                "双方议和",
                "雙方議和",
                "判和",
                "作和",
            ),
            *(
                "握手言和",
                "红黑和",
                "提和",
                "长将和",
                "draw",
                "drawn",
                "drawn game",
                "tie",
                "draw agreed",
                "remis",
                "patta",
            ),
            *(
                "hòa",
                "hoà",
                "hoa",
                "cờ hòa",
                "cờ hoà",
                "hai bên hòa",
                "nulle",
                "partie nulle",
                "unentschieden",
                "remise",
                "tablas",
                "empate",
                "pareggio",
                "ничья",
                "引き分け",
                "引分",
                "引分け",
                "무승부",
                "비김",
                "game drawn",
                "drawn by agreement",
            ),
        ],
        DRAWN,
    ),
    **dict.fromkeys(
        ["未知", "不明", "不详", "未完", "未结束", "对局中", "unknown", "unfinished", "none"], UNKNOWN
    ),
}
_RED: Final = (
    r"rot|weiß|weiss|rouges?|blancs?|rojas?|rojo|blancas|rosso|bianco|vermelh[oa]s?|brancas|красные|белые|赤方?|홍|"
    r"红方|紅方|红棋|紅棋|帅方|帥方|先手方|先手|红|紅|先|red|white|đỏ|đo|tiên|trắng"
)
_BLACK: Final = (
    r"schwarz|noirs?|negras?|negro|nero|pret[oa]s?|ч[её]рные|黒方?|흑|"
    r"黑方|黑棋|将方|將方|后手方|後手方|后手|後手|黑|后|後|black|đen|hậu|xanh"
)
_WIN: Final = (
    r"gewinnt|siegt|gagnent|gagne|ganan?|vincono|vince|vencem?|выиграли|победили|выигрывают|"
    r"の勝ち|勝ち|승리?|先胜|先勝|胜利|勝利|获胜|獲勝|得胜|得勝|胜|勝|赢|贏|wins|win|won|thắng"
)
_LOSS: Final = (
    r"gibt auf|verliert|abandonnent|abandonne|perdent|perd|abandonan?|pierden?|"
    r"сдались|проиграли|の負け|負け|投了|패|"
    r"先负|先負|先败|认输|認輸|认负|認負|投子认输|投降|超时负|超時負|超时|超時|犯规|违例|弃权|棄權|失败|负|負|败|敗|输|輸|"
    r"resigns|resigned|resign|loses|lost|loss|times out|timeout|forfeits|thua"
)
_ABOUT: Final = (
    r"(?:投子|绝杀|絕殺|困毙|困斃|超时|超時|认输|犯规|违例|弃权|中局|残局|终局|终|最终|"
    r"has|had|is|side|player|bên|quân|cờ)?"
)
_SIDE_AND_WORD: Final = re.compile(
    rf"(?:(?P<red>{_RED})|(?P<black>{_BLACK})) ?{_ABOUT} ?(?:(?P<win>{_WIN})|(?P<loss>{_LOSS}))"
    rf"(?: ?(?:{_RED}|{_BLACK}) ?(?:{_WIN}|{_LOSS}))?(?: game| on time| by [a-z ]{{3,30}})?"
)
_NARROW: Final = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣:∶", "-"))
_VULGAR: Final = str.maketrans({"½": "1/2"})
_ASIDE: Final = re.compile(r"[(\[{][^()\[\]{}]{0,40}[)\]}]$")


_LABEL: Final = re.compile(
    r"^(?:比赛结果|比賽結果|结果|結果|赛果|胜负|result|kết quả) ?[:：]? ?", re.IGNORECASE
)
# ``红胜 超时``: how the game ended, behind who won.
_HOW_BEHIND: Final = re.compile(rf"[ (]({'|'.join(BY_WORD)})\)?$")
_PART: Final = re.compile(r"[,，;；、]")


@lru_cache(maxsize=4096)
def result_of(text: str) -> str | None:
    """The result that a text states, None where it states none."""
    if len(text) > LONGEST:
        return None
    if not text.strip():
        return UNKNOWN
    bare = unicodedata.normalize("NFKC", text.translate(_VULGAR)).strip()
    bare = _LABEL.sub("", bare) if len(bare) > 2 else bare
    return _stated(bare) or _stated(_HOW_BEHIND.sub("", bare)) or _stated(_PART.split(bare, maxsplit=1)[0])


def _stated(text: str) -> str | None:
    plain = text.translate(_NARROW).strip()
    if len(plain) > 2:
        plain = (
            plain.strip("()[]{}【】 .。!！")
            if plain[0] in "([{【"
            else _ASIDE.sub("", plain).strip(" .。!！")
        )
    if not plain:
        return None
    signs = plain.replace(" ", "")
    if signs in _SIGNS:
        return _SIGNS[signs]
    words = unicodedata.normalize("NFC", " ".join(plain.casefold().split()))
    if words in _WORDS or words.replace(" ", "") in _WORDS:
        return _WORDS.get(words) or _WORDS[words.replace(" ", "")]
    match = _SIDE_AND_WORD.fullmatch(words)
    if match is None:
        return None
    return RED_WON if (match["red"] is not None) == (match["win"] is not None) else BLACK_WON
