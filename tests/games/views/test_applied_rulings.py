"""What the rules have decided by themselves, on top of the tables and on the page of the findings."""

from __future__ import annotations

import pytest

from games.acts.live import note_flag, write_game
from tests.working import compute
from tests.world import World
from tournaments.models import ResultReport, Section


@pytest.mark.slow
def test_the_referee_reads_it_and_overturns_it(playing: World) -> None:
    Section.objects.filter(pk=playing.section.pk).update(rulebook="tiantian2020", online=True)
    pairing = playing.round(1).pairings.get(table=1)
    write_game(pairing=pairing, moves=["h2e2", "h9g7"], by=playing.users["carol"])
    note_flag(pairing=pairing, side=0, by=playing.users["carol"])
    compute()
    for name in ("live_prompts", "round_findings"):
        text = playing.get("dave", name, 1).content.decode()
        link = '<a class="cited" href="/en/rulebooks/tiantian2020/#article-4">4</a>'
        assert f"Red lost on time ({link}" in text, name
        assert "Applied automatically" in text
        assert "Overturn</summary>" in text
        assert "Overturn" not in playing.get("carol", name, 1).content.decode()
    answer = playing.post(
        "dave", "overturn_ruling", 1, 1, finding="4-first-loss-2", reason="the clock was wrong"
    )
    assert answer.status_code == 302
    assert not ResultReport.objects.in_force().filter(pairing=pairing).exists()
    assert "Overturned: the clock was wrong" in playing.get("dave", "round_findings", 1).content.decode()
    assert "Applied automatically" not in playing.get("dave", "live_prompts", 1).content.decode()
