"""Beginning a site, its settings, and who may create events."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.acts.notices.site import remove_creator, set_site
from tournaments.forms.base import ActForm
from tournaments.forms.conflict_check import ConflictCheckForm
from tournaments.forms.events import UserForm
from tournaments.forms.invitations import AccountForm
from tournaments.models import Site


def _creators() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Who may create events"), choices=Site.Creators.choices, initial=Site.Creators.ADMINS
    )


class SiteForm(ConflictCheckForm):
    ids = "site"
    act = set_site
    apart = frozenset({"seen"})

    creators = _creators()

    field_order = ("name", "creators")

    @classmethod
    def about(cls, site: Site) -> dict[str, Any]:
        return {"name": site.name, "creators": site.creators}

    def arguments(self) -> dict[str, Any]:
        loaded = self.as_loaded()
        values = {key: self.cleaned_data[key] for key in ("name", "creators")}
        seen = {key: loaded.cleaned_data.get(key) for key in values} if loaded is not None else None
        return {**values, "seen": seen}


class CreatorForm(UserForm):
    ids = "creator"


class RemoveCreatorForm(ActForm):
    ids = "remove-creator"
    act = remove_creator


class BeginForm(AccountForm):
    """The first administrator and the site, with the code that the console has shown."""

    ids = "begin"

    code = forms.CharField(
        label=_("Setup code"),
        max_length=40,
        help_text=format_lazy(
            _("Shown on the server's console at the start; “{command} prepare” prints it again."),
            command=settings.COMMAND,
        ),
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    name = forms.CharField(
        label=_("Name of the site"),
        max_length=120,
        help_text=_("Usually your federation's, such as Malaysia Xiangqi Federation."),
    )
    creators = _creators()

    field_order = ("code", "name", "creators", "username", "first_name", "last_name", "password")
