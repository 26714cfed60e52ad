"""``acts``: what people and programs can do, each with its right and what it can be refused for."""

from __future__ import annotations

import importlib.util
import inspect
import pkgutil
import textwrap
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError

from tournaments.acts.frame import ACTS, FramedAct
from tournaments.policy import SECTIONS
from tournaments.wording.refusals import worded_codes

OURS = ("portal", "tournaments", "games")


class Command(BaseCommand):
    help = "List the acts: where each stands, its right, and the codes with which it can be refused."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", metavar="act", help="these alone (default: all)")

    def handle(self, *, names: list[str], **_options: Any) -> None:
        load_acts()
        if unknown := sorted(set(names) - set(ACTS)):
            raise CommandError(f"There is no act {unknown[0]!r}.")
        for name in names or sorted(ACTS):
            framed = ACTS[name]
            right = framed.right or "asked by the act itself"
            self.stdout.write(f"{name}  ({framed.body.__module__})  right: {right}")
            codes = ", ".join(sorted(refusals_of(framed))) or "no refusal of its own"
            self.stdout.write(textwrap.indent(textwrap.fill(codes, 100, break_on_hyphens=False), "    "))


def load_acts() -> None:
    """Import the acts of every app: an act is known once its module is."""
    for app in apps.get_app_configs():
        if importlib.util.find_spec(f"{app.name}.acts") is not None:
            room = importlib.import_module(f"{app.name}.acts")
            for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
                importlib.import_module(module.name)


def refusals_of(framed: FramedAct[..., Any]) -> frozenset[str]:
    """Find the codes that stand in the act's body, in what it calls and in what its decorator asks first."""
    worded = worded_codes()
    codes = {"reason-needed"} if framed.needs_reason else set()
    codes |= {"round-changed"} if framed.revision else set()
    for key in (framed.name, str(framed.right)):
        codes |= set(filter(None, SECTIONS.get(key, {}).values()))
    seen: set[CodeType] = set()
    # As they are compiled; what a pure room finds by an enumeration of its own comes beside them.
    waiting = [_function(framed.body), _function(framed.refuse_while)]
    while waiting:
        function = waiting.pop()
        if function is None or function.__code__ in seen:
            continue
        seen.add(function.__code__)
        for code in _nested(function.__code__):
            codes |= worded.intersection(filter(_is_text, code.co_consts))
            for value in _named(code, function.__globals__):
                waiting.append(_function(value))
                if isinstance(value, Mapping):
                    codes |= worded.intersection(filter(_is_text, value.values()))
    return frozenset(codes)


def _is_text(constant: object) -> bool:
    return isinstance(constant, str)


def _nested(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of what is defined within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


def _named(code: CodeType, names: dict[str, Any]) -> Iterator[Any]:
    """What the names of a code mean: of its module, and of the modules that it names."""
    values = [names[name] for name in code.co_names if name in names]
    yield from values
    for module in filter(_is_ours, values):
        yield from (getattr(module, name) for name in code.co_names if hasattr(module, name))


def _is_ours(value: Any) -> bool:
    return isinstance(value, ModuleType) and value.__name__.partition(".")[0] in OURS


def _function(value: Any) -> FunctionType | None:
    """The function of ours behind a name or a wrapper; None for everything else."""
    function = inspect.unwrap(value) if callable(value) else value
    is_own = isinstance(function, FunctionType) and function.__module__.partition(".")[0] in OURS
    return function if is_own else None
