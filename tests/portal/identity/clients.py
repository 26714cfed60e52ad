"""Apps that sign people in with this site: authlib over HTTP, and a browser that is a person."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from http.client import HTTPMessage
from io import BytesIO
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import requests
from allauth.idp.oidc.models import Client
from authlib.integrations.requests_client import OAuth2Session
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from joserfc import jwt
from joserfc.jwk import KeySet

from portal.accounts.models import User
from portal.identity.registered import AppKind, app_secret, new_app

BACK = "https://app.example/back"
S256 = "S256"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
VERIFIER = "a verifier that is long enough to be one, says RFC 7636".replace(" ", "-").replace(",", "")


def app(
    by: User,
    kind: AppKind = AppKind.WEBSITE,
    scopes: Sequence[str] = ("openid", "profile", "read", "results"),
    **more: Any,
) -> Client:
    led_back = kind in (AppKind.WEBSITE, AppKind.PROGRAM)
    values = {"keeper": "site:1", "name": "Hall board", "addresses": [BACK] if led_back else [], **more}
    return new_app(kind=kind, scopes=scopes, by=by, **values)


class Raw(BytesIO):
    """With what requests looks into for cookies."""

    _original_response: Any = None


class InProcess(requests.adapters.BaseAdapter):
    """Hands requests to Django in this process, inside the test's transaction."""

    def __init__(self, application: Any) -> None:
        super().__init__()
        self.application = application

    def send(self, request: requests.PreparedRequest, *_args: Any, **_more: Any) -> requests.Response:
        parts = urlsplit(str(request.url))
        body = request.body or b""
        sent = body.encode() if isinstance(body, str) else body
        headers = {f"HTTP_{name.upper().replace('-', '_')}": text for name, text in request.headers.items()}
        environ = {
            **headers,
            "REQUEST_METHOD": request.method,
            "PATH_INFO": unquote(parts.path),
            "SCRIPT_NAME": "",
            "QUERY_STRING": parts.query,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(sent),
            "CONTENT_LENGTH": str(len(sent)),
            "REMOTE_ADDR": "192.0.2.1",
            "wsgi.errors": BytesIO(),
            "CONTENT_TYPE": request.headers.get("Content-Type", ""),
        }
        answer, cookies = requests.Response(), HTTPMessage()

        def start(status: str, fields: list[tuple[str, str]], *_exc: Any) -> None:
            answer.status_code = int(status.partition(" ")[0])
            answer.headers.update(dict(fields))
            for name, text in fields:
                if name == "Set-Cookie":
                    cookies[name] = text

        answer.raw = Raw(b"".join(self.application(environ, start)))
        answer.raw._original_response = SimpleNamespace(msg=cookies)
        answer.request, answer.url, answer.encoding = request, str(request.url), "utf-8"
        return answer

    def close(self) -> None:
        """Nothing is open."""


def session_of(client: Client, site: Site, **more: Any) -> OAuth2Session:
    """As the app's own program would make it."""
    confidential = client.type == Client.Type.CONFIDENTIAL
    session = OAuth2Session(
        client.pk,
        app_secret(client) if confidential else None,
        redirect_uri=BACK,
        code_challenge_method=S256,
        token_endpoint_auth_method="client_secret_basic" if confidential else "none",
        **more,
    )
    site.reach(session)
    return session


class Site:
    """The site as a program sees it that knows its address alone."""

    def __init__(self, address: str, application: Any = None) -> None:
        self.address, self.application = address, application
        self.web = self.reach(requests.Session())
        self.metadata: Mapping[str, Any] = self.web.get(f"{address}/.well-known/openid-configuration").json()

    def reach(self, session: requests.Session) -> requests.Session:
        """Over the network, or in this process where there is an ``application``."""
        if self.application is not None:
            session.mount("http://", InProcess(self.application))
        return session

    def claims(self, id_token: str, client: Client, nonce: str = "") -> Mapping[str, Any]:
        """What the token says, its signature and everything that OpenID Connect asks for checked."""
        keys = KeySet.import_key_set(self.web.get(self.metadata["jwks_uri"]).json())
        token = jwt.decode(id_token, keys, algorithms=["RS256"])
        jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": self.metadata["issuer"]},
            aud={"essential": True, "value": client.pk},
            exp={"essential": True},
            sub={"essential": True},
            **({"nonce": {"essential": True, "value": nonce}} if nonce else {}),
        ).validate(token.claims)
        return token.claims

    def asks(self, secret: str, path: str = "/api/v1/me") -> requests.Response:
        return self.web.get(f"{self.address}{path}", headers={"Authorization": f"Bearer {secret}"})


class Person:
    """A browser in which ``user`` is signed in."""

    def __init__(self, site: Site, user: User | None, language: str = "en") -> None:
        self.site = site
        self.browser = site.reach(requests.Session())
        self.browser.headers["Accept-Language"] = language
        if user is not None:
            session = SessionStore()
            session[SESSION_KEY] = str(user.pk)
            session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
            session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            session.save()
            self.browser.cookies.set(settings.SESSION_COOKIE_NAME, session.session_key or "")

    def opens(self, address: str, **more: Any) -> requests.Response:
        return self.browser.get(address, timeout=20, **more)

    def presses(self, page: requests.Response, button: str, value: str, **other: Any) -> requests.Response:
        """The form of ``page`` that has the button, with its fields as they stand there."""
        forms_there = [
            form for form in re.findall(r"(?s)<form.*?</form>", page.text) if f'value="{value}"' in form
        ]
        sent: dict[str, Any] = {}
        for tag in re.findall(r"<input[^>]*>", forms_there[0]):
            parts = {name: unescape(text) for name, text in re.findall(r'([\w-]+)="([^"]*)"', tag)}
            if parts.get("type") == "checkbox" and " checked" not in tag:
                continue
            sent.setdefault(parts["name"], []).append(parts.get("value", ""))
        sent |= {button: value, **other}
        to = re.search(r'action="([^"]+)"', forms_there[0])
        address = f"{self.site.address}{to[1]}" if to else page.url
        headers = {"Referer": page.url, "Origin": self.site.address}
        return self.browser.post(address, sent, headers=headers, allow_redirects=False, timeout=20)

    def allows(self, client: Client, scope: str, **more: Any) -> str:
        """All that is asked for; the address to which the app is led back."""
        address, _state = session_of(client, self.site, scope=scope).create_authorization_url(
            self.site.metadata["authorization_endpoint"], **{"code_verifier": VERIFIER, **more}
        )
        page = self.opens(address)
        assert page.status_code == 200, page.text
        return str(self.presses(page, "action", "grant").headers["Location"])


def csrf(page: requests.Response) -> dict[str, str]:
    """What a form of the page must bring back."""
    match = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
    assert match is not None
    return {"csrfmiddlewaretoken": match[1]}


def part(address: str, name: str) -> str:
    """One value of the query of an address."""
    return parse_qs(urlsplit(address).query)[name][0]
