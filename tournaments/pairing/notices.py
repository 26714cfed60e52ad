"""What the chief arbiter should look at: about one pair, about the bye."""

from __future__ import annotations

from tournaments.pairing.players import Entering, Player
from tournaments.pairing.reasons import Notice, NoticeCode
from tournaments.state.tournament import Side


def pair_notices(entering: Entering, first: int, second: int, *, must: bool) -> tuple[Notice, ...]:
    """Everything noteworthy about a pair with these colours. ``must``: R8's musts apply."""
    one, other = entering.players[first], entering.players[second]
    both = {"first": first, "second": second}
    found = []
    if second in one.met:
        found.append(Notice(NoticeCode.REMATCH, {**both, "round": one.met[second]}))
    wmsg = entering.tournament.system == "wmsg2008"
    if entering.is_forbidden(first, second):
        found.append(Notice(NoticeCode.FORBIDDEN_PAIR, both))
    if any({first, second} == {fixed.first, fixed.second} for fixed in entering.fixed):
        found.append(Notice(NoticeCode.FIXED_WMSG if wmsg else NoticeCode.FIXED_PAIR, both))
    if not wmsg and one.federation and one.federation == other.federation:
        found.append(Notice(NoticeCode.SAME_FEDERATION, {**both, "federation": one.federation}))
    if must and one.must and one.must is other.must:
        found.append(Notice(NoticeCode.SAME_MUST, {**both, "side": str(one.must)}))
    found += _colour(one, Side.FIRST)
    found += _colour(other, Side.SECOND)
    if wmsg:
        found += _float(one, other)
        found += _float(other, one)
    return tuple(found)


def _colour(player: Player, side: Side) -> list[Notice]:
    found = []
    if player.streak is side:
        found.append(Notice(NoticeCode.THIRD_COLOUR, {"player": player.number, "side": str(side)}))
    balance = player.balance + (1 if side is Side.FIRST else -1)
    if abs(balance) > 2:
        found.append(Notice(NoticeCode.BALANCE_BEYOND, {"player": player.number, "balance": balance}))
    return found


def _float(player: Player, opponent: Player) -> list[Notice]:
    now = (player.score > opponent.score) - (player.score < opponent.score)
    if not now or now != player.last_float:
        return []
    direction = "down" if now > 0 else "up"
    return [Notice(NoticeCode.FLOAT_REPEATED, {"player": player.number, "direction": direction})]


def bye_notices(entering: Entering, bye: int | None) -> tuple[Notice, ...]:
    """A second bye, and under wmsg2008 what P.S. 3 and 4 say about the arbiter's wishes."""
    found = []
    if bye is not None and entering.players[bye].had_bye:
        found.append(Notice(NoticeCode.SECOND_BYE, {"player": bye}))
    if entering.tournament.system == "wmsg2008":
        for one, other in sorted(entering.forbidden):
            found.append(Notice(NoticeCode.FORBIDDEN_WMSG, {"first": one, "second": other}))
    return tuple(found)
