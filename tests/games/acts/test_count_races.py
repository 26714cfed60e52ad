"""Both players at the count of one game at one moment, on PostgreSQL; first without the lock of the round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.acts import counts
from games.acts.counts import agree_count, count_board
from games.models import BoardCount, CountConsent
from games.queries.counts import current_count, is_settled
from portal.policy import Conflict
from tests.cast import Cast, pairing_of
from tests.factories import make_link
from tests.races import gate, kinds, locking, together, without_locks
from tournaments.models import PlayerLink

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
POSITION = "/".join(["w1bw5"] + ["2bw5"] * 8) + " b"


@pytest.fixture
def links(published: Cast) -> dict[str, PlayerLink]:
    """The private links of both sides of table 1 of a weiqi section."""
    section = published.round(1).section
    section.game, section.rulebook, section.options = "weiqi", "weiqi", {"weiqi": {"size": 9}}
    section.save()
    return {seat.colour: make_link(seat.entry) for seat in pairing_of(published).seats.all()}


def mark(cast: Cast, link: PlayerLink, *dead: str) -> Callable[[], Any]:
    return partial(count_board, pairing=pairing_of(cast), position=POSITION, dead=dead, by=link)


@locking
@pytest.mark.parametrize("other", [(), ("aa",)], ids=["another marking", "the same marking"])
def test_both_mark_at_one_moment(
    published: Cast,
    links: dict[str, PlayerLink],
    monkeypatch: pytest.MonkeyPatch,
    other: tuple[str, ...],
    *,
    locked: bool,
) -> None:
    """Without the lock both find no count; the constraint keeps the second out, unexplained."""
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, counts, "current_count")
    got = together(mark(published, links["first"], "aa"), mark(published, links["second"], *other))
    assert BoardCount.objects.count() == 1
    current = current_count(pairing_of(published))
    assert current is not None
    if not locked:
        assert kinds(got) == ["IntegrityError", "dict"]
    elif other:
        assert kinds(got) == ["dict", "dict"]
        assert is_settled(current)
    else:
        assert kinds(got) == ["Conflict", "dict"]
        [conflict] = [outcome for outcome in got if isinstance(outcome, Conflict)]
        assert conflict.params["count"] == current.pk
        assert not is_settled(current)


@locking
def test_one_agrees_while_the_other_marks_anew(
    published: Cast, links: dict[str, PlayerLink], monkeypatch: pytest.MonkeyPatch, *, locked: bool
) -> None:
    """Without the lock the consent goes to a count that holds no more, and is told that all is well."""
    mark(published, links["first"], "aa")()
    first = BoardCount.objects.select_related("pairing__round").get()
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, counts, "current_count")
    anew = partial(mark(published, links["first"]), seen=first.pk)
    got = together(anew, partial(agree_count, count=first, by=links["second"]))
    agreed = CountConsent.objects.filter(count=first, voice="second").exists()
    anew_stands = BoardCount.objects.filter(supersedes=first).exists()
    if locked:
        # Whoever comes second is refused: the count was settled, or it is another one.
        assert kinds(got) == ["Refusal", "dict"]
        assert agreed is not anew_stands
    else:
        assert kinds(got) == ["dict", "dict"]
        assert agreed
        assert anew_stands
