"""Load a weiqi section for the demonstration: its first round is played, every table at another point."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from games.acts.counts import agree_count, count_board
from games.acts.records import accept_record, submit_record
from games.models import GameRecord
from games.queries.counts import count_result, current_count
from games.queries.records import current_record, record_key
from games.weiqi.record import WeiqiRecord
from games.weiqi.values import BLACK, WHITE, Move, parse_point
from games.weiqi.writing import write_sgf
from portal.accounts.models import User
from tournaments.acts.entering.attendance import check_in
from tournaments.acts.entering.players import enter_player
from tournaments.acts.results import current_report, report_result
from tournaments.acts.sections import draw_lots, open_section
from tournaments.demo.cast import CHIEF, DESK, REFEREE
from tournaments.demo.playing import demo_round, mark_loaded, not_loaded, publish, work_off
from tournaments.demo.records import make_event, make_section
from tournaments.demo.roster import invited_players
from tournaments.models import Pairing, Section

EVENT, SECTION = "demo-weiqi-2026", "open"
ZONE = "Asia/Kuala_Lumpur"
FIXTURE = Path(__file__).resolve().parent / "fixtures" / "weiqi_selfplay_games.json"
# 3¾ stones in quarters, which is the komi of 7.5 points that these games were played with.
COMPENSATION = 15
# What has become of the tables with these numbers.
RESIGNED, SETTLED, PROPOSED = 1, 2, 3


def load_weiqi(users: dict[str, User], *, seed: int) -> Section | None:
    """Load the section as it is meant to be; None where it was loaded before, whatever became of it."""
    section = not_loaded(EVENT, SECTION, lambda: _make(users, seed=seed))
    if section is None:
        return None
    publish(section, 1, users)
    data = json.loads(FIXTURE.read_text(encoding="utf-8"))
    for game in data["games"]:
        _play(section, game, users)
    mark_loaded(section)
    return section


@transaction.atomic
def _make(users: dict[str, User], *, seed: int) -> Section:
    """The event, its section and eight players with their lots."""
    chief, desk = users[CHIEF.username], users[DESK.username]
    today = datetime.now(ZoneInfo(ZONE)).date()
    event = make_event(
        users,
        slug=EVENT,
        name="Demo Weiqi Open 2026",
        native_name="2026年围棋公开赛（演示）",
        place="Kuching, Malaysia",
        time_zone=ZONE,
        starts=today,
        ends=today,
    )
    section = make_section(
        event,
        SECTION,
        name="Open",
        native_name="公开组",
        game=Section.Game.WEIQI,
        preset="wmsg2008",
        rounds=3,
        options={"compensation": COMPENSATION},
        seed=f"demo-weiqi-{seed}",
        by=chief,
    )
    open_section(section=section, by=chief)
    for invited in invited_players(seed + 1)[::7]:
        enter_player(section=section, person=replace(invited.person, categories=()), by=desk)
    check_in(entries=list(section.entries.all()), present=True, by=desk)
    draw_lots(section=section, by=users[REFEREE.username])
    return section


def _play(section: Section, game: dict[str, Any], users: dict[str, User]) -> None:
    """Add what is missing at one table: its record, its count, its result."""
    pairing = Pairing.objects.select_related("round__section__event").get(
        round=demo_round(section, 1), table=game["table"]
    )
    record = _record(pairing, game, users)
    if game["table"] == RESIGNED:
        _report(pairing, "0-1" if game["claimed"].startswith("W") else "1-0", users)
    elif game["table"] <= PROPOSED:
        _count(pairing, record, game, users)


def _record(pairing: Pairing, game: dict[str, Any], users: dict[str, User]) -> GameRecord:
    if current_record(pairing) is None:
        moves = tuple(
            Move(WHITE if ply % 2 else BLACK, None if name == "--" else parse_point(name))
            for ply, name in enumerate(game["moves"].split())
        )
        raw = write_sgf(WeiqiRecord(properties={"RE": game["claimed"], "KM": "7.5"}, moves=moves))
        submit_record(pairing=pairing, raw=raw, filename="", by=users[DESK.username])
    record = current_record(pairing)
    if record is None:
        raise LookupError(f"no record of {pairing}")
    if not hasattr(record, "acceptance"):
        work_off(record_key(record))
        accept_record(record=record, by=users[REFEREE.username])
    return record


@transaction.atomic
def _count(pairing: Pairing, record: GameRecord, game: dict[str, Any], users: dict[str, User]) -> None:
    """Count the final board; where it is settled, enter its result."""
    if current_count(pairing) is not None:
        return
    record.refresh_from_db()
    desk = users[DESK.username]
    count_board(
        pairing=pairing,
        position=record.reading.data["final_fen"],
        dead=game["dead"].split(),
        record=record,
        by=desk,
    )
    count = current_count(pairing)
    if count is None:
        raise LookupError(f"no count of {pairing}")
    agree_count(count=count, side="second", by=desk)
    if game["table"] == SETTLED:
        agree_count(count=count, side="first", by=desk)
        _report(pairing, count_result(count), users)


def _report(pairing: Pairing, value: str, users: dict[str, User]) -> None:
    if current_report(pairing) is None:
        report_result(
            round_=pairing.round, table=pairing.table or 0, value=value, seen=None, by=users[DESK.username]
        )
