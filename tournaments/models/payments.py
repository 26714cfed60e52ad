"""Payments by way of a provider: what somebody was sent to pay, and what the provider has told of it."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.fees import FeeAccount, LedgerRow


class Payment(models.Model):
    """Somebody was sent to a provider with it. ``merchant``: as the settings name it; ``key``: by which the
    provider hands it back; ``amount``: that is to be paid, in the smallest unit."""

    account = models.ForeignKey(FeeAccount, on_delete=models.PROTECT, related_name="payments")
    merchant = models.CharField(max_length=40)
    key = models.CharField(max_length=32, unique=True)
    amount = models.PositiveBigIntegerField()
    currency = models.CharField(max_length=3)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("payment")
        ordering = ["account", "pk"]

    def __str__(self) -> str:
        return f"{self.merchant} {self.key}"


class ProviderNotice(models.Model):
    """What a provider has told of a payment, each thing once. ``external``: its own name of what was paid;
    ``row``: what was booked for it; ``settled_at``: since when somebody has dealt with what could not be
    booked by itself, because another amount or currency came in than was asked for."""

    class Outcome(models.TextChoices):
        PAID = "paid", pgettext_lazy("payment by a provider", "paid")
        FAILED = "failed", pgettext_lazy("payment by a provider", "failed")
        PENDING = "pending", pgettext_lazy("payment by a provider", "on its way")

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="notices")
    merchant = models.CharField(max_length=40)
    external = models.CharField(max_length=100)
    outcome = models.CharField(max_length=7, choices=Outcome)
    amount = models.PositiveBigIntegerField()
    currency = models.CharField(max_length=3)
    at = models.DateTimeField(default=timezone.now)
    row = models.OneToOneField(
        LedgerRow, null=True, blank=True, on_delete=models.PROTECT, related_name="notice"
    )
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("message of a payment provider")
        ordering = ["payment", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["merchant", "external", "outcome"], name="provider_told_once")
        ]

    def __str__(self) -> str:
        return f"{self.merchant} {self.external} {self.outcome}"
