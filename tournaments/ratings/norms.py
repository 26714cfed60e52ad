"""Say whether a result is a norm, condition by condition: FIDE's B.01 of 2024, or a federation's own numbers.

*holders*        opponents with any title but candidate master.
*of the title*   opponents with the title that the norm is for, or a higher one.
*left out*       games that do not count: the player won them, or they came after the result was there (B.01
                 1.4.1 e, f).

A report says what is met; a title is the issuer's to give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import Any

from tournaments.ratings.tables import dp, half_up, per_cent
from tournaments.text.titles import title_of

# An opponent who plays for nobody counts as an opponent, not as of a federation.
NO_FEDERATION = "FID"
_HOLDERS = frozenset({"GM", "IM", "FM", "WGM", "WIM", "WFM"})


@dataclass(frozen=True, slots=True)
class NormRule:
    """``raised``: what the lowest opponent counts at least; ``unrated``: what one without a rating counts;
    ``women``: only for them."""

    title: str
    performance: int
    average: int
    raised: int
    of_title: frozenset[str]
    holders: frozenset[str] = _HOLDERS
    games: int = 9
    score: Fraction = Fraction(35, 100)
    holders_share: Fraction = Fraction(1, 2)
    of_title_share: Fraction = Fraction(1, 3)
    of_title_least: int = 3
    other_federations: int = 2
    own_at_most: Fraction = Fraction(3, 5)
    one_at_most: Fraction = Fraction(2, 3)
    unrated: int = 1400
    women: bool = False


# The fields of a rule that are parts of the games.
SHARES = frozenset({"score", "holders_share", "of_title_share", "own_at_most", "one_at_most"})
FIDE_NORMS: Mapping[str, NormRule] = {
    "GM": NormRule("GM", 2600, 2380, 2200, frozenset({"GM"})),
    "IM": NormRule("IM", 2450, 2230, 2050, frozenset({"GM", "IM"})),
    "WGM": NormRule("WGM", 2400, 2180, 2000, frozenset({"GM", "IM", "WGM"}), women=True),
    "WIM": NormRule("WIM", 2250, 2030, 1850, frozenset({"GM", "IM", "WGM", "WIM"}), women=True),
}


def rule_document(rule: NormRule) -> dict[str, Any]:
    """As JSON; shares as fractions in text."""
    return {
        name: sorted(value)
        if isinstance(value, frozenset)
        else str(value)
        if isinstance(value, Fraction)
        else value
        for name, value in asdict(rule).items()
    }


def norm_rule(document: Mapping[str, Any]) -> NormRule:
    """Of what `rule_document` has written."""
    values: dict[str, Any] = {
        field.name: frozenset(value)
        if isinstance(value, list)
        else Fraction(value)
        if field.name in SHARES
        else value
        for field in fields(NormRule)
        if (value := document[field.name]) is not None
    }
    return NormRule(**values)


@dataclass(frozen=True, slots=True)
class NormGame:
    """A game over the board; ``rating``, ``title`` and ``federation`` of the opponent, of the list at the
    start. ``rating``: None without one."""

    rating: int | None
    title: str
    federation: str
    halves: int


class ConditionCode(StrEnum):
    GAMES = "games"
    SCORE = "score"
    HOLDERS = "holders"
    OF_TITLE = "of the title"
    OTHER_FEDERATIONS = "other federations"
    OWN_AT_MOST = "own federation at most"
    ONE_AT_MOST = "one federation at most"
    AVERAGE = "average"
    PERFORMANCE = "performance"


@dataclass(frozen=True, slots=True)
class NormCondition:
    code: ConditionCode
    need: Fraction
    have: Fraction
    met: bool


@dataclass(frozen=True, slots=True)
class NormReport:
    """``left_out``: numbers of games from 1, in order; where the norm is not met, of all games."""

    rule: NormRule
    games: tuple[NormGame, ...]
    left_out: tuple[int, ...]
    conditions: tuple[NormCondition, ...]
    average: int
    percent: int
    dp: int

    @property
    def performance(self) -> int:
        return self.average + self.dp

    @property
    def met(self) -> bool:
        return all(condition.met for condition in self.conditions)


def norm(
    rule: NormRule,
    games: Sequence[NormGame],
    federation: str,
    *,
    exempt: bool = False,
    fixed: bool = False,
) -> NormReport:
    """Report on a norm; of the sets of games that succeed the largest, then the earliest rounds (RT4).

    ``exempt``: events of 1.4.3 need no foreign federations. ``fixed``: pairings were known beforehand, so
    that no later game is left out."""
    whole = _report(rule, games, (), federation, exempt=exempt)
    if whole.met:
        return whole
    for left_out in _sets(games, rule.games, fixed=fixed):
        report = _report(rule, games, left_out, federation, exempt=exempt)
        if report.met:
            return report
    return whole


def _sets(games: Sequence[NormGame], least: int, *, fixed: bool) -> Iterator[tuple[int, ...]]:
    """What may be left out, the fewest games first, of as many the latest."""
    numbers = range(1, len(games) + 1)
    won = [number for number in numbers if games[number - 1].halves == 2]
    for count in range(1, len(games) - least + 1):
        sets: set[tuple[int, ...]] = set()
        for later in range(0 if fixed else count, -1, -1):
            tail = tuple(numbers)[len(games) - later :]
            before = [number for number in won if number <= len(games) - later]
            sets |= {(*some, *tail) for some in combinations(before, count - later)}
        yield from sorted(sets, reverse=True)


def _report(
    rule: NormRule, games: Sequence[NormGame], left_out: tuple[int, ...], federation: str, *, exempt: bool
) -> NormReport:
    counted = tuple(game for number, game in enumerate(games, start=1) if number not in left_out)
    n = len(counted)
    halves = sum(game.halves for game in counted)
    ratings = sorted(rule.unrated if game.rating is None else game.rating for game in counted)
    if ratings:
        ratings[0] = max(ratings[0], rule.raised)
    average, percent = (half_up(sum(ratings), n), per_cent(halves, n)) if n else (0, 0)
    of_federation = Counter(game.federation for game in counted if game.federation != NO_FEDERATION)
    compatriots = of_federation.pop(federation, 0)
    most_of_one = max([compatriots, *of_federation.values()])

    def least(code: ConditionCode, need: Fraction | int, have: Fraction | int) -> NormCondition:
        return NormCondition(code, Fraction(need), Fraction(have), have >= need)

    def at_most(code: ConditionCode, share: Fraction, have: int) -> NormCondition:
        need = floor(share * n)
        return NormCondition(code, Fraction(need), Fraction(have), exempt or have <= need)

    of_title = max(rule.of_title_least, ceil(rule.of_title_share * n))
    holders = sum(game.title in rule.holders for game in counted)
    others = least(ConditionCode.OTHER_FEDERATIONS, rule.other_federations, len(of_federation))
    conditions = (
        least(ConditionCode.GAMES, rule.games, n),
        least(ConditionCode.SCORE, rule.score * n, Fraction(halves, 2)),
        least(ConditionCode.HOLDERS, ceil(rule.holders_share * n), holders),
        least(ConditionCode.OF_TITLE, of_title, sum(game.title in rule.of_title for game in counted)),
        NormCondition(others.code, others.need, others.have, exempt or others.met),
        at_most(ConditionCode.OWN_AT_MOST, rule.own_at_most, compatriots),
        at_most(ConditionCode.ONE_AT_MOST, rule.one_at_most, most_of_one),
        least(ConditionCode.AVERAGE, rule.average, average),
        least(ConditionCode.PERFORMANCE, rule.performance, average + dp(percent)),
    )
    return NormReport(rule, counted, left_out, conditions, average, percent, dp(percent))


class Outlook(StrEnum):
    """What the last game must bring; before it is paired, whether it can still be made."""

    REACHED = "reached"
    MUST_PLAY = "reached whatever the result, but the game must be played"
    DRAW = "a draw is enough"
    WIN = "a win is needed"
    IMPOSSIBLE = "not possible"
    POSSIBLE = "possible"


def outlook(
    rule: NormRule,
    games: Sequence[NormGame],
    federation: str,
    last: NormGame,
    *,
    exempt: bool = False,
    fixed: bool = False,
) -> Outlook:
    """``games``: before the last one; ``last``: whose result does not matter here."""
    if not fixed and norm(rule, games, federation, exempt=exempt).met:
        return Outlook.REACHED
    for halves, answer in ((0, Outlook.MUST_PLAY), (1, Outlook.DRAW), (2, Outlook.WIN)):
        played = NormGame(last.rating, last.title, last.federation, halves)
        if norm(rule, [*games, played], federation, exempt=exempt, fixed=fixed).met:
            return answer
    return Outlook.IMPOSSIBLE


def is_possible(
    rule: NormRule,
    games: Sequence[NormGame],
    federation: str,
    ahead: Sequence[NormGame],
    unpaired: int,
    *,
    exempt: bool = False,
    fixed: bool = False,
) -> bool:
    """Tell whether all could still come out."""
    title = min(rule.of_title, default="")
    rating = max(rule.performance, rule.average)
    # As many as are unpaired against opponents who fit best, each of another federation.
    best = [NormGame(rating, title, f"+{number}", 2) for number in range(unpaired)]
    # The games ahead are won.
    won = [NormGame(game.rating, game.title, game.federation, 2) for game in ahead]
    return norm(rule, [*games, *won, *best], federation, exempt=exempt, fixed=fixed).met


@dataclass(frozen=True, slots=True)
class PercentStep:
    """Who has ``former`` and scores ``least`` per cent in his group gets ``title``."""

    former: str
    least: int
    title: str


# 中国象棋协会棋手技术等级, as copies of an older text have it: that it is in force is not sure, so an
# organisation may only begin its own table with it. Thirteen stands for all below.
CHINESE_SCALE = tuple(
    PercentStep(*row)
    for row in (
        ("地方大师", 70, "棋协大师"),
        ("一级棋士", 85, "棋协大师"),
        ("一级棋士", 70, "地方大师"),
        ("二级棋士", 75, "地方大师"),
        ("二级棋士", 55, "一级棋士"),
        ("三级棋士", 70, "一级棋士"),
        ("三级棋士", 55, "二级棋士"),
        ("四级棋士", 70, "二级棋士"),
        ("四级棋士", 50, "三级棋士"),
        ("五级棋士", 75, "三级棋士"),
        ("五级棋士", 45, "四级棋士"),
        ("六级棋士", 75, "四级棋士"),
        ("七级棋士", 85, "四级棋士"),
        ("六级棋士", 45, "五级棋士"),
        ("七级棋士", 75, "五级棋士"),
        ("八级棋士", 85, "五级棋士"),
        ("七级棋士", 30, "六级棋士"),
        ("八级棋士", 65, "六级棋士"),
        ("九级棋士", 80, "六级棋士"),
        ("八级棋士", 25, "七级棋士"),
        ("九级棋士", 60, "七级棋士"),
        ("十级棋士", 80, "七级棋士"),
        ("九级棋士", 20, "八级棋士"),
        ("十级棋士", 60, "八级棋士"),
        ("十一级棋士", 80, "八级棋士"),
        ("十级棋士", 20, "九级棋士"),
        ("十一级棋士", 60, "九级棋士"),
        ("十二级棋士", 80, "九级棋士"),
        ("十一级棋士", 20, "十级棋士"),
        ("十二级棋士", 60, "十级棋士"),
        ("十三级棋士", 80, "十级棋士"),
        ("十二级棋士", 20, "十一级棋士"),
        ("十三级棋士", 50, "十一级棋士"),
        ("十三级棋士", 10, "十二级棋士"),
    )
)


def promoted_title(steps: Sequence[PercentStep], former: str, points: Fraction, most: Fraction) -> str:
    """Return the title that a score gives in a group of that title; ``most``: what could be scored."""
    percent = 100 * points / most
    mine = title_of(former)
    reached = [step for step in steps if title_of(step.former) == mine and percent >= step.least]
    # The highest percentage that is reached decides.
    return title_of(max(reached, key=lambda step: step.least).title) if reached else ""


@dataclass(frozen=True, slots=True)
class PlaceRule:
    """Who is among the first ``places`` of a standing of at least so many ``participants`` gets ``title``."""

    title: str
    places: int
    participants: int = 0


def titled_by_place(rule: PlaceRule, ranks: Mapping[int, int]) -> list[int]:
    """List whom the rule gives the title, of everybody's rank by number."""
    if len(ranks) < rule.participants:
        return []
    sharers = Counter(ranks.values())
    # A place that is shared beyond the last one is nobody's.
    return sorted(number for number, rank in ranks.items() if rank + sharers[rank] - 1 <= rule.places)
