"""The words for what cannot be done with organisations."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

ORGANISATION_REFUSALS: Mapping[str, str] = {
    "no-such-organisation": gettext_noop("There is no such organisation, or it is not yours."),
    "organisation-needed": gettext_noop("Choose the organisation whose event this is."),
    "level-of-parent": gettext_noop("What it is a part of has to reach further."),
    "federation-of-nation": gettext_noop("Only a national organisation keeps the persons of a federation."),
    "federation-kept": gettext_noop("Another organisation keeps the persons of this federation already."),
    "federation-from-above": gettext_noop(
        "Only site administrators and officers of a world organisation say which organisation keeps the "
        "persons of a federation."
    ),
    "level-of-parts": gettext_noop("A part of it reaches as far as that. Change the part first."),
    "organisation-slug-taken": gettext_noop("Another organisation has the URL name “%(slug)s”."),
    "bad-colour": gettext_noop("“%(colour)s” is no colour. Write it as #1a5fb4."),
    "contrast-too-low": gettext_noop(
        "These letters cannot be read on this ground: choose lighter or darker ones."
    ),
    "office-held-already": gettext_noop("This person holds that office already."),
    "no-such-office": gettext_noop("Somebody has taken this office away already."),
    "last-officer": gettext_noop("This is the last officer. Name another one first."),
    "series-named-already": gettext_noop("There is a series of this name already."),
    "no-such-series": gettext_noop("There is no such series any more."),
    "owned-already": gettext_noop("The event belongs to this organisation already."),
    "offered-already": gettext_noop("The event has been offered already. Withdraw that offer first."),
    "no-such-offer": gettext_noop("This offer has been settled or withdrawn already."),
}
