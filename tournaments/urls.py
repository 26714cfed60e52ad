"""Addresses of tournaments, below the language: published pages, then the desk."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path, re_path

from portal.published.views import page
from tournaments.views import public

urlpatterns: list[URLPattern | URLResolver] = [
    path("", public.home, name="home"),
    re_path(r"^(?P<path>e/.+)$", page, name="page"),
]
