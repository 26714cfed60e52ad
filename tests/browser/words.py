"""What the site says, in its own words: a test names a text as templates do, and finds it in any language."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import translation


@dataclass(frozen=True)
class Words:
    """The texts of the catalogue of ``language``, as in addresses ("zh-hans")."""

    language: str = "en"

    def __call__(self, text: str, plural: str = "", **values: object) -> str:
        """``text`` as the catalogue has it ("Pair round %(number)s"), with ``values`` in it; where there is a
        ``plural``, ``count`` chooses the form."""
        with translation.override(self.language):
            if plural:
                said = translation.ngettext(text, plural, int(str(values["count"])))
            else:
                said = translation.gettext(text)
        return said % values if values else said
