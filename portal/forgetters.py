"""What each of the portal's own rooms does when a person is forgotten (``portal.forgetting``).

By design names stand in none of them (law 8). But people write reasons, programs fail with texts, and a form
waits in a session: what quotes the person is blanked there as well.
"""

from __future__ import annotations

from collections.abc import Mapping

from portal.forgetting import MARK, Forgetter, Forgotten, blank, delete

ENDED = ("done", "refused", "failed", "superseded")


def journal(who: Forgotten) -> int:
    """Reasons, and what was before and after, at the events of the person."""
    from portal.journal.models import JournalEntry

    rows = JournalEntry.objects.filter(scope__in=who.scopes)
    return blank(rows, {"reason": MARK, "before": None, "after": None, "answer": None}, who.quotes)


def outbox(who: Forgotten) -> int:
    """What became of jobs: the text of an error may hold whatever the job was about."""
    from portal.outbox.models import Job

    ended = Job.objects.filter(state__in=ENDED)
    going = Job.objects.exclude(state__in=ENDED)
    return delete(ended, ("payload", "outcome"), who.quotes) + blank(going, {"outcome": None}, who.quotes)


def webhooks(who: Forgotten) -> int:
    """Messages, sent and waiting, and what their receivers answered."""
    from portal.webhooks.models import Delivery

    rows = Delivery.objects.filter(webhook__scope__in=who.scopes)
    return delete(rows, ("body", "last"), who.quotes)


def sessions(who: Forgotten) -> int:
    """Forms that wait for a sign-in, reports of an import: out of everybody's session."""
    from django.contrib.sessions.backends.db import SessionStore
    from django.contrib.sessions.models import Session

    cleaned = 0
    for key in list(Session.objects.order_by("pk").values_list("pk", flat=True)):
        session = SessionStore(key)
        quoting = [name for name, value in session.items() if who.quotes.anywhere(value)]
        for name in quoting:
            del session[name]
        if quoting:
            session.save()
            cleaned += 1
    return cleaned


def pages(who: Forgotten) -> int:
    """The bytes of published pages and files: deleted at once, rendered anew."""
    from portal import published

    return sum(published.make_anew(prefix) for prefix in who.prefixes)


FORGETTERS: Mapping[str, Forgetter] = {
    "journal": journal,
    "outbox": outbox,
    "webhooks": webhooks,
    "sessions": sessions,
    "pages": pages,
}
