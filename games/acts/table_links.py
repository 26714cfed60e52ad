"""Links of the phones at the tables: made for every table at once, renewed and revoked one by one."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import TableLink
from games.queries.table_links import TABLE_LINK, table_cards
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from portal.web.private_links import new_secret
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.models import Section
from tournaments.policy import Act


class TableLinksIssued(TypedDict):
    """How many; the secrets are in no answer and in no journal."""

    issued: int


class TableRef(TypedDict):
    table: int


Table = Annotated[int, Field(least=1, most=100_000)]


@act(on=SECTION, right=Act.ISSUE_LINKS, done=_("table links created"))
def issue_table_links(*, section: Section, by: User, once: str = "") -> ActResult[TableLinksIssued]:
    """To every table of a public round that has none."""
    missing = [card.table for card in table_cards(section) if card.link is None]
    if not missing:
        return no_change({"issued": 0})
    made = [_made(section, table, by) for table in missing]
    TableLink.objects.bulk_create(made)
    return ActResult({"issued": len(made)}, after={"links": len(made)})


@act(on=SECTION, right=Act.ISSUE_LINKS, done=_("table link renewed"))
def renew_table_link(*, section: Section, table: Table, by: User, once: str = "") -> ActResult[TableRef]:
    """What the table had before opens nothing any more."""
    _revoked(section, table)
    _made(section, table, by).save()
    return ActResult({"table": table}, after={"table": table})


@act(on=SECTION, right=Act.ISSUE_LINKS, done=_("table link revoked"))
def revoke_table_link(*, section: Section, table: Table, by: User, once: str = "") -> ActResult[TableRef]:
    """From then on it opens nothing."""
    if not _revoked(section, table):
        raise Refusal("no-link")
    return ActResult({"table": table}, after={"table": table})


def _made(section: Section, table: int, by: User) -> TableLink:
    return TableLink(section=section, table=table, created_by=by, **new_secret(TABLE_LINK))


def _revoked(section: Section, table: int) -> int:
    valid = TableLink.objects.filter(section=section, table=table, revoked_at=None)
    return valid.update(revoked_at=timezone.now())
