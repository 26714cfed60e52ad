"""The groups of the draw from an earlier event: chosen, looked at, taken."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy

from tournaments.acts.entering.draw_groups import GroupsTaken, take_draw_groups
from tournaments.forms.base import ActForm
from tournaments.models import Section
from tournaments.policy import Act
from tournaments.queries.draw_groups import earlier_rankings, ranked_groups
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url
from tournaments.state.draw_groups import UnrankedGroup


class GroupsForm(ActForm):
    act = take_draw_groups
    made_of = ("section",)

    source = forms.ChoiceField(label=gettext_lazy("Team ranking of"))
    others = forms.ChoiceField(
        label=gettext_lazy("Players of no ranked team"),
        choices=[
            (UnrankedGroup.SMALLER, gettext_lazy("to the smaller group")),
            (UnrankedGroup.FIRST, gettext_lazy("group 1, odd numbers")),
            (UnrankedGroup.SECOND, gettext_lazy("group 2, even numbers")),
        ],
        initial=UnrankedGroup.SMALLER,
    )

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rankings = earlier_rankings(section)
        choices = [(ranking.pk, f"{ranking.event.name}: {ranking.name}") for ranking in self.rankings]
        self.fields["source"].choices = choices  # type: ignore[attr-defined]  # it is a ChoiceField

    def arguments(self) -> dict[str, Any]:
        """The key of the section, a number."""
        return {**super().arguments(), "source": int(self.cleaned_data["source"])}


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None) -> HttpResponse:
    """The choice, and once something is chosen who would come into which group."""
    section = access.section
    choice = GroupsForm(request.GET if "source" in request.GET else None, section=section)
    rows = []
    if failed is None and choice.is_bound and choice.is_valid():
        source = next(row for row in choice.rankings if str(row.pk) == choice.cleaned_data["source"])
        rows = ranked_groups(section, source, UnrankedGroup(choice.cleaned_data["others"]))
    form = failed or choice
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "form": form,
        "is_open": section.has_draw_groups and not section.lots_drawn_at,
        "rankings": choice.rankings,
        "groups": [
            {"number": number, "rows": [row for row in rows if row.group == number]} for number in (1, 2)
        ]
        if rows
        else [],
        "chosen": choice.cleaned_data if rows else {},
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/draw_groups.html", context, status=status)


def _taken(answer: GroupsTaken, _access: SectionAccess) -> str:
    words = gettext("Groups taken: %(first)s players in group 1, %(second)s in group 2.")
    return words % {"first": answer["first"], "second": answer["second"]}


SECTION = [
    act_url(
        "lots/groups/",
        take_draw_groups,
        GroupsForm,
        page=_page,
        read=Act.SET_TEAMS,
        to="draw_lots",
        success_message=_taken,
    ),
]
