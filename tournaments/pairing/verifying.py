"""Does a round that is on record equal what the rules give? The answer names every difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tournaments.pairing.gotha import engine
from tournaments.pairing.gotha.verifying import DeviationCode
from tournaments.pairing.of_teams import on_record
from tournaments.pairing.registry import pair, recompute
from tournaments.pairing.values import CannotPair, InputCode, PairedRound, PairingInputError
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.tournament import Tournament


class DifferenceCode(StrEnum):
    """How a recorded round differs; the comment lists the parameters."""

    MISSING = "missing"  # first, second: a pair of the rule that is not on record
    EXTRA = "extra"  # first, second: a pair on record that the rule does not make
    COLOURS = "colours"  # first, second: on record the other way round
    TABLE = "table"  # first, second, table, found
    BYE = "bye"  # expected, found: lists of numbers
    HANDICAP = "handicap"  # first, second, handicap, found
    DIGEST = "digest"  # expected, found: the round was not published from this input


@dataclass(frozen=True, slots=True)
class Difference:
    code: DifferenceCode
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Verification:
    """``on_record``: (table, first, second) on record, table 0 where the record has none; ``lifted``: the
    record holds a rematch, and no pairing without one existed."""

    expected: PairedRound
    on_record: tuple[tuple[int, int, int], ...]
    byes: tuple[int, ...]
    differences: tuple[Difference, ...]
    lifted: bool = False

    @property
    def ok(self) -> bool:
        return not self.differences


def verify(tournament: Tournament, round_number: int) -> Verification:
    """Recompute ``round_number`` from what was known then and compare with what ``tournament`` holds, of its
    teams where they meet.

    Of several McMahon pairings with the greatest sum any will do: other programs choose otherwise (M11).
    Raises `CannotPair` and `PairingInputError` as `pair` does, the latter also when nothing is on record.
    """
    pairs_on_record, byes = on_record(tournament, round_number)
    if not pairs_on_record and not byes:
        raise PairingInputError(InputCode.ROUND_MISSING, round=round_number)
    lifted = False
    try:
        expected = pair(tournament, round_number, explain=False)
    except CannotPair:
        if not _holds_rematch(tournament, pairs_on_record, round_number):
            raise
        expected = pair(tournament, round_number, allow_rematch=True, explain=False)
        lifted = True
    differences = tuple(_differences(expected, pairs_on_record, byes))
    if tournament.paired_by in GO_SYSTEMS:
        differences = (*differences, *_handicaps(tournament, round_number, expected))
        if differences:
            differences = _by_value(tournament, round_number, differences)
    return Verification(expected, pairs_on_record, byes, differences, lifted)


def verify_published(
    rests_on: Mapping[str, Any],
    pairs_on_record: Iterable[tuple[int, int, int]],
    byes: Iterable[int],
    digest: str,
    *,
    allow_rematch: bool,
) -> Verification:
    """Verify from the input that is published with a round. Raises as `recompute` does."""
    expected = recompute(rests_on, allow_rematch=allow_rematch)
    rows, free = tuple(sorted(pairs_on_record)), tuple(sorted(byes))
    differences = _differences(expected, rows, free)
    # The pairs may agree although the digest was made of something else.
    if digest != expected.digest and not differences:
        digests = {"expected": expected.digest, "found": digest}
        differences.append(Difference(DifferenceCode.DIGEST, digests))
    return Verification(expected, rows, free, tuple(differences), lifted=allow_rematch)


def _handicaps(tournament: Tournament, round_number: int, expected: PairedRound) -> Iterator[Difference]:
    """Of the pairs that are on record as the rule makes them."""
    rule = {frozenset((p.first, p.second)): p.handicap for p in expected.pairs}
    for game in tournament.games:
        if game.round == round_number:
            wanted = rule.get(frozenset((game.first, game.second)), game.handicap)
            if wanted != game.handicap:
                yield _handicap(game.first, game.second, wanted, game.handicap)


def _handicap(first: int, second: int, wanted: int, handicap: int) -> Difference:
    params = {"first": first, "second": second, "handicap": wanted, "found": handicap}
    return Difference(DifferenceCode.HANDICAP, params)


def _by_value(
    tournament: Tournament, round_number: int, differences: tuple[Difference, ...]
) -> tuple[Difference, ...]:
    """Keep the differences that are left where the pairs on record are worth as much as the rule's."""
    deviations = engine.deviations(tournament, round_number)
    left = []
    for deviation in deviations:
        params = deviation.params
        if deviation.code is DeviationCode.COLOUR:
            turned = {"first": params["white"], "second": params["black"]}
            left.append(Difference(DifferenceCode.COLOURS, turned))
        elif deviation.code is DeviationCode.HANDICAP:
            left.append(_handicap(params["black"], params["white"], params["expected"], params["found"]))
        elif deviation.code is DeviationCode.BYE:
            # Whoever named the bye: the sum was compared without that player.
            left.append(Difference(DifferenceCode.BYE, params))
        else:
            # They are worth less: then all differences count.
            return differences
    return tuple(left)


def _holds_rematch(tournament: Tournament, pairs: Iterable[tuple[int, int, int]], round_number: int) -> bool:
    rows = tournament.games if tournament.teams is None else tournament.teams.matches
    before = {frozenset((row.first, row.second)) for row in rows if row.round < round_number}
    return any(frozenset((first, second)) in before for _, first, second in pairs)


def _differences(
    expected: PairedRound, pairs_on_record: tuple[tuple[int, int, int], ...], byes: tuple[int, ...]
) -> list[Difference]:
    differences = []
    on_record = {frozenset(row[1:]): row for row in pairs_on_record}
    rule = {frozenset((p.first, p.second)): p for p in expected.pairs}
    # A section that is numbered otherwise has its tables where its hall has them.
    by_rule = {table for table, _, _ in pairs_on_record} == {p.table for p in expected.pairs}
    for key, wanted in rule.items():
        params = {"first": wanted.first, "second": wanted.second}
        if key not in on_record:
            differences.append(Difference(DifferenceCode.MISSING, params))
            continue
        table, first, _ = on_record[key]
        if first != wanted.first:
            differences.append(Difference(DifferenceCode.COLOURS, params))
        if table and by_rule and table != wanted.table:
            params = {**params, "table": wanted.table, "found": table}
            differences.append(Difference(DifferenceCode.TABLE, params))
    differences += [
        Difference(DifferenceCode.EXTRA, {"first": first, "second": second})
        for _, first, second in pairs_on_record
        if frozenset((first, second)) not in rule
    ]
    free = tuple(sorted([*([expected.bye] if expected.bye else []), *expected.free]))
    if free != byes:
        differences.append(Difference(DifferenceCode.BYE, {"expected": list(free), "found": list(byes)}))
    return differences
