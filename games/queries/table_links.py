"""Links of the phones at the tables: whose a secret is, which there are, and what one opens now."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from games.models import TableLink
from portal.web.private_links import digest, secret_again
from tournaments.models import Pairing, Section
from tournaments.queries.public.public_state import PUBLIC_STATES

TABLE_LINK = "table-link"


def table_link_of(secret: str) -> TableLink | None:
    """Find the link, valid or revoked, with its section and event, in one query."""
    links = TableLink.objects.filter(secret_digest=digest(secret))
    return links.select_related("section__event").first()


def address_of(link: TableLink) -> str:
    """Write the whole address; empty when the site's key has changed since."""
    secret = secret_again(TABLE_LINK, link.salt, link.secret_digest)
    return f"{settings.PUBLIC_URL}/b/{secret}/" if secret else ""


def pairing_at(link: TableLink) -> Pairing | None:
    """Find who sits at the link's table now: in the latest public round that has it. One query."""
    pairings = Pairing.objects.filter(
        round__section=link.section_id, round__state__in=PUBLIC_STATES, table=link.table
    )
    return pairings.select_related("round__section__event").order_by("-round__number").first()


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table of a section and the link that opens it; ``address`` is empty where it cannot be printed."""

    table: int
    link: TableLink | None
    address: str


def table_cards(section: Section) -> list[TableCard]:
    """List every table that a public round of the section has had, or that has a link, in two queries."""
    links = {link.table: link for link in TableLink.objects.filter(section=section, revoked_at=None)}
    seated = Pairing.objects.filter(
        round__section=section, round__state__in=PUBLIC_STATES, table__isnull=False
    )
    tables = {table or 0 for table in seated.values_list("table", flat=True)} | set(links)
    cards = []
    for table in sorted(tables):
        link = links.get(table)
        cards.append(TableCard(table, link, address_of(link) if link else ""))
    return cards
