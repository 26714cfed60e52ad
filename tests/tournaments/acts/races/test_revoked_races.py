"""Somebody's link, account or role is revoked while an act of theirs waits for its lock: for every kind of
target and everybody who acts on it, on PostgreSQL with real connections; first without asking again
(`test_races`)."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connection, transaction

from portal.accounts.models import User
from portal.policy import Denied
from tests.cast import Cast
from tests.framed import EVERY_RIGHT, Case, dismiss, person, revoke
from tests.games.acts.cases import CASES as OF_GAMES
from tests.games.acts.cases import NAMES as GAMES
from tests.races import PATIENCE
from tests.services import wait_until
from tests.tournaments.acts.cases import CASES, NAMES
from tournaments.acts import frame
from tournaments.acts.frame import ACTS
from tournaments.models import Event
from tournaments.queries.private_link_scope import PrivateLink

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

PARTIES = frozenset({"player", "first", "second", "applicant", "office"})


def one_of_each(names: list[str], cases: dict[str, Case]) -> list[str]:
    """For each kind of target one act of the staff, and one of everybody without an account."""
    kinds: dict[tuple[int, str], str] = {}
    for name in names:
        who = cases[name].who
        kinds.setdefault((id(ACTS[name].on), who if who in PARTIES else ""), name)
    return sorted(kinds.values())


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


def press(name: str, arguments: dict[str, Any], by: User | PrivateLink) -> tuple[threading.Thread, list[Any]]:
    got: list[Any] = []

    def run() -> None:
        try:
            got.append(ACTS[name](**arguments, by=by, once="tap"))
        except Exception as error:  # noqa: BLE001  it is handed to the test
            got.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread, got


def revoked_while_it_waits(cast: Cast, name: str, case: Case, *, role: bool) -> Any:
    """What somebody gets whose ``role``, else link or account, goes while the act waits."""
    arguments = case.make(cast)
    by = person(cast, case.who)
    if isinstance(by, User):
        by.granted = dict.fromkeys(Event.objects.values_list("pk", flat=True), frozenset(EVERY_RIGHT))
    with transaction.atomic():
        ACTS[name].on.lock({**arguments, "by": by})
        thread, got = press(name, arguments, by)
        wait_until(somebody_waits, f"{name} waits")
        if role and isinstance(by, User):
            dismiss(by)
        else:
            revoke(by)
    thread.join(PATIENCE)
    assert not thread.is_alive()
    return got[0]


def check(cast: Cast, name: str, case: Case, monkeypatch: pytest.MonkeyPatch, *, guarded: bool) -> None:
    if not guarded:
        monkeypatch.setattr(frame, "as_it_stands", lambda by, _act, **_: by)
    got = revoked_while_it_waits(cast, name, case, role=guarded and ACTS[name].right is not None)
    assert isinstance(got, Denied) if guarded or name in OF_OFFICES else not isinstance(got, Exception), got


OF_OFFICES = frozenset(
    {"accept_event", "add_circuit_category", "add_series", "answer_for_app", "found_organisation"}
)
"""Whose question of the tables asks for the account as well (`offices.looked_after`): refused in any case."""
GUARD = pytest.mark.parametrize("guarded", [False, True], ids=["without asking again", "as it is"])


@GUARD
@pytest.mark.parametrize("name", one_of_each(NAMES, CASES))
def test_an_act(entered: Cast, name: str, monkeypatch: pytest.MonkeyPatch, *, guarded: bool) -> None:
    check(entered, name, CASES[name], monkeypatch, guarded=guarded)


@GUARD
@pytest.mark.parametrize("name", one_of_each(GAMES, OF_GAMES))
def test_an_act_of_games(
    published: Cast, name: str, monkeypatch: pytest.MonkeyPatch, *, guarded: bool
) -> None:
    check(published, name, OF_GAMES[name], monkeypatch, guarded=guarded)
