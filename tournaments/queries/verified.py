"""Whether a published pairing is what the rules give, from the input that is stored with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tournaments.models import Round
from tournaments.pairing import CannotPair, PairingInputError, recompute

# First, second, handicap.
Seated = frozenset[tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class _Question:
    """Equal questions have equal answers: ``digest`` stands for ``data``, the stored input."""

    digest: str
    allow_rematch: bool
    seated: Seated
    byes: frozenset[int]
    data: Mapping[str, Any] = field(compare=False, repr=False)


def pairing_holds(
    round_: Round, seated: Iterable[tuple[int, int, int, int]], byes: Iterable[int]
) -> bool | None:
    """Tell whether tables and ``byes`` are the rule's own; None: this program did not pair the round."""
    if not round_.draft_digest or not round_.draft_input:
        return None
    # Which number a table has in the hall, no rule says. Computed once for each version in a process: pages
    # are rendered again with every result.
    return _holds(
        _Question(
            round_.draft_digest,
            round_.allow_rematch,
            frozenset((first, second, handicap) for _, first, second, handicap in seated),
            frozenset(byes),
            data=round_.draft_input,
        )
    )


@lru_cache(maxsize=16)
def _holds(question: _Question) -> bool:
    try:
        paired = recompute(question.data, allow_rematch=question.allow_rematch)
    except (CannotPair, PairingInputError):
        return False
    alone = {*([paired.bye] if paired.bye else []), *paired.free}
    rule = {(pair.first, pair.second, pair.handicap) for pair in paired.pairs}
    return question.seated == rule and question.byes == alone
