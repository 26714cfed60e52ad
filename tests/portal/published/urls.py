from django.conf.urls.i18n import i18n_patterns
from django.urls import path

from portal import health
from portal.published.views import page
from portal.urls import urlpatterns as of_the_site

urlpatterns = [
    path("health/live", health.live),
    path("health/pages", health.pages),
    path("health/work", health.work),
    *i18n_patterns(path("e/<path:tail>", lambda request, tail: page(request, f"e/{tail}"))),
    *of_the_site,
]
