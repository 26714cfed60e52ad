"""Standings the slow way, from the text of the rules and the rows of the tournament alone.

Nothing of the engine is used, nor `history`: every number is looked up in the list of games each time.
"""

from fractions import Fraction

from tournaments.state.tournament import Game, Result, Tournament

GROUP_CRITERIA = ("direct", "previous-rank")


def games_of(t: Tournament, number: int, after: int) -> list[Game]:
    return [g for g in t.games if g.round <= after and number in (g.first, g.second)]


def won(game: Game, number: int) -> bool:
    return game.result == (Result.FIRST if game.first == number else Result.SECOND)


def has_half(game: Game, number: int) -> bool:
    """Whether an arbiter gave this side half a point and the other nothing."""
    return game.result == (Result.FIRST_HALF if game.first == number else Result.SECOND_HALF)


def is_bye(t: Tournament) -> bool:
    return not t.system.endswith("round-robin")


def byes_of(t: Tournament, number: int, after: int) -> list[int]:
    return [b.round for b in t.byes if b.round <= after and b.number == number and is_bye(t)]


def game_points(t: Tournament, game: Game, number: int) -> int:
    if game.result is None or (game.forfeit and game.result is Result.NONE):
        return 0
    if game.result is Result.DRAW or has_half(game, number):
        return t.points.draw
    return t.points.win if won(game, number) else t.points.loss


def points(t: Tournament, number: int, after: int) -> int:
    total = sum(game_points(t, g, number) for g in games_of(t, number, after))
    total += len(byes_of(t, number, after)) * t.points.win
    return total + sum(t.points.absence for a in t.absences if a.number == number and a.round <= after)


def contributions(t: Tournament, number: int, after: int) -> list[tuple[int, int]]:
    """(round, points of that round's opponent) for every round that has one, absences as 0."""
    collected = []
    for g in games_of(t, number, after):
        opponent = g.second if g.first == number else g.first
        collected.append((g.round, 0 if g.result is None else points(t, opponent, after)))
    lowest = min(points(t, e.number, after) for e in t.entries)
    collected += [(r, lowest) for r in byes_of(t, number, after)]
    collected += [(a.round, 0) for a in t.absences if a.number == number and a.round <= after]
    return sorted(collected)


def value(t: Tournament, key: str, number: int, after: int) -> Fraction:
    games = games_of(t, number, after)
    sums = [p for _, p in contributions(t, number, after)]
    over_the_board = [g for g in games if not g.forfeit and g.result is not None]
    as_second = [g for g in over_the_board if g.second == number]
    match key:
        case "buchholz" | "sos":
            return Fraction(sum(sums))
        case "wins":
            return Fraction(sum(won(g, number) for g in games) + len(byes_of(t, number, after)))
        case "black-wins":
            return Fraction(sum(won(g, number) for g in as_second))
        case "black-games":
            return Fraction(len(as_second))
        case "best-opponent":
            return Fraction(max(sums, default=0))
        case "fewer-fouls":
            return Fraction(
                -sum(f.number == number and f.kind == "technical" and f.round <= after for f in t.fouls)
            )
        case "sonneborn-berger" | "sodos":
            total = Fraction(0)
            for g in games:
                opponent = g.second if g.first == number else g.first
                halved = g.result is Result.DRAW or has_half(g, number)
                share = 1 if won(g, number) else Fraction(1, 2) if halved else 0
                total += share * points(t, opponent, after)
            lowest = min(points(t, e.number, after) for e in t.entries)
            return total + lowest * len(byes_of(t, number, after))
        case "cut-1":
            return Fraction(sum(sorted(sums)[1:]))
        case "median":
            return Fraction(sum(sorted(sums)[1:-1]))
        case "progressive":
            return Fraction(sum(points(t, number, r) for r in range(1, after + 1)))
    prefix, _, skipped = key.rpartition("-")
    assert prefix == "sos-minus", key
    return Fraction(sum(p for r, p in contributions(t, number, after) if r > int(skipped)))


def direct_parts(t: Tournament, group: list[int], after: int) -> list[list[int]]:
    score = {}
    for number in group:
        met = set()
        score[number] = 0
        for g in games_of(t, number, after):
            opponent = g.second if g.first == number else g.first
            if opponent in group and g.result is not None:
                met.add(opponent)
                score[number] += game_points(t, g, number)
        if len(met) != len(group) - 1:
            return [group]
    parts = [[n for n in group if score[n] == s] for s in sorted(set(score.values()), reverse=True)]
    if len(parts) == 1:
        return parts
    return [smaller for part in parts for smaller in direct_parts(t, part, after)]


def parts_by(group: list[int], worth: dict[int, Fraction]) -> list[list[int]]:
    return [[n for n in group if worth[n] == w] for w in sorted({worth[n] for n in group}, reverse=True)]


def groups(t: Tournament, keys: tuple[str, ...], after: int) -> list[list[int]]:
    """The groups that share a rank, the best first."""
    everybody = sorted(e.number for e in t.entries)
    tied = parts_by(everybody, {n: Fraction(points(t, n, after)) for n in everybody})
    for key in keys:
        split: list[list[int]] = []
        before = (
            ranks(t, keys, after - 1) if key == "previous-rank" and after > 1 else dict.fromkeys(everybody, 1)
        )
        for group in tied:
            if key == "direct":
                split += direct_parts(t, group, after)
            elif key == "previous-rank":
                split += parts_by(group, {n: Fraction(-before[n]) for n in group})
            else:
                split += parts_by(group, {n: value(t, key, n, after) for n in group})
        tied = split
    return tied


def ranks(t: Tournament, keys: tuple[str, ...], after: int) -> dict[int, int]:
    result: dict[int, int] = {}
    for group in groups(t, keys, after):
        result |= dict.fromkeys(group, len(result) + 1)
    return result
