"""Names that are nearly the same: spelled otherwise (ä and ae, ß and ss, y and i), with a letter wrong, a
word more or an initial. They are only ever proposed to a person.

*key*      of a name, as `rating_matches.name_key` has it: its words without accents, in alphabetic order
*skeleton* of a word: what all its spellings have in common
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import permutations

# Proposals for one name.
MOST = 8
# All orders of a name's words are compared, written together: their number explodes beyond this.
MOST_WORDS = 4
# From so many letters on two may be wrong.
LONG = 8
_SPELLINGS = (("ae", "a"), ("oe", "o"), ("ue", "u"), ("ks", "x"), ("ph", "f"), ("ck", "k"), ("j", "i"))
_MORE = (("y", "i"), ("w", "v"))
# Of two words, which is compared and which is shared.
_PAIRS = ((0, 1), (1, 0))
_DOUBLED = re.compile(r"(.)\1+")


@lru_cache(maxsize=50_000)
def skeleton(word: str) -> str:
    """>>> skeleton("maekelae") == skeleton("makela"), skeleton("dmitriy") == skeleton("dmitri")
    (True, True)
    """
    for written, plain in (*_SPELLINGS, *_MORE):
        word = word.replace(written, plain)
    return _DOUBLED.sub(r"\1", word)


def names_near(names: Mapping[int, str], listed: Iterable[tuple[int, str]]) -> dict[int, list[int]]:
    """Return for each name the numbers that may be meant, the nearest first; both are given as keys."""
    wanted = {key: _words(name) for key, name in names.items()}
    by_word: dict[str, list[int]] = defaultdict(list)
    for key, words in wanted.items():
        # Two names have a word in common at least: all pairs would be too many to compare.
        for word in {*words, "".join(words)}:
            by_word[word].append(key)
    near_by_key: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, name in listed:
        words = _words(name)
        for key in {key for word in {*words, "".join(words)} for key in by_word.get(word, ())}:
            distance = _distance(wanted[key], words)
            if distance is not None:
                near_by_key[key].append((distance, number))
    return {key: [number for _, number in sorted(rows)[:MOST]] for key, rows in near_by_key.items()}


def _words(key: str) -> tuple[str, ...]:
    return tuple(sorted(skeleton(word) for word in key.split()))


def _distance(words_here: tuple[str, ...], other: tuple[str, ...]) -> int | None:
    """0 to 3, small where the names are near each other; None where they are two names."""
    if len(words_here) == len(other) == len(_PAIRS[0]):
        # Most names are two words, of which thousands share the given one.
        for mine, shared in _PAIRS:
            for yours, place in _PAIRS:
                if words_here[shared] == other[place]:
                    return _between(words_here[mine], other[yours])
    common = Counter(words_here) & Counter(other)
    unmatched, others = ([*(Counter(words) - common).elements()] for words in (words_here, other))
    if not unmatched and not others:
        return 0
    if not unmatched or not others:
        # Anna Schmidt and Anna Maria Schmidt; a family name alone says nothing.
        return 3 if common.total() > 1 else None
    if len(unmatched) > MOST_WORDS or len(others) > MOST_WORDS:
        return None
    # Words in one piece here and in two there; every order of the one against the other in its own.
    joined = {"".join(turn) for turn in permutations(unmatched)}
    turns = {"".join(turn) for turn in permutations(others)}
    if joined & turns:
        return 0
    if not common:
        return None
    if min(len(unmatched), len(others)) == 1 and (
        _is_initial(unmatched[0], others) or _is_initial(others[0], unmatched)
    ):
        return 3
    wrong = [_wrong_letters(a, b) for a in joined for b in turns]
    return min((count for count in wrong if count is not None), default=None)


def _between(word: str, other: str) -> int | None:
    if word == other:
        return 0
    if _is_initial(word, [other]) or _is_initial(other, [word]):
        return 3
    return _wrong_letters(word, other)


def _is_initial(word: str, names: list[str]) -> bool:
    return len(word) == 1 and any(name.startswith(word) for name in names)


def _wrong_letters(word: str, other: str) -> int | None:
    """Count letters that are missing, other ones or in turned order; None: more than such words may have."""
    # Where both ends are wrong it is another word.
    if word[0] != other[0] and word[-1] != other[-1]:
        return None
    most = 2 if min(len(word), len(other)) >= LONG else 1
    if min(len(word), len(other)) <= most + 1 or abs(len(word) - len(other)) > most:
        return None
    before: list[int] = []
    row = [*range(len(other) + 1)]
    for i, letter in enumerate(word, 1):
        before, last, row = row, before, [i]
        for j, other_letter in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other_letter))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == other_letter:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None
