"""Give a game as everybody may read it, as plain values: who played, what was decided, and the moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal, TypedDict, cast

from django.db.models import CharField, Exists, OuterRef, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext_lazy as _

from games.models import GameRecord, LiveSetting, RecordReading
from games.queries.counts import current_count, has_no_result, is_settled, ruling_of
from games.queries.records import accepted_record
from games.rulebooks.checked import judged
from games.rulebooks.registry import RULEBOOKS
from games.weiqi.counting import count, half_points, quarters_text
from games.weiqi.positions import read_position
from games.weiqi.values import parse_point
from games.xiangqi.fen import START_POSITION, read_fen
from games.xiangqi.openings import LOOKED_AT, opening_of
from games.xiangqi.values import Move
from portal.published.documents import Hidden, component
from portal.published.pages import withheld
from tournaments.models import Pairing, ResultReport, Section
from tournaments.queries.public.public import (
    Framed,
    PublicPerson,
    PublicResult,
    ResultValue,
    framing,
    path_of,
    person,
    public_result,
    section_of,
)
from tournaments.queries.public.public_state import (
    PUBLIC_STATES,
    NotPublicError,
    PublicSnapshot,
    to_the_minute,
)
from tournaments.queries.seats import current_reports, seats_and_players
from tournaments.wording.handicaps import OWN_KOMI


class Moves(TypedDict, total=False):
    iccs: Annotated[list[str], _("Xiangqi: coordinates.")]
    english: list[str]
    chinese: list[str]
    sgf: Annotated[list[str], _("Weiqi.")]


# More stands in the stored one (`games.records.answer`).
class Fault(TypedDict):
    line: int | None
    ply: int | None
    text: Annotated[str, _("The text it refers to, as written.")]
    cause: Literal["unreadable", "illegal", "ambiguous"]
    code: str
    candidates: Annotated[Sequence[str], _("Legal moves, closest match first.")]
    fen: Annotated[str | None, _("The position before the move.")]


@component("Played")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMoves:
    """The part of a reading that everybody sees."""

    plies: int
    moves: Moves
    start_fen: str
    final_fen: str
    ending: str
    result: Annotated[str, _("As stated in the record.")]
    result_contradicted: bool
    faults: Sequence[Fault]
    rest: Annotated[Sequence[Mapping[str, Any]], _("Moves after the first error.")]
    findings: Sequence[dict[str, Any]]
    comments: Annotated[
        Mapping[str, str], _("By ply, 0 before the first. Empty until the game has a result, or if withheld.")
    ] = field(default_factory=dict)
    variations: Annotated[
        Sequence[Mapping[str, Any]],
        _("Lines that an annotator gave instead of a ply: moves, comments, and variations inside."),
    ] = ()
    judged: Hidden[Sequence[str]] = ()
    # What each play of weiqi changes, and how many stones each side has taken.
    plays: Hidden[Sequence[str]] = ()
    captures: Hidden[Mapping[str, int]] = field(default_factory=dict)


@component("Count")
@dataclass(frozen=True, slots=True, kw_only=True)
class PublicCount:
    """The final board of a game of weiqi as it was counted (articles 9 and 11)."""

    position: Annotated[str, _("Rows from the top: b and w for stones, numbers for runs of empty points.")]
    dead: Annotated[Sequence[str], _("Dead stones, in SGF coordinates.")]
    first: Annotated[float, _("Area in points.")]
    second: float
    shared: int
    compensation: Annotated[str, _("Komi in stones (Chinese counting), such as 2¾.")]
    handicap_return: str
    outcome: Annotated[str, _("In SGF form: B+1.5.")]
    ruling: Annotated[Literal["", "holds", "no-result"], _("Empty if both sides agreed.")]
    # Compensation and return in quarters of a stone.
    quarters: Hidden[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class TableGame:
    """``game``: which of a match's."""

    table: int
    game: int

    @property
    def path(self) -> str:
        """Its page, below that of the round."""
        return f"table/{self.table}/" + (f"{self.game}/" if self.game > 1 else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePage(Framed):
    round: int
    table: int
    game: Annotated[int, _("In a match: which game.")]
    first: PublicPerson
    second: PublicPerson
    handicap: Annotated[int, _("Stones that Black is given; 1 is a komi of ½ alone.")]
    komi: Annotated[int | None, OWN_KOMI]
    results: Sequence[PublicResult]
    record: PlayedMoves
    count: Annotated[PublicCount | None, _("Weiqi: once the count is final.")]
    state: RecordReading.State
    accepted_at: Annotated[str, _("ISO 8601, UTC, to the minute.")]
    opening: Annotated[str, _("Xiangqi: code of the opening, by its first moves; empty if it has none.")]
    before: Annotated[TableGame | None, _("The previous published game of the round.")]
    after: Annotated[TableGame | None, _("The next published game of the round.")]
    # The section's page, below a language.
    of_section: Hidden[str]

    @property
    def path(self) -> str:
        """Its page, below the section's."""
        return f"round/{self.round}/{TableGame(self.table, self.game).path}"

    @property
    def claims_another(self) -> bool:
        """Whether the record claims another result than the table has."""
        values = [RECORDED.get(result.value) for result in self.results if not result.forfeit]
        return bool(values) and self.record.result not in ("*", *values)


# A table's result as records write it.
RECORDED: Mapping[str, str] = {"1-0": "1-0", "0-1": "0-1", "1/2": "1/2-1/2"}
_ROUND = "pairing__round"
_SECTION = f"{_ROUND}__section"


def public_games() -> QuerySet[GameRecord]:
    """Find the last accepted record of every game that the public can read."""
    accepted = GameRecord.objects.filter(acceptance__isnull=False, pairing__round__state__in=PUBLIC_STATES)
    later = accepted.filter(pairing=OuterRef("pairing"), game=OuterRef("game"), pk__gt=OuterRef("pk"))
    path = Concat(
        *(Value("e/"), f"{_SECTION}__event__slug", Value("/"), f"{_SECTION}__slug"),
        *(Value("/round/"), Cast(f"{_ROUND}__number", CharField()), Value("/")),
    )
    # Without what was taken back from the public with a round, a section or an event.
    return accepted.alias(path=path).filter(~Exists(later), ~withheld())


def game_sides(number: int) -> tuple[str, str]:
    """Name the colours that the first and the second of a pairing have in its game ``number``."""
    # Exchanged in even games.
    return ("first", "second") if number % 2 else ("second", "first")


def game(key: int, number: int, moment: PublicSnapshot) -> GamePage:
    """Read game ``number`` of the pairing ``key``, or raise `NotPublicError`."""
    pairing = (
        Pairing.objects.select_related("round")
        .defer("round__draft_input", "round__draft_changes")
        .prefetch_related(seats_and_players(), current_reports())
        .get(pk=key)
    )
    section = section_of(pairing.round.section_id)
    round_ = moment.round(section, pairing.round.number)
    record = accepted_record(key, number)
    if record is None:
        raise NotPublicError(f"game {number} of pairing {key}")
    seats = {seat.colour: person(seat.entry, section.namesakes) for seat in pairing.seated}
    first, second = game_sides(number)
    reports = pairing.current
    before, after = _neighbours(pairing, number)
    report = next((report for report in reports if report.game == number), None)
    return GamePage(
        **framing(section, moment),
        round=round_.number,
        table=pairing.table or 0,
        game=number,
        first=seats[first],
        second=seats[second],
        handicap=pairing.handicap,
        komi=pairing.komi,
        results=[
            public_result(report, cast("ResultValue", report.value))
            for report in reports
            if report.game == number
        ],
        record=played(
            record.reading.data,
            section.rulebook,
            comments=shows_comments(report, LiveSetting.objects.filter(section=section).first()),
        ),
        count=settled_count(pairing, number) if section.game == Section.Game.WEIQI else None,
        state=RecordReading.State(record.reading.state),
        accepted_at=to_the_minute(record.acceptance.at.isoformat()),
        opening=opening_code(record.reading.data["moves"], record.reading.data["start_fen"]),
        before=before,
        after=after,
        of_section=path_of(section),
    )


def _neighbours(pairing: Pairing, number: int) -> tuple[TableGame | None, TableGame | None]:
    """The games that are published of the same round, by table, on either side of this one."""
    games_of_round = public_games().filter(pairing__round=pairing.round_id)
    games = list(games_of_round.order_by("pairing__table", "game").values_list("pairing__table", "game"))
    here = (pairing.table, number)
    if here not in games:
        return None, None
    at = games.index(here)
    before, after = games[at - 1 : at] if at else [], games[at + 1 : at + 2]
    first, second = (
        TableGame(neighbour[0][0] or 0, neighbour[0][1]) if neighbour else None
        for neighbour in (before, after)
    )
    return first, second


def opening_code(moves: Mapping[str, Sequence[str]], start_fen: str) -> str:
    """Name the opening of a reading's moves; empty for weiqi and for another start."""
    played = [Move.parse(text) for text in moves.get("iccs", ())[: 2 * LOOKED_AT]]
    opening = opening_of(played, read_fen(start_fen)[0] or START_POSITION) if played else None
    return str(opening) if opening else ""


def settled_count(pairing: Pairing, number: int) -> PublicCount | None:
    """Give the count of the final board, once both sides agree or the referee has ruled."""
    stored_count = current_count(pairing, number)
    if stored_count is None or not is_settled(stored_count):
        return None
    counted = count(read_position(stored_count.position), frozenset(map(parse_point, stored_count.dead)))
    quarters = stored_count.compensation, stored_count.handicap_return
    return PublicCount(
        position=stored_count.position,
        dead=stored_count.dead,
        first=half_points(counted.black),
        second=half_points(counted.white),
        shared=counted.shared,
        compensation=quarters_text(stored_count.compensation),
        handicap_return=quarters_text(stored_count.handicap_return),
        outcome=counted.outcome(*quarters).sgf,
        # Why the referee ruled so may name people: that stays at the desk.
        ruling=""
        if ruling_of(stored_count) is None
        else "no-result"
        if has_no_result(stored_count)
        else "holds",
        quarters=quarters,
    )


def shows_comments(report: ResultReport | None, setting: LiveSetting | None) -> bool:
    """Say whether everybody reads what stands beside the moves of a record, by the section's setting."""
    # A player who has written something while the game was open, or adjourned, tells nobody before it has a
    # result.
    has_result = report is not None and report.value != ResultReport.Value.OPEN
    return has_result and (setting is None or setting.comments)


def played(
    reading: Mapping[str, Any], rulebook: str, *, comments: bool = False, faulty_variations: bool = False
) -> PlayedMoves:
    """Give what is shown of a stored reading; empty ``rulebook``: none judges it."""
    fields_shown = {field.name: reading[field.name] for field in fields(PlayedMoves) if field.name in reading}
    # Only the desk is shown the faults in variations.
    faults = [fault for fault in reading["faults"] if faulty_variations or not fault["variation"]]
    if not comments:
        fields_shown |= {"comments": {}, "variations": uncommented(reading.get("variations", ()))}
    return PlayedMoves(**{**fields_shown, "faults": faults, **judged_by(reading, rulebook)})


def uncommented(variations: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [{**line, "comments": {}, "variations": uncommented(line["variations"])} for line in variations]


def judged_by(reading: Mapping[str, Any], rulebook: str) -> dict[str, Any]:
    """Give ``judged`` and ``findings`` of a stored reading by one rulebook."""
    judges = reading.get("judged", ())
    # How weiqi is read depends on its rulebook: a reading of it stays what it is.
    if reading.get("game") == Section.Game.WEIQI:
        return {"judged": judges, "findings": reading["findings"]}
    # The section has changed its rules since, or somebody asks for study.
    if rulebook in RULEBOOKS and rulebook not in judges:
        return judged(reading["start_fen"], reading["moves"]["iccs"], [rulebook])
    findings = [finding for finding in reading["findings"] if finding["rulebook"] == rulebook]
    return {"judged": [rulebook] if rulebook in judges else [], "findings": findings}
