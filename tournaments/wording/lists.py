"""What stands between several things, and at the end of what is said, as the reader's language has it."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import pgettext


def comma() -> str:
    """Between the things of a list."""
    return pgettext("between the things of a list", ", ")


def stop() -> str:
    """After a sentence, before the next one."""
    return pgettext("after a sentence", ". ")


def listed(things: Iterable[object]) -> str:
    """``3, 7, 9``; in Chinese ``3、7、9``."""
    return comma().join(map(str, things))
