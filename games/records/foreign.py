"""Name files that people send in place of a record: other games, other formats, pictures, archives."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from games.records.signatures import OTHERS, PICTURES, sign_of

_BINARY: Final = (
    (0, b"\0\2\x20\x17", "XQR"),
    (0, b"\xffRenLib\xff", "RenLib (Renju)"),
    (0, b"MXQ", "MXQ"),
)
_SIGNS: Final = tuple(
    (name, re.compile(pattern, re.MULTILINE))
    for name, pattern in (
        (
            "Janggi",
            r"[초한졸병마상사차포장왕](?:(?<=[초한])(?:대국자|차림)|(?<=\b\d\d[졸병마상사차포장왕])\d\d\b)",
        ),
        ("GIB (Tygem)", r"^\\HS|^\\\[GAME|^STO \d{1,3} \d{1,4} [12] \d{1,2} \d{1,2}"),
        ("NGF (Cyberoro, WBaduk)", r"^PM[A-Z]{2}[BW][A-Z]{4}"),
        ("UGF, UGI (PandaNet)", r"^\[(?:Header|Remote)\]"),
        ("Jago XML (Go)", r"<!DOCTYPE Go|<Go>"),
        ("KIF (Shogi)", r"^手合割[:：]|^手数-{2,}指手|^#KIF"),
        ("KI2 (Shogi)", r"[▲△☗☖][１-９][一二三四五六七八九][歩香桂銀金角飛玉]|[▲△☗☖]同"),
        ("CSA (Shogi)", r"^[+-]\d{4}(?:FU|KY|KE|GI|KI|KA|HI|OU|TO|UM|RY)$|^P1-KY"),
        ("USI (Shogi)", r"lnsgkgsnl|\b[1-9][a-i][1-9][a-i]\+? [1-9][a-i][1-9][a-i]\b"),
        ("Piskvork (Gomoku)", r"^Piskvorky"),
        ("GGF (Othello)", r"\(;GM\[Othello\]"),
        (
            "PDN (Draughts)",
            r'^\[GameType "2\d|^(?:[ \t]{0,9}\d{1,3}\. \d{1,2}[-x]\d{1,2} \d{1,2}[-x]\d{1,2}\b)',
        ),
        ("FEN (Chess)", r"\b[rnbqkpRNBQKP1-8]{1,8}(?:/[rnbqkpRNBQKP1-8]{1,8}){7} [wb] (?:-|[KQkq]{1,4}) "),
        ("CBF (象棋桥)", r"<ChineseChessRecord|<chinesechess"),
        (
            "GTP (Go)",
            r"^(?:\d{1,4} )?(?:boardsize \d|genmove [bw]|play (?:b|w|black|white) [A-HJ-Ta-hj-t]\d)",
        ),
        ("URL", r"\A\s{0,9}https?://\S{1,500}\s{0,9}\Z"),
        ("XML", r"\A\s{0,9}<\?xml"),
        ("HTML", r"\A\s{0,9}<(?:!DOCTYPE html|html|HTML|head|body)"),
    )
)
_THOUGHT: Final = re.compile(r"^(?:info (?:depth|score|string|time|nodes)|bestmove) ", re.MULTILINE)
# What an engine answers, and what it was asked: the game stands there.
_ENGINE_POSITION: Final = re.compile(r"^.{0,40}\bposition ", re.MULTILINE)
_GO_POINT: Final = re.compile(r"(?:[BbWw]:?)?[A-HJ-T](?:1\d|[1-9])")
_NOT_A_POINT: Final = re.compile(r"\d{0,3}[.):]?|[BbWw]:?|[Bb]lack:?|[Ww]hite:?|(?i:pass)|黑|白")
_LOOKED_AT: Final = 10_000
# What no text has.
_CONTROL: Final = bytes(byte for byte in range(0x20) if byte not in b"\t\r\n\v\f\x1a")
_VARIANTS: Final = frozenset(
    ["xiangqi", "chinesechess", "chinese", "中国象棋", "中國象棋", "象棋", "standard", "normal", ""]
)


# So that nobody hears only that there is no game.
def binary(raw: bytes) -> str:
    """Name the kind of file that bytes are where they are no text; else empty."""
    if kind := sign_of(raw, PICTURES) or sign_of(raw, OTHERS) or sign_of(raw, _BINARY):
        # Text may begin so too.
        return kind if b"\0" in raw or not _is_prose(raw) or kind in ("PDF", "RTF") else ""
    return ""


def _is_prose(raw: bytes) -> bool:
    head = raw[:200]
    return all(byte >= 0x20 or byte in b"\t\r\n" for byte in head) and len(raw) < 1_000_000


def unknown_binary(raw: bytes) -> str:
    """Name bytes that are neither text nor a known kind; else empty."""
    head = raw[:2000]
    odd = len(head) - len(head.translate(None, _CONTROL))
    # Programs of China that are older have formats of their own that nobody has described.
    return "binary data (CCM, CHE, CHN, MXQ …)" if odd * 20 > len(head) else ""


def text(content: str) -> str:
    """Name the foreign kind that a text is; else empty."""
    head = content[:_LOOKED_AT]
    for name, pattern in _SIGNS:
        if pattern.search(head):
            return name
    if _THOUGHT.search(head) and not _ENGINE_POSITION.search(head):
        return "UCI, UCCI (an engine's answers)"
    if _is_of_go_points(head):
        return "Go (D4 Q16)"
    if head.lstrip()[:1] in ("{", "["):
        try:
            json.loads(content)
        except ValueError:
            return ""
        return "JSON"
    return ""


def _is_of_go_points(head: str) -> bool:
    """Say whether moves are points of a board of go and nothing else."""
    # Xiangqi has no column J and no line 11.
    points = [
        word
        for word in re.split(r"(?:[\s,;]|\.(?![0-9])){1,9}", head)
        if word and not _NOT_A_POINT.fullmatch(word)
    ]
    return len(points) > 1 and all(map(_GO_POINT.fullmatch, points))


def of_tags(headers: Mapping[str, str]) -> str:
    """Name the game that the tags of a PGN say, where it is not xiangqi; else empty."""
    for name in ("Variant", "Game"):
        value = headers.get(name, "")
        if (value.casefold().replace(" ", "") not in _VARIANTS) and not re.search(
            "xiangqi|chinese|象棋", value, re.I
        ):
            return (
                f"{value[:40]} (PGN)"
                if name == "Variant" or re.search("shogi|janggi|chess|go|draughts", value, re.I)
                else ""
            )
    if text(headers.get("FEN", "") + " ").startswith("FEN (Chess)"):
        return "Chess (PGN)"
    return ""
