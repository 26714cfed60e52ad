"""Tell groups what everybody may read; names are looked up when a message is sent (law 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from portal.push.topics import Facts
from portal.webhooks.chats import ChatText, Texter
from tournaments.models import Event, Round
from tournaments.pages import notifications, webhook_events
from tournaments.pages.followed_scopes import under_event
from tournaments.pages.notifications import PUSH_TOPICS

Message = Mapping[str, Any]


def _round_text(message: Message) -> ChatText | None:
    round_ = _round_of(message)
    if round_ is None:
        return None
    text = _public_text(notifications.ROUND, {"round": round_.pk}, round_.section.event)
    if text is None or message["version"] == 1:
        return text
    return replace(text, title=gettext("Changed: pairings of round %(round)s") % {"round": round_.number})


def _result_text(message: Message) -> ChatText | None:
    """Of a round that everybody may read; nothing of a report that another has replaced."""
    round_ = _round_of(message)
    if round_ is None or not PUSH_TOPICS[notifications.ROUND].audience({"round": round_.pk}):
        return None
    facts = {"round": round_.pk, "report": message["report"]}
    return _text(notifications.RESULT, facts, round_.section.event)


def _standings_text(message: Message) -> ChatText | None:
    round_ = _round_of({**message, "round": message["after"]})
    if round_ is None:
        return None
    facts = {"section": round_.section_id, "after": message["after"], "version": message["version"]}
    return _public_text(notifications.STANDINGS, facts, round_.section.event)


def _announcement_text(message: Message) -> ChatText | None:
    event = Event.objects.filter(slug=message["event"]).first()
    facts = {"announcement": message["announcement"], "version": message["version"]}
    return _public_text(notifications.ANNOUNCEMENT, facts, event) if event else None


def _round_of(message: Message) -> Round | None:
    rounds = Round.objects.select_related("section__event").defer("draft_input", "draft_changes")
    place = {"section__event__slug": message["event"], "section__slug": message["section"]}
    return rounds.filter(**place, number=message["round"]).first()


def _public_text(topic: str, facts: Facts, event: Event) -> ChatText | None:
    """What a follower of the whole event would read now."""
    if PUSH_TOPICS[topic].audience(facts).get(under_event(event.pk)) != "":
        return None
    return _text(topic, facts, event)


def _text(topic: str, facts: Facts, event: Event) -> ChatText | None:
    scope = under_event(event.pk)
    wording = PUSH_TOPICS[topic].compose(facts, {scope}, event.time_zone).get(scope)
    if wording is None:
        return None
    language = translation.get_language() or settings.LANGUAGE_CODE
    return ChatText(wording.title, wording.body, f"{settings.PUBLIC_URL}/{language}/{wording.path}")


# Groups may be told of these topics.
CHAT_TEXTS: Mapping[str, Texter] = {
    webhook_events.PUBLISHED: _round_text,
    webhook_events.RESULT: _result_text,
    webhook_events.STANDINGS: _standings_text,
    webhook_events.ANNOUNCED: _announcement_text,
}
