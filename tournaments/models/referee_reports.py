"""The chief referee's report on a section: written, signed, sent to the organisation, answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Section
from tournaments.models.organisations import Organisation


class RefereeReport(models.Model):
    """``organisation``: to which it was sent; ``words``: what it was returned with."""

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("referee's report", "draft")
        SIGNED = "signed", pgettext_lazy("referee's report", "signed")
        SUBMITTED = "submitted", pgettext_lazy("referee's report", "submitted")
        RETURNED = "returned", pgettext_lazy("referee's report", "returned")
        ACCEPTED = "accepted", pgettext_lazy("referee's report", "accepted")
        RATED = "rated", pgettext_lazy("referee's report", "rated")

    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="referee_report")
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.DRAFT)
    remarks = models.TextField(_("remarks"), blank=True)
    organisation = models.ForeignKey(
        Organisation, null=True, blank=True, on_delete=models.SET_NULL, related_name="referee_reports"
    )
    words = models.TextField(_("answer"), blank=True)

    class Meta:
        verbose_name = _("report of the chief referee")

    def __str__(self) -> str:
        return f"{self.section}: {self.state}"

    @property
    def sent(self) -> bool:
        """Whether the organisation has it: what is written in it stays until it is returned."""
        return self.state in (self.State.SUBMITTED, self.State.ACCEPTED, self.State.RATED)


class SignedReport(models.Model):
    """Keep a report as it was signed; insert-only."""

    report = models.ForeignKey(RefereeReport, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveSmallIntegerField()
    # As `queries.referee_reports` makes it, with numbers of entries, never names (law 8).
    data = models.JSONField()
    digest = models.CharField(max_length=80)
    remarks = models.TextField(_("remarks"), blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("signed report")
        ordering = ["report", "number"]
        constraints = [models.UniqueConstraint(fields=["report", "number"], name="signed_report_number")]

    def __str__(self) -> str:
        return f"{self.report_id} v{self.number}"
