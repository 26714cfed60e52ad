"""Show the page of a foul: what happened, what it leads to, and the one button that says so."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext

from games.forms.referee import FoulForm
from games.requests import TableAccess
from games.views.referee_lines import STEPS, both_tallies, missed_steps, offence_line, tally_line
from games.wording.rulebooks import gist_of
from tournaments.fouls import (
    LOSES,
    MISSED_MOVES,
    OFFENCES,
    UNCOUNTED,
    Offence,
    offence_of,
    recording_fouls,
)
from tournaments.policy import Act
from tournaments.queries.refereeing.fouls import Tally, misses_of, misses_revision
from tournaments.wording.appeals import BOOKS, article_words
from tournaments.wording.fouls import confirm_text, missed_step, replace_text
from tournaments.wording.lists import clauses
from tournaments.wording.names import plain_name
from tournaments.wording.sides import side_word


def tally_asked(access: TableAccess, text: str) -> Tally:
    tally = next(
        (candidate for candidate in both_tallies(access) if str(candidate.entry.number) == text), None
    )
    if tally is None:
        raise Http404
    return tally


def foul_page(request: HttpRequest, access: TableAccess, form: Any, frame: dict[str, Any]) -> HttpResponse:
    """Show what is chosen and what follows; ``form``: what was sent and not accepted."""
    # What is chosen stands in the address, so that every choice is a link and the button says what follows.
    data = request.POST or request.GET
    player = tally_asked(access, data.get("player", ""))
    offence = offence_of(access.section.game, data.get("offence", ""))
    if offence is None and request.POST.get("missed"):
        offence = MISSED_MOVES
    missed = _missed(data.get("missed", "")) if offence is MISSED_MOVES else None
    if offence is MISSED_MOVES and missed is None:
        offence = None
    standing = list(misses_of(access.pairing, access.game, player.entry.pk)) if missed else []
    adds_to = bool(standing) and (data.get("how") == "add" or bool(data.get("besides")))
    initial = {
        "player": player.entry.number,
        "offence": offence.key if offence else "",
        "missed": missed,
        "side": player.moves if access.section.game == "xiangqi" else "",
    }
    fresh = form if isinstance(form, FoulForm) else FoulForm(initial=initial, offence=offence)
    context = frame | {
        "form": fresh,
        "tally": tally_line(access, player),
        "choices": [*_choices(access, offence, missed)],
        "chosen": offence_line(offence) if offence else None,
        "missed": missed,
        "may_confirm": Act.CONFIRM_FOUL in access.acts,
        "recorded": len(standing),
        "recorded_seen": misses_revision(standing),
        "adds_to": adds_to,
        "replaces": bool(standing) and not adds_to,
        "ways": [*_ways(missed, len(standing), adds_to=adds_to)] if missed else [],
    }
    if offence is not None:
        context |= _consequence(access, player, offence, missed, len(standing), adds_to=adds_to)
    if form is not None and form is not fresh:
        context["failed"] = form
    status = form.status if form else 200
    return render(request, "games/desk/foul.html", context, status=status)


def _missed(text: str) -> int | None:
    """Find the step that so many missed moves reach; None for fewer than cost anything."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
    return max((step for step in STEPS if step <= number), default=None)


def _choices(access: TableAccess, chosen: Offence | None, missed: int | None) -> Any:
    for offence in sorted(OFFENCES[access.section.game], key=lambda offence: offence is not MISSED_MOVES):
        line = offence_line(offence)
        cited = article_words(offence.article, access.section.game) if offence.article else ""
        if offence is not MISSED_MOVES:
            costs = " · ".join(filter(None, (cited, line["penalty"])))
            query = urlencode({"offence": offence.key})
            yield {"name": line["name"], "costs": costs, "query": query, "chosen": offence is chosen}
            continue
        for step in missed_steps():
            query = urlencode({"offence": offence.key, "missed": step["missed"]})
            yield step | {"query": query, "chosen": offence is chosen and missed == step["missed"]}


def _ways(missed: int, standing: int, *, adds_to: bool) -> Any:
    """Offer, of fouls that stand for it already, to count as a whole, or in addition."""
    fouls = recording_fouls(missed)
    query = {"offence": MISSED_MOVES.key, "missed": missed}
    if fouls == standing:
        leads = ngettext("stays at %(count)s foul", "stays at %(count)s fouls", standing)
    else:
        leads = ngettext("then %(count)s foul", "then %(count)s fouls", fouls)
    counts = {"count": standing if fouls == standing else fouls}
    yield {
        "name": gettext("Replace it"),
        "leads": leads % counts,
        "query": urlencode(query),
        "chosen": not adds_to,
    }
    yield {
        "name": gettext("Add to it"),
        "leads": f"{standing} + {fouls}",
        "query": urlencode(query | {"how": "add"}),
        "chosen": adds_to,
    }


def _consequence(
    access: TableAccess,
    player: Tally,
    offence: Offence,
    missed: int | None,
    standing: int,
    *,
    adds_to: bool,
) -> dict[str, Any]:
    """The words of the button, and the text of the article."""
    game = access.section.game
    side = side_word(player.moves, game)
    cited = article_words(offence.article, game) if offence.article else ""
    step_or_name = missed_step(missed) if missed else offence_line(offence)["name"]
    named = clauses(step_or_name, cited)
    fouls = recording_fouls(missed) if missed else 1
    gist = gist_of(BOOKS[game][0], offence.article)
    if offence.rulings or offence.penalty in UNCOUNTED | LOSES:
        # What it costs depends on the ruling that is chosen below.
        words = gettext("Confirm foul by %(side)s, %(player)s")
        confirm = words % {"side": side, "player": plain_name(player.entry.player)}
        return {"confirm": confirm, "article_gist": gist, "nothing_new": False}
    how: dict[str, Any] = {"by": named, "side": side, "ladder": player.ladder}
    if standing and not adds_to:
        now = player.count - standing + fouls
        confirm = replace_text(fouls, now=max(now, fouls), **how)
    else:
        confirm = confirm_text(fouls, now=player.count + fouls, **how)
    return {"confirm": confirm, "article_gist": gist, "nothing_new": fouls == standing}
