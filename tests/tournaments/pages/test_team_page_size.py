"""The page of the teams of a large event stays small: 60 teams of four boards after seven rounds."""

from __future__ import annotations

import gzip
from dataclasses import replace

import pytest
from django.test import Client

from tests.cast import Cast
from tests.oracles.team_events import random_rules
from tests.tournaments.exchange.team_sections import random_section
from tests.working import compute
from tournaments.acts.import_section import import_section
from tournaments.models import Section
from tournaments.pages.paths import teams_path

MOST = 60_000
"""Bytes over the wire."""
SEED = next(seed for seed in range(100) if random_rules(seed).boards == 4 and seed % 3 == 1)


@pytest.mark.slow
@pytest.mark.django_db
def test_sixty_teams_after_seven_rounds(cast: Cast, client: Client) -> None:
    event = random_section(SEED, running=False, teams=60, rounds=8)
    entries = tuple(
        replace(entry, name=f"Nguyen Thi Phuong {entry.number}", native_name=f"阮氏芳{entry.number}")
        for entry in event.entries
    )
    assert event.last_round == 7
    made = import_section(
        event=cast.event,
        tournament=replace(event, entries=entries),
        slug="many",
        name="Many",
        preset="fide-team",
        by=cast.alice,
    )
    section = Section.objects.select_related("event").get(pk=made["section"])
    compute()
    path = f"/zh-hans/{teams_path(section).lstrip('/')}"
    answer = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200, path
    assert answer["Content-Encoding"] == "gzip"
    assert "阮氏芳300" in gzip.decompress(answer.content).decode()
    assert len(answer.content) <= MOST
