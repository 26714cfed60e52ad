"""Published pages: what everybody may read, rendered ahead, versioned, served by the front.

``docs/develop/published.md`` tells the whole story.
"""

from portal.published.announcing import announce, batched_invalidation, invalidate
from portal.published.models import Page, Rendered, Withheld
from portal.published.pages import (
    NotPublishedError,
    UnpublishedError,
    find,
    get,
    is_withheld,
    move,
    purge,
    render_lazily,
    restore,
    unpublish,
    withheld,
    withhold,
)
from portal.published.prerender import PrerenderedPage, render_many, store
from portal.published.reading import reading_once
from portal.published.renderers import PageSpec, Renderer, register_renderer

__all__ = [
    "NotPublishedError",
    "Page",
    "PageSpec",
    "PrerenderedPage",
    "Rendered",
    "Renderer",
    "UnpublishedError",
    "Withheld",
    "announce",
    "batched_invalidation",
    "find",
    "get",
    "invalidate",
    "is_withheld",
    "move",
    "purge",
    "reading_once",
    "register_renderer",
    "render_lazily",
    "render_many",
    "restore",
    "store",
    "unpublish",
    "withheld",
    "withhold",
]
