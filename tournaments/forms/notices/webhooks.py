"""Forms of the page of webhooks."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.webhooks.events import TOPICS
from tournaments.forms.base import ActForm


class WebhookForm(ActForm):
    ids = "webhook"

    url = forms.CharField(
        label=_("Receiver URL"),
        max_length=500,
        widget=forms.URLInput({"autocomplete": "off", "placeholder": "https://"}),
    )
    topics = forms.MultipleChoiceField(
        label=_("Notify when"), widget=forms.CheckboxSelectMultiple, choices=TOPICS.items
    )
