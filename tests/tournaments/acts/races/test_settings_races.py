"""Two organisers change the same setting at the same moment, on PostgreSQL with real connections."""

from __future__ import annotations

from functools import partial

import pytest

from portal.policy import Conflict
from tests.cast import Cast
from tests.races import gate, together, without_locks
from tournaments.acts import change_section as changing
from tournaments.acts.change_section import change_section
from tournaments.models import Section

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def both(cast: Cast) -> list[object]:
    seen = {"time_control": "60 min + 30 s"}
    first_one, other = (
        partial(change_section, section=cast.section, wanted={"time_control": text}, seen=seen, by=by)
        for text, by in (("25 min", cast.alice), ("90 min + 30 s", cast.frank))
    )
    return together(first_one, other)


def test_without_the_lock_one_overwrites_the_other_unseen(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_locks(monkeypatch)
    gate(monkeypatch, changing, "settings_of_section")
    assert all(isinstance(answer, dict) for answer in both(cast))


def test_with_it_the_second_is_told(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    gate(monkeypatch, changing, "settings_of_section")
    got = both(cast)
    assert sorted(type(answer).__name__ for answer in got) == ["Conflict", "dict"]
    [conflict] = [answer for answer in got if isinstance(answer, Conflict)]
    now = str(Section.objects.get(pk=cast.section.pk).time_control)
    assert conflict.params["theirs"] == {"time_control": now}
