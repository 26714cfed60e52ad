"""Words for why an act with a game was refused, added to those of tournaments."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

WORDS: Mapping[str, str] = {
    "record-empty": gettext_noop("There is no record yet: paste the moves or choose a file."),
    "record-too-large": gettext_noop("%(size)s bytes are too many: a record has at most %(limit)s."),
    "unknown-format": gettext_noop("Records of the format “%(format)s” are not taken."),
    "record-not-base64": gettext_noop("The file is not in base64."),
    "bye-has-no-game": gettext_noop("A bye has no game and no record."),
    "record-of-no-game": gettext_noop("Table %(table)s has no game %(game)s."),
    "record-conflict": gettext_noop("Somebody else has handed in a record of table %(table)s meanwhile."),
    "record-superseded": gettext_noop("This record has been corrected meanwhile. Look at the newer one."),
    "record-not-read": gettext_noop("The record has not been read yet. Wait for the reader."),
    "record-unreadable": gettext_noop("No move of this record could be read: there is nothing to accept."),
    "record-accepted": gettext_noop("The record is accepted already."),
}
