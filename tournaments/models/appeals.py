"""Hold appeals against rulings: a confirmed foul, or a result that somebody of the staff has decided."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Section
from tournaments.models.people import Entry
from tournaments.models.round import Foul, Pairing, ResultReport

MINUTES = 30
# A week.
MOST_MINUTES = 10_080


class AppealRules(models.Model):
    """Hold the rules of a section that has its own; any other takes appeals for `MINUTES`."""

    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="appeal_rules")
    # So long after a ruling; 0: not at all.
    minutes = models.PositiveSmallIntegerField(
        _("minutes to appeal"), default=MINUTES, validators=[MaxValueValidator(MOST_MINUTES)]
    )
    # What is put down with an appeal, as players read it.
    deposit = models.CharField(_("deposit"), max_length=40, blank=True)
    public = models.BooleanField(_("decisions are public"), default=False)

    class Meta:
        verbose_name = _("rules for appeals")

    def __str__(self) -> str:
        return f"{self.section}: {self.minutes}"


class Appeal(models.Model):
    """Hold an appeal against a ruling."""

    class Deposit(models.TextChoices):
        NONE = "", pgettext_lazy("deposit", "none")
        PAID = "paid", pgettext_lazy("deposit", "paid")
        RETURNED = "returned", pgettext_lazy("deposit", "returned")
        KEPT = "kept", pgettext_lazy("deposit", "kept")

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="appeals")
    game = models.PositiveSmallIntegerField(default=1)
    # Whose appeal it is, whoever of the side has written it.
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="appeals")
    # This or the report is the ruling, which may have been taken back since.
    foul = models.ForeignKey(Foul, null=True, blank=True, on_delete=models.PROTECT, related_name="appeals")
    report = models.ForeignKey(
        ResultReport, null=True, blank=True, on_delete=models.PROTECT, related_name="appeals"
    )
    statement = models.TextField(_("statement"))
    by_captain = models.BooleanField(default=False)
    deposit = models.CharField(_("deposit"), max_length=10, choices=Deposit, default=Deposit.NONE, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(foul__isnull=True, report__isnull=False)
                | Q(foul__isnull=False, report__isnull=True),
                name="appeal_one_ruling",
            ),
            models.UniqueConstraint(fields=["entry", "foul"], name="appeal_foul_once"),
            models.UniqueConstraint(fields=["entry", "report"], name="appeal_result_once"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing} {self.entry_id}"

    @property
    def ruling(self) -> Foul | ResultReport:
        """What it is against: one of the two, as the constraint says."""
        ruling: Foul | ResultReport = self.foul or self.report  # type: ignore[assignment]
        return ruling


class AppealDecision(models.Model):
    """Hold what the panel has decided; insert-only."""

    class Outcome(models.TextChoices):
        UPHELD = "upheld", pgettext_lazy("appeal", "upheld")
        REJECTED = "rejected", pgettext_lazy("appeal", "rejected")
        WITHDRAWN = "withdrawn", pgettext_lazy("appeal", "withdrawn")

    appeal = models.OneToOneField(Appeal, on_delete=models.PROTECT, related_name="decision")
    outcome = models.CharField(_("decision"), max_length=10, choices=Outcome)
    # Who decided, as on a programme.
    panel = models.CharField(_("panel"), max_length=200)
    reason = models.TextField(_("reason"))
    # Whether the ruling was put right with it, by the usual acts.
    corrected = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.appeal_id} {self.outcome}"
