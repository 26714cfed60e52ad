"""The referee's register of a weiqi section: its offences, what may be ruled, what follows."""

from __future__ import annotations

from typing import Any

import pytest

from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast, number_at, value_of
from tournaments.acts.refereeing.fouls import log_foul, withdraw_foul
from tournaments.fouls import OFFENCES, Penalty
from tournaments.models import Foul, ResultReport
from tournaments.wording.fouls import OFFENCES as NAMES
from tournaments.wording.fouls import PENALTIES


@pytest.fixture
@remembered
def weiqi(published: Cast) -> Cast:
    section = published.round(1).section
    section.game, section.ladder = "weiqi", "two"
    section.save()
    return published


def log(cast: Cast, offence: str, ruling: str = "", colour: str = "second", **more: Any) -> dict[str, Any]:
    arguments: dict[str, Any] = {"offence": offence, "ruling": ruling, "ply": 46, "confirm": True} | more
    return log_foul(round_=cast.round(1), table=1, player=number_at(cast, colour), by=cast.bob, **arguments)


def test_every_offence_has_its_article_and_words() -> None:
    assert set(PENALTIES) == set(Penalty)
    for offence in OFFENCES["weiqi"]:
        assert NAMES[offence.key]
    articles = {offence.key: offence.article for offence in OFFENCES["weiqi"]}
    assert (articles["immediate-recapture"], articles["two-plays"]) == ("6, 20", "2.1, 19")


def test_two_warnings_in_a_game_lose_it(weiqi: Cast) -> None:
    first = log(weiqi, "immediate-recapture")
    assert (first["count"], first["lost"]) == (1, False)
    foul = Foul.objects.get(pk=first["foul"])
    assert (foul.article, foul.ply, foul.penalty) == ("6, 20", 46, "warning")
    assert log(weiqi, "stone-lifted")["lost"]
    assert value_of(weiqi) == "1-0"


@pytest.mark.parametrize("ruling", ["void-and-pass", "replay", "no-result"])
def test_what_was_ruled_otherwise_is_no_warning(weiqi: Cast, ruling: str) -> None:
    log(weiqi, "two-plays")
    answer = log(weiqi, "two-plays", ruling)
    assert (answer["count"], answer["lost"]) == (1, False)
    assert not ResultReport.objects.exists()


@pytest.mark.slow
def test_a_loss_is_ruled_at_once_and_taken_back_with_the_foul(weiqi: Cast) -> None:
    answer = log(weiqi, "stones-displaced", "loss", "first")
    assert answer["lost"]
    assert value_of(weiqi) == "0-1"
    foul = Foul.objects.get(pk=answer["foul"])
    withdraw_foul(foul=foul, by=weiqi.bob, reason="it was the wind")
    assert not any(report.value == "0-1" for report in ResultReport.objects.in_force())


def test_both_lose(weiqi: Cast) -> None:
    log(weiqi, "colours-swapped", "both-lose")
    report = ResultReport.objects.in_force().get()
    assert (report.value, report.forfeit, report.cause) == ("0-0", True, "fouls")


def test_a_ruling_belongs_to_its_offence(weiqi: Cast) -> None:
    with pytest.raises(Refusal, match="unknown-ruling"):
        log(weiqi, "two-plays", "draw")
    with pytest.raises(Refusal, match="unknown-ruling"):
        log(weiqi, "other", "loss")
