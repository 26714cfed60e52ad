"""Find what stands around the moves of a plain text: headings, a position, marks of programs, words below.

*frame*   WXF's ``START{ … }END``, the headings of a site, a line of an engine (``position fen … moves …``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from games.records.headings import headings
from games.records.movetext import LIST_TOKEN, is_plain_move, pieces_of
from games.records.results import result_of
from games.xiangqi.notation import algebraic, coordinates, signless, tokens, vietnamese

_RANK: Final = r"[rnbakcphegRNBAKCPHEG1-9]{1,9}"
FEN: Final = re.compile(
    rf"(?<![A-Za-z0-9])({_RANK}(?:/{_RANK}){{9}}(?:\[-?\])?"
    r"(?:[ _][A-Za-z红紅黑先方]{1,5}(?![A-Za-z0-9.+=-])(?:[ _](?:-|\d{1,4})(?![\d.．、])){0,4})?)"
)
# Ten ranks of whatever letters or glyphs.
_LIKE_FEN: Final = re.compile(
    r"(?<![^\s:：=\"'(\[])"
    r"((?:[A-Za-z\u3400-\u9fff1-9]{1,9}/){9}[A-Za-z\u3400-\u9fff1-9]{1,9})(?!\S)"
)
_ENGINE: Final = re.compile(
    rf"(?:^|[\s>:])(?:position[ \t]{{1,9}})?"
    rf"(?:startpos|(?:fen[ \t]{{1,9}}|(?<=position[ \t]))\"?(?P<fen>"
    rf"{_RANK}(?:/{_RANK}){{9}}[^\n\"]{{0,60}}?)\"?)"
    r"[ \t]{0,9}(?:[ \t\n]moves[ \t]{1,9}(?P<moves>[^\n]*))?$",
    re.MULTILINE | re.IGNORECASE,
)
_MOVES: Final = re.compile(r"[ \t]moves[ \t]")
_WXF: Final = re.compile(
    r"^[ \t]*FORMAT[ \t:=]{1,9}WXF\b|^[ \t]*START[ \t]{0,9}\{", re.MULTILINE | re.IGNORECASE
)
_START: Final = re.compile(r"^[ \t]*START[ \t\n]{0,9}\{", re.MULTILINE | re.IGNORECASE)
_END: Final = re.compile(r"\}[ \t\n]{0,9}END\b", re.IGNORECASE)
_BLOCK: Final = re.compile(
    r"^[ \t]*[A-Z]{3,12}\d{0,3}[ \t\n]{0,9}\{[^}]*\}[ \t]{0,9}END\b", re.MULTILINE | re.IGNORECASE
)
_OF_A_GAME: Final = frozenset(["Title", "Event", "Red", "Black"])
# What a text in WXF is made of: the moves, a line of the head, a block of words.
_PART: Final = re.compile(
    r"^[ \t]*(?:(?P<start>START)[ \t\n]{0,9}\{[^}]*\}?|(?P<head>FORMAT|GAME|EVENT|RED|BLACK)[ \t:=]"
    r"|[A-Z]{3,12}\d{0,3}[ \t\n]{0,9}\{[^}]*\}[ \t]{0,9}END\b)",
    re.MULTILINE | re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"https?://|www\.|\.(?:com|net|org|cn)\b")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_DIRECTION: Final = re.compile(r"[进進退平上下]")
_OVER: Final = frozenset(
    ["end", "the end", "完", "终", "終", "结束", "結束", "全局完", "(完)", "fin", "eof", "}end", "hết"]
)
_DATE: Final = re.compile(r"\d{4}[-./年]\d{1,2}[-./月]\d{1,2}")
_VERSUS: Final = re.compile(
    r"(?:[红紅帅帥]方?[ 　:：]{1,3})?([^\n]{1,60}?)(?:[(（][红紅][)）])?[ 　]{0,3}"
    r"[(（]?(先[胜勝负負和]|[ 　](?:[胜勝负負和]|1-0|0-1|1/2-1/2)[ 　])[)）]?[ 　]{0,3}"
    r"(?:[黑将將]方?[ 　:：]{1,3})?([^\n]{1,60}?)(?:[ 　]{0,3}[(（]黑[)）])?"
)
_OF_RED: Final = {"胜": "1-0", "勝": "1-0", "负": "0-1", "負": "0-1", "和": "1/2-1/2"}


@dataclass(slots=True)
class Frame:
    """The parts of a text."""

    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""
    # Where the moves begin.
    line: int = 1
    # Where the position stands.
    fen_line: int = 1


def frame_of(text: str) -> Frame | None:
    """Take a text apart; None for one without any move."""
    if (match := _engine(text)) is not None:
        return match
    if _WXF.search(text):
        return _wxf(text)
    return _plain(text)


def _engine(text: str) -> Frame | None:
    """The last position of a log with engines that has moves, or the last."""
    last = None
    for match in _ENGINE.finditer(text):
        if match["moves"] or last is None:
            last = match
    if last is None or (
        last["moves"] is None and not re.match(r"\s*position\b", last.group(), re.IGNORECASE)
    ):
        return None
    if last["moves"] is None and _has_move(text[last.end() :].lstrip().partition("\n")[0]):
        return None
    moves = last["moves"] or ""
    line = text.count("\n", 0, last.start("moves") if last["moves"] else last.end()) + 1
    frame = Frame(body=re.split(r"\b(?:banmoves|ponder)\b", moves)[0], line=line, fen_line=line)
    if last["fen"]:
        frame.headers["FEN"] = last["fen"].strip()
    return frame


def _wxf(text: str) -> Frame:
    """Read WXF: a name and its value in each line, then the moves in ``START{ }END``."""
    start = _START.search(text)
    if start is None:
        return _plain(text, tabbed=True) or Frame()
    end = _END.search(text, start.end())
    body = text[start.end() : end.start() if end else None]
    if end is None:
        body = body.rstrip().removesuffix("}")
    frame = Frame(body=body, line=text.count("\n", 0, start.end()) + 1)
    head = _BLOCK.sub(lambda match: "\n" * match.group().count("\n"), text[: start.start()])
    for number, line in enumerate(head.split("\n"), 1):
        _note(frame, line, number, tabbed=True)
    for side in ("Red", "Black"):
        # name; title; rating; team
        name, *others = (part.strip() for part in frame.headers.get(side, "").split(";"))
        if name:
            frame.headers[side] = name
        if team := next((part for part in reversed(others) if part), ""):
            frame.headers.setdefault(f"{side}Team", team)
    return frame


def games_of(text: str) -> Iterator[tuple[str, int]]:
    """Give each game of a text that holds several, and the line that it begins on; else the text."""
    begin, line = 0, 1
    for border in _borders_of_wxf(text) if _WXF.search(text) else _borders_of_headings(text):
        yield text[begin:border], line
        line += text.count("\n", begin, border)
        begin = border
    yield text[begin:], line


def _borders_of_wxf(text: str) -> Iterator[int]:
    in_moves = False
    for match in _PART.finditer(text):
        if (match["start"] or match["head"]) and in_moves:
            yield match.start()
        if match["start"] or match["head"]:
            in_moves = match["start"] is not None


def _borders_of_headings(text: str) -> Iterator[int]:
    """Where headings begin that say anew, behind moves, who plays or what is played."""
    named: set[str] = set()
    moved = False
    border = at = 0
    is_head = False
    for line in text.split("\n"):
        names = {name for name, value in headings(line) if not _has_move(value)} & _OF_A_GAME
        if names:
            border = border if is_head else at
            is_head = True
            if moved and names & named:
                yield border
                named, moved = set(), False
            named |= names
        elif line.strip() and _has_move(line):
            is_head, moved = False, bool(named)
        at += len(line) + 1


def _note(frame: Frame, line: str, number: int, *, tabbed: bool) -> bool:
    """Note a heading, or several, or a position; False where the line is none."""
    named = [
        (name, value)
        for name, value in headings(line, tabbed=tabbed)
        if name != "FEN" or FEN.search(value) or _LIKE_FEN.search(value)
    ]
    for name, value in named:
        if value:
            frame.headers.setdefault(name, value)
            if name == "FEN":
                frame.fen_line = number
    if named:
        return True
    if (match := FEN.search(line[:300])) and "FEN" not in frame.headers:
        frame.headers["FEN"] = match[1]
        frame.fen_line = number
        return not _has_move(line[: match.start()] + line[match.end() :])
    if (match := _LIKE_FEN.search(line[:300])) and "FEN" not in frame.headers:
        # Nobody reads it, and the game is not one from the usual start.
        frame.headers["FEN"] = match[1]
        frame.fen_line = number
        return True
    return False


def _plain(text: str, *, tabbed: bool = False) -> Frame | None:
    lines = text.split("\n")
    frame = Frame()
    words: list[str] = []
    for index, line in enumerate(lines):
        if _note(frame, line, index + 1, tabbed=tabbed or line.lstrip()[:3].casefold() == "fen"):
            if (match := _MOVES.search(line)) is None:
                continue
            frame.headers["FEN"] = _MOVES.split(frame.headers.get("FEN", ""))[0]
            lines[index] = line[match.end() :]
        elif not _has_move(line):
            words.append(line)
            continue
        if heading_words := " ".join(" ".join(words).split()):
            frame.headers["Heading"] = heading_words
            _versus(frame.headers, heading_words)
        frame.line = index + 1
        frame.body = _body(frame, lines[index:])
        return frame
    return None


def _versus(headers: dict[str, str], words: str) -> None:
    """Note who beat whom where nothing but the title says it: ``甲 先胜 乙``."""
    if (match := _VERSUS.fullmatch(words)) is None or {"Red", "Black"} & headers.keys():
        return
    # Red stands first.
    headers["Red"], headers["Black"] = match[1].strip(), match[3].strip()
    sign = match[2].strip("先 　")
    headers.setdefault("Result", _OF_RED.get(sign, sign))


def _body(frame: Frame, lines: list[str]) -> str:
    """The lines from the first move on, with words that stand between them or below as comments."""
    if match := FEN.search(lines[0][:300]):
        lines[0] = lines[0][: match.start()] + lines[0][match.end() :]
        lines[0] = re.sub(r"^\s{0,9}moves\b", "", lines[0], flags=re.IGNORECASE)
    last = max(place for place, line in enumerate(lines) if not place or _has_move(line))
    for place, line in enumerate(lines[1:], 1):
        named = headings(line) if place > last else []
        if named and named[0][0] != "FEN":
            for name, value in named:
                frame.headers.setdefault(name, value)
            lines[place] = ""
        elif place > last and line.strip().casefold() in _OVER:
            lines[place] = ""
        elif _is_words(line):
            lines[place] = _aside(line)
    return "\n".join(lines)


def _aside(line: str) -> str:
    """A line of words as the comment that it is."""
    return line if "{" in line or "}" in line else "{" + line.strip() + "}"


def _is_words(line: str) -> bool:
    """Whether a line says something about the game and holds nothing that could be meant as a move."""
    bare = line.strip()
    if not bare or result_of(bare) is not None or bare[0] in "{(（" or _has_move(bare):
        return False
    if _ADDRESS.search(bare):
        return True
    if bare[0].isdigit() or any(map(_is_attempt, bare.split())):
        return False
    return len(_HAN.findall(bare)) >= 5 or len(bare.split()) >= 4 or (":" in bare or "：" in bare)


def _is_attempt(word: str) -> bool:
    """Whether a word may be meant as a move that nobody can read."""
    if len(word) > 12:
        return False
    if _DIRECTION.search(word) and len(word) <= 6:
        return True
    return word.isascii() and any(map(str.isdigit, word)) and not word.isdigit() and not _DATE.search(word)


def _has_move(line: str) -> bool:
    """Whether a line holds a move, or a number before something that should be one."""
    words = LIST_TOKEN.findall(line[:2000])
    if len(words) > 1 and all(map(algebraic.looks_like, words)) and any(word[0].isupper() for word in words):
        return True
    for place, token in enumerate(words):
        digits = token.lstrip("0123456789０１２３４５６７８９")
        bare = digits.lstrip(".．…。:：")
        if digits not in (token, bare) and not bare and result_of(token) is None:
            return True
        if is_plain_move(token) or (bare and (is_plain_move(bare) or len(pieces_of(bare)) > 1)):
            return True
        if tokens.parse(token):
            return True
        numbered = bare not in (token, digits)
        if bare and (numbered or place < 2) and vietnamese.looks_like(bare):
            return True
        if bare and (
            signless.is_chinese(bare)
            or (
                numbered
                and (algebraic.looks_like(bare) or coordinates.looks_like(bare) or signless.looks_like(bare))
            )
        ):
            return True
    return False
