"""Which records a round still lacks: a provider of ``tournaments.needs``."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext

from games.queries.records import owed, record_place
from tournaments.models import Pairing, ResultReport, Round
from tournaments.needs import MOST_TABLES, Need
from tournaments.wording.sides import side_word


def records_owed(round_: Round) -> Iterator[Need]:
    """While the round is played: how many records are in; once all results are, which are owed by whom."""
    if not round_.is_public or round_.state == Round.State.CLOSED:
        return
    count, missing = owed(round_)
    if not count:
        return
    yield Need(
        "records",
        gettext("%(in)s of %(count)s records are in") % {"in": count - len(missing), "count": count},
        done=not missing,
    )
    if len(missing) > MOST_TABLES or _awaits_results(round_):
        return
    section = round_.section
    for played in missing:
        words = {"table": played.table, "game": played.game, "side": side_word(played.owes, section.game)}
        yield Need(
            "record",
            gettext("Table %(table)s, game %(game)s: %(side)s owes the record") % words
            if played.game > 1
            else gettext("Table %(table)s: %(side)s owes the record") % words,
            pairing=played.pairing,
            url=reverse("record", args=record_place(round_, played.table, played.game)),
            link=gettext("Hand it in"),
        )


def _awaits_results(round_: Round) -> bool:
    tables = Pairing.objects.filter(round=round_, table__isnull=False)
    reported = ResultReport.objects.in_force().filter(pairing=OuterRef("pk"))
    return tables.filter(~Exists(reported)).exists()
