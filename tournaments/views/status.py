"""How the parts of the site are, for its administrators."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from portal.copies.drills import last
from portal.ops.object_stores import StoreError
from portal.outbox import Job
from portal.telemetry import machine, state
from tournaments.models import ListAddress
from tournaments.policy import Act
from tournaments.requests.access import SiteAccess
from tournaments.requests.act_urls import page_url

MOST_FAILED = 20


def _status(request: HttpRequest, access: SiteAccess) -> HttpResponse:
    now = state.current_state()
    addresses = list(ListAddress.objects.all())
    context = {
        "state": now,
        "work": [line for line in now.work if line.waiting or line.running or line.failed],
        "failed": Job.objects.filter(state=Job.State.FAILED).order_by("-pk")[:MOST_FAILED],
        "processes": machine.processes(),
        "drill": last(),
        "store": _store_trouble(),
        "unfetched": [address for address in addresses if address.failures > 2],
        "odd_lists": [address for address in addresses if address.odd],
    }
    return render(request, "tournaments/desk/status.html", context)


def _store_trouble() -> str:
    """Return what is wrong with the object storage of pages, as a code; empty: nothing."""
    if not settings.PUBLISHED_STORE:
        return ""
    from portal.ops.object_storage import check_readable

    try:
        check_readable("published")
    except StoreError as error:
        return error.code
    return ""


SITE = [page_url("desk/-/status/", "status", _status, Act.SET_SITE)]
