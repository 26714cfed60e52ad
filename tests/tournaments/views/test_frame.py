"""What all views of the desk share: signed out in the middle, counts of queries, words for every code."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import tournaments.acts
from portal.accounts.models import User
from tests.factories import make_entries, make_section
from tests.tournaments.views.forms import stale_form
from tests.world import ValidClient, World
from tournaments import policy, todo
from tournaments.organisation_roles import OFFICES
from tournaments.pairing.reasons import NoticeCode
from tournaments.pairing.values import InputCode, RefusalCode
from tournaments.policy import SECTIONS, Act
from tournaments.wording.acts import DOES, DONE, act_name
from tournaments.wording.refusals import WORDS, refusal_sentence, tables_text

Text = Callable[[Any], str]
SOURCES = [
    *sorted(Path(str(tournaments.acts.__file__)).parent.rglob("*.py")),
    Path(str(policy.__file__)).parent / "tasks.py",
]


def sign_in(client: Client, world: World, who: str) -> None:
    client.force_login(world.users[who])


def test_what_was_sent_after_the_session_ended_can_be_sent_again(drawn: World, text: Text) -> None:
    drawn.published()
    client = ValidClient()
    url = drawn.url("report_result", 1)
    answer = client.post(url, {"line": "3 1-0", "once": "k"})
    assert answer.status_code == 302
    assert answer["Location"] == f"{reverse('account_login')}?next={reverse('kept')}"
    sign_in(client, drawn, "carol")
    page = client.get(reverse("kept"))
    assert "Nothing has been changed yet" in text(page)
    assert f'action="{url}"' in text(page)
    values = dict(page.context["values"])
    assert values == {"line": "3 1-0", "once": "k"}
    assert client.post(page.context["path"], values).status_code == 302
    assert drawn.round().pairings.get(table=3).reports.get().value == "1-0"
    assert client.get(reverse("kept"))["Location"] == reverse("desk")


def test_what_was_typed_before_signing_in_anew_can_be_sent_again(world: World, text: Text) -> None:
    client, data = stale_form(world, "carol")
    answer = client.post(world.url("entry_add"), data)
    assert answer["Location"] == reverse("kept")
    page = client.get(reverse("kept"))
    assert "You opened this form before you last signed in." in text(page)
    assert world.section.entries.count() == 0
    values = dict(page.context["values"]) | {"csrfmiddlewaretoken": str(page.context["csrf_token"])}
    assert client.post(page.context["path"], values)["Location"] == world.url("entries")
    assert world.section.entries.get().player.name == "Wu Lan"


def test_what_was_typed_before_signing_out_waits_for_the_sign_in(world: World) -> None:
    client, data = stale_form(world, "carol")
    client.logout()
    answer = client.post(world.url("entry_add"), data)
    assert answer["Location"] == f"{reverse('account_login')}?next={reverse('kept')}"
    assert client.session["kept_form"]["data"]["name"] == ["Wu Lan"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}], ids=str
)
def test_what_another_site_has_written_is_not_offered(
    world: World, text: Text, headers: dict[str, str]
) -> None:
    client, data = stale_form(world, "carol")
    answer = client.post(world.url("entry_add"), data, headers=headers)
    assert answer.status_code == 403
    assert "it came from another site" in text(answer)
    assert "kept_form" not in client.session


@pytest.mark.slow
def test_a_script_with_a_stale_form_is_led_on_and_a_long_list_is_not_kept(world: World) -> None:
    client, data = stale_form(world, "carol")
    answer = client.post(world.url("entry_add"), data, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == reverse("kept")
    answer = client.post(world.url("entries_import"), data | {"text": "x" * 400_000})
    assert answer.status_code == 403


def test_scripts_are_sent_to_sign_in_as_well(drawn: World) -> None:
    answer = Client().post(drawn.url("report_result", 1), {"line": "3 1-0"}, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"].startswith(reverse("account_login"))
    polled = Client().get(
        drawn.url("results", 1),
        headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver{drawn.url('round_desk', 1)}"},
    )
    assert polled["HX-Redirect"].endswith(f"?next={drawn.url('round_desk', 1)}")


def test_a_list_too_long_for_the_session_is_not_kept(world: World) -> None:
    client = Client()
    answer = client.post(world.url("entries_import"), {"text": "x" * 400_000})
    assert answer["Location"].endswith(f"?next={reverse('desk')}")
    assert "kept_form" not in client.session


def test_pages_are_private_and_not_kept_stale(world: World) -> None:
    assert set(world.get("bob", "section_desk")["Cache-Control"].split(", ")) == {"private", "no-cache"}


def test_a_key_used_for_another_round_is_no_matter(drawn: World) -> None:
    drawn.published()
    for table in (1, 2):
        answer = drawn.post("carol", "report_result", 1, table=table, value="1-0", once="same")
        assert answer.status_code == 302
    assert drawn.round().pairings.filter(reports__isnull=False).count() == 2


def test_a_refusal_leads_back(world: World, text: Text) -> None:
    there = world.url("section_desk")
    answer = world.client("alice").post(
        world.url("open_section"), headers={"Referer": f"http://testserver{there}"}
    )
    assert f'href="http://testserver{there}"' in text(answer)
    answer = world.client("alice").post(
        world.url("open_section"), headers={"Referer": "http://elsewhere.example/"}
    )
    assert "elsewhere.example" not in text(answer)


# --- Counts of queries: as many at one row as at three ---------------------------------------------------


def count(client: Client, url: str) -> int:
    client.get(url)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


@pytest.mark.parametrize("name", ["entries", "round_desk", "section_desk"])
@pytest.mark.slow
def test_players_cost_no_queries_of_their_own(world: World, name: str) -> None:
    make_entries(world.section, 2)
    more = (1,) if name == "round_desk" else ()
    if name == "round_desk":
        world.section.lots_drawn_at = "2026-01-01T00:00:00Z"
        world.section.save()
        world.paired()
    item = count(world.client("bob"), world.url(name, *more))
    make_entries(world.section, 4)
    if name == "round_desk":
        world.paired()
    assert count(world.client("bob"), world.url(name, *more)) == item


@pytest.mark.slow
def test_results_cost_no_queries_of_their_own(drawn: World) -> None:
    drawn.published()
    drawn.post("carol", "report_result", 1, line="1 1-0")
    url = drawn.url("results", 1)
    item = count(drawn.client("carol"), url)
    drawn.post("carol", "report_result", 1, line="2 1-0")
    drawn.post("carol", "report_result", 1, line="3 1-0")
    assert count(drawn.client("carol"), url) == item
    version = drawn.client("carol").get(url).context["version"]
    with CaptureQueriesContext(connection) as queries:
        assert drawn.client("carol").get(url, {"v": version}).status_code == 204
    # session, user, round, memberships; versions, reports, players, records; fouls, contests, entries;
    # adjournments
    assert len(queries) == 12


@pytest.mark.slow
def test_sections_and_people_cost_no_queries_of_their_own(world: World) -> None:
    client = world.client("alice")
    urls = [reverse(name, args=[world.event.slug]) for name in ("event_desk", "people", "journal")]
    collected = [count(client, url) for url in urls]
    for slug in ("women", "juniors"):
        make_section(world.event, slug, name=slug)
    for role in ("referee", "desk"):
        client.post(reverse("grant_role", args=[world.event.slug]), {"user": "nobody", "role": role})
    client.get(urls[0])
    assert [count(client, url) for url in urls[:2]] == collected[:2]
    two = count(client, urls[2])
    client.post(reverse("grant_role", args=[world.event.slug]), {"user": "charlie", "role": "referee"})
    client.get(urls[0])
    assert count(client, urls[2]) == two


@pytest.mark.slow
def test_events_cost_no_queries_of_their_own(world: World) -> None:
    url = reverse("desk")
    item = count(world.client("alice"), url)
    world.other.event.memberships.create(user=world.users["alice"], role="referee")
    assert count(world.client("alice"), url) == item


# --- Words -------------------------------------------------------------------------------------------------


def refusals() -> set[str]:
    """Every code with which an act or a worker refuses."""
    result = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            first = node.args[0]
            if ast.unparse(node.func) in ("Refusal", "Conflict", "Refused") and isinstance(
                first, ast.Constant
            ):
                result.add(first.value)
    return result


@pytest.mark.slow
def test_every_refusal_has_its_words() -> None:
    existing = {*WORDS, *RefusalCode, *InputCode, *NoticeCode, "state"}
    assert refusals() <= existing
    assert len(refusals()) > 30


@pytest.mark.slow
def test_every_act_has_its_words() -> None:
    assert {str(act) for act in (*Act, *SECTIONS, *OFFICES)} == set(DOES)
    recorded = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "journal.record":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    recorded.add(first.value)
                elif ast.unparse(first).startswith("Act."):
                    recorded.add(Act[ast.unparse(first)[4:]].value)
    assert recorded <= set(DONE)
    assert act_name("pair_round") == "Pair a round"


def test_a_refusal_names_players_when_it_can() -> None:
    named = refusal_sentence("no-pairing", {"players": [3, 5]}, lambda number: f"{number} Wu")
    assert "3 Wu, 5 Wu" in named
    assert "No. 3, No. 5" in refusal_sentence("no-pairing", {"players": [3, 5]})


def test_many_tables_are_counted() -> None:
    assert tables_text([4]) == "table 4"
    assert tables_text([4, 9]) == "tables 4, 9"
    assert tables_text(list(range(1, 16))) == "tables 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 3 more"


def test_other_apps_add_what_they_know(drawn: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(todo, "_providers", [])

    def records(situation: todo.Situation) -> list[todo.Need]:
        return [todo.Need("record", f"Round {item.number}: two records missing") for item in situation.rounds]

    todo.register(records)
    todo.register(records)
    assert "two records missing" in drawn.get("bob", "round_desk", 1).content.decode()
    assert [need.kind for need in todo.needs_of(todo.about(drawn.round()))].count("record") == 1


def test_the_page_of_permissions_is_what_the_tables_say() -> None:
    call_command("permissions", "--check")


def test_the_header_says_who_somebody_is(drawn: World) -> None:
    """The name where it is known; by which name one signs in stands in the menu."""
    assert '<span class="account-name">carol</span>' in drawn.get("carol", "entries").content.decode()
    User.objects.filter(username="carol").update(first_name="Carol", last_name="Lind")
    page = drawn.get("carol", "entries").content.decode()
    assert '<span class="account-name">Carol Lind</span>' in page
    assert '<p class="soft small">carol</p>' in page
