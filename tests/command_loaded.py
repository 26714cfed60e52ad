"""What every command of ``manage.py`` loads before it does anything; without a database. For the process from
which `tests.command_line` forks commands: never import it into the tests."""

import os
import warnings

import django

os.environ["DATABASE_URL"] = "sqlite:////nowhere/at/all.sqlite3"
os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings"
warnings.simplefilter("error")

django.setup()
