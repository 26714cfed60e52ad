"""An order of choices, for the criteria of a ranking."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.standings.tiebreaks import CRITERIA

# Empty places below the criteria that there are.
MORE_CRITERIA = 3


class OrderedSelects(forms.Select):
    """A choice for each place of an order, one below the other; a script makes a list to sort of it."""

    def format_value(self, value: Any) -> list[str]:
        return [str(item) for item in value or () if item]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        values = data.getlist(name) if hasattr(data, "getlist") else data.get(name) or []
        return [item for item in values if item]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = self.format_value(value)
        places = chosen + [""] * min(MORE_CRITERIA, len(CRITERIA))
        own_id = (attrs or {}).get("id", name)
        rows = (
            (
                own_id if place == 1 else f"{own_id}-{place}",
                name,
                gettext("Tie-break %(place)s") % {"place": place},
                format_html_join(
                    "",
                    '<option value="{}"{}>{}</option>',
                    (
                        (key, SafeString(" selected") if str(key) == chosen else "", label)
                        for key, label in self.choices
                    ),
                ),
            )
            for place, chosen in enumerate(places, 1)
        )
        return format_html(
            '<ol class="ordered" data-order data-add="{}" data-up="{}" data-down="{}" data-remove="{}" '
            'data-take="{}">{}</ol>',
            gettext("+ add"),
            gettext("Up"),
            gettext("Down"),
            gettext("Remove"),
            gettext("Move with the arrow keys"),
            format_html_join("", '<li><select id="{}" name="{}" aria-label="{}">{}</select></li>', rows),
        )
