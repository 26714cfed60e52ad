"""Documents: published pages for programs, as described, from the same frozen versions, in the front too."""

from __future__ import annotations

import json

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client

from portal import outbox, published
from portal.published.front import Front
from portal.published.memory import Memory, memory
from tests import factories
from tests.front import ask
from tests.portal.api.described import faults
from tournaments import pages
from tournaments.models import Section

MEN = "/api/v1/events/test-2015/sections/men"
CUP = "/api/v1/events/test-2015/sections/cup"
DOCUMENTS = {
    "Front": "/api/v1/front",
    "Event": "/api/v1/events/test-2015",
    "Schedule": "/api/v1/events/test-2015/schedule",
    "Section": MEN,
    "Round": f"{MEN}/rounds/3",
    "Standings": f"{MEN}/standings/2",
    "Teams": f"{MEN}/teams",
    "Prizes": f"{MEN}/prizes",
    "Crosstable": f"{MEN}/crosstables/2",
    "Card": f"{MEN}/players/1",
    "Bracket": f"{CUP}/bracket",
}
PRIVATE = ("birth", "gender", "email", "phone")


@pytest.mark.slow
def test_documents_are_as_described_and_have_the_versions_of_their_pages(
    announced: Section, client: Client
) -> None:
    for name, address in DOCUMENTS.items():
        answer = client.get(address, headers={"Accept-Language": "zh-hans"})
        assert answer.status_code == 200
        document = answer.json()
        assert faults(name, document) == []
        assert document["url"] == address
        page = client.get(f"/en{document['page']}")
        assert f'data-version="{document["version"]}"' in page.content.decode()
        assert not any(word in answer.content.decode() for word in PRIVATE)
        assert answer["Access-Control-Allow-Origin"] == "*"
        unchanged = client.get(address, headers={"If-None-Match": answer["ETag"]})
        for message in (answer, unchanged):
            assert message["Access-Control-Expose-Headers"] == "ETag, Retry-After"
        assert not {"Set-Cookie", "Content-Language", "Allow"} & set(answer.headers)
    written = client.post(address, {}, content_type="application/json")
    assert (written.status_code, written.json()["code"]) == (405, "not-allowed")


REQUESTS = {
    "200": {},
    "200 to HEAD": {"method": "HEAD"},
    "204 to who has this version": {"query": "v=now"},
    "304": {"HTTP_IF_NONE_MATCH": "*"},
    "200 to who sends a token and a cookie": {
        "HTTP_AUTHORIZATION": "Bearer x",
        "HTTP_COOKIE": f"session={'a' * 32}",
    },
    "200 to a reader of Chinese": {"HTTP_ACCEPT_LANGUAGE": "zh-hans"},
}


@pytest.mark.slow
def test_the_front_answers_what_the_view_answers(
    announced: Section,
    django: WSGIHandler,
    django_assert_num_queries,
) -> None:
    own_memory = Memory(limit=10)
    front = Front(lambda environ, start: pytest.fail("it fell through"), own_memory)
    ask(django, DOCUMENTS["Round"])
    own_memory.slots.update(memory.slots)
    version = memory.slots[DOCUMENTS["Round"]].version
    for name, headers in REQUESTS.items():
        request = {**headers, **({"query": f"v={version}"} if "query" in headers else {})}
        with django_assert_num_queries(0):
            by_front = ask(front, DOCUMENTS["Round"], **request)
        assert by_front == ask(django, DOCUMENTS["Round"], **request)
        assert by_front[0] == int(name[:3])
        assert dict(by_front[1])["Vary"] == "Accept-Encoding"


@pytest.mark.slow
def test_a_document_changes_at_the_moment_its_page_does(announced: Section, client: Client) -> None:
    before = client.get(DOCUMENTS["Round"])
    first, second = before.json()["tables"][:2]
    plain = {"cause": "", "article": "", "margin": None, "rated": ""}
    assert first["results"] == [{"value": "1-0", "forfeit": False, **plain}]
    assert second["results"] == [{"value": "0-1", "forfeit": True, **plain}]
    assert {"number", "name", "native_name", "federation", "points"} == set(first["first"])
    assert len(before.json()["byes"]) == 1
    factories.report(announced.round_set.get(number=3), 3, "1/2")
    pages.results_changed(announced.round_set.get(number=3))
    assert client.get(DOCUMENTS["Round"]).content == before.content
    outbox.drain()
    after = client.get(DOCUMENTS["Round"], headers={"If-None-Match": before["ETag"]})
    assert (after.status_code, after.json()["reported"]) == (200, 3)
    assert after.json()["version"] > before.json()["version"]
    again = client.get(DOCUMENTS["Round"], headers={"If-None-Match": after["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.slow
def test_a_bracket_names_who_plays_who_goes_on_and_what_is_to_come(
    announced: Section, client: Client
) -> None:
    """Five in the Cup: three byes; in the second round a drawn game that is to be played again."""
    assert client.get(MEN).json()["bracket"] is None
    address = client.get(CUP).json()["bracket"]
    assert address == DOCUMENTS["Bracket"]
    before = client.get(address)
    first, second, final = before.json()["levels"]
    assert [level["url"] for level in (first, second, final)] == [f"{CUP}/rounds/1", f"{CUP}/rounds/2", None]
    assert [match["bye"] for match in first["matches"]].count(True) == 3
    assert all(match["winner"] and match["decided"] for match in first["matches"])
    bye = next(match for match in first["matches"] if match["bye"])
    assert (bye["one"] is None) != (bye["other"] is None)
    drawn, won = second["matches"]
    assert ([game["value"] for game in drawn["games"]], drawn["next_game"]) == (["1/2"], 2)
    assert (drawn["decided"], drawn["winner"]) == (False, None)
    # The colours change, so who moved second moves first.
    assert drawn["next_first"] == drawn["games"][0]["second"]
    assert won["winner"] == won["games"][0]["second"]
    [last] = final["matches"]
    assert (last["one"], last["other"]["number"]) == (None, won["winner"])
    assert final["third_place"]["decided"] is False
    round_ = announced.event.sections.get(slug="cup").round_set.get(number=2)
    factories.report(round_, 1, "1-0", game=2)
    pages.results_changed(round_)
    outbox.drain()
    after = client.get(address)
    assert (after.status_code, after["ETag"]) != (200, before["ETag"])
    [last] = after.json()["levels"][-1]["matches"]
    assert last["one"]
    assert last["other"]
    again = client.get(address, headers={"If-None-Match": after["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.slow
def test_nothing_of_a_draft_can_be_read(announced: Section, client: Client) -> None:
    factories.report_all(announced.round_set.get(number=3))
    factories.pair(announced, 4)
    pages.section_changed(announced)
    outbox.drain()
    assert client.get(f"{MEN}/rounds/4").status_code == 404
    section = client.get(MEN).json()
    assert [item["url"] is None for item in section["rounds"]] == [False, False, False, True, True]
    assert client.get(DOCUMENTS["Card"]).json()["rounds"][-1]["round"] == 3


ERRORS = {
    (f"{MEN}/rounds/9", 404): "not-found",
    (f"{MEN}/rounds/99999999999999999999", 404): "not-found",
    ("/api/v1/events/no-such", 404): "not-found",
    ("/api/v1/nothing", 404): "not-found",
    (f"{MEN}/bracket", 404): "not-found",
    (f"{MEN}?v=x", 400): "bad-query",
    (f"{MEN}?utm=1", 400): "bad-query",
    ("/api/v1/events?colour=red", 400): "bad-query",
    ("/api/v1/events?game=chess", 400): "bad-query",
    ("/api/v1/events?from=yesterday", 400): "bad-query",
    ("/api/v1/events?limit=0", 400): "bad-query",
    ("/api/v1/events?cursor=nonsense", 400): "bad-cursor",
}


@pytest.mark.slow
def test_an_error_is_a_problem_with_a_sentence(announced: Section, client: Client) -> None:
    for (address, status), code in ERRORS.items():
        answer = client.get(address)
        assert answer.status_code == status
        assert answer["Content-Type"] == "application/problem+json"
        problem = answer.json()
        assert faults("Problem", problem) == []
        assert (problem["status"], problem["code"]) == (status, code)
        chinese = client.get(address, headers={"Accept-Language": "zh-hans"}).json()
        assert chinese["detail"] != problem["detail"]
    published.unpublish("e/test-2015/")
    answer = client.get(DOCUMENTS["Round"])
    assert (answer.status_code, answer.json()["code"]) == (410, "gone")


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_of_events_costs_as_many_queries_for_any_number(
    count: int, db: None, client: Client, django_assert_num_queries
) -> None:
    for n in range(count):
        factories.make_section(factories.make_event(f"cup-{n}"))
    factories.make_event("hidden", listed=False)
    with django_assert_num_queries(4):
        answer = client.get("/api/v1/events?game=xiangqi&from=2015-09-26&until=2015-09-21")
    assert faults("ListedEventPages", answer.json()) == []
    assert [row["slug"] for row in answer.json()["results"]] == [f"cup-{n}" for n in range(count)]
    again = client.get("/api/v1/events", headers={"If-None-Match": client.get("/api/v1/events")["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_list_is_walked_by_its_cursors(db: None, client: Client) -> None:
    slugs = [factories.make_event(f"cup-{n}").slug for n in range(5)]
    address, result = "/api/v1/events?limit=2", []
    while address:
        page = json.loads(client.get(address).content)
        result += [row["slug"] for row in page["results"]]
        address = page["next"]
    assert result == slugs
    for filtered in ("?game=weiqi", "?from=2015-09-27", "?until=2015-09-20"):
        assert client.get(f"/api/v1/events{filtered}").json()["results"] == []
