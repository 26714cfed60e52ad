from django.conf.urls.i18n import i18n_patterns
from django.http import HttpRequest, HttpResponse
from django.urls import path

from portal import health
from portal.published.views import page
from tests.benchmarks._front.page import Standings


def afresh(request: HttpRequest) -> HttpResponse:
    """The same page, read and rendered for each request."""
    standings = Standings()
    data = standings.read({}).data
    return HttpResponse(standings.html(data, language="en", version=1, path=""))


urlpatterns = [
    path("health/live", health.live),
    *i18n_patterns(path("afresh/", afresh), path("<path:path>", page)),
]
