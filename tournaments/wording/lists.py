"""What stands between several things, at the end of what is said, and sizes, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext, pgettext

MOST_NAMED = 12


def comma() -> str:
    """Between the things of a list."""
    return pgettext("between the things of a list", ", ")


def name_colon() -> str:
    """Between what is named and what is said of it."""
    return pgettext("between a name and what is said of it", ": ")


def full_stop() -> str:
    """After a sentence, before the next one."""
    return pgettext("after a sentence", ". ")


def listed(things: Iterable[object]) -> str:
    """``3, 7, 9``; in Chinese ``3、7、9``."""
    return comma().join(map(str, things))


def clauses(*parts: str) -> str:
    """Parts of one sentence, those that are not empty: ``8 or more, WXC 4.3``."""
    return pgettext("between parts of a sentence", ", ").join(filter(None, parts))


def megabytes(count: int) -> str:
    """Of so many bytes, to a tenth and never too few: ``1.1`` for a byte more than a million."""
    tenths = -(-count // 100_000)
    return number_format(tenths / 10 if tenths % 10 else tenths // 10)


def dozen_names(names: Sequence[str]) -> str:
    """Names side by side; of many the first dozen and how many more."""
    first = " · ".join(names[:MOST_NAMED])
    if more := len(names[MOST_NAMED:]):
        return gettext("%(players)s and %(count)s more") % {"players": first, "count": more}
    return first
