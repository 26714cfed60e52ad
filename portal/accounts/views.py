"""Show a person's access tokens: made, shown once, revoked. And say who is signed in, for the pages'
scripts."""

from __future__ import annotations

from uuid import uuid4

from allauth.account import views as account
from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from portal.accounts.devices import known_device
from portal.accounts.models import User
from portal.accounts.tokens import DAYS, SCOPES, MadeToken, make_token, revoke_token
from portal.api.messages import refusal_words
from portal.policy import Refusal
from portal.web.field_words import InOurWords
from portal.web.rate_limits import refuse_if_often


def sign_in(request: HttpRequest) -> HttpResponseBase:
    """Show allauth's page."""
    # An address that floods it is turned away before anything is looked at, but for the devices there that
    # are known.
    if request.method == "POST" and known_device(request, request.POST.get("login", "")) is None:
        refused = refuse_if_often(request, "sign_in")
        if refused is not None:
            return refused
    return account.login(request)


def reset_password(request: HttpRequest) -> HttpResponseBase:
    """Show allauth's page, where the site can send letters; else say who hands out links."""
    if not settings.SENDS_MAIL:
        return render(request, "account/password_reset.html")
    return account.password_reset(request)


@never_cache
@require_safe
def sender(request: HttpRequest) -> HttpResponse:
    """Say who is signed in, and the token that forms need: asked before what a page has kept is sent."""
    if not request.user.is_authenticated:
        return JsonResponse({"person": ""})
    return JsonResponse({"person": str(request.user.pk), "token": get_token(request)})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Show my tokens and the form for one more; on POST make it, and show its secret this once."""
    if request.method != "POST":
        return _page(request, _fresh())
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    values = form.cleaned_data
    try:
        made = make_token(by=_user(request), **values)
    except Refusal as refusal:
        form.add_error(refusal.field or None, refusal_words(refusal))
        return _page(request, form, status=409)
    return _page(request, _fresh(), made)


@require_POST
@login_required
def token_revoke(request: HttpRequest, token: int) -> HttpResponse:
    """It opens nothing any more."""
    user = _user(request)
    token_row = user.tokens.filter(pk=token).first()
    if token_row is None:
        raise Http404
    revoke_token(token=token_row, by=user, once=request.POST.get("once", ""))
    return redirect("tokens")


def _user(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User):
        raise Http404
    return user


def _fresh() -> TokenForm:
    return TokenForm(initial={"once": uuid4().hex})


def _page(
    request: HttpRequest, form: TokenForm, made: MadeToken | None = None, *, status: int = 200
) -> HttpResponse:
    rows = [
        {"token": token, "scopes": [SCOPES[scope] for scope in token.scopes if scope in SCOPES]}
        for token in _user(request).tokens.all()
    ]
    context = {"form": form, "made": made, "tokens": rows}
    return render(request, "account/tokens.html", context, status=status)


class TokenForm(InOurWords, forms.Form):
    """Make a new access token."""

    # Makes a double tap one token.
    once = forms.CharField(widget=forms.HiddenInput, required=False)
    name = forms.CharField(
        label=_("Token name"), max_length=60, help_text=_("For example “Results board in hall 2”.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=SCOPES.items,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Never more than your own roles allow. Public data needs no token."),
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        initial=30,
        choices=lambda: [
            (days, ngettext("%(days)s day", "%(days)s days", days) % {"days": days}) for days in DAYS
        ],
    )
