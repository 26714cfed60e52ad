"""Webhooks of an event: who is told of what, what was sent, and sending it again."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext, gettext_lazy

from portal.webhooks.events import TOPICS
from portal.webhooks.models import Webhook
from portal.webhooks.work import webhook_secret
from tournaments.acts.notices.webhooks import OfWebhook, add_webhook, end_webhook, repeat_delivery
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.notices.webhooks import WebhookForm
from tournaments.policy import Act
from tournaments.queries.notices.webhooks import deliveries_of, hooks_of, host_of
from tournaments.requests.access import EventAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.wording.refusals import refusal_sentence

EndForm = form_of(end_webhook)

RepeatForm = form_of(repeat_delivery)


def _page(
    request: HttpRequest,
    access: EventAccess,
    failed: ActForm | None = None,
    *,
    secret: str = "",
    is_added: bool = False,
) -> HttpResponse:
    """Who is told, the last messages, and the form for one more receiver."""
    deliveries = [
        {
            "delivery": delivery,
            "host": host_of(delivery.webhook.url),
            "topic": TOPICS.get(delivery.topic, delivery.topic),
            "said": _last_attempt(delivery.last),
            "again": delivery.webhook.ended_at is None,
        }
        for delivery in deliveries_of(access.event)
    ]
    context = {
        "event": access.event,
        "may": access.may,
        "hooks": hooks_of(access.event),
        "deliveries": deliveries,
        "form": failed
        if isinstance(failed, WebhookForm)
        else WebhookForm(initial={"language": get_language()}),
        "secret": secret,
        "is_added": is_added,
        "failed": None if isinstance(failed, WebhookForm) else failed,
    }
    return render(request, "tournaments/desk/webhooks.html", context, status=failed.status if failed else 200)


def _last_attempt(last: dict[str, Any]) -> str:
    """What came of the last attempt, in words."""
    if not last:
        return ""
    if last["error"]:
        return refusal_sentence(last["error"], {})
    return gettext("Answered %(status)s in %(ms)s ms.") % {"status": last["status"], "ms": last["ms"]}


def _with_secret(request: HttpRequest, answer: OfWebhook, access: EventAccess) -> HttpResponse:
    """The page with the secret, which is shown to this request alone, also when it is sent twice."""
    hook = Webhook.objects.get(pk=answer["webhook"])
    if hook.kind != Webhook.Kind.SIGNED:
        return _page(request, access, is_added=True)
    return _page(request, access, secret=webhook_secret(hook.salt))


on_page = partial(act_url, page=_page, to="webhooks")
EVENT = [
    page_url("-/webhooks/", "webhooks", _page, Act.MANAGE_WEBHOOKS),
    act_url("-/webhooks/add/", add_webhook, WebhookForm, page=_page, to=_with_secret),
    on_page(
        "-/webhooks/end/",
        end_webhook,
        EndForm,
        success_message=gettext_lazy("Webhook deleted. Nothing more is sent to it."),
    ),
    on_page(
        "-/webhooks/repeat/",
        repeat_delivery,
        RepeatForm,
        success_message=gettext_lazy("Message queued again."),
    ),
]
