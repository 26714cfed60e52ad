"""Sections of an event: made by the name of a rule set, opened, drawn by lot, given their times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import pairwise
from typing import Annotated, Any, TypedDict
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts._absent import await_start
from tournaments.acts._section_settings import (
    LONGEST_SEED,
    MOST_COUNTED,
    OPTION_KINDS,
    canonical_settings,
    check_game,
    check_kinds,
    check_opponents,
    check_seed,
    check_settings,
    read_time_control,
    section_options,
    set_settings,
    weiqi_options,
)
from tournaments.acts._stage_places import take_places
from tournaments.acts.common import (
    changes,
    check_name,
    check_section_address,
    lock_event,
    section_addresses,
)
from tournaments.acts.frame import SECTION, ActResult, Arguments, Locked, Target, act, no_change
from tournaments.acts.teams._team_lots import number_teams, teams_to_number
from tournaments.fouls import LADDERS
from tournaments.models import Entry, Event, Round, Section, time_columns
from tournaments.pages.notifications import notify_followers_of_listing
from tournaments.pages.webhook_events import notify_event
from tournaments.pairing import rounds_of
from tournaments.pairing.registry import ROUND_ROBINS, SWISS, SYSTEMS, TEAM_SYSTEMS
from tournaments.pairing.round_robin import schedule
from tournaments.policy import Act, require
from tournaments.presets import PRESETS, WEIQI_BY_THE_LETTER
from tournaments.queries.recommended_rounds import most_rounds, swiss_rounds
from tournaments.queries.seats import options_of
from tournaments.queries.section_settings import settings_of_section
from tournaments.queries.teams.team_matches import team_event_of, team_settings_of
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.lots import LotTicket, number_by_lot, number_by_rating
from tournaments.state.team_settings import default_of, team_settings_as_json
from tournaments.state.teams_as_players import as_tournament
from tournaments.state.tournament import Entry as EntryState
from tournaments.state.tournament import Tournament
from tournaments.text.addresses import address_of, first_free


class SectionCreated(TypedDict):
    section: int
    slug: str


class SectionOpened(TypedDict):
    section: int
    state: str


class LotsDrawn(TypedDict):
    drawn: int
    seed: str


class Scheduled(TypedDict):
    """``changed``: the rounds whose start is another one now."""

    section: int
    changed: list[int]


def _lock_event(arguments: Arguments) -> Locked:
    event = lock_event(arguments["event"])
    return Locked(event, event, "")


# The event is the target: the act makes a section of it.
NEW_SECTION = Target("event", _lock_event)


@act(on=NEW_SECTION, right=Act.EDIT_EVENT, done=_("section created"))
def create_section(
    *,
    event: Event,
    slug: Annotated[str, Field(longest=50)],
    name: Annotated[str, Field(longest=120)],
    rounds: Annotated[int, Field(least=1, most=60)],
    seed: Annotated[str, Field(longest=LONGEST_SEED)],
    by: User,
    native_name: Annotated[str, Field(longest=120)] = "",
    game: Annotated[str, Field(choices=Section.Game.choices)] = "xiangqi",
    preset: Annotated[str, Field(longest=40)] = "wxc2015",
    time_control: Annotated[str, Field(longest=200)] = "",
    grouping: Annotated[str, Field(longest=20)] = "halves",
    options: Annotated[Mapping[str, Any] | None, Field()] = None,
    ladder: Annotated[str, Field(longest=40)] = "",
    counted_players: Annotated[int, Field()] = 2,
    players: Annotated[int | None, Field()] = None,
    starts: Annotated[datetime | None, Field()] = None,
    ends: Annotated[datetime | None, Field()] = None,
    settings: Annotated[Mapping[str, Any] | None, Field()] = None,
    teams: Annotated[bool, Field()] = False,
    once: str = "",
) -> ActResult[SectionCreated]:
    """Create a section with its planned rounds; ``slug``: empty to have it made of the name.

    ``seed``: of the lots, published with the draw. ``options``: those of `OPTION_KINDS`; what the system or
    the game does not know is left out. ``ladder``: a key of `tournaments.fouls.LADDERS`, empty for the game's
    own. ``counted_players``: so many of a team are ranked together (WXC 6.2). ``time_control``: as people
    write it (`TimeControl.parse`), empty for that of the rules. ``players``: how many are expected, None:
    nobody knows yet. ``settings``: others, as `change_section` has them."""
    check_name("name", name)
    check_name("native_name", native_name)
    if preset not in PRESETS:
        raise Refusal("unknown-preset", field="preset", preset=preset)
    if grouping not in Section.Grouping.values:
        raise Refusal("unknown-grouping", field="grouping", grouping=grouping)
    if ladder and ladder not in LADDERS:
        raise Refusal("unknown-ladder", field="ladder", ladder=ladder)
    check_seed(seed)
    if not 1 <= rounds <= 60:
        raise Refusal("rounds-out-of-range", field="rounds", rounds=rounds)
    if not 1 <= counted_players <= MOST_COUNTED:
        raise Refusal(
            "counted-out-of-range", field="counted_players", count=counted_players, most=MOST_COUNTED
        )
    slug = slug or free_slug(event, name)
    check_section_address(event, slug)
    rules = PRESETS[preset]
    check_game(game, rules.system)
    if teams and rules.system not in TEAM_SYSTEMS:
        raise Refusal("no-team-system", field="preset")
    if not teams and rules.system not in SYSTEMS:
        raise Refusal("only-for-teams", field="preset")
    values = {key: value for key, value in (options or {}).items() if value is not None}
    check_kinds(values, OPTION_KINDS)
    chosen = section_options(rules.system, rounds, values)
    if players is not None and rules.system in (*SWISS, *GO_SYSTEMS):
        check_opponents(rounds, chosen, players)
    rulebook = rules.rulebook_for(game)
    if game == Section.Game.WEIQI:
        chosen |= weiqi_options(values)
        rulebook = WEIQI_BY_THE_LETTER if values.get("strict") else rulebook
    section = Section.objects.create(
        event=event,
        slug=slug,
        name=name,
        native_name=native_name,
        position=event.sections.count() + 1,
        game=game,
        system=rules.system,
        grouping=grouping,
        options=chosen,
        rounds=rounds,
        rulebook=rulebook,
        preset=preset,
        tiebreaks=rules.tiebreaks,
        **time_columns(read_time_control(time_control) if time_control.strip() else rules.time_control),
        move_limit=rules.move_limit,
        ladder=ladder or rules.ladder_for(game),
        seed=seed.strip(),
        counted_players=counted_players,
        check_in_needed=not teams,
        team_rules=team_settings_as_json(default_of(rules.system)) if teams else {},
    )
    planned = [Round(section=section, number=n) for n in range(1, rounds + 1)]
    planned[-1].starts_at = _to_the_minute(ends)
    planned[0].starts_at = _to_the_minute(starts or (ends if rounds == 1 else None))
    _check_days(event, planned)
    _check_order(planned, {})
    Round.objects.bulk_create(planned)
    _settle(section, settings or {})
    after = {
        "slug": slug,
        "preset": preset,
        "rounds": rounds,
        "ladder": section.ladder,
        "seed": section.seed,
        "options": chosen,
    }
    return ActResult({"section": section.pk, "slug": slug}, after=after, made=section)


def free_slug(event: Event, name: str) -> str:
    """Of a name."""
    return first_free(address_of(name) or "section", section_addresses(event))


def _settle(section: Section, settings: Mapping[str, Any]) -> None:
    """What is chosen beside the preset."""
    now = settings_of_section(section)
    mine_only = {key: value for key, value in settings.items() if key in now}
    check_kinds(mine_only, now)
    wanted = canonical_settings(mine_only)
    mine = {key: value for key, value in wanted.items() if value != now[key]}
    if mine:
        check_settings(section, {**now, **mine}, mine)
        set_settings(section, {**now, **mine}, mine)
        section.save()


def announce_public_section(section: Section) -> None:
    """A section that is public now, with its event."""
    event = section.event
    is_new = not event.listed
    if is_new:
        event.listed = True
        event.save(update_fields=["listed"])
    pages.announce_event(event)
    pages.announce_section(section)
    notify_event(event)
    if is_new:
        notify_followers_of_listing(event)


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("section published"))
def open_section(*, section: Section, by: User, once: str = "") -> ActResult[SectionOpened]:
    """From now on its pages, and its event's, are public."""
    section.state = Section.State.OPEN
    section.save(update_fields=["state"])
    announce_public_section(section)
    return ActResult(
        {"section": section.pk, "state": section.state},
        before={"state": Section.State.DRAFT},
        after={"state": section.state},
    )


@act(on=SECTION, right=Act.DRAW_LOTS, done=_("lots drawn"))
def draw_lots(*, section: Section, by: User, once: str = "") -> ActResult[LotsDrawn]:
    """Draw the lots once, before round 1: from now on every entry has its number."""
    if section.lots_drawn_at:
        raise Refusal("lots-drawn-already")
    # Where the places are filled from other sections, who comes gets the number of the place.
    if section.options.get("sources"):
        return _fill_places(section)
    if section.of_teams:
        return _draw_for_teams(section)
    entries = list(section.entries.exclude(status=Entry.Status.WITHDRAWN).select_related("player"))
    _check_numbered(section, len(entries))
    tickets = [LotTicket(e.pk, e.player.name, e.player.federation_id, e.group) for e in entries]
    # R1 and R6.
    numbers = number_by_lot(tickets, section.seed, two_groups=section.has_draw_groups)
    if section.system == Section.System.FIDE_DUTCH and section.options.get("numbers_by") != "lot":
        numbers = number_by_rating({e.pk: (e.rating, e.player.title) for e in entries}, tickets, section.seed)
    for entry in entries:
        entry.number = numbers[entry.pk]
    Entry.objects.bulk_update(entries, ["number"], batch_size=500)
    section.lots_drawn_at = timezone.now()
    # A round robin gets the rounds that its number of players needs.
    if not section.is_swiss:
        _plan_rounds(section, len(entries))
    section.save(update_fields=["lots_drawn_at", "rounds"])
    pages.section_changed(section)
    after = {"seed": section.seed, "numbers": {str(pk): number for pk, number in numbers.items()}}
    return ActResult({"drawn": len(entries), "seed": section.seed}, after=after)


def _check_numbered(section: Section, players: int) -> None:
    if players < 2:
        raise Refusal("too-few-entries", count=players)
    rounds, most = swiss_rounds(section.rounds, section.options), most_rounds(players)
    if section.is_swiss and rounds > most:
        raise Refusal("too-few-for-rounds", count=players, rounds=rounds, most=most)


def _fill_places(section: Section) -> ActResult[LotsDrawn]:
    """Numbers are the places, which players or teams of other sections have come to
    (`tournaments.state.stages`)."""
    numbers = take_places(section)
    if not section.of_teams:
        _check_numbered(section, len(numbers))
    section.lots_drawn_at = timezone.now()
    if not section.is_swiss:
        bracket = section.system == Section.System.KNOCK_OUT
        _plan_rounds(
            section, len(section.options["places"]) if bracket else _who_meets(section, len(numbers))
        )
        met = section.options.get("carried") or section.options.get("carried_matches")
        if section.system in ROUND_ROBINS and met:
            _leave_out_rounds(section, numbers.values())
    section.save(update_fields=["lots_drawn_at", "rounds", "options"])
    if section.state == Section.State.DRAFT:
        pages.section_changed(section)
    else:
        pages.announce_section(section)
    key = "team_numbers" if section.of_teams else "numbers"
    after = {"sources": section.options["sources"], key: {str(pk): n for pk, n in numbers.items()}}
    return ActResult({"drawn": len(numbers), "seed": section.seed}, after=after)


def _leave_out_rounds(section: Section, numbers: Iterable[int]) -> None:
    """A round robin in which some have met before is shorter (`round_robin.schedule`)."""
    if section.of_teams:
        here = as_tournament(team_event_of(section), section.system, options=options_of(section))
    else:
        entries = tuple(EntryState(number) for number in sorted(numbers))
        here = Tournament(section.system, entries, options=options_of(section))
    section.rounds = len(schedule(here))
    if not section.rounds:
        raise Refusal("all-met")
    section.round_set.filter(number__gt=section.rounds).delete()


def _draw_for_teams(section: Section) -> ActResult[LotsDrawn]:
    """Teams draw instead of players."""
    teams = teams_to_number(section)
    numbers = number_teams(section, teams)
    section.lots_drawn_at = timezone.now()
    if not section.is_swiss:
        _plan_rounds(section, _who_meets(section, len(teams)))
    section.save(update_fields=["lots_drawn_at", "rounds"])
    pages.section_changed(section)
    after = {"seed": section.seed, "team_numbers": {str(pk): number for pk, number in numbers.items()}}
    return ActResult({"drawn": len(teams), "seed": section.seed}, after=after)


def _who_meets(section: Section, numbered: int) -> int:
    """On how many the rounds rest: of two teams against each other their boards."""
    by_boards = section.system == Section.System.SCHEVENINGEN
    return team_settings_of(section).boards if by_boards else numbered


def _plan_rounds(section: Section, players: int) -> None:
    section.rounds = rounds_of(section.system, players, elimination=section.options.get("elimination", ""))
    section.round_set.filter(number__gt=section.rounds).delete()
    existing = set(section.round_set.values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(section=section, number=n) for n in range(1, section.rounds + 1) if n not in existing
    )


@act(on=SECTION, right=Act.SET_SCHEDULE, done=_("schedule set"))
def set_schedule(
    *,
    section: Section,
    starts: Annotated[Mapping[int, datetime | None], Field()],
    by: User,
    online: Annotated[bool | None, Field()] = None,
    seen: Annotated[Mapping[int | str, Any] | None, Field()] = None,
    once: str = "",
) -> ActResult[Scheduled]:
    """Set when the rounds start, and whether they are played on line.

    ``starts``: by round, None to leave it open; rounds that are not named keep theirs. ``seen``: the starts
    and ``"online"`` that the person's screen showed, to the minute."""
    online = section.online if online is None else online
    rounds = list(section.round_set.select_for_update().order_by("number"))
    for number in starts.keys() - {round_.number for round_ in rounds}:
        raise Refusal("no-such-round", field="starts", round=number, rounds=section.rounds)
    now = {round_.number: _to_the_minute(round_.starts_at) for round_ in rounds}
    mine = changes(wanted={**starts, "online": online}, now={**now, "online": section.online}, seen=seen)
    online = mine.get("online", section.online)
    changed = [round_ for round_ in rounds if round_.number in mine]
    before = _values(changed, section.online)
    for round_ in changed:
        round_.section = section
        require(Act.SET_SCHEDULE, by=by, scope=round_)
        round_.starts_at = mine[round_.number]
    _check_days(section.event, changed)
    _check_order(rounds, _moved_by_others(starts, now, seen))
    answer: Scheduled = {"section": section.pk, "changed": [round_.number for round_ in changed]}
    if not changed and online == section.online:
        return no_change(answer)
    Round.objects.bulk_update(changed, ["starts_at"])
    section.online = online
    section.save(update_fields=["online"])
    for round_ in changed:
        await_start(round_)
    pages.schedule_changed(section)
    return ActResult(answer, before=before, after=_values(changed, online))


def _to_the_minute(start: datetime | None) -> datetime | None:
    return start and start.replace(second=0, microsecond=0)


def _values(rounds: Iterable[Round], online: bool) -> dict[str, object]:
    times = {str(r.number): r.starts_at.isoformat() if r.starts_at else None for r in rounds}
    return {"start_times": times, "online": online}


def _moved_by_others(
    starts: Mapping[int, datetime | None],
    now: Mapping[int, datetime | None],
    seen: Mapping[int | str, Any] | None,
) -> dict[int, datetime | None]:
    """The rounds that this person leaves, and that do not start any more when the screen showed it."""
    return {
        number: start
        for number, start in now.items()
        if seen and number in seen and start != seen[number] == starts.get(number, seen[number])
    }


def _check_days(event: Event, changed: Iterable[Round]) -> None:
    """A round starts on a day of the event, by the event's clock. Raises ``schedule-days``."""
    zone = ZoneInfo(event.time_zone)
    for round_ in changed:
        if round_.starts_at and not event.starts <= round_.starts_at.astimezone(zone).date() <= event.ends:
            raise Refusal(
                "schedule-days",
                field=f"round_{round_.number}",
                round=round_.number,
                starts=event.starts.isoformat(),
                ends=event.ends.isoformat(),
            )


def _check_order(rounds: Iterable[Round], moved: Mapping[int, datetime | None]) -> None:
    """Check that a round starts after those before it."""
    timed = [(round_.number, round_.starts_at) for round_ in rounds if round_.starts_at]
    for (earlier, first), (number, second) in pairwise(timed):
        if second <= first:
            # Somebody else has moved one of the two meanwhile, unseen by this person.
            if theirs := {number: moved[number] for number in (earlier, number) if number in moved}:
                raise Conflict("changed-meanwhile", theirs=theirs)
            raise Refusal("schedule-order", field=f"round_{number}", round=number, earlier=earlier)
