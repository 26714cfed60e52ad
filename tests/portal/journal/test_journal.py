"""The journal keeps every act once and lets nobody rewrite it."""

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.test import RequestFactory

from portal import journal
from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.journal.origin import OriginMiddleware, network_of
from portal.ops import immutable
from tests.insert_only import INSERT_ONLY


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice")


@pytest.mark.django_db
def test_the_first_answer_is_given_again(alice: User) -> None:
    journal.record("act", by=alice, scope="event:1", target="round:1", once="k", answer={"n": 1})
    assert journal.remembered_answer(by=alice, once="k", act="act", target="round:1") == {"n": 1}


@pytest.mark.django_db
def test_another_persons_key_is_another_key(alice: User) -> None:
    journal.record("act", by=alice, scope="event:1", target="round:1", once="k", answer={"n": 1})
    bob = User.objects.create_user("bob")
    assert journal.remembered_answer(by=bob, once="k", act="act", target="round:1") is None


@pytest.mark.django_db
@pytest.mark.parametrize(("act", "target"), [("other", "round:1"), ("act", "round:2")])
def test_a_key_cannot_be_used_for_something_else(alice: User, act: str, target: str) -> None:
    journal.record("act", by=alice, scope="event:1", target="round:1", once="k", answer={})
    with pytest.raises(journal.OnceReusedError):
        journal.remembered_answer(by=alice, once="k", act=act, target=target)


@pytest.mark.django_db
def test_the_database_refuses_a_second_answer(alice: User) -> None:
    journal.record("act", by=alice, scope="event:1", target="round:1", once="k")
    with pytest.raises(IntegrityError):
        journal.record("act", by=alice, scope="event:1", target="round:1", once="k")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sql", ["UPDATE portal_journalentry SET reason = 'x'", "DELETE FROM portal_journalentry"]
)
def test_raw_sql_cannot_rewrite_it(alice: User, sql: str) -> None:
    journal.record("act", by=alice, scope="event:1", target="round:1", reason="as it was")
    with (
        pytest.raises(IntegrityError, match="insert-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql)
    assert JournalEntry.objects.get().reason == "as it was"


@pytest.mark.django_db
@pytest.mark.parametrize("label", sorted(INSERT_ONLY))
def test_every_insert_only_table_has_its_triggers(label: str) -> None:
    table = apps.get_model(label)._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
        else:
            cursor.execute(
                "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal", [table]
            )
        collected = {name for (name,) in cursor.fetchall()}
    wanted = {
        line.split('"')[1] for line in immutable.create_statements(connection.vendor, table) if '"' in line
    }
    if f"{table}_only_blanked" in collected:
        # On PostgreSQL the one trigger is two where a person's name may be blanked (law 8).
        wanted.add(f"{table}_only_blanked")
    assert collected == wanted


def test_from_where_is_a_network_never_an_address() -> None:
    assert network_of("192.0.2.77") == "192.0.2.0/24"
    assert network_of("2001:db8:1:2::3") == "2001:db8:1::/48"
    assert network_of("nonsense") == ""


@pytest.mark.django_db
def test_a_request_leaves_its_network_in_the_journal(alice: User) -> None:
    def view(request: object) -> object:
        return journal.record("act", by=alice, scope="event:1", target="round:1")

    request = RequestFactory().get("/", REMOTE_ADDR="198.51.100.9")
    entry = OriginMiddleware(view)(request)  # type: ignore[arg-type]
    assert entry.origin == "web 198.51.100.0/24"  # type: ignore[attr-defined]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("run", [1, 2])
def test_transactional_tests_start_empty_and_guarded(alice: User, run: int) -> None:
    journal.record("act", by=alice, scope="event:1", target="round:1")
    assert JournalEntry.objects.count() == 1
    with pytest.raises(IntegrityError, match="insert-only"):
        JournalEntry.objects.all().delete()
