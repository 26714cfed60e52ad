"""What the register should say of me: proposed with a private link, decided by who keeps the person."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.acts.corrections import propose_particulars
from tournaments.forms.persons import ProposalForm
from tournaments.queries.corrections import answered_of, asked_for, waiting_of
from tournaments.requests.acting import acting, showing
from tournaments.requests.private import LINK, LinkAccess


def _page(request: HttpRequest, access: LinkAccess, failed: ProposalForm | None = None) -> HttpResponse:
    player = access.entry.player
    context = {
        "secret": access.secret,
        "event": access.section.event,
        "entry": access.entry,
        "form": failed or ProposalForm.about(player),
        "waiting": [asked_for(one) for one in waiting_of(player)],
        "answered": [asked_for(one) for one in answered_of(player)],
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/private/person.html", context, status=status)


OWN = [
    showing("person/", "my_person", _page, None, door=LINK),
    acting(
        "person/propose/",
        propose_particulars,
        ProposalForm,
        page=_page,
        to="my_person",
        door=LINK,
    ),
]
