"""A kind of page for the tests: it shows the names of the site's accounts, or what a preview says."""

import gzip
from typing import Any

from portal import published
from portal.accounts.models import User
from portal.outbox import Work
from portal.published import Renderer


class People(Renderer):
    """``params``: ``{"title"}``. A preview is a list of names."""

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        names = (
            preview
            if preview is not None
            else list(User.objects.order_by("pk").values_list("username", flat=True))
        )
        return Work("|".join([params["title"], *names]), (params["title"], names))

    def html(self, data: Any, *, language: str, version: int, path: str) -> str:
        title, names = data
        rows = "".join(f"<li>{name}" for name in names)
        return (
            f'<!doctype html><html lang="{language}"><title>{title}</title>'
            f'<main data-live data-version="{version}"><ul>{rows}</ul></main></html>'
        )


def text(rendered: published.Rendered) -> str:
    return gzip.decompress(rendered.body).decode()
