"""What is done to several entries at once is one act with one line in the journal, to all of them or to none,
and takes as many queries for a hundred as for three."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.cast import Cast, last
from tests.factories import make_entries, make_link
from tournaments.acts.entering.attendance import check_in, reinstate, set_absence, withdraw
from tournaments.acts.entering.players import issue_links
from tournaments.acts.money.prizes import set_categories
from tournaments.acts.undo.undo import undo
from tournaments.models import Absence, Category, Entry, PlayerLink

Status = Entry.Status
Doing = Callable[[Cast, list[Entry]], Any]


def several(cast: Cast, *numbers: int) -> list[Entry]:
    entries = cast.section.entries.filter(number__in=numbers).order_by("number")
    return list(entries.select_related("section__event"))


def statuses(cast: Cast) -> dict[int | None, str]:
    return dict(cast.section.entries.values_list("number", "status"))


def take_back(cast: Cast, act: str) -> None:
    undo(event=cast.event, entry=last(act).pk, reason="a slip", by=cast.alice)


def arrive(cast: Cast, entries: list[Entry]) -> Any:
    return check_in(entries=entries, present=True, by=cast.carol)


def leave(cast: Cast, entries: list[Entry]) -> Any:
    return withdraw(entries=entries, reason="the bus", by=cast.alice)


def miss(cast: Cast, entries: list[Entry]) -> Any:
    return set_absence(entries=entries, round_number=2, absent=True, by=cast.carol)


def belong(cast: Cast, entries: list[Entry]) -> Any:
    Category.objects.get_or_create(section=cast.section, key="youth", defaults={"name": "Youth"})
    wanted = {entry.pk: ["youth"] for entry in entries}
    return set_categories(section=cast.section, categories=wanted, by=cast.carol)


def hand_out(cast: Cast, entries: list[Entry]) -> Any:
    return issue_links(section=cast.section, entries=entries, by=cast.carol)


EVERY = [arrive, leave, miss, belong, hand_out]


def test_many_are_checked_in_by_one_act_that_is_undone_as_one(entered: Cast) -> None:
    entered.section.entries.update(status=Status.ENTERED, here_from=None)
    check_in(entries=several(entered, 5), present=True, by=entered.carol)
    before = JournalEntry.objects.count()
    answer = arrive(entered, several(entered, 1, 3, 5))
    assert answer["status"] == Status.CHECKED_IN
    assert JournalEntry.objects.count() == before + 1
    line = last("check_in")
    changed = [entry.pk for entry in several(entered, 1, 3)]
    assert line.target == f"section:{entered.section.pk}"
    # Who was here before is no part of it.
    assert line.after == {"status": Status.CHECKED_IN, "entries": changed}
    arrive(entered, several(entered, 1, 3, 5))
    assert JournalEntry.objects.count() == before + 1
    take_back(entered, "check_in")
    assert [statuses(entered)[number] for number in (1, 3, 5)] == ["entered", "entered", "checked-in"]
    take_back(entered, "check_in")
    assert statuses(entered)[1] == Status.CHECKED_IN


def test_a_refusal_names_everybody_who_stands_in_the_way_and_nothing_is_done(entered: Cast) -> None:
    leave(entered, several(entered, 2, 4))
    before = statuses(entered)
    for act in (arrive, leave, miss, hand_out):
        with pytest.raises(Refusal) as refused:
            act(entered, several(entered, 1, 2, 3, 4))
        assert refused.value.code == "entry-withdrawn"
        assert refused.value.params["names"] == [str(entry) for entry in several(entered, 2, 4)]
    with pytest.raises(Refusal) as refused:
        reinstate(entries=several(entered, 1, 2), reason="x", by=entered.alice)
    assert refused.value.params["names"] == [str(several(entered, 1)[0])]
    assert statuses(entered) == before
    assert not Absence.objects.exists()
    assert not PlayerLink.objects.exists()


def test_withdrawals_of_many_are_taken_back_as_one(entered: Cast) -> None:
    leave(entered, several(entered, 2, 4, 6))
    gone = [number for number, status in statuses(entered).items() if status == Status.WITHDRAWN]
    assert sorted(map(str, gone)) == ["2", "4", "6"]
    take_back(entered, "withdraw")
    assert Status.WITHDRAWN not in statuses(entered).values()
    take_back(entered, "reinstate")
    assert statuses(entered)[4] == Status.WITHDRAWN


def test_absences_of_many_hold_those_who_changed(entered: Cast) -> None:
    miss(entered, several(entered, 1))
    miss(entered, several(entered, 1, 2))
    assert last("set_absence").after["entries"] == [several(entered, 2)[0].pk]
    take_back(entered, "set_absence")
    assert list(Absence.objects.values_list("entry__number", "round_number")) == [(1, 2)]


def test_categories_of_many_are_given_and_taken_back(entered: Cast) -> None:
    belong(entered, several(entered, 1))
    answer = belong(entered, several(entered, 1, 2, 3))
    assert answer == {"changed": 2}
    take_back(entered, "set_categories")
    entrys = Entry.objects.filter(categories__key="youth")
    assert list(entrys.values_list("number", flat=True)) == [1]


def test_two_who_give_the_same_category_agree(entered: Cast) -> None:
    """Each page showed none: the second takes nothing away."""
    [entry] = several(entered, 1)
    belong(entered, [entry])
    values: dict[int, list[str]] = {entry.pk: ["youth"]}
    set_categories(section=entered.section, categories=values, seen={entry.pk: []}, by=entered.carol)
    assert [category.key for category in entry.categories.all()] == ["youth"]


def test_whose_lots_left_them_out_are_reinstated_with_numbers_of_their_own(entered: Cast) -> None:
    gone = several(entered, 7, 8)
    Entry.objects.filter(pk__in=[item.pk for item in gone]).update(
        number=None, status=Status.WITHDRAWN, withdrawn_after=0
    )
    back = list(Entry.objects.filter(pk__in=[item.pk for item in gone]).select_related("section__event"))
    answer = reinstate(entries=back, reason="here after all", by=entered.alice)
    assert len(set(answer["numbers"].values()) - {None}) == 2


def test_nobody_and_somebody_who_is_gone_are_refused(entered: Cast) -> None:
    with pytest.raises(Refusal) as refused:
        arrive(entered, [])
    assert refused.value.code == "nobody-selected"
    [entry] = several(entered, 8)
    Entry.objects.filter(pk=entry.pk).delete()
    with pytest.raises(Refusal) as refused:
        arrive(entered, [*several(entered, 1), entry])
    assert refused.value.code == "no-such-entry"


def test_a_private_link_says_so_for_nobody_else(entered: Cast) -> None:
    first_one, other = several(entered, 1, 2)
    with pytest.raises(Denied):
        check_in(entries=[first_one, other], present=True, by=make_link(first_one))


@pytest.mark.slow
@pytest.mark.parametrize("act", EVERY)
def test_many_take_as_many_queries_as_three(entered: Cast, act: Doing) -> None:
    make_entries(entered.section, 100)
    entered.section.entries.update(status=Status.ENTERED)
    everybody = list(entered.section.entries.select_related("section__event").order_by("pk"))
    belong(entered, everybody[-1:])
    taken = []
    for entries in (everybody[:1], everybody[1:4], everybody[4:100]):
        with CaptureQueriesContext(connection) as queries:
            act(entered, entries)
        taken.append(len(queries))
    assert taken[0] == taken[1] == taken[2]
