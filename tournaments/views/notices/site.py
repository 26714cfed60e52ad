"""The site as a whole: begun by its first administrator, then its settings."""

from __future__ import annotations

import logging

from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from portal.accounts.devices import remember_device
from portal.policy import Refusal
from portal.web.rate_limits import refuse_if_often
from tournaments.acts.notices.site import begin_site, is_begun, name_creator, remove_creator, set_site
from tournaments.forms.base import ActForm
from tournaments.forms.notices.site import BeginForm, CreatorForm, RemoveCreatorForm, SiteForm
from tournaments.models import Creator, Site
from tournaments.models.site import the_site
from tournaments.policy import Act
from tournaments.requests.access import SiteAccess
from tournaments.requests.act_urls import act_url
from tournaments.requests.frame import sent
from tournaments.views.invitations import BACKEND

logger = logging.getLogger(__name__)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def set_up(request: HttpRequest) -> HttpResponse:
    """A fresh site gets its administrator and its name; afterwards there is nothing here."""
    if is_begun():
        raise Http404
    form = BeginForm(sent(request))
    if request.method == "POST":
        refused = refuse_if_often(request, "sign_in")
        if refused is not None:
            return refused
        response = _begin(request, form)
        if response is not None:
            return response
    status = form.status if request.method == "POST" else 200
    return render(request, "tournaments/set_up.html", {"form": form}, status=status)


def _begin(request: HttpRequest, form: BeginForm) -> HttpResponse | None:
    """None when the form must be shown again."""
    if not form.is_valid():
        return None
    try:
        user = begin_site(**form.arguments())
    except Refusal as refusal:
        if refusal.code == "site-begun":
            raise Http404 from None
        logger.warning("The site was not begun: %s.", refusal.code)
        form.refuse(refusal)
        return None
    login(request, user, backend=BACKEND)
    messages.success(request, gettext("The site is ready, and you administer it. Create the first event."))
    response = redirect("event_create")
    remember_device(request, response, user)
    return response


def _page(request: HttpRequest, access: SiteAccess, failed: ActForm | None) -> HttpResponse:
    site = the_site()
    context = {
        "may": access.may,
        "form": failed if isinstance(failed, SiteForm) else SiteForm(initial=SiteForm.about(site)),
        "add": failed if isinstance(failed, CreatorForm) else CreatorForm(),
        "remove": RemoveCreatorForm(),
        "failed": failed if isinstance(failed, RemoveCreatorForm) else None,
        "creators": list(Creator.objects.select_related("user")),
        "counts": site.creators == Site.Creators.NAMED,
    }
    return render(request, "tournaments/desk/site.html", context, status=failed.status if failed else 200)


SITE = [
    path("setup/", set_up, name="set_up"),
    act_url(
        "desk/-/site/",
        set_site,
        SiteForm,
        name="site",
        page=_page,
        read=Act.SET_SITE,
        to="site",
        success_message=gettext_lazy("Settings saved."),
    ),
    act_url(
        "desk/-/site/creators/add/",
        name_creator,
        CreatorForm,
        page=_page,
        to="site",
        success_message=gettext_lazy("Person added."),
    ),
    act_url("desk/-/site/creators/remove/", remove_creator, RemoveCreatorForm, page=_page, to="site"),
]
