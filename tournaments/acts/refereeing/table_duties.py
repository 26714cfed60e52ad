"""Tables are given to referees: whose list they open with."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Id
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.models import Section, TableDuty
from tournaments.policy import Act
from tournaments.queries.refereeing.table_duties import referees_of
from tournaments.state.table_ranges import read_ranges, write_ranges

LONGEST_TABLES = 100


class TablesGiven(TypedDict):
    """``tables``: empty where the referee looks after all of them."""

    referee: int
    tables: str


@act(on=SECTION, right=Act.GIVE_TABLES, done=_("tables given to a referee"))
def give_tables(
    *,
    section: Section,
    referee: Id,
    tables: Annotated[
        str,
        Field(
            longest=LONGEST_TABLES,
            label=_("Tables"),
            help=_("Such as 1–14, 20. Leave empty for all of them."),
        ),
    ] = "",
    by: User,
    once: str = "",
) -> ActResult[TablesGiven]:
    """Give a referee tables in every round of the section; ``referee``: the id of the membership."""
    membership = referees_of(section).filter(pk=referee).first()
    if membership is None:
        raise Refusal("no-such-referee")
    try:
        text = write_ranges(read_ranges(tables))
    except ValueError as error:
        raise Refusal("tables-unreadable", field="tables", text=str(error)[:40]) from None
    if len(text) > LONGEST_TABLES:
        raise Refusal("tables-unreadable", field="tables", text=text[:40])
    # It says who looks where; nobody is kept from another table.
    duties = TableDuty.objects.filter(section=section, membership=membership)
    earlier = duties.values_list("tables", flat=True).first() or ""
    answer: TablesGiven = {"referee": membership.pk, "tables": text}
    if earlier == text:
        return no_change(answer)
    if text:
        duties.update_or_create(section=section, membership=membership, defaults={"tables": text})
    else:
        duties.delete()
    whose = {"user": membership.user_id}
    return ActResult(
        answer, before={**whose, "referee_tables": earlier}, after={**whose, "referee_tables": text}
    )
