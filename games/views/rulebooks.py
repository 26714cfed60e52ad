"""Show everybody which rulebooks there are, and what each article says. Without session or cookie."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext, override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.pages.renderers import STUDY
from games.queries.public_games import judged_by, public_games
from games.rulebooks.registry import RULEBOOKS
from games.wording.rulebooks import BOTH_LANGUAGES, TEXTS, title_of
from tournaments.requests.site_host import site_host
from tournaments.wording.appeals import article_anchor


def _page(template: str, path: str, context: dict[str, Any]) -> HttpResponse:
    # Without the request: nothing in it asks who reads.
    return HttpResponse(render_to_string(template, {**site_host(), **context, "path": path}))


@require_safe
@cache_control(public=True, max_age=300)
def rulebooks(_request: HttpRequest) -> HttpResponse:
    books = [
        {"name": name, "title": title_of(name), "source": gettext(text.source)}
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
        articles.append({"number": gettext(number), "anchor": article_anchor(number), "texts": texts})
    context = {"title": title_of(name), "source": gettext(text.source), "articles": articles}
    return _page("games/public/rulebook.html", f"rulebooks/{name}/", context)


@require_safe
@cache_control(public=True, max_age=300)
def judged_game(request: HttpRequest, name: str, **place: Any) -> HttpResponse:
    """Show a public game judged by another rulebook than its section's, for study; computed when asked."""
    games = public_games().filter(
        pairing__round__section__event__slug=place["event"],
        pairing__round__section__slug=place["section"],
        pairing__round__section__game="xiangqi",
        pairing__round__number=place["number"],
        pairing__table=place["table"],
        game=place["game"],
    )
    record = games.select_related("reading").first()
    if record is None or name not in RULEBOOKS:
        raise Http404
    page = STUDY.read({"pairing": record.pairing_id, "game": record.game}).data
    page = replace(page, record=replace(page.record, **judged_by(record.reading.data, name)))
    path = request.path.partition("/")[2].partition("/")[2]
    return HttpResponse(STUDY.html(page, language=get_language() or "en", version=0, path=path))
