"""Show a running game on the page of its board, to each what he may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.live.playing import Weiqi
from games.live.stream import Writer
from games.models import LiveEvent, LiveGame
from games.queries.findings import finding_key
from games.queries.live import game_of, live_games, players_of, with_outcome
from games.rulebooks.findings import Kind
from games.rulebooks.prompting import REFEREE, REPORTED, finding_from, recipients
from games.rulebooks.weiqi_reading import change_texts
from games.wording.citations import CitedText
from games.wording.live import WRITERS, clock_texts, why_over
from games.wording.prompts import prompt_cited, prompt_text
from games.wording.records import moves_read
from games.xiangqi.fen import START_POSITION, read_fen
from games.xiangqi.values import Move
from tournaments.models import Entry, Pairing


class Viewer(StrEnum):
    """Who looks at a board: one of the staff, the phone at the table, a player's device."""

    STAFF = REFEREE
    TABLE = "table"
    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as somebody reads it."""

    # Names it within its game.
    key: str
    kind: str
    article: str
    text: str
    # The text around the article that it cites.
    cited: CitedText
    ply: int
    # Its plies.
    arrows: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveBoard:
    """A running game as somebody sees it."""

    # 0 before the first ply.
    seq: int
    game: int
    # Ids of the entries, so that nobody writes for others who have been put there.
    players: Sequence[int]
    moves: Sequence[str]
    texts: Sequence[str]
    # In weiqi what each ply changes (`static/portal/weiqi.js`).
    plays: Sequence[str]
    certain_to: int | None
    over: str
    clocks: Sequence[int | None]
    clock_texts: Sequence[str]
    clock_ply: int
    # How the game ended, as the table said.
    reported: str
    prompts: Sequence[Prompt]
    disabled: Sequence[str]
    objections: Sequence[str]


def current_live(pairing: Pairing, game: int, players: tuple[Entry, Entry]) -> Any:
    """Find the live game of those who sit at the table, with what has ended it from outside, in one query."""
    first, second = players
    live = with_outcome(live_games(pairing, game).filter(first=first, second=second)).first()
    if live is not None:
        live.pairing = pairing
    return live


def live_board(pairing: Pairing, game: int, viewer: Viewer) -> LiveBoard | None:
    """Show what somebody sees of a table's game, in two queries, three for staff; None where not both sit
    there."""
    players = players_of(pairing, game)
    if players is None:
        return None
    live = current_live(pairing, game, players)
    keys = [entry.pk for entry in players]
    if live is None:
        return LiveBoard(
            seq=0,
            game=game,
            players=keys,
            moves=[],
            texts=[],
            plays=[],
            certain_to=None,
            over="",
            clocks=[None, None],
            clock_texts=["", ""],
            clock_ply=0,
            reported="",
            prompts=[],
            disabled=[],
            objections=[],
        )
    prompts = prompts_for(live, viewer)
    over = "record" if live.has_record else "result" if live.has_result else live.over
    return LiveBoard(
        seq=live.seq,
        game=game,
        players=keys,
        moves=live.moves,
        texts=texts_of(live),
        plays=plays_of(live),
        certain_to=live.certain_to,
        over=why_over(over) if over else "",
        clocks=[live.clock_first, live.clock_second],
        clock_texts=clock_texts((live.clock_first, live.clock_second), live.overtime),
        clock_ply=live.clock_ply,
        reported=_reported(live) if viewer in (Viewer.TABLE, Viewer.STAFF) else "",
        prompts=prompts,
        disabled=[
            stored["evidence"]["move"]
            for stored in live.prompts
            if stored["kind"] == Kind.DISABLED and live.online and stored["ply"] == live.head
        ],
        objections=_objections(live) if viewer is Viewer.STAFF else [],
    )


def _reported(live: LiveGame) -> str:
    return next((prompt_text(stored) for stored in live.prompts if stored["code"] == REPORTED), "")


# Prompts go to whom they concern: in a hall to the referee alone, on line also to the two sides
# (`games.rulebooks.prompting.recipients`).
def prompts_for(live: LiveGame, viewer: Viewer) -> list[Prompt]:
    """The prompts that stand and concern who looks."""
    return [
        Prompt(
            key=finding_key(stored),
            kind=stored["kind"],
            article=stored["article"],
            text=prompt_text(stored, to=viewer),
            cited=prompt_cited(stored, to=viewer),
            ply=stored["ply"],
            arrows=_arrows(live, stored),
        )
        for stored in live.prompts
        if viewer in recipients(finding_from(stored), online=live.online)
    ]


def _arrows(live: LiveGame, stored: dict[str, Any]) -> list[str]:
    """List the plies that a prompt rests on, the last of them once each; in weiqi there are none."""
    if "size" in live.start:
        return []
    moves = live.moves
    plies = [ply for ply in stored["evidence"].get("plies", [stored["ply"]]) if 0 < ply <= len(moves)]
    return list(dict.fromkeys(moves[ply - 1] for ply in plies[-8:]))


def _objections(live: LiveGame) -> list[str]:
    """Say in words what others have sent in place of a ply of the line."""
    if not live.objections:
        return []
    rows = LiveEvent.objects.filter(live=live, seq__in=[seq for *_, seq in live.objections])
    return [f"{row.ply}. {row.move} ({WRITERS[Writer(row.writer)]}, {row.at:%H:%M:%S} UTC)" for row in rows]


def texts_of(live: LiveGame) -> list[str]:
    """Write the certain plies of xiangqi as the reader does; nothing in weiqi."""
    if "size" in live.start:
        return []
    certain = live.moves[: live.head if live.certain_to is None else live.certain_to]
    fen = live.start.get("fen") or ""
    start = (read_fen(fen)[0] if fen else None) or START_POSITION
    return moves_read(start, [Move.parse(move) for move in certain])


def plays_of(live: LiveGame) -> list[str]:
    """Say what each certain ply changes on a board of weiqi; nothing in xiangqi."""
    game = game_of(live)
    if not isinstance(game, Weiqi):
        return []
    certain = live.moves[: live.head if live.certain_to is None else live.certain_to]
    for move in certain:
        game.push(move)
    return change_texts(game.board)
