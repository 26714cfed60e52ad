"""Payments by way of a provider: what somebody was sent to pay, and what the provider has told of it."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.fees import FeeAccount, LedgerRow


class Payment(models.Model):
    """Hold that somebody was sent to a provider."""

    account = models.ForeignKey(FeeAccount, on_delete=models.PROTECT, related_name="payments")
    # As the settings name it.
    merchant = models.CharField(max_length=40)
    # The provider knows the payment by this.
    key = models.CharField(max_length=32, unique=True)
    # In the smallest unit.
    amount = models.PositiveBigIntegerField()
    currency = models.CharField(max_length=3)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("payment")
        ordering = ["account", "pk"]

    def __str__(self) -> str:
        return f"{self.merchant} {self.key}"


class ProviderNotice(models.Model):
    """Keep what a provider has told of a payment, each thing once."""

    class Outcome(models.TextChoices):
        PAID = "paid", pgettext_lazy("payment by a provider", "paid")
        FAILED = "failed", pgettext_lazy("payment by a provider", "failed")
        PENDING = "pending", pgettext_lazy("payment by a provider", "on its way")

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="notices")
    merchant = models.CharField(max_length=40)
    # The provider's own name of what was paid.
    external = models.CharField(max_length=100)
    outcome = models.CharField(max_length=7, choices=Outcome)
    amount = models.PositiveBigIntegerField()
    currency = models.CharField(max_length=3)
    at = models.DateTimeField(default=timezone.now)
    # What was booked for it.
    row = models.OneToOneField(
        LedgerRow, null=True, blank=True, on_delete=models.PROTECT, related_name="notice"
    )
    # Since when somebody has dealt with what could not be booked by itself, because another amount or
    # currency came in than was asked for.
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("message of a payment provider")
        ordering = ["payment", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["merchant", "external", "outcome"], name="provider_told_once")
        ]

    def __str__(self) -> str:
        return f"{self.merchant} {self.external} {self.outcome}"
