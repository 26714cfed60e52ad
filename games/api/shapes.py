"""What the documents and answers look like."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.models import RecordReading
from tournaments.api.shapes import FramedShape, PersonShape, ResultShape, Shape, integer, string
from tournaments.models import Section


class MovesShape(Shape):
    iccs = serializers.ListField(child=string(), required=False, help_text=_("Xiangqi: coordinates."))
    english = serializers.ListField(child=string(), required=False)
    chinese = serializers.ListField(child=string(), required=False)
    sgf = serializers.ListField(child=string(), required=False, help_text=_("Weiqi."))


class FaultShape(Shape):
    line = integer(allow_null=True)
    ply = integer(allow_null=True)
    text = string(help_text=_("The text it refers to, as written."))
    cause = serializers.ChoiceField(("unreadable", "illegal", "ambiguous"))
    code = string()
    candidates = serializers.ListField(child=string(), help_text=_("Legal moves, closest match first."))
    fen = string(allow_null=True, help_text=_("The position before the move."))


class PlayedShape(Shape):
    """The part of a reading that everybody sees."""

    plies = integer()
    moves = MovesShape()
    start_fen = string()
    final_fen = string()
    ending = string()
    result = string(help_text=_("As stated in the record."))
    result_contradicted = serializers.BooleanField()
    faults = FaultShape(many=True)
    rest = serializers.ListField(child=serializers.DictField(), help_text=_("Moves after the first error."))
    findings = serializers.ListField(child=serializers.DictField())


class CountShape(Shape):
    """The final board of a game of weiqi as it was counted (articles 9 and 11)."""

    position = string(help_text=_("Rows from the top: b and w for stones, numbers for runs of empty points."))
    dead = serializers.ListField(child=string(), help_text=_("Dead stones, in SGF coordinates."))
    first = serializers.FloatField(help_text=_("Area in points."))
    second = serializers.FloatField()
    shared = integer()
    compensation = string(help_text=_("Komi in stones (Chinese counting), such as 2¾."))
    handicap_return = string()
    outcome = string(help_text=_("In SGF form: B+1.5."))
    ruling = serializers.ChoiceField(("", "holds", "no-result"), help_text=_("Empty if both sides agreed."))


class GameShape(FramedShape):
    round = integer()
    table = integer()
    game = integer(help_text=_("In a match: which game."))
    first = PersonShape()
    second = PersonShape()
    results = ResultShape(many=True)
    record = PlayedShape()
    count = CountShape(allow_null=True, help_text=_("Weiqi: once the count is final."))
    state = serializers.ChoiceField(RecordReading.State.choices)
    accepted_at = string(help_text=_("ISO 8601, UTC, to the minute."))


class GameLineShape(Shape):
    round = integer()
    table = integer()
    game = integer()
    first = PersonShape()
    second = PersonShape()
    accepted_at = serializers.DateTimeField()
    url = string(help_text=_("URL of the document."))


class RecordRefShape(Shape):
    record = integer(help_text=_("Identifies the record; send it as “seen” when you correct it."))


class RecordShape(RecordRefShape):
    game = integer()
    by = string(allow_null=True)
    at = serializers.DateTimeField()
    reason = string()
    state = serializers.ChoiceField(
        RecordReading.State.choices, allow_null=True, help_text=_("null until the record has been read.")
    )
    accepted = serializers.BooleanField()
    current = serializers.BooleanField(help_text=_("false once superseded by a correction."))


class SaidFaultShape(FaultShape):
    variation = serializers.BooleanField(help_text=_("Whether it is in a variation."))
    message = string(help_text=_("For people, in the language of Accept-Language."))


class FindingShape(Shape):
    rulebook = string()
    article = string()
    kind = string()
    code = string()
    side = string(allow_null=True)
    ply = integer()
    evidence = serializers.DictField()
    message = string(help_text=_("For people, in the language of Accept-Language."))


class CheckedShape(Shape):
    game = serializers.ChoiceField(Section.Game.choices)
    valid = serializers.BooleanField(help_text=_("Every move is readable and legal."))
    plies = integer()
    moves = MovesShape()
    start_fen = string()
    final_fen = string()
    ending = string()
    result = string(help_text=_("As stated in the record."))
    result_contradicted = serializers.BooleanField()
    quiet_plies = integer(help_text=_("Plies since the last capture."))
    headers = serializers.DictField()
    others = integer(help_text=_("Further games in the same text; they are ignored."))
    faults = SaidFaultShape(many=True)
    findings = FindingShape(many=True)
