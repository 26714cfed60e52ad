"""Nonsense in every field of every form of the desk: one clear sentence, and what was typed stays. The long
proof types all of it into each, in English and in Chinese; the continuous integration a third."""

from __future__ import annotations

from collections import defaultdict

import pytest
from django.utils import translation

from tests.tournaments.addresses import TABLE, address
from tests.tournaments.typed_nonsense import NONSENSE, try_all
from tests.world import World

pytestmark = pytest.mark.matrix
PAGES = [
    name
    for name, row in TABLE.items()
    if row.get == 200 and (row.kind in ("private", "applicant") or not row.public)
]
BY_ALL = pytest.mark.long


@pytest.fixture
def busy(drawn: World) -> World:
    """A round is published, the next one to be paired."""
    drawn.published(1)
    return drawn


@pytest.fixture(scope="module")
def tried() -> dict[str, set[str]]:
    """By language and amount, the forms that earlier pages had: the frame of the desk is on each of them."""
    return defaultdict(set)


def some(name: str) -> dict[str, str]:
    """A third of the nonsense, another for each of three pages."""
    return dict(list(NONSENSE.items())[PAGES.index(name) % 3 :: 3])


@pytest.mark.parametrize(
    ("whole", "language"),
    [
        pytest.param(True, "en", marks=BY_ALL, id="all"),
        pytest.param(True, "zh-hans", marks=BY_ALL, id="all-zh-hans"),
        pytest.param(False, "en", id="some"),
    ],
)
@pytest.mark.parametrize("name", PAGES)
def test_every_field(busy: World, tried: dict[str, set[str]], name: str, whole: bool, language: str) -> None:
    may = TABLE[name].may
    who = next(item for item in ("alice", "bob", "admin", "carol", *sorted(may)) if item in may)
    done = tried[f"{language} {whole}"]
    with translation.override(language):
        try_all(busy.client(who), address(busy, name), NONSENSE if whole else some(name), done)
