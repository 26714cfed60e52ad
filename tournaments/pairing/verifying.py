"""Does a round that is on record equal what the rules give? The answer names every difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tournaments.pairing.gotha import engine
from tournaments.pairing.registry import pair
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


@dataclass(frozen=True, slots=True)
class Difference:
    code: DifferenceCode
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Verification:
    """``found``: (table, first, second) on record, table 0 where the record has none; ``lifted``: the record
    holds a rematch, and no pairing without one existed."""

    expected: PairedRound
    found: tuple[tuple[int, int, int], ...]
    byes: tuple[int, ...]
    differences: tuple[Difference, ...]
    lifted: bool = False

    @property
    def ok(self) -> bool:
        return not self.differences


def verify(tournament: Tournament, round_number: int) -> Verification:
    """Recompute ``round_number`` from what was known then and compare with what ``tournament`` holds.

    Of several McMahon pairings with the greatest sum any will do: other programs choose otherwise (M11).
    Raises `CannotPair` and `PairingInputError` as `pair` does, the latter also when nothing is on record.
    """
    found = tuple(
        sorted(
            (g.table, g.first, g.second) for g in tournament.games if g.round == round_number and g.game == 1
        )
    )
    byes = tuple(sorted(bye.number for bye in tournament.byes if bye.round == round_number))
    if not found and not byes:
        raise PairingInputError(InputCode.ROUND_MISSING, round=round_number)
    lifted = False
    try:
        expected = pair(tournament, round_number, explain=False)
    except CannotPair:
        if not _holds_rematch(tournament, round_number):
            raise
        expected = pair(tournament, round_number, allow_rematch=True, explain=False)
        lifted = True
    differences = tuple(_differences(expected, found, byes))
    if differences and tournament.system in GO_SYSTEMS and engine.is_as_good(tournament, round_number):
        differences = ()
    return Verification(expected, found, byes, differences, lifted)


def _holds_rematch(tournament: Tournament, round_number: int) -> bool:
    before = {frozenset((g.first, g.second)) for g in tournament.games if g.round < round_number}
    return any(frozenset((g.first, g.second)) in before for g in tournament.games if g.round == round_number)


def _differences(
    expected: PairedRound, found: tuple[tuple[int, int, int], ...], byes: tuple[int, ...]
) -> list[Difference]:
    differences = []
    on_record = {frozenset(row[1:]): row for row in found}
    rule = {frozenset((p.first, p.second)): p for p in expected.pairs}
    # A section that is numbered otherwise has its tables where its hall has them.
    by_rule = {table for table, _, _ in found} == {p.table for p in expected.pairs}
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
        for _, first, second in found
        if frozenset((first, second)) not in rule
    ]
    free = tuple(sorted([*([expected.bye] if expected.bye else []), *expected.free]))
    if free != byes:
        differences.append(Difference(DifferenceCode.BYE, {"expected": list(free), "found": list(byes)}))
    return differences
