"""Fees of entries: what they cost, the account of each entry, and what was booked to it."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Event, Section
from tournaments.models.organisations import Organisation
from tournaments.models.people import Entry
from tournaments.models.prizes import Category
from tournaments.state.fees import LONGEST_ACCOUNT, is_undoing

# In the smallest unit of a currency; more is a slip of the finger.
MOST = 10**12


class FeeTerms(models.Model):
    """Hold in which currency an event is paid, to whom, and what is given back."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="fee_terms")
    currency = models.CharField(_("currency"), max_length=3)
    holder = models.CharField(_("account holder"), max_length=80, blank=True)
    # An IBAN, or whatever the organiser writes.
    account = models.CharField(_("account"), max_length=LONGEST_ACCOUNT, blank=True)
    # The account with a payment provider, as the settings name it.
    merchant = models.CharField(_("online payment"), max_length=40, blank=True)
    # `[["2026-05-01", 50]]`: until which day how many percent of the fee who withdraws does not owe.
    refunds = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("terms of payment")

    def __str__(self) -> str:
        return f"{self.event} {self.currency}"


class FeeTable(models.Model):
    """Hold what entries of a section cost: the cheapest row that fits."""

    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="fee_table")
    # Who enters on that day or later pays the surcharge more.
    late_from = models.DateField(_("late from"), null=True, blank=True)
    surcharge = models.PositiveBigIntegerField(
        _("surcharge"), default=0, validators=[MaxValueValidator(MOST)]
    )

    class Meta:
        verbose_name = _("fees of a section")

    def __str__(self) -> str:
        return f"{self.section}"


class Fee(models.Model):
    """A row of the table. ``category``, ``organisation``: only for entries of it, for its members."""

    table = models.ForeignKey(FeeTable, on_delete=models.CASCADE, related_name="fees")
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=80)
    amount = models.PositiveBigIntegerField(_("amount"), validators=[MaxValueValidator(MOST)])
    category = models.ForeignKey(Category, null=True, blank=True, on_delete=models.CASCADE)
    organisation = models.ForeignKey(Organisation, null=True, blank=True, on_delete=models.CASCADE)

    class Meta:
        verbose_name = _("fee")
        ordering = ["table", "pk"]

    def __str__(self) -> str:
        return self.name


class FeeAccount(models.Model):
    """Hold what an entry owes and has paid; it stays when the entry is deleted, without a name."""

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="fee_accounts")
    entry = models.OneToOneField(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="fee_account"
    )
    reference = models.CharField(_("reference"), max_length=25, unique=True)
    # The day by which its fee is early or late.
    on = models.DateField()

    class Meta:
        verbose_name = _("account of an entry")
        ordering = ["section", "pk"]

    def __str__(self) -> str:
        return self.reference


class LedgerRow(models.Model):
    """Book a row of an account; insert-only: a correction is a row of its own.

    ``by_table``: charged by the table of the section, or given back by that of the event, and so what a
    change of the tables puts right. ``source``: what it comes of, which is booked once; of a row that takes
    another one back, what `undoing_of` writes."""

    class Kind(models.TextChoices):
        DUE = "due", pgettext_lazy("row of an account", "due")
        PAID = "paid", pgettext_lazy("row of an account", "paid")
        WAIVED = "waived", pgettext_lazy("row of an account", "waived")
        REFUNDED = "refunded", pgettext_lazy("row of an account", "refunded")
        CORRECTED = "corrected", pgettext_lazy("row of an account", "corrected")

    account = models.ForeignKey(FeeAccount, on_delete=models.PROTECT, related_name="rows")
    kind = models.CharField(max_length=9, choices=Kind)
    amount = models.BigIntegerField(
        validators=[MinValueValidator(-MOST), MaxValueValidator(MOST)],
        help_text="in the smallest unit; positive for what has to be paid",
    )
    # None for what follows of another act or came from a payment provider.
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    reason = models.CharField(max_length=200, blank=True)
    by_table = models.BooleanField(default=False)
    source = models.CharField(max_length=60, blank=True)

    class Meta:
        verbose_name = _("row of an account")
        ordering = ["account", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["source"], condition=~Q(source=""), name="ledger_booked_once"),
            models.CheckConstraint(
                condition=Q(kind__in=("due", "refunded"), amount__gt=0)
                | Q(kind__in=("paid", "waived"), amount__lt=0)
                | (Q(kind="corrected") & ~Q(amount=0)),
                name="ledger_sign",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.kind} {self.amount}"

    @property
    def undoes(self) -> int | None:
        """The id of the row that it takes back."""
        return int(self.source.rpartition(":")[2]) if is_undoing(self.source) else None

    @property
    def undone_kind(self) -> str:
        """Of what kind that is; empty of a row that takes nothing back."""
        return self.source.split(":")[1] if self.undoes is not None else ""

    def get_undone_kind_display(self) -> str:
        return str(self.Kind(self.undone_kind).label) if self.undone_kind else ""

    @property
    def is_undo(self) -> bool:
        """Tell whether it stands there as the opposite of another row, rather than for itself."""
        # What takes an undoing back is a payment, or whatever it was, again.
        return self.kind == self.Kind.CORRECTED and self.undoes is not None
