"""Lead from ``e/wxc-2015/men/round/5/`` to ``/api/v1/events/wxc-2015/sections/men/rounds/5``."""

from __future__ import annotations

API = "/api/v1/events"
FRONT = "/api/v1/front"
PERSONS = "/api/v1/persons"
ORGANISATIONS = "/api/v1/organisations"
PLURALS = {
    "round": "rounds",
    "standings": "standings",
    "crosstable": "crosstables",
    "boards": "boards",
    "player": "players",
    "table": "tables",
    "part": "parts",
}
# A section has one of each of these pages.
SINGLE = ("bracket", "teams", "prizes", "all-rounds", "ratings", "games", "places")


def api_address(path: str) -> str:
    """The address of the document of the page at ``path``; ``FRONT`` for the front page."""
    parts = path.strip("/").split("/")[1:]
    if not parts:
        return FRONT
    event, *segments = parts
    if not segments:
        return f"{API}/{event}"
    if segments[0] == "-":
        return "/".join((API, event, *segments[1:]))
    section, *names = segments
    address = [API, event, "sections", section]
    if names and names[0] in SINGLE:
        address.append(names.pop(0))
    for name, key in zip(names[::2], names[1::2], strict=False):
        address += [PLURALS[name], key]
    if names[-1:] == ["places"]:
        return "/".join([*address, "places"])
    if "table" in names:
        # What is read at a table are its games; the first has the address of the table.
        address += ["games", names[4] if len(names) > 4 else "1"]
    return "/".join(address)


def person_path(code: object) -> str:
    """A person's page, without its language: the code is the same on every site."""
    return f"person/{code}/"


def person_address(code: object) -> str:
    """The address of its document."""
    return f"{PERSONS}/{code}"


def organisation_address(slug: str) -> str:
    """The address of the document of an organisation's page."""
    return f"{ORGANISATIONS}/{slug}"


def organisation_path(slug: str) -> str:
    """Its page, without the language."""
    return f"o/{slug}/"
