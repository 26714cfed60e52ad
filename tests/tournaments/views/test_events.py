"""The desk's start, events, sections, people and roles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from tests.factories import make_entries
from tests.tournaments.views.forms import SECTION
from tests.world import World
from tournaments.models import Event, Membership, Role, Section

Text = Callable[[Any], str]
EVENT = {
    "name": "World Championship",
    "slug": "wxc-2026",
    "starts": "2026-10-01",
    "ends": "2026-10-09",
    "time_zone": "Asia/Kuala_Lumpur",
    "once": "k",
}


def at_event(world: World, name: str) -> str:
    return reverse(name, args=[world.event.slug])


@pytest.mark.slow
def test_each_sees_the_own_events(world: World, text: Text) -> None:
    url = reverse("desk")
    mine = text(world.client("bob").get(url))
    assert "The Cup" in mine
    assert "chief referee" in mine
    assert "Away" not in mine
    assert "Create an event" not in mine
    assert "You have no role at an event yet" in text(world.client("nobody").get(url))
    admin = text(world.client("admin").get(url))
    assert "Create an event" in admin
    assert "Away" in admin


def test_an_event_is_created_once(world: World) -> None:
    url = reverse("event_create")
    for _ in range(2):
        answer = world.client("admin").post(url, EVENT)
        assert answer["Location"] == reverse("section_create", args=["wxc-2026"])
    event = Event.objects.get(slug="wxc-2026")
    assert event.time_zone == "Asia/Kuala_Lumpur"
    assert event.memberships.get().role == Role.CHIEF_ORGANISER


@pytest.mark.slow
def test_an_event_has_its_address_of_its_name_and_its_maker_may_be_the_chief_referee(world: World) -> None:
    url = reverse("event_create")
    page = world.client("admin").get(url).context["form"]
    assert page["chief_referee"].value() is True
    typed = EVENT | {"slug": "", "ends": "", "chief_referee": "on"}
    names = {
        "第3届槟城公开赛": "di-3-jie-bin-cheng-gong-kai-sai",
        "Giải Đấu Huế": "giai-dau-hue",
        "🐘": "event",
    }
    for number, (name, slug) in enumerate(names.items()):
        world.client("admin").post(url, typed | {"name": name, "once": str(number)})
        event = Event.objects.get(slug=slug)
        assert event.starts == event.ends
        assert set(event.memberships.values_list("role", flat=True)) == {
            Role.CHIEF_ORGANISER,
            Role.CHIEF_REFEREE,
        }
    world.client("admin").post(url, typed | {"name": "Giải đấu Huế", "once": "again"})
    assert Event.objects.filter(slug="giai-dau-hue-2").exists()


def test_all_that_is_wrong_with_an_event_is_said_at_once(world: World, text: Text) -> None:
    wrong = EVENT | {"name": "\u3164", "slug": "cup", "ends": "2026-09-01"}
    page = text(world.client("admin").post(reverse("event_create"), wrong))
    assert "The last day is before the first day." in page
    assert "Another event already uses the URL name “cup”" in page
    assert "The text has no visible characters." in page


@pytest.mark.slow
def test_a_bad_event_keeps_what_was_typed(world: World, text: Text) -> None:
    url = reverse("event_create")
    answer = world.client("admin").post(url, EVENT | {"ends": "2026-09-01"})
    assert answer.status_code == 422
    page = text(answer)
    assert "The last day is before the first day." in page
    assert 'value="World Championship"' in page
    assert 'value="2026-09-01"' in page
    answer = world.client("admin").post(url, EVENT | {"slug": "cup"})
    assert "Another event already uses the URL name “cup”" in text(answer)
    answer = world.client("admin").post(url, EVENT | {"slug": "Über uns"})
    assert "Lower-case letters, digits and hyphens only." in text(answer)


@pytest.mark.slow
def test_a_section_is_created_with_a_seed_that_nobody_chose(world: World, text: Text) -> None:
    url = at_event(world, "section_create")
    first, second = (world.client("alice").get(f"{url}?card=wxc2015") for _ in range(2))
    proposals = {page.context["form"]["seed"].value() for page in (first, second)}
    assert len(proposals) == 2
    answer = world.client("alice").post(url, SECTION)
    assert answer.status_code == 302
    section = world.event.sections.get(slug="women")
    assert (section.rounds, section.seed, str(section.time_control)) == (7, "dice 3 5 1", "90 min + 30 s")
    assert section.round_set.count() == 7
    assert section.ladder == "four"
    other = SECTION | {"slug": "juniors", "ladder": "three", "once": "third"}
    assert world.client("alice").post(url, other).status_code == 302
    assert world.event.sections.get(slug="juniors").ladder == "three"
    again = world.client("alice").post(url, SECTION | {"once": "other"})
    assert again.status_code == 422
    assert "Another section of this event already uses the URL name “women”." in text(again)


def test_a_section_is_opened(world: World, text: Text) -> None:
    Section.objects.filter(pk=world.section.pk).update(state="draft")
    assert "This section is not published" in text(world.get("alice", "section_desk"))
    assert world.post("alice", "open_section").status_code == 302
    world.section.refresh_from_db()
    assert world.section.state == Section.State.OPEN
    answer = world.post("alice", "open_section")
    assert answer.status_code == 409
    assert "This section is already published." in text(answer)


@pytest.mark.slow
def test_the_event_says_what_needs_me_now(world: World, text: Text) -> None:
    url = at_event(world, "event_desk")
    assert "Enter players" in text(world.client("alice").get(url))
    make_entries(world.section, 4)
    for who in ("alice", "bob"):
        response = world.client(who).get(url)
        [item] = response.context["sections"]
        assert item["step"].text == "Draw lots"
        assert (item["step"].act in response.context["acts"]) is (who == "bob")


def test_roles_are_given_and_taken(world: World, text: Text) -> None:
    grant = at_event(world, "grant_role")
    answer = world.client("alice").post(grant, {"user": "nobody", "role": "referee"})
    assert answer.status_code == 302
    held = world.event.memberships.get(user=world.users["nobody"])
    assert "nobody is now referee." in text(world.client("alice").get(at_event(world, "people")))
    revoke = at_event(world, "revoke_role")
    assert world.client("alice").post(revoke, {"membership": held.pk}).status_code == 302
    assert not world.event.memberships.filter(pk=held.pk).exists()
    answer = world.client("alice").post(revoke, {"membership": held.pk})
    assert answer.status_code == 409
    assert "This role has already been removed." in text(answer)


def test_a_role_that_cannot_be_given_is_said(world: World, text: Text) -> None:
    grant = at_event(world, "grant_role")
    for data, status, sentence in (
        ({"user": "niemand", "role": "referee"}, 422, "There is no account with this username."),
        ({"user": "bob", "role": "chief-referee"}, 422, "This person already has that role."),
        ({"user": "nobody", "role": "chief-referee"}, 422, "An event has only one chief referee"),
        ({"user": "nobody", "role": "emperor"}, 422, "Choose one of those offered."),
    ):
        answer = world.client("alice").post(grant, data)
        assert answer.status_code == status
        assert sentence in text(answer)
        assert f'value="{data["user"]}"' in text(answer)


def test_a_membership_of_another_event_is_not_taken(world: World) -> None:
    foreign = Membership.objects.get(user=world.users["charlie"])
    answer = world.client("alice").post(at_event(world, "revoke_role"), {"membership": foreign.pk})
    assert answer.status_code == 409
    assert Membership.objects.filter(pk=foreign.pk).exists()


def test_the_last_chief_organiser_stays(world: World, text: Text) -> None:
    held = world.event.memberships.get(user=world.users["alice"])
    answer = world.client("alice").post(at_event(world, "revoke_role"), {"membership": held.pk})
    assert answer.status_code == 409
    assert "An event must keep at least one chief organiser." in text(answer)


def test_the_chief_referee_delegates_and_ends_it(world: World, text: Text) -> None:
    url = at_event(world, "delegate_pairing")
    held = world.event.memberships.get(user=world.users["frank"])
    assert world.client("bob").post(url, {"membership": held.pk, "may_pair": "on"}).status_code == 302
    held.refresh_from_db()
    assert held.may_pair
    assert "may pair" in text(world.client("alice").get(at_event(world, "people")))
    assert world.client("bob").post(url, {"membership": held.pk}).status_code == 302
    held.refresh_from_db()
    assert not held.may_pair


def test_the_journal_names_people_and_filters(drawn: World, text: Text) -> None:
    drawn.played()
    url = at_event(drawn, "journal")
    page = drawn.client("erin").get(url)
    page_text = text(page)
    assert "Men, round 1" in page_text
    assert "½–½" not in page_text
    assert {item["line"].act for item in page.context["lines"]} >= {
        "result",
        "round published",
        "draft ready",
    }
    page = drawn.client("erin").get(url, {"act": "report_result", "by": drawn.users["carol"].pk})
    collected = [item["line"] for item in page.context["lines"]]
    assert {(line.act, line.by) for line in collected} == {("result", "carol")}
    page = drawn.client("erin").get(url, {"act": "report_result", "by": drawn.users["bob"].pk})
    assert "No journal entry matches these filters." in text(page)
    page = drawn.client("erin").get(url, {"act": "nonsense", "by": "x", "page": "99"})
    assert page.status_code == 200
    assert page.context["lines"]


@pytest.mark.slow
def test_an_event_is_copied(world: World, text: Text) -> None:
    url = at_event(world, "copy_event")
    page = text(world.client("alice").get(url))
    # Fifty-two weeks after 21 September 2015.
    assert 'value="2016-09-19"' in page
    assert "bob: chief referee" in page
    assert "alice: chief organiser" not in page
    bob = world.event.memberships.get(user=world.users["bob"])
    answer = world.client("alice").post(url, EVENT | {"memberships": [bob.pk]}, follow=True)
    assert "Event created. Nothing is public yet." in text(answer)
    event = Event.objects.get(slug="wxc-2026")
    assert {held.user.username for held in event.memberships.all()} == {"alice", "bob"}
    assert event.sections.get().slug == "men"
    journal = text(world.client("alice").get(reverse("journal", args=["wxc-2026"])))
    assert "Event copied" in journal
    again = world.client("alice").post(url, EVENT | {"once": "other"})
    assert again.status_code == 422
    assert "Another event already uses the URL name" in text(again)
    assert "Copy event" in text(world.client("alice").get(at_event(world, "event_desk")))
    assert "Copy event" not in text(world.client("frank").get(at_event(world, "event_desk")))
