"""The words for what cannot be done with organisations."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

ORGANISATION_REFUSALS: Mapping[str, str] = {
    "no-such-organisation": gettext_noop("This organisation does not exist, or is not yours."),
    "organisation-needed": gettext_noop("Choose the organisation whose event this is."),
    "level-of-parent": gettext_noop("The parent organisation must be of a higher level."),
    "federation-of-nation": gettext_noop("Only a national organisation keeps the persons of a federation."),
    "federation-kept": gettext_noop("Another organisation keeps the persons of this federation already."),
    "federation-from-above": gettext_noop(
        "Only site administrators and officers of a world organisation say which organisation keeps the "
        "persons of a federation."
    ),
    "level-of-parts": gettext_noop(
        "One of its member organisations has this level or a higher one. Change that one first."
    ),
    "organisation-slug-taken": gettext_noop("Another organisation has the URL name “%(slug)s”."),
    "bad-colour": gettext_noop("“%(colour)s” is not a colour. Write it like #1a5fb4."),
    "contrast-too-low": gettext_noop(
        "The letters cannot be read on this background. Choose a lighter or darker colour."
    ),
    "office-held-already": gettext_noop("This person already holds that office."),
    "no-such-office": gettext_noop("This office has already been removed."),
    "last-officer": gettext_noop("This is the last officer. Appoint another one first."),
    "series-named-already": gettext_noop("A series with this name already exists."),
    "no-such-series": gettext_noop("This series no longer exists."),
    "owned-already": gettext_noop("The event already belongs to this organisation."),
    "offered-already": gettext_noop("The event has already been offered. Withdraw that offer first."),
    "no-such-offer": gettext_noop("This offer has already been settled or withdrawn."),
}
