"""Name where lists of ratings are fetched from, at most once a day (`slow_tasks.ListFetchHandler`)."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal import outbox
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from portal.webhooks.sending import MOST_URL, BadAddressError, parts_of
from tournaments.acts.arguments import Id
from tournaments.acts.common import check_name
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.notices.site import WHOLE_SITE
from tournaments.models import ListAddress, RatingList
from tournaments.policy import Act

FETCH_KIND, FETCH_FAILED_KIND = "list-fetch", "list-fetch-failed"
# One failure means little: after so many in a row somebody is told.
MOST_FAILURES = 3
MOST_ADDRESSES = 20


class OfListAddress(TypedDict):
    address: int


@act(on=WHOLE_SITE, right=Act.SET_SITE, done=_("address of a rating list added"))
def add_list_address(
    *,
    source: Annotated[str, Field(choices=[code for code, _words in ListAddress.SOURCES], label=_("List"))],
    url: Annotated[str, Field(longest=MOST_URL, label=_("Address"))],
    days: Annotated[int, Field(choices=ListAddress.Every.values, label=_("How often"))] = 7,
    name: Annotated[str, Field(longest=80, label=_("Name of the list"))] = "",
    by: User,
    once: str = "",
) -> ActResult[OfListAddress]:
    """Fetched at once, and from then on every so many ``days``. ``name``: of a table."""
    check_name("name", name)
    try:
        parts_of(url)
    except BadAddressError:
        raise Refusal("fetch-url", field="url") from None
    is_table = source == RatingList.Source.TABLE
    if is_table and not name:
        raise Refusal("list-name-missing", field="name")
    if ListAddress.objects.filter(url=url).exists():
        raise Refusal("list-address-known", field="url")
    if ListAddress.objects.count() >= MOST_ADDRESSES:
        raise Refusal("too-many-list-addresses", limit=MOST_ADDRESSES)
    made = ListAddress.objects.create(source=source, url=url, days=days, name=name if is_table else "", by=by)
    fetch_list_soon(made)
    return ActResult({"address": made.pk}, after={"list": source})


def _find(address: int) -> ListAddress:
    row = ListAddress.objects.filter(pk=address).first()
    if row is None:
        raise Refusal("no-such-list-address")
    return row


@act(on=WHOLE_SITE, right=Act.SET_SITE, done=_("address of a rating list removed"))
def remove_list_address(*, address: Id, by: User, once: str = "") -> ActResult[OfListAddress]:
    """What was loaded from it stays."""
    row = _find(address)
    before = {"list": row.source}
    row.delete()
    return ActResult({"address": address}, before=before)


@act(on=WHOLE_SITE, right=Act.SET_SITE, done=_("rating list fetched on request"))
def fetch_list_now(*, address: Id, by: User, once: str = "") -> ActResult[OfListAddress]:
    """Without waiting for its day."""
    row = _find(address)
    fetch_list_soon(row)
    return ActResult({"address": address}, after={"list": row.source})


@act(on=WHOLE_SITE, right=Act.SET_SITE, done=_("unusual rating list decided on"))
def decide_on_fetched_list(
    *,
    address: Id,
    seen: Annotated[str, Field(longest=80)],
    load: Annotated[bool, Field(label=_("Load it"))] = False,
    by: User,
    once: str = "",
) -> ActResult[OfListAddress]:
    """Load a fetched list that waits because something of it is odd, or pass it over."""
    row = _find(address)
    answer: OfListAddress = {"address": address}
    if not row.odd:
        return no_change(answer)
    if seen != row.odd_digest:
        raise Refusal("fetched-list-changed")
    if load:
        # Fetched anew: it is loaded only if the same list still stands there.
        fetch_list_soon(row, trusted=seen)
    else:
        # Passed over until there is another one.
        row.digest, row.odd_digest, row.odd, row.odd_changes = row.odd_digest, "", [], {}
        row.save(update_fields=["digest", "odd_digest", "odd", "odd_changes"])
    return ActResult(answer, after={"list": row.source, "loaded": load})


def now_key(address: ListAddress) -> str:
    return f"list-fetch-now:{address.pk}"


def fetch_list_soon(address: ListAddress, trusted: str = "") -> None:
    """``trusted``: the check sum of a list that is loaded whatever is odd about it."""
    outbox.enqueue(
        FETCH_KIND,
        key=now_key(address),
        payload={"address": address.pk, "trusted": trusted},
        priority=outbox.PAPER,
    )


def fetch_list_again(address: ListAddress) -> None:
    """When its day comes: asked for twice it is one time."""
    outbox.enqueue(
        FETCH_KIND,
        key=f"list-fetch:{address.pk}",
        payload={"address": address.pk, "trusted": ""},
        priority=outbox.PAPER,
        delay=timedelta(days=address.days).total_seconds(),
    )


def tell_fetch_failed(address: ListAddress) -> None:
    """Who has named the address hears of it by mail, once until it comes again."""
    outbox.enqueue(
        FETCH_FAILED_KIND,
        key=f"list-fetch-failed:{address.pk}",
        payload={"address": address.pk},
        priority=outbox.PAPER,
    )
