"""A section in which somebody is about to make a norm."""

from __future__ import annotations

from tests.factories import make_entries, make_event, make_section
from tests.world import World
from tournaments.models import (
    Entry,
    Federation,
    Membership,
    Organisation,
    Pairing,
    Player,
    ResultReport,
    Role,
    Round,
    Seat,
    Section,
)
from tournaments.ratings.norms import FIDE_NORMS, rule_document

FEDERATIONS = ("CHN", "VIE", "MAS")


def make_norms(world: World) -> Section:
    """Ten players, of whom nine are international masters from three federations; the first has met eight of
    them in eight rounds and has the ninth before him."""
    owner = Organisation.objects.create(slug="xia", name="Xia", level="nation")
    club = Organisation.objects.create(slug="club", name="Club", level="club", parent=owner)
    for title in ("GM", "IM"):
        owner.norm_tables.create(title=title, document=rule_document(FIDE_NORMS[title]))
    event = make_event("norms", organisation=club)
    Membership.objects.create(event=event, user=world.users["alice"], role=Role.CHIEF_ORGANISER)
    for code in (*FEDERATIONS, "HKG"):
        Federation.objects.get_or_create(code=code, defaults={"name_en": code})
    section = make_section(event, "open", rounds=9)
    make_entries(section, 10)
    entries = list(section.entries.select_related("player").order_by("pk"))
    for place, entry in enumerate(entries):
        entry.number, entry.rating = place + 1, 2400
        entry.save()
        federation = FEDERATIONS[place % 3] if place else "HKG"
        Player.objects.filter(pk=entry.player_id).update(
            title="IM" if place else "", federation=federation, rating=2400
        )
    for number, round_ in enumerate(section.round_set.order_by("number"), start=1):
        round_.state = Round.State.CLOSED if number < 9 else Round.State.PLAYING
        round_.save()
        play(round_, entries[0], entries[number], "1-0" if number < 7 else "0-1" if number < 9 else "")
    return section


def play(round_: Round, first: Entry, second: Entry, value: str, **more: bool) -> None:
    pairing = Pairing.objects.create(round=round_, table=1)
    for colour, entry in (("first", first), ("second", second)):
        Seat.objects.create(round=round_, entry=entry, pairing=pairing, colour=colour)
    if value:
        ResultReport.objects.create(pairing=pairing, value=value, **more)


def fill(section: Section, value: str) -> None:
    """The last game, and the section is over."""
    ResultReport.objects.create(
        pairing=Pairing.objects.get(round__section=section, round__number=9), value=value
    )
    Section.objects.filter(pk=section.pk).update(state=Section.State.FINISHED)
    section.refresh_from_db()
