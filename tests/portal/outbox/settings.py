"""For worker processes that a test starts: the tests' settings and the tests' kinds of work."""

from tests.settings import *  # noqa: F403  all of it but what follows
from tests.settings import INSTALLED_APPS as THE_PRODUCTS

INSTALLED_APPS = [*THE_PRODUCTS, "tests.portal.outbox.bench"]
