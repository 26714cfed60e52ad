"""Fees at the desk: who owes what, payments typed one after the other, the tables, files for treasurers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.acts.money.fees import (
    Booked,
    TableSet,
    book_fee,
    book_payment,
    charge_anew,
    set_fee_table,
    set_fee_terms,
)
from tournaments.acts.money.payments import refund_payment, settle_notice
from tournaments.exchange.spreadsheet import Cell
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.money.fees import BookForm, FeeFilter, PaymentForm, TableForm, TermsForm
from tournaments.models import FeeAccount, LedgerRow, ProviderNotice
from tournaments.policy import Act
from tournaments.queries.money.fees import FeeSelection, accounts_of, fee_grid, sums_of, terms_of_fees
from tournaments.queries.money.payments import open_notices, refundable_rows
from tournaments.queries.money.receipts import receipt_rows, receiptable
from tournaments.requests.access import EventAccess, SectionAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.tables import table_file
from tournaments.state.fees import FeeStanding, grouped_number, standing_of
from tournaments.views.money.receipts import DESK_RECEIPTS
from tournaments.wording.money.fees import STANDING_NAMES, balance_text
from tournaments.wording.money.money import amounts_text
from tournaments.wording.names import plain_name

ON_A_PAGE = 100
ChargeAnewForm = form_of(charge_anew)
SettleForm = form_of(settle_notice)
RefundForm = form_of(refund_payment)


def _page(request: HttpRequest, access: EventAccess, failed: ActForm | None = None) -> HttpResponse:
    event = access.event
    terms = terms_of_fees(event)
    filters = FeeFilter(request.GET, event=event)
    selection = FeeSelection(
        filters.cleaned_data.get("q", ""), filters.cleaned_data.get("section"), filters.standing
    )
    page = Paginator(accounts_of(event, selection), ON_A_PAGE).get_page(request.GET.get("page"))
    sums = sums_of(event)
    context = {
        "event": event,
        "may": access.may,
        "terms": terms,
        "currency": terms.currency if terms else "",
        "sections": event.sections.all(),
        "sums": sums,
        "counts": [(str(row), STANDING_NAMES[row], sums.counts[row]) for row in FeeStanding],
        "filters": filters,
        "filtered": urlencode({key: value for key, value in filters.data.items() if key != "page" and value}),
        "page": page,
        "rows": [
            (row, STANDING_NAMES[standing_of(row.balance)], grouped_number(row.reference)) for row in page
        ],
        "form": failed if isinstance(failed, PaymentForm) else PaymentForm(event=event),
        "notices": [(row, _settling(row, failed)) for row in open_notices(event)],
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/fees.html", context, status=status)


def _settling(notice: ProviderNotice, failed: ActForm | None) -> ActForm:
    """The form beside it: as it was sent, where it was not accepted."""
    if isinstance(failed, SettleForm) and failed.data.get("notice") == str(notice.pk):
        return _labelled(notice, failed)
    return _labelled(notice, SettleForm(initial={"notice": notice.pk}, auto_id=f"settle-{notice.pk}-%s"))


def _labelled(notice: ProviderNotice, form: ActForm) -> ActForm:
    """Of a payment that failed after it was booked, *book* means that it is taken off the account again."""
    if notice.outcome == ProviderNotice.Outcome.FAILED:
        form["book"].label = gettext("Remove the payment from the account")
    return form


def _account_page(
    request: HttpRequest, access: EventAccess, failed: ActForm | None = None, *, key: int
) -> HttpResponse:
    accounts = FeeAccount.objects.filter(section__event=access.event, pk=key)
    account = accounts.select_related("section", "entry__player").first()
    terms = terms_of_fees(access.event)
    if account is None or terms is None:
        raise Http404
    rows = receipt_rows(account)
    balance = sum(row.amount for row in rows)
    context = {
        "event": access.event,
        "may": access.may,
        "account": account,
        "reference": grouped_number(account.reference),
        "currency": terms.currency,
        "rows": rows,
        "receiptable": receiptable(rows),
        "refundable": refundable_rows(account),
        "balance": balance,
        "told": balance_text(balance, terms.currency),
        "form": failed or BookForm(event=access.event, initial={"account": account.pk}),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/fee_account.html", context, status=status)


def _page_of_account(request: HttpRequest, access: EventAccess) -> HttpResponse:
    match = request.resolver_match
    return _account_page(request, access, key=match.kwargs["account"] if match else 0)


def _failed_booking(request: HttpRequest, access: EventAccess, failed: ActForm) -> HttpResponse:
    sent = request.POST.get("account", "")
    is_key = sent.isascii() and sent.isdecimal() and len(sent) < 18
    return _account_page(request, access, failed, key=int(sent) if is_key else 0)


def _terms_page(request: HttpRequest, access: EventAccess, failed: ActForm | None = None) -> HttpResponse:
    context = {
        "event": access.event,
        "may": access.may,
        "form": failed or TermsForm(event=access.event),
    }
    return render(
        request, "tournaments/desk/fee_terms.html", context, status=failed.status if failed else 200
    )


def _table_page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    section = access.section
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "terms": terms_of_fees(access.event),
        "table": fee_grid(section),
        "form": failed if isinstance(failed, TableForm) else TableForm(section=section),
        "anew": failed if isinstance(failed, ChargeAnewForm) else ChargeAnewForm(),
    }
    return render(
        request, "tournaments/desk/fee_table.html", context, status=failed.status if failed else 200
    )


def _balance_sentence(answer: Booked, access: EventAccess) -> str:
    """Whose account it is, and how it stands."""
    account = FeeAccount.objects.select_related("entry__player").get(pk=answer["account"])
    terms = terms_of_fees(access.event)
    words = {
        "who": account.entry.player if account.entry else gettext("deleted entry"),
        "balance": balance_text(answer["balance"], terms.currency if terms else ""),
    }
    return gettext("Booked: %(who)s, %(balance)s.") % words


def _charged(answer: TableSet, _access: SectionAccess) -> str:
    count = answer["charged"]
    return ngettext("Saved. %(count)s entry charged.", "Saved. %(count)s entries charged.", count) % {
        "count": count
    }


def _to_account(_request: HttpRequest, answer: Booked, access: EventAccess) -> HttpResponse:
    return redirect("fee_account", access.event.slug, answer["account"])


def _cells(access: EventAccess) -> Iterator[list[Cell]]:
    """A line for each row of each account, in the order in which they were booked."""
    terms = terms_of_fees(access.event)
    currency = terms.currency if terms else ""
    yield [
        *("booked", "reference", "section", "number", "name", "native name", "federation", "club"),
        *("kind", "amount", "currency", "by", "reason", "receipt", "row", "undoes"),
    ]
    rows = LedgerRow.objects.filter(account__section__event=access.event)
    for row in rows.select_related(
        "account__section", "account__entry__player", "by", "receipt__series"
    ).order_by("pk"):
        entry = row.account.entry
        player = entry.player if entry else None
        yield [
            *(row.at.isoformat(timespec="seconds"), row.account.reference, plain_name(row.account.section)),
            str(entry.number or "") if entry else "",
            *((player.name, player.native_name) if player else ("", "")),
            *((player.federation_id, player.club) if player else ("", "")),
            *(row.kind, _decimal(row.amount, currency), currency, str(row.by or ""), row.reason),
            str(row.receipt) if hasattr(row, "receipt") else "",
            *(str(row.pk), str(row.undoes or "")),
        ]


def _decimal(amount: int, currency: str) -> str:
    return amounts_text([amount], currency)


def _file(_request: HttpRequest, access: EventAccess, *, ending: str) -> HttpResponse:
    """The ledger: what is positive had to be paid, what is negative was paid or need not be."""
    return table_file(_cells(access), f"{access.event.slug}-fees", ending)


def _refunded(_answer: object, _access: EventAccess) -> str:
    return gettext("Refund booked; the payment provider returns the money.")


EVENT = [
    page_url("-/fees/", "fees", _page, Act.KEEP_FEES),
    act_url(
        "-/fees/payment/", book_payment, PaymentForm, page=_page, to="fees", success_message=_balance_sentence
    ),
    act_url(
        "-/fees/settle/",
        settle_notice,
        SettleForm,
        page=_page,
        to="fees",
        success_message=gettext_lazy("Payment settled."),
    ),
    act_url("-/fees/refund/", refund_payment, RefundForm, to=_to_account, success_message=_refunded),
    act_url(
        "-/fees/book/",
        book_fee,
        BookForm,
        page=_failed_booking,
        to=_to_account,
        success_message=_balance_sentence,
    ),
    act_url(
        "-/fees/terms/",
        set_fee_terms,
        TermsForm,
        page=_terms_page,
        read=Act.KEEP_FEES,
        to="fees",
        name="fee_terms",
        success_message=gettext_lazy("Terms of payment saved."),
    ),
    *DESK_RECEIPTS,
    page_url("-/fees/ledger.csv", "fees_csv", partial(_file, ending="csv"), Act.KEEP_FEES),
    page_url("-/fees/ledger.xlsx", "fees_xlsx", partial(_file, ending="xlsx"), Act.KEEP_FEES),
    page_url("-/fees/<int:account>/", "fee_account", _page_of_account, Act.KEEP_FEES),
]
SECTION = [
    act_url(
        "fees/",
        set_fee_table,
        TableForm,
        page=_table_page,
        read=Act.KEEP_FEES,
        to="fee_table",
        name="fee_table",
        success_message=_charged,
    ),
    act_url(
        "fees/anew/", charge_anew, ChargeAnewForm, page=_table_page, to="fee_table", success_message=_charged
    ),
]
