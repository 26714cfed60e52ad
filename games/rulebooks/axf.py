"""Judge repetition by the rules of the Asian Xiangqi Federation (World Xiangqi Rules 2018).

The verdict stands at the third occurrence of a position; at the second, the side that would lose must change.
What is judged are the plies from the first of the last three occurrences (of two, while the game goes on):
nothing before them counts. Each article is a function that carries its number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from games.rulebooks import arrows
from games.rulebooks.findings import NO_QUESTION, Finding, Kind, Question
from games.xiangqi.cycles import Attack, Played
from games.xiangqi.threats import Threat
from games.xiangqi.values import ADVISOR, BLACK, CANNON, CHARIOT, ELEPHANT, HORSE, RED, SIDE_NAMES

NAME: Final = "axf"
MUST_CHANGE_AT: Final = 2
# Occurrences of the position.
VERDICT_AT: Final = 3
Chased = TypeVar("Chased", int, tuple[int, int])


class Span(NamedTuple):
    """The plies ``first + 1`` to ``last``, which return to the position after ``first``."""

    played: Played
    first: int
    last: int

    def plies(self, side: int) -> range:
        start = self.first + 1 + (self.played.side_of(self.first + 1) != side)
        return range(start, self.last + 1, 2)


class Breach(NamedTuple):
    """What a side did in every one of its moves."""

    article: str
    code: str
    # The piece that it did it to.
    piece: int | None


class CycleRuling(NamedTuple):
    """What a repetition is."""

    # None: a draw.
    loser: int | None
    article: str
    code: str
    piece: int | None = None


def is_chase(threat: Threat) -> bool:
    """Say whether a threat is the threat of a chase: articles 7, 8 and 9, in that order of strength."""
    return article_9(threat) or article_7(threat) or not (threat.protected or article_8(threat))


def article_7(threat: Threat) -> bool:
    """7: a protected piece may be chased; but a chariot not by a horse or a cannon (nor by less)."""
    if threat.victim == CHARIOT:
        return threat.attacker in (HORSE, CANNON, ADVISOR, ELEPHANT)
    return threat.attacker in (ADVISOR, ELEPHANT) and threat.victim in (HORSE, CANNON)


def article_8(threat: Threat) -> bool:
    """8: pieces of the same kind that can take each other: an exchange."""
    return threat.attacker == threat.victim and threat.returned


def article_9(threat: Threat) -> bool:
    """9: a chariot that a horse pins may not be chased by anything, protected or not."""
    return threat.pinned


def article_13(attack: Attack) -> bool:
    """13: an attack must be new: a capture already available before the move is no chase."""
    return attack.new


def chases(attack: Attack) -> bool:
    """Say whether an attack is a chase: new, and on what may not be attacked all the time."""
    return article_13(attack) and is_chase(attack.threat)


def article_1(span: Span, side: int) -> Breach | None:
    """1: one side checks all the time, with one or several pieces."""
    checks = span.played.checks
    if all(checks[ply] for ply in span.plies(side)):
        return Breach("1", "perpetual-check", None)
    return None


def article_9_chase(span: Span, side: int) -> Breach | None:
    """9: a chariot pinned by a horse is chased all the time."""
    chased = every_ply_does(
        span, side, lambda _, attack: attack.on if article_13(attack) and article_9(attack.threat) else None
    )
    return Breach("9", "perpetual-chase-of-pinned-chariot", min(chased)) if chased else None


def article_5(span: Span, side: int) -> Breach | None:
    """5: one and the same piece is chased all the time, with one or several pieces."""
    # Where a ply chases it only although it is protected, 7 is what forbids the series. A ply that also
    # checks chases as well.
    return _chase_of_one(span, side, lambda ply, attack: chases_in(span.played, ply, attack))


def article_5_and_7(span: Span, side: int) -> Breach | None:
    """5 and 7: one and the same piece is attacked anew by some moves, and loses its protection by the
    others."""
    # This ranks below a chase in which every move attacks anew.
    return _chase_of_one(
        span,
        side,
        lambda ply, chase: (
            chases_in(span.played, ply, chase) or takes_recapture_away(span.played, ply, chase)
        ),
    )


def _chase_of_one(span: Span, side: int, is_one: Callable[[int, Attack], bool]) -> Breach | None:
    """The piece that every ply of the side does this to."""
    chased = every_ply_does(span, side, lambda ply, chase: chase.on if is_one(ply, chase) else None)
    if not chased:
        return None
    bare = chased & every_ply_does(
        span, side, lambda ply, chase: chase.on if is_one(ply, chase) and not forbids_7(chase) else None
    )
    return Breach("5" if bare else "7", "perpetual-chase", min(bare or chased))


def chases_in(played: Played, ply: int, attack: Attack) -> bool:
    """Say whether an attack is a chase in the ply that made it."""
    if not chases(attack) or not played.checks[ply]:
        return chases(attack)
    strong = article_9(attack.threat) or article_7(attack.threat)
    # Where the ply also checks, the recapture counts that only the check forbids: it has to be answered
    # before anything is taken.
    return strong or not played.guarded_beside_check(ply, attack.threat)


def takes_recapture_away(played: Played, ply: int, attack: Attack) -> bool:
    """Say whether the ply takes the recapture away from an attack that stood already, without checking."""
    if played.checks[ply] or not takes_protection_away(attack):
        return False
    stood = ply > 2 and any(
        (earlier.by, earlier.on) == (attack.by, attack.on) for earlier in played.attacks(ply - 2)
    )
    # An attack that stood before the opponent's reply too does not count in a ply that chases another piece
    # anew: different pieces are attacked in turn then (6).
    return not stood or not any(map(chases, played.attacks(ply)))


def forbids_7(attack: Attack) -> bool:
    """Say whether an attack is a chase by article 7 alone: the piece is protected."""
    return attack.threat.protected and article_7(attack.threat)


def article_7_kept(span: Span, side: int) -> Breach | None:
    """7: an attack that stands, of one piece on one piece, is made good by every move."""
    played = span.played
    if any(played.checks[ply] for ply in span.plies(side)):
        return None
    # Each move takes the protection of the attacked piece away anew. This ranks below a chase that attacks
    # anew.
    attacks_kept = every_ply_does(
        span, side, lambda _, attack: (attack.by, attack.on) if takes_protection_away(attack) else None
    )
    return Breach("7", "perpetually-unprotected", min(attacks_kept)[1]) if attacks_kept else None


def takes_protection_away(attack: Attack) -> bool:
    """Whether an attack that stood already became a chase by the ply."""
    before = attack.before
    return before is not None and not attack.new and is_chase(attack.threat) and not is_chase(before)


def every_ply_does(span: Span, side: int, chased_by: Callable[[int, Attack], Chased | None]) -> set[Chased]:
    chased: set[Chased] | None = None
    for ply in span.plies(side):
        now = {key for attack in span.played.attacks(ply) if (key := chased_by(ply, attack)) is not None}
        chased = now if chased is None else chased & now
        if not chased:
            return set()
    return chased or set()


# 14: what weighs more comes first; in the same class it is a draw.
PRECEDENCE: Final = (article_1, article_9_chase, article_5, article_5_and_7, article_7_kept)


def ruling(played: Played, first: int, last: int) -> CycleRuling:
    """Judges the plies ``first + 1`` to ``last``, which return to the position after ``first``."""
    span = Span(played, first, last)
    return broken(span) or article_3(span) or article_4(span)


def broken(span: Span) -> CycleRuling | None:
    """Find what is forbidden to one side, or done by both; None: nothing of that."""
    for article in PRECEDENCE:
        breaches = article(span, RED), article(span, BLACK)
        red, black = breaches
        if red and black:
            return article_14(red)
        for side, breach in enumerate(breaches):
            if breach:
                return CycleRuling(side, *breach)
    return None


def article_14(breach: Breach) -> CycleRuling:
    """14 (2 for checks): both sides in the same class: draw."""
    if breach.code == "perpetual-check":
        return CycleRuling(None, "2", "both-check")
    return CycleRuling(None, "14", "both-chase")


def article_3(span: Span) -> CycleRuling | None:
    """3: perpetual kill: a draw."""
    for side in (RED, BLACK):
        if _kinds(span, side) == {"idle"} and all(map(span.played.kills, span.plies(side))):
            return CycleRuling(None, "3", "perpetual-kill")
    return None


def article_4(span: Span) -> CycleRuling:
    """4, 6, 11: alternations, different pieces chased in turn, and moves that threaten nothing: draws."""
    kinds = [_kinds(span, side) for side in (RED, BLACK)]
    if any(kinds_of_side == {"chase"} for kinds_of_side in kinds):
        return CycleRuling(None, "6", "different-pieces-chased")
    if any(kinds_of_side != {"idle"} for kinds_of_side in kinds) or any(
        map(span.played.kills, range(span.first + 1, span.last + 1))
    ):
        return CycleRuling(None, "4", "alternation")
    return CycleRuling(None, "11", "nothing-forbidden")


def _kinds(span: Span, side: int) -> set[str]:
    kinds = set()
    for ply in span.plies(side):
        if span.played.checks[ply]:
            kinds.add("check")
        else:
            # Whether an idle one threatens mate is asked only where it matters.
            kinds.add("chase" if any(map(chases, span.played.attacks(ply))) else "idle")
    return kinds


def first_of(played: Played, ply: int, times: int) -> int | None:
    """Where the last so many occurrences of the position after the ply began, if it stood so often."""
    return None if played.repetitions[ply] < times else played.occurrences(ply)[-times]


def last_verdict(played: Played) -> str:
    """``first-wins``, ``second-wins``, ``draw`` or ``none``, as of the last ply."""
    first = first_of(played, len(played), VERDICT_AT)
    if first is None:
        return "none"
    ruling = broken(Span(played, first, len(played)))
    return "draw" if ruling is None or ruling.loser is None else f"{SIDE_NAMES[1 - ruling.loser]}-wins"


class Series:
    """Find where a repetition begins to mean something, not again for each ply that goes on with it."""

    # Other rulebooks that refer to these articles give their own ``name``, and a ``prefix`` to the number.
    def __init__(self, played: Played, *, name: str = NAME, prefix: str = "") -> None:
        self._played, self._name, self._prefix = played, name, prefix
        self._meaning: dict[int, tuple[Kind, CycleRuling] | None] = {}

    def at(self, ply: int) -> list[Finding]:
        now = self._means(ply)
        # An anchor stands before the last capture, over which no series goes: the ply before is there.
        if now is None or now == self._means(ply - 1):
            return []
        kind, ruled = now
        played = self._played
        first = played.occurrences(ply)[-min(played.repetitions[ply], VERDICT_AT)]
        details = evidence(played, ruled, first, ply)
        return [
            Finding(self._name, self._prefix + ruled.article, kind, ruled.code, ruled.loser, ply, details)
        ]

    def is_over(self, _finding: Finding, ply: int) -> bool:
        """Whether a position stands that was not there since the last capture."""
        return self._played.repetitions[ply] == 1

    def cut(self, ply: int) -> None:
        """Forget later plies."""
        for later in [at for at in self._meaning if at > ply]:
            del self._meaning[later]

    def _means(self, ply: int) -> tuple[Kind, CycleRuling] | None:
        """Say what the position after the ply means by standing there again; None: nothing."""
        times = self._played.repetitions[ply]
        if times < MUST_CHANGE_AT:
            return None
        if ply not in self._meaning:
            self._meaning[ply] = _meaning(self._played, ply, min(times, VERDICT_AT))
        return self._meaning[ply]


def _meaning(played: Played, ply: int, times: int) -> tuple[Kind, CycleRuling] | None:
    first = played.occurrences(ply)[-times]
    if times >= VERDICT_AT:
        ruled = ruling(played, first, ply)
        return (Kind.DRAW if ruled.loser is None else Kind.LOSS), ruled
    breach = broken(Span(played, first, ply))
    return None if breach is None or breach.loser is None else (Kind.MUST_CHANGE, breach)


def findings(played: Played, _question: Question = NO_QUESTION) -> list[Finding]:
    """What repetitions mean, by ply."""
    series = Series(played)
    return [finding for ply in range(1, len(played) + 1) for finding in series.at(ply)]


def standing(played: Played, ply: int, *, name: str = NAME, prefix: str = "") -> Finding | None:
    """Find what stands at ``ply``, a position that is there for the third time or more; None where none
    is."""
    first = first_of(played, ply, VERDICT_AT)
    if first is None:
        return None
    # Also where the series only goes on, of which `findings` tells its beginning.
    now = ruling(played, first, ply)
    kind = Kind.DRAW if now.loser is None else Kind.LOSS
    details = evidence(played, now, first, ply)
    return Finding(name, prefix + now.article, kind, now.code, now.loser, ply, details)


def evidence(played: Played, now: CycleRuling, first: int, last: int) -> dict[str, object]:
    """The plies of the series, those that break the rule, and what they threaten."""
    span = Span(played, first, last)
    details: dict[str, object] = {"from": first, "to": last}
    plies = list(range(first + 1, last + 1) if now.loser is None else span.plies(now.loser))
    details["plies"] = plies
    if now.piece is None:
        details["arrows"] = arrows.threatened(played, plies, chases)
    else:
        details |= arrows.named_piece(played, now.piece, last)
        details["arrows"] = arrows.on_piece(played, plies, now.piece)
    return details
