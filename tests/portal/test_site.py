"""What holds for every page of the site: its language, its way to the source, its errors."""

from __future__ import annotations

import html5lib
import pytest
from django.conf import settings
from django.template.loader import get_template
from django.test import Client, RequestFactory
from django.utils import translation

from portal.accounts.models import User
from portal.web.languages import preferred

ERRORS = ("400.html", "403.html", "404.html", "413.html", "500.html", "503.html", "portal/gone.html")


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-hans"),
        ("en-GB,en;q=0.9,zh;q=0.5", "en"),
        ("fr,de;q=0.8", "en"),
        ("fr,zh;q=0.8", "zh-hans"),
        ("", "en"),
        ("*", "en"),
        ("<script>", "en"),
    ],
)
def test_the_preferred_language(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


@pytest.mark.parametrize("path", ["/", "/e/test/", "/e/test/men/round/5/?v=3"])
def test_an_address_without_a_language_leads_to_the_reader_s(db: None, client: Client, path: str) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    answer = client.get(path, headers={"accept-language": "zh-CN"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/zh-hans{path}")
    assert "Accept-Language" in answer.headers["Vary"]


def test_only_reading_is_led_on(db: None, client: Client) -> None:
    assert client.post("/").status_code == 405


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("template", ERRORS)
def test_an_error_page_needs_nothing_and_leads_to_the_source(template: str, language: str) -> None:
    with translation.override(language):
        html = get_template(template).render()
    document = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(html)
    links = {link.get("href") for link in document.iter("a")}
    assert {settings.SOURCE_URL, f"/{language}/"} <= links


@pytest.mark.parametrize("name", ["account/login/", "account/logout/", "account/password/"])
def test_account_pages_are_valid(db: None, client: Client, name: str) -> None:
    if "login" not in name:
        client.force_login(User.objects.create_user("bob", password="a long password"))
    answer = client.get(f"/en/{name}")
    assert answer.status_code == 200
    document = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(answer.text)
    for field in document.iter("input"):
        if field.get("type") != "hidden":
            assert document.find(f".//label[@for='{field.get('id')}']") is not None
    assert any(link.get("href") == f"/zh-hans/{name}" for link in document.iter("a"))


def test_a_wrong_password_is_said_beside_the_form(db: None, client: Client) -> None:
    answer = client.post("/en/account/login/", {"login": "nobody", "password": "wrong"})
    assert answer.status_code == 200
    assert 'role="alert"' in answer.text


def test_a_page_that_is_not_there_says_so_in_the_reader_s_language(db: None, client: Client) -> None:
    answer = client.get("/zh-hans/e/nothing/")
    assert answer.status_code == 404
    assert '<html lang="zh-Hans">' in answer.text


@pytest.mark.django_db
def test_the_staff_frame_carries_the_token_for_htmx(rf: RequestFactory) -> None:
    html = get_template("portal/desk.html").render({}, rf.get("/en/desk/"))
    assert "X-CSRFToken" in html


@pytest.mark.parametrize("path", ["admin/", "account/password/", "", "e/nothing/"])
def test_every_page_leads_to_the_source(db: None, client: Client, path: str) -> None:
    client.force_login(User.objects.create_superuser("admin", password="a long password"))
    assert f'href="{settings.SOURCE_URL}"' in client.get(f"/en/{path}").text


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/en/e/cup", "/en/e/cup/"),
        ("/zh-hans/e/cup/men/round/5?v=3", "/zh-hans/e/cup/men/round/5/?v=3"),
        ("/EN/e/cup/men/", "/en/e/cup/men/"),
        ("/zh-Hans/e/cup/?v=3", "/zh-hans/e/cup/?v=3"),
        ("/zh-hans/E/cup/", "/zh-hans/e/cup/"),
        ("/En/E/cup/%E6%A3%8B/", "/en/e/cup/%E6%A3%8B/"),
        ("/ZH-HANS/desk/", "/zh-hans/desk/"),
        ("/EN/", "/en/"),
    ],
)
def test_an_address_in_another_case_or_without_its_slash_leads_to_its_own(
    db: None, client: Client, path: str, there: str
) -> None:
    answer = client.get(path, headers={"accept-language": "zh-CN"})
    assert (answer.status_code, answer.headers["Location"]) == (301, there)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/EN/e/cup/", 301),
        ("/en/e/cup", 301),
        ("/e/cup/", 302),
        ("/en/e/cup/", 404),
        ("/en/e/cup/men/round/9/", 404),
        ("/en/nowhere/", 404),
        ("/now/cup.json", 404),
        ("/api/v1/nowhere/", 404),
    ],
)
def test_what_is_not_the_page_is_kept_by_nobody(
    db: None, client: Client, path: str, status: int, method: str
) -> None:
    """A page that is not public yet, and the way to one, are asked for again the next time."""
    answer = client.generic(method, path)
    assert (answer.status_code, answer["Cache-Control"]) == (status, "no-cache")


@pytest.mark.parametrize("path", ["/EN", "/zh-Hans", "/EN/e/cup", "/E/cup", "/e/cup"])
def test_an_address_with_several_faults_arrives(db: None, client: Client, path: str) -> None:
    answer = client.get(path, headers={"accept-language": "en"}, follow=True)
    last, _ = answer.redirect_chain[-1]
    assert last in ("/en/", "/zh-hans/", "/en/e/cup/")


def test_a_form_beyond_the_limit_gets_a_sentence_and_no_traceback(
    db: None, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(
        "/zh-hans/account/login/", {"login": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)}
    )
    assert answer.status_code == 413
    html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(answer.text)
    assert '<html lang="zh-Hans">' in answer.text
    assert "3 MB" in answer.text
    assert not [record for record in caplog.records if record.exc_info]


def test_too_many_fields_are_too_large_as_well(db: None, client: Client) -> None:
    fields = {f"f{n}": "" for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    assert client.post("/en/account/login/", fields).status_code == 413


def test_a_form_in_pieces_is_said_to_be_unreadable(db: None, client: Client) -> None:
    answer = client.post("/en/account/login/", b"no such thing", content_type="multipart/form-data")
    assert answer.status_code == 400
    assert "This request could not be read" in answer.text


def test_a_password_sent_with_a_stale_form_is_not_kept(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/en/account/login/", {"login": "bob", "password": "a long password"})
    assert answer.status_code == 403
    assert "This form has expired" in answer.text
    assert "a long password" not in answer.text
    assert not client.session.items()
