"""Pairs that the chief referee fixes or forbids in a McMahon section: kept, and told on the pages."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.tournaments.acts.played import finish, number_of, round_of, section_of_grades, start
from tests.tournaments.pages.rendered import parsed, render, text_of
from tests.working import compute
from tournaments.acts.drafts import pair_round
from tournaments.acts.rounds import publish_round
from tournaments.models import Pairing, Round, RoundVersion, Section
from tournaments.pairing import recompute, verify
from tournaments.queries.progress import round_revision
from tournaments.queries.tournament import tournament_of


@pytest.fixture
@remembered
def section(cast: Cast) -> Section:
    """Round 1 as a draft: 4d and 3d, above a bar of 2d like 2d, are one group."""
    section = section_of_grades(cast, bar="2d", handicap_correction=0)
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    return section


def pairs(round_: Round) -> dict[frozenset[int | None], Pairing]:
    tables = round_.pairings.filter(table__isnull=False).prefetch_related("seats__entry")
    return {frozenset(seat.entry.number for seat in table.seats.all()): table for table in tables}


def desk(cast: Cast, section: Section, **sent: object) -> int:
    client = Client()
    client.force_login(cast.bob)
    sent |= {"reason": "A couple", "round_seen": round_revision(round_of(section, 1))}
    status = client.post(reverse("rule_pair", args=[cast.event.slug, section.slug, 1]), sent).status_code
    compute()
    return status


def published(cast: Cast, section: Section) -> Round:
    round_ = round_of(section, 1)
    publish_round(round_=round_, seen=round_.draft_digest, by=cast.bob)
    compute()
    return round_of(section, 1)


def counts_in(cast: Cast, section: Section, sentence: str) -> list[int]:
    """How often the draft at the desk says it, and the public page."""
    client = Client()
    client.force_login(cast.bob)
    draft = client.get(reverse("round_desk", args=[cast.event.slug, section.slug, 1])).content.decode()
    finish(cast, published(cast, section))
    public = text_of(parsed(render("round", {"section": section.pk, "round": 1})).find(".//main"))
    return [draft.count(sentence), public.count(sentence)]


@pytest.mark.slow
def test_a_fixed_pair_meets_with_its_handicap_and_says_so(cast: Cast, section: Section) -> None:
    strong, weak = number_of(section, "4d"), number_of(section, "12k")
    assert frozenset((strong, weak)) not in pairs(round_of(section, 1))
    assert desk(cast, section, kind="fixed", first=strong, second=weak) == 302
    table = pairs(round_of(section, 1))[frozenset((strong, weak))]
    # Black by the rule though named second: a fixed pair's colours follow the order only without handicap.
    assert {seat.colour: seat.entry.number for seat in table.seats.all()} == {"first": weak, "second": strong}
    assert table.handicap == 9
    assert counts_in(cast, section, "The chief referee fixed this pair before pairing.") == [1, 1]
    stored = RoundVersion.objects.get(round__section=section)
    assert recompute(stored.input).digest == stored.digest
    assert verify(tournament_of(section), 1).ok


@pytest.mark.slow
def test_an_even_fixed_pair_has_the_colours_it_was_given(cast: Cast, section: Section) -> None:
    black, white = number_of(section, "4d"), number_of(section, "1d")
    assert desk(cast, section, kind="fixed", first=black, second=white) == 302
    table = pairs(round_of(section, 1))[frozenset((black, white))]
    assert {seat.colour: seat.entry.number for seat in table.seats.all()} == {"first": black, "second": white}
    assert table.handicap == 0


@pytest.mark.slow
def test_a_forbidden_pair_does_not_meet_and_both_tables_say_so(cast: Cast, section: Section) -> None:
    first_one, other = sorted(next(iter(pairs(round_of(section, 1)))), key=lambda number: number or 0)
    assert desk(cast, section, kind="forbidden", first=first_one, second=other) == 302
    drawn = pairs(round_of(section, 1))
    assert frozenset((first_one, other)) not in drawn
    reasons = [
        reason["params"]
        for table in drawn.values()
        for reason in table.reasons
        if reason["code"] == "forbidden"
    ]
    assert sorted(reasons, key=lambda params: params["player"]) == [
        {"player": first_one, "opponent": other},
        {"player": other, "opponent": first_one},
    ]
    assert counts_in(cast, section, "The chief referee has forbidden ") == [2, 2]
    # It holds for this round alone.
    second = start(cast, section, 2)
    assert not any(
        reason["code"] == "forbidden" for table in second.pairings.all() for reason in table.reasons
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"kind": "fixed", "first": 1, "second": 1}, 422),
        ({"kind": "forbidden", "first": 1, "second": 99}, 422),
        ({"kind": "fixed", "first": "x", "second": 2}, 422),
    ],
)
def test_nonsense_is_refused(cast: Cast, section: Section, sent: dict[str, object], message: int) -> None:
    before = set(pairs(round_of(section, 1)))
    assert desk(cast, section, **sent) == message
    assert set(pairs(round_of(section, 1))) == before
