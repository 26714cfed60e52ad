"""Fees: what entries cost, what was booked, who has paid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import BigIntegerField, Case, Q, QuerySet, Sum, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.models import (
    Category,
    Entry,
    Event,
    FeeAccount,
    FeeTable,
    FeeTerms,
    LedgerRow,
    Organisation,
    Section,
    Team,
)
from tournaments.queries.categories import keys_by_entry
from tournaments.state.fees import FeeStanding, Tariff, fee_of, standing_of, undoing_of, with_surcharge
from tournaments.text.name_search import search_key

Kind = LedgerRow.Kind
# What came in and went out; all else is charged, or charged less.
MONEY = (Kind.PAID, Kind.REFUNDED)


def terms_of_fees(event: Event) -> FeeTerms | None:
    return FeeTerms.objects.filter(event=event).first()


def fee_grid(section: Section) -> FeeTable | None:
    return FeeTable.objects.filter(section=section).prefetch_related("fees__category").first()


def today_at(event: Event) -> date:
    """By the event's clock."""
    return timezone.now().astimezone(ZoneInfo(event.time_zone)).date()


@dataclass(frozen=True, slots=True)
class Price:
    """A row of the table as an applicant reads it. ``whom``: the category or organisation that it is for."""

    name: str
    amount: int
    whom: Category | Organisation | None


@dataclass(frozen=True, slots=True)
class Prices:
    """What an entry of a section costs, without the surcharge of who enters late."""

    rows: Sequence[Price]
    currency: str
    refunds: Sequence[tuple[date, int]]
    """Until which day how many percent are given back to who withdraws; after the last one nothing is."""


def prices_of(section: Section) -> Prices | None:
    """None where entries cost nothing."""
    terms, table = terms_of_fees(section.event), fee_grid(section)
    if terms is None or table is None:
        return None
    rows = [
        Price(fee.name, fee.amount, fee.category or fee.organisation)
        for fee in table.fees.select_related("category", "organisation")
    ]
    return (
        Prices(rows, terms.currency, sorted(refunds_of(terms))) if any(row.amount for row in rows) else None
    )


def refunds_of(terms: FeeTerms | None) -> list[tuple[date, int]]:
    return [(date.fromisoformat(until), percent) for until, percent in terms.refunds] if terms else []


def tariffs_of(table: FeeTable) -> list[Tariff]:
    return [
        Tariff(
            name=fee.name,
            amount=fee.amount,
            category=fee.category.key if fee.category else "",
            organisation=fee.organisation_id,
        )
        for fee in table.fees.all()
    ]


def fees_of(table: FeeTable, entries: Iterable[Entry], days: dict[int, date]) -> dict[int, int]:
    """Compute what entries cost, by id; ``days``: by id, the day by which it is early or late."""
    tariffs = tariffs_of(table)
    wanted = {row.organisation for row in tariffs if row.organisation is not None}
    organisations = list(Organisation.objects.filter(pk__in=wanted)) if wanted else []
    keys = [entry.pk for entry in entries]
    rows = Entry.objects.filter(pk__in=keys).select_related("player")
    # Categories are asked for only where a fee hangs on one.
    categories = keys_by_entry(table.section, keys) if any(row.category for row in tariffs) else {}
    costs = {}
    for entry in rows:
        fee = fee_of(
            tariffs,
            categories=frozenset(categories.get(entry.pk, ())),
            organisations=frozenset(category.pk for category in organisations if _is_member(entry, category)),
        )
        costs[entry.pk] = with_surcharge(
            fee or 0, table.surcharge, on=days[entry.pk], late_from=table.late_from
        )
    return costs


def _is_member(entry: Entry, organisation: Organisation) -> bool:
    """As entered: of its federation, or of a club or province of its name."""
    player = entry.player
    if organisation.federation_id and organisation.federation_id == player.federation_id:
        return True
    names = {search_key(name) for name in (organisation.name, organisation.native_name)} - {""}
    names_of_player = (player.club, player.native_club, player.province, player.native_province)
    return bool(names & {search_key(name) for name in names_of_player})


def of_money(rows: str = "") -> Q:
    """Rows of money: what takes a payment back is one as the payment is. ``rows``: the way to them."""
    undoes = Q()
    for kind in MONEY:
        undoes |= Q(**{f"{rows}source__startswith": undoing_of(kind)})
    return Q(**{f"{rows}kind__in": MONEY}) | (Q(**{f"{rows}kind": Kind.CORRECTED}) & undoes)


def with_sums(accounts: QuerySet[FeeAccount]) -> QuerySet[Any]:
    """Annotate accounts with ``charged``, ``received`` and ``balance``."""

    def sum_of(rows: Q | None = None) -> Coalesce:
        return Coalesce(Sum("rows__amount", filter=rows), 0, output_field=BigIntegerField())

    money = of_money("rows__")
    # A row that takes another back has its opposite amount: what was undone is in none of the sums.
    return accounts.annotate(charged=sum_of(~money), received=Value(0) - sum_of(money), balance=sum_of())


def balance_of(account: FeeAccount) -> int:
    """The sum of its rows."""
    return account.rows.aggregate(sum=Sum("amount"))["sum"] or 0


def received_of(account: FeeAccount) -> int:
    """What came in, less what was refunded and what was undone of either."""
    return -(account.rows.filter(of_money()).aggregate(sum=Sum("amount"))["sum"] or 0)


@dataclass(frozen=True, slots=True)
class FeeSelection:
    """What part of the list is asked for; what is empty does not matter."""

    words: str = ""
    section: int | None = None
    standing: str = ""


def accounts_of(event: Event, selection: FeeSelection = FeeSelection()) -> QuerySet[Any]:
    """Who has still to pay first, each by section and name."""
    accounts = with_sums(FeeAccount.objects.filter(section__event=event))
    if selection.section is not None:
        accounts = accounts.filter(section=selection.section)
    match selection.standing:
        case FeeStanding.DUE:
            accounts = accounts.filter(balance__gt=0)
        case FeeStanding.PAID:
            accounts = accounts.filter(balance=0)
        case FeeStanding.OVERPAID:
            accounts = accounts.filter(balance__lt=0)
    for word in selection.words.split():
        named = Q(entry__player__name__icontains=word) | Q(entry__player__native_name__icontains=word)
        accounts = accounts.filter(named | Q(reference__icontains=word))
    first = Case(When(balance__gt=0, then=0), When(balance__lt=0, then=1), default=2)
    return accounts.select_related("section", "entry__player").order_by(
        first, "section__position", "entry__player__name", "pk"
    )


@dataclass(frozen=True, slots=True)
class Sums:
    """Of an event. ``due``: what is still to be paid; ``overpaid``: what is to be given back."""

    charged: int
    received: int
    due: int
    overpaid: int
    counts: dict[str, int]


def sums_of(event: Event) -> Sums:
    """One query."""
    rows = list(accounts_of(event).order_by().values_list("charged", "received", "balance"))
    balances = [balance for _charged, _received, balance in rows]
    counts = {str(b): sum(standing_of(balance) is b for balance in balances) for b in FeeStanding}
    return Sums(
        charged=sum(charged for charged, _, _ in rows),
        received=sum(received for _, received, _ in rows),
        due=sum(b for b in balances if b > 0),
        overpaid=-sum(b for b in balances if b < 0),
        counts=counts,
    )


@dataclass(frozen=True)
class Owed:
    """What somebody who is entered has to pay, as the own page and the letter tell it."""

    account: FeeAccount
    terms: FeeTerms
    rows: Sequence[LedgerRow]

    @cached_property
    def balance(self) -> int:
        return sum(row.amount for row in self.rows)

    @property
    def standing(self) -> FeeStanding:
        return standing_of(self.balance)


def owed_by(entry: Entry | None) -> Owed | None:
    """None where nothing was ever charged."""
    accounts = FeeAccount.objects.filter(entry=entry).select_related("section__event") if entry else None
    account = accounts.first() if accounts is not None else None
    terms = terms_of_fees(account.section.event) if account else None
    if account is None or terms is None:
        return None
    return Owed(account, terms, list(account.rows.select_related("receipt__series").order_by("pk")))


def owed_by_team(team: Team) -> list[Any]:
    """List the accounts of a team's players, as `with_sums` has them, by board; one query."""
    # Each is paid under its own reference.
    accounts = with_sums(FeeAccount.objects.filter(entry__team=team)).select_related("entry__player")
    return list(accounts.order_by("entry__board_order", "pk"))


def charged_by_table(entries: Iterable[int]) -> dict[int, tuple[FeeAccount, int]]:
    """By id of the entry its account, and what the tables have charged so far."""
    accounts = FeeAccount.objects.filter(entry__in=list(entries)).annotate(
        by_table=Coalesce(Sum("rows__amount", filter=Q(rows__by_table=True)), 0)
    )
    return {account.entry_id: (account, account.by_table) for account in accounts if account.entry_id}
