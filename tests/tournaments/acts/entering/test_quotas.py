"""Quotas of federations and organisations: who is entered, who is a reserve, who moves up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.applying import HOUR, confirmed, drafted, open_form
from tests.cast import Cast
from tournaments.acts.change_section import change_section
from tournaments.acts.entering.applications import (
    change_application,
    decide_applications,
    hand_in,
    withdraw_application,
)
from tournaments.acts.entering.attendance import reinstate, withdraw
from tournaments.acts.entering.filled_in import Typed
from tournaments.acts.entering.players import enter_player
from tournaments.acts.entering.quota_entries import enter_under_quota, replace_under_quota
from tournaments.acts.entering.quotas import issue_quota_links, remove_quota, restore_quotas, set_quotas
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.undo.undo import undo
from tournaments.models import (
    Application,
    Entry,
    EntryForm,
    Federation,
    Office,
    Organisation,
    Quota,
    Section,
)
from tournaments.queries.entering.applications import places_left
from tournaments.queries.entering.quotas import quota_address, quota_rows

pytestmark = pytest.mark.django_db


def people(*names: str, **more: Any) -> list[PersonInput]:
    return [PersonInput(name=name, federation="CHN", **more) for name in names]


def quota_of(cast: Cast, places: int, *, code: str = "CHN", **form: Any) -> Quota:
    """The section is open, and the federation has so many places."""
    if not hasattr(cast.section, "entry_form") or form:
        open_form(cast, **form)
    Federation.objects.get_or_create(code=code)
    set_quotas(section=cast.section, places=places, federations=[code], by=cast.alice)
    return Quota.objects.select_related("section__event").get(section=cast.section, federation=code)


def enter(quota: Quota, *names: str, **more: Any) -> Any:
    return enter_under_quota(quota=quota, people=people(*names, **more), by=quota)


def states(quota: Quota) -> dict[str, str]:
    return dict(quota.applications.order_by("turn").values_list("name", "state"))


def application_for(quota: Quota, name: str) -> Application:
    return quota.applications.select_related("section__event", "entry").get(name=name)


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refusal:
        act()
    return refusal.value.code


def test_two_are_entered_and_the_third_is_a_reserve_who_moves_up(cast: Cast) -> None:
    quota = quota_of(cast, 2)
    answer = enter(quota, "Anna", "Berta", "Clara")
    assert (answer["accepted"], answer["waiting"]) == (2, 1)
    assert states(quota) == {"Anna": "accepted", "Berta": "accepted", "Clara": "waiting"}
    withdraw_application(application=application_for(quota, "Anna"), by=quota)
    assert states(quota) == {"Anna": "withdrawn", "Berta": "accepted", "Clara": "accepted"}
    assert JournalEntry.objects.filter(act="withdraw_application", party=f"quota:{quota.pk}").exists()
    [row] = quota_rows(cast.section)
    assert (row.used, row.left, row.waiting) == (2, 0, 0)


def test_reserves_of_a_federation_move_up_among_themselves(cast: Cast) -> None:
    chn, vie = quota_of(cast, 1), quota_of(cast, 1, code="VIE")
    enter(chn, "Anna", "Berta")
    enter(vie, "Dora", "Emma")
    withdraw_application(application=application_for(vie, "Dora"), by=vie)
    assert states(chn) == {"Anna": "accepted", "Berta": "waiting"}
    assert states(vie)["Emma"] == "accepted"


def test_the_desk_that_withdraws_an_entry_frees_the_place_of_the_quota(cast: Cast) -> None:
    quota = quota_of(cast, 1)
    enter(quota, "Anna", "Berta")
    entry = application_for(quota, "Anna").entry
    assert entry is not None
    withdraw(entries=[entry], reason="ill", by=cast.alice)
    assert states(quota) == {"Anna": "withdrawn", "Berta": "accepted"}


def test_the_places_of_a_quota_are_kept_for_it(cast: Cast) -> None:
    """Who applies alone gets what is left, and places free when a quota is lowered."""
    section = open_form(cast, capacity=3)
    quota = quota_of(cast, 2)
    assert places_left(section) == 1
    assert confirmed(section, "Own One").state == "accepted"
    waits = confirmed(section, "Own Two")
    assert waits.state == "waiting"
    set_quotas(section=section, places=1, federations=["CHN"], by=cast.alice)
    waits.refresh_from_db()
    assert waits.state == "accepted"
    assert enter(quota, "Anna", "Berta")["waiting"] == 1


def test_raised_reserves_move_up_and_lowered_nobody_goes(cast: Cast) -> None:
    quota = quota_of(cast, 1)
    enter(quota, "Anna", "Berta", "Clara")
    set_quotas(section=cast.section, places=2, federations=["CHN"], by=cast.alice)
    assert [*states(quota).values()] == ["accepted", "accepted", "waiting"]
    set_quotas(section=cast.section, places=0, federations=["CHN"], by=cast.alice)
    assert [*states(quota).values()] == ["accepted", "accepted", "waiting"]
    withdraw_application(application=application_for(quota, "Anna"), by=quota)
    assert [*states(quota).values()] == ["withdrawn", "accepted", "waiting"]


def test_an_organiser_decides_where_the_form_says_so(cast: Cast) -> None:
    quota = quota_of(cast, 1, approval=EntryForm.Approval.ORGANISER)
    answer = enter(quota, "Anna", "Berta")
    assert answer["submitted"] == 2
    decide_applications(
        section=cast.section, applications=answer["applications"], decision="accept", by=cast.alice
    )
    assert states(quota) == {"Anna": "accepted", "Berta": "waiting"}


def test_a_reserve_who_is_refused_a_place_is_not_made_to_wait_where_one_is_free(cast: Cast) -> None:
    quota = quota_of(cast, 1, approval=EntryForm.Approval.ORGANISER)
    answer = enter(quota, "Anna")
    code = refused(
        lambda: decide_applications(
            section=cast.section, applications=answer["applications"], decision="wait", by=cast.alice
        )
    )
    assert code == "places-are-free"


def test_a_player_is_replaced_and_no_reserve_passes(cast: Cast) -> None:
    quota = quota_of(cast, 1)
    enter(quota, "Anna", "Berta")
    [person] = people("Nina")
    answer = replace_under_quota(
        quota=quota, application=application_for(quota, "Anna"), person=person, by=quota
    )
    assert answer["state"] == "accepted"
    assert states(quota) == {"Anna": "withdrawn", "Berta": "waiting", "Nina": "accepted"}
    code = refused(
        lambda: replace_under_quota(
            quota=quota, application=application_for(quota, "Berta"), person=people("Olga")[0], by=quota
        )
    )
    assert code == "application-state"


def test_a_reserve_is_changed_and_who_is_entered_is_the_desks(cast: Cast) -> None:
    quota = quota_of(cast, 1, asks={"birth_year": "required"})
    enter(quota, "Anna", "Berta", birth_year=1990)
    typed = Typed(name="Berta", federation="CHN", particulars={"birth_year": 1991})
    waiting = application_for(quota, "Berta")
    assert refused(lambda: change_application(application=waiting, typed=typed, by=quota)) == (
        "application-fixed"
    )
    Application.objects.filter(pk=waiting.pk).update(state="submitted")
    change_application(application=application_for(quota, "Berta"), typed=typed, by=quota)
    assert application_for(quota, "Berta").particulars == {"birth_year": 1991}


def test_what_the_form_requires_of_a_player_is_told_by_name(cast: Cast) -> None:
    quota = quota_of(cast, 2, asks={"birth_year": "required", "phone": "required"})
    assert refused(lambda: enter(quota, "Anna")) == "person-incomplete"
    assert quota.applications.count() == 0
    enter(quota, "Anna", birth_year=1990)


def test_nobody_is_entered_twice_and_all_or_none(cast: Cast) -> None:
    quota = quota_of(cast, 5)
    assert refused(lambda: enter(quota, "Anna", "Anna")) == "applied-already"
    assert refused(lambda: enter(quota)) == "nobody-selected"
    assert refused(lambda: enter(quota, *(f"N{place}" for place in range(301)))) == "too-many-at-once"
    assert quota.applications.count() == 0
    assert cast.section.applications.count() == 0


def test_players_of_a_federation_with_a_quota_do_not_apply_alone(cast: Cast) -> None:
    quota_of(cast, 1)
    typed = Typed(name="Own One", federation="CHN")
    assert refused(lambda: hand_in(section=cast.section, typed=typed, language="en")) == (
        "entered-by-federation"
    )
    assert drafted(cast.section, "Other One").federation_id == "GER"


def test_a_form_can_be_for_offices_alone(cast: Cast) -> None:
    quota = quota_of(cast, 1, open_to_all=False)
    assert refused(lambda: drafted(cast.section)) == "entries-by-offices"
    assert enter(quota, "Anna")["accepted"] == 1


def test_after_the_end_the_office_only_withdraws(cast: Cast) -> None:
    quota = quota_of(cast, 1)
    enter(quota, "Anna", "Berta")
    now = timezone.now()
    EntryForm.objects.update(opens_at=now - 2 * HOUR, closes_at=now - HOUR)
    assert refused(lambda: enter(quota, "Clara")) == "entries-closed"
    replaced = refused(
        lambda: replace_under_quota(
            quota=quota, application=application_for(quota, "Anna"), person=people("Nina")[0], by=quota
        )
    )
    assert replaced == "entries-closed"
    withdraw_application(application=application_for(quota, "Anna"), by=quota)
    assert states(quota) == {"Anna": "withdrawn", "Berta": "accepted"}


def test_an_office_touches_nobody_elses_players(cast: Cast) -> None:
    chn, vie = quota_of(cast, 1), quota_of(cast, 1, code="VIE")
    enter(vie, "Dora")
    mine = confirmed(cast.section, "Own One")
    for application in (application_for(vie, "Dora"), mine):
        with pytest.raises(Denied):
            withdraw_application(application=application, by=chn)
    with pytest.raises(Denied):
        enter_under_quota(quota=vie, people=people("Anna"), by=chn)
    with pytest.raises(Denied):
        withdraw_application(application=application_for(vie, "Dora"), by=cast.alice)


@pytest.mark.parametrize(
    ("role", "may"), [(role, role in ("officer", "registrar")) for role in Office.Role.values]
)
def test_which_offices_enter_players(cast: Cast, role: str, may: bool) -> None:
    """Of the federation, and of what it is a part of; not of another."""
    quota = quota_of(cast, 2)
    asia = Organisation.objects.create(slug="axf", name="AXF", level="continent")
    nation = Organisation.objects.create(
        slug="cxa", name="CXA", level="nation", parent=asia, federation_id="CHN"
    )
    other = Organisation.objects.create(slug="xia", name="XIA", level="world")
    for place, (organisation, fits) in enumerate([(nation, may), (asia, may), (other, False)]):
        Office.objects.all().delete()
        Office.objects.create(organisation=organisation, user=cast.dave, role=role)
        entering = people(f"Anna {place}")
        if fits:
            enter_under_quota(quota=quota, people=entering, by=cast.dave)
        else:
            with pytest.raises(Denied):
                enter_under_quota(quota=quota, people=entering, by=cast.dave)


def test_a_club_enters_players_of_its_nation(cast: Cast) -> None:
    open_form(cast)
    Federation.objects.get_or_create(code="CHN")
    nation = Organisation.objects.create(slug="cxa", name="CXA", level="nation", federation_id="CHN")
    club = Organisation.objects.create(slug="club", name="Club", level="club", parent=nation)
    set_quotas(section=cast.section, places=1, organisations=[club.pk], by=cast.alice)
    quota = Quota.objects.select_related("section__event").get(organisation=club)
    enter_under_quota(quota=quota, people=[PersonInput(name="Anna", federation="")], by=quota)
    assert application_for(quota, "Anna").federation_id == "CHN"


def test_what_cannot_be_set(cast: Cast) -> None:
    section = open_form(cast, capacity=3)
    set_ = {"section": section, "by": cast.alice}
    assert refused(lambda: set_quotas(places=1, **set_)) == "quota-of-nobody"
    assert refused(lambda: set_quotas(places=1, federations=["QQQ"], **set_)) == "unknown-federation"
    assert refused(lambda: set_quotas(places=1, organisations=[7], **set_)) == "no-such-organisation"
    assert refused(lambda: set_quotas(places=4, federations=["GER"], **set_)) == "quotas-exceed-places"
    assert not section.quotas.exists()


def test_quotas_are_set_and_undone(cast: Cast) -> None:
    quota = quota_of(cast, 2)
    line = JournalEntry.objects.filter(act="set_quotas").latest("pk")
    undo(event=cast.event, entry=line.pk, by=cast.alice, reason="no", once="u")
    assert not Quota.objects.exists()
    quota = quota_of(cast, 2)
    enter(quota, "Anna")
    assert refused(lambda: remove_quota(section=cast.section, quota=quota.pk, by=cast.alice)) == (
        "quota-in-use"
    )
    back: dict[str, int | None] = {"CHN": None}
    assert refused(lambda: restore_quotas(section=cast.section, quotas=back, by=cast.alice)) == "quota-in-use"


def test_a_new_link_ends_the_old_one(cast: Cast) -> None:
    quota = quota_of(cast, 1)
    assert quota_address(quota) == ""
    assert issue_quota_links(section=cast.section, by=cast.alice) == {"issued": 1}
    quota.refresh_from_db()
    first = quota_address(quota)
    assert issue_quota_links(section=cast.section, by=cast.alice) == {"issued": 0}
    issue_quota_links(section=cast.section, quota=quota.pk, by=cast.alice)
    quota.refresh_from_db()
    assert quota_address(quota) not in ("", first)


def test_entries_of_offices_stand_in_no_draft_section(cast: Cast) -> None:
    quota = quota_of(cast, 1)
    Section.objects.filter(pk=cast.section.pk).update(state=Section.State.DRAFT)
    assert refused(lambda: enter(quota, "Anna")) == "entries-closed"
    assert Entry.objects.filter(player__name="Anna").count() == 0


def test_the_tables_are_printed() -> None:
    call_command("permissions", "--check")


def full_but(cast: Cast, free: int) -> Section:
    """Of the places of the section so many are left."""
    section = open_form(cast)
    for name in ("First", "Second", "Third"):
        enter_player(section=section, person=PersonInput(name=name, federation="GER"), by=cast.alice)
    change_section(section=section, wanted={"capacity": 3 + free}, by=cast.alice)
    section.refresh_from_db()
    return section


def test_a_full_section_promises_no_places(cast: Cast) -> None:
    section = full_but(cast, 2)
    Federation.objects.get_or_create(code="CHN")
    sets = {"section": section, "federations": ["CHN"], "by": cast.alice}
    assert refused(lambda: set_quotas(**sets, places=3)) == "quotas-exceed-free"
    set_quotas(**sets, places=2)
    [row] = quota_rows(section)
    assert (row.quota.places, row.left, places_left(section)) == (2, 2, 0)
    assert (
        enter(Quota.objects.select_related("section__event").get(), "Anna", "Berta", "Clara")["waiting"] == 1
    )
    [row] = quota_rows(section)
    assert (row.used, row.left) == (2, 0)


def test_what_is_kept_for_a_quota_nobody_takes(cast: Cast) -> None:
    """Neither who is entered at the desk, nor who comes back, nor a lower limit of the section."""
    section = full_but(cast, 3)
    quota = quota_of(cast, 2)
    by = {"section": section, "by": cast.alice}
    entry = Entry.objects.select_related("section__event", "player").filter(section=section)[0]
    enter_player(**by, person=PersonInput(name="By Hand", federation="GER"))
    assert (
        refused(lambda: enter_player(**by, person=PersonInput(name="One More", federation="GER")))
        == "places-kept"
    )
    lower = {"capacity": (section.capacity or 0) - 1}
    assert refused(lambda: change_section(**by, wanted=lower)) == "capacity-below-quotas"
    withdraw(entries=[entry], reason="ill", by=cast.alice)
    enter_player(**by, person=PersonInput(name="One More", federation="GER"))
    entry.refresh_from_db()
    assert refused(lambda: reinstate(entries=[entry], reason="well", by=cast.alice)) == "places-kept"
    assert enter(quota, "Anna", "Berta")["waiting"] == 0


def test_too_much_that_was_promised_is_taken_back_step_by_step(cast: Cast) -> None:
    """As a section has it that was set up by an earlier release: each page says what there is."""
    section = full_but(cast, 1)
    chn, vie = quota_of(cast, 0), quota_of(cast, 0, code="VIE")
    Quota.objects.filter(section=section).update(places=3)
    assert [row.left for row in quota_rows(section)] == [1, 1]
    set_quotas(section=section, places=1, federations=["CHN"], by=cast.alice)
    set_quotas(section=section, places=0, federations=["VIE"], by=cast.alice)
    assert enter(chn, "Anna")["waiting"] == 0
    assert enter(vie, "Dora")["waiting"] == 1
