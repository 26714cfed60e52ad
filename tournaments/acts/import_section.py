"""Take a whole section from a tournament file: a past event, or one that moves here from another machine.

Everything the file says is written as if it had happened here: entries with their numbers, rounds with a
frozen version and a frozen standing each, results with what they replaced. Only one thing is not claimed:
that this program made the pairings. A version from a file has an empty digest, which means "not paired by
this program".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypedDict

from django.db.models import CharField, Model
from django.utils.translation import gettext_lazy as _

from portal import published
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts._section_rows import SectionRows, cause_of_stage, person_in_file
from tournaments.acts._section_settings import check_game, check_opponents, weiqi_options
from tournaments.acts.common import check_name, check_section_address
from tournaments.acts.frame import ActResult, act
from tournaments.acts.register.person_input import check_person
from tournaments.acts.results import check_value
from tournaments.acts.rounds import store_standings
from tournaments.acts.sections import NEW_SECTION, announce_public_section
from tournaments.exchange.checking import RoundState, RoundSummary
from tournaments.exchange.pair_rules import pair_rules_as_json
from tournaments.models import Category, Event, Federation, Round, Section, Team, time_columns
from tournaments.pairing.registry import SWISS
from tournaments.policy import Act
from tournaments.presets import PRESETS
from tournaments.queries.frozen import frozen_standings
from tournaments.queries.modes import goes_on_officially
from tournaments.queries.official import rulings_to_come
from tournaments.queries.teams.team_matches import team_event_of
from tournaments.queries.tournament import tournament_of
from tournaments.standings.criterion import CriteriaError
from tournaments.standings.tiebreaks import check_criteria
from tournaments.state.canonical import digest_of
from tournaments.state.options import BOARD_SIZES, FINAL_SIZES
from tournaments.state.team_settings import team_settings_as_json
from tournaments.state.tournament import Game, Result, Superseded, Tournament

MOST_ROUNDS = 60


class SectionImported(TypedDict):
    """``entries``, ``rounds``, ``results``: how many there are."""

    section: int
    slug: str
    entries: int
    rounds: int
    results: int


@act(on=NEW_SECTION, right=Act.EDIT_EVENT, done=_("section imported"))
def import_section(
    *,
    event: Event,
    tournament: Tournament,
    slug: str,
    name: str,
    preset: str,
    by: User,
    native_name: str = "",
    findings: Sequence[RoundSummary] = (),
    once: str = "",
) -> ActResult[SectionImported]:
    """Take a section from a tournament, as `exchange.tournament_file` reads it, names included.

    ``findings``: what the check of its rounds found."""
    check_section_address(event, slug)
    check_name("name", name)
    check_name("native_name", native_name)
    if preset not in PRESETS:
        raise Refusal("unknown-preset", field="preset", preset=preset)
    check_game(tournament.game, PRESETS[preset].system)
    check_file(tournament)
    # The preset gives what a file does not hold: rulebook, time control and, if the file names none, the
    # criteria.
    section = _section(event, tournament, slug=slug, name=name, native_name=native_name, preset=preset)
    rows = SectionRows(section, tournament, by=by)
    rows.write()
    _go_on_in_mode(section, tournament)
    closed = rows.closed_rounds
    _freeze_standings(section, closed)
    _put_on_show(section)
    answer: SectionImported = {
        "section": section.pk,
        "slug": slug,
        "entries": len(tournament.entries),
        "rounds": len(closed),
        "results": sum(game.result is not None for game in tournament.games),
    }
    after = {**answer, "preset": preset, "system": section.system, "seed": section.seed}
    if section.official:
        after["official_mode"] = True
    if wrong := [row for row in findings if row.state in (RoundState.DIFFERENT, RoundState.ILLEGAL)]:
        after["findings"] = [
            {"round": row.round, "state": str(row.state), "tables": list(row.tables)} for row in wrong
        ]
    return ActResult(answer, after=after, made=section)


def check_file(tournament: Tournament) -> None:
    """Whether a section can be made of it. Raises the `Refusal` that says why not and where."""
    check_rules(tournament)
    check_entries(tournament)
    check_rounds(tournament)


def check_rules(tournament: Tournament) -> None:
    """Whether a section can follow the rules that the file names."""
    if tournament.paired_by not in Section.System.values:
        raise Refusal("unsupported-system", system=tournament.paired_by)
    check_game(tournament.game, tournament.paired_by)
    try:
        check_criteria(tournament.tiebreaks, tournament.system)
    except CriteriaError as error:
        raise Refusal("unknown-criteria", detail=str(error)) from None
    check_name("seed", tournament.seed, most=_longest(Section, "seed"))
    rounds = max(tournament.rounds, tournament.last_round)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refusal("rounds-out-of-range", rounds=rounds)


def check_entries(tournament: Tournament) -> None:
    """Whether each entry, and each team that meets others, is one that could be entered by hand."""
    federations = set(Federation.objects.values_list("code", flat=True))
    for team in tournament.teams.teams if tournament.teams else ():
        check_name("team", team.name, most=_longest(Team, "name"))
        check_name("team", team.native_name, most=_longest(Team, "native_name"))
        check_name("team", team.short_name, most=_longest(Team, "short_name"))
        check_name("team", team.captain, most=_longest(Team, "captain_name"))
        if team.federation and team.federation not in federations:
            raise Refusal("unknown-federation", field="team", federation=team.federation)
    for entry in tournament.entries:
        try:
            check_person(person_in_file(entry), federations)
            check_name("team", entry.team, most=_longest(Team, "name"))
            for key in entry.categories:
                check_name("categories", key, most=_longest(Category, "key"))
        except Refusal as refusal:
            raise Refusal(refusal.code, field=refusal.field, number=entry.number, **refusal.params) from None


def _longest(model: type[Model], field: str) -> int | None:
    """How many characters a column takes: the reader of files allows more than a section keeps."""
    column = model._meta.get_field(field)
    return column.max_length if isinstance(column, CharField) else None


def check_rounds(tournament: Tournament) -> None:
    """Whether rounds follow each other, have their tables, and all results but for the last one's."""
    last, teams = tournament.last_round, tournament.teams
    # What was played is a fact, also where players had to meet twice.
    if tournament.paired_by in SWISS and not last:
        count = len(tournament.entries if teams is None else teams.teams)
        check_opponents(
            tournament.rounds, pair_rules_as_json(tournament.options, tournament.paired_by), count
        )
    recorded = {game.round for game in tournament.games} if teams is None else teams.rounds_on_record
    for number in range(1, last + 1):
        if number not in recorded:
            raise Refusal("round-missing", round=number)
    firsts = {(game.round, game.table): game.first for game in tournament.games if game.game == 1}
    for game in tournament.games:
        if game.table < 1:
            raise Refusal("table-needed", round=game.round, first=game.first, second=game.second)
        if (game.first == firsts[game.round, game.table]) is not bool(game.game % 2):
            raise Refusal("replay-colours", round=game.round, table=game.table)
        for value, forfeit, cause in _values(game):
            try:
                check_value(value, forfeit, cause)
            except Refusal as refusal:
                raise Refusal(refusal.code, round=game.round, table=game.table, **refusal.params) from None
    for number in range(1, last):
        tables = sorted(g.table for g in tournament.games if g.round == number and g.result is None)
        tables += [] if teams is None else teams.unseated_in(number)
        if tables:
            raise Refusal("results-missing", round=number, tables=tables, count=len(tables))


def _values(game: Game) -> Iterator[tuple[str, bool, str]]:
    # What an adjourned game counts meanwhile was reported by nobody.
    stages: tuple[Superseded | Game, ...] = (*game.history, *(() if game.adjourned else (game,)))
    for stage in stages:
        if stage.result is not None:
            yield str(stage.result), stage.forfeit, cause_of_stage(stage)


def _section(
    event: Event, tournament: Tournament, *, slug: str, name: str, native_name: str, preset: str
) -> Section:
    rules = PRESETS[preset]
    return Section.objects.create(
        event=event,
        slug=slug,
        name=name,
        native_name=native_name,
        position=event.sections.count() + 1,
        game=tournament.game,
        system=tournament.paired_by,
        team_rules={} if tournament.teams is None else team_settings_as_json(tournament.teams.settings),
        grouping=tournament.grouping,
        options=_options(tournament),
        opengotha=dict(tournament.opengotha),
        rounds=max(tournament.rounds, tournament.last_round),
        rulebook=rules.rulebook_for(tournament.game),
        preset=preset,
        tiebreaks=list(tournament.tiebreaks) or rules.tiebreaks,
        points=tournament.points.as_table(),
        **time_columns(tournament.time_control or rules.time_control),
        move_limit=rules.move_limit,
        seed=tournament.seed,
        adjourned_as=_adjourned_as(tournament),
    )


def _adjourned_as(tournament: Tournament) -> Section.Adjourned:
    counts = {game.result for game in tournament.games if game.adjourned}
    return Section.Adjourned.NOTHING if Result.NONE in counts else Section.Adjourned.DRAW


def _options(tournament: Tournament) -> dict[str, Any]:
    """As a section keeps them. A final whose players the file does not know is one of two."""
    options = pair_rules_as_json(tournament.options, tournament.paired_by)
    final = tournament.options.final
    if final is not None:
        options["final_size"] = len(final.players) or FINAL_SIZES[0]
    return options | _weiqi_options(tournament.opengotha.get("general", {}))


def _weiqi_options(general: Mapping[str, Any]) -> dict[str, Any]:
    """Komi and board of OpenGotha's file, where a section can have them. A point is half a stone."""
    values: dict[str, Any] = {}
    with suppress(ValueError):
        values["compensation"] = int(2 * float(general.get("komi", "")))
    if general.get("size") in BOARD_SIZES:
        values["board_size"] = general["size"]
    with suppress(Refusal):
        return weiqi_options(values)
    return {}


def _go_on_in_mode(section: Section, tournament: Tournament) -> None:
    """Go on in official mode if the last round was paired in it."""
    # A ruling to come may not be let into official mode.
    if goes_on_officially(tournament) and not rulings_to_come(section):
        section.official = True
        section.save(update_fields=["official"])


def _freeze_standings(section: Section, closed: list[int]) -> None:
    """One standing for each closed round, as closing it here would have frozen it."""
    whole = tournament_of(section)
    prizes = list(section.prizes.all())
    for number in closed:
        teams = team_event_of(section, before_round=number + 1) if section.of_teams else None
        data = frozen_standings(section, whole.until(number), number, prizes, teams)
        store_standings(section, after=number, data=data, digest=digest_of(data), closing=None, by=None)


def _put_on_show(section: Section) -> None:
    announce_public_section(section)
    recorded = list(section.round_set.exclude(state=Round.State.PLANNED).order_by("number"))
    for round_ in recorded:
        specs = pages.round_specs(round_)
        if round_.state == Round.State.CLOSED:
            specs += pages.standings_specs(section, round_.number)
            specs += pages.crosstable_specs(section, round_.number)
        for spec in specs:
            if spec.kind not in ("event", "section"):
                # Of rounds that are long over, each page is made when somebody first asks for it.
                eager = spec.eager and round_ is recorded[-1]
                published.announce(spec.path, spec.kind, spec.params, eager=eager)
