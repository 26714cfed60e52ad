"""What holds for every page of the site: its language, its way to the source, its errors."""

from __future__ import annotations

import html5lib
import pytest
from django.conf import settings
from django.template.loader import get_template
from django.test import Client, RequestFactory
from django.utils import translation

from portal.accounts.models import User
from portal.languages import preferred

ERRORS = ("403.html", "404.html", "500.html", "portal/gone.html")


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


def test_the_staff_frame_carries_the_token_for_htmx(rf: RequestFactory) -> None:
    html = get_template("portal/desk.html").render({}, rf.get("/en/desk/"))
    assert "X-CSRFToken" in html


@pytest.mark.parametrize("path", ["admin/", "account/password/", "", "e/nothing/"])
def test_every_page_leads_to_the_source(db: None, client: Client, path: str) -> None:
    client.force_login(User.objects.create_superuser("admin", password="a long password"))
    assert f'href="{settings.SOURCE_URL}"' in client.get(f"/en/{path}").text
