"""Everything about one subject (an event) in one file, and back. ``docs/operate/backup.md`` has the format.

*table*     the rows of one model that belong to the subject, one JSON object a line
*member*    one file inside the zip: a table, or one value of bytes
*manifest*  what the members are, with their digests; written last, read first
*actor*     who did something. Of an account only what it is called is carried

This room knows no tournament: the apps register their tables in ``AppConfig.ready()``.
"""
