"""Telling other sites what has happened: signed, in order, tried again until it arrives or is a day old.

The apps register *topics* and `notify` in the transaction of an act; ``docs/reference/webhooks.md`` tells it
all.
"""
