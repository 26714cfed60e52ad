"""Webhooks of an event: who is told of what, what was sent, and sending it again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from portal.webhooks.models import Webhook
from portal.webhooks.signing import secret_of
from portal.webhooks.telling import TOPICS
from tournaments.acts.webhooks import add_webhook, end_webhook, repeat_delivery
from tournaments.forms.webhooks import OneForm, WebhookForm
from tournaments.policy import Act
from tournaments.queries.webhooks import deliveries_of, hooks_of, host_of
from tournaments.views.access import EventAccess, access_event
from tournaments.views.frame import attempt, once_of, staff, user_of
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
        lambda: add_webhook(
            event=access.event,
            url=form.cleaned_data["url"],
            topics=form.cleaned_data["topics"],
            by=access.user,
            once=once_of(request),
        ),
    )
    if added is None:
        return _page(request, access, form, status=form.status)
    hook = Webhook.objects.get(pk=added["webhook"])
    return _page(request, access, WebhookForm(), secret=secret_of(hook.salt))


@staff("POST")
def webhook_end(request: HttpRequest, event: str) -> HttpResponse:
    access = access_event(user_of(request), event, Act.MANAGE_WEBHOOKS)
    form = OneForm(request.POST)
    answer = attempt(
        form,
        lambda: end_webhook(
            event=access.event, webhook=form.cleaned_data["key"], by=access.user, once=once_of(request)
        ),
    )
    return _back(request, access, form, answer, gettext("The webhook is ended: nothing more is sent to it."))


@staff("POST")
def delivery_repeat(request: HttpRequest, event: str) -> HttpResponse:
    access = access_event(user_of(request), event, Act.MANAGE_WEBHOOKS)
    form = OneForm(request.POST)
    answer = attempt(
        form,
        lambda: repeat_delivery(
            event=access.event, delivery=form.cleaned_data["key"], by=access.user, once=once_of(request)
        ),
    )
    return _back(request, access, form, answer, gettext("The message is sent once more."))


def _back(request: HttpRequest, access: EventAccess, form: OneForm, answer: Any, said: str) -> HttpResponse:
    if answer is None:
        return _page(request, access, WebhookForm(), failed=form, status=form.status)
    messages.success(request, said)
    return redirect("webhooks", access.event.slug)


def _page(
    request: HttpRequest,
    access: EventAccess,
    form: WebhookForm,
    *,
    secret: str = "",
    failed: OneForm | None = None,
    status: int = 200,
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
    return render(request, "tournaments/desk/webhooks.html", context, status=status)


def _said(last: dict[str, Any]) -> str:
    """What came of the last attempt, in words."""
    if not last:
        return ""
    if last["error"]:
        return refusal_sentence(last["error"], {})
    return gettext("Answered %(status)s in %(ms)s ms.") % {"status": last["status"], "ms": last["ms"]}
