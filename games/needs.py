"""Which records a round lacks, and which counts wait to be entered: providers of ``tournaments.needs``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games.queries.counts import awaits_entry, counts_in_force, has_no_result, is_settled, standing_results
from games.queries.records import owed, record_place, round_place
from games.queries.scoresheets import proposals
from games.weiqi.counting import Outcome
from games.wording.weiqi import outcome_text
from tournaments.models import Pairing, ResultReport, Round, Section
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
        gettext("%(in)s of %(count)s records submitted") % {"in": count - len(missing), "count": count},
        done=not missing,
        url=reverse("records_owed", args=round_place(round_)),
        link=gettext("View missing records"),
    )
    if len(missing) > MOST_TABLES or _awaits_results(round_):
        return
    section = round_.section
    for played in missing:
        words = {"table": played.table, "game": played.game, "side": side_word(played.owes, section.game)}
        yield Need(
            "record",
            gettext("Table %(table)s, game %(game)s: record due from %(side)s") % words
            if played.game > 1
            else gettext("Table %(table)s: record due from %(side)s") % words,
            pairing=played.pairing,
            url=reverse("record", args=record_place(round_, played.table, played.game)),
            link=gettext("Submit record"),
        )


def proposed_fouls(round_: Round) -> Iterator[Need]:
    """A decision on the fouls that the scoresheets of a table propose."""
    if (
        round_.section.game != Section.Game.XIANGQI
        or not round_.is_public
        or round_.state == Round.State.CLOSED
    ):
        return
    waiting = [one for one in proposals(round_) if one.left]
    for (table, game, pairing), found in groupby(waiting, lambda one: (one.table, one.game, one.pairing)):
        count = sum(one.left for one in found)
        yield Need(
            "proposed-foul",
            ngettext(
                "Table %(table)s: %(count)s recording foul to decide",
                "Table %(table)s: %(count)s recording fouls to decide",
                count,
            )
            % {"table": table, "count": count},
            pairing=pairing,
            url=reverse("scoresheets", args=record_place(round_, table, game)),
            link=gettext("Decide"),
        )


def counts_to_enter(round_: Round) -> Iterator[Need]:
    """Settled counts that the table's result does not follow yet."""
    if (
        round_.section.game != Section.Game.WEIQI
        or not round_.is_public
        or round_.state == Round.State.CLOSED
    ):
        return
    standing = standing_results([round_])
    for count in counts_in_force(round_):
        if not is_settled(count) or not awaits_entry(count, standing.get((count.pairing_id, count.game))):
            continue
        table = count.pairing.table or 0
        words = {"table": table, "outcome": outcome_text(Outcome(count.margin))}
        yield Need(
            "count",
            gettext("Table %(table)s: the referee ruled no result") % words
            if has_no_result(count)
            else gettext("Table %(table)s: count final, %(outcome)s") % words,
            pairing=count.pairing_id,
            url=reverse("count", args=record_place(round_, table, count.game)),
            link=gettext("Enter result"),
        )


def _awaits_results(round_: Round) -> bool:
    tables = Pairing.objects.filter(round=round_, table__isnull=False)
    reported = ResultReport.objects.in_force().filter(pairing=OuterRef("pk"))
    return tables.filter(~Exists(reported)).exists()
