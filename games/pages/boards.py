"""Show a game on a board page: one `BoardKind` for each game that can be shown.

A kind names its template (the board with the final position), its script (which draws the others) and how a
reading becomes what both walk through. Its context has ``start`` and ``plies``, each ply with ``move`` (what
the script reads), ``number``, ``side``, the texts ``english`` and ``chinese``, and ``check``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.pages import weiqi_board
from games.pages.findings import panel
from games.pages.notes import notes_of
from games.queries.public_games import PlayedMoves
from games.records.game import checked_facts
from games.rulebooks.registry import RULEBOOKS
from games.weiqi.board import Board
from games.weiqi.positions import write_position
from games.weiqi.settings import Settings
from games.weiqi.values import HUMAN_COLUMNS
from games.wording import weiqi
from games.wording.findings import PIECES
from games.wording.records import CAUSES, ENDINGS, chinese_moves, stored_fault_text
from games.wording.rulebooks import title_of
from games.xiangqi.fen import PIECE_LETTERS, START_POSITION, Position, read_fen
from games.xiangqi.notation.writing import CHINESE_DIGITS
from games.xiangqi.values import BLACK, CANNON, PAWN, SIDE_NAMES, Move
from tournaments.models import Section
from tournaments.wording.names import reads_chinese, reads_traditional
from tournaments.wording.sides import side_word

Data = dict[str, Any]

LETTERS = "KABNRCPkabnrcp"
GLYPHS: Mapping[str, str] = dict(zip(LETTERS, "帥仕相馬車炮兵將士象馬車砲卒", strict=True))
# On pages in simplified Chinese, where everything is.
SIMPLIFIED_GLYPHS: Mapping[str, str] = dict(zip(LETTERS, "帅仕相马车炮兵将士象马车炮卒", strict=True))
LOOKS: Mapping[str, str] = {"pictures": gettext_noop("Pictures"), "numbers": gettext_noop("Move numbers")}
# Letters of positions that are others where pieces are called by their names.
PIECE_NAMES: Mapping[str, str] = {"B": "E", "N": "H"}
STEP = 20
LEFT = 20
TOP = 26


@dataclass(frozen=True, slots=True)
class BoardKind:
    template: str
    # The template of the list of moves.
    moves: str
    script: str
    # What the second look of the board shows; the page keeps the choice under that name.
    look: str
    shape: Callable[[PlayedMoves], Data]
    fault_text: Callable[[Mapping[str, Any]], str]
    # Whether a game is shown beyond its first fault.
    goes_on: bool = False

    @property
    def look_text(self) -> str:
        return gettext(LOOKS[self.look])


def _xiangqi(record: PlayedMoves) -> Data:
    start = read_fen(record.start_fen)[0] or START_POSITION
    final = read_fen(record.final_fen)[0] or START_POSITION
    moves = [Move.parse(text) for text in record.moves["iccs"]]
    in_chinese = chinese_moves(record.moves["chinese"])
    is_simplified = reads_chinese() and not reads_traditional()
    glyphs = SIMPLIFIED_GLYPHS if is_simplified else GLYPHS
    plies = []
    for ply, fact in enumerate(checked_facts(moves, start)):
        side = (start.side + ply) % 2
        move = {
            "move": str(fact.move),
            "english": record.moves["english"][ply],
            "chinese": in_chinese[ply],
            "check": fact.check,
            **_place(start, ply),
        }
        plies.append({**move, "said": _move_sentence(move, side)})
    return {
        "start": start.placement(),
        "plies": plies,
        "late": start.side == BLACK,
        "pieces": [
            {"letter": letter, "glyph": glyph, "side": SIDE_NAMES[letter.islower()], "kind": letter.upper()}
            for letter, glyph in glyphs.items()
        ],
        "script": "zh-Hans" if is_simplified else "zh-Hant",
        "placed": [
            {"letter": PIECE_LETTERS[piece], **_point(square)}
            for square, piece in enumerate(final.squares)
            if piece
        ],
        "marks": [_point(square) for square in moves[-1]] if moves else [],
        "files": [
            {
                "x": LEFT + STEP * file,
                "black": file + 1,
                "red": CHINESE_DIGITS[9 - file] if reads_chinese() else 9 - file,
            }
            for file in range(9)
        ],
        "points": [
            {**_point(square), "left": square >= 10, "right": square < 80}
            for square, piece in enumerate(START_POSITION.squares)
            if piece & 7 in (CANNON, PAWN)
        ],
        "river": [{"x": 62, "text": "楚河"}, {"x": 142, "text": "汉界" if is_simplified else "漢界"}],
        "rest": [{**late, **_place(start, late["ply"] - 1)} for late in record.rest],
    }


def palette() -> list[list[Data]]:
    """The pieces of either side, to be put on a board."""
    sides = [[letter for letter in GLYPHS if letter.islower() is black] for black in (False, True)]
    return [
        [
            {
                "letter": letter,
                "side": side_word(SIDE_NAMES[number], "xiangqi"),
                "piece": PIECES[PIECE_NAMES.get(letter.upper(), letter.upper())],
            }
            for letter in letters
        ]
        for number, letters in enumerate(sides)
    ]


def _point(square: int) -> Data:
    return {"x": LEFT + STEP * (square // 10), "y": TOP + STEP * (9 - square % 10)}


def _place(start: Position, index: int) -> Data:
    """Ply, move number and side of the ply at ``index``."""
    return {
        "ply": index + 1,
        "number": start.number + (start.side + index) // 2,
        "side": SIDE_NAMES[(start.side + index) % 2],
    }


def _move_sentence(move: Data, side: int) -> str:
    """What is read out when the move is made."""
    words = {
        "number": move["number"],
        "side": side_word(SIDE_NAMES[side], "xiangqi"),
        "move": move["chinese"] if reads_chinese() else move["english"],
    }
    if move["check"]:
        return gettext("%(number)s. %(side)s: %(move)s, check") % words
    return gettext("%(number)s. %(side)s: %(move)s") % words


BOARDS: Mapping[str, BoardKind] = {
    "xiangqi": BoardKind(
        template="games/_xiangqi.html",
        moves="games/_moves.html",
        script="portal/xiangqi.js",
        look="pictures",
        shape=_xiangqi,
        fault_text=stored_fault_text,
    ),
    "weiqi": BoardKind(
        template="games/_weiqi.html",
        moves="games/_weiqi_moves.html",
        script="portal/weiqi.js",
        look="numbers",
        shape=weiqi_board.board_shape,
        fault_text=weiqi.stored_fault_text,
        goes_on=True,
    ),
}


def _in_words(game: str, board: Data) -> Data:
    """Say the position for who does not see the board: what stands where, by side."""
    if game == "weiqi":
        left = top = weiqi_board.EDGE
        columns, highest = HUMAN_COLUMNS, board["size"]
        stones = gettext("stones")
        names = {"b": ("first", stones), "w": ("second", stones)}
    else:
        # As records of xiangqi have it, h2: files a to i from Red's left, ranks from 0 at Red's edge.
        left, top, columns, highest = LEFT, TOP, "abcdefghi", 9
        kinds = {letter: PIECE_NAMES.get(letter.upper(), letter.upper()) for letter in GLYPHS}
        names = {letter: (SIDE_NAMES[letter.islower()], str(PIECES[kind])) for letter, kind in kinds.items()}
    points: dict[str, list[str]] = {}
    for piece in sorted(board["placed"], key=lambda piece: (piece["x"], -piece["y"])):
        column, row = (piece["x"] - left) // STEP, (piece["y"] - top) // STEP
        points.setdefault(piece["letter"], []).append(f"{columns[column]}{highest - row}")
    sides = {"first": list[str](), "second": list[str]()}
    for letter, (side, name) in names.items():
        if letter in points:
            sides[side].append(" ".join((name, *points[letter])))
    return {
        "left": left,
        "top": top,
        "columns": columns,
        "highest": highest,
        # By the letter of a drawn piece its side and what it is called, in the order of the list; with the
        # rest a script says the other positions in the same way.
        "names": json.dumps(names, ensure_ascii=False),
        "sides": {side: " · ".join(texts) for side, texts in sides.items()},
    }


def record_board_context(game: str, record: PlayedMoves) -> Data:
    """Make the context of a board page: the board, its moves and its faults in words, in the reader's
    language."""
    kind = BOARDS[game]
    board = kind.shape(record)
    plies = len(board["plies"])
    faults = [_fault(kind, place, fault, plies) for place, fault in enumerate(record.faults)]
    at_ply: dict[int | None, list[Data]] = {}
    for fault in faults:
        if not fault["variation"]:
            at_ply.setdefault(fault["ply"], []).append(fault)
    for move in (*board["plies"], *board["rest"]):
        move["faults"] = at_ply.get(move["ply"], [])
    return {
        "kind": kind,
        "board": board,
        "in_words": _in_words(game, board),
        "chinese_first": reads_chinese(),
        "faults": faults,
        "notes": notes_of(record),
        "plies": plies,
        "ending": gettext(ENDINGS[record.ending]) if record.ending != "undecided" else "",
        "contradicted": record.result_contradicted,
        "any_finding": bool(record.findings and plies),
        "other_rulebooks": _others(game, record) if plies else [],
        "rulebooks": panel(record.judged, record.findings, board["plies"]) if plies else [],
    }


def _others(game: str, record: PlayedMoves) -> list[Data]:
    """List the rulebooks that have not judged this game of xiangqi, for who wants to see what they would
    say."""
    if game != "xiangqi":
        return []
    return [{"name": name, "title": title_of(name)} for name in RULEBOOKS if name not in record.judged]


def _fault(kind: BoardKind, place: int, fault: Mapping[str, Any], plies: int) -> Data:
    ply = fault["ply"]
    before = None if ply is None else min(ply - 1, plies)
    if fault["code"] == "result-contradicted":
        before = plies
    elsewhere = fault["variation"] or (ply is not None and ply - 1 > plies)
    return {
        **fault,
        "place": place,
        "message": kind.fault_text(fault),
        "cause_text": gettext(CAUSES[fault["cause"]]),
        # The last ply that was surely made before it.
        "at": before,
        # The position in which it was read, where that is another one.
        "fen": (fault["fen"] or "") if elsewhere else "",
    }


def typing_board(section: Section) -> Data:
    """The board on which a record is tapped, before the text is read."""
    if section.game == Section.Game.XIANGQI:
        return empty_board(section.game) or {}
    size = Settings.of(section.options).size
    start = write_position(Board(size)).split()[0]
    return {**weiqi_board.lines(size), "start": start, "placed": [], "captures": (0, 0)}


def empty_board(game: str) -> Data | None:
    """Draw the start position where a record is typed; None for a game whose moves are not tapped."""
    if game != "xiangqi":
        return None
    start = START_POSITION.fen()
    return _xiangqi(
        PlayedMoves(
            plies=0,
            moves={"iccs": [], "english": [], "chinese": []},
            start_fen=start,
            final_fen=start,
            ending="undecided",
            result="*",
            result_contradicted=False,
            faults=[],
            rest=[],
            findings=[],
        )
    )
