"""What the documents and answers look like, for the description and for the test that holds them to it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.models import Round, Section
from tournaments.state.tournament import Kind

Shape = serializers.Serializer[Any]
SIDES = ("first", "second")
RESULTS = ("1-0", "0-1", "1/2", "0-0")
"""What a game can end in."""
ADDRESS = _("URL of the document.")


def string(**more: Any) -> serializers.CharField:
    return serializers.CharField(**more)


def integer(**more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(**more)


class NamedShape(Shape):
    slug = string()
    name = string()
    native_name = string(help_text=_("In Chinese; may be empty."))


class EventRefShape(NamedShape):
    url = string(help_text=ADDRESS)


class SectionRefShape(NamedShape):
    game = serializers.ChoiceField(Section.Game.choices)
    rounds = integer(help_text=_("Number of rounds."))
    url = string(help_text=ADDRESS)


class HeadShape(Shape):
    url = string(help_text=ADDRESS)
    page = string(help_text=_("The web page; it redirects to the reader's language."))
    version = integer(help_text=_("Increases whenever the content changes."))


class FramedShape(HeadShape):
    event = EventRefShape()
    section = SectionRefShape()


class PersonShape(Shape):
    number = integer(allow_null=True, help_text=_("Drawn by lot; null before the draw."))
    name = string()
    native_name = string(help_text=_("May be empty."))
    federation = string(help_text=_("Three-letter code."))


class ScoredShape(PersonShape):
    points = string(help_text=_("Before the round."))


class ResultShape(Shape):
    value = serializers.ChoiceField(RESULTS, help_text=_("From the point of view of the seats at the table."))
    forfeit = serializers.BooleanField()


class EventLineShape(Shape):
    slug = string()
    name = string()
    native_name = string()
    place = string()
    starts = serializers.DateField()
    ends = serializers.DateField()
    url = string(help_text=ADDRESS)


class SectionLineShape(SectionRefShape):
    state = serializers.ChoiceField(Section.State.choices)
    latest_round = integer(allow_null=True, help_text=_("The latest published round."))
    players = integer()


class EventShape(HeadShape):
    event = NamedShape()
    place = string()
    starts = serializers.DateField()
    ends = serializers.DateField()
    time_zone = string()
    logo = string(allow_null=True, help_text=_("URL of the logo, PNG."))
    sections = SectionLineShape(many=True)


class TimeControlShape(Shape):
    base_seconds = integer()
    increment_seconds = integer()
    move_limit = integer(allow_null=True)


class RoundLineShape(Shape):
    number = integer()
    starts = serializers.DateTimeField(allow_null=True)
    url = string(allow_null=True, help_text=_("null until the round is published."))


class StartShape(RoundLineShape):
    state = serializers.ChoiceField(
        (Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED),
        allow_null=True,
        help_text=_("null until the round is published."),
    )


class SectionTimesShape(NamedShape):
    time_control = TimeControlShape()
    online = serializers.BooleanField(
        help_text=_("A player not present ten minutes after the start loses (Tiantian 2020, 3).")
    )
    rounds = StartShape(many=True)
    url = string(help_text=ADDRESS)


class ScheduleShape(HeadShape):
    event = NamedShape()
    time_zone = string()
    sections = SectionTimesShape(many=True)


class CurrentShape(Shape):
    number = integer()
    state = serializers.ChoiceField(Round.State.choices)
    starts = serializers.DateTimeField(allow_null=True)
    games = integer()
    reported = integer(help_text=_("Games with a result."))


class AfterShape(Shape):
    after = integer(help_text=_("The round."))
    url = string(help_text=ADDRESS)


class PlayerLineShape(PersonShape):
    team = string(allow_null=True)
    withdrawn_after = integer(allow_null=True, help_text=_("The last round played."))
    url = string(allow_null=True)


class SectionShape(FramedShape):
    state = serializers.ChoiceField(Section.State.choices)
    system = serializers.ChoiceField(Section.System.choices)
    time_control = TimeControlShape()
    criteria = serializers.ListField(child=string(), help_text=_("Tie-breaks, in order."))
    rounds = RoundLineShape(many=True)
    current = CurrentShape(allow_null=True)
    standings = AfterShape(many=True)
    bracket = string(allow_null=True, help_text=_("URL of the bracket document, if there is one."))
    players = PlayerLineShape(many=True)


class EditionShape(Shape):
    version = integer()
    published_at = string(help_text=_("ISO 8601, UTC, to the minute."))
    digest = string(help_text=_("Digest of the pairing: equal for equal pairings."))


class TableShape(Shape):
    table = integer()
    first = ScoredShape(help_text=_("Red, or Black in weiqi."))
    second = ScoredShape()
    results = ResultShape(many=True, help_text=_("One per game; several in a match."))
    reasons = serializers.ListField(
        child=serializers.DictField(), help_text=_("Reasons for the pairing: codes with parameters.")
    )
    by_hand = serializers.BooleanField()
    rematch = serializers.BooleanField()
    games = serializers.ListField(child=string(), help_text=_("URLs of the game documents."))


class ChangeShape(Shape):
    number = integer()
    before = serializers.DictField(allow_null=True)
    now = serializers.DictField(allow_null=True)


class RoundShape(FramedShape):
    round = integer()
    state = serializers.ChoiceField(Round.State.choices)
    starts = serializers.DateTimeField(allow_null=True)
    edition = EditionShape()
    games = integer()
    reported = integer()
    tables = TableShape(many=True)
    byes = PersonShape(many=True)
    absent = PersonShape(many=True)
    changes = ChangeShape(many=True, help_text=_("Compared with the previous version."))


class AfterRoundShape(FramedShape):
    after = integer(help_text=_("The round."))
    edition = integer(help_text=_("Version of the frozen standings."))
    final = serializers.BooleanField()
    reopened = serializers.BooleanField(
        help_text=_("The round has been reopened; the standings are provisional until it is closed.")
    )


class StandingShape(Shape):
    rank = integer()
    player = PersonShape()
    points = string()
    tiebreaks = serializers.DictField(child=string(allow_null=True), help_text=_("Tie-break → value."))
    separated_by = string(allow_null=True, help_text=_("The tie-break that decided against the row above."))
    arithmetic = serializers.DictField(help_text=_("Tie-break → terms."))


class TeamShape(Shape):
    rank = integer(allow_null=True, help_text=_("null if the team has too few players."))
    team = string()
    sum = integer(allow_null=True)
    best = integer(allow_null=True)
    members = PersonShape(many=True)


class MemberShape(PersonShape):
    rank = integer(allow_null=True, help_text=_("In the individual standings; null before there are any."))
    counted = serializers.BooleanField(help_text=_("Whether this rank counts (WXC 6.2)."))


class RankedTeamShape(Shape):
    rank = integer(allow_null=True, help_text=_("null if the team has too few players."))
    team = string()
    federation = string(allow_null=True, help_text=_("Three-letter code."))
    sum = integer(allow_null=True)
    members = MemberShape(many=True)


class TeamsShape(FramedShape):
    after = integer(allow_null=True, help_text=_("The round of the standings; null before there are any."))
    counted = integer(help_text=_("How many players' ranks are added."))
    teams = RankedTeamShape(many=True)


class CategoryRowShape(Shape):
    rank = integer()
    overall = integer()
    player = PersonShape()


class CategoryShape(Shape):
    name = string()
    native_name = string()
    rows = CategoryRowShape(many=True)


class PlaceShape(Shape):
    place = integer()
    player = PersonShape()


class PrizeShape(Shape):
    name = string()
    native_name = string()
    places = PlaceShape(many=True)


class StandingsShape(AfterRoundShape):
    criteria = serializers.ListField(child=string())
    rows = StandingShape(many=True)
    teams = TeamShape(many=True)
    categories = CategoryShape(many=True)
    prizes = PrizeShape(many=True)


class CellShape(Shape):
    round = integer()
    kind = string(allow_null=True)
    opponent = integer(allow_null=True)
    opponent_rank = integer(allow_null=True)
    side = serializers.ChoiceField(SIDES, allow_null=True)
    outcome = string(allow_null=True)


class CrossRowShape(Shape):
    rank = integer()
    player = PersonShape()
    points = string()
    cells = CellShape(many=True)


class CrosstableShape(AfterRoundShape):
    rows = CrossRowShape(many=True)


class BracketGameShape(Shape):
    first = integer(help_text=_("The entry's pairing number."))
    second = integer()
    value = serializers.ChoiceField(RESULTS, allow_null=True)
    forfeit = serializers.BooleanField()


class BesideShape(BracketGameShape):
    table = integer(allow_null=True)


class MatchShape(Shape):
    one = PersonShape(allow_null=True, help_text=_("null if empty or not known yet."))
    other = PersonShape(allow_null=True)
    bye = serializers.BooleanField()
    table = integer(allow_null=True)
    games = BracketGameShape(many=True, help_text=_("Games with a result."))
    next_game = integer(allow_null=True, help_text=_("The game to be played next."))
    next_first = integer(allow_null=True, help_text=_("Pairing number of the player who moves first in it."))
    decided = serializers.BooleanField()
    winner = integer(allow_null=True, help_text=_("Who advances; null if decided that no one does."))
    walkover = serializers.BooleanField(help_text=_("Someone advances without a game."))
    records = serializers.ListField(child=string(), help_text=_("URLs of the game documents."))


class LevelShape(Shape):
    round = integer()
    starts = serializers.DateTimeField(allow_null=True)
    url = string(allow_null=True, help_text=_("null until the round is published."))
    matches = MatchShape(
        many=True, help_text=_("From top to bottom: winners of adjacent matches meet in the next level.")
    )
    third_place = MatchShape(allow_null=True)
    beside = BesideShape(many=True, help_text=_("Games between these players outside the bracket."))


class BracketShape(FramedShape):
    best_of = integer(help_text=_("Games per match."))
    levels = LevelShape(many=True, help_text=_("From the first round of the bracket to its final."))


class AppearanceShape(Shape):
    round = integer()
    game = integer()
    kind = serializers.ChoiceField([str(kind) for kind in Kind])
    table = integer(allow_null=True)
    side = serializers.ChoiceField(SIDES, allow_null=True)
    opponent = PersonShape(allow_null=True)
    outcome = string(allow_null=True)
    points = string()
    total = string()
    float = integer(help_text=_("1 down, -1 up, 0 level."))


class CardShape(FramedShape):
    player = PersonShape()
    club = string(allow_null=True)
    team = string(allow_null=True)
    rating = integer(allow_null=True)
    withdrawn_after = integer(allow_null=True)
    points = string()
    rounds = AppearanceShape(many=True)
