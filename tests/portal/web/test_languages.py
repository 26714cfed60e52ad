"""Four languages: everything is said in each, in its own plural, and Django's own texts are too."""

from __future__ import annotations

from datetime import datetime

import pytest
from babel.messages.plurals import get_plural
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from portal.ops import catalogues
from portal.published.renderers import Renderer
from tournaments.wording.names import sort_key

CODES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.slow
def test_the_languages_of_the_spec() -> None:
    assert CODES == ["en", "zh-hans", "zh-hant", "vi"]
    for locale in catalogues.locales():
        assert catalogues.read(locale).num_plurals == get_plural(locale)[0] == 1


@pytest.mark.parametrize(
    ("header", "language"),
    [("zh-TW", "zh-hant"), ("zh-HK,zh;q=0.8", "zh-hant"), ("zh-CN", "zh-hans"), ("zh", "zh-hans"),
     ("vi-VN,en;q=0.5", "vi"), ("de", "en")],
)  # fmt: skip
def test_a_reader_is_led_to_a_language(client: Client, header: str, language: str) -> None:
    assert client.get("/", headers={"accept-language": header})["Location"] == f"/{language}/"


@pytest.mark.slow
@pytest.mark.parametrize(("code", "tag"), [("zh-hant", "zh-Hant"), ("vi", "vi")])
def test_a_page_says_its_language_and_leads_to_the_others(
    db: None, client: Client, code: str, tag: str
) -> None:
    page = client.get(f"/{code}/account/login/").text
    assert f'<html lang="{tag}">' in page
    for name in ("English", "简体中文", "繁體中文", "Tiếng Việt"):
        assert name in page


def test_pages_are_rendered_ahead_in_the_languages_that_are_asked_for(settings: object) -> None:
    settings.PUBLISHED_AHEAD = ["vi"]  # type: ignore[attr-defined]
    assert Renderer().ahead() == ["vi"]
    assert Renderer().variants() == CODES


def test_name_lists_are_in_the_order_of_the_language() -> None:
    names = ["Đặng", "Ân", "Dung", "An", "Ăn", "Bảo", "Bao", "Êm", "Em", "Dũng"]
    with translation.override("vi"):
        assert sorted(names, key=sort_key) == [
            "An", "Ăn", "Ân", "Bao", "Bảo", "Dung", "Dũng", "Đặng", "Em", "Êm",
        ]  # fmt: skip
    with translation.override("en"):
        assert sorted(["Đặng", "Dung", "Däne"], key=sort_key) == ["Däne", "Đặng", "Dung"]


@pytest.mark.parametrize("code", ["en", "vi", "zh-hans", "zh-hant"])
def test_letters_that_no_normal_form_takes_apart_do_not_come_after_z(code: str) -> None:
    ordered = [
        "Ærø",
        "Afonso",
        "Işık",
        "ısıl",
        "Iten",
        "Łucja",
        "Lund",
        "Ødegård",
        "Olsen",
        "Þórr",
        "Tian",
        "Z",
    ]
    with translation.override(code):
        assert sorted(sorted(ordered), key=sort_key) == ordered


def test_english_dates_are_british() -> None:
    at = datetime(2026, 11, 6, 14, 5)  # noqa: DTZ001  only written
    with translation.override("en"):
        assert [date_format(at, name) for name in ("DATE_FORMAT", "DATETIME_FORMAT")] == [
            "6 November 2026",
            "6 Nov 2026, 14:05",
        ]
