"""Small worlds for tests, written straight into the database; the acts have tests of their own.

`make_event`, `make_section` and `make_entries` make what is there before a round; `pair`, `publish`,
`report` and `close` take a round on, without a worker. Equal calls make equal worlds.
"""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime
from functools import partial
from hashlib import sha256
from typing import Any

from django.conf import settings

from portal.web.private_links import digest, secret_from
from tests.cached_worlds import remember
from tournaments import pages
from tournaments.acts.drafts import pairs_json, write_pairings
from tournaments.acts.register._new_persons import register_persons
from tournaments.acts.register.person_input import PersonInput
from tournaments.exchange.faults import ListErrorCode, doubt_as_json, row_problem
from tournaments.models import (
    Award,
    Category,
    Entry,
    Event,
    Federation,
    Pairing,
    Player,
    PlayerLink,
    Prize,
    ResultReport,
    Round,
    RoundVersion,
    Section,
    Standing,
    Team,
)
from tournaments.pairing import pair as pair_by_rule
from tournaments.pairing import pairing_input
from tournaments.queries.invitations import LINK
from tournaments.queries.tournament import standings_data, tournament_of
from tournaments.standings.ranking import standings
from tournaments.standings.tiebreaks import PRESETS
from tournaments.state.canonical import digest_of

AT = datetime(2015, 9, 23, 6, 2, tzinfo=UTC)

FEDERATIONS = (
    ("CHN", "China", "中国", "中國", "Trung Quốc"),
    ("VIE", "Vietnam", "越南", "越南", "Việt Nam"),
    ("HKG", "Hong Kong", "香港", "香港", "Hồng Kông"),
    ("GER", "Germany", "德国", "德國", "Đức"),
    ("TPE", "Chinese Taipei", "中华台北", "中華台北", "Đài Bắc Trung Hoa"),
    ("FIN", "Finland", "芬兰", "芬蘭", "Phần Lan"),
)
PEOPLE = (
    ("Wu Lan", "吴兰", "CHN"),
    ("Nguyễn Thị Ánh", "阮氏映", "VIE"),
    ("Chan Ka-ming", "陳嘉明", "HKG"),
    ("Jürgen Weiß", "", "GER"),
    ("Đặng Minh Đức", "鄧明德", "VIE"),
    ("Lin Yi-chun", "林怡君", "TPE"),
    ("Aino Mäkelä", "", "FIN"),
    ("Zhou Qing", "周青", "CHN"),
)


def make_event(slug: str = "test-2015", **values: Any) -> Event:
    """A listed event in Kuala Lumpur's time."""
    return Event.objects.create(
        **{
            "slug": slug,
            "name": "14th Test Championship",
            "native_name": "第十四届测试锦标赛",
            "place": "Kuala Lumpur",
            "starts": date(2015, 9, 21),
            "ends": date(2015, 9, 26),
            "time_zone": "Asia/Kuala_Lumpur",
            "listed": True,
        }
        | values
    )


def make_section(event: Event, slug: str = "men", **values: Any) -> Section:
    """A Swiss section of five rounds, open for entries, its rounds planned."""
    section = Section.objects.create(
        **{
            "event": event,
            "slug": slug,
            "name": "Men",
            "native_name": "男子组",
            "rounds": 5,
            "tiebreaks": list(PRESETS["wxc2015"]),
            "seed": "seed",
            "state": Section.State.OPEN,
            "position": event.sections.count() + 1,
        }
        | values
    )
    Round.objects.bulk_create(
        Round(section=section, number=number) for number in range(1, section.rounds + 1)
    )
    return section


def make_federations() -> None:
    """The federations that `make_entries` enters players of."""
    Federation.objects.bulk_create(
        [
            Federation(code=code, name_en=en, name_zh_hans=hans, name_zh_hant=hant, name_vi=vi)
            for code, en, hans, hant, vi in FEDERATIONS
        ],
        ignore_conflicts=True,
    )


def make_doubtful(entry: Entry) -> Entry:
    """An entry that was imported from a row with an unknown federation."""
    fault = row_problem(ListErrorCode.FEDERATION_UNKNOWN, {"column": "federation"}, text="ATL")
    entry.doubts = [doubt_as_json(fault)]
    entry.save(update_fields=["doubts"])
    return entry


def make_entries(section: Section, count: int, *, teams: bool = False) -> list[Entry]:
    """Players numbered from 1; with ``teams``, two of one federation make a team."""
    make_federations()
    numbered = range(section.entries.count() + 1, section.entries.count() + count + 1)
    return [_make_entry(section, number, teams=teams) for number in numbered]


def _make_entry(section: Section, number: int, *, teams: bool) -> Entry:
    name, native, federation = PEOPLE[(number - 1) % len(PEOPLE)]
    again = (number - 1) // len(PEOPLE)
    player = make_known(
        section.event,
        name=f"{name} {'I' * (again + 1) if again < 20 else again}" if again else name,
        native_name=native,
        federation_id=federation,
    )
    team = (
        Team.objects.get_or_create(section=section, name=federation, federation_id=federation)[0]
        if teams
        else None
    )
    return Entry.objects.create(
        section=section,
        player=player,
        number=number,
        group=2 - number % 2,
        team=team,
        status=Entry.Status.CHECKED_IN,
    )


def make_known(event: Event, **values: Any) -> Player:
    """Somebody whom the portal knows from ``event``, without an entry."""
    player = Player(event=event, **values)
    register_persons([player])
    player.save()
    return player


def enter_again(entry: Entry, section: Section, **values: Any) -> Entry:
    """The person of ``entry`` in another section; at another event, as a copy of what stands here."""
    player = Player.objects.filter(person=entry.player.person_id, event=section.event).first()
    if player is None:
        player = Player.objects.get(pk=entry.player_id)
        player.pk, player.event = None, section.event
        player.save(force_insert=True)
    return Entry.objects.create(section=section, player=player, **values)


def make_link(entry: Entry) -> PlayerLink:
    """The entry's valid private link; made when there is none."""
    salt = sha256(f"salt of {entry.pk}".encode()).hexdigest()[:32]
    result, _ = PlayerLink.objects.get_or_create(
        entry=entry,
        revoked_at=None,
        defaults={"salt": salt, "secret_digest": digest(secret_from(LINK, salt))},
    )
    return result


def make_prizes(section: Section) -> None:
    """A category of the European players, and two prize lists."""
    category = Category.objects.create(section=section, key="europe", name="Europe", native_name="欧洲")
    category.entry_set.set(section.entries.filter(player__federation__in=("GER", "FIN")))
    best = Prize.objects.create(section=section, name="All", native_name="总名次", places=3, position=1)
    Prize.objects.create(
        section=section,
        name="Europe",
        native_name="欧洲",
        category=category,
        places=1,
        position=2,
        exclusive_with=best,
    )


def award(section: Section, after: int) -> None:
    """The prizes as the standings after that round have them."""
    data = section.standings.get(after_round=after).data["prizes"]
    Award.objects.create(section=section, version=1, after_round=after, standing=1, data=data)


def pair(section: Section, number: int) -> Round:
    """A draft by the section's rule."""
    round_ = section.round_set.select_related("section__event").get(number=number)
    tournament = tournament_of(section, before_round=number)
    paired = pair_by_rule(tournament, number)
    round_.pairings.all().delete()
    write_pairings(round_, paired)
    round_.state = Round.State.DRAFT
    round_.draft_input = pairing_input(tournament, number)
    round_.draft_digest = paired.digest
    round_.save()
    return round_


def publish(round_: Round, *, at: datetime = AT) -> Round:
    """The round as one more frozen version, and public."""
    RoundVersion.objects.create(
        round=round_,
        number=round_.versions.count() + 1,
        pairs=pairs_json(round_),
        input=round_.draft_input or {},
        digest=round_.draft_digest,
        at=at,
    )
    round_.state = Round.State.PUBLISHED
    round_.published_at = at
    round_.save()
    Section.objects.filter(pk=round_.section_id).update(state=Section.State.RUNNING)
    return round_


def report(round_: Round, table: int, value: str, *, forfeit: bool = False, game: int = 1) -> ResultReport:
    """A first report for one game of one table."""
    pairing = Pairing.objects.get(round=round_, table=table)
    return ResultReport.objects.create(pairing=pairing, game=game, value=value, forfeit=forfeit)


def report_all(round_: Round) -> Round:
    """A result for every table that has none, drawn by its place so that it is always the same."""
    for pairing in round_.pairings.filter(table__isnull=False, reports__isnull=True):
        drawn = sha256(f"{round_.number}:{pairing.table}".encode()).digest()[0] % 5
        report(round_, pairing.table or 0, ("1-0", "1-0", "1/2", "0-1", "0-1")[drawn])
    round_.state = Round.State.PLAYING
    round_.save()
    return round_


def close(round_: Round) -> Standing:
    """The round closed, its standings frozen."""
    section = round_.section
    tournament = tournament_of(section).until(round_.number)
    ranked = standings(tournament, round_.number, team_size=section.counted_players)
    data = standings_data(ranked, tournament, list(section.prizes.all()))
    round_.state = Round.State.CLOSED
    round_.save()
    return Standing.objects.create(
        section=section,
        after_round=round_.number,
        version=section.standings.filter(after_round=round_.number).count() + 1,
        data=data,
        digest=digest_of(data),
    )


def play(section: Section, rounds: int) -> Section:
    """Rounds paired, published, played and closed, one after the other."""
    for number in range(1, rounds + 1):
        close(report_all(publish(pair(section, number))))
    return section


def announce(section: Section) -> None:
    """Every page that the section's acts would have announced by now."""
    remember(
        "announce", partial(_announce, section), section.pk, settings.PUBLISHED_AHEAD, settings.PUBLIC_URL
    )


def _announce(section: Section) -> None:
    from portal import published

    pages.announce_event(section.event)
    pages.announce_section(section)
    for round_ in section.round_set.exclude(state__in=(Round.State.PLANNED, Round.State.DRAFT)):
        published.store(published.render_many(pages.round_specs(round_)))
    for after in sorted(set(section.standings.values_list("after_round", flat=True))):
        published.store(
            published.render_many(
                [*pages.standings_specs(section, after), *pages.crosstable_specs(section, after)]
            )
        )
    if section.awards.exists():
        pages.prizes_awarded(section)


def make_league(event: Event, players: int = 5) -> Section:
    """A round robin whose first round is public, and with it the pairings of all rounds."""
    league = make_section(
        event,
        "league",
        name="League",
        system="round-robin",
        rounds=players - 1 + players % 2,
        tiebreaks=["wins", "direct"],
        all_rounds_public=True,
    )
    make_entries(league, players)
    publish(pair(league, 1))
    return league


def make_cup(event: Event, players: int = 5) -> Section:
    """A knock-out of five to eight in its second round: one of the two games is drawn."""
    cup = make_section(
        event, "cup", name="Cup", system="knock-out", rounds=3, tiebreaks=[], options={"third_place": True}
    )
    make_entries(cup, players)
    first = publish(pair(cup, 1))
    for table in range(1, players - 3):
        report(first, table, "1-0")
    close(first)
    second = publish(pair(cup, 2))
    report(second, 1, "1/2")
    report(second, 2, "0-1")
    return cup


def players_csv(people: list[PersonInput]) -> str:
    """The list as an organiser would send it: one line a player, headings in English."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["name", "native name", "federation", "team", "group", "rating", "categories", "gender"])
    for person in people:
        writer.writerow(
            [
                *(person.name, person.native_name, person.federation, person.team, person.group),
                *(person.rating, " ".join(person.categories), person.gender),
            ]
        )
    return out.getvalue()
