"""The words of licences: why an act on them was refused."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

LICENCE_REFUSALS: Mapping[str, str] = {
    "bad-licence-code": gettext_noop("A code has small letters, figures and hyphens, such as chn-player."),
    "licence-code-taken": gettext_noop("There is a licence with the code “%(licence)s” already."),
    "no-such-licence-kind": gettext_noop("There is no such licence, or you cannot issue it."),
    "no-such-licence": gettext_noop("The person does not hold this licence, or you cannot change it."),
    "licence-closed": gettext_noop("The licence %(licence)s is no longer issued."),
    "licence-ends-before": gettext_noop("The last day is before the first."),
    "bad-season-day": gettext_noop("Say on which day a season begins, such as 09-01; not 02-29."),
    "bad-licence-fee": gettext_noop("A fee is an amount and its currency, such as 20 SGD."),
    "licence-lacks": gettext_noop("Licence %(licence)s is not issued: %(lacks)s is missing."),
    "licence-not-asked": gettext_noop("A licence that was decided on is not asked for again."),
    "licence-overlaps": gettext_noop(
        "The person holds a licence %(licence)s from %(first)s to %(last)s already. Begin after it, or "
        "revoke it first."
    ),
    "not-open-at-check-in": gettext_noop(
        "Not checked in: %(names)s. The section is open to: %(open_to)s. Not met: %(person)s. An organiser "
        "or the chief referee can overrule this on the player’s page."
    ),
    "too-many-delegates": gettext_noop("A delegation has up to %(most)s members beside the players."),
    "no-such-delegate": gettext_noop("The delegation does not have this member any more."),
    "player-fits": gettext_noop("The player fits. There is nothing to overrule."),
}
