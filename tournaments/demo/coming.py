"""Make the event of the demonstration that is still to come: entries are open, places few, and some have
applied."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.acts.change_section import change_section
from tournaments.acts.entering.applications import (
    confirm_application,
    decide_applications,
    hand_in,
    withdraw_application,
)
from tournaments.acts.entering.entry_forms import FormSettings, set_entry_form
from tournaments.acts.entering.filled_in import Typed
from tournaments.acts.sections import open_section
from tournaments.demo.cast import CHIEF
from tournaments.demo.playing import Users, mark_loaded, not_loaded
from tournaments.demo.records import make_event, make_section
from tournaments.models import Application, EntryForm, Section
from tournaments.state.applications import Move, Question, QuestionKind

EVENT, SECTION = "demo-soon", "open"
PLACES = 5
AGREED = Question("I have read the regulations.", QuestionKind.FLAG, required=True)
LUNCH = Question("Lunch", QuestionKind.CHOICE, choices=("With meat", "Without meat"))


@dataclass(frozen=True, slots=True)
class Invented:
    name: str
    native_name: str
    federation: str
    move: Move | None = None
    reason: str = ""


# In the order in which they confirm, with what becomes of them; who has nothing there waits for a decision.
APPLICANTS = (
    Invented("Lim Bee Hoon", "林美云", "MAS", Move.ACCEPT),
    Invented("Tan Wei Jie", "陈伟杰", "SGP", Move.ACCEPT),
    Invented("Phạm Thu Hà", "", "VIE", Move.ACCEPT),
    Invented("Ong Kok Leong", "王国良", "MAS", Move.WITHDRAW),
    Invented("Somchai Rattana", "", "THA", Move.ACCEPT),
    Invented("Wong Siu Ming", "黄小明", "HKG", Move.ACCEPT),
    Invented("Chua Hui Ling", "蔡慧玲", "SGP", Move.ACCEPT),
    Invented("Karl Brandt", "", "GER", Move.ASK, "In which year were you born?"),
    Invented("Anna Berger", "", "GER", Move.REJECT, "The section is for players over 18."),
    Invented("Nguyễn Minh Anh", "", "VIE"),
    Invented("Goh Jia Hui", "吴佳慧", "SGP"),
)


def load_coming(users: Users) -> Section | None:
    """None where a start has loaded it before, whatever became of it."""
    section = not_loaded(EVENT, SECTION, lambda: _make(users))
    if section is None:
        return None
    with transaction.atomic():
        _apply(section, users)
        mark_loaded(section)
    return section


def _make(users: Users) -> Section:
    now, chief = timezone.now(), users[CHIEF.username]
    day = now.date() + timedelta(days=30)
    with transaction.atomic():
        event = make_event(
            users,
            slug=EVENT,
            name="Demo Penang Open",
            native_name="演示槟城公开赛",
            place="Penang, Malaysia",
            time_zone="Asia/Kuala_Lumpur",
            starts=day,
            ends=day + timedelta(days=2),
        )
        section = make_section(
            event, SECTION, name="Open", native_name="公开组", rounds=5, seed="soon", by=chief
        )
        change_section(section=section, wanted={"capacity": PLACES}, by=chief)
        open_section(section=section, by=chief)
        form = FormSettings(
            opens_at=now - timedelta(days=1),
            closes_at=now + timedelta(days=20),
            late_until=now + timedelta(days=25),
            approval=EntryForm.Approval.ORGANISER,
            asks={"native_name": "asked", "birth_year": "asked", "club": "asked", "phone": "asked"},
            questions=[AGREED, LUNCH],
        )
        set_entry_form(section=section, values=form, by=chief)
    return Section.objects.select_related("event").get(pk=section.pk)


def _apply(section: Section, users: Users) -> None:
    applications = [_application(section, invented) for invented in APPLICANTS]
    for move, reason in dict.fromkeys((invented.move, invented.reason) for invented in APPLICANTS):
        if move is None or move is Move.WITHDRAW:
            continue
        keys = [
            application.pk
            for application, invented in zip(applications, APPLICANTS, strict=True)
            if (invented.move, invented.reason) == (move, reason)
        ]
        decide_applications(
            section=section,
            applications=keys,
            decision=move,
            reason=reason,
            by=users[CHIEF.username],
            once=f"demo soon {move}",
        )
    for application, invented in zip(applications, APPLICANTS, strict=True):
        if invented.move is Move.WITHDRAW:
            withdraw_application(application=application, by=application)


def _application(section: Section, invented: Invented) -> Application:
    typed = Typed(
        name=invented.name,
        federation=invented.federation,
        particulars={"native_name": invented.native_name},
        answers={AGREED.label: "yes", LUNCH.label: LUNCH.choices[0]},
        named_in_public=True,
    )
    application = hand_in(section=section, typed=typed, language="en", key=f"demo soon {invented.name}")
    confirm_application(application=application, by=application)
    return application
