"""Count the final board of a game of weiqi, with the stones that are dead on it.

A count is a proposal: it ends the game when both sides agree to it or the referee rules so. A player who
counts agrees with it; what the other side had agreed to before was another count, and holds no more.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from games import pages
from games.acts._consents import consent, said
from games.acts._parties import party_of
from games.models import BoardCount, CountConsent, GameRecord
from games.policy import RecordAct
from games.queries.counts import current_count, is_same, is_settled, last_count, own_side
from games.queries.records import has_game
from games.weiqi.board import Board
from games.weiqi.counting import count, whole_chains
from games.weiqi.positions import placed_stones
from games.weiqi.settings import Settings
from games.weiqi.values import BLACK, WHITE, parse_point, point_name, spoken_point
from portal import journal
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from tournaments.acts.common import Answer, lock_round, scope_of
from tournaments.models import Entry, Pairing, PlayerLink, Section
from tournaments.policy import require


def count_board(
    *,
    pairing: Pairing,
    position: str,
    dead: Collection[str],
    by: User | PlayerLink,
    seen: int | None = None,
    game: int = 1,
    record: GameRecord | None = None,
    handicap: bool = False,
    reason: str = "",
    once: str = "",
) -> Answer:
    """``position`` as `write_position` writes it, ``dead`` its dead stones (``pd``), whole chains; ``record``
    whose final position it is; ``seen``: the count that the person's screen showed. A count that was settled
    is replaced by staff, with a reason. ``by``: staff, or the private link of one of the two players, who
    agrees at once; the same marking as the one in force is that one, seen or not. Answers ``{"count": id,
    "outcome": "B+1.5"}``.

    Refusals: ``state``, ``not-weiqi``, ``bye-has-no-game``, ``record-of-no-game``, ``no-position``,
    ``no-liberty``, ``dead-not-whole``, ``reason-needed``, ``count-settled``; `Conflict` ``count-conflict``.
    """
    with transaction.atomic():
        round_ = lock_round(pairing.round)
        target = f"pairing:{pairing.pk}"
        user, party, entry = party_of(by)
        if earlier := journal.answered(
            by=user, party=party, once=once, act=RecordAct.COUNT_BOARD, target=target
        ):
            return earlier
        require(RecordAct.COUNT_BOARD, by=by, scope=round_, thing=pairing)
        section = round_.section
        if section.game != Section.Game.WEIQI:
            raise Refusal("not-weiqi")
        if pairing.table is None:
            raise Refusal("bye-has-no-game")
        if not has_game(pairing, round_, game):
            raise Refusal("record-of-no-game", table=pairing.table, game=game)
        board = board_of(position)
        taken = dead_of(board, dead)
        settings = Settings.of(section.options)
        given = settings.handicap_return if handicap else 0
        counted = count(board, taken)
        outcome = counted.outcome(settings.compensation, given)
        made = BoardCount(
            pairing=pairing,
            game=game,
            **{seat.colour: seat.entry for seat in pairing.seats.select_related("entry")},
            record=record,
            position=position,
            dead=sorted(map(point_name, taken)),
            compensation=settings.compensation,
            handicap_return=given,
            black=counted.black,
            white=counted.white,
            shared=counted.shared,
            margin=outcome.margin,
            by=user,
            by_entry=entry,
            reason=reason.strip(),
        )
        current = current_count(pairing, game)
        if entry is not None and current is not None and is_same(made, current):
            made = current
        else:
            _check_seen(current, seen, table=pairing.table)
            _check_open(current, entry, reason)
            made.supersedes = last_count(pairing, game)
            made.save()
            if current is not None and is_settled(current):
                pages.count_changed(pairing, game)
        side = own_side(entry, pairing, game) if entry is not None else ""
        if isinstance(by, PlayerLink) and not said(made, side):
            _check_open(made, entry, reason)
            consent(made, CountConsent.Voice(side), by=by, round_=round_)
        answer: Answer = {"count": made.pk, "outcome": outcome.sgf}
        facts: Answer = {"count": made.pk, "table": pairing.table, "outcome": outcome.sgf, "dead": len(taken)}
        journal.record(
            RecordAct.COUNT_BOARD,
            by=user,
            party=party,
            scope=scope_of(section.event),
            target=target,
            before={"count": current.pk} if current else None,
            after=facts | ({"voice": side} if side else {}),
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        return answer


def _check_seen(current: BoardCount | None, seen: int | None, *, table: int) -> None:
    """Who replaces a count has seen it. Raises the `Conflict` ``count-conflict``."""
    if (current.pk if current else None) != seen:
        raise Conflict(
            "count-conflict",
            table=table,
            by=current.author if current else "",
            count=current.pk if current else None,
        )


def _check_open(current: BoardCount | None, player: Entry | None, reason: str) -> None:
    """What is settled is changed by staff only, who say why. Raises ``count-settled``, ``reason-needed``."""
    if current is None or not is_settled(current):
        return
    if player is not None:
        raise Refusal("count-settled")
    if not reason.strip():
        raise Refusal("reason-needed", field="reason")


def board_of(position: str) -> Board:
    """The board of a position. Raises ``no-position`` and ``no-liberty``."""
    try:
        size, held = placed_stones(position)
    except ValueError:
        raise Refusal("no-position", field="text") from None
    board = Board(size)
    stones = ([point for point, colour in held.items() if colour == one] for one in (BLACK, WHITE))
    if breathless := board.set_up(*stones):
        raise Refusal("no-liberty", field="text", point=spoken_point(min(breathless), size))
    return board


def dead_of(board: Board, names: Collection[str]) -> frozenset[int]:
    """Dead stones by name. Raises ``dead-not-whole`` where they are not whole chains of the board."""
    try:
        points = frozenset(map(parse_point, names))
    except ValueError:
        raise Refusal("dead-not-whole") from None
    if not whole_chains(board, points):
        raise Refusal("dead-not-whole")
    return points
