"""Addresses of games that machines read, without a language."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

from games.views import public_live

urlpatterns: list[URLPattern | URLResolver] = [*public_live.FILES]
