"""Running games for programs: plies, whole games so far, take-backs, flags; every call may be repeated."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Annotated, Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from games.acts.live import (
    MOST_ITEMS,
    Written,
    note_flag,
    refusal_of,
    take_back,
    write_plies,
)
from games.acts.relays import Place, RoundTables, write_relayed
from games.api import answers
from games.api.check import raw_of, raw_of_file
from games.live import reading
from games.live.stream import PlyItem
from games.models import LiveGame
from games.models.live import LONGEST_KEY
from games.policy import RecordAct
from games.queries.live import live_games
from games.requests import TableAccess, reach_table
from games.rulebooks.findings import SIDES
from games.rulebooks.findings import plain as plain_finding
from games.rulebooks.prompting import REFEREE, recipients
from games.wording.live import answer_params, answer_text
from games.wording.prompts import prompt_of
from games.xiangqi.notation.coordinates import LONGEST as LONGEST_MOVE
from portal.api.bodies import Body, BoundedJSON, Number, Text
from portal.api.bodies import Flag as Yes
from portal.api.schema import done, read
from portal.policy import Refusal
from portal.published.documents import plain_value
from portal.sandbox import parent
from tournaments.acts.arguments import REASON_LENGTH
from tournaments.api.access import StaffView
from tournaments.requests.access import first_or_404
from tournaments.state.clocks import OvertimeLeft
from tournaments.wording.refusals import refusal_sentence

MOST_TABLES: Final = reading.MOST_GAMES
# Games that are written in one transaction: who plays there waits for its end.
AT_ONCE: Final = 25
# Seconds of processor time for a text that is sent: somebody waits for the answer.
MOST_SECONDS: Final = 2


class GameParser(BaseParser):
    """A game as relays send it, in place of JSON: its bytes, in whatever encoding they are."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return {"file": b64encode(stream.read()).decode()}


class PgnParser(GameParser):
    media_type = "application/x-chess-pgn"


class SgfParser(GameParser):
    media_type = "application/x-go-sgf"


class TextParser(GameParser):
    media_type = "text/plain"


@extend_schema_field(OpenApiTypes.INT)
class Clock(serializers.Field[Any, Any, Any, Any]):
    """Seconds that remain; one that cannot be is not taken, the ply is."""

    def to_internal_value(self, data: Any) -> Any:
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class PlyBody(Body):
    ply = Number(min_value=1, max_value=10_000)
    move = Text(max_length=LONGEST_MOVE, help_text=_("In any notation; in weiqi a point as in SGF, or “--”."))
    key = Text(
        max_length=LONGEST_KEY,
        default="",
        allow_blank=True,
        help_text=_("A name for this ply; the same name again changes nothing and gets the first answer."),
    )
    seen = Number(
        required=False,
        allow_null=True,
        default=None,
        help_text=_("The “seq” you have seen, to replace the move that stands at this ply."),
    )
    clock_first = Clock(required=False, default=None, help_text=_("Seconds left."))
    clock_second = Clock(required=False, default=None, help_text=_("Seconds left."))
    overtime_first = Text(
        max_length=20,
        required=False,
        allow_null=True,
        default=None,
        help_text=_("Overtime left: periods of byo-yomi such as 3 × 30 s, or moves to go such as 15 / 25."),
    )
    overtime_second = Text(max_length=20, required=False, allow_null=True, default=None)


class _GameBody(Body):
    text = Text(required=False, trim_whitespace=False, max_length=reading.MOST_BYTES)
    file = Text(required=False, max_length=reading.MOST_BYTES * 4 // 3 + 4)

    def raw(self) -> bytes:
        """Take what was sent as a text or a file; empty where neither was."""
        values = self.validated_data
        if "file" in values:
            return raw_of_file(values["file"])
        return raw_of({"text": values["text"]}) if "text" in values else b""


class LiveBody(_GameBody):
    """Plies, or a whole game so far."""

    plies = PlyBody(many=True, required=False)
    text = Text(
        required=False,
        trim_whitespace=False,
        max_length=reading.MOST_BYTES,
        help_text=_("A whole game so far: a plain move list, PGN or SGF."),
    )
    start = Text(
        max_length=120,
        default="",
        allow_blank=True,
        help_text=_("FEN of the position before the first ply, where it is not the usual one."),
    )
    back = Yes(default=False, help_text=_("Whether a whole game that is shorter takes the others back."))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the ways, and not too much."""
        if sum(name in attrs for name in ("plies", "text", "file")) != 1:
            raise serializers.ValidationError(_("Send one of “plies”, “text” and “file”."))
        if len(attrs.get("plies", ())) > MOST_ITEMS:
            raise Refusal("live-too-many", field="plies", most=MOST_ITEMS)
        return attrs


class TablesBody(_GameBody):
    """Games of many tables."""


class TakeBackBody(Body):
    ply = Number(help_text=_("So many plies stay."))
    reason = Text(max_length=REASON_LENGTH, default="", allow_blank=True)


class FlagBody(Body):
    side = serializers.ChoiceField(SIDES)


@dataclass(frozen=True, slots=True)
class PlyAnswer:
    code: Annotated[str, _("For programs; stable.")]
    message: Annotated[str, _("For people, in the language of Accept-Language.")]
    clocks_refused: Annotated[Sequence[str], _("Clock readings that were not taken.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveState:
    table: int
    game: int
    seq: Annotated[int, _("Rises with everything that happens; send it as “seen” to replace a ply.")]
    head: Annotated[int, _("How many plies are in force.")]
    moves: Sequence[str]
    certain_to: Annotated[int | None, _("The ply before an illegal one, if there is one.")]
    clock_first: int | None
    clock_second: int | None
    clock_ply: Annotated[int, _("The ply after which the clocks stood so.")]
    overtime: Annotated[Mapping[str, str], _("By side, as far as noted: 3 × 30 s, 15 / 25.")]
    over: Annotated[str, _("Why no more plies are taken; empty while they are.")]
    changed_at: datetime


class LivePrompt(answers.Finding):
    to: Annotated[Sequence[str], _("Whom it concerns: first, second, referee.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveAnswer(LiveState):
    answers: Sequence[PlyAnswer]
    prompts: Annotated[
        Sequence[LivePrompt],
        _("What the section’s rulebook says of the new plies, as far as it concerns you."),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAnswer:
    table: Annotated[int | None, _("null if no table fits the game.")]
    head: int | None
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class TablesAnswer:
    games: Sequence[TableAnswer]


def _state(live: LiveGame) -> dict[str, Any]:
    names = ("game", "seq", "head", "moves", "certain_to", "clock_first", "clock_second", "clock_ply")
    values = {name: getattr(live, name) for name in (*names, "over", "changed_at")}
    overtime = {side: str(OvertimeLeft.from_json(left)) for side, left in live.overtime.items()}
    return values | {"table": live.pairing.table or 0, "overtime": overtime}


def _answer(access: TableAccess, written: Written, plies: Sequence[int]) -> Response:
    """Say what became of the plies, or raise the refusal of the first that was refused."""
    refused = [
        (ply, answer) for ply, answer in zip(plies, written.answers, strict=False) if answer.is_refused
    ]
    # Those before it stay.
    for ply, answer in refused:
        raise refusal_of(written.live, answer, ply)
    made = [
        PlyAnswer(
            str(answer.code),
            answer_text(answer, answer_params(answer, ply=ply)),
            answer.clocks_refused,
        )
        for ply, answer in zip(plies, written.answers, strict=False)
    ]
    live_answer = LiveAnswer(answers=made, prompts=_prompts(access, written), **_state(written.live))
    return Response(plain_value(live_answer))


def _prompts(access: TableAccess, written: Written) -> list[LivePrompt]:
    prompts: list[LivePrompt] = []
    for finding in written.prompted:
        to = recipients(finding, online=written.live.online)
        # In a hall a prompt is the referee's alone; on line it goes to the sides too, by rules that act.
        if RecordAct.RULE_ON_FINDING in access.acts or to != (REFEREE,):
            prompt: Any = {**plain_finding(finding), "message": prompt_of(finding), "to": to}
            prompts.append(prompt)
    return prompts


class _LiveView(StaffView):
    rate_scope = "live"
    parser_classes = [BoundedJSON, PgnParser, SgfParser, TextParser]

    def access(self, right: str | None, place: Mapping[str, Any]) -> TableAccess:
        return reach_table(self.user, right, place)


class OneGame(_LiveView):
    scopes = {"GET": "read", "POST": "live"}

    @read("live_read", _("A running game"), LiveState)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.access(RecordAct.SEE_RECORDS, parts)
        live = first_or_404(live_games(access.pairing, access.game))
        live.pairing = access.pairing
        return Response(plain_value(LiveState(**_state(live))))

    @done("live_write", _("Send plies of a running game, or the whole game so far"), LiveBody, LiveAnswer)
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.access(RecordAct.SEND_PLIES, parts)
        form = LiveBody(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        place: dict[str, Any] = {"pairing": access.pairing, "game": access.game, "by": self.user}
        if "plies" in values:
            items = [PlyItem(**ply) for ply in values["plies"]]
            written = write_plies(items=items, start=values["start"], **place)
            return _answer(access, written, [item.ply for item in items])
        [sent, *_others] = _games_in(form.raw())
        written = write_relayed(
            access.pairing, sent, self.user, game=access.game, start=values["start"], back=values["back"]
        )
        if sent["fault"] is not None and not any(ply.is_refused for ply in written.answers):
            raise Refusal("live-unreadable", field="text", move=sent["fault"]["text"], **_head(written))
        return _answer(access, written, _plies(written))


def _head(written: Written) -> dict[str, int]:
    return {"head": written.live.head}


def _plies(written: Written) -> list[int]:
    answers = written.answers
    # A whole game's first answer is to the first ply that was new.
    first = answers[0].head + int(answers[0].is_refused) if answers else 1
    return [first + place for place in range(len(answers))]


def _games_in(raw: bytes) -> list[dict[str, Any]]:
    games = parent.run_sandboxed(reading.games_in, raw, seconds=MOST_SECONDS, field="text")
    if not games:
        raise Refusal("record-without-moves", field="text")
    return games


class TakeBack(_LiveView):
    scopes = {"POST": "live"}

    @done("live_take_back", _("Take plies of a running game back"), TakeBackBody, LiveAnswer)
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.access(RecordAct.SEND_PLIES, parts)
        values = self.body(TakeBackBody)
        written = take_back(pairing=access.pairing, game=access.game, by=self.user, **values)
        return _answer(access, written, [values["ply"]])


class Flag(_LiveView):
    scopes = {"POST": "live"}

    @done("live_flag", _("A side’s time is over"), FlagBody, LiveAnswer)
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.access(RecordAct.SEND_PLIES, parts)
        side = SIDES.index(self.body(FlagBody)["side"])
        written = note_flag(pairing=access.pairing, game=access.game, side=side, by=self.user)
        return _answer(access, written, [written.live.head])


class RoundGames(StaffView):
    scopes = {"POST": "live"}
    rate_scope = "live"
    parser_classes = [BoundedJSON, PgnParser, SgfParser, TextParser]

    @done("live_write_round", _("Send the running games of many tables"), TablesBody, TablesAnswer)
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.access(RecordAct.SEND_PLIES, parts)
        form = TablesBody(data=request.data)
        form.is_valid(raise_exception=True)
        games = _games_in(form.raw())
        tables = RoundTables(access.round)
        tables_answers: dict[int, TableAnswer] = {}
        places: list[tuple[int, Place]] = []
        for index, game in enumerate(games):
            try:
                places.append((index, tables.find(game)))
            except Refusal as refusal:
                words = refusal_sentence(refusal.code, refusal.params)
                tables_answers[index] = TableAnswer(table=None, head=None, code=refusal.code, message=words)
        # In the order in which a relay locks them.
        places.sort(key=lambda each: (each[1].pairing.table or 0, each[1].game))
        for start in range(0, len(places), AT_ONCE):
            with transaction.atomic():
                for index, place in places[start : start + AT_ONCE]:
                    tables_answers[index] = self._write_game(place, games[index])
        return Response(plain_value(TablesAnswer([tables_answers[index] for index in range(len(games))])))

    def _write_game(self, place: Place, game: Mapping[str, Any]) -> TableAnswer:
        """Say what became of one game of the text."""
        pairing, number = place
        try:
            written = write_relayed(pairing, game, self.user, game=number)
        except Refusal as refusal:
            words = refusal_sentence(refusal.code, refusal.params)
            return TableAnswer(table=pairing.table, head=None, code=refusal.code, message=words)
        last = written.answers[-1]
        if last.is_refused:
            no = refusal_of(written.live, last, last.head + 1)
            code, words = no.code, refusal_sentence(no.code, no.params)
        else:
            code, words = str(last.code), answer_text(last, answer_params(last, ply=last.head))
        return TableAnswer(table=pairing.table, head=written.live.head, code=code, message=words)
