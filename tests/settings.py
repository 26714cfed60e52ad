"""The product's settings for the tests: a data folder of this run's own, and no file that a developer keeps.

Processes that a test starts (web server, worker) inherit the same environment.
"""

import os

from tests import machine

# One folder for each of the processes that share the tests: brokers and locks are nobody else's.
os.environ["DATA_DIR"] = str(machine.folder_of_run() / os.environ.get("PYTEST_XDIST_WORKER", "main"))
os.environ["ENV_FILE"] = os.devnull
if os.environ.get("BROKER_URL", "").startswith("redis") and (
    (_worker := os.environ.get("PYTEST_XDIST_WORKER", "")) != os.environ.get("QIYUAN_REDIS_OF", "")
):
    # Each of the processes that share the tests has a Redis database of its own, as it has with PostgreSQL.
    # A process that a test starts has its parent's, or the broker that the test gives it: Celery's command
    # takes BROKER_URL as it stands, so another one here would part the worker from those who ask it.
    _server = os.environ["BROKER_URL"].rpartition("/")[0]
    os.environ["BROKER_URL"] = f"{_server}/{_worker.removeprefix('gw')}"
    os.environ["QIYUAN_REDIS_OF"] = _worker

from portal.settings import *  # noqa: F403  all of it but what follows

# Reading the settings makes nothing, and tests begin in the middle.
for _folder in (STATIC_ROOT, DATA_DIR / "broker"):  # noqa: F405
    _folder.mkdir(parents=True, exist_ok=True)

# Names in pages stay what they are in the source; whether hashed names work is a question for the demo.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Pages are rendered when somebody asks: most tests ask for few of those that they change. That they are made
# ahead is asked in tests/portal/published, and by every installation that is started.
PUBLISHED_AHEAD: list[str] = []
# Worlds are made once and remembered, their waiting jobs with them, for as long as the run takes: those are
# not late. The tests of lateness have jobs that have waited longer.
OUTBOX_LATE_SECONDS = 7200
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    # It ends with the run: nothing waits until it is on the disk.
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"  # noqa: F405
# Payments by the stand-in; what it does where it is not switched on has tests of its own.
PAYMENT_STAND_IN = True
# Signing in is tested; how long a hash takes is Django's business.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# One for all processes of a run: sessions of a world that another process has made are good (`remembered`).
SECRET_KEY = "of-the-tests"
SECRET_KEY_FILE = None

# Tests write what they look at without acts, of which alone a stored page hears; those of stored pages switch
# them on.
PRIVATE_PAGES_FOR = 0.0
