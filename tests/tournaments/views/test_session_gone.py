"""A form that was sent when the session was over: all that was typed waits, and of files it is said which to
choose again, on the form's own page. Posted at every address of the desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import resolve, reverse

from games.forms.photos import OwnSheetPhotoForm, SheetPhotoForm
from games.forms.records import RecordForm
from games.forms.scoresheets import ScoresheetsForm
from portal.journal.models import JournalEntry
from tests.tournaments.addresses import TABLE, address
from tests.world import ValidClient, World
from tournaments.forms.base import ActForm
from tournaments.forms.entering.organisations import MarkForm
from tournaments.forms.entering.quotas import OwnListForm
from tournaments.forms.events import LogoForm
from tournaments.forms.files import RestoreForm, SectionFileForm
from tournaments.forms.imports import ImportForm
from tournaments.forms.notices.documents import DocumentForm, ReplaceDocumentForm
from tournaments.forms.register.persons import PhotoForm
from tournaments.forms.register.rating_lists import RatingListForm
from tournaments.models import Document

PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
pytestmark = pytest.mark.django_db
FILES: dict[type[ActForm], tuple[str, str]] = {
    DocumentForm: ("add_document", "file"),
    ReplaceDocumentForm: ("replace_document", "file"),
    LogoForm: ("set_logo", "file"),
    MarkForm: ("set_mark", "file"),
    ImportForm: ("entries_import", "file"),
    SectionFileForm: ("section_import", "file"),
    RestoreForm: ("restore", "file"),
    RatingListForm: ("rating_lists", "file"),
    RecordForm: ("submit_record", "file"),
    ScoresheetsForm: ("scoresheets_submit", "first_file"),
    SheetPhotoForm: ("scoresheets_photo", "photo"),
}
"""Each form with a file that is behind the sign-in: its address, and the field."""
BY_LINK = {PhotoForm, OwnListForm, OwnSheetPhotoForm}
"""They are behind a private link: no session ends there."""


def kinds(form: type[ActForm]) -> Iterator[type[ActForm]]:
    for kind in form.__subclasses__():
        yield kind
        yield from kinds(kind)


def has_file(form: type[ActForm]) -> bool:
    fields = {**getattr(form, "base_fields", {}), **getattr(form, "declared_fields", {})}
    return any(isinstance(field, forms.FileField) for field in fields.values())


def leaves(form_classes: set[type[ActForm]]) -> set[type[ActForm]]:
    """Those that stand on a page: no form that others are only made of."""
    return {form for form in form_classes if not form.__name__.startswith("_")}


def picture(name: str = "seal.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, b"a picture", content_type="image/png")


def test_every_form_with_a_file_stands_in_the_list() -> None:
    forms_with_files = leaves({form for form in kinds(ActForm) if has_file(form)})
    assert forms_with_files == FILES.keys() | BY_LINK


def desk_addresses() -> list[str]:
    return [
        name
        for name, row in TABLE.items()
        if row.post != 405 and not row.public and "anonymous" not in row.may
    ]


@pytest.mark.slow
def test_what_was_sent_to_any_address_waits_and_its_files_are_named(drawn: World) -> None:
    """Each is posted signed out; after the sign-in the page has all of it, or nothing was promised."""
    tried = 0
    for name in desk_addresses():
        client, url = ValidClient(), address(drawn, name)
        if not getattr(resolve(url).func, "keeps_forms", False):
            continue
        answer = client.post(url, {"name": "Wu Lan", "once": "k", "file": picture()})
        assert (name, answer["Location"]) == (name, f"{reverse('account_login')}?next={reverse('kept')}")
        client.force_login(drawn.users["admin"])
        page = client.get(reverse("kept"))
        page_html = page.content.decode()
        assert "Wu Lan" in page_html, name
        assert "seal.png" in page_html, name
        assert "Send now" not in page_html, name
        tried += 1
    assert tried > 100


@pytest.mark.slow
@pytest.mark.parametrize("form", FILES, ids=lambda form: form.__name__)
def test_the_forms_own_page_says_which_file_to_choose_again(
    drawn: World, form: type[ActForm], text: Callable[[Any], str]
) -> None:
    name, field = FILES[form]
    drawn.published()
    if form is ReplaceDocumentForm:
        sent = {"kind": "regulations", "once": "first", "file": SimpleUploadedFile("rules.pdf", PDF)}
        assert drawn.client("alice").post(address(drawn, "add_document"), sent).status_code == 302
    client, url = ValidClient(), address(drawn, name)
    typed = {
        "document": [document.pk for document in Document.objects.all()],
        "title": "The rules",
        "text": "typed before",
        "name": "Wu Lan",
        "once": "k",
    }
    client.post(url, typed | {field: picture()})
    client.force_login(drawn.users["admin" if "admin" in TABLE[name].may else "alice"])
    page = client.get(reverse("kept"))
    done = JournalEntry.objects.count()
    answer = client.post(page.context["path"], dict(page.context["values"]))
    assert answer.status_code == 422
    assert "Choose seal.png again: a file cannot wait while you sign in." in text(answer)
    assert JournalEntry.objects.count() == done


SECRET = (
    *("account_", "mfa_", "token", "part_sign_in", "revoke_app", "ask_address", "confirm_address"),
    "idp:oidc:",
)
"""Passwords, codes, access tokens and what opens an account never wait."""


@pytest.mark.slow
def test_every_form_waits_while_its_sender_signs_in_again(drawn: World) -> None:
    """Whatever is behind the sign-in: all fields, also those with several values or lines, go to the same
    address as before, and nothing is done until then."""
    sent = {"name": "Wu Lan", "text": "one\r\ntwo", "once": "k", "entries": ["3", "1"], "empty": ""}
    lost = set()
    for name in desk_addresses():
        client, url = ValidClient(), address(drawn, name)
        done = JournalEntry.objects.count()
        client.post(url, sent)
        client.force_login(drawn.users["admin"])
        page = client.get(reverse("kept"))
        if page.status_code != 200 or page.context.get("path") != url:
            if not name.startswith(SECRET):
                lost.add(name)
            continue
        fields = [(key, value) for key, value in page.context["values"] if key != "csrfmiddlewaretoken"]
        expected = [(key, value) for key, values in sent.items() for value in _listed(values)]
        assert sorted(fields) == sorted(expected), name
        assert "Send now" in page.content.decode(), name
        assert JournalEntry.objects.count() == done, name
    assert lost == set()


def _listed(values: str | list[str]) -> list[str]:
    return values if isinstance(values, list) else [values]
