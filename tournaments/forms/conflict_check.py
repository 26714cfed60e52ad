"""Forms of values that stand already, so that of two people the later one overwrites nothing unseen.

Such a form carries in ``seen`` what it showed when it was opened. What was left as it was seen stays as it is
by now; where somebody else has changed what this person changes as well, the form is shown again with both
values, and sending it once more decides (`tournaments.acts.common.changes`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from typing import Any, ClassVar, Self

from django import forms
from django.forms import BoundField
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext

from portal.policy import Refusal
from tournaments.forms.base import ActForm
from tournaments.queries.tables import Name
from tournaments.wording.lists import listed
from tournaments.wording.refusals import refusal_sentence

# Characters that a page has shown, at most: sixty rounds, or the longest names, stay far below.
MOST_SEEN = 20_000


class LoadedValuesField(forms.JSONField):
    """What a page has shown, by field. What no page has sent is as nothing."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        if not value or len(value) > MOST_SEEN:
            return None
        try:
            value_loaded = json.loads(value)
            json.dumps(value_loaded, ensure_ascii=False).encode()
        except (ValueError, RecursionError):
            # Also numbers of too many digits, brackets in brackets, halves of characters.
            return None
        return (
            value_loaded
            if isinstance(value_loaded, dict) and all(map(_is_shown, value_loaded.values()))
            else None
        )

    def bound_data(self, data: Any, initial: Any) -> Any:
        return self.to_python(data)


class ConflictCheckForm(ActForm):
    """Change values that stand; without ``initial`` it is about something new, nothing is compared."""

    about_one: ClassVar[str] = ""
    """The field that says what the form is about, where it can also be about something new. What was taken
    away meanwhile (``no-such-`` and this name) is something new from then on."""

    seen = LoadedValuesField(required=False)

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> Any:
        if field_name == "seen":
            return {name: _typed(self[name], value) for name, value in self._standing({}).items()} or None
        return super().get_initial_for_field(field, field_name)

    def as_loaded(self) -> Self | None:
        """This form with the values that its page showed; None where it showed none."""
        loaded = self.cleaned_data.get("seen")
        if loaded is None:
            return None
        form = copy(self)
        form.data = MultiValueDict({self.add_prefix(name): _listed(value) for name, value in loaded.items()})
        form._bound_fields_cache = {}  # type: ignore[attr-defined]  # a copy must not share them
        form.full_clean()
        return form

    def field_of(self, key: Any) -> str:
        """The name of the field for what the act calls ``key``."""
        return str(key)

    def refuse(self, refusal: Refusal, name: Name | None = None) -> None:
        if refusal.code != "changed-meanwhile":
            super().refuse(refusal, name)
            if self.about_one and refusal.code == f"no-such-{self.about_one}":
                self.put(**{self.about_one: "", "seen": ""})
            return
        theirs = {self.field_of(key): value for key, value in refusal.params["theirs"].items()}
        standing = {name: _typed(self[name], value) for name, value in self._standing(theirs).items()}
        theirs_in_words = {name: _value_text(self[name], theirs[name]) for name in theirs}
        seen = self.cleaned_data["seen"]
        data = self.sent_data()
        for field, value in standing.items():
            sent = data.getlist(self.add_prefix(field))
            # Only what this person has typed stays so: the rest would take back what others have changed.
            if field in seen and self.add_prefix(field) in data and _listed(seen[field]) == _listed(sent):
                data.setlist(self.add_prefix(field), _listed(value))
        data[self.add_prefix("seen")] = self.fields["seen"].prepare_value(standing)
        self.data = data
        self.add_error(None, refusal_sentence(refusal.code, {}))
        for field, value in theirs_in_words.items():
            words = gettext(
                "Someone else has changed this to “%(theirs)s” in the meantime. Keep that, or send "
                "yours again."
            )
            self.add_error(field, words % {"theirs": value})
        self.status = 409

    def _standing(self, theirs: Mapping[str, Any]) -> dict[str, Any]:
        """What stands now, by the names of fields."""
        values = {**self.initial, **theirs}
        return {name: values[name] for name in self.fields if name in values}


def _is_shown(value: Any) -> bool:
    """Whether a field can have it as `_typed` gives it."""
    texts = value if isinstance(value, list) else [value]
    return all(text is None or isinstance(text, str | int) for text in texts)


def _typed(bound: BoundField, value: Any) -> Any:
    """As the field's input has it."""
    return bound.field.widget.format_value(bound.field.prepare_value(value))


def _listed(value: Any) -> list[str]:
    """As a form is sent; an empty field is none."""
    values = value if isinstance(value, list) else [value]
    return [str(item) for item in values if item not in (None, "")]


def _value_text(bound: BoundField, value: Any) -> str:
    """As a person reads it."""
    choices = {str(key): str(label) for key, label in getattr(bound.field, "choices", ())}
    texts = [choices.get(text, text) for text in _listed(_typed(bound, value))]
    if isinstance(bound.field, forms.DateTimeField):
        texts = [text.replace("T", " ") for text in texts]
    return listed(texts) or gettext("nothing")
