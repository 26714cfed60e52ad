"""Whole OpenGotha and MacMahon files as tournaments paired by McMahon or OpenGotha's Swiss, and back.

What a tournament here does not know is reported: games that both won, draws that were not played, colours
that are not on record. The first two count as in the file until a referee enters another result; who was
there and was not paired gets nothing, as there (M3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournaments.exchange import macmahon
from tournaments.exchange.conversion import ForeignErrorCode, LossCode, Losses, Problems, Reading
from tournaments.exchange.foreign import finish
from tournaments.exchange.go_passthrough import known_criteria, passthrough_of, told_time, with_passthrough
from tournaments.exchange.opengotha.document import (
    NO_FIRST_NAME,
    SETTINGS,
    Document,
    GothaSetting,
    player_key,
    taken_apart,
)
from tournaments.exchange.opengotha.document_reading import DocumentReading, read_document
from tournaments.exchange.opengotha.rows import (
    absences_in_file,
    games_in,
    last_round,
    seated_in,
    time_control_of,
)
from tournaments.exchange.problems import Problem
from tournaments.exchange.weiqi_codes import federation_code, two_letters
from tournaments.exchange.xml_elements import Element
from tournaments.state.gotha.criteria import criterion_text
from tournaments.state.gotha.event_info import EventInfo, Overtime, Time
from tournaments.state.gotha.of_tournament import gotha_event, gotha_settings, round_points
from tournaments.state.gotha.ranks import rank_text
from tournaments.state.gotha.scores import gotha_scores
from tournaments.state.gotha.settings import (
    MCMAHON_SYSTEM,
    PROFILES,
    RANGES,
    SWISS_SYSTEM,
    GoSettings,
    check,
)
from tournaments.state.gotha.values import GoEvent, GoPlayer
from tournaments.state.options import NONE
from tournaments.state.time_control import TimeControl
from tournaments.state.tournament import Entry, Tournament
from tournaments.text.titles import LONGEST, grade_of

# A player's numbers: by federation the field of an OpenGotha player.
PINS = {"egf": "egf_pin", "ffg": "ffg_licence", "aga": "aga_id"}


def is_macmahon(data: bytes) -> bool:
    """Whether an XML file looks like one of MacMahon's."""
    return b"<TournamentData" in data[:4096] or b"typeversion" in data[:4096]


def read(data: bytes, *, encoding: str | None = None) -> Reading:
    """OpenGotha's or MacMahon's file. Never raises on any bytes."""
    if is_macmahon(data):
        whole = macmahon.read(data, encoding=encoding)
        document_reading = DocumentReading(
            whole.document, whole.problems, (*whole.losses, *_other_scores(whole))
        )
    else:
        document_reading = read_document(data, encoding=encoding)
    if document_reading.document is None:
        return Reading(
            None, document_reading.problems, document_reading.losses, encoding=document_reading.encoding
        )
    problems, losses = Problems(), Losses()
    document = document_reading.document.with_clubs()
    event = document.event
    settings = GoSettings(event.scoring, event.handicaps, event.weights, event.clubs_groups)
    if not event.players:
        problems.add(ForeignErrorCode.NO_PLAYERS)
    _check(document, settings, document_reading.sets, problems)
    tournament = None if problems else _tournament(document, settings, losses)
    reading = finish(tournament, problems, losses, encoding=document_reading.encoding)
    return replace(reading, losses=(*document_reading.losses, *reading.losses))


def _other_scores(whole: macmahon.MacMahonReading) -> tuple[Problem, ...]:
    """Where MacMahon counts otherwise than we do: ``20 + 10 ≠ 29½``. Its scores begin at its lower bar."""
    losses = Losses()
    if whole.document is not None and whole.document.event.by_mms:
        event = whole.document.event
        ours = gotha_scores(event, last_round(event))
        for number, score in whole.scores.items():
            mine = ours[number].mms2[-1]
            if 2 * (score + whole.lower) != mine:
                # Quarters, as sums of products are counted.
                sign = "-" if whole.lower < 0 else "+"
                theirs = f"{criterion_text('SODOSM', int(4 * score))} {sign} {abs(whole.lower)}"
                losses.add(LossCode.OTHER_SCORES, number, about=f"{theirs} ≠ {criterion_text('MMS', mine)}")
    return losses.all()


def _check(document: Document, settings: GoSettings, sets: Mapping[str, Element], problems: Problems) -> None:
    """Whether a section can have these settings: a file may hold more."""
    try:
        check(settings)
    except ValueError as error:
        part, name = str(error).split(".")
        value = getattr(taken_apart(document)[part], name)
        limits = GothaSetting("GeneralParameterSet", "lowerLimit", (part, name), "", "rank")
        setting = next((s for s in SETTINGS if s.into == (part, name)), limits)
        texts = map(rank_text if setting.kind == "rank" else str, value if setting is limits else (value,))
        place = sets.get(setting.element)
        problems.add(
            ForeignErrorCode.UNKNOWN_VALUE,
            place.line if place else 0,
            place.column if place else 0,
            ", ".join(texts),
            field=f"{setting.element} {setting.attribute}",
            known=_range_text(str(error), ranks=setting.kind == "rank"),
        )


def _range_text(key: str, *, ranks: bool) -> str:
    """Of categories the strongest comes first."""
    least, most = RANGES[key] if key != "scoring.categories" else RANGES[key][::-1]
    return " … ".join(rank_text(end) if ranks else str(end) for end in (least, most))


def _tournament(document: Document, settings: GoSettings, losses: Losses) -> Tournament:
    event = document.event
    system = MCMAHON_SYSTEM if event.by_mms else SWISS_SYSTEM
    last = last_round(event)
    came = {number for _, number in seated_in(event)}
    teams = {board.player: team.name for team in document.teams for board in team.boards}
    return Tournament(
        system=system,
        name=document.event_info.name,
        game="weiqi",
        rounds=event.rounds,
        tiebreaks=known_criteria(event.criteria),
        points=round_points(settings),
        time_control=time_control_of(document.event_info.time, losses),
        entries=tuple(
            entry_of(player, last, event.rounds, came, teams.get(player.number, ""), losses)
            for player in event.players
        ),
        games=tuple(games_in(event, losses)),
        byes=event.byes,
        absences=tuple(absences_in_file(event)),
        forbidden=event.forbidden,
        fixed=event.fixed,
        options=replace(NONE, go=None if settings == PROFILES[system] else settings),
        opengotha=passthrough_of(document),
    )


def entry_of(  # noqa: PLR0917 - a row of a file
    player: GoPlayer, last: int, rounds: int, came: set[int], team: str, losses: Losses
) -> Entry:
    """Make a player with all that an entry holds; ``last``: round of the file, ``came``: has played."""
    if not player.final:
        losses.add(LossCode.PRELIMINARY, player.number)
    pins = ((key, str(getattr(player, field))) for key, field in PINS.items())
    return Entry(
        player.number,
        name=player.surname if player.given_name == NO_FIRST_NAME else player.name,
        given_name="" if player.given_name == NO_FIRST_NAME else player.given_name,
        federation=federation_code(player.country.strip()),
        team=team,
        rating=player.rating,
        grade=rank_text(player.rank).lower(),
        declared_grade=_declared(player),
        club=player.club,
        mms_correction=player.mms_correction,
        pins=tuple((key, number) for key, number in pins if number),
        # Who is not finally registered is never paired, whatever was played before.
        withdrawn_after=None if player.final else last if player.number in came else 0,
        absences=frozenset(n for n in player.away if last < n <= rounds and player.final),
    )


def _declared(player: GoPlayer) -> str:
    """What stands beside the rank by which the player is paired, where it says something else."""
    declared = grade_of(player.grade.strip())
    return "" if len(declared) > LONGEST or declared == rank_text(player.rank).lower() else declared


def document_of(tournament: Tournament, occasion: EventInfo | None = None) -> Document:
    """A tournament paired by McMahon or its Swiss, complete. ``occasion``: place, dates and komi."""
    return completed(gotha_event(tournament), tournament, occasion, gotha_settings(tournament).clubs_groups)


def completed(
    event: GoEvent, tournament: Tournament, occasion: EventInfo | None, groups: Iterable[frozenset[str]]
) -> Document:
    """Complete the document of an event with what its players have beside it; ``groups`` of clubs."""
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
    about = occasion or EventInfo(name=tournament.name)
    if tournament.time_control is not None:
        about = replace(about, time=time_of(tournament.time_control))
    document = Document(
        replace(event, players=players),
        about,
        clubs_groups=tuple((f"{i}", tuple(sorted(group))) for i, group in enumerate(groups, 1)),
    )
    if not tournament.opengotha:
        return document
    last = tournament.opengotha.get("last", 0)
    gone = {
        entry.number: entry.withdrawn_after is not None and entry.withdrawn_after <= last
        for entry in tournament.entries
    }
    whole = with_passthrough(document, tournament.opengotha, gone)
    if tournament.time_control is not None:
        return whole
    # A time that nobody can play is the file's still.
    return replace(
        whole, event_info=replace(whole.event_info, time=told_time(tournament.opengotha, about.time))
    )


def distinct_keys(document: Document) -> tuple[Document, tuple[int, ...]]:
    """Give players distinct keys, and say whose names that has changed."""
    taken: set[str] = set()
    twins: list[int] = []
    players = []
    for player in document.event.players:
        # OpenGotha knows players by their names alone: of several with one key all but the first get their
        # number behind the given name.
        given_name = player.given_name
        if player_key(player.surname, given_name or NO_FIRST_NAME) in taken:
            given_name = f"{given_name} {player.number}".strip()
            twins.append(player.number)
        # It wants a first name of everybody.
        given_name = given_name or NO_FIRST_NAME
        taken.add(player_key(player.surname, given_name))
        players.append(replace(player, given_name=given_name))
    return replace(document, event=replace(document.event, players=tuple(players))), tuple(twins)


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
