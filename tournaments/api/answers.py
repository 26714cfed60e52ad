"""What staff read, and what acts answer, for the description and for the test that holds them to it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.api.shapes import PersonShape, Shape, integer, string
from tournaments.models import Entry, Foul, ResultReport, Role, Round


class RoleShape(Shape):
    event = string(help_text=_("The event's URL name."))
    role = serializers.ChoiceField(Role.choices)


class MeShape(Shape):
    user = string()
    scopes = serializers.ListField(child=string())
    expires = serializers.DateTimeField()
    roles = RoleShape(many=True)


class EntryShape(PersonShape):
    entry = integer(help_text=_("Identifies the entry in URLs."))
    club = string()
    team = string(allow_null=True)
    group = integer()
    rating = integer(allow_null=True)
    status = serializers.ChoiceField(Entry.Status.choices)
    withdrawn_after = integer(allow_null=True)
    absences = serializers.ListField(child=integer(), help_text=_("Rounds the player misses."))


class EnteredShape(Shape):
    entry = integer()
    number = integer(allow_null=True)
    known = serializers.BooleanField(help_text=_("Whether the player already existed."))
    kept = serializers.ListField(
        child=string(), help_text=_("Fields of a known player that were kept unchanged.")
    )


class EntryStandingShape(Shape):
    entry = integer()
    status = serializers.ChoiceField(Entry.Status.choices)


class AbsenceShape(Shape):
    entry = integer()
    round = integer()
    absent = serializers.BooleanField()


class WithdrawnShape(Shape):
    entry = integer()
    after = integer(help_text=_("The last round played."))


class ReinstatedShape(Shape):
    entry = integer()
    number = integer(allow_null=True, required=False)
    status = string(required=False)


class ReportShape(Shape):
    report = integer(help_text=_("Identifies the report; send it as “seen” when you correct it."))
    game = integer()
    value = serializers.ChoiceField(ResultReport.Value.choices)
    forfeit = serializers.BooleanField()
    by = string(allow_null=True)
    at = serializers.DateTimeField()
    reason = string()


class TableReportsShape(Shape):
    table = integer()
    first = integer(help_text=_("The entry's pairing number."))
    second = integer()
    reports = ReportShape(many=True)
    next_game = integer(allow_null=True, help_text=_("The game to report next."))


class ReportedShape(Shape):
    report = integer()
    table = integer()
    value = serializers.ChoiceField(ResultReport.Value.choices)
    forfeit = serializers.BooleanField()
    game = integer(required=False, help_text=_("Second and later games."))


class JobShape(Shape):
    round = integer()
    job = integer(
        help_text=_("Done in the background; the round's staff document lists it until it is finished.")
    )


class ReopenedShape(Shape):
    round = integer()
    state = serializers.ChoiceField(Round.State.choices)


class ConfirmedShape(Shape):
    round = integer()
    here = serializers.ListField(child=integer(), help_text=_("Numbers of the entries."))
    away = serializers.ListField(child=integer())


class UnconfirmedShape(Shape):
    player = integer(help_text=_("The entry's pairing number."))
    missed = integer(
        allow_null=True,
        help_text=_("The round lost as a no-show; null: the player was never checked in."),
    )


class WorkShape(Shape):
    kind = string()
    state = string()


class NeedShape(Shape):
    kind = string()
    text = string()
    done = serializers.BooleanField()


class DraftTableShape(Shape):
    table = integer(allow_null=True, help_text=_("null for a bye."))
    first = integer(allow_null=True)
    second = integer(allow_null=True)
    bye = integer(allow_null=True)
    reasons = serializers.ListField(child=serializers.DictField())
    notices = serializers.ListField(child=serializers.DictField())
    by_hand = serializers.BooleanField()


class DraftShape(Shape):
    digest = string(help_text=_("Send it as “seen” to publish."))
    tables = DraftTableShape(many=True)


class RoundDeskShape(Shape):
    round = integer()
    state = serializers.ChoiceField(Round.State.choices)
    seen = string(
        help_text=_("Send it as “seen”: a request is refused if the round has changed in the meantime.")
    )
    seen_with_results = string(help_text=_("The same for closing the round; it changes with every result."))
    draft = DraftShape(allow_null=True, help_text=_("For those who may read drafts, if there is one."))
    unconfirmed = UnconfirmedShape(
        many=True, help_text=_("Players to be confirmed as present or absent before the round is paired.")
    )
    jobs = WorkShape(many=True)
    needs = NeedShape(many=True)


class FoulShape(Shape):
    foul = integer()
    table = integer()
    game = integer()
    player = integer(help_text=_("The entry's pairing number."))
    kind = serializers.ChoiceField(Foul.Kind.choices)
    offence = string()
    article = string()
    ply = integer(allow_null=True)
    penalty = string()
    status = serializers.ChoiceField(Foul.Status.choices)
    reason = string()
    at = serializers.DateTimeField()


class FoulAnswerShape(Shape):
    foul = integer()
    player = integer()
    status = serializers.ChoiceField(Foul.Status.choices)
    count = integer(help_text=_("Confirmed fouls of the player in this game."))
    lost = serializers.BooleanField(help_text=_("Whether they lose the game."))
