"""The pairings of all rounds of a round robin: as the tables have them, public at once, opened one by one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from portal import outbox
from portal.outbox import Job
from portal.policy import Refusal
from portal.published.models import Page
from tests import factories
from tests.cast import Cast, last
from tests.portal.api.described import faults
from tests.tournaments.acts.played import finish, make, round_of, start
from tests.tournaments.pages.rendered import parsed, render
from tests.tournaments.paper.reading import printed
from tests.working import compute
from tournaments.acts.adjust_round import Flip, adjust_round
from tournaments.acts.all_rounds import publish_all_rounds, take_back_all_rounds
from tournaments.acts.drafts import confirm_players, pair_round
from tournaments.acts.entering.attendance import check_in, set_absence, withdraw
from tournaments.acts.results import report_result
from tournaments.acts.undo.undo import undo
from tournaments.models import Entry, Round, Section
from tournaments.pairing.round_robin import rounds_needed, schedule_round
from tournaments.queries.presence import unconfirmed
from tournaments.queries.public.public_all_rounds import ScheduledRound, all_rounds
from tournaments.queries.public.public_state import PublicSnapshot


def met(item: ScheduledRound) -> tuple[list[tuple[int | None, int | None]], list[int | None]]:
    return [(table.first.number, table.second.number) for table in item.tables], [w.number for w in item.byes]


def rounds_on_page(section: Section) -> list[ScheduledRound]:
    return list(all_rounds(section.pk, PublicSnapshot()).rounds)


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.slow
def test_the_page_has_the_whole_schedule(db: None, double: bool) -> None:
    event = factories.make_event()
    system = "double-round-robin" if double else "round-robin"
    for players in range(3, 13):
        rounds = rounds_needed(players, double=double)
        section = factories.make_section(
            event, f"of-{players}", system=system, rounds=rounds, all_rounds_public=True, first_table=11
        )
        factories.make_entries(section, players)
        page = rounds_on_page(section)
        assert len(page) == rounds
        for number, item in enumerate(page, 1):
            seats = schedule_round(players, number, double=double)
            assert met(item) == (
                [two for two in seats if max(two) <= players],
                [min(two) for two in seats if max(two) > players],
            )
            assert [table.table for table in item.tables] == list(range(11, 11 + players // 2))


@pytest.mark.slow
def test_rounds_follow_by_themselves_as_they_stand_there(cast: Cast, client: Client) -> None:
    section = make(cast, 4, "axf-round-robin", rounds=3)
    publish_all_rounds(section=section, by=cast.bob)
    outbox.drain()
    promised = rounds_on_page(section)
    address = Page.objects.get(kind="all-rounds").path
    answer = client.get(f"/en/{address}")
    assert answer.status_code == 200
    overview = client.get(f"/en/{address.removesuffix('all-rounds/')}").content.decode()
    assert f"/en/{address}" in overview
    parts = address.split("/")
    document = client.get(f"/api/v1/events/{parts[1]}/sections/own/all-rounds").json()
    assert faults("AllRounds", document) == []
    assert [item["published"] for item in document["rounds"]] == [False] * 3
    finish(cast, start(cast, section, 1))
    second = round_of(section, 2)
    assert second.state == Round.State.PUBLISHED
    # Who withdraws leaves the opponent of the schedule without a game; nobody else meets anybody else.
    gone = section.entries.get(number=1)
    withdraw(entries=[gone], reason="Ill", by=cast.bob)
    finish(cast, second)
    third = round_of(section, 3)
    assert third.state == Round.State.PUBLISHED
    now = rounds_on_page(section)
    assert [met(item) for item in now[:2]] == [met(item) for item in promised[:2]]
    pairs, byes = met(promised[2])
    alone = next(sum(two) - 1 for two in pairs if 1 in two)  # type: ignore[arg-type]
    assert met(now[2]) == ([two for two in pairs if 1 not in two], [*byes, alone])
    assert [item.scheduled for item in now] == [True, True, True]
    with pytest.raises(Refusal, match="all-rounds-begun"):
        take_back_all_rounds(section=section, by=cast.bob)
    # What is changed by hand is named.
    table = third.pairings.get(table__isnull=False).table or 0
    adjust_round(round_=third, change=Flip(table), reason="Agreed", by=cast.bob)
    assert [item.scheduled for item in rounds_on_page(section)] == [True, True, False]
    assert "Round 3 was paired differently" in render("all-rounds", {"section": section.pk})


@pytest.mark.slow
def test_taken_back_the_rounds_wait_for_a_press(cast: Cast, client: Client) -> None:
    section = make(cast, 5, "axf-round-robin", rounds=5)
    publish_all_rounds(section=section, by=cast.bob)
    outbox.drain()
    address = f"/en/{Page.objects.get(kind='all-rounds').path}"
    first = start(cast, section, 1)
    take_back_all_rounds(section=section, by=cast.bob)
    outbox.drain()
    assert client.get(address).status_code == 410
    finish(cast, first)
    assert round_of(section, 2).state == Round.State.PLANNED
    publish_all_rounds(section=section, by=cast.bob)
    outbox.drain()
    assert client.get(address).status_code == 200


def no_show(cast: Cast, round_: Round) -> Entry:
    """A player loses by not coming, and the round is closed: nobody knows whether he plays the next one."""
    table = round_.pairings.filter(table__isnull=False).order_by("table")[0].table or 0
    arguments = {"value": "1-0", "forfeit": True, "seen": None, "by": cast.carol}
    report_result(round_=round_, table=table, **arguments)  # type: ignore[arg-type]
    finish(cast, round_)
    following = round_of(round_.section, round_.number + 1)
    assert following.state == Round.State.PLANNED
    assert not Job.objects.filter(kind="pair", state=Job.State.REFUSED).exists()
    [item] = unconfirmed(following)
    return item.entry


def confirmed(cast: Cast, gone: Entry) -> None:
    confirm_players(round_=round_of(gone.section, 2), here=[gone.number or 0], by=cast.bob)


def away(cast: Cast, gone: Entry) -> None:
    confirm_players(round_=round_of(gone.section, 2), away=[gone.number or 0], by=cast.bob)


def checked_in(cast: Cast, gone: Entry) -> None:
    check_in(entries=[gone], present=True, by=cast.carol)


def absent(cast: Cast, gone: Entry) -> None:
    set_absence(entries=[gone], round_number=2, absent=True, by=cast.alice)


def withdrawn(cast: Cast, gone: Entry) -> None:
    withdraw(entries=[gone], reason="Left", by=cast.alice)


@pytest.mark.slow
@pytest.mark.parametrize("answer", [confirmed, away, checked_in, absent, withdrawn])
def test_who_lost_by_not_coming_is_asked_about_and_then_the_round_follows(
    cast: Cast, answer: Callable[[Cast, Entry], None]
) -> None:
    section = make(cast, 4, "axf-round-robin", rounds=3)
    publish_all_rounds(section=section, by=cast.bob)
    gone = no_show(cast, start(cast, section, 1))
    answer(cast, gone)
    compute()
    second = round_of(section, 2)
    assert second.state == Round.State.PUBLISHED
    plays = answer in (confirmed, checked_in)
    assert second.seats.filter(entry=gone, pairing__table__isnull=False).exists() == plays


@pytest.mark.slow
def test_published_in_the_middle_the_round_that_is_due_follows(cast: Cast) -> None:
    section = make(cast, 4, "axf-round-robin", rounds=3)
    finish(cast, start(cast, section, 1))
    assert round_of(section, 2).state == Round.State.PLANNED
    publish_all_rounds(section=section, by=cast.bob)
    compute()
    assert round_of(section, 2).state == Round.State.PUBLISHED


@pytest.mark.slow
def test_what_somebody_has_changed_and_the_first_round_are_published_by_hand(cast: Cast) -> None:
    section = make(cast, 4, "axf-round-robin", rounds=3)
    publish_all_rounds(section=section, by=cast.bob)
    compute()
    assert round_of(section, 1).state == Round.State.PLANNED
    take_back_all_rounds(section=section, by=cast.bob)
    finish(cast, start(cast, section, 1))
    pair_round(round_=round_of(section, 2), by=cast.bob)
    compute()
    table = round_of(section, 2).pairings.order_by("table")[0].table or 0
    adjust_round(round_=round_of(section, 2), change=Flip(table), reason="Agreed", by=cast.bob)
    publish_all_rounds(section=section, by=cast.bob)
    compute()
    draft = round_of(section, 2)
    assert (draft.state, len(draft.draft_changes)) == (Round.State.DRAFT, 1)


@pytest.mark.slow
def test_each_undoes_the_other_while_a_round_is_to_come(cast: Cast) -> None:
    section = make(cast, 4, "axf-round-robin", rounds=3)
    publish_all_rounds(section=section, by=cast.bob)
    arguments = {"event": cast.event, "reason": "too early", "by": cast.bob}
    published = last("publish_all_rounds").pk
    undo(entry=published, **arguments)
    section.refresh_from_db()
    assert not section.all_rounds_public
    undo(entry=last("take_back_all_rounds").pk, **arguments)
    section.refresh_from_db()
    assert section.all_rounds_public
    taken_back = last("take_back_all_rounds").pk
    with pytest.raises(Refusal, match="undone-already"):
        undo(entry=taken_back, **arguments)
    again = last("publish_all_rounds").pk
    take_back_all_rounds(section=section, by=cast.bob)
    with pytest.raises(Refusal, match="undo-too-late"):
        undo(entry=again, **arguments)
    publish_all_rounds(section=section, by=cast.bob)
    section.round_set.update(state=Round.State.PUBLISHED)
    with pytest.raises(Refusal, match="all-rounds-begun"):
        undo(entry=last("publish_all_rounds").pk, **arguments)


def test_only_a_round_robin_has_them(cast: Cast) -> None:
    with pytest.raises(Refusal, match="not-round-robin"):
        publish_all_rounds(section=cast.section, by=cast.bob)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant", "vi"])
def test_page_and_printout(db: None, language: str) -> None:
    section = factories.make_section(
        factories.make_event(), system="round-robin", rounds=5, all_rounds_public=True
    )
    factories.make_entries(section, 5)
    for table in parsed(render("all-rounds", {"section": section.pk}, language)).iter("table"):
        assert table.find("caption") is not None
    paper = printed(section, "all-rounds", language=language)
    paper.check_drawable()
    assert paper.reports == []
    assert "Nguyễn Thị Ánh" in paper.text
