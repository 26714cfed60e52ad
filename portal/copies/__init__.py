"""Copies of the whole database, and what they are worth (``docs/operate/backup.md``).

*copy*    one moment of the database: a base of PostgreSQL (``base/MOMENT/``, as ``pg_basebackup`` makes it),
          a dump (``*.dump``), a file of SQLite (``*.sqlite3``)
*log*     what PostgreSQL has written since (``wal/``, as ``pg_receivewal`` keeps it): with it a base is as
          new as the last act that was confirmed
*drill*   the newest copy is restored beside the site, looked at and thrown away

A backup of one event is another thing: ``portal.backup``.
"""
