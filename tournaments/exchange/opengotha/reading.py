"""An OpenGotha file as a tournament of another system than OpenGotha's own: pairings by lot, round robins,
knock-outs. Players keep the order of the file; what such a tournament does not have is reported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tournaments.exchange.conversion import ForeignErrorCode, LossCode, Losses, Problems, Reading
from tournaments.exchange.foreign import finish, with_tables
from tournaments.exchange.opengotha.document import NO_FIRST_NAME, Document
from tournaments.exchange.opengotha.document_reading import read_document
from tournaments.exchange.opengotha.rows import (
    absences_in_file,
    games_in,
    last_round,
    seated_in,
    time_control_of,
)
from tournaments.exchange.weiqi_codes import federation_code, is_grade_code
from tournaments.state.gotha.values import GoEvent, GoPlayer
from tournaments.state.points import Points
from tournaments.state.tournament import Entry, Game, Tournament
from tournaments.text.titles import grade_of

HEADINGS = (
    *("shortName", "location", "director", "beginDate", "endDate", "size", "komi", "basicTime"),
    *("complementaryTimeSystem", "stdByoYomiTime", "nbMovesCanTime", "canByoYomiTime", "fischerTime"),
)
CRITERIA = {
    "SOSW": "sos",
    "SOSWM1": "cut-1",
    "SODOSW": "sodos",
    "CUSSW": "progressive",
    "DC": "direct",
    "RATING": "rating",
}
_FULL_BYE = 2


def read(data: bytes, *, encoding: str | None = None, system: str = "wmsg2008") -> Reading:
    """The tournament in an OpenGotha file. Never raises on any bytes.

    ``encoding``: only where the file's own declaration is wrong. ``system``: the pairing rules, for OpenGotha
    pairs by its own.
    """
    document_reading = read_document(data, encoding=encoding)
    if document_reading.document is None:
        return Reading(
            None, document_reading.problems, document_reading.losses, encoding=document_reading.encoding
        )
    problems, losses = Problems(), Losses()
    if not document_reading.document.event.players:
        problems.add(ForeignErrorCode.NO_PLAYERS)
        return finish(None, problems, losses, encoding=document_reading.encoding)
    tournament = _tournament(document_reading.document, system, losses)
    general = document_reading.sets.get("GeneralParameterSet")
    attributes = general.attributes if general else {}
    headings = {key: attributes[key] for key in HEADINGS if attributes.get(key)}
    if "basicTime" not in headings:
        tournament = replace(tournament, time_control=None)
    reading = finish(tournament, problems, losses, headings=headings, encoding=document_reading.encoding)
    # Criteria have their own names in other systems; those that stay behind are named there.
    other_losses = (loss for loss in document_reading.losses if loss.code is not LossCode.TIEBREAKS)
    return replace(reading, losses=(*other_losses, *reading.losses))


def _tournament(document: Document, system: str, losses: Losses) -> Tournament:
    document = document.as_listed()
    event = document.event
    teams: dict[int, str] = {}
    for team in document.teams:
        for board in team.boards:
            if teams.setdefault(board.player, team.name) != team.name:
                losses.add(LossCode.TEAMS, board.player)
    bare = Tournament(
        system=system,
        entries=tuple(_entries(event, teams, losses)),
        games=tuple(_even(event, losses)),
        byes=event.byes,
        absences=tuple(absences_in_file(event, losses)),
        name=document.event_info.name,
        game="weiqi",
        rounds=event.rounds,
        tiebreaks=tuple(_tiebreaks(event, losses)),
        points=_points(event, losses),
        time_control=time_control_of(document.event_info.time, losses),
    )
    return bare if all(game.table for game in event.games) else with_tables(bare)


def _even(event: GoEvent, losses: Losses) -> Iterator[Game]:
    for game in games_in(event, losses, LossCode.RESULTS):
        if game.handicap:
            losses.add(LossCode.HANDICAPS, game.first)
        yield replace(game, handicap=0)


def _entries(event: GoEvent, teams: dict[int, str], losses: Losses) -> Iterator[Entry]:
    last, came = last_round(event), {number for _, number in seated_in(event)}
    for player in event.players:
        if player.egf_pin or player.ffg_licence or player.aga_id:
            losses.add(LossCode.PEOPLE, player.number)
        if player.mms_correction:
            losses.add(LossCode.RECORD, player.number, about="smmsCorrection")
        gone = not player.final and player.number not in came
        if gone:
            losses.add(LossCode.PRELIMINARY, player.number)
        ahead = frozenset(n for n in player.away if last < n <= event.rounds)
        yield Entry(
            number=player.number,
            name=_name(player),
            federation=federation_code(player.country.strip()),
            team=teams.get(player.number, ""),
            rating=player.rating,
            grade=grade_of(player.grade.strip()) if is_grade_code(player.grade.strip()) else "",
            club=player.club.strip(),
            withdrawn_after=0 if gone else None,
            absences=frozenset() if gone else ahead,
        )


def _name(player: GoPlayer) -> str:
    return player.surname if player.given_name in ("", NO_FIRST_NAME) else player.name


def _points(event: GoEvent, losses: Losses) -> Points:
    """OpenGotha counts 1, ½, 0; 2, 1, 0 here. Values of byes and absences are in half points there."""
    if event.scoring.bye_nbw2 != _FULL_BYE:
        losses.add(LossCode.POINTS, about="genNBW2ValueBye")
    return Points(absence=event.scoring.absent_nbw2)


def _tiebreaks(event: GoEvent, losses: Losses) -> Iterator[str]:
    first, *further = [name for name in event.criteria if name != "NULL"]
    if first != "NBW":
        losses.add(LossCode.SYSTEM, about=first)
        further = [first, *further]
    for name in further:
        if name in CRITERIA:
            yield CRITERIA[name]
        else:
            losses.add(LossCode.TIEBREAKS, about=name)
