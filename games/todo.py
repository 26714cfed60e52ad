"""Say what games wait for: providers of ``tournaments.todo``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games.models import Relay
from games.policy import RecordAct
from games.queries.counts import (
    counts_in_rounds,
    has_no_result,
    is_settled,
    result_not_entered,
    standing_results,
)
from games.queries.findings import untold_in
from games.queries.live import differing_in
from games.queries.records import played_games, record_place, records_in_force, round_place
from games.queries.scoresheets import proposals_in
from games.weiqi.counting import CountOutcome
from games.wording.live import relay_error, unplaced_text
from games.wording.prompts import prompt_text
from games.wording.weiqi import outcome_text
from tournaments.models import Pairing, Section
from tournaments.policy import Act
from tournaments.todo import MOST_TABLES, Need, Situation
from tournaments.wording.options import result_text
from tournaments.wording.sides import move_words, side_word


def records(situation: Situation) -> Iterator[Need]:
    """Count the records of the played games that are in, and those that nobody has accepted yet."""
    there = records_in_force(situation.live)
    recorded = {(record.round, record.table, record.game) for record in there}
    played = played_games(situation.live)
    waiting = Counter(record.round for record in there if not record.accepted)
    for round_ in situation.live:
        section = round_.section
        of_round = [record for record in played if record.round == round_.pk]
        missing = [record for record in of_round if (record.round, record.table, record.game) not in recorded]
        # Once all results of a round are in, its records are waited for.
        complete = bool(missing) and not situation.missing(round_)
        if count := waiting[round_.pk]:
            yield Need(
                "accept-record",
                ngettext("%(count)s record to accept", "%(count)s records to accept", count)
                % {"count": count},
                section,
                round_,
                reverse("hall", args=round_place(round_)),
                gettext("View tables"),
                RecordAct.ACCEPT_RECORD,
            )
        # Until the first record comes, nobody may collect any: they are waited for once the round is played.
        if of_round and (complete or len(missing) < len(of_round)):
            numbers = {"in": len(of_round) - len(missing), "count": len(of_round)}
            yield Need(
                "records",
                gettext("%(in)s of %(count)s records submitted") % numbers,
                section,
                round_,
                reverse("records_owed", args=round_place(round_)),
                gettext("View missing records"),
                RecordAct.SUBMIT_RECORD if complete else None,
                done=not missing,
            )
        # Of one round those that are owed are told one by one.
        if situation.whole or not complete or len(missing) > MOST_TABLES:
            continue
        for record in missing:
            words = {"table": record.table, "game": record.game, "side": side_word(record.owes, section.game)}
            yield Need(
                "record",
                gettext("Table %(table)s, game %(game)s: record due from %(side)s") % words
                if record.game > 1
                else gettext("Table %(table)s: record due from %(side)s") % words,
                section,
                round_,
                reverse("record", args=record_place(round_, record.table, record.game)),
                gettext("Submit record"),
                RecordAct.SUBMIT_RECORD,
            )


def proposed_fouls(situation: Situation) -> Iterator[Need]:
    """A decision on the fouls that the scoresheets of a table propose (WXC 4.3)."""
    rounds = {r.pk: r for r in situation.live if r.section.game == Section.Game.XIANGQI}
    waiting = [proposal for proposal in proposals_in(rounds.values()) if proposal.left] if rounds else []
    for (key, table, game), group in groupby(
        waiting, lambda proposal: (proposal.round, proposal.table, proposal.game)
    ):
        count = sum(proposal.left for proposal in group)
        words = ngettext(
            "Table %(table)s: %(count)s recording foul to decide",
            "Table %(table)s: %(count)s recording fouls to decide",
            count,
        )
        yield Need(
            "proposed-foul",
            words % {"table": table, "count": count},
            rounds[key].section,
            rounds[key],
            reverse("scoresheets", args=record_place(rounds[key], table, game)),
            gettext("Decide"),
            Act.CONFIRM_FOUL,
        )


def counts(situation: Situation) -> Iterator[Need]:
    """List boards that were counted: their result is to be entered, or the sides do not agree and a
    referee rules."""
    rounds = {r.pk: r for r in situation.live if r.section.game == Section.Game.WEIQI}
    standing = standing_results(rounds.values()) if rounds else {}
    for count in counts_in_rounds(rounds.values()) if rounds else ():
        round_, table = rounds[count.pairing.round_id], count.pairing.table or 0
        settled, report = is_settled(count), standing.get((count.pairing_id, count.game))
        if not result_not_entered(count, report) if settled else report is not None:
            continue
        text = gettext("Table %(table)s: count not agreed yet")
        if settled:
            text = gettext("Table %(table)s: count final, %(outcome)s")
        act: str | None = Act.REPORT_RESULT if settled else RecordAct.RULE_COUNT
        if has_no_result(count):
            text, act = gettext("Table %(table)s: the referee ruled no result"), None
        yield Need(
            "count",
            text % {"table": table, "outcome": outcome_text(CountOutcome(count.margin))},
            round_.section,
            round_,
            reverse("count", args=record_place(round_, table, count.game)),
            gettext("Enter result") if settled else gettext("View count"),
            act,
        )


def findings(situation: Situation) -> Iterator[Need]:
    """List what the rulebook finds in a game and its result does not tell: to be applied, or dismissed
    with a reason."""
    rounds = {round_.pk: round_ for round_ in situation.live}
    untold = untold_in(rounds.values()) if rounds else []
    by_round = Counter(row.round for row in untold)
    for key, count in by_round.items():
        round_ = rounds[key]
        to = reverse("round_findings", args=round_place(round_))
        # Of a whole event only how many they are.
        if situation.whole or count > MOST_TABLES:
            words = ngettext("%(count)s finding to decide", "%(count)s findings to decide", count)
            yield Need(
                "finding",
                words % {"count": count},
                round_.section,
                round_,
                to,
                gettext("Decide"),
                RecordAct.RULE_ON_FINDING,
            )
            continue
        for row in untold:
            if row.round == key:
                text = gettext("Table %(table)s, %(move)s: %(finding)s Entered: %(entered)s") % {
                    "table": row.table,
                    "move": move_words(row.finding["ply"], round_.section.game),
                    "finding": prompt_text(row.finding),
                    "entered": result_text(row.entered) if row.entered else gettext("no result"),
                }
                yield Need(
                    "finding",
                    text,
                    round_.section,
                    round_,
                    f"{to}#table-{row.table}",
                    gettext("Decide"),
                    RecordAct.RULE_ON_FINDING,
                )


def streams(situation: Situation) -> Iterator[Need]:
    """Say where an accepted record is another game than was entered during play; nobody has to act."""
    if situation.whole or not situation.live:
        return
    [round_] = situation.live
    differing = differing_in([round_])
    tables = dict(Pairing.objects.filter(pk__in=[key for key, _ in differing]).values_list("pk", "table"))
    for (key, game), differences in sorted(differing.items(), key=lambda item: tables[item[0][0]] or 0):
        table = tables[key] or 0
        text = ngettext(
            "Table %(table)s: record and entered moves differ at %(count)s move",
            "Table %(table)s: record and entered moves differ at %(count)s moves",
            len(differences),
        )
        yield Need(
            "stream-differs",
            text % {"table": table, "count": len(differences)},
            round_.section,
            round_,
            reverse("record", args=record_place(round_, table, game)),
            gettext("View record"),
        )


def relays(situation: Situation) -> Iterator[Need]:
    """An address of running games that does not answer, or has games that fit no table."""
    rounds = {round_.pk: round_ for round_ in situation.live}
    troubled = Relay.objects.filter(Q(failures__gte=Relay.PATIENT_AFTER) | ~Q(unplaced=[]), round__in=rounds)
    for relay in troubled if rounds else ():
        round_ = rounds[relay.round_id]
        text = gettext("The address of the running games has failed %(count)s times in a row: %(why)s")
        params = {"count": relay.failures, "why": relay_error(relay.error, relay.status)}
        if relay.failures < Relay.PATIENT_AFTER:
            text = ngettext(
                "%(count)s running game fits no table: %(games)s",
                "%(count)s running games fit no table: %(games)s",
                len(relay.unplaced),
            )
            params = {"count": len(relay.unplaced), "games": unplaced_text(relay.unplaced[0])}
        yield Need(
            "relay",
            text % params,
            round_.section,
            round_,
            reverse("follow_relay", args=round_place(round_)),
            gettext("View address"),
            RecordAct.FOLLOW_RELAY,
        )


NEEDS = (findings, relays, streams, records, proposed_fouls, counts)
