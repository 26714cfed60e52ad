"""The product's settings with the names of static files as they are in the source."""

from portal.settings import *  # noqa: F403  all of it but what follows

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
