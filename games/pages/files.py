"""Write games as files: of a round, a player, a section or an event in one, PGN or SGF; and a single game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import GameRecord
from games.queries.public_games import GamePage, game_sides, public_games, shows_comments, uncommented
from games.records.answer import variations_from
from games.records.endings import NOT_STATED, StatedEnding, stated_ending
from games.records.game import Game
from games.records.weiqi_variations import variations_as_sgf
from games.records.writing import to_dhtmlxq, to_pgn, to_xqf
from games.weiqi.positions import placed_stones
from games.weiqi.record import Setup, WeiqiRecord
from games.weiqi.values import BLACK, WHITE, Move
from games.weiqi.writing import write_sgf
from games.xiangqi.fen import START_POSITION, read_fen
from games.xiangqi.values import Move as XiangqiMove
from portal.outbox import Work
from portal.published import PageSpec
from portal.published.renderers import FileRenderer
from tournaments.models import Event, Pairing, ResultReport, Section
from tournaments.pages import paths
from tournaments.pages.files import FileSpec
from tournaments.queries.seats import seats_and_players
from tournaments.state.canonical import digest_of
from tournaments.state.causes import CAUSES, ResultCause, allows, cause_outcome, sgf_result, termination_of

ENDINGS: Mapping[str, str] = {"xiangqi": "pgn", "weiqi": "sgf"}
# Of a game: the ending of each file of a single one, and what its format is called.
FORMATS: Mapping[str, Mapping[str, str]] = {
    "xiangqi": {"pgn": "PGN", "txt": "DhtmlXQ", "xqf": "XQF"},
    "weiqi": {"sgf": "SGF"},
}
NAMES: Mapping[str, Promise] = {"xiangqi": _("Games (PGN)"), "weiqi": _("Games (SGF)")}
# A table's result as records write it, where they write it otherwise.
VALUES: Mapping[str, str] = {"1/2": "1/2-1/2"}
# Others cannot stand in PGN: they become ``*`` and a comment.
PGN_RESULTS = ("1-0", "0-1", "1/2-1/2")


def files_of_games(
    event: Event, section: Section | None, round_number: int | None, player: int | None
) -> Iterable[FileSpec]:
    """Provide files for `tournaments.pages.files`, with one query."""
    params = {"event": event.pk, "section": section.pk if section else None, "round": round_number}
    if player is not None:
        params["player"] = player
    played = set(games_of(params).values_list(_GAME, flat=True).order_by().distinct())
    for game in ENDINGS:
        if game not in played:
            continue
        stem = event.slug if section is None else section.slug
        if player is not None:
            stem += f"-player-{player}"
        stem += f"-round-{round_number}-games" if round_number else "-games"
        folder = paths.files_prefix(section) if section else paths.event_files_prefix(event)
        spec = PageSpec(f"{folder}{stem}.{ENDINGS[game]}", f"games-{ENDINGS[game]}", params, eager=False)
        yield FileSpec(spec, NAMES[game])
        if section is not None and round_number is not None:
            yield from _single(event, section, round_number)


_GAME = "pairing__round__section__game"


# Only what was accepted in public rounds, with the names of the entries and the official results; variations,
# and comments where the page of the game has them; what else stood in a record (headers, who handed it in) is
# nobody's business.
def games_of(params: Mapping[str, Any]) -> QuerySet[GameRecord]:
    """The last accepted record of every game in the public rounds of what ``params`` name."""
    games = public_games().filter(pairing__round__section__event=params["event"])
    if "game" in params:
        games = games.filter(**{_GAME: params["game"]})
    if params["section"] is not None:
        games = games.filter(pairing__round__section=params["section"])
    if params["round"] is not None:
        games = games.filter(pairing__round__number=params["round"])
    if "player" in params:
        games = games.filter(pairing__seats__entry__number=params["player"])
    if "table" in params:
        games = games.filter(pairing__table=params["table"], game=params["number"])
    return games


def files_of_game(page: GamePage) -> list[tuple[str, str]]:
    """List the files of a single game: what each format is called, and its page below ``download/``."""
    folder = f"e/{page.event.slug}/{page.section.slug}/files/"
    stem = _stem(page.section.slug, page.round, page.table, page.game)
    return [(name, f"{folder}{stem}.{ending}") for ending, name in FORMATS[page.section.game].items()]


def _stem(section: str, round_number: int, table: int, number: int) -> str:
    return f"{section}-round-{round_number}-table-{table}" + (f"-game-{number}" if number > 1 else "")


def _single(event: Event, section: Section, round_number: int) -> Iterable[FileSpec]:
    params = {"event": event.pk, "section": section.pk, "round": round_number}
    rows = games_of({**params, "game": section.game}).values_list("pairing__table", "game")
    for table, number in rows:
        stem = _stem(section.slug, round_number, table or 0, number)
        for ending, name in FORMATS[section.game].items():
            spec = PageSpec(
                f"{paths.files_prefix(section)}{stem}.{ending}",
                f"games-{ending}",
                {**params, "table": table, "number": number},
                eager=False,
            )
            yield FileSpec(spec, name, listed=False)


# With ``"player"`` (a number) for the games of one, with ``"table"`` and ``"number"`` for a single game.
class GamesFile(FileRenderer):
    """Write ``{"event", "section" | None, "round" | None}`` as a file of games."""

    def __init__(
        self, game: str, ending: str, content_type: str, write: Callable[[Mapping[str, Any]], bytes]
    ) -> None:
        super().__init__(ending, content_type)
        self.game = game
        self.write = write

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        games_by_key = games_of({**params, "game": self.game})
        records = (
            games_by_key.select_related("reading", "pairing__match", "pairing__round__section__event")
            .select_related("pairing__round__section__live_setting")
            .defer("pairing__round__draft_input", "pairing__round__draft_changes")
            .prefetch_related(seats_and_players("pairing__seats"))
            .order_by("pairing__round__section__position", "pairing__round__number", "pairing__table", "game")
        )
        reports = ResultReport.objects.in_force().filter(pairing__in=games_by_key.values("pairing"))
        official = {(report.pairing_id, report.game): report for report in reports}
        games = [_plain(record, official.get((record.pairing_id, record.game))) for record in records]
        return Work(digest_of(games), games)

    def file(self, data: Any) -> bytes:
        return b"\n".join(self.write(game) for game in data)


def _komi(pairing: Pairing) -> str:
    # Only what is settled for this game; else it is the section's.
    if pairing.komi is not None:
        return f"{pairing.komi / 2:g}"
    return "0.5" if pairing.handicap else ""


def _plain(record: GameRecord, report: ResultReport | None) -> dict[str, Any]:
    pairing = record.pairing
    round_ = pairing.round
    section = round_.section
    starts = round_.start_of(pairing.match)
    seats = {seat.colour: seat.entry for seat in pairing.seated}
    sides = game_sides(record.game)
    reading = record.reading.data
    komi = str(record.reading.headers.get("Komi", ""))
    official = VALUES.get(report.value, report.value) if report else "*"
    ending = _ending(record, report, official)
    commented = shows_comments(report, getattr(section, "live_setting", None))
    variations = reading.get("variations", ())
    return {
        "event": f"{section.event.name}: {section.name}",
        "place": section.event.place,
        "date": starts.date().isoformat() if starts else "",
        "round": round_.number,
        "table": pairing.table,
        "first": str(seats[sides[0]].player),
        "second": str(seats[sides[1]].player),
        "federations": [seats[side].player.federation_id for side in sides],
        "result": official,
        "forfeit": bool(report and report.forfeit),
        "cause": ending.cause,
        "article": ending.article,
        "margin": ending.margin,
        "claimed": reading["result"],
        "start": reading["start_fen"],
        "moves": reading["moves"],
        "variations": variations if commented else uncommented(variations),
        "comments": reading["comments"] if commented else {},
        "komi": _komi(pairing) or (komi if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", komi) else ""),
        "handicap": reading.get("handicap", 0),
    }


def _ending(record: GameRecord, report: ResultReport | None, official: str) -> StatedEnding:
    """Say how the game ended: as it was entered, else as its record says it."""
    if report is None:
        return NOT_STATED
    if report.cause:
        return StatedEnding(report.cause, report.article, report.detail.get("margin"))
    stated = stated_ending(record.reading.headers)
    game = record.pairing.round.section.game
    # A record that has another result tells of another end.
    fits = record.reading.data["result"] == official and allows(
        ResultCause(stated.cause), cause_outcome(report.value, report.forfeit), game
    )
    return stated if stated.cause and fits else NOT_STATED


def _comments(game: Mapping[str, Any], written: str) -> dict[int, str]:
    """Gather the comments of the record, and before the first move what cannot stand in the place of the
    result."""
    stated = []
    if game["result"] != written:
        stated.append(f"Official result: {game['result']}")
    if game["forfeit"]:
        stated.append("By forfeit")
    if game["cause"]:
        stated.append(f"Cause: {_cause(game)}")
    # Where a record claims another result than the official one, the file says so.
    if game["claimed"] not in ("*", game["result"]):
        stated.append(f"Result in the record: {game['claimed']}")
    comments = {int(ply): text for ply, text in game["comments"].items()}
    if stated:
        comments = {0: "\n".join([". ".join(stated), *([comments[0]] if 0 in comments else [])])} | {
            ply: text for ply, text in comments.items() if ply
        }
    return comments


def _cause(game: Mapping[str, Any]) -> str:
    return f"{game['cause']} ({game['article']})" if game["article"] else str(game["cause"])


def ending_headers(result: str, forfeit: bool, cause: str, article: str) -> dict[str, str]:
    """Say in PGN how a game ended; nothing while it is not over."""
    if result == "*":
        return {}
    value = result.removesuffix("-1/2") if result == "1/2-1/2" else result
    headers = {"Termination": str(termination_of(cause, value, forfeit))}
    if cause:
        details = f"{cause}, article {article}" if article else cause
        # ``ResultText``: in Chinese as well.
        headers |= {"TerminationDetails": details, "ResultText": CAUSES[ResultCause(cause)].chinese}
    return headers


def _xiangqi(game: Mapping[str, Any]) -> Game:
    headers = {
        "Event": game["event"],
        "Site": game["place"],
        "Date": game["date"].replace("-", ".") or "????.??.??",
        "Round": f"{game['round']}.{game['table']}",
        "Red": game["first"],
        "Black": game["second"],
        "RedTeam": game["federations"][0],
        "BlackTeam": game["federations"][1],
        "Result": game["result"] if game["result"] in PGN_RESULTS else "*",
        **ending_headers(game["result"], game["forfeit"], game["cause"], game["article"]),
    }
    moves = tuple(XiangqiMove.parse(text) for text in game["moves"]["iccs"])
    start = read_fen(game["start"])[0] or START_POSITION
    variations = variations_from(game["variations"])
    return Game(headers, start, moves, _comments(game, headers["Result"]), variations)


def _sgf_result(game: Mapping[str, Any]) -> str:
    if game["result"] == "0-0" and not game["cause"]:
        return "Both lost"
    value = "1/2" if game["result"] == "1/2-1/2" else game["result"]
    return sgf_result(value, game["forfeit"], game["cause"], game["margin"])


def _sgf(game: Mapping[str, Any]) -> bytes:
    properties = {
        "GN": f"{game['event']}, {game['round']}.{game['table']}",
        "EV": game["event"],
        "PC": game["place"],
        "DT": game["date"],
        "RO": str(game["round"]),
        "PB": game["first"],
        "PW": game["second"],
        "BT": game["federations"][0],
        "WT": game["federations"][1],
        "RE": _sgf_result(game),
        "KM": game["komi"],
        "HA": str(game["handicap"]) if game["handicap"] else "",
    }
    size, stones = placed_stones(game["start"])
    first = WHITE if game["start"].endswith(" w") else BLACK
    black = tuple(point for point, colour in stones.items() if colour == BLACK)
    white = tuple(point for point, colour in stones.items() if colour == WHITE)
    record = WeiqiRecord(
        properties={name: text for name, text in properties.items() if text},
        size=size,
        first=first,
        setup=Setup(black, white),
        moves=tuple(Move.parse(text) for text in game["moves"]["sgf"]),
        # SGF has no word for a game that both lost by something.
        variations=variations_as_sgf(game["variations"]),
        comments=_comments(game, "*" if game["result"] == "0-0" and game["cause"] else game["result"]),
    )
    return write_sgf(record)


FILES: Mapping[str, FileRenderer] = {
    "games-pgn": GamesFile(
        "xiangqi",
        "pgn",
        "application/x-chess-pgn; charset=utf-8",
        lambda game: to_pgn(_xiangqi(game)).encode(),
    ),
    "games-txt": GamesFile(
        "xiangqi", "txt", "text/plain; charset=utf-8", lambda game: to_dhtmlxq(_xiangqi(game)).encode()
    ),
    "games-xqf": GamesFile("xiangqi", "xqf", "application/octet-stream", lambda game: to_xqf(_xiangqi(game))),
    "games-sgf": GamesFile("weiqi", "sgf", "application/x-go-sgf", _sgf),
}
