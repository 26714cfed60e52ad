"""What the demonstration gets besides, so that every page has something to show: run by `Site.ask`."""

CUPS = """
from dataclasses import replace
from portal.accounts.models import User
from tournaments.acts.all_rounds import publish_all_rounds
from tournaments.acts.import_section import import_section
from tournaments.demo.roster import invited_players
from tournaments.models import Event, Section
from tournaments.pairing import pair
from tournaments.pairing.simulation import simulate
from tournaments.state.options import Options
from tournaments.state.tournament import Game, Result
chief = User.objects.get(username="chief")
people = [invited.person for invited in invited_players(2026)]


def peopled(tournament):
    return replace(tournament, entries=tuple(
        replace(entry, name=one.name, native_name=one.native_name, federation=one.federation, team="")
        for entry, one in zip(tournament.entries, people)
    ))


for slug, players, played, options in (
    ("cup", 12, 2, Options(third_place=True)),
    ("cup-32", 32, 5, Options(third_place=True)),
    ("double", 16, 4, Options(elimination="double-two-finals")),
):
    cup = simulate(players, played, "knock-out", 7, options=options)
    cup = peopled(cup)
    if played < cup.rounds:
        results = (Result.DRAW, None)
        games = [
            Game(played + 1, p.table, p.first, p.second, result)
            for p, result in zip(pair(cup, played + 1).pairs, results)
        ]
        cup = replace(cup, games=(*cup.games, *games))
    import_section(
        event=Event.objects.get(slug="demo-2026"), tournament=cup, slug=slug, name=f"Cup of {players}",
        native_name=f"{players}人杯赛", preset="knock-out", by=chief,
    )
made = import_section(
    event=Event.objects.get(slug="demo-2026"), tournament=peopled(simulate(9, 3, "round-robin", 7)),
    slug="league", name="League", native_name="联赛", preset="axf-round-robin", by=chief,
)
publish_all_rounds(
    section=Section.objects.get(pk=made["section"]), by=User.objects.get(username="referee")
)
answer = 0
"""
"""Beside the championship two knock-outs, one in its semi-finals, one played to its end, a double elimination
in its fifth round, and a round robin
after its third round, all of whose pairings are public."""
CONGRESS = """
from datetime import date
from portal.accounts.models import User
from tests.tournaments.exchange.congresses import juvisy
from tournaments.acts.import_section import import_section
from tournaments.acts.register.rating_class import confirm_rating_class
from tournaments.acts.register.rating_lists import load_rating_list
from tournaments.exchange.formats import read_in_format
from tournaments.exchange.opengotha import write_document
from tournaments.exchange.ratings.rating_lists import RatedRow, ReadRatingList
from tournaments.models import Event, Player, Section
from tournaments.state.gotha.ranks import rank_text
chief, document = User.objects.get(username="chief"), juvisy()
import_section(
    event=Event.objects.get(slug="demo-weiqi-2026"), name="Congress", native_name="大会", slug="congress",
    tournament=read_in_format(write_document(document), "opengotha").tournament, preset="mcmahon", by=chief,
)
section = Section.objects.get(slug="congress")
confirm_rating_class(section=section, rating_class="A", country="FR", by=chief)
players = document.event.players
rows = [
    RatedRow(
        f"{20000000 + n}", p.surname, p.given_name, "FR", p.club, rank_text(p.rank).lower(), p.rating + 9
    )
    for n, p in enumerate([*players[:-3], players[0]])
]
listed = ReadRatingList("egf", "sha256:0", date(2026, 10, 1), tuple(rows))
load_rating_list(listed=listed, by=chief)
member = Player.objects.filter(entries__section=section, given_name=players[4].given_name)
member.update(egf_pin=rows[4].number)
answer = 0
"""
"""A McMahon tournament with handicaps beside the weiqi championship, its ratings and a list of the EGF."""
ORGANISATIONS = """
from portal.accounts.models import User
from tournaments.acts.entering.handovers import accept_event, offer_event
from tournaments.acts.entering.organisations import (
    add_series, found_organisation, give_office, set_series, show_office,
)
from tournaments.acts.ratings.circuits import add_circuit_section, make_circuit, publish_circuit
from tournaments.models import Circuit, Event, Handover, Organisation
from tournaments.queries.ratings.circuits import offered_sections, read_circuit
admin, chief = User.objects.get(username="admin"), User.objects.get(username="chief")


def found(**values):
    return Organisation.objects.get(pk=found_organisation(by=admin, **values)["organisation"])


world = found(
    name="World Xiangqi Federation", native_name="世界象棋联合会", slug="wxf", level="world",
)
asia = found(
    name="Asian Xiangqi Federation", native_name="亚洲象棋联合会", slug="axf", level="continent",
    parent=world.pk,
)
found(
    name="Malaysia Chess Association", native_name="马来西亚象棋总会", slug="malaysia", level="nation",
    parent=asia.pk, federation="MAS",
)
for owner, events in ((world, ("wxc-2009", "demo-2026")), (asia, ("axf-2009", "demo-live"))):
    series = add_series(organisation=owner, name="Championship", native_name="锦标赛", by=admin)["series"]
    for event in Event.objects.filter(slug__in=events):
        offer = offer_event(event=event, organisation=owner.pk, by=admin)
        accept_event(handover=Handover.objects.get(pk=offer["handover"]), by=admin)
    set_series(
        organisation=owner, series=series, events=list(owner.events.values_list("pk", flat=True)), by=admin
    )
office = give_office(organisation=world, user=chief, role="officer", by=admin)["office"]
show_office(organisation=world, office=office, shown=True, by=chief)
made = make_circuit(
    organisation=world, name="Grand Prix", native_name="大奖赛", season="2009", by=chief
)["circuit"]
circuit = Circuit.objects.get(pk=made)
for section in offered_sections(circuit).filter(slug="women", event__slug__in=("wxc-2009", "axf-2009")):
    add_circuit_section(organisation=world, circuit=made, section=section.pk, by=chief)
publish_circuit(organisation=world, circuit=made, seen=read_circuit(circuit).digest, by=chief)
offer_event(event=Event.objects.get(slug="demo-teams-2026"), organisation=world.pk, by=admin)
answer = 0
"""
"""A world federation with its parts, whose are the championships, with a circuit over two of them; it is
offered a further event."""
ENTRY = """
from tournaments.models import Entry
answer = Entry.objects.get(section__event__slug="demo-2026", section__slug="men", number=7).pk
"""
PERSON = """
from tournaments.models import Person
answer = str(Person.objects.get(name="Lam Ka Yan").uid)
"""
"""Who played in both championships of 2009."""
OPPONENT = PERSON.replace("Lam Ka Yan", "Gao Yiping")
PERSON_AT_THE_DESK = PERSON.replace("str(", "").replace(".uid)", ".pk")
"""The same person at the desk."""
LINKS = """
from portal.accounts.models import User
from tournaments.acts.entering.players import issue_links
from tournaments.models import PlayerLink, Section
from tournaments.queries.invitations import invitation_secret
section = Section.objects.get(event__slug="demo-2026", slug="men")
issue_links(section=section, by=User.objects.get(username="desk"))
answer = invitation_secret(PlayerLink.objects.get(entry__section=section, entry__number=7, revoked_at=None))
"""
"""Everybody gets a private link; the secret of player 7."""
WEIQI = """
from portal.accounts.models import User
from tournaments.acts.entering.players import issue_links
from tournaments.models import PlayerLink, Seat, Section
from tournaments.queries.invitations import invitation_secret
section = Section.objects.get(event__slug="demo-weiqi-2026", slug="open")
issue_links(section=section, by=User.objects.get(username="desk"))
entry = Seat.objects.get(round__section=section, round__number=1, pairing__table=3, colour="first").entry
link = invitation_secret(PlayerLink.objects.get(entry=entry, revoked_at=None))
answer = {"link": link, "foul": f"?player={entry.number}&offence=two-plays"}
"""
"""The secret of Black at table 3, who has not agreed to the count yet, and how a foul of theirs is named."""
TEAMS = """
from tournaments.models import CaptainLink, Team
from tournaments.queries.teams.captains import captain_secret
teams = Team.objects.filter(section__event__slug="demo-teams-2026")
own = teams.get(captain__username="captain")
link = CaptainLink.objects.get(team__in=teams, team__federation="VIE", revoked_at=None)
answer = {"own": own.pk, "link": captain_secret(link)}
"""
"""The team whose captain has an account, and the secret of another one's."""
RESET = """
from portal.accounts.models import User
from portal.accounts.resetting import reset_link
answer = reset_link(User.objects.get(username="supervisor")).split("/", 4)[-1]
"""
"""Where the supervisor sets a new password."""
AS_PEOPLE_DO = """
from portal.accounts.models import User
from tournaments.acts.drafts import pair_round
from tournaments.acts.rounds import publish_round
from tournaments.acts.results import report_result
from tournaments.demo.playing import work_off
from tournaments.models import Round
from tournaments.queries.progress import pair_key, round_publish_key
round_ = Round.objects.get(section__event__slug="demo-2026", section__slug="men", number=5)
users = {user.username: user for user in User.objects.all()}
answer = 0
"""
PAIR = f"""{AS_PEOPLE_DO}
pair_round(round_=round_, by=users["referee"])
work_off(pair_key(round_))
"""
PUBLISH = f"""{AS_PEOPLE_DO}
publish_round(round_=round_, seen=round_.draft_digest, by=users["referee"])
work_off(round_publish_key(round_))
for table, value in enumerate(["1-0", "1/2", "0-1"], start=1):
    report_result(round_=round_, table=table, value=value, seen=None, by=users["desk"])
from games.acts.scoresheets import submit_scoresheets
from games.models import Scoresheets
from games.queries.scoresheets import sheets_key
from tests.games.facts import championship_games, moves_of
from tests.games.scoresheets.making import rows, written
from tournaments.acts.refereeing.fouls import log_foul
texts = written(moves_of(championship_games()[1]["moves"]), "english")
top = round_.pairings.get(table=1)
submit_scoresheets(
    pairing=top, first=rows(texts), second=rows([*texts[:4], *["…"] * 9, *texts[13:]]), by=users["desk"]
)
work_off(sheets_key(Scoresheets.objects.get()))
player = top.seats.get(colour="second").entry.number
for offence, confirm in (("technical", True), ("other", False), ("wrong-claim", True)):
    log_foul(round_=round_, table=1, player=player, offence=offence, confirm=confirm, by=users["referee"])
"""

APPLYING = """
from datetime import timedelta
from django.utils import timezone
from portal.accounts.models import User
from tournaments.acts.entering.applications import Typed, confirm_application, hand_in
from tournaments.acts.entering.write_entries import PersonInput
from tournaments.acts.entering.entry_forms import FormSettings, set_entry_form
from portal.payments.provider import PaymentNotification, PaymentOutcome
from tournaments.acts.money.fees import (
    FeeTableInput, FeeTermsInput, book_payment, set_fee_table, set_fee_terms,
)
from tournaments.acts.money.payments import record_notification
from tournaments.acts.entering.quota_entries import enter_under_quota
from tournaments.acts.teams.quota_teams import enter_team_under_quota
from tournaments.acts.entering.quotas import issue_quota_links, set_quotas
from tournaments.acts.money.receipts import issue_receipt
from tournaments.acts.sections import create_section, open_section
from tournaments.demo.records import make_event, make_section
from tournaments.models import FeeAccount, Payment, Section
from tournaments.state.applications import Question, QuestionKind
from tournaments.state.fees import Tariff
users = {user.username: user for user in User.objects.all()}
now = timezone.now()
day = now.date() + timedelta(days=30)
event = make_event(
    users, slug="soon", name="Penang Open", native_name="槟城公开赛", place="Penang, Malaysia",
    time_zone="Asia/Kuala_Lumpur", starts=day, ends=day + timedelta(days=2),
)
section = make_section(
    event, "open", name="Open", native_name="公开组", rounds=5, seed="soon", by=users["chief"]
)
Section.objects.filter(pk=section.pk).update(capacity=4)
open_section(section=section, by=users["chief"])
section.refresh_from_db()
form = FormSettings(
    opens_at=now - timedelta(days=1), closes_at=now + timedelta(days=20), late_until=now + timedelta(days=25),
    asks={"native_name": "asked", "birth_year": "asked", "club": "asked", "email": "asked", "phone": "asked"},
    questions=[
        Question("Lunch", QuestionKind.CHOICE, choices=("Meat", "No meat")),
        Question("I have read the regulations.", QuestionKind.FLAG, required=True),
    ],
)
set_entry_form(section=section, values=form, by=users["chief"])
set_quotas(section=section, places=2, federations=["HKG"], by=users["chief"])
issue_quota_links(section=section, by=users["chief"])
quota = section.quotas.select_related("section__event").get()
people = [
    PersonInput(name=name, native_name=native, federation="HKG", birth_year=1990)
    for name, native in (("Wong Siu Ming", "黄小明"), ("Chan Tai Man", "陈大文"), ("Ho Ka Yan", ""))
]
enter_under_quota(quota=quota, people=people, by=quota)
made = create_section(
    event=event, preset="wmsg2008", rounds=5, seed="soon", slug="teams", name="Teams", native_name="团体组",
    teams=True, by=users["chief"],
)
team_section = Section.objects.select_related("event").get(pk=made["section"])
open_section(section=team_section, by=users["chief"])
set_entry_form(
    section=team_section,
    values=FormSettings(
        opens_at=now - timedelta(days=1), closes_at=now + timedelta(days=20),
        asks={"native_name": "asked", "rating": "asked"},
    ),
    by=users["chief"],
)
set_quotas(section=team_section, places=1, federations=["HKG"], by=users["chief"])
issue_quota_links(section=team_section, by=users["chief"])
team_quota = team_section.quotas.select_related("section__event").get()
for name, players in (
    ("Kowloon", (("Wong Siu Ming", "黄小明"), ("Chan Tai Man", "陈大文"), ("Ho Ka Yan", ""))),
    ("Lantau", (("Ng Wai", "吴伟"), ("Yip Man", "叶文"), ("Tse Kit", ""))),
):
    enter_team_under_quota(
        quota=team_quota, name=name, by=team_quota,
        players=[PersonInput(name=name, native_name=native, federation="", rating=2000) for name, native in
        players],
    )
terms = FeeTermsInput(
    currency="MYR", holder="Penang Chess Association", account="Maybank 5140 1234 5678", merchant="stand-in",
    refunds=[(day, 50)],
)
set_fee_terms(event=event, values=terms, by=users["chief"])
fees = FeeTableInput(tariffs=[Tariff(name="Standard", amount=12000)], late_from=day, surcharge=3000)
set_fee_table(section=section, values=fees, by=users["chief"])
agreed = {"I have read the regulations.": "yes"}
for name, native, federation in (
    ("Lim Bee Hoon", "林美云", "MAS"), ("Tan Wei Jie", "陈伟杰", "SGP"), ("Phạm Thu Hà", "", "VIE"),
    ("Lim Bee Hoon", "林美云", "MAS"),
):
    typed = Typed(
        name=name, federation=federation, particulars={"native_name": native}, phone="+60 12 345 678",
        answers=agreed | {"Lunch": "No meat"}, named_in_public=True,
    )
    application = hand_in(section=section, typed=typed, language="en")
    confirm_application(application=application, by=application)
accepted = section.applications.filter(state="accepted", quota=None).order_by("pk")
first = accepted[0].entry.fee_account
second = FeeAccount.objects.filter(section=section).exclude(pk=first.pk).order_by("pk")[0]
row = book_payment(event=event, reference=first.reference, amount=5000, by=users["chief"])["row"]
issue_receipt(event=event, row=row, by=users["chief"])
payment = Payment.objects.create(
    account=second, merchant="stand-in", key="k" * 32, amount=12000, currency="MYR"
)
record_notification("stand-in", PaymentNotification(
    key=payment.key, payment="pay_2041", outcome=PaymentOutcome.PAID, amount=10000, currency="MYR"
))
answer = 0
"""
APPLICANT = """
from portal.payments.provider import PaymentRequest
from portal.payments.stand_in import StandIn
from portal.web.private_links import secret_from
from tournaments.models import Application
from tournaments.queries.entering.applications import APPLICANT_LINK
from tournaments.queries.entering.quotas import QUOTA_LINK
from tournaments.queries.invitations import own_secret
soon = Application.objects.filter(section__event__slug="soon", section__slug="open")
team = Application.objects.get(section__event__slug="soon", section__slug="teams", state="accepted")
waiting = soon.get(state="waiting", quota=None)
entered = soon.filter(state="accepted", quota=None)[0]
reserve = soon.get(state="waiting", quota__isnull=False)
request = PaymentRequest(
    key="k", amount=12000, currency="MYR", reference="", words="Entry fee, Penang Open: MYR 120.00",
    language="en", back="", notify_url="",
)
answer = {
    "stand_in": StandIn({}).start(request).split("/", 4)[-1],
    "link": secret_from(APPLICANT_LINK, waiting.salt),
    "key": waiting.pk,
    "office": secret_from(QUOTA_LINK, reserve.quota.salt),
    "reserve": reserve.pk,
    "teams": secret_from(QUOTA_LINK, team.quota.salt),
    "team": team.pk,
    "account": entered.entry.fee_account.pk,
    "entered": secret_from(APPLICANT_LINK, entered.salt),
    "player": own_secret(entered.entry),
}
"""
