"""Officials: who serves, with which duty, for the whole event or a section."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.acts.notices.officials import LONGEST, MOST_POSITION, official_values
from tournaments.exchange.written_names import calm_name
from tournaments.forms.base import offer, offer_sections
from tournaments.forms.conflict_check import ConflictCheckForm
from tournaments.models import Federation, Official, Section
from tournaments.queries.event_overview import staff_of
from tournaments.queries.journal import is_id

STANDING = (*LONGEST, "role", "position", "shown", "section", "federation", "account")


class OfficialForm(ConflictCheckForm):
    """A new one, or one that is there: then ``official`` says which."""

    ids = "official"
    about_one = "official"
    official = forms.IntegerField(required=False, widget=forms.HiddenInput)
    role = forms.ChoiceField(label=_("Role"), choices=Official.Role.choices)
    duty = forms.CharField(
        label=_("Role in your own words"),
        max_length=LONGEST["duty"],
        required=False,
        help_text=_("Shown in place of the role, the same in every language."),
    )
    title = forms.CharField(
        label=_("Title"),
        max_length=LONGEST["title"],
        required=False,
        help_text=_("Such as IA, 国际级裁判."),
    )
    name = forms.CharField(label=_("Name"), max_length=LONGEST["name"])
    native_name = forms.CharField(label=_("Native name"), max_length=LONGEST["native_name"], required=False)
    federation = forms.ChoiceField(label=_("Federation"), required=False)
    section = forms.TypedChoiceField(label=_("For"), required=False, coerce=int, empty_value=None)
    account = forms.TypedChoiceField(
        label=_("Account"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("Which member of the staff this is. Not shown in public."),
    )
    position = forms.IntegerField(
        label=_("Position in the list"), min_value=1, max_value=MOST_POSITION, initial=1
    )
    shown = forms.BooleanField(label=_("Shown to the public"), required=False, initial=True)

    names_typed = dict.fromkeys(("name", "native_name"), calm_name)
    groups = {
        _("Person"): ("name", "native_name", "title", "federation", "account"),
        _("Role"): ("role", "duty", "section", "position", "shown"),
    }

    def __init__(
        self, *args: Any, sections: Iterable[Section], staff: Mapping[int, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        # Who has left the staff can stay the official that he or she was.
        accounts = dict(staff)
        if (account := self.initial.get("account")) and account not in accounts:
            accounts[account] = gettext("no longer on the staff")
        offer(self, "account", [("", _("none")), *accounts.items()])
        self.sections = offer_sections(self, sections, _("Whole event"))
        offer(
            self,
            "federation",
            [("", "–"), *((federation.pk, str(federation)) for federation in Federation.objects.all())],
        )

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        key = request.POST.get("official", "")
        official = access.event.officials.filter(pk=key).first() if is_id(key) else None
        sections = access.event.sections.select_related("event")
        staff = staff_of(access.event)
        return cls(request.POST, sections=sections, staff=staff, **(cls.of(official) if official else {}))

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        section = self.sections.get(values["section"])
        return values | {"section": section, "seen": self.loaded_values()}

    def loaded_values(self) -> dict[str, Any] | None:
        """What `set_official` takes as seen."""
        loaded = self.as_loaded()
        if loaded is None:
            return None
        seen = {name: value for name, value in loaded.cleaned_data.items() if name in STANDING}
        return seen | {"federation": seen.get("federation") or None}

    @classmethod
    def of(cls, official: Official) -> dict[str, Any]:
        """What the form of one is made with: forms of several stand on one page."""
        initial = {"official": official.pk, **official_values(official)}
        return {"initial": initial, "auto_id": f"official{official.pk}-%s"}
