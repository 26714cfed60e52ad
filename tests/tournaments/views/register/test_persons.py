"""The register's pages at the desk: found, edited, merged and undone, as an administrator does it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from portal.policy import Refusal
from tests.factories import make_event, make_known
from tests.world import World
from tournaments.acts.register.person_twins import doubt_again, tell_apart
from tournaments.acts.register.persons import merge_persons, undo_merger
from tournaments.models import Distinct, Event, Merger, Office, Organisation, Person, Player

pytestmark = pytest.mark.django_db


def send(world: World, name: str, person: Person, /, **data: Any) -> Any:
    return world.client("admin").post(reverse(name, args=[person.pk]), data)


@pytest.fixture
def twins(drawn: World) -> tuple[Person, Person]:
    player = drawn.section.entries.select_related("player__person").get(number=1).player
    other = make_known(make_event("far"), name=player.name, federation_id=player.federation_id).person
    return player.person, other


@pytest.mark.slow
def test_the_register_from_search_to_undoing(drawn: World, twins: tuple[Person, Person]) -> None:
    difference, other = twins
    client = drawn.client("admin")
    for arguments in ({"q": difference.name}, {"twins": "1"}, {"waiting": "1"}, {"q": "%\u202e"}, {}):
        assert client.get(reverse("persons"), arguments).status_code == 200
    response = client.get(reverse("person", args=[difference.pk]))
    assert [pair.other.pk for pair, _why in response.context["twins"]] == [other.pk]
    difference.numbers.create(issuer="chn", number="4711")
    preview = client.get(reverse("merge_persons", args=[difference.pk]), {"other": other.pk})
    assert preview.status_code == 200
    # Two of one name are told apart by what else is known of them.
    assert "· CHN 4711" in preview.content.decode()
    assert {difference.field for difference in preview.context["found"].differences} <= {"native_name"}
    merged = send(drawn, "merge_persons", difference, other=other.pk)
    assert merged.status_code == 302
    assert client.get(reverse("person", args=[other.pk])).status_code == 200
    merger = Merger.objects.get()
    assert send(drawn, "undo_merger", difference, merger=merger.pk).status_code == 302
    assert send(drawn, "undo_merger", difference, merger=merger.pk).status_code == 409
    other.refresh_from_db()
    assert other.merged_into_id is None


@pytest.mark.slow
def test_what_is_typed_wrongly_is_shown_again(drawn: World, twins: tuple[Person, Person]) -> None:
    first_one, other = twins
    values = {"name": first_one.name, "federation": first_one.federation_id, "listed": "on"}
    assert send(drawn, "change_person", first_one, **{**values, "birth_year": "99999"}).status_code == 422
    assert send(drawn, "change_person", first_one, **{**values, "name": ""}).status_code == 422
    assert send(drawn, "change_person", first_one, **{**values, "federation": "QQQ"}).status_code == 422
    assert send(drawn, "change_person", first_one, **{**values, "name": "New Name"}).status_code == 302
    assert send(drawn, "change_person", first_one, **{**values, "federation": ""}).status_code == 302
    assert send(drawn, "set_person_number", first_one, issuer="fide", number="1").status_code == 302
    assert send(drawn, "set_person_number", other, issuer="fide", number="1").status_code == 422
    assert send(drawn, "merge_persons", first_one, other="x").status_code == 404
    assert send(drawn, "split_person", first_one, players="0").status_code == 422
    assert send(drawn, "accept_correction", first_one, correction="77").status_code == 409


@pytest.mark.slow
def test_what_the_register_holds_besides_is_entered_corrected_and_removed(
    drawn: World, twins: tuple[Person, Person]
) -> None:
    first_one, other = twins
    page = drawn.client("admin").get
    for name, data in {
        "set_person_title": {
            "title": "特级大师",
            "issuer": "WXF",
            "awarded": "2009-09-01",
            "proof": "Bulletin 3",
        },
        "set_person_rating": {"issuer": "chn", "value": "2600", "on": "2026-01-01", "source": "List 2026"},
        "add_person_name": {"name": "許銀川", "kind": "other"},
        "set_person_number": {"issuer": "chn", "number": "C-1"},
    }.items():
        assert send(drawn, name, first_one, **data).status_code == 302
    assert (
        send(drawn, "set_person_title", first_one, title="GM", issuer="wxf", awarded="2008-09-01").status_code
        == 302
    )
    assert [
        (row.title, row.issuer, row.awarded.isoformat()) for row in first_one.titles.all() if row.awarded
    ] == [("GM", "wxf", "2008-09-01")]
    for name, data in {
        "set_person_title": {"title": "", "awarded": "soon"},
        "set_person_rating": {"issuer": "§", "value": "2600", "on": "2026-13-01"},
        "add_person_name": {"name": "\u202e\u2800", "kind": "other"},
        "set_person_number": {"issuer": "<b>", "number": "1"},
        "remove_from_person": {"held": "titles:x", "reason": "x"},
    }.items():
        assert send(drawn, name, first_one, **data).status_code == 422, name
    assert send(drawn, "end_person_number", first_one, number="77").status_code == 409
    # Two numbers of one issuer stand in the way of a merger until one is no longer in force.
    assert send(drawn, "set_person_number", other, issuer="chn", number="C-2").status_code == 302
    assert send(drawn, "merge_persons", first_one, other=other.pk).status_code == 422
    number = other.numbers.get(issuer="chn")
    assert send(drawn, "end_person_number", other, number=number.pk).status_code == 302
    assert page(reverse("persons"), {"q": "C-2"}).context["persons"] == [other]
    assert send(drawn, "merge_persons", first_one, other=other.pk).status_code == 302
    rating = first_one.ratings.get()
    held = f"ratings:{rating.pk}"
    assert (
        send(drawn, "remove_from_person", first_one, held=held, reason="another person's").status_code == 302
    )
    assert not first_one.ratings.exists()
    history = page(reverse("person", args=[first_one.pk])).context["history"]
    assert history[0].reason == "another person's"
    assert not [line for line in history if "C-1" in str(line.facts)]


@pytest.mark.slow
def test_twins_that_were_told_apart_are_named_no_more(drawn: World, twins: tuple[Person, Person]) -> None:
    first_one, other = twins
    page = drawn.client("admin").get

    def named() -> bool:
        context = page(reverse("persons"), {"show": "twins", "federation": first_one.federation_id}).context[
            "twins"
        ]
        return {first_one.pk, other.pk} in [{pair.person.pk, pair.other.pk} for pair, _why in context]

    assert named()
    assert send(drawn, "tell_apart", first_one, other=other.pk).status_code == 302
    assert not named()
    assert page(reverse("person", args=[other.pk])).context["apart"] == [first_one]
    assert page(reverse("merge_persons", args=[first_one.pk]), {"other": other.pk}).context["apart"]
    assert send(drawn, "doubt_again", other, other=first_one.pk).status_code == 302
    assert named()


def test_the_register_is_filtered_by_federation(drawn: World) -> None:
    federation = drawn.section.entries.select_related("player").get(number=1).player.federation_id
    context = drawn.client("admin").get(reverse("persons"), {"federation": federation}).context["persons"]
    assert {item.federation_id for item in context} == {federation}
    for odd in ({"federation": "%00"}, {"show": "zzz"}, {"federation": "QQQ", "show": "waiting"}):
        assert drawn.client("admin").get(reverse("persons"), odd).status_code == 200


@pytest.fixture
def registrar(drawn: World) -> World:
    """Charlie keeps the persons of China, and no others."""
    made = Organisation.objects.create(slug="cxa", name="CXA", level="nation", federation_id="CHN")
    Office.objects.create(organisation=made, user=drawn.users["charlie"], role="registrar")
    return drawn


def both(event: Event) -> tuple[Person, Person]:
    """Two rows of one name and year of birth, of China and of Germany."""
    same = {"name": "Wang Wei", "native_name": "王偉", "birth_year": 1980}
    person = make_known(event, federation_id="CHN", **same).person
    return person, make_known(make_event("far"), federation_id="GER", **same).person


@pytest.mark.slow
def test_a_registrar_reads_of_nobody_whom_others_keep(registrar: World) -> None:
    mine, other = both(make_event("near", listed=True))
    admin, page = registrar.users["admin"], reverse("person", args=[mine.pk])
    seen = {who: registrar.client(who).get(page).context["twins"] for who in ("admin", "charlie")}
    assert [pair.other for pair, _why in seen["admin"]] == [other]
    assert seen["charlie"] == []
    tell_apart(person=mine, other=other.pk, by=admin)
    assert registrar.client("admin").get(page).context["apart"] == [other]
    assert registrar.client("charlie").get(page).context["apart"] == []
    merger = merge_persons(person=mine, other=other.pk, take=[], by=admin)["merger"]
    assert [item.pk for item in registrar.client("admin").get(page).context["mergers"]] == [merger]
    assert registrar.client("charlie").get(page).context["mergers"] == []


@pytest.mark.slow
def test_a_registrar_reads_of_no_unlisted_event_of_others(registrar: World) -> None:
    ours, _other = both(make_event("near", listed=True))
    mine = make_event("mine", listed=False)
    mine.organisation = Organisation.objects.get()
    mine.save()
    for event in (make_event("secret", listed=False), mine):
        Player.objects.create(event=event, person=ours, name="Wang Wei", federation_id="CHN")
    page = reverse("person", args=[ours.pk])
    seen = {
        who: {item.event.slug for item in registrar.client(who).get(page).context["copies"]}
        for who in ("admin", "charlie")
    }
    assert seen == {"admin": {"near", "mine", "secret"}, "charlie": {"near", "mine"}}


def test_two_rows_are_parted_only_by_who_keeps_both(registrar: World) -> None:
    mine, other = both(make_event("near", listed=True))
    admin, charlie = registrar.users["admin"], registrar.users["charlie"]
    tell_apart(person=mine, other=other.pk, by=admin)
    with pytest.raises(Refusal, match="no-such-person"):
        doubt_again(person=mine, other=other.pk, by=charlie)
    assert Distinct.objects.exists()
    merger = merge_persons(person=mine, other=other.pk, take=[], by=admin)["merger"]
    with pytest.raises(Refusal, match="no-such-merger"):
        undo_merger(person=mine, merger=merger, by=charlie)
    undo_merger(person=mine, merger=merger, by=admin)
