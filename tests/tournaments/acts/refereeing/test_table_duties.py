"""Tables are given to referees."""

from __future__ import annotations

import pytest

from portal.policy import Denied, Refusal
from tests.cast import Cast
from tournaments.acts.refereeing.table_duties import give_tables
from tournaments.models import TableDuty
from tournaments.queries.refereeing.table_duties import given_tables

pytestmark = pytest.mark.django_db


def test_given_changed_and_taken_back(cast: Cast) -> None:
    dave = cast.event.memberships.get(user=cast.dave)
    arguments = {"section": cast.section, "referee": dave.pk, "by": cast.bob}
    assert give_tables(**arguments, tables="20, 1-14") == {"referee": dave.pk, "tables": "1–14, 20"}
    assert given_tables(cast.section, cast.dave) == ((1, 14), (20, 20))
    assert given_tables(cast.section, cast.bob) == ()
    give_tables(**arguments, tables="3")
    assert TableDuty.objects.get().tables == "3"
    give_tables(**arguments, tables="")
    assert not TableDuty.objects.exists()
    with pytest.raises(Refusal) as caught:
        give_tables(**arguments, tables="9-1")
    assert caught.value.code == "tables-unreadable"
    nobody = cast.event.memberships.get(user=cast.alice)
    with pytest.raises(Refusal) as caught:
        give_tables(section=cast.section, referee=nobody.pk, tables="1", by=cast.bob)
    assert caught.value.code == "no-such-referee"
    with pytest.raises(Denied):
        give_tables(section=cast.section, referee=dave.pk, tables="1", by=cast.dave)
