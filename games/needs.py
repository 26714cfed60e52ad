"""Which records a round still lacks: a provider of ``tournaments.needs``."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext

from games.queries.records import owed
from tournaments.models import Pairing, ResultReport, Round
from tournaments.needs import MOST_TABLES, Need
from tournaments.wording.sides import side_word


def records_owed(round_: Round) -> Iterator[Need]:
    """While the round is played: how many records are in; once all results are, which are owed by whom."""
    if not round_.is_public or round_.state == Round.State.CLOSED:
        return
    played, missing = owed(round_)
    if not played:
        return
    yield Need(
        "records",
        gettext("%(in)s of %(count)s records are in") % {"in": played - len(missing), "count": played},
        done=not missing,
    )
    if len(missing) > MOST_TABLES or _awaits_results(round_):
        return
    section = round_.section
    for pairing, table, side in missing:
        yield Need(
            "record",
            gettext("Table %(table)s: %(side)s owes the record")
            % {"table": table, "side": side_word(side, section.game)},
            pairing=pairing,
            url=reverse("record", args=[section.event.slug, section.slug, round_.number, table]),
            link=gettext("Hand it in"),
        )


def _awaits_results(round_: Round) -> bool:
    tables = Pairing.objects.filter(round=round_, table__isnull=False)
    reported = ResultReport.objects.in_force().filter(pairing=OuterRef("pk"))
    return tables.filter(~Exists(reported)).exists()
