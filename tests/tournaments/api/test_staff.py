"""What tokens can do: the acts of the desk, by the same tables, each once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from portal import outbox
from portal.accounts.tokens import revoke_token
from portal.api.authentication import ByCaller
from portal.journal.models import JournalEntry
from tests.factories import make_entries
from tests.portal.api.callers import Caller
from tests.portal.api.described import faults
from tests.tournaments.api.addresses import CUP, ROUND
from tests.world import World, tables
from tournaments.models import Entry, Foul

ENTRY = f"{CUP}/entries/{{entry}}"
STAFF = ("alice", "frank", "bob", "dave", "carol", "erin")
ALL, STRANGERS = frozenset(STAFF), ("charlie", "nobody")
WALK: dict[tuple[str, str], tuple[str, str]] = {
    # address and method: the scope, and who gets through
    (f"{CUP}/entries", "get"): ("read", "afbdce"),
    (f"{CUP}/entries", "post"): ("entries", "afc"),
    (f"{CUP}/applications", "get"): ("entries", "afc"),
    (f"{CUP}/applications/decide", "post"): ("entries", "afc"),
    (f"{ENTRY}/check-in", "post"): ("entries", "afbdc"),
    (f"{ENTRY}/absences", "post"): ("entries", "afbc"),
    (f"{ENTRY}/withdraw", "post"): ("entries", "afb"),
    (f"{ENTRY}/reinstate", "post"): ("entries", "afb"),
    (f"{ENTRY}/grade", "post"): ("entries", "afbc"),
    (f"{ROUND}/desk", "get"): ("read", "afbdce"),
    (f"{ROUND}/confirm", "post"): ("rounds", "afbc"),
    (f"{ROUND}/pair", "post"): ("rounds", "b"),
    (f"{ROUND}/publish", "post"): ("rounds", "b"),
    (f"{ROUND}/close", "post"): ("rounds", "b"),
    (f"{ROUND}/reopen", "post"): ("rounds", "b"),
    (f"{CUP}/all-rounds/publish", "post"): ("rounds", "b"),
    (f"{CUP}/all-rounds/take-back", "post"): ("rounds", "b"),
    (f"{ROUND}/handicap", "post"): ("rounds", "b"),
    (f"{CUP}/rosters", "post"): ("entries", "abfc"),
    (f"{CUP}/teams/absences", "post"): ("entries", "afbc"),
    (f"{CUP}/teams/withdraw", "post"): ("entries", "afb"),
    (f"{CUP}/teams/penalties", "post"): ("results", "b"),
    (f"{ROUND}/line-ups", "post"): ("rounds", "bdc"),
    (f"{ROUND}/line-ups/reveal", "post"): ("rounds", "bd"),
    (f"{ROUND}/matches/forfeit", "post"): ("results", "bd"),
    (f"{ROUND}/matches/decide", "post"): ("results", "bd"),
    (f"{ROUND}/results", "post"): ("results", "afbdc"),
    (f"{ROUND}/fouls", "get"): ("read", "afbdce"),
    (f"{ROUND}/fouls", "post"): ("fouls", "bdc"),
    (f"{ROUND}/fouls/1/confirm", "post"): ("fouls", "bd"),
    (f"{ROUND}/fouls/1/withdraw", "post"): ("fouls", "bd"),
}


@pytest.mark.slow
def test_who_may(drawn: World) -> None:
    """Nothing gets past the token, its scope and its owner's roles; the rest is judged by the act."""
    entry = drawn.section.entries.order_by("pk")[0].pk
    callers = {name: Caller(drawn.users[name]) for name in (*STAFF, *STRANGERS)}
    one_scope = {scope: Caller(drawn.users["bob"], scope) for scope in ("read", "entries")}
    for (address, method), (scope, may) in WALK.items():
        url = address.format(entry=entry)
        # An empty list is no body of anything, so nothing is done.
        by_key = {
            name: getattr(caller, method)(url, *([[]] if method == "post" else [])).status_code
            for name, caller in callers.items()
        }
        missing = 404 if "/fouls/1/" in url else 422
        well = 200 if method == "get" else missing
        expected = {name: (422 if well == 404 else well) if name[0] in may else 403 for name in STAFF}
        assert by_key == expected | dict.fromkeys(STRANGERS, 404), (address, method)
        assert getattr(Client(), method)(url).status_code == 401
        for held, caller in one_scope.items():
            answer = getattr(caller, method)(url)
            lacks = held != scope
            assert (answer.status_code == 403 and answer.json()["code"] == "no-scope") == lacks, address
        other = url.replace("/cup/", "/away/")
        assert getattr(callers["alice"], method)(other).status_code == 404


def test_a_token_that_is_wrong_expired_or_revoked_opens_nothing(world: World) -> None:
    caller = Caller(world.users["alice"], "read")
    me = caller.get("/api/v1/me")
    assert faults("Me", me.json()) == []
    assert me.json()["roles"] == [{"event": "cup", "role": "chief-organiser"}]

    def code(address: str = "/api/v1/me", **headers: str) -> tuple[int, str]:
        answer = caller.get(address, **headers)
        assert answer["WWW-Authenticate"] == "Bearer"
        assert "Set-Cookie" not in answer
        return answer.status_code, answer.json()["code"]

    token = caller.made.token
    token.refresh_from_db()
    assert token.used_at is not None
    assert caller.made.secret not in str(token.__dict__)
    assert code(Authorization="Bearer qiyuan_guess") == (401, "unknown-token")
    assert code(Authorization=f"Basic {caller.made.secret}") == (401, "unknown-token")
    token.expires_at = timezone.now() - timedelta(seconds=1)
    token.save()
    assert code() == (401, "expired-token")
    revoke_token(token=token, by=world.users["alice"])
    assert code() == (401, "revoked-token")
    world.users["alice"].is_active = False
    world.users["alice"].save()
    assert code() == (401, "unknown-token")


@pytest.mark.slow
def test_a_round_is_played_by_programs_alone(drawn: World, client: Client) -> None:
    bob, carol = Caller(drawn.users["bob"]), Caller(drawn.users["carol"])
    paired = bob.post(f"{ROUND}/pair", {}, Idempotency_Key="pair-1")
    assert (paired.status_code, faults("Job", paired.json())) == (202, [])
    desk = bob.get(f"{ROUND}/desk").json()
    assert [job["kind"] for job in desk["jobs"]] == ["pair"]
    assert bob.post(f"{ROUND}/pair", {}, Idempotency_Key="pair-1").json() == paired.json()
    outbox.drain()
    desk = bob.get(f"{ROUND}/desk").json()
    assert faults("RoundDesk", desk) == []
    assert carol.get(f"{ROUND}/desk").json()["draft"] is None, "drafts are not for everybody"
    assert client.get(ROUND).status_code == 404

    stale = bob.post(f"{ROUND}/publish", {"seen": "sha256:old"})
    assert (stale.status_code, stale.json()["code"]) == (409, "draft-changed")
    assert stale.json()["params"]["yours"] == "sha256:old"
    assert stale.json()["params"]["theirs"] == desk["draft"]["digest"]
    assert bob.post(f"{ROUND}/publish", {"seen": desk["draft"]["digest"]}).status_code == 202
    outbox.drain()
    assert client.get(ROUND).json()["state"] == "published"

    first = {"table": 1, "value": "1-0"}
    answer = carol.post(f"{ROUND}/results", first, Idempotency_Key="t1")
    assert (answer.status_code, faults("Reported", answer.json())) == (200, [])
    assert carol.post(f"{ROUND}/results", first, Idempotency_Key="t1").json() == answer.json()
    reused = carol.post(f"{ROUND}/results", first | {"value": "0-1"}, Idempotency_Key="t1")
    assert (reused.status_code, reused.json()["code"]) == (409, "once-reused")
    both = carol.post(f"{ROUND}/results", first | {"value": "0-1"})
    assert (both.status_code, both.json()["code"]) == (409, "result-conflict")
    assert (both.json()["params"]["yours"], both.json()["params"]["theirs"]) == ("0-1", "1-0")
    corrected = first | {"value": "1/2", "seen": both.json()["params"]["report"], "reason": "misread"}
    ruled = bob.post(f"{ROUND}/results", corrected)
    assert ruled.status_code == 200
    theirs = corrected | {"value": "1-0", "seen": ruled.json()["report"]}
    assert carol.post(f"{ROUND}/results", theirs).status_code == 403
    for table in tables(drawn.round())[1:]:
        assert carol.post(f"{ROUND}/results", {"table": table, "value": "1-0"}).status_code == 200
    entry = JournalEntry.objects.filter(act="report_result").first()
    assert entry is not None
    assert entry.origin.startswith(f"api #{carol.made.token.pk} 127.0.0.0/24")

    fouled = client.get(ROUND).json() or {}
    player = carol.get(f"{ROUND}/results").json()["results"][1]["first"]
    logged = carol.post(f"{ROUND}/fouls", {"table": 2, "player": player, "kind": "technical", "ply": 31})
    assert (logged.status_code, faults("FoulAnswer", logged.json())) == (201, [])
    open_ = bob.post(f"{ROUND}/close", {})
    assert (open_.status_code, open_.json()["code"]) == (409, "fouls-open")
    key = logged.json()["foul"]
    assert bob.post(f"{ROUND}/fouls/{key}/confirm", {}).json()["count"] == 1
    listed = bob.get(f"{ROUND}/fouls?status=confirmed").json()
    assert faults("FoulPages", listed) == []
    [confirmed] = listed["results"]
    assert bob.post(f"{ROUND}/fouls/{key}/withdraw", {"reason": "x"}).json()["code"] == "foul-changed"
    gone = bob.post(f"{ROUND}/fouls/{confirmed['foul']}/withdraw", {"reason": "not his"})
    assert gone.json()["status"] == "withdrawn"

    assert bob.post(f"{ROUND}/close", {}).status_code == 202
    outbox.drain()
    assert client.get(f"{CUP}/standings/1").status_code == 200
    assert client.get(ROUND).json()["state"] == "closed"
    assert faults("Reopened", bob.post(f"{ROUND}/reopen", {"reason": "wrong score"}).json()) == []
    assert fouled["reported"] == 0, "the document is that of the moment it was published"


def test_a_program_is_told_who_must_be_confirmed(drawn: World) -> None:
    bob = Caller(drawn.users["bob"])
    drawn.section.entries.filter(number__in=(3, 5)).update(status=Entry.Status.ENTERED)
    refused = bob.post(f"{ROUND}/pair", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "players-unconfirmed")
    assert refused.json()["params"]["players"] == [3, 5]
    desk = bob.get(f"{ROUND}/desk").json()
    assert faults("RoundDesk", desk) == []
    assert desk["unconfirmed"] == [{"player": 3, "missed": None}, {"player": 5, "missed": None}]
    message = bob.post(f"{ROUND}/confirm", {"here": [3], "away": [5]}, Idempotency_Key="c")
    assert (message.status_code, faults("Confirmed", message.json())) == (200, [])
    assert (
        bob.post(f"{ROUND}/confirm", {"here": [3], "away": [5]}, Idempotency_Key="c").json() == message.json()
    )
    assert bob.get(f"{ROUND}/desk").json()["unconfirmed"] == []
    assert bob.post(f"{ROUND}/pair", {}).status_code == 202


@pytest.mark.slow
def test_entries_are_made_and_looked_after(world: World) -> None:
    carol, alice = Caller(world.users["carol"]), Caller(world.users["alice"])
    person = {"name": "Trần Thị Bích", "federation": "VIE", "native_name": "陳氏碧"}
    made = carol.post(f"{CUP}/entries", person, Idempotency_Key="one")
    assert (made.status_code, faults("Entered", made.json())) == (201, [])
    assert carol.post(f"{CUP}/entries", person, Idempotency_Key="one").json() == made.json()
    again = carol.post(f"{CUP}/entries", person)
    assert (again.status_code, again.json()["code"], again.json()["field"]) == (
        422,
        "already-entered",
        "name",
    )
    assert Entry.objects.count() == 1
    there = f"{CUP}/entries/{made.json()['entry']}"
    assert carol.post(f"{there}/check-in", {"present": True}).json()["status"] == "checked-in"
    assert faults("Absence", carol.post(f"{there}/absences", {"round": 2, "absent": True}).json()) == []
    assert carol.post(f"{there}/absences", {"round": 77, "absent": True}).json()["code"] == "no-such-round"
    assert faults("Withdrawn", alice.post(f"{there}/withdraw", {"reason": "ill"}).json()) == []
    assert faults("Reinstated", alice.post(f"{there}/reinstate", {"reason": "well"}).json()) == []
    listed = carol.get(f"{CUP}/entries?q=bích&federation=VIE&status=entered").json()
    assert faults("EntryPages", listed) == []
    assert [row["absences"] for row in listed["results"]] == [[2]]
    assert carol.get(f"{CUP}/entries?status=asleep").status_code == 400


BAD: dict[str, tuple[Any, int, str]] = {
    "an unknown field": ({"table": 1, "value": "1-0", "colour": "red"}, 422, "unknown-field"),
    "a text for a number": ({"table": "1", "value": "1-0"}, 422, "invalid"),
    "a number for a truth": ({"table": 1, "value": "0-1", "forfeit": 1}, 422, "invalid"),
    "a number that no column holds": ({"table": 10**30, "value": "1-0"}, 422, "max_value"),
    "a value that is none": ({"table": 1, "value": "2-0"}, 422, "invalid_choice"),
    "nothing": ({}, 422, "required"),
    "a list": ([1], 422, "invalid"),
    "a text": ('"table"', 422, "invalid"),
    "no JSON": ("{table: 1}", 400, "bad-request"),
    "not a number": ('{"table": NaN}', 400, "bad-request"),
    "no UTF-8": (b'{"value": "\xff"}', 400, "bad-request"),
    "a thousand brackets": ("[" * 100_000, 400, "bad-request"),
    "ten megabytes": ('"' + "x" * 10_000_000 + '"', 413, "too-large"),
}


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
def test_bad_bodies_are_refused_with_a_reason(drawn: World) -> None:
    carol = Caller(drawn.users["carol"])
    for name, (body, status, code) in BAD.items():
        answer = carol.post(f"{ROUND}/results", body)
        assert answer.status_code == status, name
        problem = answer.json()
        assert faults("Problem", problem) == [], name
        codes = {problem["code"], *(error["code"] for error in problem.get("errors", ()))}
        assert code in codes, (name, problem)
    form = carol.client.post(
        f"{ROUND}/results", {"table": 1}, headers={"Authorization": f"Bearer {carol.made.secret}"}
    )
    assert (form.status_code, form.json()["code"]) == (415, "bad-media")
    long = carol.post(f"{ROUND}/pair", {}, Idempotency_Key="k" * 201)
    assert long.status_code == 403, "who may not pair is told that first"
    assert Caller(drawn.users["bob"]).post(f"{ROUND}/pair", {}, Idempotency_Key="k" * 201).status_code == 400
    assert not JournalEntry.objects.filter(act__in=("report_result", "pair_round")).exists()


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3])
def test_lists_cost_the_same_for_any_number(
    count: int,
    world: World,
    django_assert_num_queries,
) -> None:
    world.section.lots_drawn_at = timezone.now()
    world.section.save()
    entries = make_entries(world.section, 2 * count)
    round_ = world.published()
    for pairing in round_.pairings.filter(table__isnull=False):
        seat = pairing.seats.first()
        assert seat is not None
        Foul.objects.create(pairing=pairing, entry=seat.entry, kind="technical")
    carol = Caller(world.users["carol"])
    carol.get("/api/v1/me")
    for address, queries, rows in (
        (f"{CUP}/entries", 5, len(entries)),
        (f"{ROUND}/results", 6, count),
        (f"{ROUND}/fouls", 4, count),
    ):
        with django_assert_num_queries(queries):
            answer = carol.get(address)
        assert len(answer.json()["results"]) == rows


def test_who_asks_too_often_waits(world: World, settings, monkeypatch) -> None:
    cache.clear()
    monkeypatch.setattr(ByCaller, "THROTTLE_RATES", {"api": "2/min", "public": "2/min", "check": "1/min"})
    caller, other = Caller(world.users["alice"], "read"), Caller(world.users["alice"], "read")
    assert [caller.get("/api/v1/me").status_code for _ in range(3)] == [200, 200, 429]
    waiting = caller.get("/api/v1/me")
    assert int(waiting["Retry-After"]) > 0
    assert waiting.json()["code"] == "too-many"
    assert other.get("/api/v1/me").status_code == 200
