"""Show a form again that was sent after the session had ended, or with a token of before a new sign-in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournaments.forms.base import CHOOSE_AGAIN
from tournaments.requests.frame import FORM_KEY, is_queued, keep, lead, sign_in_answer, sign_in_first, staff

SECRET = frozenset({"once", "seen", "seats"})


@staff("GET")
def kept_form(request: HttpRequest) -> HttpResponse:
    """Show a form that waited; the page carries its values from here on."""
    form_data = request.session.pop(FORM_KEY, None)
    if form_data is None:
        return redirect("desk")
    values = [(name, value) for name, values in form_data["data"].items() for value in values]
    visible = [(name, value) for name, value in values if name not in SECRET and value]
    # A session cannot keep files: the form comes back on its own page, which says which to choose again
    # (`ActForm`).
    files = [(CHOOSE_AGAIN, f"{name}:{file}") for name, file in form_data["files"]]
    context = {
        "path": form_data["path"],
        "values": values + files,
        "shown": visible,
        "files": [file for _name, file in form_data["files"]],
        "signed_in": form_data["signed_in"],
    }
    return render(request, "tournaments/desk/kept.html", context)


def stale(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token does not hold (``CSRF_FAILURE_VIEW``)."""
    match = request.resolver_match
    of_the_desk = match is not None and getattr(match.func, "keeps_forms", False)
    if of_the_desk and is_queued(request):
        # The page has kept it and asks for a new token.
        return sign_in_answer()
    # One of the desk's is kept and offered again; never one from another site, nor one with a password in it.
    if of_the_desk and request.method == "POST" and not _from_elsewhere(request, reason):
        if not request.user.is_authenticated:
            return sign_in_first(request)
        if keep(request, signed_in=True):
            return lead(request, reverse("kept"))
    again = reverse("desk") if of_the_desk else request.path
    return render(request, "403_csrf.html", {"again": again}, status=403)


def _from_elsewhere(request: HttpRequest, reason: str) -> bool:
    """Whether the form may come from another site: what that has written must not wait for a click."""
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    return site != "same-origin" or reason.startswith(("Origin", "Referer"))
