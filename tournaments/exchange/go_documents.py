"""Whole OpenGotha and MacMahon files as tournaments paired by McMahon or OpenGotha's Swiss, and back.

What a tournament here does not know is reported: games that both won, draws that were not played, colours
that are not on record, players who were there and were not paired (here they count as absent).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tournaments.exchange import macmahon
from tournaments.exchange.conversion import Flaws, ForeignErrorCode, Loss, LossCode, Losses, Reading
from tournaments.exchange.foreign import finish
from tournaments.exchange.go_carried import carried_of, with_carried
from tournaments.exchange.opengotha.document import Document
from tournaments.exchange.opengotha.document_reading import read_document
from tournaments.exchange.weiqi_codes import federation_of, two_letters
from tournaments.state.gotha.occasion import Occasion, Overtime, Time
from tournaments.state.gotha.of_tournament import OUTCOMES, event_of, points_of, settings_of
from tournaments.state.gotha.ranks import grade_text
from tournaments.state.gotha.settings import (
    MCMAHON_SYSTEM,
    PROFILES,
    SWISS_SYSTEM,
    GoSettings,
    check,
)
from tournaments.state.gotha.values import Event, Outcome, Player
from tournaments.state.gotha.values import Game as GoGame
from tournaments.state.options import NONE
from tournaments.state.time_control import TimeControl, TimeControlError
from tournaments.state.titles import LONGEST, grade_of
from tournaments.state.tournament import Absence, Entry, Game, Tournament

_RESULTS = {outcome: result for result, outcome in OUTCOMES.items()}
PINS = {"egf": "egf_pin", "ffg": "ffg_licence", "aga": "aga_id"}
"""A player's numbers: by federation the field of an OpenGotha player."""


def is_macmahon(data: bytes) -> bool:
    """Whether an XML file looks like one of MacMahon's."""
    return b"<TournamentData" in data[:4096] or b"typeversion" in data[:4096]


def read(data: bytes, *, encoding: str | None = None) -> Reading:
    """OpenGotha's or MacMahon's file. Never raises on any bytes."""
    if is_macmahon(data):
        whole = macmahon.read(data, encoding=encoding)
        if whole.document is None:
            return Reading(None, whole.flaws, whole.losses)
        return _reading(whole.document, whole.losses, "utf-8")
    found = read_document(data, encoding=encoding)
    if found.document is None:
        return Reading(None, found.flaws, found.losses, encoding=found.encoding)
    return _reading(found.document.with_clubs(), found.losses, found.encoding)


def _reading(document: Document, losses: tuple[Loss, ...], encoding: str) -> Reading:
    flaws, more = Flaws(), Losses()
    event = document.event
    system = MCMAHON_SYSTEM if event.by_mms else SWISS_SYSTEM
    settings = GoSettings(event.scoring, event.handicaps, event.weights, event.clubs_groups)
    try:
        check(settings)
    except ValueError as error:
        flaws.add(ForeignErrorCode.UNKNOWN_VALUE, field=str(error), known="")
        return finish(None, flaws, more, encoding=encoding)
    tournament = _tournament(document, system, settings, more)
    reading = finish(tournament, flaws, more, encoding=encoding)
    return replace(reading, losses=(*losses, *reading.losses))


def _tournament(document: Document, system: str, settings: GoSettings, losses: Losses) -> Tournament:
    event = document.event
    rounds = [game.round for game in event.games] + [bye.round for bye in event.byes]
    last = max(rounds, default=0)
    seated = {(g.round, number) for g in event.games for number in (g.white, g.black)}
    seated |= {(bye.round, bye.number) for bye in event.byes}
    came = {number for _, number in seated}
    teams = {board.player: team.name for team in document.teams for board in team.boards}
    return Tournament(
        system=system,
        name=document.occasion.name,
        game="weiqi",
        rounds=max(event.rounds, last),
        tiebreaks=tuple(name for name in event.criteria if name != "NULL"),
        points=points_of(settings),
        time_control=_time_control(document.occasion.time),
        entries=tuple(
            _entry(player, last, event.rounds, came, teams.get(player.number, ""), losses)
            for player in event.players
        ),
        games=tuple(_games(event, losses)),
        byes=event.byes,
        absences=tuple(_absences(event, last, seated, came, losses)),
        forbidden=event.forbidden,
        fixed=event.fixed,
        options=replace(NONE, go=None if settings == PROFILES[system] else settings),
        opengotha=carried_of(document),
    )


def _entry(  # noqa: PLR0917 - a row of a file
    player: Player, last: int, rounds: int, came: set[int], team: str, losses: Losses
) -> Entry:
    absent = not player.final and player.number not in came
    if absent:
        losses.add(LossCode.PRELIMINARY, player.number)
    pins = ((key, str(getattr(player, field))) for key, field in PINS.items())
    return Entry(
        player.number,
        name=player.name,
        given_name=player.given,
        federation=federation_of(player.country.strip()),
        team=team,
        rating=player.rating,
        grade=grade_text(player.rank).lower(),
        declared_grade=_declared(player),
        club=player.club,
        mms_correction=player.mms_correction,
        pins=tuple((key, number) for key, number in pins if number),
        withdrawn_after=0 if absent else None,
        absences=frozenset() if absent else frozenset(n for n in player.away if last < n <= rounds),
    )


def _declared(player: Player) -> str:
    """What stands beside the rank by which the player is paired, where it says something else."""
    declared = grade_of(player.grade.strip())
    return "" if len(declared) > LONGEST or declared == grade_text(player.rank).lower() else declared


def _games(event: Event, losses: Losses) -> Iterator[Game]:
    tables = _tables(event)
    for game in event.games:
        outcome = game.outcome
        if outcome is Outcome.BOTH_WIN or (outcome is Outcome.EQUAL and game.by_default):
            losses.add(LossCode.RESULTS, game.black, about=str(outcome))
            outcome = Outcome.UNKNOWN
        if not game.colour_known:
            losses.add(LossCode.COLOURS, game.black)
        lost = outcome is Outcome.BOTH_LOSE
        yield Game(
            game.round,
            tables[game],
            first=game.black,
            second=game.white,
            result=_RESULTS[outcome],
            # Both lose only without playing.
            forfeit=lost or (game.by_default and outcome is not Outcome.UNKNOWN),
            handicap=game.handicap,
        )


def _tables(event: Event) -> Mapping[GoGame, int]:
    """As they stand; where one is missing or twice, counted anew in their order."""
    tables: dict[GoGame, int] = {}
    for n in {game.round for game in event.games}:
        here = sorted((g for g in event.games if g.round == n), key=lambda g: (g.table, g.white))
        good = len({game.table for game in here}) == len(here) and here[0].table > 0
        tables |= {game: game.table if good else place for place, game in enumerate(here, 1)}
    return tables


def _absences(
    event: Event, last: int, seated: set[tuple[int, int]], came: set[int], losses: Losses
) -> Iterator[Absence]:
    for player in event.players:
        if player.final or player.number in came:
            for n in range(1, last + 1):
                if (n, player.number) not in seated:
                    if n not in player.away:
                        losses.add(LossCode.RECORD, player.number, about="participating")
                    yield Absence(n, player.number)


def _time_control(time: Time) -> TimeControl | None:
    try:
        match time.system:
            case Overtime.BYO_YOMI:
                return TimeControl(60 * time.basic, periods=1, period=time.byo_yomi)
            case Overtime.CANADIAN:
                return TimeControl(60 * time.basic, period=time.canadian, moves=time.moves)
            case Overtime.FISCHER:
                return TimeControl(60 * time.basic, time.fischer)
        return TimeControl(60 * time.basic)
    except TimeControlError:
        return None


def document_of(tournament: Tournament, occasion: Occasion | None = None) -> Document:
    """A tournament paired by McMahon or its Swiss, complete. ``occasion``: place, dates and komi."""
    event = event_of(tournament)
    pins = {entry.number: dict(entry.pins) for entry in tournament.entries}
    declared = {entry.number: entry.declared_grade for entry in tournament.entries}
    players = tuple(
        replace(
            player,
            country=two_letters(player.country),
            grade=(declared[player.number] or player.grade).upper(),
            egf_pin=pins[player.number].get("egf", ""),
            ffg_licence=pins[player.number].get("ffg", ""),
            aga_id=pins[player.number].get("aga", ""),
        )
        for player in event.players
    )
    about = occasion or Occasion(name=tournament.name)
    if tournament.time_control is not None:
        about = replace(about, time=time_of(tournament.time_control))
    groups = settings_of(tournament).clubs_groups
    document = Document(
        replace(event, players=players),
        about,
        clubs_groups=tuple((f"{i}", tuple(sorted(group))) for i, group in enumerate(groups, 1)),
    )
    if not tournament.opengotha:
        return document
    gone = {entry.number: entry.withdrawn_after == 0 for entry in tournament.entries}
    return with_carried(document, tournament.opengotha, gone)


def time_of(control: TimeControl) -> Time:
    """As OpenGotha counts it; it knows one period of byo-yomi."""
    basic = control.main // 60
    if control.periods:
        return Time(basic, Overtime.BYO_YOMI, byo_yomi=control.period)
    if control.moves:
        return Time(basic, Overtime.CANADIAN, moves=control.moves, canadian=control.period)
    if control.increment:
        return Time(basic, Overtime.FISCHER, fischer=control.increment)
    return Time(basic)
