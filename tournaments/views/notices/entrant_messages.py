"""Writing to entrants at the desk: who gets it is counted first; what was written stands below."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext

from tournaments.acts.notices.entrant_messages import MessageWritten, write_to_entrants
from tournaments.forms.base import ActForm
from tournaments.forms.notices.entrant_messages import EntrantMessageForm
from tournaments.pages.recipient_groups import recipient_groups
from tournaments.policy import Act
from tournaments.queries.notices.entrant_messages import written_messages
from tournaments.requests.access import EventAccess
from tournaments.requests.act_urls import act_url, page_url


def _page(request: HttpRequest, access: EventAccess, failed: ActForm | None = None) -> HttpResponse:
    groups = recipient_groups(access.event)
    form = failed if isinstance(failed, EntrantMessageForm) else EntrantMessageForm(groups=groups)
    context = {
        "event": access.event,
        "may": access.may,
        "form": form,
        "anybody": any(group.reach.entrants for group in groups),
        "messages_written": written_messages(access.event),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/entrant_messages.html", context, status=status)


def _sent(answer: MessageWritten, access: EventAccess) -> str:
    players = ngettext("%(count)s player", "%(count)s players", answer["entrants"])
    letters = ngettext("%(count)s e-mail", "%(count)s e-mails", answer["letters"])
    devices = ngettext("%(count)s device", "%(count)s devices", answer["devices"])
    return gettext("Sent to %(players)s: %(letters)s, %(devices)s.") % {
        "players": players % {"count": answer["entrants"]},
        "letters": letters % {"count": answer["letters"]},
        "devices": devices % {"count": answer["devices"]},
    }


EVENT = [
    page_url("-/announcements/entrants/", "entrant_messages", _page, Act.ANNOUNCE),
    act_url(
        "-/announcements/entrants/write/",
        write_to_entrants,
        EntrantMessageForm,
        page=_page,
        to="entrant_messages",
        success_message=_sent,
    ),
]
