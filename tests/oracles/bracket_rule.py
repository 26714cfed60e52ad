"""The Swiss rules read out loud: lists every pairing and computes its key letter by letter.

Written from the specification alone, apart from the engine: nothing of `tournaments.pairing` is used. Slow on
purpose, for up to about ten players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tournaments.state.tournament import Result, Tournament


@dataclass
class Person:
    number: int
    score: int = 0
    ups: int = 0
    downs: int = 0
    met: set[int] = field(default_factory=set)
    colours: dict[int, str] = field(default_factory=dict)
    free_point: bool = False

    @property
    def balance(self) -> int:
        return sum(1 if c == "first" else -1 for c in self.colours.values())

    @property
    def must(self) -> str | None:
        if self.balance >= 2:
            return "second"
        if self.balance <= -2:
            return "first"
        last = [self.colours[r] for r in sorted(self.colours)][-2:]
        if last == ["first", "first"]:
            return "second"
        if last == ["second", "second"]:
            return "first"
        return None

    @property
    def due(self) -> str | None:
        if self.balance > 0:
            return "second"
        if self.balance < 0:
            return "first"
        if not self.colours:
            return None
        return "second" if self.colours[max(self.colours)] == "first" else "first"


def first_of(item: Person, two: Person, table: int) -> int:
    """R8, rule by rule."""
    a, b = item.number, two.number
    # 1: exactly one must, or the musts differ
    if item.must and two.must is None:
        return a if item.must == "first" else b
    if two.must and item.must is None:
        return b if two.must == "first" else a
    if item.must and two.must and item.must != two.must:
        return a if item.must == "first" else b
    if item.must and abs(item.balance) != abs(two.balance):
        granted = a if abs(item.balance) > abs(two.balance) else b
        other = b if granted == a else a
        return granted if item.must == "first" else other
    # 2: different due colours, or only one due
    if item.due != two.due:
        if item.due is not None:
            return a if item.due == "first" else b
        return b if two.due == "first" else a
    # 3: the same due colour
    if item.due is not None and abs(item.balance) != abs(two.balance):
        granted = a if abs(item.balance) > abs(two.balance) else b
        other = b if granted == a else a
        return granted if item.due == "first" else other
    # 4: the latest round in which their colours differed
    for r in sorted(item.colours, reverse=True):
        if r in two.colours and item.colours[r] != two.colours[r]:
            return a if item.colours[r] == "second" else b
    # 5
    return min(a, b) if table % 2 else max(a, b)


def people(t: Tournament, round_number: int) -> list[Person]:  # noqa: PLR0912 - the rules in the order of the text
    """Those present, as the round begins."""
    everybody = {e.number: Person(e.number) for e in t.entries}
    nobody = Person(max(everybody) + 1)
    for r in range(1, round_number):
        before = {n: p.score for n, p in everybody.items()}
        for g in t.games:
            if g.round != r:
                continue
            first_one, two = everybody[g.first], everybody[g.second]
            first_one.met.add(g.second)
            two.met.add(g.first)
            if g.result is Result.FIRST:
                gained = t.points.win, t.points.loss
            elif g.result is Result.SECOND:
                gained = t.points.loss, t.points.win
            elif g.result is Result.DRAW:
                gained = t.points.draw, t.points.draw
            else:
                gained = (0, 0) if g.forfeit else (t.points.loss, t.points.loss)
            first_one.score += gained[0]
            two.score += gained[1]
            if before[g.first] > before[g.second]:
                first_one.downs += 1
                two.ups += 1
            elif before[g.first] < before[g.second]:
                first_one.ups += 1
                two.downs += 1
            if g.forfeit:
                first_one.free_point |= g.result is Result.FIRST
                two.free_point |= g.result is Result.SECOND
            else:
                first_one.colours[r] = "first"
                two.colours[r] = "second"
        for b in t.byes:
            if b.round == r:
                everybody[b.number].score += t.points.win
                everybody[b.number].downs += 1
                everybody[b.number].free_point = True
                if t.options.practice_2009:
                    tables = len([g for g in t.games if g.round == r])
                    first = first_of(everybody[b.number], nobody, tables + 1) == b.number
                    everybody[b.number].colours[r] = "first" if first else "second"
                    nobody.colours[r] = "second" if first else "first"
        for a in t.absences:
            if a.round == r:
                everybody[a.number].score += t.points.draw if a.half else t.points.absence
    away = {a.number for a in t.absences if a.round == round_number}
    here = []
    for e in t.entries:
        gone = e.withdrawn_after is not None and e.withdrawn_after < round_number
        if not gone and round_number not in e.absences and e.number not in away:
            here.append(everybody[e.number])
    return here


def all_matchings(numbers: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not numbers:
        yield []
        return
    first, *others = numbers
    for other in others:
        left = [n for n in others if n != other]
        for all_matching in all_matchings(left):
            yield [(first, other), *all_matching]


@dataclass
class Answer:
    pairs: frozenset[frozenset[int]]
    bye: int | None
    tables: list[tuple[int, int]]


class Oracle:
    def __init__(self, t: Tournament, round_number: int, allow_rematch: bool = False) -> None:
        self.t = t
        self.round = round_number
        self.wxc = t.system == "wxc2015"
        self.columns = t.grouping == "columns"
        self.allow_rematch = allow_rematch
        here = people(t, round_number)
        self.by_number = {p.number: p for p in here}
        self.forbidden = {frozenset(pair) for pair in t.forbidden} | {
            frozenset((row.one, row.other)) for row in t.forbidden_once if row.round == round_number
        }
        self.fixed = {frozenset((f.first, f.second)) for f in t.fixed if f.round == round_number}

    # --- what both keys ask ---

    def legal(self, matching: list[tuple[int, int]]) -> bool:
        pairs = {frozenset(p) for p in matching}
        if not self.fixed <= pairs or pairs & self.forbidden:
            return False
        return self.allow_rematch or not any(b in self.by_number[a].met for a, b in matching)

    def processing(self, numbers: list[int]) -> list[int]:
        if self.round % 2:  # rank: score descending, smaller number first; from the top
            return sorted(numbers, key=lambda n: (-self.by_number[n].score, n))
        ranked = sorted(numbers, key=lambda n: (-self.by_number[n].score, -n))
        return ranked[::-1]

    def cost(self, n: int) -> int:
        p = self.by_number[n]
        return p.downs - p.ups if self.round % 2 else p.ups - p.downs

    def clash(self, a: int, b: int) -> bool:
        first_one, two = self.by_number[a], self.by_number[b]
        if self.wxc:
            return first_one.due is not None and first_one.due == two.due
        return first_one.balance * two.balance > 0

    def rematches(self, matching: list[tuple[int, int]]) -> int:
        return sum(b in self.by_number[a].met for a, b in matching)

    # --- wxc2015 (section 2) ---

    def rank(self) -> list[int]:
        """Score descending; then the smaller number in odd rounds, the larger in even ones."""
        sign = 1 if self.round % 2 else -1
        return sorted(self.by_number, key=lambda n: (-self.by_number[n].score, sign * n))

    def order_of_need(self) -> list[int]:
        rank = self.rank()

        def need(n: int) -> tuple[int, int, int]:
            p = self.by_number[n]
            if abs(p.balance) >= 2:
                urgency = 0
            elif p.must is not None:
                urgency = 1
            else:
                urgency = 2
            return -p.score, urgency, rank.index(n)

        return sorted(self.by_number, key=need)

    def key_wxc(self, matching: list[tuple[int, int]]) -> list:
        partner = dict(matching) | {b: a for a, b in matching}
        score = {n: self.by_number[n].score for n in partner}
        rank = [n for n in self.rank() if n in partner]
        order = [n for n in self.order_of_need() if n in partner]
        places = order if self.t.options.practice_2009 else rank
        key: list = [self.rematches(matching), self.same_musts(matching)]
        for level in sorted(set(score.values()), reverse=True):
            key.append(sum((score[a] >= level) != (score[b] >= level) for a, b in matching))  # a
            b_items = []
            for n in order:
                if score[n] != level:
                    continue
                other = partner[n]
                if score[other] < level:
                    b_items.append((1, 0, 0))
                elif score[other] == level and order.index(other) > order.index(n):
                    b_items.append((0, 1 if self.clash(n, other) else 0, order.index(other)))
                else:
                    b_items.append((0, 0, 0))
            key.append(b_items)
            c_items = []
            for n in rank:
                if score[n] != level:
                    continue
                other = partner[n]
                if score[other] < level:
                    clashing = 1 if self.clash(n, other) else 0
                    c_items.append((level - score[other], clashing, places.index(other)))
                else:
                    c_items.append((0, 0, 0))
            key.append(c_items)
        return key

    def same_musts(self, matching: list[tuple[int, int]]) -> int:
        if not self.wxc:
            return 0
        musts = [(self.by_number[a].must, self.by_number[b].must) for a, b in matching]
        return sum(x is not None and x == y for x, y in musts)

    def key(self, matching: list[tuple[int, int]]) -> list:
        return self.key_wxc(matching) if self.wxc else self.key_wmsg(matching)

    # --- wmsg2008 (section 2b) ---

    def key_wmsg(self, matching: list[tuple[int, int]]) -> list:
        partner = dict(matching) | {b: a for a, b in matching}
        order = self.processing(list(partner))
        position = {n: i for i, n in enumerate(order)}
        groups: list[list[int]] = []
        for n in order:
            if groups and self.by_number[groups[-1][0]].score == self.by_number[n].score:
                groups[-1].append(n)
            else:
                groups.append([n])
        key: list = [self.rematches(matching), 0]
        incoming: list[int] = []
        for residents in groups:
            members = incoming + residents
            outgoing = [n for n in members if partner[n] not in members]
            key.append(len(outgoing))  # a
            key.append(len([n for n in outgoing if n in incoming]))  # b
            key.append(sorted((self.cost(n) for n in outgoing), reverse=True))  # c
            key.append(sorted(-position[n] for n in outgoing))  # d
            e = []
            f_applies = self.columns
            for n in incoming:
                if n not in outgoing:
                    other = partner[n]
                    clashing = 1 if f_applies and self.clash(n, other) else 0
                    e.append((-self.cost(other), clashing, position[other]))
            key.append(e)
            remaining = [n for n in residents if n not in outgoing and partner[n] not in incoming]
            index = {n: i for i, n in enumerate(remaining)}
            pairs = {frozenset((n, partner[n])) for n in remaining}
            key.append(sum(self.clash(*pair) for pair in pairs) if f_applies else 0)  # f
            upper = set(remaining[: len(remaining) // 2])
            key.append(0 if self.columns else sum(pair <= upper for pair in pairs))  # g
            key.append([index[partner[n]] for n in remaining])  # h
            incoming = [n for n in order if n in outgoing]
        return key

    # --- the whole round ---

    def best(self, numbers: list[int]) -> tuple[list, list[tuple[int, int]]] | None:
        legal = [m for m in all_matchings(sorted(numbers)) if self.legal(m)]
        if not legal:
            return None
        # the global items first: cheap to compute, and they decide before everything else
        least = min((self.rematches(m), self.same_musts(m)) for m in legal)
        held = [m for m in legal if (self.rematches(m), self.same_musts(m)) == least]
        return min((self.key(m), m) for m in held)

    def answer(self) -> Answer | None:
        """The round as the rules give it; None: refused."""
        numbers = sorted(self.by_number)
        bye = None
        if len(numbers) % 2:
            fresh = [n for n in numbers if not self.by_number[n].free_point] or numbers
            last_first = -1 if self.round % 2 or not self.wxc else 1
            fresh.sort(key=lambda n: (self.by_number[n].score, last_first * n))
            options = []
            for n in fresh:
                result = self.best([m for m in numbers if m != n])
                if result is not None:
                    options.append((result[0][:2], n))
                    if result[0][:2] == [0, 0]:
                        break
            if not options:
                return None
            least = min(head for head, _ in options)
            bye = next(n for head, n in options if head == least)
            numbers.remove(bye)
        result = self.best(numbers)
        if result is None:
            return None
        return Answer(frozenset(frozenset(p) for p in result[1]), bye, self.tables(result[1]))

    def better_rank(self, a: int, b: int) -> int:
        """Whoever of the two has the better pairing rank."""
        first_one, two = self.by_number[a], self.by_number[b]
        if first_one.score != two.score:
            return a if first_one.score > two.score else b
        return min(a, b) if self.round % 2 else max(a, b)

    def tables(self, matching: list[tuple[int, int]]) -> list[tuple[int, int]]:
        score = {n: p.score for n, p in self.by_number.items()}
        rank = sorted(score, key=lambda n: (-score[n], n if self.round % 2 else -n))

        def table_key(pair: tuple[int, int]) -> tuple[int, int, int]:
            a, b = pair
            return -max(score[a], score[b]), -(score[a] + score[b]), rank.index(self.better_rank(a, b))

        wishes = {frozenset((f.first, f.second)): f for f in self.t.fixed if f.round == self.round}
        seated = []
        for table, (a, b) in enumerate(sorted(matching, key=table_key), start=1):
            wish = wishes.get(frozenset((a, b)))
            if wish is not None:
                first = wish.first
            else:
                first = (
                    first_of(self.by_number[a], self.by_number[b], table)
                    if self.wxc
                    else self.first_wmsg(a, b)
                )
            seated.append((first, b if first == a else a))
        return seated

    def first_wmsg(self, a: int, b: int) -> int:
        first_one, two = self.by_number[a], self.by_number[b]
        if first_one.balance != two.balance:
            return a if first_one.balance < two.balance else b
        higher = self.better_rank(a, b)
        lower = b if higher == a else a
        return higher if self.round % 2 else lower
