"""Addresses of signing in with an account elsewhere: where it begins, and each provider's own."""

from __future__ import annotations

from importlib import import_module

from allauth.socialaccount.providers.openid_connect.views import login
from django.conf import settings
from django.urls import URLPattern, URLResolver, path

from portal.accounts.providers import OPENID, ROOM
from portal.accounts.sign_in_elsewhere import begin, openid_callback

urlpatterns: list[URLPattern | URLResolver] = [
    path("with/<slug:name>/", begin, name="sign_in_elsewhere"),
    path("oidc/<slug:provider_id>/login/", login, name="openid_connect_login"),
    path("oidc/<slug:provider_id>/login/callback/", openid_callback, name="openid_connect_callback"),
]
for _app in settings.INSTALLED_APPS:
    if _app.startswith(f"{ROOM}.") and _app != f"{ROOM}.{OPENID}":
        urlpatterns += import_module(f"{_app}.urls").urlpatterns
