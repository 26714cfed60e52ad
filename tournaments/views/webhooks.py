"""Webhooks of an event: who is told of what, what was sent, and sending it again."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy

from portal.webhooks.models import Webhook
from portal.webhooks.signing import secret_of
from portal.webhooks.telling import TOPICS
from tournaments.acts.webhooks import add_webhook, end_webhook, repeat_delivery
from tournaments.forms.base import ActForm
from tournaments.forms.webhooks import EndForm, RepeatForm, WebhookForm
from tournaments.policy import Act
from tournaments.queries.webhooks import deliveries_of, hooks_of, host_of
from tournaments.requests.access import EventAccess, access_event
from tournaments.requests.acting import acting
from tournaments.requests.frame import attempt, once_of, staff, user_of
from tournaments.wording.refusals import refusal_sentence


@staff("GET")
def webhooks(request: HttpRequest, event: str) -> HttpResponse:
    """Who is told, the last messages, and the form for one more receiver."""
    return _page(request, access_event(user_of(request), event, Act.MANAGE_WEBHOOKS), WebhookForm())


@staff("POST")
def webhook_add(request: HttpRequest, event: str) -> HttpResponse:
    """The page with the secret, which is shown to this request alone, also when it is sent twice."""
    access = access_event(user_of(request), event, Act.MANAGE_WEBHOOKS)
    form = WebhookForm(request.POST)
    added = attempt(
        form,
        lambda: add_webhook(event=access.event, **form.arguments(), by=access.user, once=once_of(request)),
    )
    if added is None:
        return _page(request, access, form)
    hook = Webhook.objects.get(pk=added["webhook"])
    return _page(request, access, WebhookForm(), secret=secret_of(hook.salt))


def _page(
    request: HttpRequest,
    access: EventAccess,
    form: WebhookForm,
    *,
    secret: str = "",
    failed: ActForm | None = None,
) -> HttpResponse:
    deliveries = [
        {
            "delivery": one,
            "host": host_of(one.webhook.url),
            "topic": TOPICS.get(one.topic, one.topic),
            "said": _said(one.last),
            "again": one.webhook.ended_at is None,
        }
        for one in deliveries_of(access.event)
    ]
    context = {
        "event": access.event,
        "may": access.may,
        "hooks": hooks_of(access.event),
        "deliveries": deliveries,
        "form": form,
        "secret": secret,
        "failed": failed,
    }
    refused = failed or (form if form.is_bound else None)
    return render(
        request, "tournaments/desk/webhooks.html", context, status=refused.status if refused else 200
    )


def _said(last: dict[str, Any]) -> str:
    """What came of the last attempt, in words."""
    if not last:
        return ""
    if last["error"]:
        return refusal_sentence(last["error"], {})
    return gettext("Answered %(status)s in %(ms)s ms.") % {"status": last["status"], "ms": last["ms"]}


def _refused(request: HttpRequest, access: EventAccess, failed: ActForm) -> HttpResponse:
    return _page(request, access, WebhookForm(), failed=failed)


webhook_end = acting(
    end_webhook,
    EndForm,
    page=_refused,
    to="webhooks",
    said=gettext_lazy("Webhook deleted. Nothing more is sent to it."),
)
delivery_repeat = acting(
    repeat_delivery,
    RepeatForm,
    page=_refused,
    to="webhooks",
    said=gettext_lazy("Message queued again."),
)
