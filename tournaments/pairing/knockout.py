"""Knock-out (WMSG 2008), also with double elimination, and the final of a Swiss: the same bracket with other
beginnings.

*slot*   a place of a round's bracket: two players, or one whose opponent is missing, or nobody.
The winners of slots 1 and 2 meet in slot 1 of the next round, and so on; where losers go on as well, the
plan of `tournaments.state.bracket` says where. The bracket is drawn once: from round 2 on it is read from
round 1 as it was played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from tournaments.pairing import first_round
from tournaments.pairing.entering import paired_state
from tournaments.pairing.players import check_results, check_round, present
from tournaments.pairing.problem import NoPairing
from tournaments.pairing.reasons import Notice, NoticeCode, Reason, ReasonCode
from tournaments.pairing.refusal import unpairable
from tournaments.pairing.swiss import problem_of
from tournaments.pairing.values import (
    CannotPair,
    InputCode,
    Pair,
    PairedRound,
    PairingInputError,
    RefusalCode,
)
from tournaments.pairing.wmsg import WMSG2008
from tournaments.state.bracket import (
    NOBODY,
    Node,
    Place,
    Slot,
    bracket_rounds,
    by_seed,
    in_slots,
    nodes,
    opening_games,
    plan_bracket,
    slots_played,
    slots_set,
)
from tournaments.state.matches import PlayerMatch, match_between
from tournaments.state.tournament import Tournament

KNOCKOUT = "knock-out"
# Why two players meet, by (smaller number, larger number).
Reasons = dict[tuple[int, int], tuple[Reason, ...]]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match to be played: ``third_place`` for the losers of the semi-finals."""

    first: int
    other: int
    third_place: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """One round of a bracket: ``meetings`` in order, and (player, missing opponent) of who has none."""

    meetings: tuple[Meeting, ...]
    alone: tuple[tuple[int, int | None], ...]


def pair(tournament: Tournament, round_number: int, *, explain: bool) -> PairedRound:
    """Pair one round of a knock-out. Raises `CannotPair` and `PairingInputError`."""
    check_round(tournament, round_number)
    before = tournament.as_paired_for(round_number)
    check_results(before, round_number)
    why: Reasons = {}
    if round_number == 1:
        slots, why = _drawn(tournament)
    else:
        slots = slots_on_record(before)
    rounds = bracket_rounds(2 * len(slots), tournament.options.elimination)
    if round_number > rounds:
        raise CannotPair(RefusalCode.NO_SUCH_ROUND, round=round_number, rounds=rounds)
    stage = _stage(before, slots, round_number)
    stage = without_absent(stage, {entry.number for entry in present(tournament, round_number)})
    if not stage.meetings and not stage.alone:
        raise CannotPair(RefusalCode.NOBODY, round=round_number)
    pairs = [
        seated(tournament, round_number, table, meeting, why if explain else None)
        for table, meeting in enumerate(stage.meetings, 1)
    ]
    alone = [number for number, _ in stage.alone]
    notices = [
        Notice(NoticeCode.FREE_OPPONENT, {"player": number, "opponent": missing})
        for number, missing in stage.alone
        if missing is not None
    ]
    return PairedRound(
        round=round_number,
        system=KNOCKOUT,
        pairs=tuple(pairs),
        bye=alone[0] if alone else None,
        free=tuple(sorted(alone[1:])),
        notices=tuple(notices) if explain else (),
        bye_reasons=(Reason(ReasonCode.BYE_BRACKET, {"player": alone[0]}),) if explain and alone else (),
    )


def remaining(tournament: Tournament, round_number: int) -> frozenset[int]:
    """Return who is to play in a round after the first. Raises `PairingInputError` as `pair` does."""
    before = tournament.as_paired_for(round_number)
    stage = _stage(before, slots_on_record(before), round_number)
    met = {number for meeting in stage.meetings for number in (meeting.first, meeting.other)}
    # The losers of the semi-finals play for the third place.
    return frozenset(met | {number for number, _ in stage.alone})


def _stage(before: Tournament, slots: Sequence[Slot], round_number: int) -> Stage:
    """This round of the whole bracket."""
    options = before.options
    if not options.elimination:
        return stage_of(before, slots, 1, round_number, third_place=options.third_place)

    def decided(number: int, place: Place, other: Place) -> Node:
        winner = _winner(before, number, place or None, other or None) if number < round_number else None
        return Node(place, other, winner=winner or NOBODY)

    planned = [
        match for match in plan_bracket(len(slots), options.elimination) if match.round <= round_number
    ]
    reached = nodes(planned, slots, decided)
    here = [reached[match.label] for match in planned if match.round == round_number]
    both = [[number for number in (node.first, node.other) if number] for node in here]
    return Stage(
        tuple(Meeting(players[0], players[1]) for players in both if len(players) == 2),
        tuple((players[0], None) for players in both if len(players) == 1),
    )


def stage_of(
    before: Tournament, slots: Sequence[Slot], start: int, round_number: int, *, third_place: bool
) -> Stage:
    """``round_number`` of a bracket whose first round, ``start``, holds ``slots``."""
    beaten: list[int] = []
    for earlier in range(start, round_number):
        winners: list[int | None] = []
        beaten = []
        for first, other in slots:
            winner = _winner(before, earlier, first, other)
            winners.append(winner)
            beaten += [n for n in (first, other) if n is not None and winner is not None and n != winner]
        slots = list(zip(winners[::2], winners[1::2], strict=True))
    meetings = [Meeting(first, other) for first, other in slots if first is not None and other is not None]
    alone: list[tuple[int, int | None]] = []
    for slot in slots:
        single = [number for number in slot if number is not None]
        alone += [(single[0], None)] if len(single) == 1 else []
    if third_place and len(slots) == 1 and round_number > start:
        if len(beaten) == 2:
            meetings.append(Meeting(beaten[0], beaten[1], third_place=True))
        alone += [(beaten[0], None)] if len(beaten) == 1 else []
    return Stage(tuple(meetings), tuple(alone))


def without_absent(stage: Stage, playing: set[int]) -> Stage:
    """The same where the opponent of somebody who does not play goes on without a game."""
    meetings = []
    alone: list[tuple[int, int | None]] = [row for row in stage.alone if row[0] in playing]
    for meeting in stage.meetings:
        here = [number for number in (meeting.first, meeting.other) if number in playing]
        if len(here) == 2:
            meetings.append(meeting)
        elif here:
            alone.append((here[0], meeting.first if here[0] == meeting.other else meeting.other))
    return Stage(tuple(meetings), tuple(alone))


def seated(
    tournament: Tournament,
    round_number: int,
    table: int,
    meeting: Meeting,
    why: Reasons | None,
) -> Pair:
    """Seat a match; ``why``: the draw's reasons, None: no reasons are wanted."""
    low, high = sorted((meeting.first, meeting.other))
    fixed = {(wish.first, wish.second) for wish in tournament.fixed_in(round_number)}
    if {(low, high), (high, low)} & fixed:
        first, second = (low, high) if (low, high) in fixed else (high, low)
        colour = ReasonCode.COLOUR_FIXED
    else:
        # Who is first in game 1 is drawn by lot from seed, round and numbers.
        lot = sha256(f"{tournament.seed}|colour|{round_number}|{low}|{high}".encode()).digest()[0]
        first, second = (low, high) if lot % 2 else (high, low)
        colour = ReasonCode.COLOUR_DRAWN
    if why is None:
        return Pair(table, first, second)
    both = {"first": meeting.first, "second": meeting.other}
    code = ReasonCode.THIRD_PLACE if meeting.third_place else ReasonCode.BRACKET
    reasons = why.get((low, high), (Reason(code, both),))
    return Pair(table, first, second, (*reasons, Reason(colour, {"player": first})))


def final_slots(players: Sequence[int]) -> list[Slot]:
    """Two players meet at once; of four the first meets the last."""
    half = len(players) // 2
    return list(zip(players[:half], reversed(players[half:]), strict=True))


def _winner(before: Tournament, round_number: int, slot: int | None, other: int | None) -> int | None:
    if slot is None or other is None:
        return slot if other is None else other
    match = match_between(before, round_number, slot, other)
    if match is not None:
        _check_over(match, round_number)
        return match.winner
    free = {bye.number for bye in before.byes if bye.round == round_number}
    playing = free & {slot, other} or {slot, other} & {e.number for e in present(before, round_number)}
    if len(playing) == 2:
        raise PairingInputError(InputCode.MATCH_MISSING, round=round_number, first=slot, second=other)
    return next(iter(playing), None)


def _check_over(match: PlayerMatch, round_number: int) -> None:
    if not match.over:
        first, second = match.players
        raise PairingInputError(
            InputCode.MATCH_OPEN,
            round=round_number,
            table=match.games[0].table,
            first=first,
            second=second,
            game=match.games[-1].game + 1,
        )


def slots_on_record(before: Tournament) -> list[Slot]:
    """The slots of round 1 as it was played. Raises `PairingInputError` where they make no bracket."""
    slots = slots_played(before)
    if slots is None:
        alone = [bye.number for bye in before.byes if bye.round == 1]
        pairs = len(opening_games(before))
        raise PairingInputError(InputCode.NO_BRACKET, pairs=pairs, byes=len(alone))
    return slots


def _drawn(tournament: Tournament) -> tuple[list[Slot], Reasons]:
    if tournament.options.places:
        return slots_set(tournament), {}
    entering = paired_state(tournament, 1)
    count = len(entering.players)
    if count < 2:
        raise PairingInputError(InputCode.TOO_FEW, count=count)
    held = {number for wish in entering.fixed for number in (wish.first, wish.second)}
    byes = (1 << bracket_rounds(count)) - count
    free = by_seed(tournament, [number for number in entering.players if number not in held])[:byes]
    if len(free) < byes:
        raise PairingInputError(InputCode.NO_BRACKET, pairs=len(entering.fixed), byes=byes)
    others = {number: player for number, player in entering.players.items() if number not in free}
    entering = replace(entering, players=others)
    order = sorted(others.values(), key=lambda player: player.number)
    allowed = problem_of(WMSG2008, entering, order).allowed
    try:
        listed = first_round.listed(entering, order, allowed, apart=True)
    except NoPairing:
        lost = sorted(order[i].number for i in unpairable(allowed, len(order)))
        raise CannotPair(RefusalCode.NO_PAIRING_LIFTED, players=lost) from None
    why = {(min(pair), max(pair)): reasons for pair, reasons in listed.reasons.items()}
    return in_slots(listed.pairs, free), why
