"""Rounds of a section, from the pairing to the standings."""

from __future__ import annotations

from typing import Any

from tests.cast import FEDERATIONS, Cast, all_here
from tests.working import compute
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.players import enter_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.results import report_result
from tournaments.acts.rounds import close_round, publish_round
from tournaments.acts.sections import create_section, draw_lots, open_section
from tournaments.models import Pairing, Round, Section
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS


def round_of(section: Section, number: int) -> Round:
    return Round.objects.select_related("section__event").get(section=section, number=number)


def start(cast: Cast, section: Section, number: int) -> Round:
    """Paired and published."""
    pair_round(round_=round_of(section, number), by=cast.bob)
    compute()
    round_ = round_of(section, number)
    assert round_.state == Round.State.DRAFT
    publish_round(round_=round_, seen=round_.draft_digest, by=cast.bob)
    compute()
    return round_of(section, number)


def finish(cast: Cast, round_: Round) -> None:
    """Whoever moves first wins wherever nothing is reported yet; closed."""
    for pairing in round_.pairings.filter(table__isnull=False, reports__isnull=True):
        report_result(round_=round_, table=pairing.table or 0, value="1-0", seen=None, by=cast.carol)
    close_round(round_=round_, by=cast.bob)
    compute()
    round_.refresh_from_db()
    assert round_.state == Round.State.CLOSED


def make(cast: Cast, players: int, preset: str, rounds: int = 5, **more: Any) -> Section:
    """A section of its own, open, its lots drawn."""
    made = create_section(
        event=cast.event,
        slug="own",
        name="Own",
        rounds=rounds,
        seed="s",
        by=cast.alice,
        preset=preset,
        game="weiqi" if preset in GO_SYSTEMS else "xiangqi",
        **more,
    )
    section = Section.objects.select_related("event").get(pk=made["section"])
    for n in range(players):
        person = PersonInput(
            name=f"Guest {n}", federation=FEDERATIONS[n % len(FEDERATIONS)], grade=f"{n + 1}k"
        )
        enter_player(section=section, person=person, by=cast.alice)
    open_section(section=section, by=cast.alice)
    draw_lots(section=section, by=cast.bob)
    all_here(round_of(section, 1), by=cast.bob)
    section.refresh_from_db()
    return section


GRADES = ("4d", "3d", "2d", "1d", "1k", "3k", "6k", "8k", "12k")


def section_of_grades(cast: Cast, system: str = "mcmahon", **settings: Any) -> Section:
    """Nine players of `GRADES`, everybody here."""
    made = create_section(
        event=cast.event,
        slug="go",
        name="Go",
        rounds=3,
        seed="s",
        game="weiqi",
        preset=system,
        settings=settings,
        by=cast.alice,
    )
    section = Section.objects.select_related("event").get(pk=made["section"])
    for place, grade in enumerate(GRADES):
        person = PersonInput(
            name=f"Guest{place} Given{place}",
            given_name=f"Given{place}",
            federation="GER",
            grade=grade,
            club=f"Club {place % 3}",
        )
        enter_player(section=section, person=person, by=cast.alice)
    open_section(section=section, by=cast.alice)
    draw_lots(section=section, by=cast.bob)
    all_here(round_of(section, 1), by=cast.bob)
    section.refresh_from_db()
    return section


def handicaps(round_: Round) -> list[int]:
    tables = Pairing.objects.filter(round=round_, table__isnull=False).order_by("table")
    return list(tables.values_list("handicap", flat=True))


def number_of(section: Section, grade: str) -> int:
    return section.entries.get(player__grade=grade).number or 0
