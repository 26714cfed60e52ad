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
    text = string(help_text=_("What it is about, as it stood there."))
    cause = serializers.ChoiceField(("unreadable", "illegal", "ambiguous"))
    code = string()
    candidates = serializers.ListField(child=string(), help_text=_("What would be legal, nearest first."))
    fen = string(allow_null=True, help_text=_("The position in which it was read."))


class PlayedShape(Shape):
    """The part of a reading that everybody sees."""

    plies = integer()
    moves = MovesShape()
    start_fen = string()
    final_fen = string()
    ending = string()
    result = string(help_text=_("As the record claims it."))
    result_contradicted = serializers.BooleanField()
    faults = FaultShape(many=True)
    rest = serializers.ListField(child=serializers.DictField(), help_text=_("Moves after the first fault."))
    findings = serializers.ListField(child=serializers.DictField())


class CountShape(Shape):
    """The final board of a game of weiqi as it was counted (articles 9 and 11)."""

    position = string(help_text=_("Rows from the top, b and w, numbers for empty points."))
    dead = serializers.ListField(child=string(), help_text=_("Dead stones, as SGF names points."))
    first = serializers.FloatField(help_text=_("Area in points."))
    second = serializers.FloatField()
    shared = integer()
    compensation = string(help_text=_("What Black gives back, in stones: 2¾."))
    handicap_return = string()
    outcome = string(help_text=_("As SGF writes results: B+1.5."))
    ruling = serializers.ChoiceField(
        ("", "holds", "no-result"), help_text=_("Empty where both sides have agreed.")
    )


class GameShape(FramedShape):
    round = integer()
    table = integer()
    game = integer(help_text=_("In a match: which game."))
    first = PersonShape()
    second = PersonShape()
    results = ResultShape(many=True)
    record = PlayedShape()
    count = CountShape(allow_null=True, help_text=_("Weiqi: once it is settled."))
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
    record = integer(help_text=_("Names the record; send it as “seen” to correct it."))


class RecordShape(RecordRefShape):
    game = integer()
    by = string(allow_null=True)
    at = serializers.DateTimeField()
    reason = string()
    state = serializers.ChoiceField(
        RecordReading.State.choices, allow_null=True, help_text=_("null until a worker has read it.")
    )
    accepted = serializers.BooleanField()
    current = serializers.BooleanField(help_text=_("false for one that was corrected."))


class SaidFaultShape(FaultShape):
    variation = serializers.BooleanField(help_text=_("Whether it stands in a variation."))
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
    valid = serializers.BooleanField(help_text=_("Every move was read and is legal."))
    plies = integer()
    moves = MovesShape()
    start_fen = string()
    final_fen = string()
    ending = string()
    result = string(help_text=_("As the record claims it."))
    result_contradicted = serializers.BooleanField()
    quiet_plies = integer(help_text=_("Since the last capture."))
    headers = serializers.DictField()
    others = integer(help_text=_("Further games in the same text, which are not looked at."))
    faults = SaidFaultShape(many=True)
    findings = FindingShape(many=True)
