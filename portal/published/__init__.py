"""Published pages: what everybody may read, rendered ahead, versioned, served by the front.

``docs/published.md`` tells the whole story.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from portal.published.renderers import PageSpec, Renderer, register_renderer

if TYPE_CHECKING:
    from portal.published.editions import Fresh, render_many, store
    from portal.published.models import Page, Rendered, Withheld
    from portal.published.pages import (
        NotPublishedError,
        WithdrawnError,
        announce,
        find,
        get,
        give_back,
        is_withheld,
        make_anew,
        touch,
        unpublish,
        withhold,
    )

__all__ = [
    "Fresh",
    "NotPublishedError",
    "Page",
    "PageSpec",
    "Rendered",
    "Renderer",
    "WithdrawnError",
    "Withheld",
    "announce",
    "find",
    "get",
    "give_back",
    "is_withheld",
    "make_anew",
    "register_renderer",
    "render_many",
    "store",
    "touch",
    "unpublish",
    "withhold",
]

_HOMES = {
    "Fresh": "editions",
    "render_many": "editions",
    "store": "editions",
    "Page": "models",
    "Rendered": "models",
    "Withheld": "models",
    "NotPublishedError": "pages",
    "WithdrawnError": "pages",
    "announce": "pages",
    "find": "pages",
    "get": "pages",
    "give_back": "pages",
    "is_withheld": "pages",
    "make_anew": "pages",
    "touch": "pages",
    "unpublish": "pages",
    "withhold": "pages",
}


def __getattr__(name: str) -> Any:
    # Models cannot be imported before Django's registry is ready, but renderers are registered before.
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
