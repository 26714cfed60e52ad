"""Many entries are changed while somebody changes one of them, on PostgreSQL with real connections."""

from __future__ import annotations

from functools import partial

import pytest

from portal.policy import Refusal
from tests.cast import Cast, entry_of
from tests.races import gate, together
from tournaments.acts.entering import attendance
from tournaments.acts.entering.attendance import check_in, withdraw
from tournaments.models import Entry

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_one_withdraws_while_all_are_checked_in(entered: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes second sees what the first has done: nobody who has withdrawn is checked in again."""
    entered.section.entries.update(status=Entry.Status.ENTERED)
    everybody = list(entered.section.entries.select_related("section__event"))
    gate(monkeypatch, attendance, "check_playing")
    checked, left = together(
        partial(check_in, entries=everybody, present=True, by=entered.carol),
        partial(withdraw, entries=[entry_of(entered, 5)], reason="ill", by=entered.alice),
    )
    fifth = entry_of(entered, 5)
    assert not isinstance(left, Exception)
    assert fifth.status == Entry.Status.WITHDRAWN
    if isinstance(checked, Refusal):
        assert checked.params["names"] == [str(fifth)]
        assert not entered.section.entries.filter(status=Entry.Status.CHECKED_IN).exists()
    else:
        assert entered.section.entries.filter(status=Entry.Status.CHECKED_IN).count() == 7
