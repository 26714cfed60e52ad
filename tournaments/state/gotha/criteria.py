"""OpenGotha's placement criteria: values after a round, times two; products of two scores times four.

The kinds that end in W add wins, those in M McMahon scores. A round without a pairing gives nothing in a W
kind and the player's own start score in an M kind (EGF, Tournament System Rules). Handicap counts in SOSM and
SODOSM: what the player gave is added to the opponent's score, what he or she took is taken off.

*virtual*   with ``unplayed_half`` an opponent's score is the start, the points over the board and ½ for every
            other round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tournaments.state.gotha.direct import direct_order, simple_direct
from tournaments.state.gotha.scores import GoMeeting, GoScore, gotha_scores
from tournaments.state.gotha.values import GoEvent

CRITERIA = (
    *("NULL", "CAT", "RANK", "RATING", "NBW", "MMS", "SOSW", "SOSWM1", "SOSWM2", "SOSM", "SOSMM1", "SOSMM2"),
    *("SODOSW", "SODOSM", "SOSOSW", "SOSOSM", "CUSSW", "CUSSM", "EXT", "EXR", "SDC", "DC"),
)
# Other names of the same criterion.
SPELLINGS = {"SOSW-1": "SOSWM1", "SOSW-2": "SOSWM2", "SOSM-1": "SOSMM1", "SOSM-2": "SOSMM2"}
# Strasbourg and cup scores: the name is kept, the value is 0 (M14).
NOT_COMPUTED = ("STS", "CPS")
ALL_CRITERIA = frozenset((*CRITERIA, *NOT_COMPUTED))
# So many rank an event.
MOST = 6
# The values of a criterion are multiplied by this; by two where it is not said.
TIMES = {"CAT": 1, "RANK": 1, "RATING": 1, "SODOSW": 4, "SODOSM": 4, "SDC": 2, "DC": 1}

Column = Mapping[int, int]


def fault_of(keys: Sequence[str]) -> str:
    """What is wrong with a list of criteria; empty where nothing is."""
    for i, key in enumerate(keys):
        if key not in ALL_CRITERIA:
            return f"unknown criterion {key!r}"
        if key in keys[:i] and key != "NULL":
            return f"{key!r} is there twice"
    return "at most six, and not both SDC and DC" if len(keys) > MOST or {"SDC", "DC"} <= set(keys) else ""


class Criteria:
    """All criteria of one event after one round, each computed when somebody asks for it."""

    def __init__(self, event: GoEvent, after: int) -> None:
        self.event = event
        self.after = after
        self.scores = gotha_scores(event, after)
        self._ranks = {player.number: player.rank for player in event.players}
        self._columns: dict[str, Column] = {}

    def column(self, name: str) -> Column:
        """Values by number; zeros for what is not computed, and for SDC and DC, which need the tied."""
        name = SPELLINGS.get(name, name)
        if name not in self._columns:
            make = _COLUMNS.get(name)
            self._columns[name] = dict.fromkeys(self.scores, 0) if make is None else make(self)
        return self._columns[name]

    def values(self, names: Sequence[str] | None = None) -> dict[int, tuple[int, ...]]:
        """Each player's values in the order of the criteria, by number."""
        names = self.event.criteria if names is None else names
        rows: dict[int, tuple[int, ...]] = dict.fromkeys(self.scores, ())
        for place, name in enumerate(names):
            if name in ("SDC", "DC"):
                column = self._among_equals(name, rows, names[place + 1 :])
            else:
                column = self.column(name)
            rows = {number: (*row, column[number]) for number, row in rows.items()}
        return rows

    def _among_equals(self, name: str, rows: Mapping[int, tuple[int, ...]], later: Sequence[str]) -> Column:
        column = dict.fromkeys(rows, 0)
        equal: dict[tuple[int, ...], list[int]] = {}
        for number, row in rows.items():
            equal.setdefault(row, []).append(number)
        meetings = {number: score.meetings.values() for number, score in self.scores.items()}
        behind = [self.column(other) for other in later if other not in ("SDC", "DC")]
        for tied in equal.values():
            if len(tied) > 1:
                if name == "SDC":
                    column.update(simple_direct(tied, meetings))
                else:
                    keys = {number: tuple(other[number] for other in behind) for number in tied}
                    column.update(direct_order(tied, meetings, keys))
        return column

    def opponent2(self, number: int, *, mms: bool) -> int:
        """What this player's score is worth to an opponent."""
        score = self.scores[number]
        if self.event.scoring.unplayed_half:
            return score.virtual2 + (score.start2 if mms else 0)
        return score.mms2[-1] if mms else score.nbw2[-1]

    def terms(self, score: GoScore, *, mms: bool) -> list[int]:
        """The terms of SOS, round by round."""
        alone = score.start2 if mms else 0
        played = (score.meetings.get(n) for n in range(1, self.after + 1))
        return [alone if met is None else self.term(met, mms=mms) for met in played]

    def exploit(self, number: int, met: GoMeeting, *, won: bool) -> int:
        """How often EXT, or EXR (``won``), counts the opponent's wins: the more, the stronger he is."""
        if won and met.points2 != 2:
            return 0
        return max(0, min(3, met.handicap - self._ranks[number] + self._ranks[met.opponent] + 1))

    def term(self, met: GoMeeting, *, mms: bool) -> int:
        return self.opponent2(met.opponent, mms=mms) + (2 * met.handicap if mms else 0)


def _each(value: Callable[[Criteria, GoScore], int]) -> Callable[[Criteria], Column]:
    return lambda c: {number: value(c, score) for number, score in c.scores.items()}


def _sos(*, mms: bool, without: int = 0) -> Callable[[Criteria], Column]:
    return _each(lambda c, score: sum(sorted(c.terms(score, mms=mms))[without:]))


def _sodos(*, mms: bool) -> Callable[[Criteria], Column]:
    return _each(lambda c, score: sum(m.points2 * c.term(m, mms=mms) for m in score.meetings.values()))


def _sosos(*, mms: bool) -> Callable[[Criteria], Column]:
    def column(c: Criteria) -> Column:
        sos = c.column("SOSM" if mms else "SOSW")
        return {
            number: sum(sos[met.opponent] for met in score.meetings.values())
            + (score.start2 * c.after * (c.after - len(score.meetings)) if mms else 0)
            for number, score in c.scores.items()
        }

    return column


def _exploits(*, won: bool) -> Callable[[Criteria], Column]:
    """EXT and EXR: wins of the opponents, the more the stronger they are for the handicap."""

    def column(c: Criteria) -> Column:
        return {
            number: sum(
                c.exploit(number, met, won=won) * c.scores[met.opponent].nbw2[-1]
                for met in score.meetings.values()
            )
            for number, score in c.scores.items()
        }

    return column


def _by_player(value: Callable[[GoEvent, int], int]) -> Callable[[Criteria], Column]:
    return lambda c: {p.number: value(c.event, i) for i, p in enumerate(c.event.players)}


_COLUMNS: Mapping[str, Callable[[Criteria], Column]] = {
    "CAT": _by_player(lambda event, i: -event.category(event.players[i])),
    "RANK": _by_player(lambda event, i: event.players[i].rank),
    "RATING": _by_player(lambda event, i: event.players[i].rating),
    "NBW": _each(lambda _, score: score.nbw2[-1]),
    "MMS": _each(lambda _, score: score.mms2[-1]),
    "SOSW": _sos(mms=False),
    "SOSWM1": _sos(mms=False, without=1),
    "SOSWM2": _sos(mms=False, without=2),
    "SOSM": _sos(mms=True),
    "SOSMM1": _sos(mms=True, without=1),
    "SOSMM2": _sos(mms=True, without=2),
    "SODOSW": _sodos(mms=False),
    "SODOSM": _sodos(mms=True),
    "SOSOSW": _sosos(mms=False),
    "SOSOSM": _sosos(mms=True),
    "CUSSW": _each(lambda _, score: sum(score.nbw2[1:])),
    "CUSSM": _each(lambda _, score: sum(score.mms2[1:])),
    "EXT": _exploits(won=False),
    "EXR": _exploits(won=True),
}


def criterion_text(name: str, value: int) -> str:
    """As a person reads it: whole points, and ``¼ ½ ¾``.

    >>> text_of("SOSM", 257), text_of("SODOSM", 3), text_of("CAT", -1)
    ('128½', '¾', '-1')
    """
    times = TIMES.get(SPELLINGS.get(name, name), 2)
    whole, remainder = divmod(abs(value), times)
    part = {0: "", 1: "¼", 2: "½", 3: "¾"}[remainder * 4 // times]
    sign = "-" if value < 0 else ""
    return sign + (str(whole) if whole or not part else "") + part


def ordered_by(rows: Mapping[int, tuple[int, ...]], names: Mapping[int, object]) -> list[int]:
    """Numbers by the criteria, the larger first; equal ones by ``names``."""
    # Names are of one kind that has an order; which one, only the caller knows.
    by_name: Iterable[int] = sorted(rows, key=lambda number: names[number])  # type: ignore[arg-type,return-value]
    return sorted(by_name, key=lambda number: tuple(-value for value in rows[number]))
