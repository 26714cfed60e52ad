"""What games know to wait for a decision: providers of ``tournaments.decisions``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games.policy import RecordAct
from games.queries.counts import awaits_entry, counts_in_rounds, has_no_result, is_settled, standing_results
from games.queries.records import played_games, record_place, records_in_force
from games.queries.scoresheets import proposals_in
from tournaments.decisions import Decision, Situation
from tournaments.models import Round, Section
from tournaments.policy import Act


def _tables(round_: Round) -> str:
    """The overview of the round's tables, where each can be gone to."""
    section = round_.section
    return reverse("hall", args=[section.event.slug, section.slug, round_.number])


def records_to_accept(situation: Situation) -> Iterator[Decision]:
    """Records that nobody has accepted yet; once all results of a round are in, those that are owed."""
    records = records_in_force(situation.live)
    waiting = Counter(one.round for one in records if not one.accepted)
    played = played_games(situation.live)
    there = {(one.round, one.table, one.game) for one in records}
    owed = Counter(one.round for one in played if (one.round, one.table, one.game) not in there)
    missing = {one.current.pk: one.missing for one in situation.overviews if one.current}
    for round_ in situation.live:
        if count := waiting[round_.pk]:
            words = ngettext(
                "Round %(round)s: %(count)s record to accept",
                "Round %(round)s: %(count)s records to accept",
                count,
            )
            yield Decision(
                "record",
                words % {"round": round_.number, "count": count},
                _tables(round_),
                gettext("View tables"),
                RecordAct.ACCEPT_RECORD,
                round_.section,
            )
        if (count := owed[round_.pk]) and not missing[round_.pk]:
            words = ngettext(
                "Round %(round)s: %(count)s record missing",
                "Round %(round)s: %(count)s records missing",
                count,
            )
            yield Decision(
                "record-owed",
                words % {"round": round_.number, "count": count},
                _tables(round_),
                gettext("View tables"),
                RecordAct.SUBMIT_RECORD,
                round_.section,
            )


def fouls_to_decide(situation: Situation) -> Iterator[Decision]:
    """Fouls that the scoresheets propose (WXC 4.3), of which nobody has decided."""
    left: Counter[int] = Counter()
    for one in proposals_in(situation.live):
        left[one.round] += one.left
    for round_ in situation.live:
        if count := left[round_.pk]:
            words = ngettext(
                "Round %(round)s: %(count)s recording foul to decide",
                "Round %(round)s: %(count)s recording fouls to decide",
                count,
            )
            yield Decision(
                "proposed-foul",
                words % {"round": round_.number, "count": count},
                reverse("round_desk", args=[situation.event.slug, round_.section.slug, round_.number]),
                gettext("View tables"),
                Act.CONFIRM_FOUL,
                round_.section,
            )


def counts_to_decide(situation: Situation) -> Iterator[Decision]:
    """Boards that were counted: both agree and the result is to be entered, or they do not and a referee
    rules."""
    rounds = {r.pk: r for r in situation.live if r.section.game == Section.Game.WEIQI}
    standing = standing_results(rounds.values())
    for count in counts_in_rounds(rounds.values()):
        round_, table = rounds[count.pairing.round_id], count.pairing.table or 0
        settled, report = is_settled(count), standing.get((count.pairing_id, count.game))
        if report is not None and not settled:
            continue
        if settled and (has_no_result(count) or not awaits_entry(count, report)):
            continue
        words = (
            gettext("Round %(round)s, table %(table)s: count final, result not entered")
            if settled
            else gettext("Round %(round)s, table %(table)s: count not agreed yet")
        )
        yield Decision(
            "count",
            words % {"round": round_.number, "table": table},
            reverse("count", args=record_place(round_, table, count.game)),
            gettext("View count"),
            Act.REPORT_RESULT if settled else RecordAct.RULE_COUNT,
            round_.section,
        )
