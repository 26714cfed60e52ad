"""Organisations: founded, described, their offices, series and events."""

from __future__ import annotations

from typing import Any, Self

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.acts.entering.handovers import accept_event, offer_event, reject_event, withdraw_offer
from tournaments.acts.entering.organisation_marks import remove_mark
from tournaments.acts.entering.organisations import (
    add_series,
    change_organisation,
    delete_series,
    found_organisation,
    move_organisation,
    rename_series,
    set_federation,
    set_series,
    show_office,
    take_office,
)
from tournaments.forms.base import ActForm, form_of, offer
from tournaments.forms.conflict_check import ConflictCheckForm
from tournaments.forms.events import LogoForm, UserForm, slug_field
from tournaments.models import Federation, Office, Organisation, Series
from tournaments.organisation_roles import CREATE, gives_federations, looked_after

SLUG_HELP = _("The last part of the page's URL, such as wxf.")


class FoundForm(ActForm):
    """Found an organisation below one of those that the person looks after."""

    ids = "found"
    act = found_organisation
    made_of = ("user",)
    apart = frozenset({"parent"})

    slug = slug_field(SLUG_HELP)
    level = forms.ChoiceField(label=_("Level"), choices=Organisation.Level.choices, initial="club")
    above = forms.ChoiceField(label=_("Part of"), required=False)
    federation = forms.ModelChoiceField(
        label=_("Federation"),
        queryset=Federation.objects.exclude(code="").filter(organisation=None),
        required=False,
        empty_label="–",
        help_text=_("Of a nation: whose persons of the register it keeps."),
    )

    field_order = ("name", "native_name", "slug", "level", "above", "federation")

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = looked_after(CREATE, user).exclude(level=Organisation.Level.CLUB)
        alone = [("", "–")] if user.is_superuser else []
        if not gives_federations(user):
            del self.fields["federation"]
        offer(self, "above", [*alone, *((str(organisation.pk), organisation.name) for organisation in rows)])

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        above, federation = values.pop("above"), values.get("federation")
        return values | {
            "parent": int(above) if above else None,
            "federation": federation.pk if federation else "",
        }


def _colour(label: Any, help_text: Any = "") -> forms.CharField:
    return forms.CharField(
        label=label, max_length=7, help_text=help_text, widget=forms.TextInput({"type": "color"})
    )


class OrganisationForm(ConflictCheckForm):
    ids = "organisation"
    act = change_organisation
    apart = frozenset({"seen"})

    slug = slug_field(SLUG_HELP)
    text = forms.CharField(
        label=_("Text of the public page"),
        max_length=4000,
        required=False,
        widget=forms.Textarea({"rows": 6}),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        required=False,
        help_text=_("In public: “Write to us” leads to it."),
    )
    ground = _colour(_("Colour of the sign"))
    ink = _colour(_("Colour of its letters"), _("The contrast of the two has to be at least 4.5 to 1."))

    field_order = ("name", "native_name", "slug", "text", "email", "ground", "ink")

    @classmethod
    def about(cls, organisation: Organisation) -> dict[str, Any]:
        return {field: getattr(organisation, field) for field in cls.field_order}

    def arguments(self) -> dict[str, Any]:
        loaded = self.as_loaded()
        values = {key: self.cleaned_data[key] for key in self.field_order}
        seen = {key: loaded.cleaned_data.get(key) for key in values} if loaded is not None else None
        return {**values, "seen": seen}


class FederationForm(ActForm):
    """Offered are those that no other organisation keeps."""

    ids = "federation"
    act = set_federation
    made_of = ("organisation",)

    federation = forms.ChoiceField(
        label=_("Federation"),
        required=False,
        help_text=_("Of a nation: whose persons of the register it keeps."),
    )

    field_order = ("federation", "reason")

    def __init__(self, *args: Any, organisation: Organisation, **kwargs: Any) -> None:
        super().__init__(*args, initial={"federation": organisation.federation_id or ""}, **kwargs)
        free = Q(organisation=None) | Q(organisation=organisation)
        rows = Federation.objects.exclude(code="").filter(free)
        offer(self, "federation", [("", "–"), *((federation.pk, str(federation)) for federation in rows)])


class MoveForm(ActForm):
    """Offered is what it can be a part of, whatever its level becomes."""

    ids = "move"
    act = move_organisation
    made_of = ("organisation",)
    apart = frozenset({"parent"})

    level = forms.ChoiceField(label=_("Level"), choices=Organisation.Level.choices)
    above = forms.ChoiceField(label=_("Part of"), required=False)

    field_order = ("level", "above", "reason")

    def __init__(self, *args: Any, organisation: Organisation, **kwargs: Any) -> None:
        now = {"level": organisation.level, "above": str(organisation.parent_id or "")}
        super().__init__(*args, initial=now, **kwargs)
        rows = Organisation.objects.exclude(level=Organisation.Level.CLUB).exclude(pk=organisation.pk)
        offer(
            self, "above", [("", "–"), *((str(organisation.pk), organisation.name) for organisation in rows)]
        )

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        above = values.pop("above")
        return values | {"parent": int(above) if above else None}


class OfficeForm(UserForm):
    ids = "office"

    role = forms.TypedChoiceField(
        label=_("Office"), choices=[("", _("Choose…")), *Office.Role.choices], coerce=Office.Role
    )


class SeriesEventsForm(ActForm):
    """Which of the organisation's events are of a series."""

    act = set_series
    made_of = ("organisation",)
    apart = frozenset({"series"})

    series = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**63 - 1)
    events = forms.TypedMultipleChoiceField(
        label=_("Events"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self, *args: Any, organisation: Organisation, of: Series | None = None, **kwargs: Any
    ) -> None:
        rows = list(organisation.events.all())
        if of is not None:
            chosen = [event.pk for event in rows if event.series_id == of.pk]
            kwargs |= {"initial": {"series": of.pk, "events": chosen}, "auto_id": f"series-{of.pk}-%s"}
        super().__init__(*args, **kwargs)
        offer(self, "events", [(event.pk, f"{event} ({event.starts.year})") for event in rows])


class RenameSeriesForm(ActForm):
    act = rename_series
    apart = frozenset({"series"})

    series = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**63 - 1)

    @classmethod
    def about(cls, series: Series) -> Self:
        now = {"series": series.pk, "name": series.name, "native_name": series.native_name}
        return cls(initial=now, auto_id=f"rename-{series.pk}-%s")


class DeleteSeriesForm(ActForm):
    """Which series a button is about."""

    ids = "delete-series"
    act = delete_series

    series = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**63 - 1)


class OfferForm(ActForm):
    """To which organisation an event goes."""

    ids = "offer"
    act = offer_event

    organisation = forms.TypedChoiceField(label=_("Organisation"), coerce=int)

    field_order = ("organisation", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = Organisation.objects.values_list("pk", "name")
        offer(self, "organisation", [("", _("Choose…")), *rows])


class AcceptEventForm(ActForm):
    """Which offer a button is about."""

    ids = "accept-event"
    act = accept_event

    handover = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**63 - 1)


class RejectEventForm(AcceptEventForm):
    ids = "reject-event"
    act = reject_event


TakeOfficeForm = form_of(take_office)
ShowOfficeForm = form_of(show_office)
SeriesForm = form_of(add_series)
WithdrawOfferForm = form_of(withdraw_offer)


class MarkForm(LogoForm):
    ids = "mark"


RemoveMarkForm = form_of(remove_mark)
