"""Sign in with an account elsewhere: allauth's providers, as far as this site lets them."""

from __future__ import annotations

import logging
from typing import Any

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter, get_adapter
from allauth.socialaccount.internal.flows.connect import disconnect, validate_disconnect
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.openid_connect.views import callback
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from requests import RequestException

from portal import journal
from portal.accounts.models import User
from portal.web.rate_limits import refuse_if_often

logger = logging.getLogger(__name__)
_FAILED = gettext_lazy("Signing in with %(provider)s did not work. Try again, or use your password.")
JOINED, PARTED = "join_sign_in", "part_sign_in"


# An account elsewhere opens one here that it was joined to: by its owner, who was signed in, or because the
# provider vouches for an address that the account here has and that its owner has confirmed here. Nobody gets
# a new account by it. The second factor is asked for as after a password.
class SignInAdapter(DefaultSocialAccountAdapter):
    # Accounts come with an invitation.
    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return False

    def get_connect_redirect_url(self, request: HttpRequest, socialaccount: SocialAccount) -> str:
        return reverse("connected")

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[AbstractUser, str] | None:
        """Find the account whose owner has confirmed here the address for which the provider vouches."""
        vouched = [address.email.lower() for address in sociallogin.email_addresses if address.verified]
        for email in vouched:
            # An address that somebody has merely written down joins nothing: it may be anybody's.
            rows = EmailAddress.objects.select_related("user").filter(email=email, verified=True)
            people = [row.user for row in rows if row.user.email.lower() == email and row.user.is_active]
            if len(people) == 1:
                return people[0], email
        return None

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Say to whom nothing joins to an account here, in the language of the page that he came from."""
        joining = sociallogin.state.get("process") == AuthProcess.CONNECT
        if not sociallogin.is_existing and not joining:
            raise ImmediateHttpResponse(
                _back(
                    sociallogin.state.get("next"),
                    gettext_lazy(
                        "No account here is connected to this one. Sign in with your password, and connect "
                        "the two under “Apps and sign-in”; or confirm your e-mail address there first."
                    ),
                    request,
                )
            )
        user = request.user if joining else sociallogin.user
        account = sociallogin.account
        # What the provider says of the person is asked anew each time, and stands nowhere (law 8).
        account.extra_data = {}
        if not account._state.adding:
            account.save(update_fields=["extra_data"])
        elif isinstance(user, User):
            _note(JOINED, user, account)

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: Any = None,
        exception: Any = None,
        extra_context: Any = None,
    ) -> None:
        """Lead back to where one signs in, and say that nothing has happened."""
        logger.warning("Signing in with %s came to nothing: %s %s.", provider.sub_id, error, exception)
        state = (extra_context or {}).get("state") or {}
        raise ImmediateHttpResponse(_back(state.get("next"), _FAILED % {"provider": provider.name}, request))


def _note(act: str, user: User, account: SocialAccount) -> None:
    target = f"user:{user.pk}"
    # Never the name or address there: numbers and names of settings alone (law 8).
    journal.record(act, by=user, scope=target, target=target, after={"provider": account.provider})


def _back(next_url: str | None, sentence: str | Promise, request: HttpRequest) -> HttpResponse:
    """To where one signs in, in the language of the page that the person came from."""
    language = (next_url or "").split("/")[1:2]
    if language and language[0] in dict(settings.LANGUAGES):
        translation.activate(language[0])
    messages.error(request, str(sentence))
    return redirect("connected" if request.user.is_authenticated else "account_login")


@require_POST
@never_cache
def begin(request: HttpRequest, name: str) -> HttpResponseBase:
    refused = refuse_if_often(request, "sign_in")
    if refused is not None:
        return refused
    provider = provider_of(request, name)
    try:
        answer = provider.redirect_from_request(request)
    except (RequestException, KeyError, ValueError):
        logger.warning("The provider %s does not answer.", name)
        return _back(request.POST.get("next"), _FAILED % {"provider": provider.name}, request)
    except ImmediateHttpResponse as instead:
        return instead.response
    if not isinstance(answer, HttpResponseRedirect):
        return answer
    # A page in between: a form of this site may not lead to another, a page may (`portal.web.security`).
    page = render(request, "account/leaving.html", {"to": answer.url, "provider": provider.name})
    page.headers["Refresh"] = f"0;url={answer.url}"
    return page


def openid_callback(request: HttpRequest, provider_id: str) -> HttpResponseBase:
    """Take back who comes from a provider of OpenID Connect."""
    provider = provider_of(request, provider_id)
    try:
        # What the provider says of the person may be anything: the library expects the fields of the
        # standard.
        return callback(request, provider_id)
    except (KeyError, ValueError, TypeError, AttributeError):
        logger.warning("The provider %s said of a person what is no claim.", provider_id)
        return _back(None, _FAILED % {"provider": provider.name}, request)


def provider_of(request: HttpRequest, name: str) -> Any:
    try:
        return get_adapter().get_provider(request, name)
    except (SocialApp.DoesNotExist, ImproperlyConfigured):
        raise Http404 from None


def providers(request: HttpRequest) -> list[Any]:
    return [
        get_adapter().get_provider(request, app.provider_id or app.provider)
        for app in get_adapter().list_apps(request)
    ]


def unlink_account(request: HttpRequest, user: User, key: int) -> None:
    """Take an account elsewhere away; raise ``ValidationError`` where nothing would be left to sign in
    with."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        account = SocialAccount.objects.filter(user=user, pk=key).first()
        if account is None:
            raise Http404
        validate_disconnect(request, account)
        _note(PARTED, user, account)
        disconnect(request, account)
