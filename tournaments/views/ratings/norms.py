"""Norms: the tables of an organisation, and what a section's players have reached."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from tournaments.acts.ratings.norm_tables import remove_norm_table, set_norm_table
from tournaments.forms.base import ActForm
from tournaments.forms.norm_tables import NormForm, RemoveNormForm
from tournaments.organisation_roles import KEEP_RATINGS, may_for
from tournaments.policy import Act
from tournaments.queries.norms import norms_of
from tournaments.ratings.norms import FIDE_NORMS, rule_of
from tournaments.requests.access import OrganisationAccess, SectionAccess
from tournaments.requests.acting import act_url, page_url
from tournaments.wording.norms import condition_lines, outlook_text


def _tables_page(
    request: HttpRequest, access: OrganisationAccess, failed: ActForm | None = None
) -> HttpResponse:
    tables = list(access.organisation.norm_tables.all())
    wanted = request.GET.get("like", "")
    rules = dict(FIDE_NORMS) | {table.title: rule_of(table.document) for table in tables}
    like = rules.get(wanted)
    form = failed if isinstance(failed, NormForm) else NormForm(initial=NormForm.about(like) if like else {})
    context = {
        "may": access.may,
        "organisation": access.organisation,
        "tables": [(table, rule_of(table.document)) for table in tables],
        "presets": list(FIDE_NORMS),
        "like": wanted if like else "",
        "form": form,
        "remove": RemoveNormForm(),
        "failed": failed if isinstance(failed, RemoveNormForm) else None,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/norm_tables.html", context, status=status)


def _section_page(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    exempt, fixed = "exempt" in request.GET, "fixed" in request.GET
    norms = norms_of(access.section, exempt=exempt, fixed=fixed)
    owner = access.event.organisation
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "norms": norms,
        "lines": [
            (line, condition_lines(line.report), outlook_text(line.report, line.outlook))
            for line in norms.lines
        ],
        "exempt": exempt,
        "fixed": fixed,
        "owner": owner,
        "may_fill": owner is not None and may_for(KEEP_RATINGS, access.user, owner),
    }
    return render(request, "tournaments/desk/norms.html", context)


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
]
SECTION = [page_url("norms/", "norms", _section_page, Act.SEE_DESK)]
