"""The description that is committed is that of the code, and says of every address which errors it has."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from drf_spectacular.renderers import OpenApiYamlRenderer

from portal.api.reference import GROUPS
from tests.portal.api.described import description
from tests.world import check_html

COMMITTED = Path(__file__).resolve().parents[3] / "docs" / "openapi.yaml"


@pytest.mark.slow
def test_the_committed_description_is_that_of_the_code() -> None:
    made = OpenApiYamlRenderer().render(description(), renderer_context={})
    assert COMMITTED.read_bytes() == made, "./go manage spectacular --file docs/openapi.yaml"


def test_every_operation_documents_its_errors_as_problems() -> None:
    for path, methods in description()["paths"].items():
        for method, answer in methods.items():
            answers = answer["responses"]
            failures = {status for status in answers if status >= "400"}
            assert {"404", "405", "500", "503"} <= failures, (method, path)
            assert all("application/problem+json" in answers[status]["content"] for status in failures)
            assert answer["summary"]
            assert answer["operationId"].partition("_")[0] in GROUPS
            assert not answer.get("description"), "a docstring of ours"
            if answer.get("security") == [{"token": []}]:
                assert {"401", "403", "429"} <= failures, (method, path)
            if method == "post":
                assert {"400", "413", "415", "422"} <= failures, (method, path)


@pytest.mark.slow
def test_the_reference_shows_every_operation_without_a_script_from_elsewhere(
    db: None, client: Client
) -> None:
    """Each subject on a page of its own."""
    paths = description()["paths"]
    for language, word in (
        ("en", "Enter or correct a table"),
        ("zh-hans", "登记或更正某台的结果"),
    ):
        texts = {}
        for subject in ("", *(f"{name}/" for name in GROUPS)):
            answer = client.get(f"/{language}/api/{subject}")
            text = texts[subject] = answer.content.decode()
            assert "//" not in text.replace("http://testserver", "").replace("https://github.com", "")
            assert "Set-Cookie" not in answer
            assert len(text) < 300_000, subject
        check_html(client.get(f"/{language}/api/results/"))
        check_html(client.get(f"/{language}/api/"))
        assert word in texts["results/"]
        for path, methods in paths.items():
            for method in methods.values():
                assert path in texts[f"{method['operationId'].partition('_')[0]}/"]
                assert path not in texts[""] or path == "/api/v1/events"
    assert client.get("/en/api/nothing/").status_code == 404
    yaml = client.get("/api/v1/openapi.yaml")
    assert yaml.content == COMMITTED.read_bytes()
