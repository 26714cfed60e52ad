"""Set the address at which a round's running games stand, and show what came of it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from games.acts.relays import follow_relay
from games.models import Relay
from games.policy import RecordAct
from games.wording.live import relay_error, unplaced_text
from tournaments.forms.base import ActForm, form_of
from tournaments.requests.access import RoundAccess
from tournaments.requests.act_urls import act_url

RelayForm = form_of(follow_relay)


def _page(request: HttpRequest, access: RoundAccess, failed: ActForm | None) -> HttpResponse:
    relay = Relay.objects.filter(round=access.round).first()
    initial = {"url": relay.url, "every": relay.every} if relay else {"every": Relay.EVERY}
    context: dict[str, Any] = {
        "event": access.event,
        "section": access.section,
        "round": access.round,
        "may": access.may,
        "form": failed or RelayForm(initial=initial),
        "relay": relay,
        "error": relay_error(relay.error, relay.status) if relay else "",
        "unplaced": [unplaced_text(game) for game in relay.unplaced] if relay else [],
    }
    return render(request, "games/desk/relay.html", context, status=failed.status if failed else 200)


ROUND = [
    act_url(
        "address/",
        follow_relay,
        RelayForm,
        page=_page,
        read=RecordAct.FOLLOW_RELAY,
        to="follow_relay",
        success_message=gettext_lazy("Saved."),
    ),
]
