"""For every act of tournaments one case in which it can be done, and the world that it needs."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from io import BytesIO
from typing import Any

from django.utils import timezone

from portal.accounts.models import User
from portal.backup.archive import Reader
from portal.webhooks.models import Delivery
from tests import framed
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.factories import make_doubtful, make_event, make_link, make_section
from tests.framed import Case, do
from tests.tournaments.acts.cases_appeals import appeal_cases
from tests.tournaments.acts.event_cases import EVENT_CASES
from tests.tournaments.acts.money.cases_prizes import PRIZES
from tests.tournaments.acts.notices.cases_told import NOTICE_ACTS
from tests.tournaments.acts.played import make, round_of, start
from tests.tournaments.acts.teams.cases_teams import TEAMS
from tests.working import compute
from tournaments.acts.adjust_round import Flip
from tournaments.acts.backups import write_event
from tournaments.acts.change_section import change_section
from tournaments.acts.drafts import pair_round
from tournaments.acts.notices._images import normalised_image
from tournaments.acts.people import invite_person
from tournaments.acts.refereeing.rulings import rule_pair
from tournaments.acts.register._erasure import search_for
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.results import report_result
from tournaments.acts.rounds import close_round, publish_round
from tournaments.acts.stages import make_groups
from tournaments.exchange.people import PersonRow
from tournaments.models import (
    Entry,
    Event,
    Foul,
    Invitation,
    Logo,
    Role,
    Round,
    Seat,
    Section,
    Standing,
    Team,
)
from tournaments.queries.tournament import tournament_of
from tournaments.state.deciding import PRESETS as STEPS
from tournaments.wording.grounds import ground

DAYS = {"starts": date(2026, 11, 21), "ends": date(2026, 11, 22)}
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100"
    "c9fe92ef0000000049454e44ae426082"
)


def membership(cast: Cast, user: User) -> int:
    return cast.event.memberships.get(user=user).pk


def invitation(cast: Cast) -> Invitation:
    made = invite_person(
        event=cast.event, email="g@example.org", role=Role.SUPERVISOR, language="en", by=cast.alice
    )
    return Invitation.objects.get(pk=made["invitation"])


def webhook(cast: Cast) -> int:
    made = do(
        "add_webhook",
        cast,
        "alice",
        "",
        event=cast.event,
        url="https://a.example/",
        host="a.example",
        topics=["round.published"],
        kind="signed",
        language="",
    )
    return int(made["webhook"])


def delivery(cast: Cast) -> int:
    return Delivery.objects.create(webhook_id=webhook(cast), topic="round.published", body="{}", uid="m").pk


def with_logo(cast: Cast) -> Event:
    Logo.objects.create(event=cast.event, body=PIXEL, digest="sha256:1", width=1, height=1)
    return cast.event


def archived(cast: Cast) -> Event:
    do("archive_event", cast, "alice", "", event=cast.event)
    return cast.event


def withheld(cast: Cast) -> Event:
    do("unpublish", cast, "alice", "", event=cast.event, what="event", reason="a slip")
    return cast.event


def nobody_seen(cast: Cast) -> Round:
    cast.section.entries.update(status=Entry.Status.ENTERED, here_from=None)
    return cast.round(1)


def confirmed(cast: Cast) -> Round:
    cast.section.entries.update(status=Entry.Status.CHECKED_IN)
    return cast.round(1)


def automatic(cast: Cast) -> Round:
    """The same, under rules that act by themselves."""
    Section.objects.filter(pk=cast.section.pk).update(rulebook="tiantian2020")
    return begun(cast)


@remembered
def drafted(cast: Cast) -> Round:
    pair_round(round_=confirmed(cast), by=cast.bob)
    compute()
    return cast.round(1)


def a_rule(cast: Cast) -> int:
    done = rule_pair(round_=cast.round(1), kind="forbidden", first=1, second=2, reason="kin", by=cast.bob)
    return done["rule"]


@remembered
def played(cast: Cast) -> Round:
    round_ = made_public(cast)
    for table in round_.pairings.values_list("table", flat=True):
        report_result(round_=round_, table=table, value="1-0", seen=None, by=cast.bob)
    return cast.round(1)


def just_reported(cast: Cast) -> dict[str, Any]:
    """Table 1, and its report as a page shows it."""
    result = report_result(round_=made_public(cast), table=1, value="1-0", seen=None, by=cast.bob)
    return {"round_": cast.round(1), "table": 1, "seen": result["report"]}


reported = remembered(just_reported)


@remembered
def level(cast: Cast) -> Round:
    """A knock-out whose first table is level, with decider games to follow."""
    section = make(cast, 4, "knock-out")
    change_section(section=section, wanted={"steps": list(STEPS["cx30-2"])}, by=cast.alice, reason="agreed")
    round_ = start(cast, section, 1)
    report_result(round_=round_, table=1, value="1/2", seen=None, by=cast.bob)
    return round_of(section, 1)


def contested(cast: Cast) -> dict[str, Any]:
    reported(cast)
    return {"round_": cast.round(1), "table": 1, "value": "0-1"}


def begun(cast: Cast) -> Round:
    """On line, a quarter of an hour ago."""
    Section.objects.filter(pk=cast.section.pk).update(online=True)
    starts_at = timezone.now() - timedelta(minutes=15)
    Round.objects.filter(pk=made_public(cast).pk).update(starts_at=starts_at)
    return cast.round(1)


@remembered
def closed(cast: Cast) -> Round:
    close_round(round_=played(cast), by=cast.bob)
    compute()
    return cast.round(1)


@remembered
def made_public(cast: Cast) -> Round:
    """Round 1, paired and published."""
    drafted(cast)
    publish_round(round_=cast.round(1), seen=cast.round(1).draft_digest, by=cast.bob)
    compute()
    return cast.round(1)


def adjourned(cast: Cast) -> Round:
    do("adjourn_game", cast, "dave", "", round_=made_public(cast), table=1)
    return cast.round(1)


def a_foul(cast: Cast) -> dict[str, Any]:
    round_ = made_public(cast)
    seat = Seat.objects.get(round=round_, pairing__table=1, colour="first")
    return {"round_": round_, "table": 1, "player": seat.entry.number, "offence": "technical"}


@remembered
def logged(cast: Cast) -> Foul:
    return Foul.objects.get(pk=do("log_foul", cast, "carol", "", **a_foul(cast))["foul"])


def player(cast: Cast) -> Entry:
    return cast.section.entries.order_by("pk")[0]


def unfit(cast: Cast) -> Entry:
    Section.objects.filter(pk=cast.section.pk).update(open_to={"gender": "f"})
    return player(cast)


def withdrawn(cast: Cast) -> Entry:
    do("withdraw", cast, "alice", "", entries=[player(cast)], reason="ill")
    return player(cast)


def unopened(cast: Cast) -> Section:
    Section.objects.filter(pk=cast.section.pk).update(state=Section.State.DRAFT)
    return cast.section


def an_earlier_ranking(cast: Cast) -> dict[str, Any]:
    """A section whose lots are not drawn, and a finished one of another event, whose teams were ranked."""
    section = undrawn(cast)
    Section.objects.filter(pk=section.pk).update(system="wxc2015")
    section.refresh_from_db()
    earlier = make_section(make_event("earlier"), state="finished")
    Team.objects.create(section=earlier, name="First", federation_id="CHN")
    rows = [{"rank": 1, "team": "First", "sum": 3, "best": 1, "members": []}]
    Standing.objects.create(section=earlier, after_round=1, version=1, data={"teams": rows}, digest="")
    return {"section": section, "source": earlier.pk, "others": "2"}


def undrawn(cast: Cast) -> Section:
    cast.section.entries.update(number=None)
    Section.objects.filter(pk=cast.section.pk).update(lots_drawn_at=None)
    return cast.section


def places_of_another(cast: Cast) -> dict[str, Any]:
    make_section(cast.event, "earlier")
    return {"section": undrawn(cast), "sources": ["earlier:1", "earlier:2"]}


def groups_made(cast: Cast) -> dict[str, Any]:
    section = undrawn(cast)
    made = make_groups(section=section, groups=2, qualifiers=2, by=cast.alice)
    return {"section": section, "groups": made["groups"], "reason": "a slip"}


def a_file(cast: Cast) -> dict[str, Any]:
    tournament = tournament_of(cast.section)
    named = tuple(replace(entry, name=f"Player {entry.number}") for entry in tournament.entries)
    return {
        "event": cast.event,
        "tournament": replace(tournament, entries=named),
        "slug": "new",
        "name": "New",
        "preset": "wxc2015",
    }


def a_row() -> PersonRow:
    return PersonRow(line=2, name="New Player", federation="GER")


def screen(cast: Cast) -> int:
    do("set_screen", cast, "alice", "", event=cast.event, shows=["standings"], seconds=10)
    return cast.event.screens.get().pk


def backup(cast: Cast) -> Reader:
    file = BytesIO()
    write_event(cast.event, file)
    return Reader(BytesIO(file.getvalue()))


CASES: dict[str, Case] = {
    "create_event": Case(lambda cast: {"slug": "new", "name": "New", **DAYS}, who="admin", not_who="alice"),
    "copy_event": Case(lambda cast: {"event": cast.event, "slug": "new", "name": "New", **DAYS}),
    "archive_event": Case(lambda cast: {"event": cast.event}, not_who="frank"),
    "unarchive_event": Case(lambda cast: {"event": archived(cast)}, not_who="frank"),
    "set_logo": Case(lambda cast: {"event": cast.event, "picture": normalised_image(PIXEL)}),
    "remove_logo": Case(lambda cast: {"event": with_logo(cast)}),
    "grant_role": Case(
        lambda cast: {"event": cast.event, "user": cast.charlie, "role": Role.DESK}, not_who="frank"
    ),
    "revoke_role": Case(
        lambda cast: {"event": cast.event, "membership": membership(cast, cast.carol)}, not_who="frank"
    ),
    "delegate_pairing": Case(
        lambda cast: {
            "event": cast.event,
            "membership": membership(cast, cast.frank),
            "may_pair": True,
        },
        who="bob",
        not_who="alice",
        may="B",
    ),
    "invite_person": Case(
        lambda cast: {
            "event": cast.event,
            "email": "h@example.org",
            "role": Role.DESK,
            "language": "en",
        },
        not_who="frank",
    ),
    "revoke_invitation": Case(
        lambda cast: {"event": cast.event, "invitation": invitation(cast).pk}, not_who="frank"
    ),
    # Asked by no table: whoever holds the secret may, and only an account that was closed may not.
    "accept_invitation": Case(lambda cast: {"invitation": invitation(cast)}, who="charlie", not_who=""),
    "unpublish": Case(lambda cast: {"event": cast.event, "what": "event", "reason": "a slip"}, may="AFB"),
    "republish": Case(lambda cast: {"event": withheld(cast), "what": "event"}, may="AFB"),
    "confirm_players": Case(
        lambda cast: {"round_": nobody_seen(cast), "here": [1, 2], "away": [3]},
        who="bob",
        not_who="dave",
        may="AFBC",
    ),
    "pair_round": Case(lambda cast: {"round_": confirmed(cast)}, who="bob"),
    "rule_pair": Case(
        lambda cast: {
            "round_": cast.round(1),
            "kind": "forbidden",
            "first": 1,
            "second": 2,
            "reason": "brothers",
        },
        who="bob",
        may="B",
    ),
    "lift_rule": Case(lambda cast: {"round_": cast.round(1), "rule": a_rule(cast)}, who="bob", may="B"),
    "adjust_round": Case(
        lambda cast: {"round_": drafted(cast), "change": Flip(1), "reason": "the hall"}, who="bob"
    ),
    "publish_round": Case(
        lambda cast: {"round_": drafted(cast), "seen": cast.round(1).draft_digest}, who="bob", may="B"
    ),
    "close_round": Case(lambda cast: {"round_": played(cast)}, who="bob"),
    "reopen_round": Case(lambda cast: {"round_": closed(cast), "reason": "a slip"}, who="bob", may="B"),
    "report_result": Case(
        lambda cast: {"round_": made_public(cast), "table": 1, "value": "1-0", "seen": None},
        not_who="charlie",
        may="AFBDC",
    ),
    # In a world that is remembered it is no slip of a moment ago any more.
    "undo_result": Case(just_reported, who="bob", not_who="charlie", reason=ground("slip"), may="AFBDC"),
    "take_back_result": Case(
        lambda cast: {**reported(cast), "reason": "wrong table"}, who="dave", not_who="carol"
    ),
    "contest_result": Case(contested, who="carol", not_who="charlie"),
    "uphold_result": Case(reported, who="dave", not_who="carol"),
    "forfeit_absent": Case(
        lambda cast: {"round_": begun(cast), "table": 1, "absent": "first"},
        who="carol",
        not_who="charlie",
    ),
    "await_player": Case(
        lambda cast: {"round_": automatic(cast), "table": 1, "reason": "no connection"},
        who="dave",
        not_who="carol",
    ),
    **appeal_cases(made_public),
    "take_seat": Case(lambda cast: {"round_": begun(cast)}, who="first", not_who="bob"),
    "tell_result": Case(
        lambda cast: {"round_": made_public(cast), "outcome": "win"}, who="first", not_who="bob"
    ),
    "log_foul": Case(a_foul, who="dave", not_who="alice"),
    "confirm_foul": Case(lambda cast: {"foul": logged(cast)}, who="dave", not_who="carol"),
    "withdraw_foul": Case(
        lambda cast: {"foul": logged(cast), "reason": "not so"}, who="dave", not_who="carol"
    ),
    "play_decider_games": Case(
        lambda cast: {"round_": level(cast), "table": 1, "step": 1, "results": ["1-0"]},
        who="carol",
        not_who="charlie",
    ),
    "note_clocks": Case(
        lambda cast: {"round_": made_public(cast), "table": 1, "first_clock": "12:40"},
        who="carol",
        not_who="charlie",
    ),
    "adjourn_game": Case(
        lambda cast: {"round_": made_public(cast), "table": 1, "sealed_move": "C2=5"},
        who="dave",
        not_who="alice",
    ),
    "resume_game": Case(lambda cast: {"round_": adjourned(cast), "table": 1}, who="dave", not_who="alice"),
    "note_table": Case(
        lambda cast: {"round_": made_public(cast), "table": 1, "text": "a call rang"},
        who="dave",
        not_who="alice",
    ),
    "issue_links": Case(lambda cast: {"section": cast.section}),
    "renew_own_link": Case(
        lambda cast: {"entry": cast.section.entries.order_by("pk")[0]}, who="player", not_who="other player"
    ),
    "revoke_link": Case(lambda cast: {"entry": make_link(cast.section.entries.all()[0]).entry}),
    "print_paper": Case(
        lambda cast: {"section": cast.section, "kinds": ["table-cards"], "number": 0, "language": "en"},
        not_who="charlie",
        may="AFBDC",
    ),
    "add_webhook": Case(
        lambda cast: {
            "event": cast.event,
            "url": "https://hook.example/",
            "host": "hook.example",
            "topics": ["round.published"],
            "kind": "signed",
            "language": "",
        }
    ),
    "end_webhook": Case(lambda cast: {"event": cast.event, "webhook": webhook(cast)}, may="AF"),
    "repeat_delivery": Case(lambda cast: {"event": cast.event, "delivery": delivery(cast)}, may="AF"),
}

CASES |= {  # Attendance.
    "check_in": Case(lambda cast: {"entries": [player(cast)], "present": False}, not_who="charlie"),
    "overrule_condition": Case(
        lambda cast: {"entry": unfit(cast), "overruled": True, "reason": "to make an even number"},
        not_who="carol",
    ),
    "require_check_in": Case(lambda cast: {"section": cast.section, "needed": False}),
    "set_absence": Case(lambda cast: {"entries": [player(cast)], "round_number": 1, "absent": True}),
    "withdraw": Case(lambda cast: {"entries": [player(cast)], "reason": "ill"}, not_who="carol"),
    "reinstate": Case(lambda cast: {"entries": [withdrawn(cast)], "reason": "well again"}, not_who="carol"),
}
CASES |= {  # Sections.
    "create_section": Case(
        lambda cast: {"event": cast.event, "slug": "new", "name": "New", "rounds": 3, "seed": "x"}
    ),
    "open_section": Case(lambda cast: {"section": unopened(cast)}),
    "take_draw_groups": Case(an_earlier_ranking),
    "restore_draw_groups": Case(lambda cast: {"section": undrawn(cast), "groups": {player(cast).pk: 2}}),
    "set_sources": Case(places_of_another),
    "make_groups": Case(lambda cast: {"section": undrawn(cast), "groups": 2, "qualifiers": 2}),
    "take_back_groups": Case(groups_made),
    "draw_lots": Case(lambda cast: {"section": undrawn(cast)}, who="bob", not_who="alice"),
    "import_section": Case(a_file),
    "set_schedule": Case(lambda cast: {"section": cast.section, "starts": {}, "online": True}),
    "set_fixed_table": Case(lambda cast: {"entry": player(cast), "table": 3}),
    "change_section": Case(lambda cast: {"section": cast.section, "wanted": {"capacity": 40}}),
}

CASES |= {  # Screens.
    "set_screen": Case(lambda cast: {"event": cast.event, "shows": ["standings"], "seconds": 10}, may="AFBC"),
    "remove_screen": Case(lambda cast: {"event": cast.event, "screen": screen(cast)}, may="AFBC"),
}


def over(cast: Cast) -> Event:
    cast.event.sections.update(state=Section.State.FINISHED)
    return cast.event


CASES |= {  # Backups.
    "back_up_event": Case(lambda cast: {"event": cast.event}, not_who="frank"),
    "keep_event": Case(lambda cast: {"event": over(cast)}, not_who="frank"),
    "ask_restoring": Case(lambda cast: {"body": b"PK", "slug": "again"}, not_who="frank", scope="user"),
    "restore_event": Case(
        lambda cast: {"reader": backup(cast), "slug": "again"}, not_who="frank", apart=True
    ),
}
CASES |= {  # Players.
    "enter_player": Case(lambda cast: {"section": cast.section, "person": PersonInput("New Player", "GER")}),
    "correct_player": Case(
        lambda cast: {"entry": player(cast), "person": PersonInput("Other Name", "GER")}, may="AFBC"
    ),
    "dismiss_doubts": Case(lambda cast: {"entry": make_doubtful(player(cast))}),
    "import_players": Case(lambda cast: {"section": cast.section, "rows": [a_row()]}),
    "erase_player": Case(
        lambda cast: {
            "entry": player(cast),
            "confirm": player(cast).player.name,
            "searching": search_for(player(cast).player),
        },
        not_who="frank",
    ),
}

CASES |= NOTICE_ACTS | PRIZES | TEAMS | EVENT_CASES

NAMES = framed.acts_of("tournaments.acts")
