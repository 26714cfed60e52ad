"""The pairings of all rounds of a round robin: as the tables have them, public at once, opened one by one."""

from __future__ import annotations

import pytest
from django.test import Client

from portal import outbox
from portal.policy import Refusal
from portal.published.models import Page
from tests import factories
from tests.cast import Cast, last
from tests.portal.api.described import faults
from tests.tournaments.acts.played import finish, make, round_of, start
from tests.tournaments.pages.rendered import parsed, render
from tests.tournaments.paper.reading import printed
from tournaments.acts.adjust_round import Flip, adjust_round
from tournaments.acts.all_rounds import publish_all_rounds, take_back_all_rounds
from tournaments.acts.attendance import withdraw
from tournaments.acts.undo import undo
from tournaments.models import Round, Section
from tournaments.pairing.round_robin import rounds_needed, schedule_round
from tournaments.queries.public_all_rounds import ScheduledRound, all_rounds
from tournaments.queries.public_state import Moment


def met(one: ScheduledRound) -> tuple[list[tuple[int | None, int | None]], list[int | None]]:
    return [(table.first.number, table.second.number) for table in one.tables], [w.number for w in one.byes]


def shown(section: Section) -> list[ScheduledRound]:
    return list(all_rounds(section.pk, Moment()).rounds)


@pytest.mark.parametrize("double", [False, True])
def test_the_page_has_the_whole_schedule(db: None, double: bool) -> None:
    event = factories.make_event()
    system = "double-round-robin" if double else "round-robin"
    for players in range(3, 13):
        rounds = rounds_needed(players, double=double)
        section = factories.make_section(
            event, f"of-{players}", system=system, rounds=rounds, all_rounds_public=True, first_table=11
        )
        factories.make_entries(section, players)
        page = shown(section)
        assert len(page) == rounds
        for number, one in enumerate(page, 1):
            seats = schedule_round(players, number, double=double)
            assert met(one) == (
                [two for two in seats if max(two) <= players],
                [min(two) for two in seats if max(two) > players],
            )
            assert [table.table for table in one.tables] == list(range(11, 11 + players // 2))


def test_rounds_follow_by_themselves_as_they_stand_there(cast: Cast, client: Client) -> None:
    section = make(cast, 4, "axf-round-robin", rounds=3)
    publish_all_rounds(section=section, by=cast.bob)
    outbox.drain()
    promised = shown(section)
    address = Page.objects.get(kind="all-rounds").path
    answer = client.get(f"/en/{address}")
    assert answer.status_code == 200
    overview = client.get(f"/en/{address.removesuffix('all-rounds/')}").content.decode()
    assert f"/en/{address}" in overview
    parts = address.split("/")
    document = client.get(f"/api/v1/events/{parts[1]}/sections/own/all-rounds").json()
    assert faults("AllRounds", document) == []
    assert [one["published"] for one in document["rounds"]] == [False] * 3
    finish(cast, start(cast, section, 1))
    second = round_of(section, 2)
    assert second.state == Round.State.PUBLISHED
    # Who withdraws leaves the opponent of the schedule without a game; nobody else meets anybody else.
    gone = section.entries.get(number=1)
    withdraw(entries=[gone], reason="Ill", by=cast.bob)
    finish(cast, second)
    third = round_of(section, 3)
    assert third.state == Round.State.PUBLISHED
    now = shown(section)
    assert [met(one) for one in now[:2]] == [met(one) for one in promised[:2]]
    pairs, byes = met(promised[2])
    alone = next(sum(two) - 1 for two in pairs if 1 in two)  # type: ignore[arg-type]
    assert met(now[2]) == ([two for two in pairs if 1 not in two], [*byes, alone])
    assert [one.scheduled for one in now] == [True, True, True]
    with pytest.raises(Refusal, match="all-rounds-begun"):
        take_back_all_rounds(section=section, by=cast.bob)
    # What is changed by hand is named.
    table = third.pairings.get(table__isnull=False).table or 0
    adjust_round(round_=third, change=Flip(table), reason="Agreed", by=cast.bob)
    assert [one.scheduled for one in shown(section)] == [True, True, False]
    assert "Round 3 was paired differently" in render("all-rounds", {"section": section.pk})


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


def test_each_undoes_the_other_while_a_round_is_to_come(cast: Cast) -> None:
    section = make(cast, 4, "axf-round-robin", rounds=3)
    publish_all_rounds(section=section, by=cast.bob)
    told = {"event": cast.event, "reason": "too early", "by": cast.bob}
    published = last("publish_all_rounds").pk
    undo(entry=published, **told)
    section.refresh_from_db()
    assert not section.all_rounds_public
    undo(entry=last("take_back_all_rounds").pk, **told)
    section.refresh_from_db()
    assert section.all_rounds_public
    taken_back = last("take_back_all_rounds").pk
    with pytest.raises(Refusal, match="undone-already"):
        undo(entry=taken_back, **told)
    again = last("publish_all_rounds").pk
    take_back_all_rounds(section=section, by=cast.bob)
    with pytest.raises(Refusal, match="undo-too-late"):
        undo(entry=again, **told)
    publish_all_rounds(section=section, by=cast.bob)
    section.round_set.update(state=Round.State.PUBLISHED)
    with pytest.raises(Refusal, match="all-rounds-begun"):
        undo(entry=last("publish_all_rounds").pk, **told)


def test_only_a_round_robin_has_them(cast: Cast) -> None:
    with pytest.raises(Refusal, match="not-round-robin"):
        publish_all_rounds(section=cast.section, by=cast.bob)


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
