"""Forms of the page of webhooks."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from portal.webhooks.events import TOPICS
from portal.webhooks.models import Webhook
from tournaments.forms.base import ActForm


class WebhookForm(ActForm):
    ids = "webhook"

    url = forms.CharField(
        label=_("Receiver URL"),
        max_length=500,
        widget=forms.URLInput({"autocomplete": "off", "placeholder": "https://"}),
    )
    kind = forms.ChoiceField(label=_("Format"), choices=Webhook.Kind.choices, initial=Webhook.Kind.SIGNED)
    language = forms.ChoiceField(
        label=_("Language of the messages"),
        choices=settings.LANGUAGES,
        required=False,
        help_text=_("Of what a group reads; programs get numbers and codes."),
    )
    topics = forms.MultipleChoiceField(
        label=_("Notify when"), widget=forms.CheckboxSelectMultiple, choices=TOPICS.items
    )
