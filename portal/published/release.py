"""Which release of the product made a page. A page made by another one is made again when asked for."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from django.conf import settings

_FOLDERS = ("portal", "tournaments", "games", "templates")
_WHAT_SHOWS = {".py", ".html", ".svg", ".css", ".js", ".po", ".mo"}


@cache
def release() -> str:
    """The setting RELEASE, or else a digest of all code, templates, styles and translations."""
    if settings.RELEASE:
        return str(settings.RELEASE)[:40]
    digest = sha256()
    for folder in _FOLDERS:
        for file in sorted((settings.BASE_DIR / folder).rglob("*")):
            if file.suffix in _WHAT_SHOWS and file.is_file():
                digest.update(str(file.relative_to(settings.BASE_DIR)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:20]
