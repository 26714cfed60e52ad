"""The words of the chief referee's report."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop, pgettext_lazy

from portal.web.words import Words

ROUND_COLUMNS: Mapping[str, Words] = {
    "first": pgettext_lazy("results of a round", "first wins"),
    "draw": pgettext_lazy("results of a round", "draws"),
    "second": pgettext_lazy("results of a round", "second wins"),
    "forfeit": pgettext_lazy("results of a round", "forfeits"),
    "none": pgettext_lazy("results of a round", "both lost"),
    "open": pgettext_lazy("results of a round", "without result"),
}
REPORT_REFUSALS: Mapping[str, str] = {
    "report-sent": gettext_noop("The report was sent. It can be changed when the organisation returns it."),
    "report-section-open": gettext_noop("The section is not over yet. Close its last round first."),
    "report-changed": gettext_noop(
        "Something was corrected since you looked. This is the report now: read it, then sign."
    ),
    "report-without-organisation": gettext_noop(
        "The event belongs to no organisation, so there is nobody to send the report to."
    ),
    "report-not-signed": gettext_noop("The report is not signed yet."),
    "report-outdated": gettext_noop(
        "The report was signed before the last correction. The chief referee has to sign it again."
    ),
    "report-not-sent": gettext_noop("The report cannot be answered so now. Look at its state."),
    "report-words-needed": gettext_noop("Say what is to be put right."),
}
