"""The rulebooks, for everybody: which there are, and what each article says. Without session or cookie."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext, override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.wording.rulebooks import BOTH_LANGUAGES, TEXTS, TITLES


def _page(template: str, path: str, context: dict[str, Any]) -> HttpResponse:
    # Without the request: nothing in it asks who reads.
    return HttpResponse(render_to_string(template, {**context, "path": path}))


@require_safe
@cache_control(public=True, max_age=300)
def rulebooks(_request: HttpRequest) -> HttpResponse:
    books = [
        {"name": name, "title": gettext(TITLES[name]), "source": gettext(text.source)}
        for name, text in TEXTS.items()
    ]
    return _page("games/public/rulebooks.html", "rulebooks/", {"books": books})


@require_safe
@cache_control(public=True, max_age=300)
def rulebook(_request: HttpRequest, name: str) -> HttpResponse:
    text = TEXTS.get(name)
    if text is None:
        raise Http404
    here = get_language() or "en"
    languages = dict.fromkeys((here, *(("zh-hans", "en") if name in BOTH_LANGUAGES else ())))
    articles = []
    for number, gist in text.articles:
        texts = []
        for language in languages:
            with override(language):
                texts.append({"language": language, "text": gettext(gist)})
        articles.append({"number": gettext(number), "texts": texts})
    context = {"title": gettext(TITLES[name]), "source": gettext(text.source), "articles": articles}
    return _page("games/public/rulebook.html", f"rulebooks/{name}/", context)
