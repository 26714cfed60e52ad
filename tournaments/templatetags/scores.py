"""Write rows of which a page has hundreds: as templates of their own they were a third of its time."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.queries.public.public_persons import EventPart
from tournaments.queries.register.person_games import GamesScore

register = template.Library()


@register.simple_tag
def score(of: GamesScore) -> SafeString:
    """Games, and how many of them were won, drawn and lost."""
    if not of.games:
        return SafeString('<span class="soft">–</span>')
    looks = '{} <span class="soft small">+{} ={} −{}</span>'
    return format_html(looks, of.games, of.wins, of.draws, of.losses)


@register.simple_tag
def rank_of(part: EventPart) -> str:
    """``3 of 48``; empty where there are no standings."""
    if not part.rank:
        return ""
    return gettext("%(rank)s of %(players)s") % {"rank": part.rank, "players": part.players}


@register.simple_tag
def round_words(number: int) -> str:
    return gettext("round %(round)s") % {"round": number}


@register.simple_tag
def outcome_word(outcome: str | None) -> str:
    """What a game ended in for one of the two; empty without a result."""
    return {"win": gettext("win"), "draw": gettext("draw"), "loss": gettext("loss")}.get(outcome or "", "")
