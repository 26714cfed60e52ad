"""The licences that an organisation gives: their kinds. Persons get theirs on the person's own page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.acts.register.licences import change_licence_kind, make_licence_kind
from tournaments.forms.base import ActForm
from tournaments.forms.register.licences import ChangeKindForm, MakeKindForm
from tournaments.organisation_roles import KEEP_LICENCES
from tournaments.queries.register.licences import asked_licences, licence_kinds
from tournaments.requests.access import OrganisationAccess
from tournaments.requests.act_urls import act_url, page_url


def _page(request: HttpRequest, access: OrganisationAccess, failed: ActForm | None = None) -> HttpResponse:
    lines = licence_kinds(access.organisation, timezone.localdate())
    context = {
        "may": access.may,
        "organisation": access.organisation,
        "kinds": [(line, ChangeKindForm.about(line.kind)) for line in lines],
        "asked": asked_licences(access.organisation),
        "form": failed if isinstance(failed, MakeKindForm) else MakeKindForm(),
        "failed": failed if isinstance(failed, ChangeKindForm) else None,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/licence_kinds.html", context, status=status)


_ALL = "desk/-/organisations/<slug:organisation>/licences/"
SITE = [
    page_url(_ALL, "licence_kinds", _page, KEEP_LICENCES),
    act_url(
        f"{_ALL}make/",
        make_licence_kind,
        MakeKindForm,
        page=_page,
        to="licence_kinds",
        success_message=gettext_lazy("Licence created."),
    ),
    act_url(
        f"{_ALL}change/",
        change_licence_kind,
        ChangeKindForm,
        page=_page,
        to="licence_kinds",
        success_message=gettext_lazy("Saved."),
    ),
]
