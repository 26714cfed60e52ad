"""Take away what people, pages and programs put around moves: numbers, sides, arrows, marks, quotes,
times."""

from __future__ import annotations

import html
import re
import unicodedata
from typing import Final

_GLYPH: Final = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒"
_DIGIT: Final = "一二三四五六七八九1-9１-９"
_TURN: Final = "进進退平上下"
_MOVE: Final = rf"(?:[{_GLYPH}][前后後中{_DIGIT}]|[前中后後一二三四五][{_GLYPH}])[{_TURN}][{_DIGIT}]"
_SQUARES: Final = r"[a-i](?:10|\d)-?[a-i](?:10|\d)(?![a-z0-9])"
# ①, ⑴, ⒈, ❶, ㈠: numbers that are one character.
_COUNTED: Final = {
    **{0x2460 + place: f" {place + 1}." for place in range(20)},
    **{0x2474 + place: f" {place + 1}." for place in range(20)},
    **{0x2488 + place: f" {place + 1}." for place in range(20)},
    **{
        first + place: f" {place + 1}."
        for first in (0x2776, 0x2780, 0x278A, 0x24F5, 0x3220, 0x3280)
        for place in range(10)
    },
    **{0x24EB + place: f" {place + 11}." for place in range(10)},
}
_SIGNS: Final = re.compile(f"[{''.join(map(chr, _COUNTED))}]")
_CHAPTER: Final = re.compile(
    rf"第[ \t]?(?:\d{{1,3}}|[{_DIGIT}十百零〇]{{1,5}})[ \t]?(?:回合|着|招|步)[ \t]?[:：.、]?"
)
_NUMBER: Final = re.compile(rf"(?:(?<=[{_TURN}][{_DIGIT}])|(?<![\w.]))(\d{{1,3}})(?={_MOVE})")
_ENGLISH: Final = r"[KAEHRCPN][1-9+-][=+.-][1-9]"
_NUMBER_DASH: Final = re.compile(rf"^([ \t]*\d{{1,3}})[-–](?:[ \t]|(?={_ENGLISH}))", re.MULTILINE)
_NUMBER_SAID: Final = re.compile(
    r"^[ \t]*(?:#|№|nr\.?|no\.?|move|nước|zug|coup|ход)[ \t]?(\d{1,3})[.:)]?(?=[ \t])",
    re.MULTILINE | re.IGNORECASE,
)
# The time of a message, or of a move, before it.
_STAMP: Final = re.compile(r"^[ \t]*[\[(]\d{1,2}:\d\d(?::\d\d)?[\])][ \t]*", re.MULTILINE)
# The same, behind the move.
_TAKEN: Final = re.compile(r"(?<=\S)[ \t　]{0,3}[(（\[]\d{1,3}[:：]\d\d(?:[:：.]\d\d)?[)）\]]")
_BULLET: Final = re.compile(rf"^[ \t]*[-*•·–][ \t]{{1,3}}(?={_MOVE}|{_SQUARES}|{_ENGLISH})", re.MULTILINE)
_LONE_SLASH: Final = re.compile(r"(?<=[ \t])/(?=[ \t])")
_NUMBER_BRACKET: Final = re.compile(
    r"(?:^|(?<=[;；,，。]))([ \t]*\d{1,3})[)）/](?=[ \t　]*[^\W\d_])", re.MULTILINE
)
# A move in the letters of East Asia, which are as wide as a glyph.
_WIDE: Final = re.compile(
    "[Ａ-Ｉａ-ｉ][０-９][－–—-]?[Ａ-Ｉａ-ｉ][０-９]|[Ａ-Ｚａ-ｚ][０-９＋－][＝＋－．][０-９]"
)
_STOP: Final = re.compile(r"[。；](?=[ \t]?\d{1,3}[.．、])")
_SIDE: Final = re.compile(
    rf"(?<!\w)(?:(?:红方?|紅方?|黑方?|先手|后手|後手)[ \t]?[:：]?|(?:red|black)[ \t]?[:：])[ \t　]{{0,3}}"
    rf"(?={_MOVE}|{_SQUARES}|[KAEHRCPN][1-9+-][=+.-][1-9])",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    r"^[ \t]*[\[【（(]?(?:game moves|move ?list|moves?|着法|著法|走法|招法|行棋|棋谱|棋譜|对局|對局|nước đi)"
    r"[ \t]?[\]】）)]?[ \t]?[:：=]?[ \t　]{0,9}"
    rf"(?=(?:\d{{1,3}}[.．、][ \t]?)?(?:{_MOVE}|{_SQUARES}|[CHRPNKAE][1-9+-][=+.-][1-9]))",
    re.MULTILINE | re.IGNORECASE,
)
_BETWEEN: Final = re.compile(
    rf"(?<=[{_TURN}][{_DIGIT}])[ \t]?[/\-—–→>~～”\"’']{{1,3}}[ \t]?(?={_MOVE}|[“\"‘'])"
)
_QUOTED: Final = re.compile(rf"[“\"‘']({_MOVE})[”\"’']?")
_PAIR: Final = re.compile(
    r"(?<![\w\-])([a-i](?:10|\d))(?:->|=>|[→:_–—])([a-i](?:10|\d))(?![\w\-])", re.IGNORECASE
)
_APART: Final = re.compile(r"\s{0,9}(?:[a-i](?:10|\d)[ \t][a-i](?:10|\d)\s{1,9}){2,400}", re.IGNORECASE)
_TWO: Final = re.compile(r"([a-i](?:10|\d))[ \t]([a-i](?:10|\d))", re.IGNORECASE)
_LISTED: Final = re.compile(
    rf"[\[\s]{{0,9}}(?:[\"']?{_SQUARES}[\"']?[\s,;|\]]{{0,9}}){{2,400}}", re.IGNORECASE
)
_TIME: Final = re.compile(rf"(?<=[{_TURN}][{_DIGIT}])[ \t]{{1,4}}\d{{1,2}}[:：]\d\d(?:[:：]\d\d)?(?=\s|$)")
_PAGE: Final = re.compile(
    r"<(?:br|p|pre|div|span|td|tr|li|b|font|table|code)\b[^<>]{0,200}/?>", re.IGNORECASE
)
_ENDS: Final = re.compile(r"<br[^<>]{0,200}>|</(?:p|div|tr|li)>", re.IGNORECASE)
_MARK: Final = re.compile(r"</?[a-z][^<>]{0,200}>", re.IGNORECASE)
_ENTITY: Final = re.compile(r"&(?:[a-z]{2,8}|#\d{2,6});", re.IGNORECASE)
_FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)
_REPLIES: Final = re.compile(r"^[ \t]{0,9}>[^\n]{0,500}\n[ \t]{0,9}>", re.MULTILINE)
_REPLY: Final = re.compile(r"^[ \t]*(?:>[ \t]?){1,9}", re.MULTILINE)


# Lines stay lines; what is no move stays as it stands.
def without_marks(text: str) -> str:
    """A text without the marks of a page, of a letter that is answered, of a message."""
    if _PAGE.search(text):
        text = _MARK.sub(" ", _ENDS.sub("\n", text))
    if _ENTITY.search(text):
        text = html.unescape(text).replace("\xa0", " ")
    if "```" in text or "~~~" in text:
        text = _FENCE.sub("", text)
    if text.lstrip()[:1] == ">" or _REPLIES.search(text):
        text = _REPLY.sub("", text)
    bare = text.strip()
    if bare[:1] in ('"', "“") and bare[-1:] in ('"', "”") and not set(bare[1:-1]) & set('"“”'):
        text = text.replace(bare, bare[1:-1])
    return text


def tidied_moves(text: str) -> str:
    """A text in which moves stand by themselves, with a point behind their number."""
    if _SIGNS.search(text):
        text = text.translate(_COUNTED)
    text = _WIDE.sub(lambda match: unicodedata.normalize("NFKC", match.group()), text)
    if "第" in text:
        text = _CHAPTER.sub(" ", text)
    for pattern, instead in (
        (_LABEL, ""),
        (_SIDE, " "),
        (_NUMBER, r" \1."),
        (_STOP, " "),
        (_QUOTED, r" \1 "),
        (_BETWEEN, " "),
        (_TIME, ""),
        (_PAIR, r"\1\2"),
        (_NUMBER_DASH, r"\1. "),
        (_NUMBER_BRACKET, r"\1. "),
        (_NUMBER_SAID, r"\1. "),
        (_STAMP, ""),
        (_TAKEN, ""),
        (_BULLET, ""),
        (_LONE_SLASH, " "),
    ):
        text = pattern.sub(instead, text)
    if _APART.fullmatch(f"{text}\n"):
        return _TWO.sub(r"\1\2", text)
    if _LISTED.fullmatch(text):
        return re.sub(r"[\[\]\"',;|]", " ", text)
    return text
