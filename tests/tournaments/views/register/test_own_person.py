"""A person's own contact and photo: sent with the private link, seen by those they are for, taken back."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from portal.journal.models import JournalEntry
from tests import factories
from tests.decoders import forbid
from tests.portal.api.callers import Caller
from tests.world import World
from tournaments.acts.notices._images import MOST_PHOTO_BYTES
from tournaments.acts.register.persons import merge_persons, undo_merger
from tournaments.exchange.pictures import PHOTO_FITS
from tournaments.models import Entry, Office, Organisation, Person, PersonContact, PlayerLink, Portrait
from tournaments.queries.invitations import invitation_secret
from tournaments.queries.public.public_persons import person_page

pytestmark = pytest.mark.django_db
CONTACT = "xu.yinchuan@example.org"


@pytest.fixture
def entry(drawn: World) -> Entry:
    return drawn.section.entries.select_related("section__event", "player__person").get(number=1)


@pytest.fixture
def link(entry: Entry) -> PlayerLink:
    return factories.make_link(entry)


def a_photo(kind: str = "JPEG", size: tuple[int, int] = (1200, 1600), **more: Any) -> bytes:
    packed = BytesIO()
    Image.new("RGBA" if kind != "JPEG" else "RGB", size, "#1a5fb4").save(packed, kind, **more)
    return packed.getvalue()


def send(link: PlayerLink, name: str, /, **data: Any) -> Any:
    return Client().post(reverse(name, args=[invitation_secret(link)]), data)


def send_photo(link: PlayerLink, raw: bytes) -> Any:
    return send(link, "set_own_photo", file=SimpleUploadedFile("me.jpg", raw))


def own_page(link: PlayerLink) -> str:
    return Client().get(reverse("my_person", args=[invitation_secret(link)])).content.decode()


@pytest.mark.slow
def test_a_contact_is_for_who_keeps_the_person(drawn: World, entry: Entry, link: PlayerLink) -> None:
    """The registrar of the federation and administrators; no other page, the link's own included."""
    person = entry.player.person
    keeps = Organisation.objects.create(
        slug="fed", name="Federation", level="nation", federation_id=person.federation_id
    )
    Office.objects.create(organisation=keeps, user=drawn.users["charlie"], role="registrar")
    assert send(link, "set_own_contact", contact=CONTACT).status_code == 302
    desk = reverse("person", args=[person.pk])
    for who in ("charlie", "admin"):
        assert CONTACT in drawn.client(who).get(desk).content.decode()
    assert drawn.client("alice").get(desk).status_code == 403
    assert CONTACT not in own_page(link)
    assert CONTACT not in Client().get(reverse("public_person", args=[person.uid])).content.decode()
    assert CONTACT not in Client().get(f"/api/v1/persons/{person.uid}").content.decode()
    assert Caller(drawn.users["admin"]).get(f"/api/v1/register/{person.uid}").json()["contact"] == CONTACT
    for line in JournalEntry.objects.all():
        assert CONTACT not in f"{line.before} {line.after} {line.answer}"


@pytest.mark.slow
def test_the_officer_changes_it_and_the_person_takes_it_back(
    drawn: World, entry: Entry, link: PlayerLink
) -> None:
    person = entry.player.person
    send(link, "set_own_contact", contact=CONTACT)
    admin = drawn.client("admin")
    assert admin.post(reverse("set_person_contact", args=[person.pk]), {"contact": "1"}).status_code == 302
    assert PersonContact.objects.get(person=person).contact == "1"
    assert "data-steady" in own_page(link)
    assert send(link, "set_own_contact", contact="x" * 201).status_code == 422
    assert send(link, "set_own_contact", contact="").status_code == 302
    assert not PersonContact.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_photo_is_made_anew_shown_and_removed(
    drawn: World, entry: Entry, link: PlayerLink, kind: str
) -> None:
    person = entry.player.person
    exif = Image.Exif()
    exif[0x010E] = "Secretplace"
    assert send_photo(link, a_photo(kind, exif=exif.tobytes()) + b"<script>").status_code == 302
    portrait = Portrait.objects.get(person=person)
    address = reverse("photo", args=[str(person.uid), portrait.stamp])
    assert address in own_page(link)
    answer = Client().get(address)
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("image/jpeg", "public, max-age=30")
    assert b"<script>" not in answer.content
    assert b"Secretplace" not in answer.content
    with Image.open(BytesIO(answer.content)) as file:
        assert (file.format, file.height) == ("JPEG", PHOTO_FITS[1])
    assert send(link, "remove_own_photo").status_code == 302
    assert send(link, "remove_own_photo").status_code == 409
    assert Client().get(address).status_code == 404


@pytest.mark.slow
def test_a_photo_stands_on_the_public_page(drawn: World, entry: Entry, link: PlayerLink) -> None:
    person = entry.player.person
    address = reverse("public_person", args=[person.uid])
    assert b"portrait" not in Client().get(address).content
    assert person_page(person.uid).photo is None
    send_photo(link, a_photo())
    photo = person_page(person.uid).photo
    assert photo is not None
    assert f'src="{photo}"' in Client().get(address).content.decode()
    assert Client().get(f"/api/v1/persons/{person.uid}").json()["photo"] == photo
    # Who has no public page shows none, and puts none up.
    Person.objects.filter(pk=person.pk).update(listed=False)
    assert Client().get(photo).status_code == 404
    assert send_photo(link, a_photo()).status_code == 422
    assert 'class="portrait"' not in own_page(link)


@pytest.mark.slow
def test_a_photo_of_a_camera_may_have_more_pixels(link: PlayerLink) -> None:
    """Where it stands line by line in its file; what has to be unpacked whole may have 4 million."""
    large = (3000, 2000)
    assert send_photo(link, a_photo(size=large)).status_code == 302
    assert send_photo(link, a_photo(size=large, progressive=True)).status_code == 422
    assert send_photo(link, a_photo("PNG", large)).status_code == 422


@pytest.mark.slow
def test_a_thin_photo_is_judged_by_what_is_left_to_unpack(link: PlayerLink) -> None:
    """Of its shorter side hardly anything can be left out on the way: 24 million pixels are unpacked."""
    thin = a_photo(size=(40_000, 600))
    assert len(thin) < 500_000
    answer = send_photo(link, thin)
    assert answer.status_code == 422
    assert "40000 × 600" in answer.content.decode()
    assert send_photo(link, a_photo(size=(6_000, 4_000))).status_code == 302


def test_a_photo_is_unpacked_by_a_child(link: PlayerLink, monkeypatch: pytest.MonkeyPatch) -> None:
    forbid(monkeypatch)
    assert send_photo(link, a_photo()).status_code == 302
    assert send_photo(link, a_photo()[:300]).status_code == 422


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        a_photo()[:300],
        a_photo("GIF"),
        b"x" * (MOST_PHOTO_BYTES + 1),
    ],
    ids=["empty", "svg", "broken off", "gif", "too large"],
)
def test_what_is_no_photo_is_refused_with_a_sentence(link: PlayerLink, raw: bytes) -> None:
    answer = send_photo(link, raw)
    assert answer.status_code == 422
    assert b'class="error"' in answer.content or b"errorlist" in answer.content
    assert not Portrait.objects.exists()


@pytest.mark.slow
def test_an_administrator_takes_a_photo_away_with_a_reason(
    drawn: World, entry: Entry, link: PlayerLink
) -> None:
    send_photo(link, a_photo())
    address = reverse("remove_photo", args=[entry.player.person_id])
    assert (
        b"Remove photo" in drawn.client("admin").get(reverse("person", args=[entry.player.person_id])).content
    )
    assert drawn.client("admin").post(address, {"reason": ""}).status_code == 422
    assert drawn.client("admin").post(address, {"reason": "somebody else"}).status_code == 302
    assert not Portrait.objects.exists()


def test_merging_keeps_one_of_each_and_undoing_gives_back_what_came(drawn: World, entry: Entry) -> None:
    person, admin = entry.player.person, drawn.users["admin"]
    other = factories.make_known(factories.make_event("far"), name="Twin", federation_id="CHN").person
    PersonContact.objects.create(person=person, contact="1")
    PersonContact.objects.create(person=other, contact="2")
    Portrait.objects.create(person=other, body=b"", width=1, height=1, digest="sha256:0")
    merger = merge_persons(person=person, other=other.pk, take=[], by=admin)["merger"]
    assert (PersonContact.objects.get(person=person).contact, Portrait.objects.get().person_id) == (
        "1",
        person.pk,
    )
    # Another photo since: that one stays.
    Portrait.objects.all().delete()
    late = Portrait.objects.create(person=person, body=b"", width=1, height=1, digest="sha256:1")
    left = undo_merger(person=person, merger=merger, by=admin)["left"]
    assert [item.partition(":")[0] for item in left] == ["Portrait"]
    assert Portrait.objects.get() == late
    assert late.person_id == person.pk
    assert PersonContact.objects.get(person=other).contact == "2"
