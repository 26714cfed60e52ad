"""A section as a file: the whole of it with names, in this program's format or that of another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q

from portal.journal.models import JournalEntry
from tournaments.exchange import congress, go_documents, opengotha, trf
from tournaments.exchange.checking import RoundState, RoundSummary
from tournaments.exchange.conversion import LossCode, Losses, Writing, make_loss
from tournaments.exchange.problems import Problem
from tournaments.exchange.reading import PARTICULARS
from tournaments.exchange.trf.remarks import remarks_of
from tournaments.exchange.writing import TABLES_OF_TEAMS, write_tournament
from tournaments.models import Gender, Official, RoundVersion, Section
from tournaments.pairing import tournament_from_input
from tournaments.queries.categories import with_categories
from tournaments.queries.modes import modes_of
from tournaments.queries.teams.team_sections import team_section_of
from tournaments.queries.tournament import numbered_entries, pins_of, tournament_of
from tournaments.state.gotha.event_info import EventInfo
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.options import WEIQI_DEFAULTS
from tournaments.state.tournament import Game, Result, Superseded, Tournament

FORMATS = {
    "json": ("json", "application/json"),
    "trf16": ("trf", "text/plain"),
    "trf26": ("trf", "text/plain"),
    "trf16-ascii": ("trf", "text/plain"),
    "trf26-ascii": ("trf", "text/plain"),
    "h9": ("h9", "text/plain"),
    "opengotha": ("xml", "application/xml"),
    "tou": ("tou", "text/plain"),
    "aga": ("txt", "text/plain"),
    "csv": ("csv", "text/csv"),
    "xlsx": ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "standings-csv": ("csv", "text/csv"),
    "standings-xlsx": ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}
# What can be written: the ending of the file's name and the type of its content.
FORMATS |= {table: FORMATS[table.rpartition("-")[2]] for table in TABLES_OF_TEAMS}
ONLY_WEIQI = ("h9", "opengotha")
# These two hold only tournaments that are paired by the value of each pair: McMahon and its Swiss.
ONLY_BY_VALUE = ("tou", "aga")
PROGRAM = "Qiyuan"
# As TRF has them.
SEXES = {str(Gender.MAN): "m", str(Gender.WOMAN): "w"}
# What a section as a file has of each player; of most of it `tournament_of` knows nothing (law 8).
OF_A_PLAYER = ("name", "native_name", "given_name", *PARTICULARS)


def formats_of(section: Section) -> list[str]:
    """Those that hold sections of this game and kind."""
    formats = [key for key in FORMATS if key not in ONLY_WEIQI or section.game == Section.Game.WEIQI]
    formats = [key for key in formats if key not in TABLES_OF_TEAMS or section.of_teams]
    return [key for key in formats if key not in ONLY_BY_VALUE or section.is_by_value]


def section_as_file(section: Section) -> Tournament:
    """Write the section as a tournament with names."""
    whole = with_categories(section, tournament_of(section))
    players = {entry.number: entry.player for entry in numbered_entries(section)}
    named = (
        replace(
            entry,
            **{key: getattr(players[entry.number], key) for key in OF_A_PLAYER},
            # OpenGotha's file of teams has them, as those that are paired by value.
            pins=pins_of(players[entry.number]) if section.of_teams else entry.pins,
        )
        for entry in whole.entries
    )
    # With what corrected results replaced, every published round can be computed again from the file.
    games = tuple(_with_history(section, whole.games))
    return replace(
        whole,
        name=str(section),
        entries=tuple(named),
        games=games,
        time_control=section.time_control,
        opengotha=section.opengotha,
        official=tuple((mode.round, mode.official) for mode in modes_of(section)),
        teams=team_section_of(section) if section.of_teams else None,
    )


def _with_history(section: Section, games: tuple[Game, ...]) -> list[Game]:
    """Give each game the values that later pairings were computed from, where they were others."""
    # Where teams meet, pairings know of matches only.
    if section.of_teams:
        return list(games)
    # The inputs stored with the published rounds say which value each pairing saw; no clock is asked.
    seen: dict[tuple[int, int, int, int], list[tuple[int, Any, bool]]] = defaultdict(list)
    inputs = RoundVersion.objects.filter(round__section=section, number=1).order_by("round__number")
    for later, data in inputs.values_list("round__number", "input"):
        for number, which, first, second, value, forfeit in _games_of(data):
            seen[number, which, first, second].append((later, value, forfeit))
    games_with_history = []
    for game in games:
        reports = seen[game.round, game.game, game.first, game.second]
        now = (None if game.result is None else str(game.result), game.forfeit)
        after = [*((value, forfeit) for _, value, forfeit in reports[1:]), now]
        history = tuple(
            Superseded(None if value is None else Result(value), later, forfeit=forfeit)
            for (later, value, forfeit), follows in zip(reports, after, strict=False)
            if (value, forfeit) != follows
        )
        games_with_history.append(replace(game, history=history) if history else game)
    return games_with_history


def _games_of(data: Mapping[str, Any]) -> Iterable[tuple[int, int, int, int, str | None, bool]]:
    """Round, game, first, second, value and forfeit of the games that a round was paired from."""
    if not data.get("games"):
        return ()
    return (
        (g.round, g.game, g.first, g.second, None if g.result is None else str(g.result), g.forfeit)
        for g in tournament_from_input(data).games
    )


def event_info_of(section: Section) -> EventInfo:
    """What the files of go federations say of an event."""
    event, settings = section.event, {**WEIQI_DEFAULTS, **section.options.get("weiqi", {})}
    # Quarters of a stone; a stone is two points.
    komi = Fraction(settings["compensation"], 2)
    return EventInfo(
        name=event.name,
        short_name=event.slug,
        location=event.place,
        begin=event.starts.isoformat(),
        end=event.ends.isoformat(),
        internet=section.online,
        size=settings["size"],
        komi=f"{float(komi):g}",
        country=section.rating_country,
        rating_class=section.rating_class,
    )


@dataclass(frozen=True, slots=True)
class FileHeadings:
    """What files say beside the tournament itself: of the event to go federations, and in a TRF of the event
    (``headings`` by record) and of the players by number."""

    occasion: EventInfo
    headings: Mapping[str, str]
    people: Mapping[int, trf.Particulars]
    # By round, of what was changed by hand: the pairs of the rule, and what departs from the regulations.
    rule_pairs: Mapping[int, Sequence[tuple[int, int]]] = field(default_factory=dict)
    departures: Mapping[int, Sequence[str]] = field(default_factory=dict)
    # What the check of the file found from which the section was made.
    imported: Sequence[RoundSummary] = ()


def section_headings(section: Section, *, public: bool) -> FileHeadings:
    """Gather what files say beside the tournament; ``public``: only what everybody may read."""
    event = section.event
    officials = event.officials.filter(Q(section=None) | Q(section=section))
    # Sex and year of birth nobody may, nor officials who are not shown.
    if public:
        officials = officials.filter(shown=True, event__officials_shown=True)
    named = [(o.role, f"{o.title} {o.name}".strip()) for o in officials]
    organisation = event.organisation
    days = {o.number: o.starts_at for o in section.round_set.all() if o.starts_at}
    headings = {
        "022": event.place,
        "032": (organisation.federation_id or "") if organisation else "",
        "042": f"{event.starts:%Y/%m/%d}",
        "052": f"{event.ends:%Y/%m/%d}",
        "102": "\n".join(name for role, name in named if role == Official.Role.CHIEF),
        "112": "\n".join(
            name for role, name in named if role in (Official.Role.DEPUTY, Official.Role.ARBITER)
        ),
        "132": "  ".join(
            f"{days[number].astimezone(ZoneInfo(event.time_zone)):%y/%m/%d}" if number in days else " " * 8
            for number in range(1, max(days, default=0) + 1)
        )
        if 1 in days
        else "",
        "182": PROGRAM,
    }
    return FileHeadings(
        event_info_of(section),
        {tag: text for tag, text in headings.items() if text},
        {
            entry.number or 0: trf.Particulars(
                sex="" if public else SEXES.get(entry.player.gender, ""),
                number=entry.player.fide_id,
                birth_year=None if public else entry.player.birth_year,
            )
            for entry in numbered_entries(section)
        },
        rule_pairs={
            round_.number: [(first, second) for _, first, second in round_.draft_changes[-1]["rule"]]
            for round_ in section.round_set.all()
            if round_.is_public and round_.draft_changes and round_.draft_changes[-1]["rule"]
        },
        departures={mode.round: list(map(str, mode.departures)) for mode in modes_of(section)},
        imported=_found_on_import(section),
    )


def _found_on_import(section: Section) -> list[RoundSummary]:
    """As the journal has it. One query."""
    made = JournalEntry.objects.filter(target=f"section:{section.pk}", act="import_section").first()
    rows = (made.after or {}).get("findings", []) if made else []
    return [RoundSummary(row["round"], RoundState(row["state"]), tuple(row["tables"])) for row in rows]


def _whole(tournament: Tournament, key: str, occasion: EventInfo | None) -> Writing:
    """A McMahon tournament or its Swiss with everything that the format can hold."""
    document = go_documents.document_of(tournament, occasion)
    match key:
        case "h9":
            table = congress.egd.write(document, pins=True)
            return Writing(table.data, (*table.losses, *congress.egd.lacking(document)))
        case "tou":
            return congress.ffg.write(document)
        case "aga":
            return congress.aga.write(document)
    document, twins = go_documents.distinct_keys(document)
    losses = Losses()
    for number in twins:
        losses.add(LossCode.NAMES, number)
    return Writing(opengotha.write_document(document), losses.all())


def modes_lost(tournament: Tournament) -> tuple[Problem, ...]:
    """What is said where it is not kept in which mode the rounds were paired."""
    return (make_loss(LossCode.OFFICIAL),) if tournament.official else ()


def _headings(tournament: Tournament, occasion: EventInfo | None) -> dict[str, str]:
    """Of a table of the European Go Database of another system; none where only the tournament is known."""
    if occasion is None or tournament.time_control is None:
        return {}
    return congress.egd.headings_of(replace(occasion, time=go_documents.time_of(tournament.time_control)))


def file_written(tournament: Tournament, key: str, facts: FileHeadings | None = None) -> Writing:
    """Write the file, and say what it does not hold. Raises `CannotWrite`."""
    occasion = facts.occasion if facts else None
    if key in ONLY_BY_VALUE or (key in ONLY_WEIQI and tournament.system in GO_SYSTEMS):
        whole = _whole(tournament, key, occasion)
        return replace(whole, losses=(*whole.losses, *modes_lost(tournament)))
    if facts and key.startswith("trf"):
        remarks = remarks_of(
            tournament, rule_pairs=facts.rule_pairs, departures=facts.departures, imported=facts.imported
        )
        headings = {**facts.headings, "###": "\n".join(remarks)}
        return write_tournament(tournament, key, headings=headings, people=facts.people)
    occasion_headings = _headings(tournament, occasion) if key == "h9" else None
    return write_tournament(tournament, key, headings=occasion_headings, occasion=occasion)
