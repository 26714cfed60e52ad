"""Gathers the models of the portal's rooms for Django."""

from portal.accounts.models import AccessToken, User
from portal.journal.models import JournalEntry
from portal.outbox.models import Job
from portal.published.models import Page, Picture, Rendered, Withheld
from portal.webhooks.models import Delivery, Webhook

__all__ = [
    "AccessToken",
    "Delivery",
    "Job",
    "JournalEntry",
    "Page",
    "Picture",
    "Rendered",
    "User",
    "Webhook",
    "Withheld",
]
