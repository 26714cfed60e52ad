"""The web application: the front around Django."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")


def _front_around_django():  # type: ignore[no-untyped-def]
    django = get_wsgi_application()
    # The front reads settings and models, so Django stands first.
    from portal.published.front import Front
    from portal.published.memory import memory

    memory.watch()
    return Front(django)


application = _front_around_django()
