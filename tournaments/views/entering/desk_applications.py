"""Entries on line at the desk: applications to decide, the list as a file, the form."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.acts.deleting import Deleted, delete_application
from tournaments.acts.entering.applications import (
    ApplicationMoved,
    ApplicationsDecided,
    decide_applications,
    renew_application_link,
)
from tournaments.acts.entering.entry_forms import set_entry_form
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.entering.applications import DecideForm, EntryFormForm
from tournaments.models import Application, Document, EntryForm, Section
from tournaments.pages.attached import CONTENT_TYPES
from tournaments.policy import Act
from tournaments.queries.entering.applications import (
    applicant_address,
    counts_by_state,
    listed_applications,
    place_in_list,
    places_left,
)
from tournaments.queries.journal import is_id
from tournaments.queries.money.fees import prices_of
from tournaments.requests.access import (
    ApplicationDeskAccess,
    SectionAccess,
    access_application,
    first_or_404,
)
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.frame import staff, user_of
from tournaments.requests.tables import table_file
from tournaments.state.applications import PARTICULARS
from tournaments.wording.entering.applications import FIELD_NAMES

# Those that wait for a decision stand first.
ROWS_A_PAGE = 200

DeleteApplicationForm = form_of(delete_application)


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    """``state``, ``quota``: only those; ``after``: behind which one of the list the page begins."""
    section = access.section
    chosen, after = request.GET.get("state", ""), request.GET.get("after", "")
    quota_key = request.GET.get("quota", "")
    quota = section.quotas.filter(pk=quota_key).first() if is_id(quota_key) else None
    listed = listed_applications(section, chosen, after, quota.pk if quota else None)
    applications = list(listed[: ROWS_A_PAGE + 1])
    applications_here = applications[:ROWS_A_PAGE]
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "entry_form": EntryForm.objects.filter(section=section).first(),
        "address": settings.PUBLIC_URL + reverse("apply", args=[access.event.slug, section.slug]),
        "open": section.state != Section.State.DRAFT and access.event.listed,
        "applications": applications_here,
        "after": after,
        "behind": place_in_list(applications_here[-1]) if len(applications) > ROWS_A_PAGE else "",
        "counts": [(state, state.label, count) for state, count in counts_by_state(section).items()],
        "chosen": chosen,
        "quota": quota,
        "places": places_left(section),
        "form": failed if isinstance(failed, DecideForm) else DecideForm(section=section),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/applications.html", context, status=status)


def _one_page(
    request: HttpRequest, access: ApplicationDeskAccess, failed: ActForm | None = None
) -> HttpResponse:
    """All that one applicant has filled in, the link, and deleting it."""
    application = access.application
    fresh = DeleteApplicationForm()
    if application.entry is None:
        del fresh.fields["with_entry"]
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "application": application,
        "particulars": [
            (FIELD_NAMES[name], application.particulars[name])
            for name in PARTICULARS
            if name in application.particulars
        ],
        "files": application.files.defer("body"),
        "address": applicant_address(application),
        "by_letter": bool(application.email and settings.SENDS_MAIL),
        "renew": ActForm(auto_id="renew-%s"),
        "delete": failed if isinstance(failed, DeleteApplicationForm) else fresh,
        "above": failed if not isinstance(failed, DeleteApplicationForm) else None,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/application.html", context, status=status)


def _form_page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    context: dict[str, Any] = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "form": failed or EntryFormForm(section=access.section),
        "prices": prices_of(access.section),
        "is_public": access.section.state != Section.State.DRAFT
        and access.event.listed
        and EntryForm.objects.filter(section=access.section).exists(),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/entry_form.html", context, status=status)


def _decided(answer: ApplicationsDecided, _access: SectionAccess) -> str:
    """Who was accepted where no place was free waits, and whoever decides hears it at once."""
    states = list(answer["states"].values())
    count, waiting = len(states), states.count(Application.State.WAITING)
    done = ngettext("%(count)s application decided.", "%(count)s applications decided.", count)
    sentences = [done % {"count": count}]
    if waiting:
        wait = ngettext("%(count)s is on the waiting list.", "%(count)s are on the waiting list.", waiting)
        sentences.append(wait % {"count": waiting})
    return " ".join(sentences)


def _renewed(_answer: ApplicationMoved, access: ApplicationDeskAccess) -> str:
    if access.application.email and settings.SENDS_MAIL:
        return gettext("The applicant gets the new link by e-mail. The old one no longer works.")
    return gettext("Give the applicant the new link. The old one no longer works.")


def _to_the_list(_request: HttpRequest, _answer: Deleted, access: ApplicationDeskAccess) -> HttpResponse:
    return redirect("applications", access.event.slug, access.section.slug)


def _table(_request: HttpRequest, access: SectionAccess, *, ending: str) -> HttpResponse:
    """All that was confirmed, in order, as a file; particulars and answers have columns of their own."""
    section = access.section
    applications = list(
        listed_applications(section, "").exclude(state=Application.State.DRAFT).order_by("turn")
    )
    labels = list(dict.fromkeys(label for application in applications for label in application.answers))
    rows = [
        [
            *(
                application.turn,
                application.state,
                application.name,
                application.federation_id,
                str(application.quota or ""),
            ),
            *(application.particulars.get(name, "") for name in PARTICULARS),
            *(application.email, application.phone, application.guardian, "yes" if application.late else ""),
            application.confirmed_at.isoformat(timespec="seconds") if application.confirmed_at else "",
            "; ".join(member["name"] for member in application.members),
            *(application.answers.get(label, "") for label in labels),
        ]
        for application in applications
    ]
    head = [
        "turn",
        "state",
        "name",
        "federation",
        "quota",
        *PARTICULARS,
        "email",
        "phone",
        "guardian",
        "late",
        "confirmed",
        "players",
    ]
    name = f"{access.event.slug}-{section.slug}-applications"
    return table_file([[*head, *labels], *rows], name, ending)


@staff("GET")
def answer_file(request: HttpRequest, event: str, section: str, application: int, key: int) -> HttpResponse:
    """As a file to keep: nothing that somebody has sent is shown on a page of ours."""
    access = access_application(user_of(request), event, section, application, Act.ENTER_PLAYER)
    file = first_or_404(access.application.files.filter(pk=key))
    response = HttpResponse(bytes(file.body), content_type=CONTENT_TYPES[Document.Format(file.format)])
    name = f"{event}-{section}-{application}-{key}.{file.format}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


SECTION = [
    page_url("applications/", "applications", _page, Act.SEE_DESK),
    page_url("applications/list.csv", "applications_csv", partial(_table, ending="csv"), Act.ENTER_PLAYER),
    page_url("applications/list.xlsx", "applications_xlsx", partial(_table, ending="xlsx"), Act.ENTER_PLAYER),
    act_url(
        "applications/decide/",
        decide_applications,
        DecideForm,
        page=_page,
        to="applications",
        success_message=_decided,
    ),
    page_url("applications/<int:application>/", "application_desk", _one_page, Act.ENTER_PLAYER),
    path("applications/<int:application>/file/<int:key>/", answer_file, name="answer_file"),
    act_url(
        "applications/<int:application>/link/",
        renew_application_link,
        page=_one_page,
        to="application_desk",
        success_message=_renewed,
    ),
    act_url(
        "applications/<int:application>/delete/",
        delete_application,
        DeleteApplicationForm,
        page=_one_page,
        to=_to_the_list,
        success_message=gettext_lazy("Application deleted."),
    ),
    act_url(
        "applications/form/",
        set_entry_form,
        EntryFormForm,
        page=_form_page,
        read=Act.EDIT_EVENT,
        to="applications",
        name="entry_form",
        success_message=gettext_lazy("Entry form saved."),
    ),
]
