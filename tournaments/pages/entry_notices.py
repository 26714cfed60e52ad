"""What applicants hear of their applications: confirmed, waiting at which place, accepted and what is due."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.db.models import Q
from django.utils.translation import gettext

from portal.push.notices import notify_followers
from portal.push.topics import Facts, Wording
from tournaments.models import Application, Section
from tournaments.pages.followed_scopes import (
    application_scopes,
    scope_keys,
    scope_of_application,
    under_event,
    where_words,
)
from tournaments.pages.paths import section_path
from tournaments.queries.money.fees import owed_by
from tournaments.wording.money.money import money_text

ENTRY_MOVED = "entry-moved"


def notify_followers_of_applications(section: Section, applications: Iterable[Application]) -> None:
    """In the transaction in which these have become something else."""
    keys = [application.pk for application in applications]
    if keys:
        notify_followers((ENTRY_MOVED,), under_event(section.event_id), {"applications": keys})


def entry_moved_audience(facts: Facts) -> Mapping[str, str]:
    return application_scopes(Q(pk__in=facts["applications"]) & ~Q(state=Application.State.DRAFT))


def entry_moved_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    """As it is now, not as it was when the notice began to wait."""
    rows = Application.objects.filter(pk__in=scope_keys(scopes)).select_related("section__event", "entry")
    return {scope_of_application(row.pk): _words(row) for row in rows}


def _words(application: Application) -> Wording:
    title = gettext("Entry of %(name)s: %(state)s") % {
        "name": application.name,
        "state": application.get_state_display(),
    }
    body = []
    if application.state == Application.State.WAITING:
        body.append(gettext("Place %(place)s on the waiting list") % {"place": _place(application)})
    if application.state == Application.State.ACCEPTED:
        owed = owed_by(application.entry)
        if owed is not None and owed.balance > 0:
            amount = money_text(owed.balance, owed.terms.currency)
            body.append(gettext("Entry fee due: %(amount)s") % {"amount": amount})
    if application.note and application.state == Application.State.CORRECTION:
        body.append(application.note)
    path = section_path(application.section)
    text = "\n".join([*body, where_words(application.section)])
    return Wording(title, text, path, f"application-{application.pk}")


def _place(application: Application) -> int:
    """From 1, by time of confirmation."""
    waiting = application.section.applications.filter(state=Application.State.WAITING)
    return waiting.filter(turn__lte=application.turn).count()
