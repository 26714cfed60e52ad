from tests.settings import *  # noqa: F403  all of it but what follows
from tests.settings import INSTALLED_APPS as THE_PRODUCTS

INSTALLED_APPS = [*THE_PRODUCTS, "tests.benchmarks._front"]
ROOT_URLCONF = "tests.benchmarks._front.urls"
