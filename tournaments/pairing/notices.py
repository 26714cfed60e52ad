"""What the chief arbiter should look at: about one pair, about the bye."""

from __future__ import annotations

from tournaments.pairing.players import Entering, PairingPlayer
from tournaments.pairing.reasons import Notice, NoticeCode
from tournaments.state.tournament import Side


def pair_notices(entering: Entering, first: int, second: int, *, must: bool) -> tuple[Notice, ...]:
    """Everything noteworthy about a pair with these colours. ``must``: R8's musts apply."""
    player, other = entering.players[first], entering.players[second]
    both = {"first": first, "second": second}
    notices = []
    if second in player.met:
        notices.append(Notice(NoticeCode.REMATCH, {**both, "round": player.met[second]}))
    wmsg = entering.tournament.system == "wmsg2008"
    if entering.is_forbidden(first, second):
        notices.append(Notice(NoticeCode.FORBIDDEN_PAIR, both))
    if any({first, second} == {fixed.first, fixed.second} for fixed in entering.fixed):
        notices.append(Notice(NoticeCode.FIXED_WMSG if wmsg else NoticeCode.FIXED_PAIR, both))
    if not wmsg and player.federation and player.federation == other.federation:
        notices.append(Notice(NoticeCode.SAME_FEDERATION, {**both, "federation": player.federation}))
    if must and player.must and player.must is other.must:
        notices.append(Notice(NoticeCode.SAME_MUST, {**both, "side": str(player.must)}))
    notices += _colour(player, Side.FIRST)
    notices += _colour(other, Side.SECOND)
    if wmsg:
        notices += _float(player, other)
        notices += _float(other, player)
    return tuple(notices)


def _colour(player: PairingPlayer, side: Side) -> list[Notice]:
    notices = []
    if player.streak is side:
        notices.append(Notice(NoticeCode.THIRD_COLOUR, {"player": player.number, "side": str(side)}))
    balance = player.balance + (1 if side is Side.FIRST else -1)
    if abs(balance) > 2:
        notices.append(Notice(NoticeCode.BALANCE_BEYOND, {"player": player.number, "balance": balance}))
    return notices


def _float(player: PairingPlayer, opponent: PairingPlayer) -> list[Notice]:
    now = (player.score > opponent.score) - (player.score < opponent.score)
    if not now or now != player.last_float:
        return []
    direction = "down" if now > 0 else "up"
    return [Notice(NoticeCode.FLOAT_REPEATED, {"player": player.number, "direction": direction})]


def bye_notices(entering: Entering, bye: int | None) -> tuple[Notice, ...]:
    """A second bye, and under wmsg2008 what P.S. 3 and 4 say about the arbiter's wishes."""
    notices = []
    if bye is not None and entering.players[bye].had_bye:
        notices.append(Notice(NoticeCode.SECOND_BYE, {"player": bye}))
    if entering.tournament.system == "wmsg2008":
        for number, other in sorted(entering.forbidden):
            notices.append(Notice(NoticeCode.FORBIDDEN_WMSG, {"first": number, "second": other}))
    return tuple(notices)
