"""What an event gives out: papers, screens in the hall, and what the public gets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.web.field_words import InOurWords
from tournaments.acts.notices.screens import screen_values
from tournaments.acts.public.publication import republish
from tournaments.forms.base import ActForm, offer, offer_sections, reason_field
from tournaments.forms.conflict_check import ConflictCheckForm
from tournaments.models import Paper, Screen, Section
from tournaments.pages.publication import PublicPlace, published_places
from tournaments.queries.journal import is_id

STANDING = ("name", "section", "shows", "seconds")


class ScreenForm(ConflictCheckForm):
    """Set up a new screen, or the ``screen`` of this id."""

    ids = "screen"
    about_one = "screen"
    screen = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(
        label=_("Location"), max_length=40, required=False, help_text=_("For staff, such as “Hall, left”.")
    )
    section = forms.TypedChoiceField(label=_("Section"), required=False, coerce=int, empty_value=None)
    shows = forms.MultipleChoiceField(
        label=_("Shows"),
        choices=Screen.Shows.choices,
        widget=forms.CheckboxSelectMultiple,
        # Of the field, not of the form: what the form begins with stands somewhere already.
        initial=["announcements", "countdown", "pairings", "standings"],
    )
    seconds = forms.IntegerField(label=_("Seconds per page"), min_value=5, max_value=120, initial=12)

    def __init__(self, *args: Any, sections: Iterable[Section], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sections = offer_sections(self, sections, _("All sections"))

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        key = request.POST.get("screen", "")
        screen = access.event.screens.filter(pk=key).first() if is_id(key) else None
        return cls(request.POST, sections=access.event.sections.all(), **(cls.of(screen) if screen else {}))

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"section": self.sections.get(values["section"]), "seen": self.loaded_values()}

    def loaded_values(self) -> dict[str, Any] | None:
        """What `set_screen` takes as seen."""
        loaded = self.as_loaded()
        if loaded is None:
            return None
        return {name: value for name, value in loaded.cleaned_data.items() if name in STANDING}

    @classmethod
    def of(cls, screen: Screen) -> dict[str, Any]:
        """What the form of one screen is made with: forms of several stand on one page."""
        return {"initial": cls.about(screen), "auto_id": f"screen{screen.number}-%s"}

    @staticmethod
    def about(screen: Screen) -> dict[str, Any]:
        """What stands now, for a fresh form."""
        return {"screen": screen.pk, **screen_values(screen)}


class PaperChoice(InOurWords, forms.Form):
    """Which round, once one is public, in which language, on which size: what the list of papers is about."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int, required=False, empty_value=None)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    size = forms.ChoiceField(label=pgettext_lazy("of paper", "Size"), choices=Paper.Size.choices)

    def __init__(self, values: Any, *, rounds: list[int]) -> None:
        super().__init__(values, auto_id="choice-%s")
        if rounds:
            offer(self, "round", [(number, number) for number in rounds])
        else:
            del self.fields["round"]


class PrintForm(ActForm):
    """The papers to make. ``kinds``: those that are offered."""

    ids = "print"
    round = forms.IntegerField(min_value=0, widget=forms.HiddenInput, required=False)
    language = forms.ChoiceField(choices=settings.LANGUAGES, widget=forms.HiddenInput)
    size = forms.ChoiceField(choices=Paper.Size.choices, widget=forms.HiddenInput)
    kind = forms.CharField(max_length=24, required=False, widget=forms.HiddenInput)

    def arguments(self) -> dict[str, Any]:
        """But the kinds: none stands for all that can be made (`views.papers`)."""
        values = self.cleaned_data
        return {"number": values["round"] or 0, "language": values["language"], "size": values["size"]}


class UnpublishForm(ActForm):
    ids = "unpublish"

    what = forms.ChoiceField(label=_("Page to unpublish"))

    def __init__(self, *args: Any, places: Iterable[PublicPlace], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"] = reason_field()
        choices = [(place.key, place.name) for place in places if not place.withheld]
        offer(self, "what", [("", _("Choose…")), *choices])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, places=published_places(access.event))


class RepublishForm(ActForm):
    ids = "republish"
    act = republish
