"""Stages at the desk: groups that are made of a section, and whence its places are filled."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy, ngettext

from tournaments.acts.stages import (
    CARRIED,
    GROUP_PRESETS,
    METHODS,
    GroupsMade,
    SourcesSet,
    make_groups,
    set_sources,
    stage_settings,
)
from tournaments.forms.base import ActForm
from tournaments.forms.section_fields import Lines
from tournaments.policy import Act
from tournaments.queries.stages import stage_places
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url
from tournaments.state.stages import MOST_GROUPS
from tournaments.wording.stages import open_words


class SourcesForm(ActForm):
    act = set_sources

    sources = Lines(
        label=gettext_lazy("Places"),
        widget=forms.Textarea({"rows": 8}),
        required=False,
        help_text=gettext_lazy(
            "One place a line, by the address of a section: group-a:1 is the first of a group, cup:W7 and "
            "cup:L7 the winner and the loser of match 7, group-a+group-b:3:1 the best third of two groups, "
            "group-a#12 number 12, - nobody. In a knock-out two neighbours meet."
        ),
    )

    carries = forms.ChoiceField(
        label=gettext_lazy("Earlier results that count here"),
        choices=CARRIED,
        required=False,
        help_text=gettext_lazy(
            "In a round robin or a Swiss. Who has met does not meet again; that makes a round robin shorter."
        ),
    )

    def arguments(self) -> dict[str, Any]:
        """The lines as a list."""
        return {**super().arguments(), "sources": self.cleaned_data["sources"].splitlines()}


class MakeGroupsForm(ActForm):
    act = make_groups

    groups = forms.IntegerField(  # type: ignore[assignment]  # a field: ActForm keeps its own
        label=gettext_lazy("Groups"), min_value=2, max_value=MOST_GROUPS, initial=4
    )
    method = forms.ChoiceField(label=gettext_lazy("How they are divided"), choices=METHODS)
    apart = forms.BooleanField(  # type: ignore[assignment]  # the same
        label=gettext_lazy("Keep those of one federation apart"), required=False, initial=True
    )
    preset = forms.ChoiceField(label=gettext_lazy("In a group everyone plays"), choices=GROUP_PRESETS)
    qualifiers = forms.TypedChoiceField(
        label=gettext_lazy("Qualified of each group"),
        coerce=int,
        choices=[(0, gettext_lazy("I set the places by hand")), (1, "1"), (2, "2"), (4, "4")],
        initial=2,
    )


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None) -> HttpResponse:
    section = access.section
    stands = stage_places(section)
    lines = "\n".join(str(row.source) for row in stands)
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "is_open": not section.lots_drawn_at,
        "places": [(row, open_words(row.is_open) if row.is_open else "") for row in stands],
        "sources_form": failed
        if isinstance(failed, SourcesForm)
        else SourcesForm(initial={"sources": lines, "carries": stage_settings(section)["carries"]}),
        "groups_form": failed if isinstance(failed, MakeGroupsForm) else MakeGroupsForm(),
        "failed": failed,
    }
    return render(request, "tournaments/desk/stages.html", context, status=failed.status if failed else 200)


def _set(answer: SourcesSet, _access: SectionAccess) -> str:
    count = answer["places"]
    words = ngettext(
        "%(count)s place comes from other sections.", "%(count)s places come from other sections.", count
    )
    return words % {"count": count}


def _made(answer: GroupsMade, _access: SectionAccess) -> str:
    count = len(answer["groups"])
    return ngettext("%(count)s group made.", "%(count)s groups made.", count) % {"count": count}


SECTION = [
    act_url(
        "stages/",
        set_sources,
        SourcesForm,
        page=_page,
        read=Act.SEE_DESK,
        to="set_sources",
        success_message=_set,
    ),
    act_url(
        "stages/groups/", make_groups, MakeGroupsForm, page=_page, to="set_sources", success_message=_made
    ),
]
