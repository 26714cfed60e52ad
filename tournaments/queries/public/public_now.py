"""What goes on in sections, for pages that show several of them: how far the round is, who leads, which
tables are worth watching, when it goes on. As many queries for any number of sections as for one.

What was taken back from the public is not told here either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Annotated, Any

from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.utils.translation import gettext_lazy as _

from portal import published
from portal.published.documents import Hidden, Time, extended
from portal.published.reading import read_each, read_once
from tournaments.models import (
    Application,
    Entry,
    EntryForm,
    Pairing,
    ResultReport,
    Round,
    Seat,
    Section,
    Standing,
    Team,
)
from tournaments.queries.addresses import api_address
from tournaments.queries.entering.applications import last_moment
from tournaments.queries.links import TableLink, final_positions, live_addresses, table_links
from tournaments.queries.modes import RoundMode
from tournaments.queries.public.public import (
    PublicPerson,
    PublicResult,
    RoundLine,
    SectionRef,
    path_of,
    person,
    results_of,
    section_ref,
    starts_of,
)
from tournaments.queries.public.public_matches import TeamRef, team_ref
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.register.namesakes import namesakes_in
from tournaments.queries.seats import with_seats
from tournaments.queries.teams.line_ups import boards_waiting
from tournaments.queries.teams.matches import has_matches, open_by_round
from tournaments.state.namesakes import Apart

MOST_WATCHED = 3
LEADERS = 3
# Two may share the third place.
ON_PODIUM = 4
PLAYER_ROWS = ("rows",)
# Where frozen standings have them.
TEAM_ROWS = ("team_table", "rows")
# By id of the section: after which round, and the first rows of the standings.
Rows = dict[int, tuple[int, list[Mapping[str, Any]]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Current:
    number: int
    state: Round.State
    starts: Time | None
    games: int
    reported: Annotated[int, _("Games with a result.")]
    mode: Hidden[RoundMode | None]

    @property
    def playing(self) -> int:
        """Tables that have no result yet."""
        return self.games - self.reported


@dataclass(frozen=True, slots=True)
class Leader:
    """A player, or a team where teams meet teams."""

    rank: int
    player: Annotated[PublicPerson | None, _("null where a team leads.")]
    team: Annotated[TeamRef | None, _("null where a player leads.")]
    points: Annotated[str, _("Match points where a team leads.")]

    @property
    def who(self) -> PublicPerson | TeamRef:
        leader = self.player or self.team
        if leader is None:
            raise ValueError("nobody leads")
        return leader


@dataclass(frozen=True, slots=True)
class Leading:
    """The first of the newest frozen standings, those after round ``after``."""

    after: int
    rows: Sequence[Leader]


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    table: int
    first: Annotated[PublicPerson, _("Red, or Black in weiqi.")]
    second: PublicPerson
    results: Annotated[Sequence[PublicResult], _("One per game; several in a match.")]
    games: Annotated[Sequence[str], _("URLs of the game documents.")]
    links: Hidden[Sequence[TableLink]]


@dataclass(frozen=True, slots=True, kw_only=True)
class LastGame(Watched):
    """Of a champion. ``position``: how it ended, as small boards are drawn; empty without a record."""

    round: int
    position: str

    @property
    def path(self) -> str:
        """Where it is read: the last of several; empty where nobody can."""
        return self.links[-1].path if self.links else ""


@dataclass(frozen=True, slots=True)
class EntriesOnline:
    """A page is kept longer than a moment: it says from when to when, not whether now."""

    opens: Time
    closes: Annotated[Time, _("Late entries included.")]
    waiting: Annotated[int, _("Applications on the waiting list.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionLine(SectionRef):
    state: Section.State
    latest_round: Annotated[int | None, _("The latest published round.")]
    players: int
    current: Annotated[Current | None, _("The latest published round and how far it is.")]
    next: Annotated[RoundLine | None, _("The round that starts next.")]
    entries_online: Annotated[
        EntriesOnline | None, _("When entries are taken on line; null where they are not, or no more.")
    ]
    after: Annotated[int | None, _("The round after which the leaders stand so.")]
    leaders: Annotated[
        Sequence[Leader], _("The first in the newest standings; the winners once all is over.")
    ]
    tables: Annotated[
        Sequence[Watched], _("The top tables of the round in play, those without a result first.")
    ]
    # Where its running games are followed.
    boards: Hidden[TableLink | None] = None
    # The picture of a section that is over.
    last_game: Hidden[LastGame | None] = None

    @property
    def is_over(self) -> bool:
        return self.state == Section.State.FINISHED

    @property
    def in_play(self) -> bool:
        return self.current is not None and self.current.state != Round.State.CLOSED


def section_lines(
    sections: Sequence[Section], moment: PublicSnapshot, *, most: int = LEADERS
) -> dict[int, SectionLine]:
    """Answer by id how far sections are, in the order given; ``most`` leaders of each while it is played."""
    back = read_once("withheld", lambda: set(published.Withheld.objects.values_list("prefix", flat=True)))
    latest = {section.pk: public[-1] for section in sections if (public := moment.rounds(section))}
    played = {round_.pk: round_ for round_ in latest.values()}
    tallies = read_each("tally", played, lambda keys: _tallies([played[key] for key in keys]))
    modes = moment.modes_in(list(latest.values()))
    led = _leaders(sections, moment, back, most=max(most, ON_PODIUM))
    rounds_shown = {
        key: round_ for key, round_ in latest.items() if moment.state(round_) != Round.State.CLOSED
    }
    watched = read_each(
        "watched",
        [round_.pk for round_ in rounds_shown.values()],
        lambda keys: _watched([played[key] for key in keys], tallies),
    )
    # Where every result is in nothing runs that a board could show, and others lead the front page.
    boards = read_each(
        "boards",
        [round_.pk for round_ in rounds_shown.values() if tallies[round_.pk].playing],
        lambda keys: live_addresses([played[key] for key in keys]),
    )
    open_now = {section.pk: section for section in sections if section.state == Section.State.OPEN}
    taken = read_each("entries online", open_now, lambda keys: _entries_online([open_now[k] for k in keys]))
    ended = _last_games(sections, led, moment)
    lines = {}
    for section in sections:
        round_ = latest.get(section.pk)
        lines[section.pk] = _line(
            section,
            moment,
            current=_current(round_, tallies[round_.pk], modes.get(round_.pk), moment) if round_ else None,
            led=led.get(section.pk, Leading(0, ())),
            tables=watched.get(round_.pk, ()) if round_ else (),
            boards=boards.get(round_.pk) if round_ else None,
            entries_online=taken.get(section.pk),
            last_game=ended.get(section.pk),
            most=most,
        )
    return lines


def _entries_online(sections: Sequence[Section]) -> dict[int, EntriesOnline]:
    """By id of the section; no query where none is to come."""
    if not sections:
        return {}
    in_line = Count("section__applications", filter=Q(section__applications__state=Application.State.WAITING))
    forms = EntryForm.objects.filter(section__in=sections).annotate(waiting=in_line)
    return {
        form.section_id: EntriesOnline(
            form.opens_at.isoformat(),
            last_moment(form).isoformat(),
            form.waiting,
        )
        for form in forms
    }


@dataclass(frozen=True, slots=True)
class _Tally:
    """Of a round: ``tables`` in order, with the id of each and whether it has a result that counts;
    ``waiting``: boards that nobody sits at before line-ups are revealed."""

    tables: Sequence[tuple[int, int, bool]]
    waiting: int

    @property
    def reported(self) -> int:
        return sum(1 for _, _, done in self.tables if done)

    @property
    def playing(self) -> int:
        return len(self.tables) + self.waiting - self.reported


def _tallies(rounds: Sequence[Round]) -> dict[int, _Tally]:
    in_force = Exists(ResultReport.objects.in_force().filter(pairing=OuterRef("pk")))
    tables: dict[int, list[tuple[int, int, bool]]] = {round_.pk: [] for round_ in rounds}
    rows = Pairing.objects.filter(round__in=rounds, table__isnull=False).order_by("table")
    for round_, table, key, done in rows.values_list("round", "table", "pk", in_force):
        tables[round_].append((table or 0, key, done))
    # A drawn game that is to be played again is no result yet.
    still = open_by_round([round_ for round_ in rounds if has_matches(round_)])
    waiting = boards_waiting(rounds)
    return {
        key: _Tally(
            [(table, pk, done and table not in still.get(key, ())) for table, pk, done in tables]
            if key in still
            else tables,
            waiting.get(key, 0),
        )
        for key, tables in tables.items()
    }


def _watched(rounds: Sequence[Round], tallies: Mapping[int, _Tally]) -> dict[int, list[Watched]]:
    """By id of the round. Those still playing come first."""
    chosen = {
        round_.pk: sorted(tallies[round_.pk].tables, key=lambda row: (row[2], row[0]))[:MOST_WATCHED]
        for round_ in rounds
    }
    keys = [pk for tables in chosen.values() for _, pk, _ in tables]
    pairings = {round_.pk: round_ for round_ in with_seats(Pairing.objects.filter(pk__in=keys))}
    links = table_links(rounds, staff=False) if rounds else {}
    apart = namesakes_in({round_.section_id for round_ in rounds}) if keys else {}
    return {
        key: [_seen(pairings[pk], links.get((key, table), ()), apart) for table, pk, _ in tables]
        for key, tables in chosen.items()
    }


def _seen(pairing: Pairing, links: Sequence[TableLink], apart: Mapping[int, Apart]) -> Watched:
    return Watched(**_at_table(pairing, links, apart))


def _at_table(pairing: Pairing, links: Sequence[TableLink], apart: Mapping[int, Apart]) -> dict[str, Any]:
    seats = {seat.colour: seat.entry for seat in pairing.seated}
    return {
        "table": pairing.table or 0,
        "first": person(seats["first"], apart),
        "second": person(seats["second"], apart),
        "results": results_of(pairing.current),
        "games": [api_address(link.path) for link in links],
        "links": links,
    }


def last_games(sections: Sequence[Section], moment: PublicSnapshot) -> dict[int, LastGame]:
    """Return the last game of each champion by id of the section, where players meet and all is over."""
    back = set(published.Withheld.objects.values_list("prefix", flat=True))
    return _last_games(sections, _leaders(sections, moment, back, most=1), moment)


def _last_games(
    sections: Sequence[Section], led: Mapping[int, Leading], moment: PublicSnapshot
) -> dict[int, LastGame]:
    """No query where nothing is over."""
    champions = {
        (section.pk, led[section.pk].rows[0].who.number)
        for section in sections
        if section.pk in led
        and not section.of_teams
        and moment.section_state(section) == Section.State.FINISHED
    }
    over = {key for key, _ in champions}
    rounds = {r.pk: r for section in sections if section.pk in over for r in moment.rounds(section)}
    if not rounds:
        return {}
    sat = Seat.objects.filter(round__in=rounds, pairing__table__isnull=False)
    sat = sat.filter(entry__number__in={number for _, number in champions}).order_by("round__number")
    # The last round in which the champion sat at a table.
    last = {
        section: pairing
        for section, number, pairing in sat.values_list("entry__section", "entry__number", "pairing")
        if (section, number) in champions
    }
    pairings = {p.pk: p for p in with_seats(Pairing.objects.filter(pk__in=last.values()))}
    places = {(p.round_id, p.table or 0) for p in pairings.values()}
    links = table_links([rounds[key] for key, _ in places], staff=False, places=places)
    apart = namesakes_in(over)
    positions = final_positions(pairings)
    return {
        section: LastGame(
            **_at_table(pairings[pk], links.get((pairings[pk].round_id, pairings[pk].table or 0), ()), apart),
            round=pairings[pk].round.number,
            position=positions.get(pk, ""),
        )
        for section, pk in last.items()
    }


def podiums(sections: Sequence[Section], moment: PublicSnapshot) -> dict[int, list[Leader]]:
    """Return champion, second and third by id of sections that are over; three to five queries."""
    over = [section for section in sections if moment.section_state(section) == Section.State.FINISHED]
    back = set(published.Withheld.objects.values_list("prefix", flat=True))
    return {key: _winners(led.rows) for key, led in _leaders(over, moment, back, most=ON_PODIUM).items()}


def _leaders(
    sections: Sequence[Section], moment: PublicSnapshot, back: set[str], *, most: int
) -> dict[int, Leading]:
    """Read the leaders by id of the section, where the public gets frozen standings."""
    by_id = {section.pk: section for section in sections}
    teams = {section.pk for section in sections if section.of_teams}
    # The database cuts the rows out of the standings, which are large: two queries for those of players, two
    # for those of teams.
    leading_rows = _first_rows(by_id.keys() - teams, PLAYER_ROWS, most) | _first_rows(teams, TEAM_ROWS, most)
    if moment.standings in by_id and moment.data is not None:
        after, _ = leading_rows.get(moment.standings, (0, []))
        if moment.after >= after:
            rows: Any = moment.data
            for key in TEAM_ROWS if moment.standings in teams else PLAYER_ROWS:
                rows = rows[key]
            leading_rows[moment.standings] = moment.after, rows[:most]
    leading_rows = {
        key: (after, rows)
        for key, (after, rows) in leading_rows.items()
        if not _is_back(f"{path_of(by_id[key])}standings/{after}/", back)
    }
    return _led_by_players(leading_rows, leading_rows.keys() - teams) | _led_by_teams(
        leading_rows, leading_rows.keys() & teams
    )


def _first_rows(sections: Set[int], place: Sequence[str], most: int) -> Rows:
    """Of the newest frozen standings of each, which has them at ``place``."""
    if not sections:
        return {}
    newest = Standing.objects.filter(section=OuterRef("pk")).order_by("-after_round", "-version")
    keys = Section.objects.filter(pk__in=sections).annotate(newest=Subquery(newest.values("pk")[:1]))
    columns = ["__".join(["data", *place, str(index)]) for index in range(most)]
    frozen = Standing.objects.filter(pk__in=keys.values("newest"))
    return {
        key: (after, [row for row in rows if row])
        for key, after, *rows in frozen.values_list("section", "after_round", *columns)
    }


def _led_by_players(leading_rows: Rows, sections: Set[int]) -> dict[int, Leading]:
    if not sections:
        return {}
    numbers = {row["number"] for key in sections for row in leading_rows[key][1]}
    entries = Entry.objects.filter(section__in=sections, number__in=numbers).select_related("player")
    apart = namesakes_in(sections)
    people = {(entry.section_id, entry.number): person(entry, apart) for entry in entries}
    return {
        key: Leading(
            leading_rows[key][0],
            [
                Leader(row["rank"], people[key, row["number"]], None, row["points"])
                for row in leading_rows[key][1]
            ],
        )
        for key in sections
    }


def _led_by_teams(leading_rows: Rows, sections: Set[int]) -> dict[int, Leading]:
    if not sections:
        return {}
    numbers = {row["team"] for key in sections for row in leading_rows[key][1]}
    teams = Team.objects.filter(section__in=sections, number__in=numbers)
    refs = {(team.section_id, team.number): team_ref(team) for team in teams}
    return {
        key: Leading(
            leading_rows[key][0],
            [
                Leader(row["rank"], None, refs[key, row["team"]], row["match_points"])
                for row in leading_rows[key][1]
            ],
        )
        for key in sections
    }


def _winners(rows: Sequence[Leader]) -> list[Leader]:
    return [row for row in rows if row.rank <= LEADERS]


def _is_back(path: str, back: set[str]) -> bool:
    return any(path.startswith(prefix) for prefix in back)


def _line(
    section: Section,
    moment: PublicSnapshot,
    *,
    current: Current | None,
    led: Leading,
    tables: Sequence[Watched],
    boards: TableLink | None,
    entries_online: EntriesOnline | None,
    last_game: LastGame | None,
    most: int,
) -> SectionLine:
    state = moment.section_state(section)
    return extended(
        SectionLine,
        section_ref(section),
        state=state,
        latest_round=current.number if current else None,
        players=section.players,  # type: ignore[attr-defined]  # annotated by whoever asks
        current=current,
        next=_next(section, current, moment),
        entries_online=entries_online if state == Section.State.OPEN else None,
        after=led.after or None,
        leaders=_winners(led.rows) if state == Section.State.FINISHED else led.rows[:most],
        tables=tables,
        boards=boards,
        last_game=last_game,
    )


def _current(round_: Round, tally: _Tally, mode: RoundMode | None, moment: PublicSnapshot) -> Current:
    return Current(
        number=round_.number,
        state=moment.state(round_),
        starts=starts_of(round_),
        games=len(tally.tables) + tally.waiting,
        reported=tally.reported,
        mode=mode,
    )


def _next(section: Section, current: Current | None, moment: PublicSnapshot) -> RoundLine | None:
    """The public round while nobody has a result in it, else the first that is still to be published."""
    path = path_of(section)
    if current and current.state != Round.State.CLOSED and not current.reported:
        url = api_address(f"{path}round/{current.number}/")
        return RoundLine(number=current.number, starts=current.starts, url=url)
    for round_ in section.round_set.all():
        if moment.public_state(round_) is None:
            return RoundLine(number=round_.number, starts=starts_of(round_), url=None)
    return None
