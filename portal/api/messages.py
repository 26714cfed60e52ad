"""Take the words of the apps for what the interface answers; they hand them in when Django starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from portal.policy import Refusal

Say = Callable[[str, Mapping[str, Any]], str]


# Apart from `portal.api.problems`, which needs the framework of the interface: commands start without it.
class _Words:
    """The words of the apps: for a refusal, and for the name of an act."""

    refusal: Say = staticmethod(lambda code, params: code)
    act: Callable[[str], str] = staticmethod(str)


def register_words(*, refusal: Say, act: Callable[[str], str]) -> None:
    """Have refusals and acts worded so; called from ``AppConfig.ready()``."""
    _Words.refusal = staticmethod(refusal)
    _Words.act = staticmethod(act)


def refusal_words(refusal: Refusal) -> str:
    """The sentence for a refusal, in the active language."""
    return _Words.refusal(refusal.code, refusal.params)


def act_words(act: str) -> str:
    """The name of an act, in the active language."""
    return _Words.act(act)
