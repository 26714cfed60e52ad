"""The state in which a round is paired, from the tournament file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.pairing import colours
from tournaments.pairing.players import Entering, PairingPlayer, check_results, check_round, present
from tournaments.pairing.values import CannotPair, RefusalCode
from tournaments.state.tournament import (
    Appearance,
    Entry,
    FixedPair,
    History,
    Kind,
    Side,
    Tournament,
    history,
)


def paired_state(tournament: Tournament, round_number: int) -> Entering:
    """The state in which ``round_number`` is paired.

    Raises `PairingInputError` on a wrong round or a missing result, `CannotPair` when nobody is present or
    the fixed pairs contradict each other.
    """
    check_round(tournament, round_number)
    before = tournament.as_paired_for(round_number)
    check_results(before, round_number)
    entries = present(tournament, round_number)
    if not entries:
        raise CannotPair(RefusalCode.NOBODY, round=round_number)
    seen = history(before)
    players = {entry.number: _player(entry, seen[entry.number]) for entry in entries}
    if tournament.options.practice_2009:
        for number, turns in _turns_of_byes(before, seen).items():
            if number in players:
                players[number] = _with_turns(players[number], turns)
    forbidden = tournament.forbidden_in(round_number)
    fixed = tuple(sorted(tournament.fixed_in(round_number), key=lambda f: f.first))
    _check_fixed(fixed, players, forbidden)
    return Entering(before, round_number, players, forbidden, fixed)


def _player(entry: Entry, seen: Iterable[Appearance]) -> PairingPlayer:
    score = floats = balance = last_float = 0
    had_bye = False
    turns: list[int] = []
    met: dict[int, int] = {}
    for a in seen:
        round_number, kind, points, opponent, side, *_ = a
        score += points
        last_float = a.float
        floats += last_float
        if kind is Kind.BYE or (kind is Kind.FORFEIT and a.won):
            had_bye = True
        if opponent is not None:
            met[opponent] = round_number
            if kind is Kind.PLAYED and side is not None:
                sign = 1 if side is Side.FIRST else -1
                turns.append(sign * round_number)
                balance += sign
    return PairingPlayer(
        entry.number,
        entry.federation,
        entry.group,
        score,
        floats,
        balance,
        tuple(turns),
        met,
        had_bye,
        last_float,
    )


def _turns_of_byes(before: Tournament, seen: History) -> dict[int, list[int]]:
    """Return the rounds by who had the bye, negative where that is played as second."""
    entries = {entry.number: entry for entry in before.entries}
    tables = {game.round: 0 for game in before.games}
    for game in before.games:
        tables[game.round] += game.game == 1
    nobody = _player(Entry(max(entries) + 1), ())
    turns: dict[int, list[int]] = {}
    for bye in sorted(before.byes, key=lambda bye: (bye.round, bye.number)):
        # R11: a bye is a game against the number after the last, at the table after the last; R8 says who is
        # first.
        earlier = [a for a in seen[bye.number] if a.round < bye.round]
        player = _with_turns(_player(entries[bye.number], earlier), turns.get(bye.number, ()))
        first, _, _ = colours.wxc_of(player, nobody, tables.get(bye.round, 0) + 1)
        turn = bye.round if first == player.number else -bye.round
        turns.setdefault(bye.number, []).append(turn)
        nobody = _with_turns(nobody, (-turn,))
    return turns


def _with_turns(player: PairingPlayer, turns: Sequence[int]) -> PairingPlayer:
    """``player`` with these rounds among the games over the board."""
    return replace(
        player,
        turns=tuple(sorted((*player.turns, *turns), key=abs)),
        balance=player.balance + sum(1 if turn > 0 else -1 for turn in turns),
    )


def _check_fixed(
    fixed: Iterable[FixedPair], players: Mapping[int, PairingPlayer], forbidden: frozenset[tuple[int, int]]
) -> None:
    used: set[int] = set()
    for pair in fixed:
        for number in (pair.first, pair.second):
            if number not in players:
                raise CannotPair(
                    RefusalCode.FIXED_ABSENT, player=number, first=pair.first, second=pair.second
                )
            if number in used:
                raise CannotPair(RefusalCode.FIXED_TWICE, player=number)
            used.add(number)
        if (min(pair.first, pair.second), max(pair.first, pair.second)) in forbidden:
            raise CannotPair(RefusalCode.FIXED_FORBIDDEN, first=pair.first, second=pair.second)
