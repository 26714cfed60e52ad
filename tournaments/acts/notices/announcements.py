"""Tell everybody something; what a correction replaces stays (law 7)."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Annotated, TypedDict

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id
from tournaments.acts.frame import EVENT, ActResult, act, no_change
from tournaments.models import Announcement, AnnouncementText, Event, Section
from tournaments.pages.webhook_events import notify_announcement
from tournaments.policy import Act

LONGEST = 2000
MOST_PINNED = 5
# `str.isprintable` refuses these, and yet they are in order: line ends, tabs, and what joins two emoji to
# one.
IN_ORDER = "\n\t\u200d"
_NAMES = dict(settings.LANGUAGES)


def _text(language: str) -> Field:
    return Field(longest=LONGEST, label=_NAMES[language])


@dataclass(frozen=True, slots=True)
class Texts:
    """The same in the languages in which it is told, empty in the others."""

    en: Annotated[str, _text("en")] = ""
    zh_hans: Annotated[str, _text("zh-hans")] = ""
    zh_hant: Annotated[str, _text("zh-hant")] = ""
    vi: Annotated[str, _text("vi")] = ""

    def by_language(self) -> dict[str, str]:
        """Those that say something, by the code of the language."""
        texts = {code: getattr(self, text_field(code)) for code in _NAMES}
        lines = {code: text.replace("\r\n", "\n").strip() for code, text in texts.items()}
        return {code: text for code, text in lines.items() if text}


def text_field(language: str) -> str:
    """The field of `Texts` for the code of a language."""
    return language.replace("-", "_")


Pinned = Annotated[bool, Field(label=_("Pinned"), help=_("Stays above newer announcements."))]


class Announced(TypedDict):
    """``announcement``: its id; ``version``: of its texts."""

    announcement: int
    version: int


@act(on=EVENT, right=Act.ANNOUNCE, done=_("announcement published"))
def announce(
    *,
    event: Event,
    texts: Texts,
    section: Annotated[Section | None, Field()] = None,
    pinned: Pinned = False,
    urgent: Annotated[
        bool, Field(label=_("Urgent"), help=_("Devices are notified at once, in quiet hours too."))
    ] = False,
    by: User,
    once: str = "",
) -> ActResult[Announced]:
    """Announce something at an event, or in one ``section`` of it."""
    texts_checked = checked_texts(texts)
    _check_pinned(event, pinned)
    made = Announcement.objects.create(event=event, section=section, pinned=pinned, urgent=urgent)
    _write(made, texts_checked, by)
    # An urgent one reaches devices in quiet hours too.
    _tell(made)
    answer: Announced = {"announcement": made.pk, "version": 1}
    place = {"section": section.pk} if section else {}
    after = {**answer, **place, "languages": sorted(texts_checked), "pinned": pinned}
    return ActResult(answer, after=after | ({"urgent": True} if urgent else {}))


@act(on=EVENT, right=Act.ANNOUNCE, done=_("announcement corrected"))
def correct_announcement(
    *,
    event: Event,
    announcement: Id,
    texts: Texts,
    version: Annotated[int, Field(least=1)],
    by: User,
    once: str = "",
) -> ActResult[Announced]:
    """``version``: what the person's page showed. All texts are replaced; an empty one goes."""
    stored = _announcement(event, announcement)
    texts_checked = checked_texts(texts)
    if stored.version != version:
        raise Conflict("announcement-changed")
    if texts_checked == {text.language: text.text for text in stored.texts.filter(version=version)}:
        return no_change({"announcement": stored.pk, "version": version})
    stored.version += 1
    stored.save(update_fields=["version"])
    _write(stored, texts_checked, by)
    _tell(stored)
    answer: Announced = {"announcement": stored.pk, "version": stored.version}
    return ActResult(
        answer, before={"version": version}, after={**answer, "languages": sorted(texts_checked)}
    )


@act(on=EVENT, right=Act.ANNOUNCE, done=_("announcement pinned or unpinned"))
def pin_announcement(
    *, event: Event, announcement: Id, pinned: Pinned, by: User, once: str = ""
) -> ActResult[Announced]:
    stored = _announcement(event, announcement)
    if stored.pinned == pinned:
        return no_change(_answer(stored))
    _check_pinned(event, pinned)
    stored.pinned = pinned
    stored.save(update_fields=["pinned"])
    pages.announcements_changed(stored)
    facts = {"announcement": stored.pk, "pinned": pinned}
    return ActResult(_answer(stored), before={**facts, "pinned": not pinned}, after=facts)


@act(on=EVENT, right=Act.ANNOUNCE, done=_("announcement withdrawn"))
def withdraw_announcement(
    *, event: Event, announcement: Id, by: User, once: str = ""
) -> ActResult[Announced]:
    """Nobody reads it any more; staff still do."""
    return _set_withdrawn(event, announcement, withdrawn=True)


@act(on=EVENT, right=Act.ANNOUNCE, done=_("announcement published again"))
def restore_announcement(*, event: Event, announcement: Id, by: User, once: str = "") -> ActResult[Announced]:
    """The opposite."""
    return _set_withdrawn(event, announcement, withdrawn=False)


def _set_withdrawn(event: Event, announcement: int, *, withdrawn: bool) -> ActResult[Announced]:
    stored = event.announcements.filter(pk=announcement).select_related("section__event").first()
    if stored is None:
        raise Refusal("no-such-announcement")
    if stored.withdrawn == withdrawn:
        return no_change(_answer(stored))
    stored.withdrawn = withdrawn
    if withdrawn:
        stored.pinned = False
    stored.save(update_fields=["withdrawn", "pinned"])
    _tell(stored)
    return ActResult(_answer(stored), after={"announcement": stored.pk})


def _announcement(event: Event, key: int) -> Announcement:
    """One that stands. Raises `Refusal` ``no-such-announcement``."""
    stored = event.announcements.filter(pk=key, withdrawn=False).select_related("section__event").first()
    if stored is None:
        raise Refusal("no-such-announcement")
    return stored


def _answer(announcement: Announcement) -> Announced:
    return {"announcement": announcement.pk, "version": announcement.version}


def checked_texts(texts: Texts) -> dict[str, str]:
    texts_by_language = texts.by_language()
    if not texts_by_language:
        raise Refusal("announcement-empty", field="en")
    for language, text in texts_by_language.items():
        field = text_field(language)
        if len(text) > LONGEST:
            raise Refusal("announcement-too-long", field=field, length=len(text), limit=LONGEST)
        if not all(map(_is_printable, text)):
            raise Refusal("announcement-not-printable", field=field)
    return texts_by_language


def _is_printable(character: str) -> bool:
    return character.isprintable() or character in IN_ORDER or unicodedata.category(character) == "Zs"


def _check_pinned(event: Event, pinned: bool) -> None:
    """What is pinned is read first by everybody: a few at most."""
    if pinned and event.announcements.filter(pinned=True).count() >= MOST_PINNED:
        raise Refusal("too-many-pinned", field="pinned", limit=MOST_PINNED)


def _write(announcement: Announcement, texts: dict[str, str], by: User) -> None:
    AnnouncementText.objects.bulk_create(
        AnnouncementText(
            announcement=announcement, version=announcement.version, language=language, text=text, by=by
        )
        for language, text in texts.items()
    )


def _tell(announcement: Announcement) -> None:
    pages.announcements_changed(announcement)
    notify_announcement(announcement)
