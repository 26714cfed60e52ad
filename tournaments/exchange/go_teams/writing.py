"""From a section of team matches to OpenGotha's file, with a list of what does not fit in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tournaments.exchange.conversion import CannotWrite, ForeignErrorCode, LossCode, Losses, Writing
from tournaments.exchange.foreign import count_plain, deciding_games
from tournaments.exchange.go_documents import completed, distinct_keys
from tournaments.exchange.go_passthrough import with_settings
from tournaments.exchange.go_teams.codes import criteria_names, ranking_keys
from tournaments.exchange.opengotha.document import BoardSeat, Document, GothaTeam
from tournaments.exchange.opengotha.document_writing import write_document
from tournaments.exchange.problems import fatal_problem
from tournaments.state.gotha.event_info import EventInfo
from tournaments.state.gotha.of_tournament import gotha_games, gotha_players
from tournaments.state.gotha.settings import CRITERIA_OF, SWISS, SWISS_SYSTEM
from tournaments.state.gotha.values import MOST_ROUNDS, GoEvent, GoGame, GoOutcome
from tournaments.state.points import Points
from tournaments.state.team_matches import Alone
from tournaments.state.team_section import SeatedMatch, TeamSection
from tournaments.state.team_settings import TeamSettings
from tournaments.state.tournament import Bye, Entry, Tournament

# The settings of a pairing of players that nobody has set.
PLAIN = GoEvent(
    (),
    criteria=CRITERIA_OF[SWISS_SYSTEM],
    scoring=SWISS.scoring,
    handicaps=SWISS.handicaps,
    weights=SWISS.weights,
)
# `first` lost the match and Black sat at the board: what each of its boards gives.
_LOST = {"first": GoOutcome.WHITE, "second": GoOutcome.BLACK, "both": GoOutcome.BOTH_LOSE}
_REQUESTED = {Alone.FULL: LossCode.FULL_POINT_BYES, Alone.HALF: LossCode.HALF_POINT_BYES}
_HELD = ("grade", "declared_grade", "club")


def write(tournament: Tournament, occasion: EventInfo | None = None) -> Writing:
    """``tournament``: one with `teams`. Raises `CannotWrite`."""
    document, losses = document_of(tournament, occasion)
    document, twins = distinct_keys(document)
    for number in twins:
        losses.add(LossCode.NAMES, number)
    return Writing(write_document(document), losses.all())


def document_of(tournament: Tournament, occasion: EventInfo | None = None) -> tuple[Document, Losses]:
    """The whole file, and what stays behind. Raises `CannotWrite` for another game or too many rounds."""
    team_section = tournament.teams
    if team_section is None:
        raise ValueError("no section of teams")
    if tournament.game != "weiqi":
        raise CannotWrite(
            fatal_problem(ForeignErrorCode.WRONG_GAME, {"game": tournament.game, "format": "OpenGotha"})
        )
    if max(tournament.rounds, tournament.last_round) > MOST_ROUNDS:
        raise CannotWrite(fatal_problem(ForeignErrorCode.TOO_MANY_ROUNDS, {"most": MOST_ROUNDS}))
    return _Section(tournament, team_section).document(occasion or EventInfo(name=tournament.name))


class _Section:
    def __init__(self, tournament: Tournament, team_section: TeamSection) -> None:
        self.losses = Losses()
        self.tournament = replace(tournament, games=deciding_games(tournament, self.losses))
        self.section = team_section
        self.carried = tournament.opengotha
        self.rosters = {team.number: team.members for team in team_section.teams}
        self.line_ups = {
            (match.round, team): tuple(players)
            for match in team_section.matches
            for team, players in zip((match.first, match.second), match.line_ups or (), strict=False)
        }
        self.away = self._away()

    def document(self, occasion: EventInfo) -> tuple[Document, Losses]:
        self._count_losses()
        t, boards = self.tournament, self.section.settings.boards
        event = replace(
            PLAIN,
            players=tuple(
                replace(player, away=player.away | self.away[player.number]) for player in gotha_players(t)
            ),
            games=(*gotha_games(t), *self._unseated()),
            byes=tuple(self._byes()),
            rounds=max(1, t.rounds, t.last_round),
        )
        if "settings" in self.carried:
            event = with_settings(event, self.carried)
        groups = (frozenset(clubs) for _, clubs in self.carried.get("clubs_groups", []))
        whole = completed(event, t, occasion, groups)
        general = {**whole.extra_attributes.get("TeamGeneralParameterSet", {}), "teamSize": str(boards)}
        bag = {**whole.extra_attributes, "TeamGeneralParameterSet": general}
        teams = tuple(self._teams())
        return replace(whole, teams=teams, team_criteria=self._criteria(), extra_attributes=bag), self.losses

    def _away(self) -> Mapping[int, frozenset[int]]:
        """By number, the rounds that the team does not play."""
        away: dict[int, frozenset[int]] = defaultdict(frozenset)
        for team in self.section.teams:
            rounds = set(team.absences)
            if team.withdrawn_after is not None:
                rounds |= set(range(team.withdrawn_after + 1, MOST_ROUNDS + 1))
            away |= dict.fromkeys(team.members, frozenset(rounds))
        return away

    def _unseated(self) -> Iterator[GoGame]:
        """Yield the boards of a match that was lost before anybody knew who plays."""
        for match in self.section.matches:
            if match.line_ups is None and match.lost_by:
                size = self.section.settings.boards
                # By default, in the order of the rosters.
                sides = (self.rosters[team][:size] for team in (match.first, match.second))
                for board, (ours, theirs) in enumerate(zip(*sides, strict=False), 1):
                    black = board % 2 == 1
                    outcome = _LOST[match.lost_by]
                    if not black and outcome is not GoOutcome.BOTH_LOSE:
                        outcome = GoOutcome.BLACK if outcome is GoOutcome.WHITE else GoOutcome.WHITE
                    yield GoGame(
                        match.round,
                        (match.table - 1) * size + board,
                        white=theirs if black else ours,
                        black=ours if black else theirs,
                        outcome=outcome,
                        by_default=True,
                    )

    def _byes(self) -> Iterator[Bye]:
        """OpenGotha knows one a round, of a player: the first of the team."""
        rounds: set[int] = set()
        for bye in self.section.byes:
            members = self.rosters[bye.team]
            if bye.round in rounds or not members:
                self.losses.add(LossCode.FULL_POINT_BYES, bye.team)
            else:
                yield Bye(bye.round, members[0])
            rounds.add(bye.round)

    def _teams(self) -> Iterator[GothaTeam]:
        """Round by round: who sat there, else the roster. As the file had it where that says the same."""
        boards_by_team = {name: dict(_by_round(boards)) for name, _, boards in self.carried.get("teams", [])}
        order = {name: place for place, name in enumerate(boards_by_team)}
        for team in sorted(self.section.teams, key=lambda team: order.get(team.name, len(order))):
            boards: list[BoardSeat] = []
            for number in range(1, MOST_ROUNDS + 1):
                rows = boards_by_team.get(team.name, {}).get(number)
                seated = self.line_ups.get((number, team.number))
                fits = rows is not None and {row.player for row in rows} <= set(team.members)
                if rows is not None and fits and (seated is None or _seats(rows, len(seated)) == seated):
                    boards += rows
                else:
                    boards += self._rows(number, team.members, seated)
            yield GothaTeam(team.name, team.number, tuple(sorted(boards)))

    def _rows(
        self, number: int, members: Sequence[int], seated: Sequence[int | None] | None
    ) -> list[BoardSeat]:
        """Reserves stand below the boards, so that it is known whose team they are in."""
        size = self.section.settings.boards
        places = list(members[:size]) if seated is None else list(seated)
        further = [member for member in members if member not in places]
        rows = [
            BoardSeat(number, board, player) for board, player in enumerate(places, 1) if player is not None
        ]
        return [*rows, *(BoardSeat(number, board, player) for board, player in enumerate(further, size + 1))]

    def _criteria(self) -> tuple[str, ...]:
        """Those of the file, as long as the section is ranked by them."""
        size, keys = self.section.settings.boards, self.section.settings.tiebreaks
        carried = tuple(self.carried.get("team_criteria", ()))
        if carried and ranking_keys(carried, size, Losses()) == keys:
            return carried
        return criteria_names(keys, size)

    def _settings(self) -> TeamSettings:
        """As they will be read again."""
        settings, members = self.section.settings, max(map(len, self.rosters.values()), default=0)
        return TeamSettings(
            boards=settings.boards,
            reserves=max(0, members - settings.boards),
            empty=settings.empty,
            match_points=settings.match_points,
            tiebreaks=ranking_keys(self._criteria(), settings.boards, Losses()),
        )

    def _count_losses(self) -> None:
        t, team_section, losses = self.tournament, self.section, self.losses
        lost = {
            LossCode.POINTS: t.points != Points() or team_section.settings.match_points != "2-1-0",
            LossCode.FORBIDDEN: team_section.forbidden or team_section.forbidden_once,
            LossCode.FIXED: team_section.fixed,
            LossCode.ABNORMAL_POINTS: team_section.penalties,
            LossCode.LINE_UP_RULES: self._settings() != team_section.settings,
            LossCode.MATCHES: team_section.settings.boards == 1,
        }
        count_plain(t, losses, lost, _held)
        for match in team_section.matches:
            self._count_match(match)
        for place, entry in enumerate(t.entries, 1):
            if entry.number != place:
                losses.add(LossCode.NUMBERS, entry.number)
            if entry.rating is None:
                losses.add(LossCode.RATINGS, entry.number)
            if entry.withdrawn_after is not None:
                losses.add(LossCode.WITHDRAWALS, entry.number)
        for team in team_section.teams:
            kinds = set(team.absences.values())
            for code, has in (
                (LossCode.WITHDRAWALS, team.withdrawn_after is not None),
                (LossCode.CAPTAINS, bool(team.captain)),
                (LossCode.SHORT_NAMES, bool(team.short_name)),
                *((code, kind in kinds) for kind, code in _REQUESTED.items()),
            ):
                if has:
                    losses.add(code, team.number)
            if team.native_name:
                losses.add(LossCode.NATIVE_NAMES, team.number)
            if team.federation:
                losses.add(LossCode.FEDERATIONS, team.number)

    def _count_match(self, match: SeatedMatch) -> None:
        if match.line_ups is None and not match.lost_by:
            self.losses.add(LossCode.NOT_REVEALED, about=str(match.round))
        elif match.line_ups and not any(None not in both for both in zip(*match.line_ups, strict=True)):
            # Nothing but games says who met.
            self.losses.add(LossCode.MATCHES, about=str(match.round))
        if match.decided_for:
            self.losses.add(LossCode.DECISIONS, about=str(match.round))
        if match.starts_at:
            self.losses.add(LossCode.MATCH_STARTS, about=str(match.round))


def _by_round(boards: Sequence[Sequence[int]]) -> Iterator[tuple[int, list[BoardSeat]]]:
    rows: dict[int, list[BoardSeat]] = defaultdict(list)
    for number, board, player in boards:
        rows[number].append(BoardSeat(number, board, player))
    yield from rows.items()


def _seats(rows: Sequence[BoardSeat], boards: int) -> tuple[int | None, ...]:
    there = {row.board: row.player for row in rows}
    return tuple(there.get(board) for board in range(1, boards + 1))


def _held(entry: Entry) -> Mapping[str, str]:
    return {key: getattr(entry, key) for key in _HELD}
