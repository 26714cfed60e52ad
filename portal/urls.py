"""Every address. What people read stands under its language; what machines read does not."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path

from portal import health
from portal.accounts.connected import app_revoke, ask_address, confirm, connected, part_sign_in
from portal.accounts.views import sender, token_revoke, tokens
from portal.api.problems import nothing_here
from portal.api.reference import reference
from portal.api.views import Description
from portal.identity.urls import MACHINES
from portal.kept.views import public_keys
from portal.payments.views import payment_told, stand_in
from portal.published import crawlers, offline
from portal.published.views import following
from portal.push.mail_provider import mail_event
from portal.web.languages import in_another_case, to_language, to_our_case
from portal.web.private_links import PLACES
from portal.web.security_txt import security_txt

handler400 = "portal.api.problems.refused"
handler500 = "portal.api.problems.broken"
urlpatterns: list[URLPattern | URLResolver] = [
    path("health/live", health.live, name="health_live"),
    path("health/pages", health.pages, name="health_pages"),
    path("health/write", health.write, name="health_write"),
    path("health/work", health.work, name="health_work"),
    path("health/ready", health.work, name="health_ready"),
    path("now/<path:name>.json", following, name="following"),
    path("sw.js", offline.worker, name="worker"),
    path("robots.txt", crawlers.robots, name="robots"),
    path(".well-known/qiyuan-keys.json", public_keys, name="public_keys"),
    path(".well-known/security.txt", security_txt, name="security_txt"),
    path("sitemap.xml", crawlers.index, name="sitemap"),
    path(f"sitemap-{crawlers.COMPUTED}.xml", crawlers.computed, name="sitemap_computed"),
    path("sitemap-<int:number>.xml", crawlers.part, name="sitemap_part"),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/openapi.yaml", Description.as_view(), name="api_schema"),
    path("api/payments/<slug:merchant>/", payment_told, name="payment_told"),
    path("api/mail/", mail_event, name="mail_event"),
    re_path(r"^api/", nothing_here),
    # Without a language, for a provider knows one address to lead back to.
    path("sign-in/", include("portal.accounts.urls_elsewhere")),
    *MACHINES,
    path("", include("games.urls_of_files")),
    path("", to_language),
    re_path(rf"^(?P<path>(?:e|o|{'|'.join(PLACES)}|person|calendar)/.*)$", to_language),
    re_path(in_another_case(), to_our_case),
    *i18n_patterns(
        path("offline/", offline.offline, name="offline"),
        path("app.webmanifest", offline.manifest, name="manifest"),
        path("account/", include("portal.accounts.urls")),
        path("account/connected/", connected, name="connected"),
        path("account/connected/<int:account>/part/", part_sign_in, name="part_sign_in"),
        path("account/connected/<str:client>/revoke/", app_revoke, name="revoke_app"),
        path("account/address/", ask_address, name="ask_address"),
        path("account/address/<str:key>/", confirm, name="confirm_address"),
        path("identity/", include("portal.identity.urls")),
        path("account/sender/", sender, name="sender"),
        path("account/tokens/", tokens, name="tokens"),
        path("account/tokens/<int:token>/revoke/", token_revoke, name="token_revoke"),
        path("pay/stand-in/<str:token>/", stand_in, name="stand_in"),
        path("api/", reference, name="api_reference"),
        # Not the interface itself: what has a slash too many there would be led here.
        re_path(r"^api/(?!v1/)(?P<subject>[-\w]+)/$", reference, name="api_subject"),
        path("admin/", admin.site.urls),
        path("", include("tournaments.urls")),
        path("", include("games.urls")),
    ),
]
