"""The name of a person that is typed in capitals is calmed in every form, as that of an imported list is."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest
from django.test import Client
from django.urls import reverse

import tournaments.forms
import tournaments.views
from tests.applying import open_form, page_of
from tests.cast import Cast
from tests.world import World
from tournaments.acts.entering.quotas import issue_quota_links, set_quotas
from tournaments.exchange.written_names import calm_name
from tournaments.forms.base import ActForm
from tournaments.models import Federation, Official, Player, Quota, Team

pytestmark = pytest.mark.django_db
NAMES = frozenset(
    {
        *("name", "native_name", "given_name", "further_name", "captain_name"),
        *("first_name", "last_name"),
    }
)
# What these forms name is no person.
OF_THINGS = frozenset(
    {
        *("add_series_form", "keep_preset_form", "CategoryForm", "ChangeCategoryForm"),
        *("CircuitCategoryForm", "CircuitRuleForm", "MakeCircuitForm", "FoundForm", "OrganisationForm"),
        *("RenameSeriesForm", "EventSettingsForm", "CopyForm", "EventForm", "NewEventForm"),
        *("SectionFileForm", "ChangePrizesForm", "PrizesForm", "ScreenForm", "AppForm", "SiteForm"),
        *("MakeSystemForm", "PeriodForm", "ChangeKindForm", "MakeKindForm", "AddressForm"),
        *("RatingListForm", "TeamForm", "AddCircuitSectionForm", "NewSectionForm", "SettingsForm"),
    }
)


def forms(base: type[ActForm] = ActForm) -> Iterator[type[ActForm]]:
    for form in base.__subclasses__():
        yield form
        yield from forms(form)


def test_every_form_that_asks_the_name_of_a_person_calms_it() -> None:
    for room in (tournaments.forms, tournaments.views):
        for module in walk_packages(room.__path__, f"{room.__name__}."):
            import_module(module.name)
    classes = [form for form in forms() if form.__module__.startswith("tournaments.")]
    asking = {form.__name__ for form in classes if NAMES & form.base_fields.keys()}
    calming = {form.__name__ for form in classes if form.names_typed}
    assert asking - OF_THINGS <= calming
    assert not calming & OF_THINGS
    assert {"EntryForm", "ApplyForm", "PersonForm", "OfficialForm", "AccountForm"} <= calming


@pytest.mark.parametrize(
    ("typed", "calm"),
    [
        ("ZHANG WEI", "Zhang Wei"),
        ("NGUYEN VAN A", "Nguyen Van A"),
        ("NGUYỄN VĂN Á", "Nguyễn Văn Á"),
        ("NGUYÊ\u0303N VĂN A", "Nguyễn Văn A"),
        ("O'BRIEN-SMITH J", "O'Brien-Smith J"),
        ("McDonald", "McDonald"),
    ],
)
def test_a_player_typed_in_capitals(world: World, typed: str, calm: str) -> None:
    assert world.post("carol", "entry_add", name=typed, federation="VIE", group="1").status_code == 302
    assert world.section.entries.get().player.name == calm
    assert calm_name(typed) == calm


def test_a_correction_calms_what_was_typed_and_leaves_what_stood(drawn: World) -> None:
    entry = drawn.section.entries.get(number=1)
    sent = {"federation": "VIE", "native_name": ""}
    assert drawn.post("bob", "correct_player", entry.pk, name="ZHANG WEI", **sent).status_code == 302
    entry.refresh_from_db()
    assert entry.player.name == "Zhang Wei"
    Player.objects.filter(pk=entry.player_id).update(name="ZHANG WEI")
    sent["birth_year"] = "1990"
    assert drawn.post("bob", "correct_player", entry.pk, name="ZHANG WEI", **sent).status_code == 302
    player = Player.objects.get(pk=entry.player_id)
    assert (player.name, player.birth_year) == ("ZHANG WEI", 1990)


def test_an_office_enters_a_player(cast: Cast) -> None:
    open_form(cast, asks={"native_name": "asked"})
    Federation.objects.get_or_create(code="CHN")
    set_quotas(section=cast.section, places=2, federations=["CHN"], by=cast.alice)
    issue_quota_links(section=cast.section, by=cast.alice)
    quota = Quota.objects.select_related("section__event").get(section=cast.section)
    assert Client().post(f"{page_of(quota)}enter/", {"name": "NGUYEN, VAN A"}).status_code == 302
    assert quota.applications.get().name == "Nguyen Van A"


def test_officials_and_captains(drawn: World) -> None:
    chief = {"name": "TAN BOON HOCK, LIM WEI", "role": "other", "duty": "IA", "position": 1}
    client = drawn.client("alice")
    assert client.post(reverse("set_official", args=[drawn.event.slug]), chief).status_code == 302
    assert Official.objects.get().name == "Tan Boon Hock, Lim Wei"
    team = Team.objects.create(section=drawn.section, name="USA")
    details = {"team": team.pk, "native_name": "", "short_name": "USA", "captain_name": "LEE A, HO B"}
    assert drawn.post("alice", "describe_team", **details).status_code == 302
    team.refresh_from_db()
    assert (team.name, team.short_name, team.captain_name) == ("USA", "USA", "Lee A, Ho B")
