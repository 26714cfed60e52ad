"""What a later act superseded offers no undo, of whatever kind; what is offered is not refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from django.db import transaction

from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.cast import Cast, entry_of, last
from tests.teams_world import match_at, round_of, teams_playing
from tests.tournaments.acts.money.cases_fees import with_fees
from tournaments.acts.entering.attendance import check_in, reinstate, set_absence, withdraw
from tournaments.acts.entering.players import enter_player
from tournaments.acts.entering.quotas import remove_quota, set_quotas
from tournaments.acts.money.fees import book_fee, book_payment, undo_booking
from tournaments.acts.notices.announcements import (
    Texts,
    announce,
    pin_announcement,
    restore_announcement,
    withdraw_announcement,
)
from tournaments.acts.people import (
    delegate_pairing,
    grant_role,
    invite_person,
    revoke_invitation,
    revoke_role,
)
from tournaments.acts.refereeing.fouls import log_foul, withdraw_foul
from tournaments.acts.refereeing.rulings import lift_rule, rule_pair
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.results import current_report, report_result
from tournaments.acts.teams.team_absences import set_team_absence
from tournaments.acts.teams.team_forfeits import lift_forfeit
from tournaments.acts.teams.team_matches import forfeit_match, penalise_team, reinstate_team, withdraw_team
from tournaments.acts.teams.teams import add_team, place_in_teams, remove_team
from tournaments.acts.undo._inverses import INVERSES
from tournaments.acts.undo.superseded import _BOOKINGS, TOUCHES, superseded
from tournaments.acts.undo.undo import undo
from tournaments.models import (
    Federation,
    FeeAccount,
    Foul,
    Membership,
    Quota,
    Role,
    Team,
)
from tournaments.policy import REFUSED, round_permits

pytestmark = pytest.mark.django_db


class _NotDoneError(Exception):
    """Nothing of it stays."""


def refused(cast: Cast, line: JournalEntry) -> str:
    """Why the undo of ``line`` is refused to whoever may do it; empty where it is not. Nothing is done."""
    for by in (cast.alice, cast.bob):
        with suppress(_NotDoneError, Denied), transaction.atomic():
            try:
                undo(event=cast.event, entry=line.pk, reason="x", by=by)
            except Refusal as refusal:
                return refusal.code
            raise _NotDoneError
    return ""


def offered(cast: Cast, after: int = 0) -> list[str]:
    """The acts of the journal ``after`` a line that offer an undo, the oldest first; none is refused."""
    lines = list(JournalEntry.objects.filter(scope=f"event:{cast.event.pk}", pk__gt=after).order_by("pk"))
    too_late = superseded(lines)
    undone = {line.undoes_id for line in lines}
    acts = []
    for line in lines:
        inverse = INVERSES.get(line.act)
        if inverse is None or line.pk in too_late | undone or not inverse.is_complete(line):
            continue
        if line.target.startswith("round:"):
            round_ = cast.event.sections.get(round_set=line.target[6:]).round_set.get(pk=line.target[6:])
            if round_permits(inverse.act, round_) is REFUSED:
                continue
        assert not refused(cast, line), (line.act, line.before, line.after)
        acts.append(line.act)
    return acts


def test_every_kind_of_act_is_judged() -> None:
    by_rows = {*map(str, _BOOKINGS), "log_foul"}
    # A penalty is put right by its opposite, however many came after it.
    assert set(map(str, INVERSES)) - set(map(str, TOUCHES)) - by_rows == {"penalise_team"}


@pytest.mark.slow
def test_players(entered: Cast) -> None:
    first, second = entry_of(entered, 1), entry_of(entered, 2)
    check_in(entries=[first, second], present=False, by=entered.alice)
    withdraw(entries=[first], reason="ill", by=entered.alice)
    assert offered(entered)[-1:] == ["withdraw"]
    reinstate(entries=[first], reason="well", by=entered.alice)
    assert offered(entered)[-1:] == ["reinstate"]
    set_absence(entries=[first], round_number=2, absent=True, by=entered.alice)
    set_absence(entries=[first, second], round_number=2, absent=True, by=entered.alice)
    assert offered(entered).count("set_absence") == 2
    withdraw(entries=[second], reason="ill", by=entered.alice)
    assert offered(entered).count("set_absence") == 1


def test_roles_and_invitations(cast: Cast) -> None:
    before = JournalEntry.objects.latest("pk").pk
    grant_role(event=cast.event, user=cast.charlie, role=Role.ORGANISER, by=cast.alice)
    held = Membership.objects.get(event=cast.event, user=cast.charlie)
    delegate_pairing(event=cast.event, membership=held.pk, may_pair=True, by=cast.bob)
    assert offered(cast, before) == ["grant_role", "delegate_pairing"]
    revoke_role(event=cast.event, membership=held.pk, by=cast.alice)
    assert offered(cast, before) == ["revoke_role"]
    # The role is given again by the undo: it is another row than the first, which nobody can take back.
    undo(event=cast.event, entry=last("revoke_role").pk, reason="x", by=cast.alice)
    assert offered(cast, before) == ["grant_role"]
    chief = Membership.objects.get(event=cast.event, role=Role.CHIEF_REFEREE)
    revoke_role(event=cast.event, membership=chief.pk, by=cast.alice)
    grant_role(event=cast.event, user=cast.dave, role=Role.CHIEF_REFEREE, by=cast.alice)
    assert offered(cast, before) == ["grant_role", "grant_role"]
    invite_person(event=cast.event, email="x@example.org", role=Role.DESK, language="en", by=cast.alice)
    invitation = last("invite_person").after["invitation"]
    assert offered(cast, before)[-1] == "invite_person"
    revoke_invitation(event=cast.event, invitation=invitation, by=cast.alice)
    assert offered(cast, before) == ["grant_role", "grant_role"]


@pytest.mark.slow
def test_fouls_rules_and_results(published: Cast) -> None:
    round_ = published.round(1)
    player = round_.pairings.get(table=1).seats.get(colour="first").entry.number or 0
    log_foul(round_=round_, table=1, player=player, kind="technical", by=published.dave)
    assert offered(published)[-1:] == ["log_foul"]
    foul = Foul.objects.select_related("pairing__round__section__event").get()
    withdraw_foul(foul=foul, reason="misheard", by=published.bob)
    assert "log_foul" not in offered(published)
    report_result(round_=published.round(1), table=2, value="1-0", seen=None, by=published.dave)
    assert offered(published)[-1:] == ["report_result"]
    seen = current_report(round_.pairings.get(table=2))
    assert seen is not None
    report_result(
        round_=published.round(1), table=2, value="0-1", seen=seen.pk, reason="misread", by=published.dave
    )
    assert offered(published).count("report_result") == 1


@pytest.mark.slow
def test_rules_for_a_pair(entered: Cast) -> None:
    values = {"kind": "forbidden", "first": 1, "second": 2, "reason": "family", "by": entered.bob}
    rule = rule_pair(round_=entered.round(1), **values)["rule"]  # type: ignore[arg-type]
    assert offered(entered)[-1:] == ["rule_pair"]
    lift_rule(round_=entered.round(1), rule=rule, by=entered.bob)
    assert offered(entered)[-1:] == ["lift_rule"]
    rule_pair(round_=entered.round(1), **values)  # type: ignore[arg-type]
    assert [act for act in offered(entered) if "rule" in act] == ["rule_pair"]


@pytest.mark.slow
def test_fees(cast: Cast) -> None:
    with_fees(cast)
    person = PersonInput(name="New Comer", federation="GER")
    entry = enter_player(section=cast.section, person=person, by=cast.alice)["entry"]
    account = FeeAccount.objects.get(entry=entry)
    book_payment(event=cast.event, reference=account.reference, by=cast.alice)
    row = last("book_payment").after["ledger_row"]
    book_fee(event=cast.event, account=account.pk, kind="corrected", amount=1, reason="x", by=cast.alice)
    assert offered(cast)[-2:] == ["book_payment", "book_fee"]
    undo_booking(event=cast.event, row=row, reason="another account", by=cast.alice)
    assert offered(cast)[-2:] == ["book_fee", "undo_booking"]


def test_quotas(cast: Cast) -> None:
    before = JournalEntry.objects.latest("pk").pk
    for code in ("CHN", "VIE"):
        Federation.objects.get_or_create(code=code)
    set_quotas(section=cast.section, places=2, federations=["CHN"], by=cast.alice)
    set_quotas(section=cast.section, places=3, federations=["VIE"], by=cast.alice)
    assert offered(cast, before) == ["set_quotas", "set_quotas"]
    set_quotas(section=cast.section, places=4, federations=["CHN"], by=cast.alice)
    assert offered(cast, before) == ["set_quotas", "set_quotas"]
    remove_quota(section=cast.section, quota=Quota.objects.get(federation="VIE").pk, by=cast.alice)
    assert offered(cast, before) == ["set_quotas"]


@pytest.mark.slow
def test_announcements(cast: Cast) -> None:
    before = JournalEntry.objects.latest("pk").pk
    announce(event=cast.event, texts=Texts(en="Lunch at noon"), by=cast.alice)
    key = last("announce").after["announcement"]
    pin_announcement(event=cast.event, announcement=key, pinned=True, by=cast.alice)
    assert offered(cast, before) == ["announce", "pin_announcement"]
    withdraw_announcement(event=cast.event, announcement=key, by=cast.alice)
    assert offered(cast, before) == ["withdraw_announcement"]
    restore_announcement(event=cast.event, announcement=key, by=cast.alice)
    assert offered(cast, before) == ["restore_announcement"]


@pytest.mark.slow
def test_teams(entered: Cast) -> None:
    add_team(section=entered.section, name="Dawn", by=entered.alice)
    dawn = Team.objects.get(name="Dawn")
    player = entry_of(entered, 1)
    place_in_teams(section=entered.section, teams={player.pk: dawn.pk}, by=entered.alice)
    assert offered(entered)[-1:] == ["set_teams"]
    assert "add_team" not in offered(entered)
    place_in_teams(section=entered.section, teams={player.pk: None}, by=entered.alice)
    assert offered(entered).count("set_teams") == 1
    remove_team(section=entered.section, team=dawn.pk, by=entered.alice)
    assert "add_team" not in offered(entered)


@pytest.mark.slow
def test_teams_that_meet(cast: Cast) -> None:
    round_ = teams_playing(cast)
    section, team = round_.section, match_at(round_).first
    place = {"match": 1, "reason": "late", "by": cast.bob}
    forfeit_match(round_=round_, lost_by="first", **place)
    assert "forfeit_match" in offered(cast)
    lift_forfeit(round_=round_of(section, 1), **place)
    assert "forfeit_match" not in offered(cast)
    penalise_team(section=section, team=team.pk, match_points="1", reason="noise", by=cast.bob)
    set_team_absence(section=section, team=team.pk, round_number=2, kind="Z", reason="x", by=cast.bob)
    withdraw_team(section=section, team=team.pk, reason="left", by=cast.bob)
    assert "withdraw_team" in offered(cast)
    reinstate_team(section=section, team=team.pk, reason="back", by=cast.bob)
    acts = offered(cast)
    assert "withdraw_team" not in acts
    assert {"reinstate_team", "penalise_team"} <= set(acts)
