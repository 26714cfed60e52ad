"""A person over all events: names, numbers, titles, ratings, every public event with its rank, games, and the
score against everybody.

Computed when it is asked for, from what is public at that moment: a result of an event would otherwise have
a hundred pages made anew, and a million of them would lie about that nobody reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from portal.published import NotPublishedError, UnpublishedError
from portal.published.documents import ADDRESS, Day, Hidden, component, extended
from portal.published.models import Withheld
from tournaments.models import Entry, Person, PersonName, Section, Standing
from tournaments.queries.addresses import api_address, person_address, person_path
from tournaments.queries.notices.logos import portrait_of, portrait_path
from tournaments.queries.public.public import (
    GRADE_HELP,
    TITLE_HELP,
    Named,
    PersonReference,
    federation_names,
    listed_events,
    path_of,
    public_name,
    public_person,
)
from tournaments.queries.public.public_events import EventPicture
from tournaments.queries.ratings.circuits import PlaceInCircuit, circuit_places_of
from tournaments.queries.ratings.rated_lists import RatedNumber, rated_numbers
from tournaments.queries.register.person_games import (
    GamesScore,
    Meetings,
    PersonGame,
    PersonPlace,
    meetings_of,
    person_games,
    public_games_of_person,
    sides_of,
)
from tournaments.queries.standing_rows import OwnRow
from tournaments.standings.board_prizes import performance_of
from tournaments.state.tournament import Side
from tournaments.wording.names import federation_name

# The page is made of these columns of entries.
NEEDED = (
    *("number", "rating", "player__title", "player__grade", "player__federation"),
    *(f"section__{column}" for column in ("slug", "name", "native_name", "game")),
    # By which a match of several games is told.
    *(f"section__{column}" for column in ("system", "options", "team_rules")),
    *(f"section__event__{column}" for column in ("slug", "name", "native_name", "place", "starts", "ends")),
    "section__event__titles_shown",
)
# Games that are listed without asking for an opponent; opponents on the page: the document has all.
MOST_GAMES, MOST_OPPONENTS = 60, 60


@dataclass(frozen=True, slots=True)
class FurtherName:
    name: str
    kind: PersonName.Kind


@dataclass(frozen=True, slots=True)
class HeldNumber:
    issuer: Annotated[str, _("wxf, axf, egf, aga, ffg, fide, or a federation's code in small letters.")]
    number: str
    former: bool


@dataclass(frozen=True, slots=True)
class HeldTitle:
    title: Annotated[str, TITLE_HELP]
    issuer: str
    awarded: Day | None


@dataclass(frozen=True, slots=True)
class HeldRating:
    issuer: str
    value: int
    on: Annotated[Day, _("The list's day.")]
    source: str
    games: Annotated[int | None, _("That the list counts in its period, where it says so.")]
    k: Annotated[int | None, _("The coefficient K, where the list says it.")]
    inactive: Annotated[bool | None, _("Null: the list says so of one of several ratings, and not of which.")]


@component("Part")
@dataclass(frozen=True, slots=True, kw_only=True)
class EventPart:
    """What the person did in one section, with what the event had written of the person."""

    event: Named
    section: Named
    game: Section.Game
    place: str
    starts: Day
    ends: Day
    number: int | None
    rank: Annotated[int | None, _("In the newest standings.")]
    players: Annotated[int | None, _("How many are ranked there.")]
    points: str | None
    score: Annotated[GamesScore, _("Games played; forfeits are none.")]
    performance: Annotated[
        int | None, _("Performance rating by FIDE B.02; null where an opponent has no rating, and of weiqi.")
    ]
    rating: Annotated[int | None, _("As entered.")]
    title: Annotated[str | None, TITLE_HELP]
    grade: Annotated[str | None, GRADE_HELP]
    federation: str
    url: Annotated[str, ADDRESS]
    path: Hidden[str]
    event_path: Hidden[str]


@dataclass(frozen=True, slots=True)
class SideScore:
    game: Section.Game
    side: Side
    score: GamesScore


@dataclass(frozen=True, slots=True)
class RatingCourse:
    """A drawing of ratings over time, the oldest first: of one list, or of one game as entered, where
    ``issuer`` is empty. 40 units from one to the next, and 60 high."""

    issuer: str
    values: Sequence[int]

    @property
    def width(self) -> int:
        return 40 * (len(self.values) - 1)

    @property
    def dots(self) -> list[tuple[int, int]]:
        highest = max(self.values)
        span = max(1, highest - min(self.values))
        return [(40 * at, round(60 * (highest - value) / span)) for at, value in enumerate(self.values)]

    @property
    def line(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.dots)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfilePage(PersonReference):
    names: Annotated[Sequence[FurtherName], _("In other scripts or spellings, and former ones.")]
    numbers: Sequence[HeldNumber]
    titles: Annotated[Sequence[HeldTitle], _("The newest first.")]
    ratings: Annotated[Sequence[HeldRating], _("By list, the newest first.")]
    lists: Annotated[
        Sequence[RatedNumber], _("Where the person stands on rating lists that this site computes.")
    ]
    circuits: Annotated[
        Sequence[PlaceInCircuit], _("Where the person stands in circuits, the newest season first.")
    ]
    photo: Annotated[str | None, _("URL of the photo that the person has put up, JPEG.")]
    events: Annotated[Sequence[EventPart], _("The newest first.")]
    sides: Sequence[SideScore]
    opponents: Annotated[Sequence[Meetings], _("The most games first.")]
    against: Annotated[str, _("Code of the opponent whose games were asked for; else empty.")]
    games: Annotated[Sequence[PersonGame], _("The newest; all of them against one opponent.")]
    more: Annotated[bool, _("Whether there are further games; “against” finds them.")]
    url: Annotated[str, ADDRESS]
    path: Hidden[str]
    federation_names: Hidden[Mapping[str, str]]
    picture: Hidden[EventPicture | None]

    @property
    def federation_name(self) -> str:
        return federation_name(self.federation_names)

    @property
    def with_ratings(self) -> bool:
        return any(event.rating is not None for event in self.events)

    @property
    def with_performances(self) -> bool:
        return any(event.performance is not None for event in self.events)

    @property
    def courses(self) -> list[RatingCourse]:
        """Of each list, and of each game as entered, where there are two to join."""
        courses = [
            RatingCourse(issuer, [item.value for item in reversed(self.ratings) if item.issuer == issuer])
            for issuer in dict.fromkeys(item.issuer for item in self.ratings)
        ]
        for game in Section.Game:
            parts = [item for item in reversed(self.events) if item.game == game]
            courses.append(RatingCourse("", [item.rating for item in parts if item.rating is not None]))
        return [course for course in courses if len(course.values) > 1]

    @property
    def shown_opponents(self) -> Sequence[Meetings]:
        """Those whom the page lists."""
        return self.opponents[:MOST_OPPONENTS]

    @property
    def met(self) -> Meetings | None:
        """The score against the opponent who was asked for."""
        return next((meeting for meeting in self.opponents if meeting.opponent.person == self.against), None)


def person_page(code: UUID, against: str = "") -> ProfilePage:
    """Answer a person's page; ``against``: the code of an opponent, all games with whom are listed."""
    withheld = tuple(Withheld.objects.values_list("prefix", flat=True))
    # Of who was merged into another row, that one's.
    person, entries = _listed(code, withheld)
    places = public_games_of_person(entries, withheld)
    places_shown = places
    if against:
        places_shown = [item for item in places if item.opponent.person == against]
    sides, portrait = sides_of(places, entries), portrait_of(person)
    drawn = portrait_path(person.uid, portrait) if portrait else ""
    return extended(
        ProfilePage,
        public_person(person),
        names=[FurtherName(item.name, PersonName.Kind(item.kind)) for item in person.names.all()],
        numbers=[HeldNumber(item.issuer, item.number, item.former) for item in person.numbers.all()],
        titles=[
            HeldTitle(item.title, item.issuer, item.awarded.isoformat() if item.awarded else None)
            for item in person.titles.all()
        ],
        ratings=[
            HeldRating(
                item.issuer,
                item.value,
                item.on.isoformat(),
                item.source,
                item.games,
                item.k,
                item.inactive,
            )
            for item in person.ratings.all()
        ],
        lists=rated_numbers({item.issuer: item.number for item in person.numbers.all() if not item.former}),
        circuits=circuit_places_of(person),
        photo=f"/en/{drawn}" if drawn else None,
        events=_parts(entries, places, withheld),
        sides=[SideScore(game, side, score) for game, by in sides.items() for side, score in by.items()],
        opponents=meetings_of(places),
        against=against,
        games=person_games(places_shown if against else places_shown[:MOST_GAMES], entries),
        more=not against and len(places_shown) > MOST_GAMES,
        url=person_address(person.uid),
        path=person_path(person.uid),
        federation_names=federation_names(person.federation),
        picture=EventPicture(drawn, portrait.width, portrait.height) if portrait else None,
    )


def listed_person(code: UUID) -> Person:
    """Return who has a public page. Raises `NotPublishedError`; of who was forgotten `UnpublishedError`."""
    return _listed(code, tuple(Withheld.objects.values_list("prefix", flat=True)))[0]


def _listed(code: UUID, withheld: tuple[str, ...]) -> tuple[Person, dict[int, Entry]]:
    path = person_path(code)
    persons = Person.objects.select_related("federation", "merged_into__federation")
    row = persons.filter(uid=code).first()
    if row is None:
        raise NotPublishedError(path)
    person = row.merged_into or row
    if person.erased_at:
        raise UnpublishedError(path)
    entries = _entries(person, withheld)
    if not person.listed or not entries:
        raise NotPublishedError(path)
    return person, entries


def _entries(person: Person, withheld: tuple[str, ...]) -> dict[int, Entry]:
    """What everybody may know of, by id, the newest event first. One query."""
    entries_found = (
        Entry.objects.filter(player__person=person, section__event__in=listed_events())
        .exclude(section__state=Section.State.DRAFT)
        .select_related("player", "section__event")
        # Of sixty events all the columns of three tables cost more than anything else of the page.
        .only(*NEEDED)
        .order_by("-section__event__starts", "section__position", "pk")
    )
    return {entry.pk: entry for entry in entries_found if not path_of(entry.section).startswith(withheld)}


def _parts(
    entries: Mapping[int, Entry],
    places: Sequence[PersonPlace],
    withheld: tuple[str, ...],
) -> list[EventPart]:
    ranks = _ranks(entries, withheld)
    scores = {key: GamesScore() for key in entries}
    met: dict[int, list[int | None]] = {key: [] for key in entries}
    for place in places:
        if place.outcome is not None and not place.forfeit:
            scores[place.entry].add(place.outcome)
            met[place.entry].append(place.opponent.rating)
    return [
        _part(entry, ranks.get(key), scores[key], _performance(entry, scores[key], met[key]))
        for key, entry in entries.items()
    ]


def _performance(entry: Entry, score: GamesScore, met: Sequence[int | None]) -> int | None:
    """Only where the ratings are such that a difference means an expected score (Elo)."""
    rated = [rating for rating in met if rating is not None]
    if entry.section.game != Section.Game.XIANGQI or not met or len(rated) < len(met):
        return None
    return performance_of(rated, 2 * score.wins + score.draws)


def _part(
    entry: Entry, standing: tuple[Mapping[str, Any], int] | None, score: GamesScore, performance: int | None
) -> EventPart:
    section, event = entry.section, entry.section.event
    row, players = standing or ({}, None)
    path = path_of(section)
    path = f"{path}player/{entry.number}/" if entry.number else path
    return EventPart(
        event=public_name(event),
        section=public_name(section),
        game=Section.Game(section.game),
        place=event.place,
        starts=event.starts.isoformat(),
        ends=event.ends.isoformat(),
        number=entry.number,
        rank=row.get("rank"),
        players=players,
        points=row.get("points"),
        score=score,
        performance=performance,
        rating=entry.rating,
        title=(event.titles_shown and entry.player.title) or None,
        grade=(event.titles_shown and entry.player.grade) or None,
        federation=entry.player.federation_id,
        url=api_address(path),
        path=path,
        event_path=f"e/{event.slug}/",
    )


def _ranks(
    entries: Mapping[int, Entry], withheld: tuple[str, ...]
) -> dict[int, tuple[Mapping[str, Any], int]]:
    """Return by entry its row in the newest public standings, and how many rows there are; two queries."""
    sections = {entry.section_id: entry.section for entry in entries.values()}
    versions = Standing.objects.filter(section__in=sections).order_by("-after_round", "-version")
    # Which standings are the newest first, for they are large: then only those are read.
    newest: dict[int, int] = {}
    for key, section, after in versions.values_list("pk", "section", "after_round"):
        if not f"{path_of(sections[section])}standings/{after}/".startswith(withheld):
            newest.setdefault(section, key)
    standing = "section__standings__data"
    entries_ranked = Entry.objects.filter(pk__in=entries, section__standings__in=newest.values()).order_by()
    rows = entries_ranked.values_list("pk", OwnRow(standing, "number"))
    return {key: (row, count) for key, (row, count) in rows if row is not None}
