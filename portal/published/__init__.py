"""Published pages: what everybody may read, rendered ahead, versioned, served by the front.

``docs/published.md`` tells the whole story.
"""

from portal.published.announcing import announce, touch, touching_once
from portal.published.models import Page, Rendered, Withheld
from portal.published.pages import (
    NotPublishedError,
    UnpublishedError,
    find,
    get,
    give_back,
    is_withheld,
    let_wait,
    make_anew,
    move,
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
    "find",
    "get",
    "give_back",
    "is_withheld",
    "let_wait",
    "make_anew",
    "move",
    "reading_once",
    "register_renderer",
    "render_many",
    "store",
    "touch",
    "touching_once",
    "unpublish",
    "withheld",
    "withhold",
]
