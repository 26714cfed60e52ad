"""What a referee makes of a prompt: it decides the game, or it is dismissed with a reason."""

from __future__ import annotations

from typing import Any

import pytest

from games.acts.findings import apply_finding, dismiss_finding
from games.acts.live import note_flag, take_back, write_game
from games.models import FindingRuling, LiveGame
from games.queries.findings import finding_key
from games.queries.live_cards import cards_version, live_cards
from portal.policy import Refusal
from tests.cast import Cast, pairing_of, value_of
from tests.games.acts.perpetual import CHECKS, PERPETUAL
from tournaments.acts.results import report_result
from tournaments.models import Section


def played(cast: Cast, plies: int, rulebook: str = "wxc2015") -> LiveGame:
    Section.objects.update(rulebook=rulebook)
    write_game(pairing=pairing_of(cast), moves=PERPETUAL[:plies], start=CHECKS, by=cast.carol)
    return LiveGame.objects.get()


def keys(cast: Cast) -> list[str]:
    return [card.prompt.key for card in live_cards(cast.round(1))[0]]


def test_a_perpetual_check_from_warning_to_loss(published: Cast) -> None:
    played(published, 6)
    [card] = live_cards(published.round(1))[0]
    assert (card.table, card.prompt.kind, card.applies) == (1, "must-change", False)
    assert "At the third Red loses (AXF 1)" in card.prompt.text
    before = cards_version(published.round(1))
    write_game(pairing=pairing_of(published), moves=PERPETUAL, by=published.carol)
    assert cards_version(published.round(1)) != before
    [card] = live_cards(published.round(1))[0]
    assert (card.prompt.kind, card.applies, card.explains) == ("loss", True, True)
    assert set(card.prompt.arrows) <= set(PERPETUAL)
    ruled = apply_finding(pairing=pairing_of(published), finding=card.prompt.key, by=published.dave)
    assert value_of(published) == "0-1"
    ruling = FindingRuling.objects.get(pk=ruled["ruling"])
    assert (ruling.verdict, ruling.by) == ("applied", published.dave)
    assert ruling.report is not None
    assert live_cards(published.round(1)) == ([], [])
    again = apply_finding(pairing=pairing_of(published), finding=card.prompt.key, by=published.bob)
    assert again == ruled


def test_a_result_that_stands_is_replaced_with_the_article(published: Cast) -> None:
    game = played(published, len(PERPETUAL))
    report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.carol)
    apply_finding(pairing=pairing_of(published), finding=finding_key(game.prompts[0]), by=published.dave)
    assert value_of(published) == "0-1"


def test_what_decides_is_dismissed_with_a_reason_only(published: Cast) -> None:
    game = played(published, len(PERPETUAL))
    place: dict[str, Any] = {"pairing": pairing_of(published), "finding": finding_key(game.prompts[0])}
    with pytest.raises(Refusal, match="reason-needed"):
        dismiss_finding(**place, by=published.dave)
    dismiss_finding(**place, reason="a move is missing", by=published.dave)
    assert keys(published) == []
    assert value_of(published) == "none"


def test_what_no_longer_stands_cannot_be_ruled_on(published: Cast) -> None:
    game = played(published, len(PERPETUAL))
    key = finding_key(game.prompts[0])
    take_back(pairing=pairing_of(published), ply=3, by=published.dave)
    for act in (apply_finding, dismiss_finding):
        with pytest.raises(Refusal, match="no-such-finding"):
            act(pairing=pairing_of(published), finding=key, by=published.dave)


def test_a_warning_decides_nothing(published: Cast) -> None:
    played(published, 6)
    [key] = keys(published)
    with pytest.raises(Refusal, match="finding-decides-nothing"):
        apply_finding(pairing=pairing_of(published), finding=key, by=published.dave)
    dismiss_finding(pairing=pairing_of(published), finding=key, by=published.dave)
    assert keys(published) == []


def test_a_flag_waits_for_the_referee_in_a_hall(published: Cast) -> None:
    played(published, 1)
    note_flag(pairing=pairing_of(published), side=0, by=published.carol)
    [card] = live_cards(published.round(1))[0]
    assert card.prompt.text == "The time of Red is over: Red loses (article 3)."


@pytest.mark.parametrize("count", [1, 3])
def test_cards_cost_the_same_for_any_number(
    count: int, published: Cast, django_assert_num_queries: Any
) -> None:
    Section.objects.update(rulebook="wxc2015")
    for table in range(1, count + 1):
        pairing = pairing_of(published, table)
        write_game(pairing=pairing, moves=PERPETUAL[:6], start=CHECKS, by=published.carol)
    round_ = published.round(1)
    with django_assert_num_queries(2):
        assert len(live_cards(round_)[0]) == count
