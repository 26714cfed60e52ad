"""Nonsense in the forms that only teams have: the desk of a draft, as it was made and changed by hand, of a
round that is played and of line-ups that are awaited, and the captain's page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from portal import outbox
from tests.cast import Cast
from tests.teams_world import captain_link, drawn_teams, match_at, round_of, teams_playing, waiting_round
from tests.tournaments.typed_nonsense import NONSENSE, try_all
from tests.world import ValidClient
from tournaments.acts.adjust_round import GiveBye, Swap, adjust_round
from tournaments.acts.drafts import pair_round
from tournaments.models import Round
from tournaments.queries.teams.captains import captain_secret

pytestmark = pytest.mark.long


def drafted(cast: Cast) -> Round:
    section = drawn_teams(cast, teams=5)
    pair_round(round_=round_of(section, 1), by=cast.bob)
    outbox.drain()
    return round_of(section, 1)


def adjusted(cast: Cast) -> Round:
    """A draft in which two teams were swapped and the bye was given to another one."""
    round_ = drafted(cast)
    first_one, other = (match_at(round_, table).second for table in (1, 2))
    assert first_one is not None
    assert other is not None
    adjust_round(round_=round_, change=Swap(first_one.number, other.number), reason="one coach", by=cast.bob)
    round_ = round_of(round_.section, 1)
    adjust_round(round_=round_, change=GiveBye(first_one.number), reason="late train", by=cast.bob)
    return round_of(round_.section, 1)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("begun", [teams_playing, drafted, adjusted, waiting_round])
def test_every_field(cast: Cast, begun: Callable[[Cast], Round], language: str) -> None:
    round_ = begun(cast)
    section = round_.section
    done: set[str] = set()
    with translation.override(language):
        place = [section.event.slug, section.slug]
        for who, name, more in (
            (cast.bob, "round_desk", [1]),
            (cast.alice, "teams", []),
            (cast.alice, "captain_links", []),
            (cast.bob, "result", [1, 1]),
            (cast.bob, "section_settings", []),
        ):
            try_all(signed_in(who), reverse(name, args=[*place, *more]), NONSENSE, done)
        for match in round_.matches.exclude(table=None):
            url = reverse("match_desk", args=[*place, 1, match.table])
            try_all(signed_in(cast.bob), url, NONSENSE, done)
        secret = captain_secret(captain_link(section.teams.order_by("pk")[0]))
        try_all(ValidClient(), reverse("captain_page", args=[secret]), NONSENSE, done)
    assert len(done) > 12


def signed_in(user: Any) -> Client:
    valid_client = ValidClient()
    valid_client.force_login(user)
    return valid_client
