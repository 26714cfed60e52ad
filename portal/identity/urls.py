"""Give the provider's addresses: for people under their language, for machines without one."""

from __future__ import annotations

from allauth.idp.oidc import views as library
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt

from portal.identity import views

app_name = "idp"
_pages: list[URLPattern] = [
    path("authorize/", views.AuthorizationView.as_view(), name="authorization"),
    path("device/", views.device, name="device_authorization"),
]
# The library looks its own up under ``idp:oidc``.
urlpatterns: list[URLPattern | URLResolver] = [path("", include((_pages, "oidc")))]
MACHINES: list[URLPattern] = [
    path(".well-known/openid-configuration", views.configuration, name="openid_configuration"),
    path(".well-known/oauth-authorization-server", views.configuration, name="oauth_configuration"),
    path(".well-known/jwks.json", library.jwks, name="openid_keys"),
    path("identity/authorize", views.to_authorization, name="to_authorization"),
    path("identity/token", csrf_exempt(views.TokenView.as_view()), name="app_token"),
    path("identity/revoke", library.revoke, name="app_revoke"),
    path("identity/device-code", views.device_code, name="app_device_code"),
    path("identity/userinfo", library.user_info, name="app_userinfo"),
    path("device", views.to_device, name="to_device"),
]
