"""The rating class of a go section."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.acts.register.rating_class import confirm_rating_class
from tournaments.forms.base import ActForm
from tournaments.models import Section


class ClassForm(ActForm):
    ids = "class"
    act = confirm_rating_class

    rating_class = forms.ChoiceField(
        label=_("Class"),
        choices=Section.RatingClass.choices,
        help_text=_("Of the European Go Federation, by the time per player."),
    )

    field_order = ("rating_class", "country")
