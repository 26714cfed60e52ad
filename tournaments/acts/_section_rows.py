"""The rows of a section that comes from a tournament file. `import_section` is the act."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.drafts import pairs_json
from tournaments.acts.entering.write_entries import known_players, write_players
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.rounds import check_complete
from tournaments.acts.teams._team_rows import (
    BoardKey,
    rulings_in,
    write_imported_matches,
    write_penalties,
    write_rulings,
    write_teams,
)
from tournaments.exchange.go_documents import PINS
from tournaments.exchange.reading import PARTICULARS
from tournaments.models import (
    Absence,
    Adjournment,
    Category,
    Entry,
    Foul,
    Pairing,
    PairRule,
    Player,
    ResultReport,
    Round,
    RoundVersion,
    Seat,
    Section,
    Team,
)
from tournaments.pairing import pairing_input
from tournaments.queries.teams.team_matches import to_pair
from tournaments.state.causes import HALF_LOST, ResultCause
from tournaments.state.deciding import as_rows
from tournaments.state.gotha.ranks import LEAST_RATING
from tournaments.state.lots import canonical
from tournaments.state.team_section import team_event
from tournaments.state.tournament import Entry as StateEntry
from tournaments.state.tournament import Game, Result, Superseded, Tournament

# Some rows need a reason, and nobody here gave one.
FROM_FILE = "From a tournament file."
# The digest of a version that another program paired: it cannot be verified here.
NOT_OURS = ""


def person_in_file(entry: StateEntry) -> PersonInput:
    """Who an entry of a file is, as somebody would be entered by hand."""
    about: dict[str, Any] = {
        key: getattr(entry, key) for key in ("name", "native_name", "given_name", "federation", *PARTICULARS)
    }
    about |= {PINS[key]: number for key, number in entry.pins}
    return PersonInput(group=entry.group, **about)


@dataclass(frozen=True, slots=True)
class ImportedReport:
    """One thing that was reported about a game, the later ones correcting the earlier."""

    value: str
    forfeit: bool
    cause: str = ""
    article: str = ""
    margin: int | None = None
    rated: str = ""

    @property
    def detail(self) -> dict[str, int | str]:
        facts = {"margin": self.margin, "rated": self.rated}
        return {key: value for key, value in facts.items() if value}


class SectionRows:
    """Writes one empty section full, in the caller's transaction, by a fixed number of statements a round."""

    def __init__(self, section: Section, tournament: Tournament, *, by: User) -> None:
        self.section = section
        self.tournament = tournament
        self.by = by
        self.now = timezone.now()
        self.entries: dict[int, Entry] = {}
        self.rounds: dict[int, Round] = {}

    @property
    def closed_rounds(self) -> list[int]:
        return [number for number, row in self.rounds.items() if row.state == Round.State.CLOSED]

    def write(self) -> None:
        """Everything, and the states of the rounds and of the section."""
        self._write_entries()
        self._write_absences()
        self._write_rules()
        self._write_rounds()
        boards = self._write_matches()
        pairings = self._write_pairings(boards)
        self._write_reports(pairings)
        self._write_fouls()
        self._keep_last_round_open()
        for round_ in self.rounds.values():
            if round_.state != Round.State.PLANNED:
                self._write_version(round_)
        self.section.lots_drawn_at = self.now
        self.section.state = self._section_state()
        self.section.save(update_fields=["lots_drawn_at", "state"])

    def _section_state(self) -> Section.State:
        if len(self.closed_rounds) == self.section.rounds:
            return Section.State.FINISHED
        return Section.State.RUNNING if self.tournament.last_round else Section.State.OPEN

    # --- Entries -------------------------------------------------------------------------------------------

    def _write_entries(self) -> None:
        players = self._players()
        teams = self._teams()
        places = self._places()
        started = bool(self.tournament.last_round)
        for entry in self.tournament.entries:
            status = Entry.Status.CHECKED_IN if started else Entry.Status.ENTERED
            self.entries[entry.number] = Entry(
                section=self.section,
                player=players[entry.number],
                number=entry.number,
                group=entry.group,
                team=teams.get(entry.team),
                board_order=places.get(entry.number),
                rating=entry.rating if entry.rating is not None and entry.rating >= LEAST_RATING else None,
                mms_correction=entry.mms_correction,
                status=status if entry.withdrawn_after is None else Entry.Status.WITHDRAWN,
                withdrawn_after=entry.withdrawn_after,
            )
        Entry.objects.bulk_create(self.entries.values(), batch_size=500)
        self._categorise()

    def _players(self) -> dict[int, Player]:
        """A player for each number: somebody already known by name and federation, else somebody new."""
        entries = self.tournament.entries
        known_by_name = known_players(
            self.section.event, [(entry.name, entry.federation) for entry in entries]
        )
        people: list[tuple[PersonInput, Player | None]] = []
        for entry in entries:
            person = person_in_file(entry)
            # pop: two entries of one name are two people.
            [player, *_] = known_by_name.pop((canonical(entry.name), entry.federation), [None])
            people.append((person, player))
        written = write_players(self.section, people)
        return {entry.number: item.player for entry, item in zip(entries, written, strict=True)}

    def _places(self) -> dict[int, int]:
        """By number a place in a roster, from 1."""
        team_section = self.tournament.teams
        teams = team_section.teams if team_section else ()
        return {number: place for team in teams for place, number in enumerate(team.members, 1)}

    def _teams(self) -> dict[str, Team]:
        team_section = self.tournament.teams
        teams_by_name = write_teams(self.section, team_section) if team_section else {}
        federations: dict[str, set[str]] = defaultdict(set)
        for entry in self.tournament.entries:
            if entry.team and entry.team not in teams_by_name:
                federations[entry.team].add(entry.federation)
        return teams_by_name | {
            team.name: team
            for team in Team.objects.bulk_create(
                Team(section=self.section, name=name, federation_id=min(codes) if len(codes) == 1 else None)
                for name, codes in federations.items()
            )
        }

    def _categorise(self) -> None:
        keys = dict.fromkeys(key for entry in self.tournament.entries for key in entry.categories)
        categories = {
            category.key: category
            for category in Category.objects.bulk_create(
                Category(section=self.section, key=key, name=key.upper()) for key in keys
            )
        }
        through = Entry.categories.through
        through.objects.bulk_create(
            (
                through(entry_id=self.entries[entry.number].pk, category_id=categories[key].pk)
                for entry in self.tournament.entries
                for key in dict.fromkeys(entry.categories)
            ),
            batch_size=500,
        )

    def _write_absences(self) -> None:
        tournament = self.tournament
        absent = {(entry.number, number) for entry in tournament.entries for number in entry.absences}
        if tournament.teams is None:
            # Who does not sit at a board of the own team's match has not asked for that.
            absent |= {(absence.number, absence.round) for absence in tournament.absences}
        halves = {(entry.number, number) for entry in tournament.entries for number in entry.half_byes}
        halves |= {(absence.number, absence.round) for absence in tournament.absences if absence.half}
        fulls = {(entry.number, number) for entry in tournament.entries for number in entry.full_byes}
        fulls |= {(absence.number, absence.round) for absence in tournament.absences if absence.full}
        Absence.objects.bulk_create(
            (
                Absence(
                    entry=self.entries[number],
                    round_number=round_,
                    half_point=(number, round_) in halves,
                    full_point=(number, round_) in fulls,
                )
                for number, round_ in sorted(absent)
            ),
            batch_size=500,
        )

    def _write_rules(self) -> None:
        tournament = self.tournament
        rulings = rulings_in(tournament.fixed, tournament.forbidden, tournament.forbidden_once)
        PairRule.objects.bulk_create(
            PairRule(
                section=self.section,
                kind=kind,
                round_number=number,
                until_round=until,
                first=self.entries[first],
                second=self.entries[second],
                reason=FROM_FILE,
            )
            for kind, number, until, first, second in rulings
        )
        if tournament.teams is not None:
            of_teams = rulings_in(
                tournament.teams.fixed, tournament.teams.forbidden, tournament.teams.forbidden_once
            )
            write_rulings(self.section, of_teams, reason=FROM_FILE)
            write_penalties(self.section, tournament.teams, tournament.points, by=self.by, reason=FROM_FILE)

    # --- Rounds --------------------------------------------------------------------------------------------

    def _write_rounds(self) -> None:
        for number in range(1, self.section.rounds + 1):
            state = self._round_state(number)
            self.rounds[number] = Round(
                section=self.section,
                number=number,
                state=state,
                published_at=None if state == Round.State.PLANNED else self.now,
                closed_at=self.now if state == Round.State.CLOSED else None,
            )
        Round.objects.bulk_create(self.rounds.values())

    def _round_state(self, number: int) -> Round.State:
        decided = [game.result is not None for game in self.tournament.games if game.round == number]
        over = decided if self.tournament.teams is None else self._over_in(number)
        if not over:
            return Round.State.PLANNED
        if all(over):
            return Round.State.CLOSED
        return Round.State.PLAYING if any(decided) else Round.State.PUBLISHED

    def _keep_last_round_open(self) -> None:
        """Reopen the last round on record unless it could be closed here."""
        last = self.rounds.get(self.tournament.last_round)
        if last is None or last.state != Round.State.CLOSED:
            return
        # Not while a match of a knock-out is drawn, an adjourned game of the last round unfinished or a foul
        # undecided.
        try:
            check_complete(last)
        except Refusal as refusal:
            if refusal.code == "adjourned-open" and self._both_won_in(last.number):
                return
            last.state, last.closed_at = Round.State.PLAYING, None
            last.save(update_fields=["state", "closed_at"])

    def _both_won_in(self, number: int) -> bool:
        """Tell whether only games that both players have won stand as adjourned in a round."""
        # Files of go know such games; no result here says it, and they wait for nobody.
        rows = self.tournament.opengotha.get("games", ())
        both_won = {
            frozenset((white, black))
            for round_number, white, black, row in rows
            if round_number == number and "BOTHWIN" in row.get("result", "")
        }
        games = [game for game in self.tournament.games if game.round == number and game.adjourned]
        return all(frozenset((game.first, game.second)) in both_won for game in games)

    def _over_in(self, number: int) -> list[bool]:
        """Of each match of teams, and of each team alone, whether the round is over for it."""
        event = team_event(self.tournament)
        matches = [match for match in event.matches if match.round == number]
        return [
            *(
                bool(match.boards) and all(board.result for board in match.boards)
                for match in matches
                if not match.lost_by
            ),
            *(True for match in matches if match.lost_by),
            *(True for bye in event.byes if bye.round == number),
        ]

    def _write_matches(self) -> dict[tuple[int, int], BoardKey]:
        """By round and number of a player, the board of a match; empty where no teams meet."""
        team_section = self.tournament.teams
        return write_imported_matches(self.section, team_section, self.rounds) if team_section else {}

    def _write_pairings(self, boards: Mapping[tuple[int, int], BoardKey]) -> dict[tuple[int, int], Pairing]:
        """The tables by (round, table), and the byes, with their seats. ``boards``: where teams meet."""
        tables: dict[tuple[int, int], tuple[Pairing, Game]] = {}
        by_table: dict[tuple[int, int], list[Game]] = defaultdict(list)
        for game in sorted(self.tournament.games, key=lambda game: game.game):
            key = (game.round, game.table)
            by_table[key].append(game)
            if key not in tables:
                tables[key] = Pairing(round=self.rounds[game.round], table=game.table), game
        byes = [(Pairing(round=self.rounds[bye.round]), bye.number) for bye in self.tournament.byes]
        for pairing, game in tables.values():
            pairing.adjourned = game.adjourned
            pairing.handicap = game.handicap
            pairing.komi = game.komi
            pairing.steps = as_rows(by_table[game.round, game.table][-1].steps)
            if board := boards.get((game.round, game.first)):
                pairing.match, pairing.board = board
        rows = [pairing for pairing, _ in (*tables.values(), *byes)]
        Pairing.objects.bulk_create(rows, batch_size=500)
        seats = [
            (pairing, number, colour)
            for pairing, game in tables.values()
            for number, colour in ((game.first, Seat.Colour.FIRST), (game.second, Seat.Colour.SECOND))
        ]
        seats += [(pairing, number, Seat.Colour.BYE) for pairing, number in byes]
        Adjournment.objects.bulk_create(
            Adjournment(pairing=pairing, by=self.by) for pairing, game in tables.values() if game.adjourned
        )
        Seat.objects.bulk_create(
            (
                Seat(round=pairing.round, entry=self.entries[number], pairing=pairing, colour=colour)
                for pairing, number, colour in seats
            ),
            batch_size=500,
        )
        return {key: pairing for key, (pairing, _) in tables.items()}

    def _write_reports(self, pairings: dict[tuple[int, int], Pairing]) -> None:
        """First what was told first, then what replaced it: each report names the one before it."""
        chains = [
            (pairings[game.round, game.table], game, _reports_of_game(game)) for game in self.tournament.games
        ]
        before: dict[tuple[int, int, int], ResultReport] = {}
        for step in range(max((len(values) for _, _, values in chains), default=0)):
            level = {
                (game.round, game.table, game.game): ResultReport(
                    pairing=pairing,
                    game=game.game,
                    value=values[step].value,
                    forfeit=values[step].forfeit,
                    cause=values[step].cause,
                    article=values[step].article,
                    detail=values[step].detail,
                    by=self.by,
                    supersedes=before.get((game.round, game.table, game.game)),
                    reason=FROM_FILE if step else "",
                )
                for pairing, game, values in chains
                if len(values) > step
            }
            ResultReport.objects.bulk_create(level.values(), batch_size=500)
            before.update(level)

    def _write_fouls(self) -> None:
        seats = {
            (number, entry): pairing
            for number, entry, pairing in Seat.objects.filter(round__section=self.section).values_list(
                "round__number", "entry__number", "pairing_id"
            )
        }
        for foul in self.tournament.fouls:
            if (foul.round, foul.number) not in seats:
                raise Refusal("foul-without-game", round=foul.round, number=foul.number)
        Foul.objects.bulk_create(
            Foul(
                pairing_id=seats[foul.round, foul.number],
                entry=self.entries[foul.number],
                kind=foul.kind,
                status=Foul.Status.CONFIRMED,
                reason=FROM_FILE,
                logged_by=self.by,
            )
            for foul in self.tournament.fouls
        )

    def _write_version(self, round_: Round) -> None:
        state = self.tournament if self.section.is_by_value else without_names(self.tournament)
        rests_on = to_pair(self.section, before_round=round_.number) if state.teams else state
        round_.draft_input = pairing_input(rests_on, round_.number)
        round_.draft_digest = NOT_OURS
        round_.save(update_fields=["draft_input", "draft_digest"])
        RoundVersion.objects.create(
            round=round_,
            number=1,
            pairs=pairs_json(round_),
            input=round_.draft_input,
            digest=NOT_OURS,
            official_in_file=dict(state.official).get(round_.number),
            by=self.by,
            at=self.now,
        )


def _reports_of_game(game: Game) -> list[ImportedReport]:
    """Every value that was ever in force, the same one twice running counted once."""
    reports: list[ImportedReport] = []
    replaced = sorted(game.history, key=lambda old: old.until_round)
    stages: list[Superseded | Game] = [*replaced, *(() if game.adjourned else (game,))]
    for stage in stages:
        if stage.result is not None:
            value = _imported(stage.result, stage)
            if value not in reports[-1:]:
                reports.append(value)
    return reports


def _imported(result: Result, stage: Superseded | Game) -> ImportedReport:
    cause = cause_of_stage(stage)
    if isinstance(stage, Superseded):
        return ImportedReport(str(result), stage.forfeit, cause)
    return ImportedReport(
        str(result), stage.forfeit, cause, stage.article, stage.margin, str(stage.rated or "")
    )


def cause_of_stage(stage: Superseded | Game) -> str:
    """Give the cause of a result."""
    if isinstance(stage, Game):
        return stage.cause
    if stage.result in HALF_LOST:
        return str(ResultCause.ARBITER)
    # Files say no cause of results that were corrected: where both had lost what they played, it was by
    # something.
    both_lost = stage.result is Result.NONE and not stage.forfeit
    return str(ResultCause.BOTH_LOSE) if both_lost else ""


def without_names(tournament: Tournament) -> Tournament:
    """The tournament as the database gives it to the pure rooms: numbers and federations (law 8)."""

    def without(entries: Iterable[StateEntry]) -> Iterable[StateEntry]:
        return (replace(entry, name="", native_name="") for entry in entries)

    return replace(tournament, name="", entries=tuple(without(tournament.entries)))
