"""Words for why something was refused that is done to an event as a whole, or deletes a part of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop

from tournaments.wording.lists import megabytes
from tournaments.wording.times import days_text

EVENT_WORDS: Mapping[str, str] = {
    "event-archived": gettext_noop(
        "This event is archived. Its chief organiser can unarchive it on the overview; then this is "
        "possible again."
    ),
    "event-days-rounds": gettext_noop(
        "Round %(round)s of “%(section)s” starts on %(day)s, which is not one of these days (%(days)s). "
        "Move the whole event by some days (Settings › Move by days), or change its start first."
    ),
    "event-days-matches": gettext_noop(
        "Match %(table)s of round %(round)s of “%(section)s” starts on %(day)s, which is not one of these "
        "days (%(days)s). Move the whole event by some days (Settings › Move by days), or change its start "
        "first."
    ),
    "event-zone-invalid": gettext_noop("Unknown time zone “%(zone)s”."),
    "event-name-needed": gettext_noop("Enter the event's name."),
    "event-year": gettext_noop("Choose a year from %(first)s to %(last)s."),
    "document-line": gettext_noop(
        "“%(line)s” is not a title followed by an address. Write each document on a line of its own, such "
        "as: Regulations https://example.org/rules.pdf"
    ),
    "document-empty": gettext_noop("The file is empty."),
    "document-too-large": gettext_noop("This file is too large; the limit is %(limit)s MB."),
    "document-unreadable": gettext_noop(
        "This is not a PDF, Word, Excel, PowerPoint, OpenDocument, PNG, JPEG or plain text (UTF-8) file. "
        "Older office files can be saved as PDF."
    ),
    "document-with-macros": gettext_noop("This file has macros. Save it without them or as PDF."),
    "document-title-needed": gettext_noop("Enter a title for a document of the kind “Other”."),
    "unknown-document-kind": gettext_noop("“%(kind)s” is not a kind of document."),
    "too-many-files": gettext_noop("The limit is %(limit)s documents. Remove one first."),
    "no-such-document": gettext_noop("This document has been removed. Nothing has been saved."),
    "too-many-documents": gettext_noop("These are %(count)s documents; the limit is %(limit)s."),
    # the site
    "unknown-creators": gettext_noop("“%(creators)s” is not one of the choices."),
    "creator-already": gettext_noop("This person may already create events."),
    "no-such-creator": gettext_noop("This person has already been removed."),
    "site-begun": gettext_noop("This site already has an administrator."),
    "wrong-code": gettext_noop(
        "This is not the code. Look at the server's console, or run manage.py prepare."
    ),
    # ratings
    "section-not-finished": gettext_noop("Close the last round first."),
    "only-weiqi": gettext_noop("Only games of weiqi are rated by go federations."),
    "unknown-class": gettext_noop("“%(value)s” is not a rating class. Choose A, B, C, D or not rated."),
    "unknown-country": gettext_noop("“%(country)s” is not a country: two letters, such as FR or DE."),
    "list-empty": gettext_noop("No player could be read from this list. Check the kind of list."),
    "rating-list-too-large": gettext_noop("This file is too large; the limit is %(limit)s MB."),
    "rating-list-unreadable": gettext_noop("No player could be read from this list. Check the kind of list."),
    "rating-list-denied": gettext_noop("You may no longer load rating lists."),
    "no-such-sent-list": gettext_noop("This file is no longer available. Upload it again."),
    "name-column-missing": gettext_noop("Choose the column of the name."),
    "no-such-rating-list": gettext_noop("This rating list has been deleted."),
    "nothing-chosen": gettext_noop("Choose at least one player and what to take from the list."),
    "no-such-listed-player": gettext_noop("This player is not in the list."),
    "grade-after-pairing": gettext_noop(
        "A round has been paired, so grades no longer follow ratings or lists. Edit the player instead."
    ),
    "no-such-grade": gettext_noop(
        "“%(grade)s” is not a grade. Grades are 30k to 1k, 1d to 9d, and 1p to 9p of professionals."
    ),
    "nobody-rated": gettext_noop("None of these players has a rating."),
    "players-changed": gettext_noop(
        "Someone has edited these players since you opened this page. Check the values and send again."
    ),
    # deleting
    "deleted-already": gettext_noop("This has already been deleted."),
    "event-was-public": gettext_noop(
        "Part of this event has been public, so it cannot be deleted. Archive it instead."
    ),
    "section-paired": gettext_noop(
        "Round %(round)s of “%(section)s” has been paired, so this cannot be deleted. Archive the event "
        "instead, or unpublish the section."
    ),
    "entry-seated": gettext_noop(
        "This player is in the pairings of round %(round)s, so the entry cannot be deleted. Withdraw the "
        "player instead."
    ),
    "entry-published": gettext_noop(
        "No. %(player)s appears in published pages, so the entry cannot be deleted. Withdraw "
        "the player instead."
    ),
    "entry-numbers-fixed": gettext_noop(
        "Lots have been drawn, and a round robin or knock-out has a fixed number of players. Withdraw the "
        "player instead."
    ),
    "section-over-entries": gettext_noop("The section is finished; its entries can no longer be deleted."),
}


def event_params(code: str, params: Mapping[str, Any]) -> dict[str, str]:
    """Days and sizes among the parameters of a refusal, in words."""
    if code == "image-too-large":
        return {key: megabytes(params[key]) for key in ("size", "limit")}
    days = {"day": days_text(params["day"], params["day"])} if "day" in params else {}
    if "starts" in params:
        days["days"] = days_text(params["starts"], params["ends"])
    return days
