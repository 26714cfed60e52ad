"""What the demonstration gets besides, so that every page has something to show: run by `Site.ask`."""

CUPS = """
from dataclasses import replace
from portal.accounts.models import User
from tournaments.acts.all_rounds import publish_all_rounds
from tournaments.acts.import_section import import_section
from tournaments.demo.roster import roster
from tournaments.models import Event, Section
from tournaments.pairing import pair
from tournaments.pairing.simulation import simulate
from tournaments.state.options import Options
from tournaments.state.tournament import Game, Result
chief = User.objects.get(username="chief")
people = [invited.person for invited in roster(2026)]


def peopled(tournament):
    return replace(tournament, entries=tuple(
        replace(entry, name=one.name, native_name=one.native_name, federation=one.federation, team="")
        for entry, one in zip(tournament.entries, people)
    ))


for slug, players, played in (("cup", 12, 2), ("cup-32", 32, 5)):
    cup = simulate(players, 0, "knock-out", 7)
    cup = replace(cup, options=Options(third_place=True))
    cup = simulate(players, played, "knock-out", 7, options=cup.options)
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
"""Beside the championship two knock-outs, one in its semi-finals, one played to its end, and a round robin
after its third round, all of whose pairings are public."""
CONGRESS = """
from datetime import date
from portal.accounts.models import User
from tests.tournaments.exchange.congresses import juvisy
from tournaments.acts.import_section import import_section
from tournaments.acts.rating_class import confirm_rating_class
from tournaments.acts.rating_lists import load_rating_list
from tournaments.exchange.formats import read_tournament
from tournaments.exchange.opengotha import write_document
from tournaments.exchange.rating_lists import Listed, RatingList
from tournaments.models import Event, Player, Section
from tournaments.state.gotha.ranks import grade_text
chief, document = User.objects.get(username="chief"), juvisy()
import_section(
    event=Event.objects.get(slug="demo-weiqi-2026"), name="Congress", native_name="大会", slug="congress",
    tournament=read_tournament(write_document(document), "opengotha").tournament, preset="mcmahon", by=chief,
)
section = Section.objects.get(slug="congress")
confirm_rating_class(section=section, rating_class="A", country="FR", by=chief)
players = document.event.players
rows = [
    Listed(f"{20000000 + n}", p.surname, p.given, "FR", p.club, grade_text(p.rank).lower(), p.rating + 9)
    for n, p in enumerate([*players[:-3], players[0]])
]
listed = RatingList("egf", "sha256:0", date(2026, 10, 1), tuple(rows))
load_rating_list(listed=listed, by=chief)
Player.objects.filter(entries__section=section, given_name=players[4].given).update(egf_pin=rows[4].number)
answer = 0
"""
"""A McMahon tournament with handicaps beside the weiqi championship, its ratings and a list of the EGF."""
ENTRY = """
from tournaments.models import Entry
answer = Entry.objects.get(section__event__slug="demo-2026", section__slug="men", number=7).pk
"""
LINKS = """
from portal.accounts.models import User
from tournaments.acts.players import issue_links
from tournaments.models import PlayerLink, Section
from tournaments.queries.invitations import secret_of
section = Section.objects.get(event__slug="demo-2026", slug="men")
issue_links(section=section, by=User.objects.get(username="desk"))
answer = secret_of(PlayerLink.objects.get(entry__section=section, entry__number=7, revoked_at=None))
"""
"""Everybody gets a private link; the secret of player 7."""
WEIQI = """
from portal.accounts.models import User
from tournaments.acts.players import issue_links
from tournaments.models import PlayerLink, Seat, Section
from tournaments.queries.invitations import secret_of
section = Section.objects.get(event__slug="demo-weiqi-2026", slug="open")
issue_links(section=section, by=User.objects.get(username="desk"))
entry = Seat.objects.get(round__section=section, round__number=1, pairing__table=3, colour="first").entry
link = secret_of(PlayerLink.objects.get(entry=entry, revoked_at=None))
answer = {"link": link, "foul": f"?player={entry.number}&offence=two-plays"}
"""
"""The secret of Black at table 3, who has not agreed to the count yet, and how a foul of theirs is named."""
AS_PEOPLE_DO = """
from portal.accounts.models import User
from tournaments.acts.drafts import pair_round
from tournaments.acts.rounds import publish_round
from tournaments.acts.results import report_result
from tournaments.demo.stages import work_off
from tournaments.models import Round
from tournaments.queries.progress import pair_key, publish_key
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
work_off(publish_key(round_))
for table, value in enumerate(["1-0", "1/2", "0-1"], start=1):
    report_result(round_=round_, table=table, value=value, seen=None, by=users["desk"])
from games.acts.scoresheets import submit_scoresheets
from games.models import Scoresheets
from games.queries.scoresheets import sheets_key
from tests.games.facts import championship_games, moves_of
from tests.games.scoresheets.making import rows, written
from tournaments.acts.fouls import log_foul
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
