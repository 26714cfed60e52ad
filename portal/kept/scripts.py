"""Bundle scripts for pages that are opened from disk."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders

# Scripts of public pages that ask no server for anything.
RUN: Final = frozenset({"board", "drawing", "find", "games", "times", "unfold", "viewer", "weiqi", "xiangqi"})
_IMPORT = re.compile(r'^import (?:\{([^{}]*)\} from )?"\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*? |const )(\w+)", re.MULTILINE)
_HEAD = """// Made of the site's own scripts, for pages that are opened from disk.
(() => {
const start = document.currentScript.dataset.start.split(" ");
const made = {};
const need = (name) => (made[name] ??= modules[name]());
const modules = {
"""
_FOOT = """};
start.forEach(need);
})();
"""


def source(name: str) -> str:
    script_path = finders.find(f"portal/{name}.js")
    if not isinstance(script_path, str):
        raise LookupError(f"There is no script portal/{name}.js.")
    return Path(script_path).read_text(encoding="utf-8")


# Browsers load no module from there, so those that a page starts become one classic script, each a function
# that is run once when somebody needs it.
def bundle(names: Iterable[str]) -> str:
    """All of these, and what they import."""
    bodies: dict[str, str] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in bodies:
            text = source(name)
            bodies[name] = _as_function(name, text)
            waiting += [match[2] for match in _IMPORT.finditer(text)]
    return _HEAD + "".join(bodies[name] for name in sorted(bodies)) + _FOOT


def _as_function(name: str, text: str) -> str:
    body = _IMPORT.sub(_needed, text)
    exported = [match[2] for match in _EXPORT.finditer(body)]
    body = _EXPORT.sub(r"\1\2", body)
    left = re.search(r"^(?:import|export)\b.*$", body, re.MULTILINE)
    if left:
        raise ValueError(f"portal/{name}.js: {left[0]!r} cannot be bundled.")
    return f"{name}() {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}},\n"


def _needed(match: re.Match[str]) -> str:
    names = (match[1] or "").replace(" as ", ": ")
    return f'const {{{names}}} = need("{match[2]}");' if names.strip() else f'need("{match[2]}");'
