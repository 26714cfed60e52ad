"""Answer at the provider's addresses, and show the pages on which a person consents."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from allauth.core.internal.httpkit import extract_basic_auth
from allauth.idp.oidc import views as library
from allauth.idp.oidc.internal.oauthlib.server import get_device_server, get_server
from allauth.idp.oidc.internal.oauthlib.utils import convert_response, extract_params, respond_html_error
from allauth.idp.oidc.models import Client, Token
from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_supported_language_variant
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from oauthlib.oauth2.rfc6749 import errors
from oauthlib.oauth2.rfc6749.errors import OAuth2Error

from portal.accounts.adapter import lacks_second_factor
from portal.accounts.models import User
from portal.api.messages import refusal_words
from portal.identity import devices
from portal.identity.adapter import keeper_name, scope_words, scopes_held
from portal.identity.granted import note_allowed, token_digest
from portal.identity.models import DeviceGrant
from portal.policy import Refusal
from portal.web.field_words import InOurWords
from portal.web.languages import preferred
from portal.web.rate_limits import refuse_if_often
from portal.web.security import policy

GRANTS = [str(grant) for grant in Client.GrantType]


@require_safe
def configuration(_request: HttpRequest) -> JsonResponse:
    """Tell what a client must know of this site (OpenID Connect Discovery 1.0, RFC 8414)."""
    # Whichever of its hosts is asked.
    site = settings.PUBLIC_URL
    answer = JsonResponse(
        {
            "issuer": site,
            "authorization_endpoint": f"{site}/identity/authorize",
            "device_authorization_endpoint": f"{site}/identity/device-code",
            "token_endpoint": f"{site}/identity/token",
            "revocation_endpoint": f"{site}/identity/revoke",
            "userinfo_endpoint": f"{site}/identity/userinfo",
            "jwks_uri": f"{site}/.well-known/jwks.json",
            "scopes_supported": list(scope_words()),
            "response_types_supported": ["code"],
            "grant_types_supported": GRANTS,
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "subject_types_supported": ["public"],
            "claims_supported": [
                *("sub", "name", "given_name", "family_name", "preferred_username"),
                *("email", "email_verified"),
            ],
            "ui_locales_supported": [code for code, _name in settings.LANGUAGES],
        }
    )
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def to_authorization(request: HttpRequest) -> HttpResponse:
    """To the page on which a person consents, in the language that the app or else the browser asks for."""
    sent = request.POST if request.method == "POST" else request.GET
    return _in_language(request, f"identity/authorize/?{sent.urlencode()}", sent.get("ui_locales", ""))


@require_safe
def to_device(request: HttpRequest) -> HttpResponse:
    """Lead on from the address that a device shows: short enough to be typed."""
    query = request.GET.urlencode()
    return _in_language(request, f"identity/device/{'?' if query else ''}{query}")


def _in_language(request: HttpRequest, path: str, locales: str = "") -> HttpResponse:
    language = preferred(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
    for code in locales[:200].split():
        try:
            language = get_supported_language_variant(code.lower())
        except LookupError:
            continue
        break
    answer = redirect(f"/{language}/{path}")
    answer["Cache-Control"] = "no-store"
    return answer


class TokenView(library.TokenView):
    """The library's, with codes of devices from the database."""

    def post(self, request: HttpRequest) -> HttpResponseBase:
        refused = refuse_if_often(request, "app_tokens")
        if refused is not None:
            return refused
        with transaction.atomic():
            if renewing := request.POST.get("refresh_token"):
                # Locked: of two that renew with one token at one moment, the second finds it used up.
                rows = Token.objects.select_for_update(of=("self",)).filter(hash=token_digest(renewing))
                rows.filter(type=Token.Type.REFRESH_TOKEN).first()
            try:
                answer = super().post(request)
            except ValidationError:
                # Of what a ``resource`` may look like: the library words it and leaves it to us.
                return JsonResponse({"error": "invalid_target"}, status=400)
        answer["Cache-Control"] = "no-store"
        return answer

    def _create_token_response(
        self, request: HttpRequest, *, user: Any = None, data: dict[str, Any] | None = None
    ) -> HttpResponse:
        kind = request.POST.get("grant_type")
        if kind == Client.GrantType.CLIENT_CREDENTIALS:
            _check_answered_for(request)
        elif kind == Client.GrantType.AUTHORIZATION_CODE:
            _check_there(request)
        return super()._create_token_response(request, user=user, data=data)

    def _post_device_token(self, request: HttpRequest) -> HttpResponse:
        sent = request.POST
        user, data = devices.redeem(sent.get("client_id", ""), sent.get("device_code", ""))
        return self._create_token_response(request, user=user, data=data)


def _check_there(request: HttpRequest) -> None:
    """Refuse a code whose person has been dismissed since."""
    # The library does not look.
    codes = Token.objects.filter(
        type=Token.Type.AUTHORIZATION_CODE, hash=token_digest(request.POST.get("code", ""))
    )
    if codes.filter(user__is_active=False).exists():
        raise errors.InvalidGrantError


def _check_answered_for(request: HttpRequest) -> None:
    """Refuse an app that acts for itself where nobody answers for it."""
    client_id, _secret = extract_basic_auth({"Authorization": request.headers.get("Authorization", "")})
    client_id = client_id or request.POST.get("client_id", "")
    client = Client.objects.select_related("owner").filter(pk=client_id).first()
    # It acts with the rights of the account that answers for it: of somebody who was dismissed it gets
    # nothing. Whether the secret is right the library asks.
    if client is not None and (client.owner is None or not client.owner.is_active):
        raise errors.UnauthorizedClientError(description="Nobody answers for this app any more.")


@csrf_exempt
@require_POST
def device_code(request: HttpRequest) -> HttpResponseBase:
    """A device asks for its two codes (RFC 8628, 3.1)."""
    refused = refuse_if_often(request, "app_tokens")
    if refused is not None:
        return refused
    try:
        headers, data, status = get_device_server().create_device_authorization_response(
            *extract_params(request)
        )
        client = Client.objects.get(pk=request.POST["client_id"])
        data["expires_in"], data["interval"] = devices.GOOD_FOR, devices.INTERVAL
        data["verification_uri"] = f"{settings.PUBLIC_URL}/device"
        data["verification_uri_complete"] = f"{settings.PUBLIC_URL}/device?code={data['user_code']}"
        scopes = str(data.get("scope", "")).split()
        devices.begin(client, device_code=data["device_code"], user_code=data["user_code"], scopes=scopes)
    except OAuth2Error as refusal:
        return HttpResponse(refusal.json, content_type="application/json", status=refusal.status_code)
    answer = convert_response(headers, data, status)
    answer["Cache-Control"] = "no-store"
    return answer


class AuthorizationView(library.AuthorizationView):
    """Show the page on which a person lets an app in. Always with PKCE; never more than the account has."""

    template_name = "identity/authorize.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if isinstance(user, User) and lacks_second_factor(user):
            return redirect("mfa_index")
        answer = super().dispatch(request, *args, **kwargs)
        answer["Cache-Control"] = "no-store"
        return answer

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and not request.GET.get("code_challenge"):
            return self._without_pkce(request)
        return super().get(request, *args, **kwargs)

    def _without_pkce(self, request: HttpRequest) -> HttpResponse:
        parameters = extract_params(request)
        try:
            get_server().validate_authorization_request(*parameters)
        except errors.FatalClientError as refusal:
            return respond_html_error(request, error=refusal)
        except OAuth2Error as refusal:
            return _to_client(refusal.in_uri(refusal.redirect_uri))
        missing = errors.MissingCodeChallengeError(state=request.GET.get("state"))
        return _to_client(missing.in_uri(request.GET["redirect_uri"]))

    def get_form_class(self) -> type[forms.Form]:
        return ConsentForm

    def get_form_kwargs(self) -> dict[str, Any]:
        kwargs = super().get_form_kwargs()
        held = scopes_held(self.request.user)
        kwargs["requested_scopes"] = [scope for scope in self._scopes if scope in held]
        return kwargs

    def form_valid(self, form: ConsentForm) -> HttpResponse:
        answer = super().form_valid(form)
        client = Client.objects.filter(pk=self._request_info["client_id"]).first()
        if client is not None and "code=" in answer.get("Location", ""):
            user = self.request.user
            note_allowed(user=user, client=client, scopes=form.cleaned_data["scopes"])
        return answer

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponseBase:
        held = scopes_held(self.request.user)
        words = scope_words()
        context["withheld"] = [words.get(scope, scope) for scope in self._scopes if scope not in held]
        context["to"] = urlsplit(self._request_info["redirect_uri"])
        context["keeper"] = keeper_name(context["client"])
        answer = super().render_to_response(context, **more)
        # A form whose answer leads to the app: browsers ask the policy about that address as well.
        answer.headers["Content-Security-Policy"] = policy(form_action=_origin(context["to"]))
        return answer


def _origin(address: Any) -> str:
    return f"{address.scheme}://{address.netloc}" if address.netloc else f"{address.scheme}:"


def _to_client(address: str) -> HttpResponse:
    answer = HttpResponse(status=302)
    answer["Location"] = address
    return answer


class ConsentForm(InOurWords, forms.Form):
    """Ask what of it the person allows."""

    # ``openid`` goes along: without it the app would not know who it is.
    request = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, requested_scopes: list[str], user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = scope_words()
        self.always = [scope for scope in requested_scopes if scope == "openid"]
        choices = [(scope, words.get(scope, scope)) for scope in requested_scopes if scope != "openid"]
        self.fields["scopes"] = forms.MultipleChoiceField(
            label=_("What the app may do"),
            choices=choices,
            widget=forms.CheckboxSelectMultiple,
            initial=requested_scopes,
            required=bool(choices) and not self.always,
        )
        self.always_words = [words[scope] for scope in self.always]
        self.has_something = bool(requested_scopes)

    def clean_scopes(self) -> list[str]:
        return [*self.always, *self.cleaned_data["scopes"]]

    def clean(self) -> dict[str, Any]:
        if not self.has_something:
            raise ValidationError(refusal_words(Refusal("nothing-to-allow")))
        return self.cleaned_data


class DeviceCodeForm(InOurWords, forms.Form):
    """The code that a device shows."""

    code = forms.CharField(
        label=_("Code on the device"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "characters"}),
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def device(request: HttpRequest) -> HttpResponseBase:
    """Ask for the code, show what the device asks for, and let it in or not."""
    user = request.user
    if not isinstance(user, User):
        raise Http404
    if lacks_second_factor(user):
        return redirect("mfa_index")
    refused = refuse_if_often(request, "device_codes") if request.method == "POST" else None
    if refused is not None:
        return refused
    if "answer" in request.POST:
        return _answered_device(request, user)
    # A code in the address is only filled in: a link alone must not lead to a device that is somebody else's.
    form = (
        DeviceCodeForm(request.POST)
        if request.method == "POST"
        else DeviceCodeForm(initial={"code": _code_in(request)})
    )
    if form.is_bound and form.is_valid():
        grant = devices.waiting_device(form.cleaned_data["code"])
        if grant is not None:
            return _device_asks(request, user, grant)
        form.add_error("code", refusal_words(Refusal("device-over")))
    status = 422 if form.is_bound else 200
    return render(request, "identity/device.html", {"form": form}, status=status)


def _code_in(request: HttpRequest) -> str:
    return request.GET.get("code", "")[:40]


def _device_asks(request: HttpRequest, user: User, grant: DeviceGrant) -> HttpResponse:
    words, held = scope_words(), set(devices.grantable(grant, user))
    context = {
        "grant": grant,
        "client": grant.client,
        "keeper": keeper_name(grant.client),
        "allows": [words.get(scope, scope) for scope in grant.scopes if scope in held],
        "withheld": [words.get(scope, scope) for scope in grant.scopes if scope not in held],
    }
    return render(request, "identity/device_asks.html", context)


def _answered_device(request: HttpRequest, user: User) -> HttpResponse:
    allow = request.POST["answer"] == "allow"
    try:
        devices.answer_device(typed=request.POST.get("code", ""), allow=allow, by=user)
    except Refusal as refusal:
        context = {"form": DeviceCodeForm(), "refused": refusal_words(refusal)}
        return render(request, "identity/device.html", context, status=409)
    return render(request, "identity/device_answered.html", {"allow": allow})
