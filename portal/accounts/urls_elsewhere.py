"""Addresses of signing in with an account elsewhere: where it begins, and each provider's own."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.urls import URLPattern, URLResolver, path

from portal.accounts.providers import ROOM
from portal.accounts.sign_in_elsewhere import begin

urlpatterns: list[URLPattern | URLResolver] = [path("with/<slug:name>/", begin, name="sign_in_elsewhere")]
for _app in settings.INSTALLED_APPS:
    if _app.startswith(f"{ROOM}."):
        urlpatterns += import_module(f"{_app}.urls").urlpatterns
