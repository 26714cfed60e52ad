"""A published round as plain values: by table and by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.models import Pairing, Round, RoundVersion, Section, Standing
from tournaments.pairing.reasons import NoticeCode
from tournaments.queries.links import table_links
from tournaments.queries.matches import as_seated, open_among
from tournaments.queries.moment import Moment
from tournaments.queries.public import Data, frame, people, section_of
from tournaments.queries.seats import seated_pairings
from tournaments.queries.tournament import numbered_entries, tournament_of
from tournaments.queries.verified import holds
from tournaments.state.points import Points
from tournaments.state.tournament import history, scores


def round_by_table(key: int, number: int, moment: Moment) -> Data:
    """Tables with players, points before the round, results and reasons; who has the bye; who is absent;
    what this version changed. Raises `NotPublicError`."""
    section = section_of(key)
    round_ = moment.round(section, number)
    tables, byes = _tables_and_byes(round_)
    points = points_before(section, number)
    links = table_links([round_], staff=False)
    for table in tables:
        table["links"] = [
            {"text": link.text, "path": link.path, "game": link.game}
            for link in links.get((round_.pk, table["table"]), ())
        ]
        for side in ("first", "second"):
            table[f"{side}_points"] = points[table[side]]
    return {
        "frame": frame(section, moment),
        "round": _round(round_, tables, byes, moment),
        "tables": tables,
        "byes": byes,
        "absent": _absent(section, number, tables, byes),
        "changes": _changes(round_, tables, byes, moment),
        "people": people(section),
    }


def round_by_name(key: int, number: int, moment: Moment) -> Data:
    """The same round for somebody who looks for a name. Raises `NotPublicError`."""
    section = section_of(key)
    round_ = moment.round(section, number)
    tables, byes = _tables_and_byes(round_)
    lines: list[Data] = [
        {"number": table[side], "table": table["table"], "side": side, "opponent": table[other]}
        for table in tables
        for side, other in (("first", "second"), ("second", "first"))
    ]
    lines += [{"number": one, "bye": True} for one in byes]
    lines += [{"number": one, "absent": True} for one in _absent(section, number, tables, byes)]
    return {
        "frame": frame(section, moment),
        "round": _round(round_, tables, byes, moment),
        "lines": lines,
        "people": people(section),
    }


def _tables_and_byes(round_: Round) -> tuple[list[Data], list[int]]:
    pairings = seated_pairings([round_])
    missing = open_among(round_.section, pairings)
    byes = [seat.entry.number or 0 for pairing in pairings if pairing.is_bye for seat in pairing.seats.all()]
    tables = [_table(pairing) | {"open": pairing.table in missing} for pairing in pairings if pairing.table]
    return tables, byes


def points_before(section: Section, number: int) -> Mapping[int, str]:
    """What everybody had when the round was published, as texts: from the standings frozen then, or where
    there are none from the games. Whoever entered later was absent in every round before."""
    points = Points.parse(section.points)
    late = points.text(points.absence * (number - 1))
    standing = Standing.objects.filter(section=section, after_round=number - 1).order_by("-version").first()
    if standing is None and number > 1:
        before = scores(history(tournament_of(section, before_round=number)))
        return defaultdict(lambda: late, {n: points.text(value) for n, value in before.items()})
    rows = standing.data["rows"] if standing else []
    return defaultdict(lambda: late, {row["number"]: row["points"] for row in rows})


def _round(round_: Round, tables: list[Data], byes: list[int], moment: Moment) -> Data:
    edition = moment.edition(round_)
    return {
        "number": round_.number,
        "state": moment.state(round_),
        "starts": round_.starts_at.isoformat() if round_.starts_at else "",
        "version": edition.number,
        "at": edition.at,
        "digest": edition.digest,
        "holds": holds(round_, tables, byes),
        "by_hand": [table["table"] for table in tables if table["by_hand"]],
        "rematches": [table["table"] for table in tables if table["rematch"]],
        "games": len(tables),
        "reported": sum(1 for table in tables if table["results"] and not table["open"]),
    }


def _table(pairing: Pairing) -> Data:
    seats = {seat.colour: seat.entry.number for seat in pairing.seats.all()}
    return {
        "table": pairing.table,
        "first": seats["first"],
        "second": seats["second"],
        "results": [
            {"value": as_seated(report.value, report.game), "forfeit": report.forfeit}
            for report in pairing.current
        ],
        "reasons": pairing.reasons,
        "by_hand": pairing.by_hand,
        "rematch": any(notice["code"] == NoticeCode.REMATCH for notice in pairing.notices),
    }


def _absent(section: Section, number: int, tables: list[Data], byes: Iterable[int]) -> list[int]:
    """Entered, not withdrawn, and in no pair of this round; nobody in a round robin is."""
    if not section.is_swiss:
        return []
    seated = {table[side] for table in tables for side in ("first", "second")} | set(byes)
    return [
        entry.number or 0
        for entry in numbered_entries(section)
        if entry.number not in seated and (entry.withdrawn_after is None or number <= entry.withdrawn_after)
    ]


def _changes(round_: Round, tables: list[Data], byes: list[int], moment: Moment) -> list[Data]:
    """Whose place is another one than in the version before: ``number``, and where ``before`` and now."""
    edition = moment.edition(round_)
    if edition.number < 2:
        return []
    last = RoundVersion.objects.filter(round=round_, number=edition.number - 1).first()
    if last is None:
        return []
    before = _places(last.pairs)
    now = _places([*tables, *({"bye": number} for number in byes)])
    return [
        {"number": number, "before": before.get(number), "now": now.get(number)}
        for number in sorted(before.keys() | now.keys())
        if before.get(number) != now.get(number)
    ]


def _places(pairs: Iterable[Mapping[str, Any]]) -> dict[int, Data]:
    places: dict[int, Data] = {}
    for pair in pairs:
        if pair.get("bye"):
            places[pair["bye"]] = {"bye": True}
            continue
        for side, other in (("first", "second"), ("second", "first")):
            places[pair[side]] = {"table": pair["table"], "side": side, "opponent": pair[other]}
    return places
