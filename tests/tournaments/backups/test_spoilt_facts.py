"""Facts of a journal that are right but for one: such an act is not undone, and what is there stays."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.payments.stand_in import NAME
from tests.factories import make_event, make_link, make_section
from tests.paying import begun, told_of
from tests.tournaments.backups.forging import forged, undone_though_spoilt
from tests.world import World
from tournaments.acts.adjourning import adjourn_game
from tournaments.acts.change_section import set_fixed_table
from tournaments.acts.entering.attendance import check_in, reinstate, require_check_in, set_absence, withdraw
from tournaments.acts.entering.draw_groups import restore_draw_groups, take_draw_groups
from tournaments.acts.entering.open_to import overrule_condition
from tournaments.acts.entering.players import enter_player
from tournaments.acts.entering.quotas import restore_quotas, set_quotas
from tournaments.acts.event_settings import change_event
from tournaments.acts.handicaps import change_handicap
from tournaments.acts.money.fees import (
    FeeTableInput,
    FeeTermsInput,
    book_fee,
    book_payment,
    set_fee_table,
    set_fee_terms,
    undo_booking,
)
from tournaments.acts.money.payments import record_notification
from tournaments.acts.money.prizes import set_categories
from tournaments.acts.notices.announcements import (
    Texts,
    announce,
    pin_announcement,
    restore_announcement,
    withdraw_announcement,
)
from tournaments.acts.own_table import tell_result
from tournaments.acts.people import delegate_pairing, grant_role, revoke_role
from tournaments.acts.refereeing.rulings import lift_rule, rule_pair
from tournaments.acts.register.grades import set_grades_by_rating
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.results import report_result, take_back_result
from tournaments.acts.sections import create_section, set_schedule
from tournaments.acts.stages import make_groups, set_sources
from tournaments.acts.teams.teams import add_team, place_in_teams
from tournaments.acts.undo._inverses import INVERSES, TEAM_INVERSES
from tournaments.acts.undo.undo import undo
from tournaments.models import (
    Category,
    Entry,
    Event,
    Membership,
    Player,
    ResultReport,
    Role,
    Section,
    Standing,
    Team,
)
from tournaments.policy import Act
from tournaments.state.fees import Tariff

pytestmark = pytest.mark.django_db


def acts_done(world: World) -> dict[str, JournalEntry]:
    """Every act whose undoing rests on facts, done; each can be undone, whatever becomes of the others."""
    round_, section, event = world.published(), world.section, world.event
    alice, bob, carol, dave = (world.users[name] for name in ("alice", "bob", "carol", "dave"))

    def entry(number: int) -> Entry:
        return Entry.objects.select_related("section__event").get(section=section, number=number)

    require_check_in(section=section, needed=False, by=alice)
    set_fixed_table(entry=entry(7), table=4, by=carol)
    check_in(entries=[entry(3)], present=False, by=carol)
    set_absence(entries=[entry(4)], round_number=2, absent=True, by=alice)
    withdraw(entries=[entry(6)], reason="ill", by=alice)
    reinstate(entries=[entry(6)], reason="well", by=alice)
    withdraw(entries=[entry(5)], reason="ill", by=alice)
    set_grades_by_rating(entries=[_rated(event, alice)], by=carol)
    _grouped(event, alice)
    _staged(event, alice)
    Category.objects.create(section=section, key="women", name="Women")
    set_categories(section=section, categories={entry(2).pk: ["women"]}, by=carol)
    team = int(str(add_team(section=section, name="A", by=alice)["team"]))
    place_in_teams(section=section, teams={entry(1).pk: team}, by=alice)
    add_team(section=section, name="B", by=alice)
    pair = {"kind": "forbidden", "first": 1, "second": 2}
    rule = rule_pair(round_=world.round(2), reason="family", by=bob, **pair)["rule"]
    lift_rule(round_=world.round(2), rule=int(str(rule)), by=bob)
    grant_role(event=event, user=world.users["nobody"], role=Role.DESK, by=alice)
    revoke_role(event=event, membership=_membership(event, "nobody"), by=alice)
    delegate_pairing(event=event, membership=_membership(event, "frank"), may_pair=True, by=bob)
    set_schedule(section=section, starts={1: datetime(2015, 9, 21, 6, tzinfo=UTC)}, by=alice)
    seen = int(str(report_result(round_=round_, table=3, value="1-0", seen=None, by=carol)["report"]))
    take_back_result(round_=round_, table=3, seen=seen, reason="no", by=dave)
    seen = int(str(report_result(round_=round_, table=1, value="1-0", seen=None, by=carol)["report"]))
    report_result(round_=round_, table=1, value="0-1", seen=seen, reason="misread", by=dave)
    for colour, outcome in (("first", "win"), ("second", "loss")):
        link = make_link(round_.pairings.get(table=2).seats.get(colour=colour).entry)
        tell_result(by=link, round_=round_, outcome=outcome)
    back, gone, there = (
        announce(event=event, texts=Texts(en="Lunch"), by=alice)["announcement"] for _ in range(3)
    )
    for key in (back, gone):
        withdraw_announcement(event=event, announcement=key, by=alice)
    restore_announcement(event=event, announcement=back, by=alice)
    pin_announcement(event=event, announcement=there, pinned=True, by=alice)
    adjourn_game(round_=round_, table=4, by=dave)
    _overruled(section, entry(8), alice)
    Section.objects.filter(pk=section.pk).update(system="mcmahon")
    change_handicap(round_=round_, table=3, handicap=3, reason="their wish", by=bob)
    set_fee_terms(event=event, values=FeeTermsInput(currency="EUR", merchant=NAME), by=alice)
    set_fee_table(section=section, values=FeeTableInput(tariffs=[Tariff(name="All", amount=500)]), by=alice)
    account = section.fee_accounts.order_by("pk")[0]
    book_payment(event=event, reference=account.reference, by=alice)
    record_notification(NAME, told_of(begun(section.fee_accounts.order_by("pk")[1])))
    slip = {"event": event, "account": account.pk, "kind": "corrected", "amount": 5, "reason": "a slip"}
    undo_booking(event=event, row=book_fee(**slip, by=alice)["row"], reason="no slip", by=alice)
    book_fee(**slip, by=alice)
    hongkong = set_quotas(section=section, places=2, federations=["HKG"], by=alice)["quotas"]
    restore_quotas(section=section, quotas=dict.fromkeys(hongkong), by=alice)
    set_quotas(section=section, places=1, federations=["GER"], by=alice)
    change_event(event=event, name="Another Cup", place="Kuching", reason="a slip", by=alice)
    # Those of teams that meet teams and of a knock-out take other sections: `test_spoilt_team_facts`.
    of_players = INVERSES.keys() - {*TEAM_INVERSES, Act.TELL_BOARD, "play_decider_games"}
    rested = {act for act in of_players if INVERSES[act].before or INVERSES[act].after}
    lines = JournalEntry.objects.filter(scope=f"event:{event.pk}", act__in=rested).order_by("pk")
    done = {line.act: line for line in lines}
    assert set(done) == rested
    return done


def _overruled(section: Section, entry: Entry, by: User) -> None:
    """Who plays although the section is not open to him or her."""
    Section.objects.filter(pk=section.pk).update(open_to={"gender": "f"})
    Player.objects.filter(pk=entry.player_id).update(gender="m")
    entry.section.refresh_from_db()
    overrule_condition(entry=entry, overruled=True, reason="invited", by=by)
    Section.objects.filter(pk=section.pk).update(open_to={})


def _rated(event: Event, by: User) -> Entry:
    """Of another section, where nobody is paired."""
    arguments = {"slug": "go", "name": "Go", "rounds": 3, "seed": "s", "preset": "mcmahon", "game": "weiqi"}
    key = create_section(event=event, by=by, **arguments)["section"]
    made = Section.objects.select_related("event").get(pk=key)
    enter_player(section=made, person=PersonInput(name="X", federation="CHN", grade="5d", rating=1949), by=by)
    return Entry.objects.select_related("section__event").get(section=made)


def _grouped(event: Event, by: User) -> None:
    """The groups of a draw taken from an event before: once put back, once as they are."""
    earlier = make_section(make_event("earlier"), state=Section.State.FINISHED)
    Team.objects.create(section=earlier, name="First", federation_id="CHN")
    data = {"teams": [{"rank": 1, "team": "First"}]}
    Standing.objects.create(section=earlier, after_round=1, version=1, data=data, digest="")
    for slug, put_back in (("put-back", True), ("taken", False)):
        section = make_section(event, slug=slug, system=Section.System.WXC2015)
        enter_player(section=section, person=PersonInput(name=f"Y {slug}", federation="GER"), by=by)
        take_draw_groups(section=section, source=earlier.pk, others="2", by=by)
        if put_back:
            restore_draw_groups(section=section, groups={section.entries.get().pk: 1}, by=by)


def _staged(event: Event, by: User) -> None:
    """A section in groups, and one whose places come from it."""
    grouped, filled = (
        make_section(event, slug=slug, system=Section.System.WXC2015) for slug in ("grouped", "filled")
    )
    for number in range(6):
        enter_player(section=grouped, person=PersonInput(name=f"Z {number}", federation="GER"), by=by)
    make_groups(section=grouped, groups=2, qualifiers=2, by=by)
    set_sources(section=filled, sources=["grouped:1", "grouped:2"], by=by)


def _membership(event: Event, username: str) -> int:
    return Membership.objects.get(event=event, user__username=username).pk


@pytest.mark.slow
def test_one_wrong_fact_is_enough(drawn: World) -> None:
    done = acts_done(drawn)
    assert undone_though_spoilt(drawn.event, done, [drawn.users[name] for name in ("alice", "bob")]) == []


@pytest.mark.slow
def test_a_game_that_is_not_said_is_the_first(drawn: World) -> None:
    done = acts_done(drawn)
    line = done["take_back_result"]
    case = forged(line, before={**line.before, "game": None})
    undo(event=drawn.event, entry=case.pk, reason="x", by=drawn.users["bob"])
    report = ResultReport.objects.in_force().get(pairing__table=3)
    assert (report.game, report.value) == (1, "1-0")
