"""Say what of the portal's own rooms stands in a backup: the journal, and which pages are published."""

from __future__ import annotations

from types import NoneType
from typing import Any

from django.db.models import QuerySet

from portal import published
from portal.backup.restoring import facts_with_local_ids, target_here
from portal.backup.tables import FACTS, Ids, Subject, Table

# Behind everything that the journal and the pages speak of.
LAST = 90


def _journal(subject: Subject) -> QuerySet[Any]:
    from portal.journal.models import JournalEntry

    return JournalEntry.objects.filter(scope=subject.scope)


def _journal_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    for name in ("scope", "target", "party"):
        row[name] = target_here(row[name], ids)
    for name in ("before", "after"):
        row[name] = facts_with_local_ids(row[name], ids)
    return row


def _pages(subject: Subject) -> QuerySet[Any]:
    # Files are announced by whoever asks for one.
    pages: QuerySet[Any] = published.Page.objects.filter(path__startswith=subject.prefix)
    return pages.exclude(path__contains="/files/")


# Not carried: accounts but for what they are called, tokens, sessions, webhooks (their secrets are this
# site's), work that waits, and the bytes of pages, which are rendered anew.
def _page_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    if any(type(value) not in (int, NoneType) for name, value in row["params"].items() if name in FACTS):
        # An id written as anything but a number would stay as it is and show what another event has under it.
        raise ValueError(row["params"])
    return {**row, "path": ids.path(row["path"]), "params": facts_with_local_ids(row["params"], ids)}


def _withheld(subject: Subject) -> QuerySet[Any]:
    rows: QuerySet[Any] = published.Withheld.objects.filter(prefix__startswith=subject.prefix)
    return rows


def _withheld_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    return {**row, "prefix": ids.path(row["prefix"])}


def render(subject: Subject) -> None:
    """Have the pages of what was restored made."""
    published.invalidate(under=[subject.prefix])


TABLES = (
    # Of requests and their answers none is carried: they would be answered again here.
    Table(
        "portal/journal",
        "portal.JournalEntry",
        _journal,
        without={"once": "", "answer": None},
        carry=_journal_here,
    ),
    Table("portal/pages", "portal.Page", _pages, carry=_page_here),
    Table("portal/withheld", "portal.Withheld", _withheld, natural="prefix", carry=_withheld_here),
)
