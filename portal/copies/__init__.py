"""Copies of the whole database, and what they are worth (``docs/operate/backup.md``).

*copy*    one moment of the database: of PostgreSQL what pgBackRest keeps, with all that was written since; of
          SQLite a file (``*.sqlite3``)
*drill*   the newest copy is restored beside the site, looked at and thrown away

A backup of one event is another thing: ``portal.backup``.
"""
