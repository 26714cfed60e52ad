"""What the tables are called in which something of a person is kept, for whoever asks what that is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

# Their models say their names to programmers alone.
NAMES: Mapping[str, Promise] = {
    "games.Claim": gettext_lazy("claim of a player"),
    "games.GameRecord": gettext_lazy("record of a game"),
    "portal.AccessToken": gettext_lazy("access token"),
    "portal.AccountFollow": gettext_lazy("what an account follows"),
    "portal.DeviceGrant": gettext_lazy("device of a program"),
    "portal.IdentityKey": gettext_lazy("key of this site"),
    "portal.JournalEntry": gettext_lazy("entry of the journal"),
    "portal.Notice": gettext_lazy("notification"),
    "portal.Page": gettext_lazy("published page"),
    "portal.PushDevice": gettext_lazy("device that is notified"),
    "portal.PushKey": gettext_lazy("key of this site"),
    "portal.PushMessage": gettext_lazy("notification of a device"),
    "portal.Subscription": gettext_lazy("what is followed"),
    "portal.SuppressedAddress": gettext_lazy("address that gets no letters"),
    "portal.Webhook": gettext_lazy("webhook"),
    "portal.Withheld": gettext_lazy("unpublished page"),
    "tournaments.Adjournment": gettext_lazy("adjournment of a game"),
    "tournaments.AnnouncementText": gettext_lazy("text of an announcement"),
    "tournaments.AppealDecision": gettext_lazy("decision on an appeal"),
    "tournaments.ClockReading": gettext_lazy("reading of the clocks"),
    "tournaments.Creator": gettext_lazy("who may create events"),
    "tournaments.Foul": gettext_lazy("foul of a player"),
    "tournaments.PairRule": gettext_lazy("rule for a pair"),
    "tournaments.PlayerReport": gettext_lazy("report of a player"),
    "tournaments.PrivatePage": gettext_lazy("page behind a private link"),
    "tournaments.PrivateStamp": gettext_lazy("state of private pages"),
    "tournaments.ResultReport": gettext_lazy("reported result"),
    "tournaments.Seat": gettext_lazy("place at a table"),
    "tournaments.TeamPairRule": gettext_lazy("rule for a pair of teams"),
}


def kept_title(model: Any) -> str:
    """In the singular: how many there are stands behind it."""
    return str(capfirst(NAMES.get(model._meta.label, model._meta.verbose_name)))
