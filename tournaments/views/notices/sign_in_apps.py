"""Apps that sign people in with this site: the site's own, and each organisation's."""

from __future__ import annotations

from functools import partial
from typing import Any

from allauth.idp.oidc.models import Client
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from portal.identity.registered import WITH_SECRET, app_secret, kind_of
from portal.policy import Denied
from tournaments.acts.notices.sign_in_apps import (
    OfApp,
    answer_for_app,
    delete_app,
    keeper_of,
    register_app,
    renew_app_secret,
)
from tournaments.forms.base import ActForm
from tournaments.forms.notices.sign_in_apps import AnswerForm, AppForm, DeleteAppForm, RenewSecretForm
from tournaments.models import Organisation
from tournaments.organisation_roles import KEEP_APPS
from tournaments.queries.notices.sign_in_apps import app_rows
from tournaments.requests.access import OrganisationAccess, SiteAccess
from tournaments.requests.act_urls import act_url, page_url


def _page(
    request: HttpRequest, access: SiteAccess, failed: ActForm | None = None, *, fresh: Client | None = None
) -> HttpResponse:
    """``fresh``: an app whose secret is shown this once."""
    organisation = access.organisation if isinstance(access, OrganisationAccess) else None
    if organisation is None and not access.user.is_superuser:
        # An officer keeps the apps of the organisation, not the site's.
        raise Denied(KEEP_APPS)
    context: dict[str, Any] = {
        "may": access.may,
        "organisation": organisation,
        "apps": app_rows(keeper_of(organisation)),
        "form": failed if isinstance(failed, AppForm) else AppForm(),
        "failed": None if isinstance(failed, AppForm) else failed,
        "renew": RenewSecretForm(),
        "answer": AnswerForm(),
        "delete": DeleteAppForm(),
        "fresh": fresh,
        "secret": app_secret(fresh) if fresh and kind_of(fresh) in WITH_SECRET else "",
        "issuer": settings.PUBLIC_URL,
        "urls": _urls(organisation),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/sign_in_apps.html", context, status=status)


def _urls(organisation: Organisation | None) -> dict[str, str]:
    """Where the buttons lead, by what they do."""
    prefix, place = ("organisation_", [organisation.slug]) if organisation else ("site_", [])
    names = {"register": "register_app", "renew": "renew_app_secret", "answer": "answer_for_app"}
    return {
        key: reverse(f"{prefix}{name}", args=place) for key, name in {**names, "delete": "delete_app"}.items()
    }


def _with_secret(request: HttpRequest, answer: OfApp, access: SiteAccess) -> HttpResponse:
    """The page with the secret, which is shown to this request alone, also when it is sent twice."""
    page = _page(request, access, fresh=Client.objects.filter(pk=answer["app"]).first())
    page.headers["Cache-Control"] = "no-store"
    return page


def _addresses(place: str, prefix: str) -> list[Any]:
    """One kind of keeper's."""
    to = f"{prefix}apps"
    url = partial(act_url, page=_page)
    return [
        page_url(f"{place}apps/", to, _page, KEEP_APPS),
        url(f"{place}apps/register/", register_app, AppForm, name=f"{prefix}register_app", to=_with_secret),
        url(
            f"{place}apps/secret/",
            renew_app_secret,
            RenewSecretForm,
            name=f"{prefix}renew_app_secret",
            to=_with_secret,
        ),
        url(
            f"{place}apps/answer/",
            answer_for_app,
            AnswerForm,
            name=f"{prefix}answer_for_app",
            to=to,
            success_message=_("You answer for this app now."),
        ),
        url(
            f"{place}apps/delete/",
            delete_app,
            DeleteAppForm,
            name=f"{prefix}delete_app",
            to=to,
            success_message=_("App deleted. It can no longer use anybody’s account."),
        ),
    ]


SITE = [
    *_addresses("desk/-/", "site_"),
    *_addresses("desk/-/organisations/<slug:organisation>/", "organisation_"),
]
