"""The pages of the rulebooks: valid, for everybody, without a cookie; every number that a finding cites."""

import ast
import re
from pathlib import Path

import pytest
from django.test import Client

import games.rulebooks
from games.rulebooks.registry import BY_GAME
from games.wording.rulebooks import TEXTS, TITLES
from tests.tournaments.pages.rendered import parsed

NAMES = [name for books in BY_GAME.values() for name in books]


def test_every_rulebook_has_a_name_and_a_text() -> None:
    assert set(TITLES) == set(TEXTS) == set(NAMES)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_pages_are_valid_and_know_nobody(client: Client, language: str) -> None:
    for path in ("rulebooks/", *(f"rulebooks/{name}/" for name in NAMES)):
        answer = client.get(f"/{language}/{path}")
        assert answer.status_code == 200
        assert not answer.cookies
        assert "Cookie" not in answer.get("Vary", "")
        assert "max-age" in answer["Cache-Control"]
        document = parsed(answer.text)
        assert len(document.findall(".//h1")) == 1
        other = "zh-hans" if language == "en" else "en"
        assert f'href="/{other}/{path}"' in answer.text


@pytest.mark.django_db
def test_tiantian_shows_both_texts_to_everybody(client: Client) -> None:
    for language in ("en", "zh-hans"):
        text = client.get(f"/{language}/rulebooks/tiantian2020/").text
        assert "After 400 moves of both sides the game is a draw" in text
        assert "满 400 着判和" in text
        assert len(re.findall(r"<dt>", text)) == 13
    assert "满" not in client.get("/en/rulebooks/axf/").text


@pytest.mark.django_db
def test_what_is_no_rulebook_is_not_found(client: Client) -> None:
    assert client.get("/en/rulebooks/fide/").status_code == 404


@pytest.mark.parametrize("name", ["axf", "tiantian2020", "xiangqi_com"])
def test_every_article_that_is_judged_stands_on_the_page(name: str) -> None:
    """Functions are called after their article."""
    source = (Path(str(games.rulebooks.__file__)).parent / f"{name}.py").read_text()
    names = [node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    collected = [re.match(r"(?:article|rule)_(\d+(?:_\d+)?)", item) for item in names]
    judged = {item[1].replace("_", ".") for item in collected if item}
    assert judged
    assert judged <= {number for number, _ in TEXTS[name.replace("_", "-")].articles}
