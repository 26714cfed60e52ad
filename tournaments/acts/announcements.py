"""What an event or a section tells everybody: written, corrected, pinned, withdrawn. Public pages, screens
and feeds follow within seconds; what a correction replaces stays (law 7)."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Annotated, TypedDict

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.fields import Field
from portal.policy import Conflict, Refusal
from tournaments import pages
from tournaments.acts.arguments import Id
from tournaments.acts.frame import EVENT, Done, act, unchanged
from tournaments.models import Announcement, AnnouncementText, Event, Section
from tournaments.pages.webhook_events import notify_announcement
from tournaments.policy import Act

LONGEST = 2000
MOST_PINNED = 5
IN_ORDER = "\n\t\u200d"
"""Not printable, and yet in order: the ends of lines, tabs, and what joins two emoji to one."""
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
        found = {code: getattr(self, field_of(code)) for code in _NAMES}
        lines = {code: text.replace("\r\n", "\n").strip() for code, text in found.items()}
        return {code: text for code, text in lines.items() if text}


def field_of(language: str) -> str:
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
    section: Section | None = None,
    pinned: Pinned = False,
    by: User,
    once: str = "",
) -> Done[Announced]:
    """``section``: None for the whole event. Refusals: ``announcement-empty``, ``announcement-too-long``,
    ``announcement-not-printable``, ``too-many-pinned``."""
    said = _checked(texts)
    _check_pinned(event, pinned)
    made = Announcement.objects.create(event=event, section=section, pinned=pinned)
    _write(made, said, by)
    _tell(made)
    answer: Announced = {"announcement": made.pk, "version": 1}
    place = {"section": section.pk} if section else {}
    return Done(answer, after={**answer, **place, "languages": sorted(said), "pinned": pinned})


@act(on=EVENT, right=Act.ANNOUNCE, done=_("announcement corrected"))
def correct_announcement(
    *,
    event: Event,
    announcement: Id,
    texts: Texts,
    version: Annotated[int, Field(least=1)],
    by: User,
    once: str = "",
) -> Done[Announced]:
    """``version``: what the person's page showed. All texts are replaced; an empty one goes. Refusals: those
    of `announce`, ``no-such-announcement``; `Conflict` ``announcement-changed``."""
    found = _announcement(event, announcement)
    said = _checked(texts)
    if found.version != version:
        raise Conflict("announcement-changed")
    if said == {text.language: text.text for text in found.texts.filter(version=version)}:
        return unchanged({"announcement": found.pk, "version": version})
    found.version += 1
    found.save(update_fields=["version"])
    _write(found, said, by)
    _tell(found)
    answer: Announced = {"announcement": found.pk, "version": found.version}
    return Done(answer, before={"version": version}, after={**answer, "languages": sorted(said)})


@act(on=EVENT, right=Act.ANNOUNCE, done=_("announcement pinned or unpinned"))
def pin_announcement(
    *, event: Event, announcement: Id, pinned: Pinned, by: User, once: str = ""
) -> Done[Announced]:
    """Refusals: ``no-such-announcement``, ``too-many-pinned``."""
    found = _announcement(event, announcement)
    if found.pinned == pinned:
        return unchanged(_answer(found))
    _check_pinned(event, pinned)
    found.pinned = pinned
    found.save(update_fields=["pinned"])
    pages.announcements_changed(found)
    facts = {"announcement": found.pk, "pinned": pinned}
    return Done(_answer(found), before={**facts, "pinned": not pinned}, after=facts)


@act(on=EVENT, right=Act.ANNOUNCE, done=_("announcement withdrawn"))
def withdraw_announcement(*, event: Event, announcement: Id, by: User, once: str = "") -> Done[Announced]:
    """Nobody reads it any more; staff still do. Refusals: ``no-such-announcement``."""
    return _set_withdrawn(event, announcement, withdrawn=True)


@act(on=EVENT, right=Act.ANNOUNCE, done=_("announcement published again"))
def restore_announcement(*, event: Event, announcement: Id, by: User, once: str = "") -> Done[Announced]:
    """The opposite. Refusals: ``no-such-announcement``."""
    return _set_withdrawn(event, announcement, withdrawn=False)


def _set_withdrawn(event: Event, announcement: int, *, withdrawn: bool) -> Done[Announced]:
    found = event.announcements.filter(pk=announcement).select_related("section__event").first()
    if found is None:
        raise Refusal("no-such-announcement")
    if found.withdrawn == withdrawn:
        return unchanged(_answer(found))
    found.withdrawn = withdrawn
    if withdrawn:
        found.pinned = False
    found.save(update_fields=["withdrawn", "pinned"])
    _tell(found)
    return Done(_answer(found), after={"announcement": found.pk})


def _announcement(event: Event, key: int) -> Announcement:
    """One that stands. Raises `Refusal` ``no-such-announcement``."""
    found = event.announcements.filter(pk=key, withdrawn=False).select_related("section__event").first()
    if found is None:
        raise Refusal("no-such-announcement")
    return found


def _answer(found: Announcement) -> Announced:
    return {"announcement": found.pk, "version": found.version}


def _checked(texts: Texts) -> dict[str, str]:
    said = texts.by_language()
    if not said:
        raise Refusal("announcement-empty", field="en")
    for language, text in said.items():
        field = field_of(language)
        if len(text) > LONGEST:
            raise Refusal("announcement-too-long", field=field, length=len(text), limit=LONGEST)
        if not all(map(_is_printable, text)):
            raise Refusal("announcement-not-printable", field=field)
    return said


def _is_printable(character: str) -> bool:
    return character.isprintable() or character in IN_ORDER or unicodedata.category(character) == "Zs"


def _check_pinned(event: Event, pinned: bool) -> None:
    """What is pinned is read first by everybody: a few at most."""
    if pinned and event.announcements.filter(pinned=True).count() >= MOST_PINNED:
        raise Refusal("too-many-pinned", field="pinned", limit=MOST_PINNED)


def _write(found: Announcement, said: dict[str, str], by: User) -> None:
    AnnouncementText.objects.bulk_create(
        AnnouncementText(announcement=found, version=found.version, language=language, text=text, by=by)
        for language, text in said.items()
    )


def _tell(found: Announcement) -> None:
    pages.announcements_changed(found)
    notify_announcement(found)
