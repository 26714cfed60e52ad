"""Categories, prizes and fees for programs: what is set, awarded and booked."""

from __future__ import annotations

from tournaments.acts.money.awards import award_prizes, correct_awards
from tournaments.acts.money.fees import (
    book_fee,
    book_payment,
    charge_anew,
    set_fee_table,
    set_fee_terms,
    undo_booking,
)
from tournaments.acts.money.payments import refund_payment, settle_notice
from tournaments.acts.money.prizes import (
    add_category,
    add_prizes,
    change_prizes,
    remove_category,
    remove_prizes,
    set_categories,
)
from tournaments.acts.money.receipts import issue_receipt
from tournaments.api.access import api_act_url

PRIZES, FEES = "events", "fees"

EVENT = [
    api_act_url("fees/terms", set_fee_terms, FEES, "fees_terms"),
    api_act_url("fees/payments", book_payment, FEES, "fees_payments"),
    api_act_url("fees/bookings", book_fee, FEES, "fees_bookings"),
    api_act_url("fees/undo", undo_booking, FEES, "fees_undo"),
    api_act_url("fees/receipts", issue_receipt, FEES, "fees_receipts", status=201),
    api_act_url("fees/refunds", refund_payment, FEES, "fees_refund", status=201),
    api_act_url("fees/notices/settle", settle_notice, FEES, "fees_settle"),
]
SECTION = [
    api_act_url("fees/table", set_fee_table, FEES, "fees_table"),
    api_act_url("fees/charge", charge_anew, FEES, "fees_charge"),
    api_act_url("categories/add", add_category, PRIZES, "prizes_categories_add", status=201),
    api_act_url("categories/remove", remove_category, PRIZES, "prizes_categories_remove"),
    api_act_url("categories/set", set_categories, "entries", "prizes_categories_set"),
    api_act_url("prizes/add", add_prizes, PRIZES, "prizes_add", status=201),
    api_act_url("prizes/change", change_prizes, PRIZES, "prizes_change"),
    api_act_url("prizes/remove", remove_prizes, PRIZES, "prizes_remove"),
    api_act_url("prizes/award", award_prizes, PRIZES, "prizes_award"),
    api_act_url("prizes/correct", correct_awards, PRIZES, "prizes_correct"),
]
