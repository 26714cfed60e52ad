"""How games ended: said with a result or after it, by one or by both, kept with articles, undone with it."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cast import Cast
from tests.factories import make_link
from tournaments.acts.own_table import tell_result
from tournaments.acts.results import report_result, undo_result
from tournaments.models import PlayerLink, ResultReport, Section
from tournaments.queries.files import section_as_file
from tournaments.state.tournament import history, points_by_number


def entered(cast: Cast, value: str = "1-0", seen: int | None = None, **more: object) -> int:
    answer = report_result(
        round_=cast.round(1), table=1, value=value, seen=seen, **{"by": cast.carol, **more}
    )
    return int(answer["report"])


def links(cast: Cast) -> list[PlayerLink]:
    """Of both players at table 1."""
    seats = cast.round(1).pairings.get(table=1).seats
    return [make_link(seats.get(colour=colour).entry) for colour in ("first", "second")]


def standing() -> ResultReport:
    return ResultReport.objects.in_force().get()


def test_the_article_is_filled_in(published: Cast) -> None:
    Section.objects.update(rulebook="tiantian2020")
    entered(published, cause="time")
    assert (standing().cause, standing().article) == ("time", "4")
    assert JournalEntry.objects.get(act="report_result").after["article"] == "4"


def test_a_cause_completes_a_result_without_a_reason_and_is_undone(published: Cast) -> None:
    first = entered(published)
    # Another desk says it: nobody is contradicted.
    later = entered(published, cause="mate", by=published.dave)
    assert later != first
    assert (standing().value, standing().cause, standing().reason) == ("1-0", "mate", "")
    assert entered(published, cause="mate") == later
    assert entered(published) == later, "who does not say it takes nothing away"
    undo_result(round_=published.round(1), table=1, seen=later, by=published.dave)
    assert not ResultReport.objects.in_force().exists()


def test_another_cause_than_the_one_that_stands_is_a_correction(published: Cast) -> None:
    first = entered(published, cause="mate", by=published.dave)
    with pytest.raises(Refusal, match="result-conflict"):
        entered(published, cause="time")
    second = entered(published, cause="time", seen=first, reason="the flag", by=published.bob)
    assert (standing().pk, standing().cause) == (second, "time")


@pytest.mark.parametrize(
    ("value", "more", "code"),
    [
        ("1-0", {"cause": "weather"}, "unknown-cause"),
        ("1-0", {"cause": "agreement"}, "cause-not-of-result"),
        ("1-0", {"cause": "count"}, "cause-not-of-result"),
        ("0-0", {}, "none-by-play"),
        ("0-0", {"cause": "time"}, "cause-not-of-result"),
        ("1/2-0", {}, "half-by-play"),
        ("0-1/2", {"cause": "time"}, "cause-not-of-result"),
        ("1/2-0", {"cause": "arbiter", "forfeit": True}, "draw-by-forfeit"),
        ("1/2", {"cause": "move-limit"}, "cause-not-in-rulebook"),
        ("1-0", {"article": "3"}, "article-without-cause"),
        ("1-0", {"margin": 3}, "margin-without-count"),
        ("1-0", {"cause": "time", "article": "Wang Hao"}, "unreadable-article"),
        ("1-0", {"cause": "late"}, "cause-not-of-result"),
    ],
)
def test_what_cannot_be(published: Cast, value: str, more: dict[str, object], code: str) -> None:
    Section.objects.update(rulebook="wxc2015")
    with pytest.raises(Refusal, match=code):
        entered(published, value, **more)


def test_what_the_rulebook_does_not_know_is_asked_back(published: Cast) -> None:
    Section.objects.update(rulebook="wxc2015")
    entered(published, "1/2", cause="move-limit", confirmed=True)
    assert standing().cause == "move-limit"


def test_both_lose_by_something(published: Cast) -> None:
    entered(published, "0-0", cause="both-lose")
    assert (standing().value, standing().forfeit) == ("0-0", False)


def test_the_arbiter_gives_one_side_half_a_point_and_the_other_nothing(published: Cast) -> None:
    entered(published, "0-1/2", cause="arbiter")
    assert (standing().value, standing().cause) == ("0-1/2", "arbiter")
    [game] = [game for game in section_as_file(published.section).games if game.table == 1]
    tournament = section_as_file(published.section)
    points = points_by_number(history(tournament))
    assert (points[game.first], points[game.second]) == (0, tournament.points.draw)


def test_nobody_has_half_a_point_against_nothing_at_weiqi_or_in_a_match(published: Cast) -> None:
    Section.objects.update(system="knock-out")
    with pytest.raises(Refusal, match="half-in-match"):
        entered(published, "1/2-0", cause="arbiter")
    Section.objects.update(system="wxc2015", game="weiqi")
    with pytest.raises(Refusal, match="cause-not-of-result"):
        entered(published, "1/2-0", cause="arbiter")


def test_the_database_refuses_a_cause_that_the_result_cannot_have(published: Cast) -> None:
    pairing = published.round(1).pairings.get(table=1)
    for value, forfeit, cause in (
        ("1-0", False, "agreement"),
        ("0-0", False, ""),
        ("*", False, "time"),
        ("1/2-0", False, ""),
        ("0-1/2", False, "fouls"),
        ("1/2-0", True, "arbiter"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            ResultReport.objects.create(pairing=pairing, value=value, forfeit=forfeit, cause=cause)


def test_the_tournament_file_has_it(published: Cast) -> None:
    entered(published, cause="time", article="3")
    [game] = [game for game in section_as_file(published.section).games if game.table == 1]
    assert (game.cause, game.article) == ("time", "3")


@pytest.mark.parametrize(
    ("by_each", "cause"),
    [
        (("resignation", ""), "resignation"),
        (("", "mate"), "mate"),
        (("time", "time"), "time"),
        (("mate", "time"), ""),
        (("", ""), ""),
    ],
)
def test_players_say_it_too(published: Cast, by_each: tuple[str, str], cause: str) -> None:
    round_, (first, second) = published.round(1), links(published)
    tell_result(by=first, round_=round_, outcome="win", cause=by_each[0])
    tell_result(by=second, round_=round_, outcome="loss", cause=by_each[1])
    assert (standing().value, standing().cause) == ("1-0", cause)


def test_players_do_not_rule(published: Cast) -> None:
    round_, (first, _) = published.round(1), links(published)
    for cause, code in (("fouls", "unknown-cause"), ("agreement", "cause-not-of-result")):
        with pytest.raises(Refusal, match=code):
            tell_result(by=first, round_=round_, outcome="win", cause=cause)
