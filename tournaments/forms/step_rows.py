"""List decider boards in settings: six values under one name a step, as `deciding.Step` writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.state.deciding import MOST_STEPS, PRESETS, Step, StepError
from tournaments.state.time_control import MOST_TEXT
from tournaments.wording.options import time_control_alone
from tournaments.wording.teams.deciding import COLOURS, DRAWS, GAMES, ODDS, PRESET_NAMES, WHO

Row = tuple[str, ...]
PARTS: tuple[Mapping[str, Any], ...] = (WHO, GAMES, ODDS, COLOURS, DRAWS)
DEFAULTS: Row = ("one", "1", "even", "exchange", "next")
WIDTH = len(PARTS) + 1
# Empty rows below the steps that there are.
MORE = 2


class StepRows(forms.Widget):
    def format_value(self, value: Any) -> list[str]:
        return [str(item) for item in value or ()]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[Row]:
        preset = data.get(f"{name}-preset")
        if preset in PRESETS:
            return [_row(text) for text in PRESETS[preset]]
        sent = data.getlist(name) if hasattr(data, "getlist") else data.get(name) or []
        rows = [tuple(map(str, sent[at : at + WIDTH])) for at in range(0, len(sent), WIDTH)]
        return [row for row in rows if any(text.strip() for text in row)]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        flat = self.format_value(value)
        rows = [flat[at : at + WIDTH] for at in range(0, len(flat), WIDTH)][:MOST_STEPS]
        rows += [[""] * WIDTH] * min(MORE, MOST_STEPS - len(rows))
        own_id = (attrs or {}).get("id", name)
        presets = [("", gettext("as listed below")), *PRESET_NAMES.items()]
        preset = _select(f"{name}-preset", f"{own_id}-preset", gettext("Fill in as"), presets, "")
        lines = format_html_join(
            "", "<li>{}</li>", ((self._row(name, own_id, place, row),) for place, row in enumerate(rows, 1))
        )
        return format_html('{}<ol class="ordered step-rows">{}</ol>', preset, lines)

    def _row(self, name: str, own_id: str, place: int, row: list[str]) -> SafeString:
        *chosen, clock = [*row, *[""] * (WIDTH - len(row))]
        label = gettext("Step %(place)s") % {"place": place}
        selects = format_html_join(
            "",
            "{}",
            (
                (
                    _select(
                        name, f"{own_id}-{place}-{part}", label, [("", "–"), *choices.items()], chosen_value
                    ),
                )
                for part, (choices, chosen_value) in enumerate(zip(PARTS, chosen, strict=True))
            ),
        )
        typed = format_html(
            '<input type="text" id="{}" name="{}" value="{}" maxlength="{}" aria-label="{}"'
            ' placeholder="{}">',
            own_id if place == 1 else f"{own_id}-{place}",
            name,
            clock,
            2 * MOST_TEXT,
            gettext("Step %(place)s: time control") % {"place": place},
            "10 min + 10 s",
        )
        return format_html('<span class="step-row">{}{}</span>', selects, typed)


def _select(
    name: str, own_id: str, label: str, choices: Iterable[tuple[str, Any]], chosen: str
) -> SafeString:
    options = format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        ((key, SafeString(" selected") if key == chosen else "", words) for key, words in choices),
    )
    return format_html('<select name="{}" id="{}" aria-label="{}">{}</select>', name, own_id, label, options)


def _row(text: str) -> Row:
    """As the widget has a step, its clock in the reader's language."""
    *parts, clock = (part.strip() for part in text.split(";", WIDTH - 1))
    step = Step.parse(text)
    sides = [step.clock, *([step.second] if step.second else [])]
    return (*parts, " / ".join(map(time_control_alone, sides)) or clock)


class StepsField(forms.Field):
    """Cleaned as the texts of the steps, in order."""

    widget = StepRows
    hidden_widget = forms.MultipleHiddenInput
    choices = tuple((key, words) for part in PARTS for key, words in part.items())

    def prepare_value(self, value: Any) -> Any:
        rows = (item if isinstance(item, tuple) else _row(item) for item in value or ())
        return [part for row in rows for part in row]

    def clean(self, value: Any) -> list[str]:
        steps = []
        for place, row in enumerate(value or (), 1):
            steps.append(_step(place, row))
        if len(steps) > MOST_STEPS:
            raise ValidationError(gettext("The limit is %(most)s steps.") % {"most": MOST_STEPS})
        return steps


def decider_boards(label: Any, help_text: Any) -> Callable[[], forms.Field]:
    return lambda: StepsField(label=label, required=False, help_text=help_text)


def _step(place: int, row: Row) -> str:
    *parts, clock = [*row, *[""] * (WIDTH - len(row))][:WIDTH]
    texts = [text or default for text, default in zip(parts, DEFAULTS, strict=True)]
    try:
        return str(Step.parse("; ".join([*texts, clock])))
    except StepError as error:
        words = {
            "clock": gettext(
                "Step %(place)s: “%(clock)s” is not a time control. Write it like 10 min + 10 s, or "
                "6 min + 3 s / 4 min + 3 s for who moves first and who moves second."
            ),
            "odds": gettext("Step %(place)s: choose time odds or write two time controls, not both."),
            "draw": gettext(
                "Step %(place)s: a draw can win for who moves second only in one game of one player each."
            ),
        }
        message = words.get(
            error.part, gettext("Step %(place)s cannot be read. Choose one of those offered.")
        )
        raise ValidationError(message % {"place": place, "clock": clock}) from None
