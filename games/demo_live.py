"""Load a live event for the demonstration: two games whose moves come in while it runs."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from games.acts.live import write_game
from games.acts.live_settings import show_live
from games.acts.records import accept_record, submit_record
from games.demo import GameOfRecord, games_of_record
from games.queries.records import current_record, record_key
from games.records.game import Game
from games.records.writing import to_pgn
from portal.accounts.models import User
from tournaments.acts.entering.attendance import check_in
from tournaments.acts.entering.players import enter_player
from tournaments.acts.notices.announcements import Texts, announce
from tournaments.acts.results import current_report, report_result
from tournaments.acts.sections import draw_lots, open_section
from tournaments.demo.cast import CHIEF, DESK, REFEREE
from tournaments.demo.playing import mark_loaded, not_loaded, publish, work_off
from tournaments.demo.records import make_event, make_section
from tournaments.demo.roster import invited_players
from tournaments.models import Pairing, Section
from tournaments.queries.public.public_state import PUBLIC_STATES

EVENT, SECTION = "demo-live", "friendly"
ZONE = "Asia/Kuala_Lumpur"
# Seconds from one move to the next.
EVERY = 8.0
# Moves, of both sides, that are there from the beginning.
HEAD_START = 16
# Event, section and round of the games; both tables have the number of theirs.
ORIGIN = ("wxc-2009", "women", 7)
ABOUT = Texts(
    en="The players of this event are invented. Their moves are those of two games of the World Championship "
    "of 2009; they come in one by one while the demonstration runs.",
    zh_hans="本赛事的棋手均为虚构。着法取自2009年世界锦标赛的两局棋，演示运行期间逐着更新。",
    zh_hant="本賽事的棋手均為虛構。著法取自2009年世界錦標賽的兩局棋，示範執行期間逐著更新。",
    vi="Kỳ thủ của giải này là hư cấu. Nước đi lấy từ hai ván của giải vô địch thế giới năm 2009, "
    "được cập nhật từng nước trong lúc chạy bản minh họa.",
)
Users = dict[str, User]


def load_live(users: Users, *, seed: int) -> Section | None:
    """Load the event with its two games begun; None where it was loaded before, whatever became of it."""
    section = not_loaded(EVENT, SECTION, lambda: _make(users, seed=seed))
    if section is None:
        return None
    show_live(section=section, public=True, delay=0, comments=False, by=users[CHIEF.username])
    publish(section, 1, users)
    for pairing, game in _tables():
        _write(pairing, game, HEAD_START, users)
    mark_loaded(section)
    return section


# The moves are those of two games of 2009, the people are invented.
@transaction.atomic
def _make(users: Users, *, seed: int) -> Section:
    """The event of today, its section and four players with their lots."""
    chief = users[CHIEF.username]
    today = datetime.now(ZoneInfo(ZONE)).date()
    event = make_event(
        users,
        slug=EVENT,
        name="Demo Live Friendly",
        native_name="直播友谊赛（演示）",
        place="Kuching, Malaysia",
        time_zone=ZONE,
        starts=today,
        ends=today + timedelta(days=1),
    )
    section = make_section(
        event,
        SECTION,
        name="Friendly",
        native_name="友谊赛",
        rounds=1,
        seed=f"demo-live-{seed}",
        by=chief,
    )
    announce(event=event, texts=ABOUT, pinned=True, by=chief)
    open_section(section=section, by=chief)
    for invited in invited_players(seed + 2)[::14]:
        person = replace(invited.person, categories=(), group=1)
        enter_player(section=section, person=person, by=users[DESK.username])
    check_in(entries=list(section.entries.all()), present=True, by=users[DESK.username])
    draw_lots(section=section, by=users[REFEREE.username])
    return section


def _tables() -> list[tuple[Pairing, GameOfRecord]]:
    pairings = Pairing.objects.filter(round__section__event__slug=EVENT, round__section__slug=SECTION)
    games = {
        game.table: game for game in games_of_record() if (game.event, game.section, game.round) == ORIGIN
    }
    return [
        (pairing, games[pairing.table])
        for pairing in pairings.select_related("round__section__event")
        if pairing.table
    ]


# A table at which somebody does anything else is theirs.
def next_moves(users: Users) -> bool:
    """Play one more move at each table that is still played, or end its game; False where none is."""
    played = [_next_move(pairing, game, users) for pairing, game in _tables()]
    return any(played)


def _next_move(pairing: Pairing, game: GameOfRecord, users: Users) -> bool:
    live = pairing.live_games.filter(game=1).first()
    if live is None or pairing.round.state not in PUBLIC_STATES or current_report(pairing) is not None:
        return False
    line, moves = live.line.split(), [str(move) for move in game.moves]
    if line != moves[: len(line)]:
        return False
    if len(line) < len(moves):
        _write(pairing, game, len(line) + 1, users)
        return True
    report_result(
        round_=pairing.round,
        table=pairing.table or 0,
        value=game.result,
        seen=None,
        by=users[DESK.username],
    )
    _hand_in(pairing, game, users)
    return True


def _write(pairing: Pairing, game: GameOfRecord, plies: int, users: Users) -> None:
    """Tap so many moves of a game at its table."""
    write_game(pairing=pairing, moves=[str(move) for move in game.moves[:plies]], by=users[DESK.username])


def _hand_in(pairing: Pairing, game: GameOfRecord, users: Users) -> None:
    """Hand in the record of a game that is over, and accept it."""
    if current_record(pairing) is not None:
        return
    text = to_pgn(Game({"Result": game.result}, moves=game.moves), game.notation)
    submit_record(pairing=pairing, raw=text.encode(), seen=None, by=users[DESK.username])
    record = current_record(pairing)
    if record is None:
        raise LookupError(f"no record of {pairing}")
    work_off(record_key(record))
    accept_record(record=record, by=users[REFEREE.username])
