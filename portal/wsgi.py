"""The web application: the front, and behind it Django on threads of its own."""

import gc
import os
from importlib import import_module
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from portal.ops.own_folders import make_own_folders

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")


def _front_around_django() -> WSGIApplication:
    make_own_folders()
    django = get_wsgi_application()
    # The front reads settings and models, so Django stands first.
    from portal.published.front import Front
    from portal.published.memory import memory
    from portal.published.request_pools import RequestPools
    from portal.telemetry.counted import FRONT_PAGES, FRONT_SILENCE
    from portal.telemetry.process import report_metrics

    FRONT_PAGES.set_function(lambda: len(memory.slots))
    FRONT_SILENCE.set_function(memory.silence)
    report_metrics("web")
    memory.watch()
    behind: WSGIApplication = RequestPools(django)
    if settings.PROXIES:
        # Behind a proxy the lanes, the journal and the limits on sign-in must see whose request it is.
        behind = wrap_wsgi_with_proxy_headers(behind, trusted_hosts=settings.PROXIES)
    front = Front(behind)
    _leave_code_out_of_collections()
    return front


def _leave_code_out_of_collections() -> None:
    """Load what the first request would, and have no collection of garbage look at it again."""
    # It is some 400,000 objects: to look at each took a quarter of a second, on a busy machine a whole one,
    # and every reader waited.
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()


application = _front_around_django()
