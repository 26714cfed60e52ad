"""The product's settings for the tests: a data folder of this run's own, and no file that a developer keeps.

Processes that a test starts (web server, worker) inherit the same environment.
"""

import atexit
import os
import shutil
import tempfile

if "QIYUAN_TESTS" not in os.environ:
    os.environ["QIYUAN_TESTS"] = tempfile.mkdtemp(prefix="qiyuan-tests-")
    atexit.register(shutil.rmtree, os.environ["QIYUAN_TESTS"], ignore_errors=True)
os.environ["DATA_DIR"] = os.environ["QIYUAN_TESTS"]
os.environ["ENV_FILE"] = os.devnull

from portal.settings import *  # noqa: F403

# Names in pages stay what they are in the source; whether hashed names work is a question for the demo.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Signing in is tested; how long a hash takes is Django's business.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
