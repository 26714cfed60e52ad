"""Show a person what hangs on the account: ways to sign in, the address, and apps that were allowed."""

from __future__ import annotations

from uuid import uuid4

from allauth.socialaccount.models import SocialAccount
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from portal.accounts.addresses import ask_to_confirm, confirm_address, is_confirmed, letter_of
from portal.accounts.models import User
from portal.accounts.sign_in_elsewhere import providers, unlink_account
from portal.api.messages import refusal_words
from portal.identity.adapter import keeper_name, scope_words
from portal.identity.granted import apps_allowed_by, revoke_app
from portal.policy import Refusal
from portal.web.field_words import InOurWords
from portal.web.rate_limits import refuse_if_often


class AddressForm(InOurWords, forms.Form):
    """The address to which a letter goes."""

    email = forms.EmailField(label=_("E-mail address"), max_length=254)


@require_safe
@never_cache
@login_required
def connected(request: HttpRequest) -> HttpResponse:
    return _page(request)


@require_POST
@login_required
def ask_address(request: HttpRequest) -> HttpResponseBase:
    """Send a letter to the address that was typed."""
    user = _user(request)
    refused = refuse_if_often(request, "address_letters", user=user)
    if refused is not None:
        return refused
    form = AddressForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        ask_to_confirm(by=user, email=form.cleaned_data["email"])
    except Refusal as refusal:
        form.add_error(refusal.field or None, refusal_words(refusal))
        return _page(request, form, status=409)
    messages.success(request, gettext("A letter is on its way. Open its link within a day."))
    return redirect("connected")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    """Ask on GET, confirm on POST."""
    letter = letter_of(key)
    if letter is None:
        raise Http404
    refused = ""
    # Programs that look into letters open links.
    if request.method == "POST":
        try:
            confirm_address(letter=letter, by=_user(request))
        except Refusal as refusal:
            refused = refusal_words(refusal)
        else:
            messages.success(request, gettext("E-mail address confirmed."))
            return redirect("connected")
    context = {"email": letter.email, "refused": refused}
    return render(request, "account/confirm_address.html", context, status=409 if refused else 200)


@require_POST
@login_required
def part_sign_in(request: HttpRequest, account: int) -> HttpResponse:
    try:
        unlink_account(request, _user(request), account)
    except ValidationError:
        messages.error(request, gettext("Set a password first: without it you could no longer sign in."))
    else:
        messages.success(request, gettext("This account elsewhere opens nothing here any more."))
    return redirect("connected")


@require_POST
@login_required
def app_revoke(request: HttpRequest, client: str) -> HttpResponse:
    """The app may do nothing any more."""
    revoke_app(client=client, by=_user(request), once=request.POST.get("once", ""))
    messages.success(request, gettext("The app may no longer use your account."))
    return redirect("connected")


def _user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def _page(request: HttpRequest, form: AddressForm | None = None, *, status: int = 200) -> HttpResponse:
    user = _user(request)
    words = scope_words()
    joined = list(SocialAccount.objects.filter(user=user).order_by("pk"))
    names = {provider.sub_id: provider for provider in providers(request)}
    context = {
        "apps": [
            {
                "client": app.client,
                "keeper": keeper_name(app.client),
                "since": app.since,
                "scopes": [words.get(scope, scope) for scope in app.scopes],
            }
            for app in apps_allowed_by(user)
        ],
        "joined": [(account, names.get(account.provider)) for account in joined],
        "others": [
            provider for key, provider in names.items() if key not in {row.provider for row in joined}
        ],
        "email": user.email,
        "is_confirmed": is_confirmed(user),
        "letters": bool(settings.EMAIL_URL),
        "form": form or AddressForm(initial={"email": user.email}),
        "once": uuid4().hex,
    }
    return render(request, "account/connected.html", context, status=status)
