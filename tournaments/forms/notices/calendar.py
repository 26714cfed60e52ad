"""What one asks the calendar: a form that is sent with the address, so that a list can be kept and shared."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.dates import MONTHS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.web.field_words import InOurWords
from tournaments.forms.base import CONTROLS, offer
from tournaments.models import Organisation, Section
from tournaments.queries.entering.organisations import present_address
from tournaments.queries.public.public import listed_events
from tournaments.queries.public.public_calendar import PAST, WantedEvents, offered_organisations, years
from tournaments.queries.public.public_front import countries
from tournaments.queries.public.public_search import LONGEST
from tournaments.wording.names import plain_name
from tournaments.wording.places import country_name


class EventsForm(InOurWords, forms.Form):
    """Which events, whenever they are: what pages and programs ask alike."""

    q = forms.CharField(label=_("Name or town"), required=False, max_length=LONGEST, strip=True)
    game = forms.ChoiceField(
        label=pgettext_lazy("xiangqi or weiqi", "Game"),
        required=False,
        choices=[("", _("Both games")), *Section.Game.choices],
    )
    country = forms.ChoiceField(label=_("Country"), required=False)
    level = forms.ChoiceField(
        label=_("Level"), required=False, choices=[("", _("All levels")), *Organisation.Level.choices]
    )
    organisation = forms.ChoiceField(label=_("Organisation"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "calendar-%s", **kwargs})
        lands = sorted((country_name(code), code) for code in countries(listed_events()))
        offer(self, "country", [("", _("All countries")), *((code, name) for name, code in lands)])
        owner = str(self.data.get("organisation", ""))[:50].replace("\0", "")
        if owner and (slug := present_address(owner)):
            # Calendars go on to follow the address that they have.
            self.data, owner = dict(self.data.items()) | {"organisation": slug}, slug
        owners = offered_organisations(owner)
        offer(
            self,
            "organisation",
            [("", _("All organisations")), *((owner.slug, plain_name(owner)) for owner in owners)],
        )

    def clean_q(self) -> str:
        return CONTROLS.sub(" ", self.cleaned_data["q"])

    def words(self) -> list[str]:
        """What was asked, once it is valid, as a person reads it."""
        words = []
        for name, field in self.fields.items():
            if value := self.cleaned_data[name]:
                choices = (
                    dict(cast("list[Any]", field.choices)) if isinstance(field, forms.ChoiceField) else {}
                )
                words.append(str(choices.get(value, value)))
        return words

    def wanted(self) -> WantedEvents:
        """What was asked, once it is valid."""
        values = self.cleaned_data
        month = values.get("month")
        return WantedEvents(
            words=values["q"],
            game=values["game"],
            country=values["country"],
            organisation=values["organisation"],
            level=values["level"],
            when=values.get("when", ""),
            month=int(month) if month else None,
        )


class CalendarForm(EventsForm):
    """``after``: behind which event the page begins, which only its links know."""

    when = forms.ChoiceField(label=pgettext_lazy("of events", "When"), required=False)
    month = forms.ChoiceField(
        label=_("Month"),
        required=False,
        choices=[("", _("All months")), *((str(number), name) for number, name in sorted(MONTHS.items()))],
    )
    after = forms.SlugField(required=False, widget=forms.HiddenInput)

    field_order = ("q", "when", "month", "game", "country", "level", "organisation")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        years_offered = [(str(year), str(year)) for year in years()]
        offer(self, "when", [("", _("From now on")), (PAST, _("Past events")), *years_offered])

    def choices_offered(self) -> list[forms.BoundField]:
        """All but the words that are typed: what the page folds."""
        return [field for field in self.visible_fields() if field.name != "q"]

    def choices_made(self) -> list[str]:
        """What of them was chosen, as a person reads it; nothing before it is valid."""
        made: list[str] = []
        for choice in self.choices_offered() if self.is_valid() else []:
            field = cast("forms.ChoiceField", choice.field)
            if value := self.cleaned_data[choice.name]:
                made.append(str(dict(cast("list[Any]", field.choices))[value]))
        return made
