"""What is said of a round made or changed by hand."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.reasons import IMPOSSIBLE, Notice
from tournaments.pairing.values import CannotPair, Pair, PairedRound


@dataclass(frozen=True, slots=True)
class Judgement:
    """``pairs`` with tables, colours and notices; ``bye`` and ``free`` as in a `PairedRound`; ``notices``
    about the round as a whole; ``rule`` is the
    rule's own pairing, or ``refusal`` says why there is none."""

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
