"""The tests' settings, with pages rendered ahead as on every site."""

from tests.settings import *  # noqa: F403  all of it but what follows

PUBLISHED_AHEAD = ["en", "zh-hans"]
# Its sites have addresses of the public, where nothing may be paid in play.
PAYMENT_STAND_IN = False
