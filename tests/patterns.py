"""Every pattern that production compiles, fed with what makes a pattern slow: run as a program.

What is compiled while the modules are imported is caught as it comes; what is written inside functions is
read out of the source. From the parse tree of each come its *pumps*: what stands before a repetition, and
what can be repeated there. Each is repeated `LENGTH` characters long. A pattern that takes steps in
proportion to that needs a few milliseconds; one that takes their square, a second: it is stopped after
`SECONDS` of processor time, and printed if the same happens once more.
"""

from __future__ import annotations

import ast
import json
import os
import re
import resource
import signal
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any, NoReturn

ROOT = Path(__file__).parent.parent
ROOMS = ("portal", "tournaments", "games")
LENGTH = 20_000
SECONDS = 0.15
MOST_SECONDS = 240
PALETTE = " \n\t\r09aAzZxX_-.,;:=/\\'\"()[]{}<>#@+*%|&!?马平炮é１、．\0"
METHODS = ("search", "match", "fullmatch", "findall", "finditer", "sub", "subn", "split")

Node = tuple[Any, Any]
PatternPlaces = dict[tuple[str | bytes, int], set[str]]
"""Pattern and flags, and by which methods it is used; empty where nobody can say."""


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    patterns = compiled() if len(sys.argv) == 1 else {(text, 0): set() for text in sys.argv[1:]}
    slow = []
    for (text, flags), methods in sorted(patterns.items(), key=repr):
        if (fed := slow_text(text, flags, methods)) is not None:
            slow.append([repr(text), *fed])
    json.dump({"patterns": len(patterns), "slow": slow}, sys.stdout, ensure_ascii=False)


def compiled() -> PatternPlaces:
    patterns: PatternPlaces = {}
    original = re._compile  # type: ignore[attr-defined]

    def noting(pattern: Any, flags: int) -> Any:
        made = original(pattern, flags)
        if any(name.partition(".")[0] in ROOMS for name in _callers()):
            patterns.setdefault((made.pattern, made.flags), set())
        return made

    re._compile = noting  # type: ignore[attr-defined]
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import_module("django").setup()
    for room in ROOMS:
        for module in walk_packages(import_module(room).__path__, f"{room}."):
            if ".migrations." not in module.name:
                import_module(module.name)
    re._compile = original  # type: ignore[attr-defined]
    by_name = _by_name()
    for file in (file for room in ROOMS for file in (ROOT / room).rglob("*.py")):
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for call in ast.walk(ast.parse(file.read_text())):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                continue
            if inline := _inline(call):
                text, method = inline
                made = re.compile(text)
                patterns.setdefault((made.pattern, made.flags), set()).add(method)
            if call.func.attr in METHODS:
                for pattern in by_name.get(_named(call.func.value, module), ()):
                    patterns.setdefault(pattern, set()).add(call.func.attr)
    return patterns


def _by_name() -> dict[tuple[str, str], set[tuple[str | bytes, int]]]:
    """The patterns that stand in modules, by where they are used: a private name in its module, another
    anywhere."""
    names: dict[tuple[str, str], set[tuple[str | bytes, int]]] = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ROOMS:
            for at, made in vars(module).items():
                if isinstance(made, re.Pattern):
                    where = name if at.startswith("_") else ""
                    names.setdefault((where, at), set()).add((made.pattern, made.flags))
    return names


def _named(value: ast.expr, module: str) -> tuple[str, str]:
    if isinstance(value, ast.Attribute):
        return "", value.attr
    name = value.id if isinstance(value, ast.Name) else ""
    return (module if name.startswith("_") else ""), name


def _callers() -> Iterator[str]:
    """Who has it compiled: the nearest that is neither `re` nor this module."""
    frame = sys._getframe(2)
    while frame.f_globals.get("__name__") in ("re", __name__):
        frame = frame.f_back  # type: ignore[assignment]
    yield str(frame.f_globals.get("__name__"))


def _inline(call: ast.Call) -> tuple[str | bytes, str] | None:
    at = call.func
    if not isinstance(at, ast.Attribute) or not isinstance(at.value, ast.Name) or at.value.id != "re":
        return None
    pattern = call.args[0] if call.args else None
    if at.attr in METHODS and isinstance(pattern, ast.Constant):
        return pattern.value, at.attr
    return None


def slow_text(text: str | bytes, flags: int, methods: set[str]) -> tuple[str, str] | None:
    """The first pump that takes longer than it may, and by which method."""
    pattern = re.compile(text, flags)
    ways = sorted(methods & {"fullmatch", "match"})
    if not methods or methods - {"fullmatch", "match"}:
        ways = ["search"]
    for pump in pumps(text, flags):
        for way in ways:
            if is_slow(pattern, way, pump) and is_slow(pattern, way, pump):
                return pump[:80], way
    return None


def is_slow(pattern: re.Pattern[Any], way: str, text: str) -> bool:
    fed: Any = text.encode("utf-8", "replace")[:LENGTH] if isinstance(pattern.pattern, bytes) else text
    try:
        signal.signal(signal.SIGVTALRM, _stopped)
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        getattr(pattern, way)(fed)
        # Before the timer is: it may go off between two lines.
        signal.signal(signal.SIGVTALRM, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except TimeoutError:
        return True
    return False


def _stopped(*_args: object) -> NoReturn:
    raise TimeoutError


def pumps(text: str | bytes, flags: int) -> list[str]:
    """Texts that a repetition of the pattern swallows, with and without what breaks it off."""
    tree = _parser.parse(text, flags & ~re.DEBUG)
    made: dict[str, None] = {}
    for before, repeated in _repetitions(list(tree), "", tree.state):
        for pump in (f"{before}{repeated}", repeated):
            times = LENGTH // max(1, len(pump))
            for whole in (before + repeated * (LENGTH // max(1, len(repeated))), pump * times):
                made[whole] = made[whole[:-1] + "\0"] = made[f"{whole}\nx"] = None
    return list(made)


def _repetitions(nodes: Sequence[Node], before: str, state: Any) -> Iterator[tuple[str, str]]:
    """What stands before each repetition, and what it repeats."""
    for kind, value in nodes:
        if kind in (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT):
            _least, most, body = value
            if most > 1:
                for repeated in _swallowed(list(body), state):
                    yield before, repeated
            yield from _repetitions(list(body), before, state)
        for inner in _inside(kind, value):
            yield from _repetitions(inner, before, state)
        before += _sample([(kind, value)])


def _inside(kind: Any, value: Any) -> list[list[Node]]:
    if kind is _constants.SUBPATTERN:
        return [list(value[3])]
    if kind is _constants.BRANCH:
        return [list(branch) for branch in value[1]]
    if kind in (_constants.ASSERT, _constants.ASSERT_NOT):
        return [list(value[1])]
    if kind is _constants.ATOMIC_GROUP:
        return [list(value)]
    return []


def _swallowed(body: list[Node], state: Any) -> list[str]:
    """One round of a repetition: as short as it can be, and each sign of the palette that makes one."""
    texts = dict.fromkeys([_sample(body)])
    try:
        alone = _compiler.compile(_parser.SubPattern(state, body))
    except (re.error, ValueError, IndexError):
        return [text for text in texts if text]
    for sign in PALETTE:
        fits = alone.fullmatch(sign.encode("latin-1", "replace") if isinstance(state.str, bytes) else sign)
        if fits:
            texts[sign] = None
    return [text for text in texts if text]


def _sample(nodes: Sequence[Node]) -> str:
    """A short text that these nodes match, or nearly."""
    return "".join(_sample_of(kind, value) for kind, value in nodes)


def _sample_of(kind: Any, value: Any) -> str:
    if kind is _constants.LITERAL:
        return chr(value)
    if kind is _constants.NOT_LITERAL:
        return "b" if chr(value) != "b" else "c"
    if kind is _constants.ANY:
        return "a"
    if kind is _constants.IN:
        return _of_class(value)
    if kind in (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT):
        least, most, body = value
        return _sample(list(body)) * min(least or (1 if most else 0), 50)
    if kind is _constants.BRANCH:
        return _sample(list(value[1][0]))
    if kind is _constants.SUBPATTERN:
        return _sample(list(value[3]))
    return _sample(list(value)) if kind is _constants.ATOMIC_GROUP else ""


def _of_class(items: Sequence[Node]) -> str:
    alone = _compiler.compile(_parser.SubPattern(_parser.State(), [(_constants.IN, list(items))]))
    negated = items[0][0] is _constants.NEGATE
    candidates = [chr(value) for kind, value in items if kind is _constants.LITERAL and not negated]
    candidates += [chr(value[0]) for kind, value in items if kind is _constants.RANGE]
    return next((sign for sign in (*candidates, *PALETTE, "b") if alone.fullmatch(sign)), "")


if __name__ == "__main__":
    main()
