"""The indexes that find parts of words, as each database has them: for migrations.

*words index*   PostgreSQL: two GIN indexes of pg_trgm, one of entries and one of events, of which there are
                a hundred times fewer. SQLite: a table of FTS5 with its trigram tokenizer, whose text is that
                of the table itself; triggers keep it up.
"""

from __future__ import annotations

import sqlite3

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "tournaments_searchkey"
FTS = f"{TABLE}_words"
# From this version on SQLite overwrites what is deleted from an index of FTS5.
SECURE_DELETE = (3, 42, 0)

_POSTGRES = (
    f'CREATE INDEX "search_entry_words" ON "{TABLE}" USING gin (words gin_trgm_ops) '
    "WHERE entry_id IS NOT NULL",
    f'CREATE INDEX "search_event_words" ON "{TABLE}" USING gin (words gin_trgm_ops) WHERE entry_id IS NULL',
)
# What stands between braces are constants.
_FORGET = f'INSERT INTO "{FTS}" ("{FTS}", rowid, words) VALUES (\'delete\', old.id, old.words)'  # noqa: S608  names of our own tables
_LEARN = f'INSERT INTO "{FTS}" (rowid, words) VALUES (new.id, new.words)'  # noqa: S608  names of our own tables
_SQLITE = (
    f'CREATE VIRTUAL TABLE "{FTS}" USING fts5 '
    f"(words, content='{TABLE}', content_rowid='id', tokenize='trigram')",
    f'INSERT INTO "{FTS}" ("{FTS}") VALUES (\'rebuild\')',  # noqa: S608  names of our own tables
    f'CREATE TRIGGER "{FTS}_insert" AFTER INSERT ON "{TABLE}" BEGIN {_LEARN}; END',
    f'CREATE TRIGGER "{FTS}_delete" AFTER DELETE ON "{TABLE}" BEGIN {_FORGET}; END',
    f'CREATE TRIGGER "{FTS}_update" AFTER UPDATE ON "{TABLE}" BEGIN {_FORGET}; {_LEARN}; END',
)
NO_TRIGRAMS = (
    "The search needs PostgreSQL's extension pg_trgm, and this database user may not create it ({why}). "
    'Have a superuser run "CREATE EXTENSION pg_trgm" in this database once (on Debian it comes with '
    "the package postgresql, elsewhere with postgresql-contrib), then migrate again."
)


def create_words_index(editor: BaseDatabaseSchemaEditor) -> None:
    """Raises `ImproperlyConfigured` with what an operator does about it where pg_trgm cannot be had."""
    is_postgres = editor.connection.vendor == "postgresql"
    if is_postgres:
        _create_extension(editor)
    for statement in _POSTGRES if is_postgres else _SQLITE:
        editor.execute(statement, params=None)
    if not is_postgres and sqlite3.sqlite_version_info >= SECURE_DELETE:
        overwrite = f'INSERT INTO "{FTS}" ("{FTS}", rank) VALUES (\'secure-delete\', 1)'  # noqa: S608  names of our own tables
        editor.execute(overwrite, params=None)


def drop_words_index(editor: BaseDatabaseSchemaEditor) -> None:
    """On PostgreSQL the indexes go with their table; the extension stays."""
    if editor.connection.vendor == "sqlite":
        for operation in ("insert", "delete", "update"):
            editor.execute(f'DROP TRIGGER "{FTS}_{operation}"', params=None)
        editor.execute(f'DROP TABLE "{FTS}"', params=None)


def _create_extension(editor: BaseDatabaseSchemaEditor) -> None:
    with editor.connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
        if cursor.fetchone():
            return
        try:
            with transaction.atomic(using=editor.connection.alias):
                cursor.execute("CREATE EXTENSION pg_trgm")
        except DatabaseError as error:
            raise ImproperlyConfigured(NO_TRIGRAMS.format(why=str(error).strip().splitlines()[0])) from error
