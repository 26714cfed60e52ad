"""The question why two players do not meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import number_choices
from tournaments.pairing.dutch.why import BYE


class WhyNotForm(forms.Form):
    """``people``: who is paired, as (number, name)."""

    player = forms.TypedChoiceField(label=_("Player"), coerce=int)
    other = forms.TypedChoiceField(label=_("Why not against"), coerce=int)

    def __init__(self, *args: Any, people: Sequence[tuple[int, str]], odd: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        number_choices(self, "player", people)
        number_choices(self, "other", [*people, *([(BYE, str(_("the bye")))] if odd else [])])
