"""Read amounts and results as records of China, Japan, Korea and elsewhere write them in words.

*amount*   points or stones: ``6.5``, ``六目半``, ``3又3/4子``, ``반집``.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Final, NamedTuple

_VULGAR: Final = str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⁄": "/"})
_DIGITS: Final = {digit: value for value, digit in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "两": 2,
    "兩": 2,
}
_NUMERAL: Final = "[零〇一二两兩三四五六七八九十]"
_UNIT: Final = r"目|子|点|點|집|호|points?|pts?\.?|stones?|moku"
_AMOUNT: Final = re.compile(
    rf"""(?P<whole>[0-9]{{1,4}}(?:[.,][0-9]{{1,6}})?(?![0-9./])|{_NUMERAL}{{1,3}}[点點]{_NUMERAL}(?!分之)|{_NUMERAL}{{1,3}}(?!分之))?\s?
    (?P<unit>{_UNIT})?(?:又|と|과)?\s?
    (?:(?P<half>半|반)|(?P<top>[1-9])/(?P<bottom>[248])|(?P<parts>[二四])分之(?P<of>[一三]))?\s?
    (?P<behind>{_UNIT})?棋?""",
    re.VERBOSE | re.IGNORECASE,
)
# A point between figures, as Chinese prints write it.
_DOT: Final = re.compile(r"(?<=[0-9])[·・](?=[0-9])")
_STONES: Final = ("子", "stone")
# Characters of the longest amount or result that is looked at.
_LONGEST: Final = 120


class Amount(NamedTuple):
    """An amount in points, a stone being two."""

    value: Fraction
    # As it is written, empty where it is not.
    unit: str


def narrowed(text: str) -> str:
    """Write the text in plain forms: widths, fractions, signs."""
    plain = unicodedata.normalize("NFKC", text.translate(_VULGAR)).replace("−", "-").strip()
    return _DOT.sub(".", plain)


def amount(text: str) -> Amount | None:
    """The amount that the whole of a narrowed text is."""
    match = _AMOUNT.fullmatch(text.strip())
    return None if match is None else _amount(match)


def amount_in(text: str) -> Amount | None:
    """The first amount in a narrowed text that is none of moves (``257手``)."""
    for match in _AMOUNT.finditer(text):
        if match.group() and not text.startswith(("手", "수"), match.end()):
            value = _amount(match)
            if value is not None:
                return value
    return None


def _amount(match: re.Match[str]) -> Amount | None:
    whole, half, top, parts = match["whole"], match["half"], match["top"], match["parts"]
    if not (whole or half or top or parts):
        return None
    value = Fraction(0)
    if whole:
        value = Fraction(whole.replace(",", ".")) if whole[0].isascii() else Fraction(_numeral(whole))
    if half:
        value += Fraction(1, 2)
    elif top:
        value += Fraction(int(top), int(match["bottom"]))
    elif parts:
        value += Fraction(_DIGITS[match["of"]], _DIGITS[parts])
    unit = (match["unit"] or match["behind"] or "").lower()
    return Amount(2 * value if unit.startswith(_STONES) else value, unit)


def _numeral(text: str) -> Fraction | int:
    """``六``, ``十一``, ``二十``, ``七点五``."""
    whole, point, tenth = re.split("([点點]|$)", text, maxsplit=1)
    if point:
        return _numeral(whole) + Fraction(_DIGITS[tenth], 10)
    tens, sign, ones = text.rpartition("十")
    if not sign:
        return int("".join(str(_DIGITS[digit]) for digit in text))
    before = _DIGITS.get(tens, 1) if len(tens) < 2 else 0
    return 10 * before + _DIGITS.get(ones, 0)


_ABOUT_KOMI: Final = re.compile(
    r"komi|コミ出し|コミ|込み|出し|だし|もらい|互先|先番|黑番|黒番|先[贴貼]|贴目|貼目|黑方|黑|黒|흑|贴|貼|帖|덤|공제|还|還|給|给|白|백"
    r"|,(?![0-9])|[:;、=()\s]",
    re.IGNORECASE,
)
# White gives back, not Black.
_REVERSED: Final = re.compile("逆コミ|もらい|倒[贴貼]|白[贴貼帖还還給给]|逆[贴貼]|역덤")
# In points, and in stones behind it: ``7.5目(3又3/4子)``.
_SAID_TWICE: Final = re.compile(
    r"([^()0-9一二三四五六七八九半]*+[0-9一二三四五六七八九半][^()]*+)"
    r"\(([^()0-9一二三四五六七八九半]*+[0-9一二三四五六七八九半][^()]*+)\)"
)
_NO_KOMI: Final = frozenset(["none", "no", "無", "无", "なし", "無し", "없음", "不", "노덤", "定先", "정선"])


def komi_in_words(text: str) -> Amount | None:
    """Read what a text gives White; None where it does not say so clearly."""
    plain = narrowed(text[:_LONGEST])
    sign = -1 if plain.startswith("-") or _REVERSED.search(plain) else 1
    if (both := _SAID_TWICE.fullmatch(plain)) is not None:
        in_points, in_stones = komi_in_words(both[1]), komi_in_words(both[2])
        agree = in_points is not None and in_stones is not None and in_points.value == in_stones.value
        return in_points if agree else None
    bare = _ABOUT_KOMI.sub(" ", _REVERSED.sub(" ", plain.lstrip("+-"))).strip()
    if bare.lower() in _NO_KOMI:
        return Amount(Fraction(0), "")
    value = amount(re.sub(r" +", " ", bare))
    return None if value is None else Amount(sign * value.value, value.unit)


_SIDES: Final = re.compile(
    r"(?P<black>黑|黒|흑|black|先番|đen|schwarz|noir|negr[oa]s|nero|pret[oa]s|ч[её]рн\w{1,3}|^b(?![a-z])|^ч(?=\s?\+))"
    r"|(?P<white>白|백|white|trắng|wei(?:ß|ss)|blanc|bianco|branc[oa]s|бел\w{1,3}|^w(?![a-z])|^б(?=\s?\+))",
    re.IGNORECASE,
)
_LOST: Final = re.compile(
    r"认输|認輸|认负|認負|投了|投降|负|負|败|敗|输|輸|패|loses|lost|resigns|resigned|"
    r"gibt auf|verliert|abandonne\b|abandonan?\b|perd\b|pierden?\b|сдал\w{1,2}|проигр\w{2,4}|"
    r"thua|bỏ cuộc|đầu hàng$|hết giờ$|超时$|超時$|時間切れ$|弃权$|棄権$|棄權$|돌\s?던짐",
    re.IGNORECASE,
)
_WON: Final = re.compile(
    r"胜|勝|赢|贏|승|불계(?!패)|不[计計](?![负負败敗])|wins?\b|won\b|winner|beats?|gewinnt|thắng|gagne|ganan?\b|vincono|vincem?\b|выигр\w{2,4}|побед\w{2,3}|\+",
    re.IGNORECASE,
)
_HOW: Final = (
    (
        "R",
        re.compile(
            r"中盘|中盤|中押|불계|돌\s?던짐|不计|不計|认输|認輸|认负|認負|投了|投降|resign|"
            r"đầu hàng|bỏ cuộc|aufgabe|gibt auf|abandon|сда[чл]|\+\s*res|\+\s*r\b",
            re.IGNORECASE,
        ),
    ),
    ("T", re.compile(r"超时|超時|时间|時間|时限|시간|hết giờ|time|\+\s*t\b", re.IGNORECASE)),
    (
        "F",
        re.compile(
            r"反则|反則|犯规|犯規|弃权|棄権|棄權|不战|不戦|不戰|违例|違例|반칙|기권|부전|forf|default|\+\s*f\b",
            re.IGNORECASE,
        ),
    ),
)
_WHOLE: Final = {
    "0": (
        "和",
        "和棋",
        "和局",
        "平",
        "平局",
        "持碁",
        "持棋",
        "ジゴ",
        "持碁(ジゴ)",
        "무승부",
        "빅",
        "draw",
        "jigo",
        "tie",
    ),
    "VOID": (
        "无胜负",
        "無勝負",
        "三コウ無勝負",
        "長生無勝負",
        "长生无胜负",
        "四劫循环无胜负",
        "无结果",
        "無結果",
        "无效",
        "無効",
        "三劫循环",
        "三劫循环无胜负",
        "三劫循環無勝負",
        "무효",
        "no result",
        "void",
    ),
    "BOTH LOST": ("双败", "雙敗", "双负", "雙負", "双方负", "両負け", "両者負け", "both lost", "both lose"),
    "B+": ("1-0",),
    "W+": ("0-1",),
}
_MEANT: Final = {text: meant for meant, texts in _WHOLE.items() for text in texts}


# ``1-0 (R)``, ``0-1 T``.
_SCORE_AND_HOW: Final = re.compile(
    r"(?P<winner>1-0|0-1)\s?[(+,]?\s?(?P<how>[rtf])(?:es|esign|esigns|esignation|ime|orfeit)?\)?",
    re.IGNORECASE,
)
# ``黑贴3又3/4子，白胜1/4子``: what is given back names a side as well, and says nothing of who won.
_KOMI_FIRST: Final = re.compile(r"(?:黑|黒|白)?[方番]?[贴貼帖还還][^,;、]{1,16}[,;、\s]\s?(?=黑|黒|白)")
_BEFORE_SIDE: Final = re.compile(
    r"(?P<words>(?:winner|胜者|勝者|胜方|勝方|负者|負者|败者|敗者|[^\s:：]{0,12}?"
    r"(?<![胜勝])(?:胜|勝|负|負|败|敗)(?:ち|け)?|[^\s:：]{0,12}[승패]))[\s:：]{1,3}"
    r"(?P<side>黑方?|黒番?|白[方番]?|흑|백|black|white)",
    re.IGNORECASE,
)


def result_in_words(text: str) -> tuple[str, Amount | None] | None:
    """Read a result as SGF writes it (``B+R``, ``W+``, ``0``), and its number where it was counted; or
    None."""
    plain = _KOMI_FIRST.sub("", narrowed(text[:_LONGEST]).strip(" .。!！"), count=1)
    if score := _SCORE_AND_HOW.fullmatch(plain):
        return f"{'BW'[score['winner'] == '0-1']}+{score['how'].upper()}", None
    if meant := _MEANT.get(plain.lower()):
        return meant, None
    side = _SIDES.search(plain)
    if side is None:
        return None
    if match := _BEFORE_SIDE.fullmatch(plain):
        # ``中押し勝ち 黒``, ``Winner: Black``.
        plain = f"{match['side']} {match['words']}"
        side = _SIDES.match(plain) or side
    before = _SIDES.search(plain, side.end())
    clause = plain[side.start() : before.start() if before and _verb(plain, side, before) else None]
    won, lost = _WON.search(clause), _LOST.search(clause)
    if not (won or lost):
        return None
    loses = lost is not None and (won is None or lost.start() < won.start())
    if lost and won and re.search(r"(负|負|败|敗|输|輸|패)$", clause):
        loses = True
    if won and re.search(r"by\s+resign|on\s+time|by\s+time|by\s+forfeit", clause, re.IGNORECASE):
        loses = False
    winner = "BW"[(side["white"] is not None) != loses]
    counted = amount_in(clause)
    # ``白胜(黑超时)``: how it was lost stands with the loser.
    how = clause if counted else plain[side.start() :]
    for letter, pattern in _HOW:
        if pattern.search(how):
            return f"{winner}+{letter}", None
    return f"{winner}+", counted


def _verb(plain: str, side: re.Match[str], after: re.Match[str]) -> bool:
    """Whether all is said before the second side is named (``黑胜白负``)."""
    between = plain[side.end() : after.start()]
    return bool(_WON.search(between) or _LOST.search(between))


_HANDICAP: Final = re.compile(
    rf"(?:让|讓|授|handicap|置碁|접바둑)?\s?([0-9]{{1,2}}|{_NUMERAL}{{1,2}})\s?(?:子|目|점|stones?)?(?:局)?",
    re.I,
)
_EVEN: Final = frozenset(
    [
        "",
        "none",
        "无",
        "無",
        "互先",
        "分先",
        "猜先",
        "호선",
        "定先",
        "让先",
        "讓先",
        "先",
        "정선",
        "even",
        "-",
    ]
)


def handicap_in_words(text: str) -> int | None:
    """Read how many handicap stones a text names (``让二子``); None where it does not say."""
    plain = narrowed(text[:_LONGEST])
    if plain.lower() in _EVEN:
        return 0
    match = _HANDICAP.fullmatch(plain)
    if match is None:
        return None
    return int(match[1] if match[1][0].isascii() else _numeral(match[1]))


_SIZE: Final = re.compile(
    r"([0-9]{1,2})\s?(?:[x×*:]\s?([0-9]{1,2})|路|줄|lines?)?\s?(?:盘|盤)?", re.IGNORECASE
)


def size_in_words(text: str) -> int | None:
    """Read the lines of a board (``19x19``, ``19路``); None for what is none, or not square."""
    match = _SIZE.fullmatch(narrowed(text[:_LONGEST]))
    return int(match[1]) if match and match[2] in (None, match[1]) else None
