"""Read PGN: tags, then move text in Chinese, WXF or ICCS; many games in one file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from games.problems import Cause, Problem
from games.records import foreign
from games.records.endings import says_how
from games.records.frames import FEN
from games.records.game import MOST_BYTES_OF_A_GAME, UNKNOWN, FaultCode, Game, unreadable
from games.records.headings import NAMES, canonical
from games.records.lines import TooManyPliesError
from games.records.movetext import PGN_TOKEN, MoveText
from games.records.results import result_of
from games.xiangqi.fen import START_POSITION, Position, read_fen

# A value may go over a few lines, as people and programs break long ones.
TAG: Final = re.compile(
    r'^[ \t　]*\[[ \t]*(\w+)[ \t]+"(.*|[^"\n]*(?:\n[^"\n\[]*){1,5})"[ \t]*\][ \t]*$', re.MULTILINE
)
# A tag with other brackets, quotation marks or signs than PGN has.
_ODD: Final = re.compile(
    r"""^(?![ \t]*\[[ \t]*\w{1,40}[ \t]{1,9}"[^\n]{0,900}"[ \t]{0,9}\][ \t]*$)"""
    r"""[ \t　]*[\[【［][ \t　]*(\w{1,40})"""
    r"""[ \t　:：=]{0,9}["“”„「『'‘＂]([^"“”「」『』＂\n]{0,500})["“”」』'’＂][ \t　]*[\]】］]"""
    r"""(?=[ \t;,]*$)[ \t;,]*""",
    re.MULTILINE,
)
# A tag whose value nobody quoted.
_BARE: Final = re.compile(
    r"^[ \t]*[\[【［][ \t]*(\w{1,20})[ \t:：=]{1,9}([^\]\[】］\"\n]{0,300})[\]】］][ \t]*$", re.MULTILINE
)
# A line that PGN leaves to programs (6).
_ESCAPED: Final = re.compile(r"^%[^\n]*", re.MULTILINE)
# The border of two tags on a line.
_INNER: Final = re.compile(r'"[ \t]*\][ \t]*\[[ \t]*(\w+)[ \t]+"')
# The last tag, where the moves begin behind it on the same line.
_WITH_MOVES: Final = re.compile(
    r'^((?:[ \t]*\[[ \t]*\w+[ \t]+"[^"\n]*"[ \t]*\]){1,40})(?=[ \t]*\d{1,3}[.．、])', re.MULTILINE
)
# The name of a tag that has no blank behind it, or several words: ``[Kết quả "1-0"]``.
_NAME: Final = re.compile(
    r'\[[ \t]{0,9}(\w{1,40}|\w{1,20}(?:[ \t]\w{1,20}){1,3}[ \t]{0,9})(?="[^"\n]{0,900}"[ \t]{0,9}\])'
)
_BEFORE_MOVES: Final = re.compile(
    r"[\s{(\"]{0,9}(?:fen|局面|position)?[ \t:：=\"]{0,4}" + FEN.pattern + r"[\s})\"]{0,9}", re.IGNORECASE
)


def straightened(text: str) -> str:
    """Write a text's tags as PGN has them."""
    text = _ODD.sub(_straight, _NAME.sub(_of_one_word, text))
    if TAG.search(text):
        text = _ESCAPED.sub("", text)
    text = _BARE.sub(_quoted, text)
    # Lines stay lines, but for moves that stand behind a tag.
    return _WITH_MOVES.sub(r"\1\n", text)


def _of_one_word(match: re.Match[str]) -> str:
    return f"[{''.join(match[1].split())} "


def _straight(match: re.Match[str]) -> str:
    return f'[{match[1]} "{match[2].strip()}"]'


def _quoted(match: re.Match[str]) -> str:
    """Quote the value of a tag that has a known name."""
    # ``[Red wins]`` is a result.
    if canonical(match[1]) not in NAMES.values() or result_of(match[0].strip()) is not None:
        return match[0]
    return _straight(match)


def read_pgn(text: str, *, faults: tuple[Problem, ...] = ()) -> Iterator[Game]:
    """Read each game of the text, in order; ``faults`` of the file as a whole come with the first."""
    line, counted = 1, 0
    for tags, end in _heads(text):
        begin, body = tags[0].start(), tags[-1].end()
        line += text.count("\n", counted, begin)
        counted = begin
        headers: dict[str, str] = {}
        fen_line = line
        for tag in tags:
            parts = [tag[1], *_INNER.split(tag[2])]
            for spelled, written in zip(parts[::2], parts[1::2], strict=True):
                name = canonical(spelled)
                value = written.replace("\n", " ").replace('\\"', '"').replace("\\\\", "\\").strip()
                headers[name] = headers.get(name) or value
                if name == "FEN":
                    fen_line = line + text.count("\n", begin, tag.start())
        body_line = line + text.count("\n", begin, body)
        if end - begin > MOST_BYTES_OF_A_GAME:
            yield unreadable(FaultCode.GAME_TOO_LARGE, line=line, most=MOST_BYTES_OF_A_GAME)
        else:
            if "FEN" not in headers and (position := _unnamed_position(headers, text[body:end])):
                headers["FEN"], length = position
                fen_line = body_line
                body_line += text.count("\n", body, body + length)
                body += length
            yield read_game(text[body:end], headers, line=body_line, fen_line=fen_line, faults=faults)
        faults = ()


def _unnamed_position(headers: dict[str, str], body: str) -> tuple[str, int] | None:
    """Find a position in another tag (``SetUp``) or before the moves, and how much of them it takes."""
    for value in headers.values():
        if FEN.fullmatch(value):
            return value, 0
    match = _BEFORE_MOVES.match(body)
    return (match[1], match.end()) if match else None


def _heads(text: str) -> Iterator[tuple[list[re.Match[str]], int]]:
    """Give the tags of each game, and where the game ends."""
    # Never those of all: a file may have a million games.
    tags: list[re.Match[str]] = []
    for tag in TAG.finditer(text):
        if tags and not text[tags[-1].end() : tag.start()].isspace():
            yield tags, tag.start()
            tags = []
        tags.append(tag)
    if tags:
        yield tags, len(text)


def read_game(
    body: str,
    headers: dict[str, str],
    *,
    line: int = 1,
    fen_line: int = 1,
    pattern: re.Pattern[str] = PGN_TOKEN,
    faults: tuple[Problem, ...] = (),
) -> Game:
    """Read one game: its move text and its tags; ``line``, ``fen_line``: where the text and the position
    stand."""
    if kind := foreign.of_tags(headers):
        return Game(headers, faults=(*faults, *unreadable(FaultCode.UNKNOWN_FORMAT, kind, line=line).faults))
    fen, _, more = headers.get("FEN", "").partition(" moves ")
    if more:
        headers, body = headers | {"FEN": fen}, f"{more} {body}"
    start, bad = start_position(headers, fen_line)
    moves = MoveText(body, start or START_POSITION, pattern=pattern, offset_line=line)
    reader = moves.reader
    # Moves from a position that is none are kept as they stand.
    if start is None:
        reader.without_position()
    reader.faults += [*faults, *bad]
    try:
        moves.read()
    except TooManyPliesError:
        reader.note(FaultCode.TOO_MANY_PLIES, ply=reader.main.ply)
    if moves.is_chess and not reader.main.moves[6:]:
        return Game(
            headers, faults=(*faults, *unreadable(FaultCode.UNKNOWN_FORMAT, "Chess (PGN)", line=line).faults)
        )
    claimed = headers.get("Result", "")
    result = result_of(claimed)
    if moves.result not in (None, UNKNOWN):
        if result not in (None, UNKNOWN, moves.result):
            reader.note(FaultCode.RESULTS_DIFFER, str(moves.result), tag=claimed)
        else:
            result = moves.result
    if claimed and (result is None or says_how(claimed)):
        headers = headers | {"ResultText": claimed}
    return reader.game(headers | {"Result": result or UNKNOWN})


def start_position(headers: dict[str, str], line: int) -> tuple[Position | None, list[Problem]]:
    """Read the position of the FEN tag; None with defects that leave no position to read from."""
    text = headers.get("FEN", "")
    if not text:
        return START_POSITION, []
    position, defects = read_fen(text)
    if not defects:
        return position, []
    fault = Problem(
        Cause.UNREADABLE,
        FaultCode.BAD_START,
        line=line,
        text=text[:200],
        params={"defects": tuple(f"{defect.code} {defect.text}" for defect in defects)},
    )
    return None, [fault]
