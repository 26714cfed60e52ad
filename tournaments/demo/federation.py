"""Make the demonstration's federation by the acts that people use; an interrupted start is carried on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from portal import outbox
from tournaments.acts.entering.attendance import check_in, withdraw
from tournaments.acts.entering.delegates import name_delegate
from tournaments.acts.entering.entry_forms import FormSettings, set_entry_form
from tournaments.acts.entering.import_players import import_players
from tournaments.acts.entering.open_to import set_open_to
from tournaments.acts.entering.organisations import (
    add_series,
    found_organisation,
    give_office,
    set_series,
    show_office,
)
from tournaments.acts.entering.players import enter_player, issue_links
from tournaments.acts.entering.quota_entries import enter_under_quota
from tournaments.acts.entering.quotas import set_quotas
from tournaments.acts.import_section import import_section
from tournaments.acts.money.fees import (
    FeeTableInput,
    FeeTermsInput,
    RefundUntil,
    book_fee,
    book_payment,
    set_fee_table,
    set_fee_terms,
)
from tournaments.acts.ratings.circuits import add_circuit_section, make_circuit, publish_circuit
from tournaments.acts.ratings.rating_periods import (
    count_sections,
    give_numbers,
    preview_rating_list,
    publish_rating_list,
)
from tournaments.acts.ratings.rating_systems import (
    change_rating_rules,
    make_rating_system,
    open_rating_period,
)
from tournaments.acts.refereeing.appeals import decide_appeal, submit_appeal
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.acts.refereeing.referee_reports import (
    answer_report,
    sign_report,
    submit_report,
    write_report,
)
from tournaments.acts.register.licences import issue_licence, make_licence_kind
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.register.person_particulars import set_person_number
from tournaments.acts.sections import draw_lots, open_section
from tournaments.demo.cast import ADMIN, CHIEF, DESK, REFEREE
from tournaments.demo.playing import (
    Users,
    by_strength,
    close,
    demo_round,
    mark_loaded,
    publish,
    was_loaded,
    work_off,
)
from tournaments.demo.records import make_event, make_section
from tournaments.demo.roster import Squad, chance, game_result, invited_players
from tournaments.exchange import tournament_file
from tournaments.exchange.people import PersonRow
from tournaments.models import (
    Appeal,
    Circuit,
    Delegate,
    EntryForm,
    Event,
    FeeAccount,
    LicenceKind,
    Office,
    Organisation,
    Person,
    PlayerLink,
    RatingPeriod,
    RatingSystem,
    Round,
    Section,
)
from tournaments.queries.ratings.circuits import read_circuit
from tournaments.queries.ratings.rating_desk import list_publish_key, preview_key
from tournaments.queries.refereeing.referee_reports import read_report
from tournaments.state.conditions import Condition
from tournaments.state.fees import Tariff

FEDERATION, CODE, NATION = "demo-federation", "sgp", "SGP"
ZONE = "Asia/Singapore"
MEMBERS, STRONG = 300, 8
CLUBS = (
    ("demo-bukit-timah", "Bukit Timah Xiangqi Club", "武吉知马象棋会"),
    ("demo-katong", "Katong Xiangqi Club", "加东象棋会"),
    ("demo-toa-payoh", "Toa Payoh Xiangqi Club", "大巴窑象棋会"),
    ("demo-jurong", "Jurong Xiangqi Club", "裕廊象棋会"),
)
LEADERS = ("Lim Bee Lian", "Tan Kok Wah", "Ng Siew Hong", "Lee Mun Fai")
EDITIONS = range(2009, 2026)
OFFICERS = (
    ("chief", Office.Role.OFFICER),
    ("desk", Office.Role.REGISTRAR),
    ("organiser", Office.Role.TREASURER),
    ("referee2", Office.Role.RATING_OFFICER),
)
# Finished events of the two rating periods: address, names, how many quarters ago.
RATED = (("demo-spring", "Spring Open", "春季公开赛", 2), ("demo-summer", "Summer Open", "夏季公开赛", 1))
CUP, OPEN, DAY = "demo-club-cup", "demo-national-open", "demo-members-day"
TITLED = 24
SQUAD = (Squad(NATION, 1, 2350, ("chinese",) * MEMBERS),)

Say = Callable[[str], object]


def load_federation(users: Users, *, seed: int, say: Say = lambda text: None) -> Organisation | None:
    """None where a start has loaded it before, whatever became of it."""
    cup = Section.objects.select_related("event").filter(event__slug=CUP).first()
    if cup is not None and was_loaded(cup):
        return None
    return _Year(users, seed).play(say)


class _Year:
    """A federation's year, step by step; each step does what is missing."""

    def __init__(self, users: Users, seed: int) -> None:
        self.users = users
        self.seed = seed
        self.admin, self.chief = users[ADMIN.username], users[CHIEF.username]
        self.referee, self.desk = users[REFEREE.username], users[DESK.username]
        self.treasurer, self.rating_officer = users["organiser"], users["referee2"]
        self.members = invited_players(seed + 7, SQUAD)
        self.today = datetime.now(ZoneInfo(ZONE)).date()

    def play(self, say: Say) -> Organisation:
        self.federation = self._federation()
        self._keep_register()
        say(f"{MEMBERS} members of {self.federation} in the register")
        self._champions()
        self._rate()
        say("two rating lists published")
        # The circuit reads the final standings, which the worker computes.
        outbox.drain()
        self._circuit()
        self._clubs_enter()
        self._cup()
        return self.federation

    @transaction.atomic
    def _federation(self) -> Organisation:
        there = Organisation.objects.filter(slug=FEDERATION).first()
        if there is not None:
            return there
        federation = self._make_organisation(
            slug=FEDERATION,
            name="Demo Xiangqi Federation",
            native_name="演示象棋总会",
            level="nation",
            federation=NATION,
        )
        for slug, name, native_name in CLUBS:
            self._make_organisation(
                slug=slug, name=name, native_name=native_name, level="club", parent=federation.pk
            )
        for username, role in OFFICERS:
            holder = self.users[username]
            office = give_office(organisation=federation, user=holder, role=role, by=self.admin)["office"]
            show_office(organisation=federation, office=office, shown=True, by=holder)
        make_licence_kind(
            organisation=federation,
            code=f"{CODE}-player",
            name="Player’s licence",
            native_name="棋手执照",
            by=self.chief,
        )
        add_series(
            organisation=federation, name="National Championship", native_name="全国锦标赛", by=self.chief
        )
        make_rating_system(
            organisation=federation,
            code=CODE,
            name="National rating",
            native_name="全国等级分",
            game=Section.Game.XIANGQI,
            preset="elo",
            by=self.rating_officer,
        )
        change_rating_rules(
            organisation=federation, system=CODE, k="20", start=1500, cut=400, by=self.rating_officer
        )
        return federation

    def _make_organisation(self, **values: object) -> Organisation:
        made = found_organisation(by=self.admin, **values)  # type: ignore[arg-type]
        return Organisation.objects.get(pk=made["organisation"])

    def _event(self, slug: str, name: str, native_name: str, day: date, days: int = 1) -> Event:
        """Of the federation, with the people who run it."""
        return make_event(
            self.users,
            slug=slug,
            name=name,
            native_name=native_name,
            place="Singapore",
            time_zone=ZONE,
            starts=day,
            ends=day + timedelta(days=days - 1),
            organisation=self.federation.pk,
        )

    @transaction.atomic
    def _keep_register(self) -> None:
        """Enter all members on one list, with clubs and titles; then give them their numbers."""
        if Section.objects.filter(event__slug=DAY).exists():
            return
        event = self._event(DAY, "Members’ Day", "会员日", self.today + timedelta(days=60))
        section = make_section(
            event, "members", name="Members", native_name="会员组", rounds=3, seed="day", by=self.chief
        )
        rows = list(self._rows())
        import_players(section=section, rows=rows, by=self.desk)
        # Two of them are there a second time, as somebody else.
        for twin in rows[STRONG : STRONG + 2]:
            namesake = PersonInput(
                name=twin.name, native_name=twin.native_name, federation=NATION, club=CLUBS[2][1]
            )
            enter_player(section=section, person=namesake, another=True, by=self.desk)
        persons = Person.objects.filter(players__event=event).order_by("pk")[:MEMBERS]
        for place, person in enumerate(persons, start=1):
            set_person_number(person=person, issuer=CODE, number=str(place), by=self.desk)

    def _rows(self) -> Iterator[PersonRow]:
        for place, invited in enumerate(self.members):
            _slug, club, native_club = CLUBS[place % len(CLUBS)]
            yield PersonRow(
                line=place + 1,
                name=invited.person.name,
                native_name=invited.person.native_name,
                federation=NATION,
                club=club,
                native_club=native_club,
                title="NM" if place < TITLED else "",
                birth_year=invited.person.birth_year,
                gender="f" if place % 3 == 0 else "m",
            )

    def _champions(self) -> None:
        for year in EDITIONS:
            self._played(
                f"demo-nationals-{year}",
                f"National Championship {year}",
                f"{year}年全国锦标赛",
                date(year, 8, 9),
            )
        series = self.federation.series.get()
        events = list(Event.objects.filter(slug__startswith="demo-nationals-").values_list("pk", flat=True))
        set_series(organisation=self.federation, series=series.pk, events=events, by=self.chief)

    @transaction.atomic
    def _played(self, slug: str, name: str, native_name: str, day: date) -> Section:
        """A round robin of strong members, as a file brings it."""
        there = Section.objects.filter(event__slug=slug).first()
        if there is not None:
            return there
        event = Event.objects.filter(slug=slug).first() or self._event(slug, name, native_name, day)
        tournament = tournament_file.loads(json.dumps(self._document(slug)))
        import_section(
            event=event,
            tournament=tournament,
            slug="open",
            name="Open",
            native_name="公开组",
            preset="axf-round-robin",
            by=self.chief,
        )
        return event.sections.get()

    def _document(self, slug: str) -> dict[str, object]:
        """Four of the strong members, everybody against everybody, by the table of four."""
        chosen = sorted(
            self.members[:STRONG], key=lambda invited: chance(self.seed, slug, invited.person.name)
        )
        four = chosen[:4]
        games = (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
        return {
            "format": "qiyuan-tournament/1",
            "name": slug,
            "game": "xiangqi",
            "system": "round-robin",
            "rounds": 3,
            "points": {"win": "2", "draw": "1", "loss": "0"},
            "entries": [
                {
                    "number": number,
                    "name": invited.person.name,
                    "native_name": invited.person.native_name,
                    "federation": NATION,
                }
                for number, invited in enumerate(four, start=1)
            ],
            "results": [
                {
                    "round": round_number,
                    "table": table,
                    "first": first,
                    "second": second,
                    "result": str(game_result(self.seed, round_number, four[first - 1], four[second - 1])),
                }
                for round_number, pairs in enumerate(games, start=1)
                for table, (first, second) in enumerate(pairs, start=1)
            ],
        }

    def _rate(self) -> None:
        """The two quarters that are over; each section counts in its own."""
        quarter = date(self.today.year, 3 * ((self.today.month - 1) // 3) + 1, 1)
        system = RatingSystem.objects.get(code=CODE)
        for slug, name, native_name, back in RATED:
            first, end = _quarters_before(quarter, back), _quarters_before(quarter, back - 1)
            section = self._played(slug, name, native_name, first + timedelta(days=40))
            self._list(system, section, first, end)

    def _list(self, system: RatingSystem, section: Section, first: date, end: date) -> None:
        how: dict[str, object] = {"organisation": self.federation, "system": CODE, "by": self.rating_officer}
        name = f"{first:%Y-%m}"
        if not system.periods.filter(name=name).exists():
            with transaction.atomic():
                self._report(section, "Nothing happened that needs a word.")
                period = open_rating_period(name=name, first=first, end=end, **how)["period"]  # type: ignore[arg-type]
                count_sections(period=period, sections=[section.pk], **how)  # type: ignore[arg-type]
                give_numbers(period=period, **how)  # type: ignore[arg-type]
        period_row = RatingPeriod.objects.get(system=system, name=name)
        if period_row.versions.exists():
            return
        preview_rating_list(period=period_row.pk, **how)  # type: ignore[arg-type]
        work_off(preview_key(period_row))
        job = outbox.latest(preview_key(period_row))
        seen = (job.outcome or {})["input"] if job is not None else ""
        publish_rating_list(period=period_row.pk, seen=seen, **how)  # type: ignore[arg-type]
        work_off(list_publish_key(period_row))

    @transaction.atomic
    def _circuit(self) -> None:
        if self.federation.circuits.exists():
            return
        season = str(self.today.year)
        made = make_circuit(
            organisation=self.federation,
            name="Grand Prix",
            native_name="大奖赛",
            season=season,
            by=self.chief,
        )["circuit"]
        for section in Section.objects.filter(event__slug__in=[slug for slug, *_names in RATED]):
            add_circuit_section(organisation=self.federation, circuit=made, section=section.pk, by=self.chief)
        seen = read_circuit(Circuit.objects.get(pk=made)).digest
        publish_circuit(organisation=self.federation, circuit=made, seen=seen, by=self.chief)

    @transaction.atomic
    def _clubs_enter(self) -> None:
        """The national open, a month ahead: places for clubs, licences, fees paid and given back."""
        if Event.objects.filter(slug=OPEN).exists():
            return
        day, now = self.today + timedelta(days=30), timezone.now()
        event = self._event(OPEN, "National Open", "全国公开赛", day, 2)
        section = make_section(
            event, "open", name="Open", native_name="公开组", rounds=5, seed="open", by=self.chief
        )
        open_section(section=section, by=self.chief)
        set_open_to(section=section, condition=Condition(licences=(f"{CODE}-player",)), by=self.chief)
        form = FormSettings(
            opens_at=now - timedelta(days=1),
            closes_at=now + timedelta(days=20),
            approval=EntryForm.Approval.AUTOMATIC,
            asks={"native_name": "asked", "birth_year": "asked", "club": "asked"},
        )
        set_entry_form(section=section, values=form, by=self.chief)
        terms = FeeTermsInput(currency="SGD", holder=self.federation.name, refunds=[RefundUntil(day, 50)])
        set_fee_terms(event=event, values=terms, by=self.treasurer)
        table = FeeTableInput(tariffs=[Tariff(name="Standard", amount=4000)])
        set_fee_table(section=section, values=table, by=self.treasurer)
        clubs = Organisation.objects.filter(parent=self.federation).order_by("pk")
        set_quotas(section=section, places=3, organisations=[club.pk for club in clubs], by=self.chief)
        self._issue_licences(day)
        section = Section.objects.select_related("event").get(pk=section.pk)
        for place, quota in enumerate(section.quotas.order_by("pk")):
            people = [self.members[place + len(CLUBS) * step].person for step in range(2)]
            entering = [replace(person, rating=None, team="", categories=(), group=1) for person in people]
            quota.section = section
            enter_under_quota(quota=quota, people=entering, by=self.chief)
            name_delegate(quota=quota, role=Delegate.Role.LEADER, name=LEADERS[place], by=self.chief)
        self._pay(event, section)

    def _issue_licences(self, day: date) -> None:
        """Of the members whom clubs enter; the last one's ends the day before."""
        kind = LicenceKind.objects.get(code=f"{CODE}-player")
        persons = list(Person.objects.filter(players__event__slug=DAY).order_by("pk")[:STRONG])
        for person in persons:
            ends = day - timedelta(days=1) if person is persons[-1] else date(day.year, 12, 31)
            number = person.numbers.get(issuer=CODE, former=False).number
            issue_licence(
                person=person,
                kind=kind.pk,
                starts=date(self.today.year, 1, 1).isoformat(),
                ends=ends.isoformat(),
                number=number,
                by=self.chief,
            )

    def _pay(self, event: Event, section: Section) -> None:
        """Five have paid; one of them withdraws, and gets half of it back."""
        accounts = list(FeeAccount.objects.filter(section=section).select_related("entry").order_by("pk"))
        for account in accounts[:5]:
            book_payment(event=event, reference=account.reference, reason="statement", by=self.treasurer)
        leaving = accounts[0]
        if leaving.entry_id is not None:
            entry = section.entries.select_related("section__event", "player").get(pk=leaving.entry_id)
            withdraw(entries=[entry], reason="Injured.", by=self.chief)
            book_fee(
                event=event,
                account=leaving.pk,
                kind="refunded",
                amount=2000,
                reason="Half of the fee, by the terms.",
                by=self.treasurer,
            )

    def _cup(self) -> None:
        """A cup that was played here: a foul, an appeal against it that was decided, the referee's report."""
        section = self._cup_section()
        round_ = publish(section, 1, self.users)
        if not Appeal.objects.filter(pairing__round=round_).exists():
            self._appeal(round_)
        close(demo_round(section, 1), self.users, by_strength(self.members, self.seed))
        section = Section.objects.select_related("event").get(pk=section.pk)
        with transaction.atomic():
            self._report(section, "One appeal, decided in the hall. Two clocks had to be changed.")
            mark_loaded(section)

    def _report(self, section: Section, remarks: str) -> None:
        """The referee's, accepted by the federation."""
        write_report(section=section, remarks=remarks, by=self.referee)
        sign_report(section=section, seen=read_report(section).digest, by=self.referee)
        submit_report(section=section, by=self.referee)
        answer_report(section=section, answer="accepted", by=self.chief)

    @transaction.atomic
    def _cup_section(self) -> Section:
        there = Section.objects.select_related("event").filter(event__slug=CUP).first()
        if there is not None:
            return there
        event = self._event(CUP, "Club Cup", "俱乐部杯", self.today)
        section = make_section(
            event, "cup", name="Cup", native_name="杯赛", rounds=1, seed="cup", by=self.chief
        )
        open_section(section=section, by=self.chief)
        for invited in self.members[:STRONG]:
            person = replace(invited.person, rating=None, team="", categories=())
            enter_player(section=section, person=person, by=self.desk)
        check_in(entries=list(section.entries.all()), present=True, by=self.desk)
        draw_lots(section=section, by=self.referee)
        issue_links(section=section, by=self.desk)
        return Section.objects.select_related("event").get(pk=section.pk)

    @transaction.atomic
    def _appeal(self, round_: Round) -> None:
        seat = round_.pairings.get(table=1).seats.select_related("entry").get(colour="first")
        foul = log_foul(
            round_=round_,
            table=1,
            player=seat.entry.number or 0,
            offence="technical",
            confirm=True,
            reason="Touched a piece and moved another.",
            by=self.referee,
        )["foul"]
        link = PlayerLink.objects.get(entry=seat.entry, revoked_at=None)
        submit_appeal(
            round_=round_,
            statement="I adjusted the piece and said so before.",
            foul=foul,
            by=link,
        )
        decide_appeal(
            appeal=Appeal.objects.get(foul=foul),
            outcome="rejected",
            panel="Wong Siew Lan, Tan Boon Hock",
            reasons="The arbiter heard nothing, and neither did the opponent.",
            by=self.referee,
        )


def _quarters_before(first: date, count: int) -> date:
    months = first.year * 12 + first.month - 1 - 3 * count
    return date(months // 12, months % 12 + 1, 1)
