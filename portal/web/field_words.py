"""Say what is wrong with a field that cannot be read: which field, and what to do. Once, for all forms.

Each sentence has the field's ``label``; what a limit is, and what was typed, Django fills in.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.utils import pretty_name
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from portal.web.bidi import escape_bidi

_AGAIN = _("“%(value)s” cannot be chosen for “%(label)s”. Choose one of those offered.")
_SEVERAL = _("Nothing is chosen for “%(label)s”. Choose at least one.")
_NO_FILE = _("“%(label)s”: choose a file.")
_TOO_LONG = _("“%(label)s” has %(show_value)s characters; the limit is %(limit_value)s. Shorten it.")
_DIGITS = _("“%(label)s” has too many digits. Shorten it.")
# Said of a field that nobody sees.
INCOMPLETE = _("The page did not send everything. Reload it and try again.")

# By kind of field, the most general first: what a kind has, and those that are made of it.
WORDS: tuple[tuple[type[forms.Field], Mapping[str, Promise | str]], ...] = (
    (
        forms.Field,
        {
            "required": _("“%(label)s” is empty. Fill it in."),
            "max_length": _TOO_LONG,
            "min_length": _(
                "“%(label)s” has %(show_value)s characters; at least %(limit_value)s are needed. Add some."
            ),
            "max_value": _("“%(label)s” must be at most %(limit_value)s."),
            "min_value": _("“%(label)s” must be at least %(limit_value)s."),
            "step_size": _("“%(label)s” must be a multiple of %(limit_value)s."),
        },
    ),
    (forms.BooleanField, {"required": _("Tick “%(label)s” to go on.")}),
    (
        forms.ChoiceField,
        {"required": _("Nothing is chosen for “%(label)s”. Choose one."), "invalid_choice": _AGAIN},
    ),
    (forms.MultipleChoiceField, {"required": _SEVERAL, "invalid_list": _SEVERAL}),
    (
        forms.FileField,
        {
            "required": _NO_FILE,
            "invalid": _NO_FILE,
            "missing": _NO_FILE,
            "empty": _("“%(label)s”: this file is empty. Choose another."),
        },
    ),
    (forms.IntegerField, {"invalid": _("Write “%(label)s” as a whole number, in digits.")}),
    (
        forms.DecimalField,
        {
            "invalid": _("Write “%(label)s” as a number, such as 2.5."),
            "max_digits": _DIGITS,
            "max_decimal_places": _DIGITS,
            "max_whole_digits": _DIGITS,
        },
    ),
    (forms.DateField, {"invalid": _("Write “%(label)s” as a day, such as 2026-09-23.")}),
    (forms.DateTimeField, {"invalid": _("Write “%(label)s” as a day and a time, such as 2026-09-23 14:00.")}),
    (forms.EmailField, {"invalid": _("Write “%(label)s” as an e-mail address, such as name@example.org.")}),
    (
        forms.SlugField,
        {"invalid": _("“%(label)s” can have lower-case letters, digits and hyphens only.")},
    ),
)
# Whose sentences Django fills in.
FILLED = frozenset({"max_length", "min_length", "max_value", "min_value", "step_size", "invalid_choice"})


class StepsField(forms.DecimalField):
    """Take a number with a ``step_size``."""

    # Django asks in floats whether a number fits, and breaks down over one that is larger than any of them.
    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is not None and value.adjusted() >= sys.float_info.max_10_exp:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")


class InOurWords(forms.BaseForm):
    """Say what is wrong with the fields of a form in these words; what a field says itself stands."""

    def full_clean(self) -> None:
        if self.is_bound:
            for name, field in self.fields.items():
                label = str(pretty_name(name) if field.label is None else field.label)
                field.error_messages |= _words_for(field, label)
        super().full_clean()
        for errors in self.errors.values():
            for error in errors.as_data():
                error.message, error.params = escape_bidi(error.messages[0]), None
        unseen = [name for name, errors in self.errors.items() if str(INCOMPLETE) in errors]
        for name in unseen:
            del self.errors[name]
        if unseen:
            self.add_error(None, str(INCOMPLETE))


def _words_for(field: forms.Field, label: str) -> dict[str, str]:
    """Those that stand in place of Django's."""
    words_by_key: dict[str, Any] = {}
    for kind, words in WORDS:
        if isinstance(field, kind):
            words_by_key |= words
    theirs: dict[str, Any] = {}
    for base in reversed(type(field).__mro__):
        if base.__module__.startswith("django."):
            theirs |= getattr(base, "default_error_messages", {})
    hidden = field.widget.is_hidden
    return {
        code: str(INCOMPLETE) if hidden else _labelled(str(text), label, filled=code in FILLED)
        for code, text in words_by_key.items()
        if field.error_messages.get(code) is theirs.get(code)
    }


def _labelled(text: str, label: str, *, filled: bool) -> str:
    return text.replace("%(label)s", label.replace("%", "%%") if filled else label)
