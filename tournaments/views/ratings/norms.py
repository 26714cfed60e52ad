"""Norms: the tables of an organisation, and what a section's players have reached."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from tournaments.acts.ratings.norm_tables import (
    remove_norm_table,
    remove_percent_norm,
    remove_place_norm,
    set_norm_table,
    set_percent_norm,
    set_place_norm,
)
from tournaments.acts.ratings.norms import set_norm_exemption, show_norms
from tournaments.forms.base import ActForm
from tournaments.forms.norm_tables import (
    ExemptionForm,
    NormForm,
    PercentNormForm,
    PlaceNormForm,
    RemoveNormForm,
    RemovePercentNormForm,
    RemovePlaceNormForm,
    ShowNormsForm,
)
from tournaments.organisation_roles import KEEP_RATINGS, may_for
from tournaments.policy import Act
from tournaments.queries.norms import last_waived, norm_tables_of
from tournaments.queries.papers import NOW
from tournaments.queries.public.public import section_of
from tournaments.queries.public.public_norms import norms_shown
from tournaments.ratings.norms import CHINESE_SCALE, FIDE_NORMS, PercentStep, norm_rule
from tournaments.requests.access import OrganisationAccess, SectionAccess
from tournaments.requests.act_urls import act_url, page_url


def _tables_page(
    request: HttpRequest, access: OrganisationAccess, failed: ActForm | None = None
) -> HttpResponse:
    tables = list(access.organisation.norm_tables.prefetch_related("sections__event"))
    wanted = request.GET.get("like", "")
    rules = dict(FIDE_NORMS) | {table.title: norm_rule(table.document) for table in tables}
    like = rules.get(wanted)
    together = next((table.sections.all() for table in tables if table.title == wanted), ())
    initial = NormForm.about(like, together) if like else {}
    form = failed if isinstance(failed, NormForm) else NormForm(initial=initial)
    context = {
        "may": access.may,
        "organisation": access.organisation,
        "tables": [(table, norm_rule(table.document)) for table in tables],
        "presets": list(FIDE_NORMS),
        "like": wanted if like else "",
        "form": form,
        "remove": RemoveNormForm(),
        "places": list(access.organisation.place_norms.prefetch_related("sections__event")),
        "place_form": failed if isinstance(failed, PlaceNormForm) else PlaceNormForm(),
        "remove_place": RemovePlaceNormForm(),
        "percentages": list(access.organisation.percent_norms.prefetch_related("sections__event")),
        "percent_form": failed if isinstance(failed, PercentNormForm) else _percent_form(request, access),
        "remove_percent": RemovePercentNormForm(),
        "failed": failed
        if isinstance(failed, RemoveNormForm | RemovePlaceNormForm | RemovePercentNormForm)
        else None,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/norm_tables.html", context, status=status)


def _percent_form(request: HttpRequest, access: OrganisationAccess) -> PercentNormForm:
    """Begun with the Chinese scale, or with a table of the organisation by its day."""
    wanted = request.GET.get("percent", "")
    if wanted == "chinese":
        return PercentNormForm(initial=PercentNormForm.about(CHINESE_SCALE))
    for norm in access.organisation.percent_norms.all():
        if norm.since.isoformat() == wanted:
            steps = [PercentStep(*step) for step in norm.steps]
            return PercentNormForm(initial=PercentNormForm.about(steps, norm))
    return PercentNormForm()


def _section_page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    section = section_of(access.section.pk)
    owner = access.event.organisation
    form = failed if isinstance(failed, ExemptionForm) else None
    waived = {"exemption": section.norms_exemption, "fixed": section.norms_fixed}
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "tables": norm_tables_of(section),
        "page": norms_shown(section, NOW),
        "waived": last_waived(section),
        "form": form or ExemptionForm(initial=waived),
        "show": ShowNormsForm(),
        "owner": owner,
        "may_fill": owner is not None and may_for(KEEP_RATINGS, access.user, owner),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/norms.html", context, status=status)


_TABLES = "desk/-/organisations/<slug:organisation>/norms/"
SITE = [
    page_url(_TABLES, "norm_tables", _tables_page, KEEP_RATINGS),
    act_url(
        f"{_TABLES}set/",
        set_norm_table,
        NormForm,
        page=_tables_page,
        to="norm_tables",
        success_message=gettext_lazy("Saved."),
    ),
    act_url(
        f"{_TABLES}remove/",
        remove_norm_table,
        RemoveNormForm,
        page=_tables_page,
        to="norm_tables",
        success_message=gettext_lazy("Deleted."),
    ),
    act_url(
        f"{_TABLES}places/set/",
        set_place_norm,
        PlaceNormForm,
        page=_tables_page,
        to="norm_tables",
        success_message=gettext_lazy("Saved."),
    ),
    act_url(
        f"{_TABLES}places/remove/",
        remove_place_norm,
        RemovePlaceNormForm,
        page=_tables_page,
        to="norm_tables",
        success_message=gettext_lazy("Deleted."),
    ),
    act_url(
        f"{_TABLES}percentages/set/",
        set_percent_norm,
        PercentNormForm,
        page=_tables_page,
        to="norm_tables",
        success_message=gettext_lazy("Saved."),
    ),
    act_url(
        f"{_TABLES}percentages/remove/",
        remove_percent_norm,
        RemovePercentNormForm,
        page=_tables_page,
        to="norm_tables",
        success_message=gettext_lazy("Deleted."),
    ),
]
SECTION = [
    page_url("norms/", "norms", _section_page, Act.SEE_DESK),
    act_url(
        "norms/exemption/",
        set_norm_exemption,
        ExemptionForm,
        page=_section_page,
        to="norms",
        success_message=gettext_lazy("Saved."),
    ),
    act_url("norms/show/", show_norms, ShowNormsForm, page=_section_page, to="norms"),
]
