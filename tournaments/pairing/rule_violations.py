"""What is said of a round made or changed by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass

from tournaments.pairing.reasons import IMPOSSIBLE, Notice, NoticeCode
from tournaments.pairing.values import CannotPair, Pair, PairedRound, Table


@dataclass(frozen=True, slots=True)
class RuleViolations:
    """Judge a list: ``pairs`` with tables, colours and notices; ``notices`` about the round as a whole.

    ``rule`` is the rule's own pairing, or ``refusal`` says why there is none."""

    pairs: tuple[Pair, ...]
    bye: int | None
    free: tuple[int, ...]
    notices: tuple[Notice, ...]
    rule: PairedRound | None
    refusal: CannotPair | None

    @property
    def possible(self) -> bool:
        """Whether the list is a pairing at all: everybody present once, nobody else."""
        return not any(notice.code in IMPOSSIBLE for notice in self.notices)

    @property
    def broken(self) -> tuple[Notice, ...]:
        """The notices that say a rule is broken, the round's own first."""
        everything = (*self.notices, *(notice for pair in self.pairs for notice in pair.notices))
        return tuple(notice for notice in everything if notice.breaks_rule)


def seating_faults(
    tables: Sequence[Table], byes: Sequence[int], *, numbers: Set[int], here: Set[int], playing: Set[int]
) -> list[Notice]:
    """List who plays and does not sit somewhere once, and who sits and does not play.

    ``numbers``: all numbers there are; ``here``: who is present, ``playing`` or out of a knock-out."""
    seats = Counter([*(number for table in tables for number in (table.first, table.second)), *byes])
    notices = [
        Notice(NoticeCode.UNKNOWN_PLAYER, {"number": number}) for number in sorted(set(seats) - numbers)
    ]
    notices += [
        Notice(NoticeCode.KNOCKED_OUT if number in here else NoticeCode.NOT_PRESENT, {"player": number})
        for number in sorted(set(seats) & numbers - playing)
    ]
    notices += [
        Notice(NoticeCode.PAIRED_TWICE, {"player": number}) for number, n in sorted(seats.items()) if n > 1
    ]
    notices += [Notice(NoticeCode.NOT_PAIRED, {"player": number}) for number in sorted(playing - set(seats))]
    return notices


def bye_faults(byes: Sequence[int], playing: Set[int]) -> list[Notice]:
    """Of a Swiss: one bye at most, and none where the number is even."""
    notices = [Notice(NoticeCode.TWO_BYES, {"player": number}) for number in byes[1:]]
    if byes and len(playing) % 2 == 0:
        notices.append(Notice(NoticeCode.BYE_EVEN, {"player": byes[0]}))
    return notices
