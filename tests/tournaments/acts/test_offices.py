"""What offices of an organisation may do at the events that it owns: the table, office by office."""

from __future__ import annotations

import pytest

from portal.policy import Denied
from tests.cast import Cast
from tournaments.acts.notices.announcements import Texts, announce
from tournaments.acts.people import grant_role
from tournaments.models import Membership, Office, Organisation, Role
from tournaments.organisation_roles import IN_EVENTS
from tournaments.policy import ROLES, acts_of

pytestmark = pytest.mark.django_db


def below(cast: Cast) -> tuple[Organisation, Organisation]:
    """The owner of the event, and what stands above it."""
    world = Organisation.objects.create(slug="world", name="World", level="world")
    nation = Organisation.objects.create(slug="nation", name="Nation", level="nation", parent=world)
    cast.event.organisation = nation
    cast.event.save()
    return nation, world


@pytest.mark.anywhere
@pytest.mark.parametrize("role", Office.Role)
def test_an_office_may_what_the_table_says_and_nothing_else(cast: Cast, role: Office.Role) -> None:
    nation, world = below(cast)
    wanted = {act for act, holders in IN_EVENTS.items() if role in holders}
    assert acts_of(cast.charlie, cast.event) == frozenset()
    for organisation in (nation, world):
        held = Office.objects.create(organisation=organisation, user=cast.charlie, role=role)
        assert acts_of(cast.charlie, cast.event) == wanted
        held.delete()
    aside = Organisation.objects.create(slug="aside", name="Aside", level="nation", parent=world)
    club = Organisation.objects.create(slug="club", name="Club", level="club", parent=nation)
    for organisation in (aside, club):
        Office.objects.create(organisation=organisation, user=cast.charlie, role=role)
    assert acts_of(cast.charlie, cast.event) == frozenset()


def test_the_table_names_acts_of_events() -> None:
    assert IN_EVENTS.keys() <= {str(act) for act in ROLES}


def test_an_officer_appoints_and_a_webmaster_announces(cast: Cast) -> None:
    nation, _world = below(cast)
    Membership.objects.filter(event=cast.event).delete()
    office = Office.objects.create(organisation=nation, user=cast.charlie, role="officer")
    grant_role(event=cast.event, user=cast.alice, role=Role.CHIEF_ORGANISER, by=cast.charlie)
    texts = Texts(en="The bus goes at nine.")
    with pytest.raises(Denied):
        announce(event=cast.event, texts=texts, by=cast.charlie)
    Office.objects.filter(pk=office.pk).update(role="webmaster")
    announce(event=cast.event, texts=texts, by=cast.charlie)
