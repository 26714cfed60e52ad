"""Gathers the models of the portal's rooms for Django."""

from portal.accounts.models import AccessToken, User
from portal.identity.models import DeviceGrant, IdentityKey
from portal.journal.models import JournalEntry
from portal.outbox.models import Job
from portal.published.models import Page, Picture, Rendered, Withheld
from portal.push.models import (
    AccountFollow,
    Notice,
    PushDevice,
    PushKey,
    PushMessage,
    Subscription,
    SuppressedAddress,
)
from portal.webhooks.models import Delivery, Webhook

__all__ = [
    "AccessToken",
    "AccountFollow",
    "Delivery",
    "DeviceGrant",
    "IdentityKey",
    "Job",
    "JournalEntry",
    "Notice",
    "Page",
    "Picture",
    "PushDevice",
    "PushKey",
    "PushMessage",
    "Rendered",
    "Subscription",
    "SuppressedAddress",
    "User",
    "Webhook",
    "Withheld",
]
