"""Say what it costs to take what stands in a cell for a text: for every text that a move can have.

Only a child of the sandbox imports this module: it needs NumPy (the extra ``ocr``).

*sign*   what a text of moves is made of: all ways in which one is written are one: ``车``, ``車``, ``俥``
*key*    a text in signs, as `KEYS` has them; what a move is called there says `games.scoresheets.costed`
*cost*   how much less likely a text is than the network's own best for the cell, in nats, tempered: the
         network is far too sure
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

TEMPER: Final = 0.5
# What costs as much is as good as not there.
MOST: Final = 10.0
_NEVER: Final = 1e-30
_DIGITS: Final = {
    "1": "1１",
    "2": "2２",
    "3": "3３",
    "4": "4４",
    "5": "5５",
    "6": "6６",
    "7": "7７",
    "8": "8８",
    "9": "9９",
}
_CHINESE: Final[Mapping[str, str]] = {
    "车": "车車俥",
    "马": "马馬傌",
    "相": "相象",
    "仕": "仕士",
    "帅": "帅帥将將",
    "炮": "炮砲包",
    "兵": "兵卒",
    "进": "进進",
    "退": "退",
    "平": "平",
    "前": "前",
    "中": "中",
    "后": "后後",
    **{
        digit: written + numeral
        for (digit, written), numeral in zip(_DIGITS.items(), "一二三四五六七八九", strict=True)
    },
}
_ENGLISH: Final[Mapping[str, str]] = {
    "R": "Rr",
    "H": "HhNn",
    "E": "Ee",
    "A": "Aa",
    "K": "Kk",
    "C": "Cc(LUG",
    "P": "Pp",
    "+": "+＋十t",
    "-": "-－一_—",
    "=": "=＝.·二",
    **_DIGITS,
    "1": "1１lI|",
}
# By notation: the sign and all that it is written as, what is taken for it too.
SIGNS: Final[Mapping[str, Mapping[str, str]]] = {"chinese": _CHINESE, "english": _ENGLISH}


def _keys_of_chinese() -> list[str]:
    after = [way + value for way in "进退平" for value in _DIGITS]
    plain = [kind + file + way for kind in "车马相仕帅炮兵" for file in _DIGITS for way in after]
    placed = [place + kind + way for place in "前后" for kind in "车马相仕炮兵" for way in after]
    pawns = [place + "兵" + way for place in "中234" for way in after]
    tandem = [place + file + way for place in "前中后234" for file in _DIGITS for way in after]
    return list(dict.fromkeys([*plain, *placed, *pawns, *tandem]))


def _keys_of_english() -> list[str]:
    after = [way + value for way in "+-=" for value in _DIGITS]
    plain = [kind + file + way for kind in "RHEAKCP" for file in _DIGITS for way in after]
    placed = [kind + place + way for kind in "RHEACP123456789" for place in "+-" for way in after]
    tandem = [file + file + way for file in _DIGITS for way in after]
    far = [place + way for place in ("++", "--") for way in after]
    return [*plain, *placed, *tandem, *far]


KEYS: Final[Mapping[str, Sequence[str]]] = {"chinese": _keys_of_chinese(), "english": _keys_of_english()}


# Of a notation.
@dataclass(frozen=True, slots=True)
class Alphabet:
    # Where its signs stand among the network's characters.
    columns: tuple[NDArray[np.int64], ...]
    # Nothing is ever read as a text here: what stands in a cell is decided by the moves that are legal.
    keys: tuple[str, ...]
    numbers: NDArray[np.int64]


def alphabet_of(notation: str, characters: Sequence[str]) -> Alphabet:
    """Find a notation's signs among the network's characters."""
    # The network's column 0 is the blank.
    places = {character: column for column, character in enumerate(characters, start=1)}
    signs = SIGNS[notation]
    columns = tuple(
        np.array([places[each] for each in written if each in places]) for written in signs.values()
    )
    number = {sign: at for at, sign in enumerate(signs, start=1)}
    keys = tuple(KEYS[notation])
    return Alphabet(columns, keys, np.array([[number[sign] for sign in key] for key in keys]))


def signs_in(probabilities: Floats, alphabet: Alphabet) -> Floats:
    """Turn (steps, characters) into (steps, 1 + signs), the blank first."""
    blank = probabilities[:, :1]
    signs = np.stack([probabilities[:, each].sum(axis=1) for each in alphabet.columns], axis=1)
    # What goes to other characters is spread thinly over all signs.
    other = np.clip(1.0 - blank - signs.sum(axis=1, keepdims=True), 0.0, 1.0)
    return np.asarray(np.hstack([blank, signs + other / signs.shape[1]]) + 1e-7, dtype=np.float32)


def costs_of(signs: Floats, alphabet: Alphabet) -> Floats:
    """The cost of every key of the alphabet, by its number there."""
    best = signs.argmax(axis=1)
    greedy = [int(sign) for at, sign in enumerate(best) if sign and (not at or best[at - 1] != sign)]
    least = _least(signs, np.array([greedy]))[0] if greedy else float(np.log(signs[:, 0]).sum())
    likely = _least(signs, alphabet.numbers)
    return np.asarray((max(least, float(likely.max())) - likely) * TEMPER, dtype=np.float32)


def likelihood_of(signs: Floats, alphabet: Alphabet) -> float:
    """Give the logarithm of the likeliest key's probability: higher where the alphabet is the writer's."""
    return float(_least(signs, alphabet.numbers).max())


def _least(signs: Floats, texts: NDArray[np.int64]) -> Floats:
    """The logarithm of the probability of each text, over all ways to lay it along the steps (CTC)."""
    count, length = texts.shape
    states = np.zeros((count, 2 * length + 1), dtype=np.int64)
    states[:, 1::2] = texts
    # From one sign to the next without a blank between them, unless they are the same.
    jump = np.zeros(states.shape, dtype=np.float64)
    jump[:, 3::2] = texts[:, 1:] != texts[:, :-1]
    reached = np.zeros(states.shape, dtype=np.float64)
    reached[:, 0] = 1.0
    total = np.zeros(count)
    for at, step in enumerate(signs):
        after = reached.copy()
        if at:
            after[:, 1:] += reached[:, :-1]
            after[:, 2:] += reached[:, :-2] * jump[:, 2:]
        else:
            after[:, 1] = 1.0
        after *= step[states]
        scale = after.max(axis=1, keepdims=True)
        total += np.log(scale[:, 0])
        reached = after / scale
    ended = np.maximum(reached[:, -1] + reached[:, -2], _NEVER)  # more signs than there are steps
    return np.asarray(total + np.log(ended), dtype=np.float32)


@cache
def alphabets(characters: tuple[str, ...]) -> Mapping[str, Alphabet]:
    return {notation: alphabet_of(notation, characters) for notation in SIGNS}
