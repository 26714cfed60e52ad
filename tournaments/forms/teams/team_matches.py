"""Rosters, line-ups, forfeited matches and penalties of teams that meet teams."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from django import forms
from django.db.models import TextChoices
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.acts.teams.board_results import tell_board_result
from tournaments.acts.teams.captains import name_captain
from tournaments.acts.teams.line_ups import give_line_up, hand_in_line_up, reveal_line_ups, set_roster
from tournaments.acts.teams.match_starts import move_match
from tournaments.acts.teams.team_absences import CAPTAINS_KINDS, PLAYS, ask_team_absence, set_team_absence
from tournaments.acts.teams.team_forfeits import BELOW, THIS, forfeit_boards, lift_forfeit
from tournaments.acts.teams.team_matches import (
    decide_match,
    forfeit_match,
    penalise_team,
    reinstate_team,
    withdraw_decision,
    withdraw_team,
)
from tournaments.forms.base import ActForm, offer, reason_field
from tournaments.forms.notices.schedule import ZonedField
from tournaments.models import Entry, Match, PlayerReport, Section, Team, TeamAbsence
from tournaments.queries.teams.desk_matches import roster
from tournaments.queries.teams.team_matches import (
    roster_order,
    rounds_planned,
    rounds_to_come,
    team_settings_of,
)
from tournaments.wording.names import plain_name


class RosterForm(ActForm):
    """A number for each member: the place in the team."""

    act = set_roster
    apart = frozenset({"members"})

    def __init__(self, *args: Any, team: Team | None, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", f"roster{team.pk if team else ''}-%s")
        kwargs.setdefault("initial", {"team": team.pk if team else None})
        super().__init__(*args, **kwargs)
        self.members: Sequence[Entry] = []
        if team is not None:
            entries = Entry.objects.filter(team=team).exclude(status=Entry.Status.WITHDRAWN)
            self.members = list(roster_order(entries.select_related("player")))
        for place, entry in enumerate(self.members, 1):
            self.fields[f"place_{entry.pk}"] = forms.IntegerField(
                label=plain_name(entry.player), min_value=1, max_value=99, initial=place
            )

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        key = request.POST.get("team", "")
        team = access.section.teams.filter(pk=key).first() if key.isdecimal() and len(key) < 19 else None
        return cls(request.POST, team=team)

    def arguments(self) -> dict[str, Any]:
        places = {entry.pk: self.cleaned_data[f"place_{entry.pk}"] for entry in self.members}
        members = sorted(places, key=lambda key: places[key])
        values = {key: self.cleaned_data[key] for key in ("team", "reason") if key in self.cleaned_data}
        return values | {"members": members}


class BoardsForm(ActForm):
    """A choice for each board among the members of one team; ``now``: who is chosen already."""

    def __init__(
        self, *args: Any, team: Team | None, boards: int, now: Iterable[int | None] = (), **kwargs: Any
    ) -> None:
        initial: dict[str, Any] = {"team": team.pk if team else None, **kwargs.pop("initial", {})}
        initial |= {f"board_{board}": player or 0 for board, player in enumerate(now, 1)}
        kwargs.setdefault("auto_id", f"line-up{team.pk if team else ''}-%s")
        super().__init__(*args, initial=initial, **kwargs)
        self.boards = boards
        members = roster(team) if team else []
        choices = [
            (0, "–"),
            *((entry.number, f"{entry.number} {plain_name(entry.player)}") for entry in members),
        ]
        for board in range(1, boards + 1):
            self.fields[f"board_{board}"] = forms.TypedChoiceField(
                label=format_lazy(_("Board {number}"), number=board),
                coerce=int,
                required=False,
            )
            offer(self, f"board_{board}", choices)
        self.order_fields([f"board_{board}" for board in range(1, boards + 1)])

    @property
    def players(self) -> list[int]:
        """By board, 0 for an empty one."""
        return [self.cleaned_data[f"board_{board}"] or 0 for board in range(1, self.boards + 1)]


class LineUpForm(BoardsForm):
    """What the desk gives or changes."""

    act = give_line_up
    apart = frozenset({"players", "match"})
    reason = reason_field()

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        key = request.POST.get("team", "")
        team = access.section.teams.filter(pk=key).first() if key.isdecimal() and len(key) < 19 else None
        boards = team_settings_of(access.section).boards if access.section.of_teams else 0
        return cls(request.POST, team=team, boards=boards)

    def arguments(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {"team": values["team"], "players": self.players, "reason": values["reason"]}


class HandInForm(BoardsForm):
    """What a captain hands in, for the round that the page showed."""

    act = hand_in_line_up
    apart = frozenset({"players", "team"})
    round = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Asked of who leaves a board empty, and of nobody else.
        empty = (self.data.get(f"board_{board}") in (None, "", "0") for board in range(1, self.boards + 1))
        if not self.is_bound or not any(empty):
            del self.fields["forfeits"]

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        boards = team_settings_of(access.section).boards if access.section.of_teams else 0
        return cls(request.POST, team=access.own, boards=boards)

    def arguments(self) -> dict[str, Any]:
        forfeits = self.cleaned_data.get("forfeits", False)
        return {"round_": self.cleaned_data["round"], "players": self.players, "forfeits": forfeits}


class OwnRosterForm(RosterForm):
    """The order of a captain's own team, who gives no reason."""

    apart = frozenset({"members", "reason"})

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, team=access.own)


class BoardResultForm(ActForm):
    """What a captain says of a board that has no result, in the round that the page showed."""

    ids = "board-result"
    act = tell_board_result
    apart = frozenset({"team", "opponent"})
    round = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)
    board = forms.TypedChoiceField(label=_("Board"), coerce=int)
    outcome = forms.ChoiceField(label=_("Our player"), choices=PlayerReport.Outcome.choices[:3])

    def __init__(self, *args: Any, boards: Iterable[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "board", [(board, str(board)) for board in boards])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        boards = team_settings_of(access.section).boards if access.section.of_teams else 0
        return cls(request.POST, boards=range(1, boards + 1))

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"round_": values.pop("round")}


class AskAbsenceForm(ActForm):
    """A round that the captain's team does not play, of those that nobody has paired."""

    ids = "ask-absence"
    act = ask_team_absence
    made_of = ("section",)
    apart = frozenset({"team"})
    round_number = forms.TypedChoiceField(label=_("Round"), coerce=int)
    kind = forms.ChoiceField(label=_("Scores"))

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        half = bool(section.of_teams and team_settings_of(section).half_byes)
        words = {**dict(TeamAbsence.Kind.choices), PLAYS: _("it plays after all")}
        offer(
            self,
            "kind",
            [(key, words[key]) for key in CAPTAINS_KINDS if half or key != TeamAbsence.Kind.HALF],
        )
        offer(self, "round_number", [(number, str(number)) for number in rounds_planned(section)])


class CaptainForm(ActForm):
    ids = "captain"
    act = name_captain


class MoveMatchForm(ActForm):
    """A start of its own for a match, on the event's clock; empty: with its round."""

    ids = "move-match"
    act = move_match
    apart = frozenset({"match"})
    made_of = ("section",)

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["starts"] = ZonedField(
            zone=section.event.time_zone,
            label=pgettext_lazy("of a round", "Start"),
            help_text=_("By the event's clock. Leave empty to start with the round."),
        )


class RevealForm(ActForm):
    ids = "reveal"
    act = reveal_line_ups
    reason = reason_field()


def _choice_of(label: Any, kinds: type[TextChoices]) -> forms.ChoiceField:
    """Of all kinds but none."""
    return forms.ChoiceField(label=label, choices=[(key, words) for key, words in kinds.choices if key])


class ForfeitMatchForm(ActForm):
    ids = "forfeit-match"
    act = forfeit_match
    apart = frozenset({"match"})
    lost_by = _choice_of(_("Lost by"), Match.LostBy)
    reason = reason_field()


class ForfeitBoardsForm(ActForm):
    """Which boards of the match a team loses."""

    ids = "forfeit-boards"
    act = forfeit_boards
    apart = frozenset({"match"})
    team = forms.TypedChoiceField(label=_("Lost by"), coerce=int)
    from_board = forms.TypedChoiceField(label=_("Board"), coerce=int)
    which = forms.ChoiceField(
        label=_("Boards"), choices=[(THIS, _("this board")), (BELOW, _("this board and all below"))]
    )
    reason = reason_field()

    def __init__(self, *args: Any, match: Match | None, boards: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        teams = [team for team in (match.first, match.second) if team is not None] if match else []
        offer(self, "team", [(team.pk, plain_name(team)) for team in teams])
        offer(self, "from_board", [(board, str(board)) for board in range(1, boards + 1)])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        at = request.resolver_match.kwargs["match"] if request.resolver_match else 0
        match = access.round.matches.filter(table=at).select_related("first", "second").first()
        boards = team_settings_of(access.section).boards if access.section.of_teams else 0
        return cls(request.POST, match=match, boards=boards)


class LiftForfeitForm(ActForm):
    ids = "lift-forfeit"
    act = lift_forfeit
    apart = frozenset({"match"})
    reason = reason_field()


class WithdrawDecisionForm(ActForm):
    ids = "withdraw-decision"
    act = withdraw_decision
    apart = frozenset({"match"})
    reason = reason_field()


class DecideMatchForm(ActForm):
    ids = "decide-match"
    act = decide_match
    apart = frozenset({"match"})
    decided_for = _choice_of(_("Advances"), Match.DecidedFor)
    decided_by = _choice_of(_("Decided by"), Match.DecidedBy)
    reason = reason_field()


class PenaltyForm(ActForm):
    ids = "penalty"
    act = penalise_team
    reason = reason_field()


class TeamAbsenceForm(ActForm):
    """A round that the team does not play, of those that are still to come."""

    ids = "team-absence"
    act = set_team_absence
    round_number = forms.TypedChoiceField(label=_("Round"), coerce=int)
    kind = forms.ChoiceField(
        label=_("Scores"), choices=[*TeamAbsence.Kind.choices, (PLAYS, _("it plays after all"))]
    )

    def __init__(self, *args: Any, rounds: Iterable[int] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "round_number", [(number, str(number)) for number in rounds])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, rounds=rounds_to_come(access.section))


class WithdrawTeamForm(ActForm):
    ids = "withdraw-team"
    act = withdraw_team
    reason = reason_field()


class ReinstateTeamForm(ActForm):
    ids = "reinstate-team"
    act = reinstate_team
    reason = reason_field()
