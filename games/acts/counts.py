"""Count the final board of a game of weiqi: make a count, agree to it, rule on it, enter it as the result."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from games import pages
from games.acts._targets import COUNT, COUNT_RESULT, TABLE
from games.models import BoardCount, CountConsent, GameRecord, authored
from games.policy import RecordAct
from games.queries.counts import count_result, current_count, is_same, is_settled, last_count, own_side
from games.queries.records import has_game
from games.weiqi.board import Board
from games.weiqi.counting import CountOutcome, count, whole_chains
from games.weiqi.positions import placed_stones
from games.weiqi.settings import Settings
from games.weiqi.values import BLACK, WHITE, parse_point, point_name, spoken_point
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.own_table import agree_result
from tournaments.acts.results import Reported, current_report, report_result
from tournaments.models import Entry, Pairing, PlayerLink, Section
from tournaments.pages.table_notices import notify_followers_of_decision
from tournaments.queries.teams.matches import seat_of


# A count is a proposal: it ends the game when both sides agree to it or the referee rules so.
class BoardCounted(TypedDict):
    count: int
    # As ``B+1.5``.
    outcome: str


class Consented(TypedDict):
    count: int
    settled: bool


@act(on=TABLE, right=RecordAct.COUNT_BOARD, done=_("final position counted"))
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
) -> ActResult[BoardCounted]:
    """Propose a count: ``position`` as `write_position` writes it, ``dead`` (``pd``) in whole chains."""
    section = pairing.round.section
    if section.game != Section.Game.WEIQI:
        raise Refusal("not-weiqi")
    if pairing.table is None:
        raise Refusal("bye-has-no-game")
    if not has_game(pairing, pairing.round, game):
        raise Refusal("record-of-no-game", table=pairing.table, game=game)
    board = board_of(position)
    taken = dead_of(board, dead)
    settings = Settings.of(section.options)
    # ``handicap``: there were stones at a table that is paired without; what the pairing says counts else.
    komi, compensation = settings.price(pairing.handicap, pairing.komi, stones_told=handicap)
    counted = count(board, taken)
    outcome = counted.outcome(komi, compensation)
    made = BoardCount(
        pairing=pairing,
        game=game,
        **{seat.colour: seat.entry for seat in pairing.seats.select_related("entry")},
        record=record,
        position=position,
        dead=sorted(map(point_name, taken)),
        compensation=komi,
        handicap_return=compensation,
        black=counted.black,
        white=counted.white,
        shared=counted.shared,
        margin=outcome.margin,
        reason=reason,
        **authored(by),
    )
    current = current_count(pairing, game)
    player = made.by_entry
    # The same marking as the one in force is that one, seen or not.
    if player is not None and current is not None and is_same(made, current):
        made = current
    else:
        _check_seen(current, seen, table=pairing.table)
        _check_open(current, player, reason)
        made.supersedes = last_count(pairing, game)
        made.save()
        if current is not None and is_settled(current):
            pages.count_changed(pairing, game)
    side = own_side(player, pairing, game) if player is not None else ""
    # A player who counts agrees with it; what the other side had agreed to before was another count, and
    # holds no more.
    if side and not _has_voice(made, side):
        _check_open(made, player, reason)
        _consent(made, CountConsent.Voice(side), by=by)
    facts = {"count": made.pk, "table": pairing.table, "outcome": outcome.sgf, "dead": len(taken)}
    return ActResult(
        {"count": made.pk, "outcome": outcome.sgf},
        before={"count": current.pk} if current else None,
        after=facts | ({"voice": side} if side else {}),
    )


def _check_seen(current: BoardCount | None, seen: int | None, *, table: int) -> None:
    if (current.pk if current else None) != seen:
        raise Conflict(
            "count-conflict",
            table=table,
            by=current.author if current else "",
            count=current.pk if current else None,
        )


def _check_open(current: BoardCount | None, player: Entry | None, reason: str) -> None:
    """Refuse to change what is settled but to staff, who say why."""
    if current is None or not is_settled(current):
        return
    if player is not None:
        raise Refusal("count-settled")
    if not reason:
        raise Refusal("reason-needed", field="reason")


def board_of(position: str) -> Board:
    """Put up the board of a position, which may have no chain without a liberty."""
    try:
        size, held = placed_stones(position)
    except ValueError:
        raise Refusal("no-position", field="text") from None
    board = Board(size)
    stones = ([point for point, colour in held.items() if colour == side] for side in (BLACK, WHITE))
    if breathless := board.set_up(*stones):
        raise Refusal("no-liberty", field="text", point=spoken_point(min(breathless), size))
    return board


def dead_of(board: Board, names: Collection[str]) -> frozenset[int]:
    """Find the dead stones by name; only whole chains of the board can be dead."""
    try:
        points = frozenset(map(parse_point, names))
    except ValueError:
        raise Refusal("dead-not-whole") from None
    if not whole_chains(board, points):
        raise Refusal("dead-not-whole")
    return points


@act(on=COUNT, right=RecordAct.COUNT_BOARD, done=_("count agreed to"))
def agree_count(
    *, count: BoardCount, by: User | PlayerLink, side: str = "", once: str = ""
) -> ActResult[Consented]:
    """Agree to a count for a side; when both have, its result may be entered."""
    # Staff are told by a side that it agrees, and say which; a player agrees for the own side alone.
    if isinstance(by, PlayerLink):
        side = own_side(by.entry, count.pairing, count.game)
    voice = CountConsent.Voice(side)
    current = _in_force(count)
    if _has_voice(current, voice):
        return no_change({"count": count.pk, "settled": is_settled(current)})
    if is_settled(current):
        raise Refusal("count-settled")
    settled = _consent(current, voice, by=by)
    return ActResult({"count": count.pk, "settled": settled}, after=_facts(count) | {"voice": str(voice)})


@act(on=COUNT, right=RecordAct.RULE_COUNT, needs_reason=True, done=_("ruling on a count"))
def rule_count(
    *, count: BoardCount, by: User, reason: str, ruling: str = "", once: str = ""
) -> ActResult[Consented]:
    """Rule, where the sides do not agree, that the count holds or that the game has no result."""
    if ruling not in CountConsent.Ruling.values:
        raise Refusal("unknown-ruling", field="ruling", ruling=ruling)
    voice = CountConsent.Voice.REFEREE
    current = _in_force(count)
    if _has_voice(current, voice):
        return no_change({"count": count.pk, "settled": True})
    if is_settled(current):
        raise Refusal("count-settled")
    _consent(current, voice, by=by, ruling=ruling, reason=reason)
    notify_followers_of_decision(count.pairing, count.pairing.round, "rule_count")
    after = _facts(count) | {"voice": str(voice)} | ({"ruling": ruling} if ruling else {})
    return ActResult({"count": count.pk, "settled": True}, after=after)


def _in_force(count: BoardCount) -> BoardCount:
    current = current_count(count.pairing, count.game)
    if current is None or current.pk != count.pk:
        raise Refusal("count-superseded")
    current.pairing = count.pairing
    return current


def _consent(count: BoardCount, voice: CountConsent.Voice, *, by: User | PlayerLink, **more: str) -> bool:
    """Write a consent down; say whether the count is settled by it."""
    CountConsent.objects.create(count=count, voice=voice, **authored(by), **more)
    pairing, game = count.pairing, count.game
    current = current_count(pairing, game) or count
    if not is_settled(current):
        return False
    pages.count_changed(pairing, game)
    # Where a player was the second to agree, it is the result with that; staff have it to enter before them.
    if isinstance(by, PlayerLink):
        sides = {consent.voice: consent.at for consent in current.consents.all()}
        agree_result(
            by=by,
            round_=pairing.round,
            game=game,
            value=count_result(current),
            said_at={seat.entry_id: sides[seat_of(seat.colour, game)] for seat in pairing.seats.all()},
        )
    return True


def _has_voice(count: BoardCount, voice: str) -> bool:
    """Whether that voice has taken the count already."""
    return any(consent.voice == voice for consent in count.consents.all())


def _facts(count: BoardCount) -> dict[str, int | str | None]:
    return {"count": count.pk, "table": count.pairing.table, "outcome": CountOutcome(count.margin).sgf}


@act(on=COUNT_RESULT, right=RecordAct.COUNT_BOARD, done=_("count entered as the result"))
def enter_count(
    *, count: BoardCount, seen: int | None, by: User, reason: str = "", once: str = ""
) -> ActResult[Reported]:
    """Enter what a settled count says as the table's result, by `report_result`, and answer as that does."""
    current = _in_force(count)
    value = count_result(current)
    if not is_settled(current) or not value:
        raise Refusal("count-open")
    standing = current_report(count.pairing, count.game)
    answer = report_result(
        round_=count.pairing.round,
        table=count.pairing.table or 0,
        game=count.game,
        value=value,
        seen=seen,
        reason=reason,
        # What is counted is the board as it was played.
        confirmed=True,
        by=by,
    )
    if standing is not None and answer["report"] == standing.pk:
        return no_change(answer)
    return ActResult(answer, after=_facts(count))
