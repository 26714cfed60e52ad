"""Where machines read what a page shows: from its path to its address in the API.

``e/wxc-2015/men/round/5/`` is ``/api/v1/events/wxc-2015/sections/men/rounds/5`` there.
"""

from __future__ import annotations

API = "/api/v1/events"
FRONT = "/api/v1/front"
PLURALS = {
    "round": "rounds",
    "standings": "standings",
    "crosstable": "crosstables",
    "player": "players",
    "table": "tables",
}
SINGLE = ("bracket", "teams", "prizes", "all-rounds", "ratings")
"""Pages of which a section has one."""


def api_address(path: str) -> str:
    """The address of the document of the page at ``path``; ``FRONT`` for the front page."""
    parts = path.strip("/").split("/")[1:]
    if not parts:
        return FRONT
    event, *rest = parts
    if not rest:
        return f"{API}/{event}"
    if rest[0] == "-":
        return "/".join((API, event, *rest[1:]))
    section, *names = rest
    found = [API, event, "sections", section]
    if len(names) == 1 and names[0] in SINGLE:
        return "/".join([*found, *names])
    for name, key in zip(names[::2], names[1::2], strict=False):
        found += [PLURALS[name], key]
    if "table" in names:
        # What is read at a table are its games; the first has the address of the table.
        found += ["games", names[4] if len(names) > 4 else "1"]
    return "/".join(found)
