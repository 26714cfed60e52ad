"""Taking something back from the public, and putting it back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import ActForm, offer, reason_field
from tournaments.pages.places import Place, places


class UnpublishForm(ActForm):
    ids = "unpublish"

    what = forms.ChoiceField(label=_("Page to unpublish"))

    def __init__(self, *args: Any, places: Iterable[Place], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"] = reason_field()
        choices = [(place.key, place.name) for place in places if not place.withheld]
        offer(self, "what", [("", _("Choose…")), *choices])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, places=places(access.event))


class RepublishForm(ActForm):
    ids = "republish"

    what = forms.CharField(widget=forms.HiddenInput, max_length=120)
