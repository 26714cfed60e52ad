"""Receipts: what was paid or paid back, as it stood when somebody asked for it, under a number of its own."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Event
from tournaments.models.fees import LedgerRow
from tournaments.models.organisations import Organisation


class ReceiptSeries(models.Model):
    """Count receipts together: those of an organisation, or of an event that is none's."""

    organisation = models.OneToOneField(
        Organisation, null=True, blank=True, on_delete=models.SET_NULL, related_name="receipt_series"
    )
    event = models.OneToOneField(
        Event, null=True, blank=True, on_delete=models.SET_NULL, related_name="receipt_series"
    )
    # Stands before each number.
    code = models.CharField(max_length=80, unique=True)
    # Given last, so that the next number is never left out.
    last = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("series of receipts")

    def __str__(self) -> str:
        return self.code


class Receipt(models.Model):
    """Issue a receipt; insert-only. The names are those of the day on which it was issued."""

    class Kind(models.TextChoices):
        PAYMENT = "payment", pgettext_lazy("receipt", "Receipt")
        REFUND = "refund", pgettext_lazy("receipt", "Receipt of a refund")
        CANCELLATION = "cancellation", pgettext_lazy("receipt", "Cancellation of a receipt")

    series = models.ForeignKey(ReceiptSeries, on_delete=models.PROTECT, related_name="receipts")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    # What it is about, or of a cancellation what took that back.
    row = models.OneToOneField(LedgerRow, on_delete=models.PROTECT, related_name="receipt")
    # The receipt that this one takes back.
    cancels = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="cancelled_by"
    )
    at = models.DateTimeField(default=timezone.now)
    issuer = models.CharField(max_length=400)
    holder = models.CharField(max_length=80, blank=True)
    payer = models.CharField(max_length=400)
    event = models.CharField(max_length=400)
    section = models.CharField(max_length=400)
    # In the smallest unit, always above zero.
    amount = models.PositiveBigIntegerField()
    currency = models.CharField(max_length=3)
    reference = models.CharField(max_length=25)

    class Meta:
        verbose_name = _("receipt")
        ordering = ["series", "number"]
        constraints = [models.UniqueConstraint(fields=["series", "number"], name="receipt_number_once")]

    def __str__(self) -> str:
        return f"{self.series.code}-{self.number:05}"
