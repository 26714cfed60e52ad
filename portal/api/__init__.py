"""Do for programs the same way everywhere: tokens, limits, errors, pages of a list.

It knows no tournament: the apps have the addresses and call their acts. ``docs/reference/api.md`` tells how
it is used.
"""
