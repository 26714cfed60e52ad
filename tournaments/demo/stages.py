"""Play the made-up championship as far as a stage says; an interrupted start is carried on by the next
one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from django.db import transaction

from portal import outbox
from portal.accounts.models import User
from portal.journal.models import JournalEntry
from tournaments.acts.common import target_of
from tournaments.acts.entering.attendance import check_in
from tournaments.acts.entering.players import enter_player, issue_links
from tournaments.acts.money.awards import award_prizes
from tournaments.acts.notices.announcements import Texts, announce
from tournaments.acts.notices.officials import set_official
from tournaments.acts.sections import draw_lots, open_section
from tournaments.demo.cast import CHIEF, DESK, REFEREE
from tournaments.demo.playing import (
    LOADED,
    by_strength,
    close,
    demo_round,
    mark_loaded,
    pair_and_publish,
    publish,
    two_a_day,
)
from tournaments.demo.records import make_event, make_section
from tournaments.demo.roster import NCNV, invited_players
from tournaments.models import Category, Entry, Prize, Round, Section
from tournaments.queries.frozen import final_standing

EVENT, SECTION = "demo-2026", "men"
ZONE = "Asia/Kuala_Lumpur"
ROUNDS = 9
RUNNING_ROUNDS = 4
# The round that comes next is one of today: a newcomer opens a championship that is being played.
DAYS_PLAYED = timedelta(days=RUNNING_ROUNDS // 2)
# Two rounds a day, at 9:00 and 14:00 in Kuala Lumpur, as time after midnight UTC.
STARTS = (timedelta(hours=1), timedelta(hours=6))

OFFICIALS = (
    ("organiser", "", "Wong Siew Lan", "黄秀兰", "MAS"),
    ("chief-arbiter", "IA", "Tan Boon Hock", "陈文福", "SGP"),
    ("arbiter", "", "Nguyễn Văn Hòa", "", "VIE"),
    ("arbiter", "", "Chen Weiming", "陈伟明", "CHN"),
    ("appeals-committee", "", "Aino Virtanen", "", "FIN"),
)
WELCOME = Texts(
    en="The playing hall opens half an hour before each round. Phones stay switched off in the hall.\n"
    "Rules: https://www.wxf-xiangqi.org/",
    zh_hans="赛场于每轮开赛前半小时开放，场内请关闭手机。\n规则：https://www.wxf-xiangqi.org/",
    zh_hant="賽場於每輪開賽前半小時開放，場內請關閉手機。\n規則：https://www.wxf-xiangqi.org/",
    vi="Phòng thi đấu mở cửa nửa giờ trước mỗi vòng. Vui lòng tắt điện thoại trong phòng.\n"
    "Luật: https://www.wxf-xiangqi.org/",
)

Say = Callable[[str], object]


class DemoStage(StrEnum):
    """How far the championship is; each stage holds those before it."""

    ENTRIES = "entries"
    PAIRED = "paired"
    RUNNING = "running"
    FINISHED = "finished"

    @property
    def closed_rounds(self) -> int:
        return {DemoStage.RUNNING: RUNNING_ROUNDS, DemoStage.FINISHED: ROUNDS}.get(self, 0)

    def includes(self, other: DemoStage) -> bool:
        order = list(DemoStage)
        return order.index(self) >= order.index(other)


def load_championship(
    users: dict[str, User], *, stage: DemoStage | None, seed: int, say: Say = lambda text: None
) -> Section:
    """The championship, at least as far as ``stage``; ``None``: running, unless it is already there."""
    section = Section.objects.select_related("event").filter(event__slug=EVENT, slug=SECTION).first()
    reached = _reached(section) if section else None
    wanted = stage or reached or DemoStage.RUNNING
    if section is not None and reached is not None and reached.includes(wanted):
        return section
    if section is None:
        section = found_section(users, seed=seed)
    _Play(section, users, seed=_seed_of(section), say=say).to(wanted)
    mark_loaded(section, {"stage": str(wanted)})
    return section


def _reached(section: Section) -> DemoStage | None:
    """The stage to which this command has once brought the section; None when it never got there."""
    entry = JournalEntry.objects.filter(act=LOADED, target=target_of(section)).first()
    return DemoStage(entry.after["stage"]) if entry and entry.after else None


def _seed_of(section: Section) -> int:
    return int(section.seed.rpartition("-")[2])


def found_section(users: dict[str, User], *, seed: int) -> Section:
    """The event with its empty section, its prizes and its timetable, in one transaction."""
    chief = users[CHIEF.username]
    first_day = datetime.now(ZoneInfo(ZONE)).date() - DAYS_PLAYED
    with transaction.atomic():
        event = make_event(
            users,
            slug=EVENT,
            name="Demo World Championship 2026",
            native_name="2026年世界象棋锦标赛（演示）",
            place="Kuching, Malaysia",
            time_zone=ZONE,
            starts=first_day,
            ends=first_day + timedelta(days=(ROUNDS - 1) // 2),
        )
        section = make_section(
            event,
            SECTION,
            name="Men's individual",
            native_name="男子个人",
            rounds=ROUNDS,
            seed=f"demo-{seed}",
            by=chief,
        )
        _add_prizes(section)
        two_a_day(section, first_day, STARTS)
        event.officials_shown = True
        event.save(update_fields=["officials_shown"])
        for position, (role, title, name, native_name, federation) in enumerate(OFFICIALS, 1):
            set_official(
                event=event,
                role=role,
                title=title,
                name=name,
                native_name=native_name,
                federation=federation,
                position=position,
                by=chief,
            )
        announce(event=event, texts=WELCOME, pinned=True, by=chief)
        open_section(section=section, by=chief)
    return section


def _add_prizes(section: Section) -> None:
    """WXC 6.1 (3), (4): the first eight; NCNV prizes skip whoever holds one of those."""
    ncnv = Category.objects.create(
        section=section, key=NCNV, name="Non-Chinese, non-Vietnamese", native_name="非华越裔"
    )
    first = Prize.objects.create(
        section=section,
        name="Men's individual",
        native_name="男子个人",
        places=8,
        position=1,
        currency="MYR",
        amounts=[3000000, 1500000, 1000000, 500000, 300000, 200000],
        sharing=Prize.Sharing.HORT,
    )
    Prize.objects.create(
        section=section,
        name="Non-Chinese, non-Vietnamese",
        native_name="非华越裔",
        category=ncnv,
        places=3,
        position=2,
        exclusive_with=first,
    )


class _Play:
    """Takes one section from what it is to a stage."""

    def __init__(self, section: Section, users: dict[str, User], *, seed: int, say: Say) -> None:
        self.section = section
        self.users = users
        self.seed = seed
        self.say = say
        self.referee = users[REFEREE.username]
        self.desk = users[DESK.username]
        self.people = invited_players(seed)

    def to(self, stage: DemoStage) -> None:
        self._enter_everybody()
        if stage.includes(DemoStage.PAIRED):
            self._draw_lots()
        for number in range(1, stage.closed_rounds + 1):
            self._play_round(number)
        if stage is DemoStage.PAIRED:
            pair_and_publish(self.section, 1, self.users)
        if stage is DemoStage.FINISHED:
            self._award()
        outbox.drain()

    @transaction.atomic
    def _enter_everybody(self) -> None:
        if demo_round(self.section, 1).state != Round.State.PLANNED:
            return
        for place, invited in enumerate(self.people, start=1):
            enter_player(
                section=self.section, person=invited.person, by=self.desk, once=self._once("enter", place)
            )
        self.say(f"{len(self.people)} players entered")

    @transaction.atomic
    def _draw_lots(self) -> None:
        if Section.objects.get(pk=self.section.pk).lots_drawn_at:
            return
        waiting = list(self.section.entries.filter(status=Entry.Status.ENTERED))
        if waiting:
            check_in(entries=waiting, present=True, by=self.desk)
        draw_lots(section=self.section, by=self.referee)
        # A newcomer opens a player's page as well.
        issue_links(section=self.section, by=self.users[CHIEF.username])

    def _once(self, *parts: object) -> str:
        return "-".join(map(str, ("demo", self.section.pk, *parts)))

    def _play_round(self, number: int) -> None:
        if demo_round(self.section, number).state == Round.State.CLOSED:
            return
        close(publish(self.section, number, self.users), self.users, by_strength(self.people, self.seed))
        self.say(f"round {number} of {ROUNDS} played")

    def _award(self) -> None:
        section = Section.objects.select_related("event").get(pk=self.section.pk)
        standing = final_standing(section)
        if standing is not None and not section.awards.exists():
            award_prizes(section=section, standing=standing.version, by=self.referee)
