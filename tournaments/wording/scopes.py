"""What access tokens can be good for, besides reading what is public (``portal.accounts.tokens``)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SCOPES: Mapping[str, str | Promise] = {
    "read": _("Read what staff see: entries, drafts, reports, fouls"),
    "entries": _("Enter players, check them in, mark absences and withdrawals"),
    "rounds": _("Pair, publish, close and reopen rounds"),
    "results": _("Report and correct results"),
    "fouls": _("Log, confirm and withdraw fouls"),
}
