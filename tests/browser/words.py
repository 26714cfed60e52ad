"""What the site says, in its own words: a test names a text as templates do, and finds it in any language."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.utils import translation

BOTH = ("en", pytest.param("zh-hans", marks=pytest.mark.long))
"""The languages of a journey; one, `tests.browser.test_from_nothing`, is made in Chinese each time."""

WIDTHS = (360, pytest.param(1280, marks=pytest.mark.long))
"""Of the window in which an officer goes a long way: on a phone each time."""

FOUR = (*BOTH, *(pytest.param(code, marks=pytest.mark.long) for code in ("zh-hant", "vi")))
"""Of a journey that everybody makes before anything else: all that there are."""

IN_TURN = ("en", *(pytest.param(code, marks=pytest.mark.matrix) for code in ("zh-hans", "zh-hant", "vi")))
"""Of what is counted in taps: all that there are, each of them before every release."""


@dataclass(frozen=True)
class Words:
    """The texts of the catalogue of ``language``, as in addresses ("zh-hans")."""

    language: str = "en"

    def __call__(self, text: str, plural: str = "", *, context: str = "", **values: object) -> str:
        """``text`` as the catalogue has it ("Pair round %(number)s"), with ``values`` in it; where there is a
        ``plural``, ``count`` chooses the form."""
        message = text if not plural or values["count"] == 1 else plural
        if self.language != "en":  # programs that know only English set up no Django
            message = self.translated(text, plural, context, values)
        return message % values if values else message

    def translated(self, text: str, plural: str, context: str, values: dict[str, object]) -> str:
        with translation.override(self.language):
            if plural:
                return translation.ngettext(text, plural, int(str(values["count"])))
            return translation.pgettext(context, text) if context else translation.gettext(text)

    def address(self, english: str) -> str:
        """The same page in this language."""
        return english.replace("/en/", f"/{self.language}/", 1)
