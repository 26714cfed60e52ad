"""Rounds are paired, published and closed one after the other, whoever is slow."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from portal import outbox
from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.working import compute
from tournaments.acts.drafts import enqueue_pairing, pair_round
from tournaments.acts.results import report_result
from tournaments.acts.rounds import close_round, publish_round, reopen_round
from tournaments.models import ResultReport, Round, Standing
from tournaments.queries.progress import close_key

ReportAll = Callable[[Cast, int], None]


@pytest.fixture
@remembered
def closed(published: Cast, report_all: ReportAll) -> Cast:
    """Round 1 closed, round 2 planned."""
    report_all(published, 1)
    close_round(round_=published.round(1), by=published.bob)
    compute()
    return published


def play(cast: Cast, number: int, report_all: ReportAll) -> None:
    """A planned round up to its last result."""
    pair_round(round_=cast.round(number), by=cast.bob)
    compute()
    publish_round(round_=cast.round(number), seen=cast.round(number).draft_digest, by=cast.bob)
    compute()
    report_all(cast, number)


def open_behind(cast: Cast, number: int) -> None:
    """A round is open while a later one is not planned any more: databases of an earlier version."""
    Round.objects.filter(pk=cast.round(number).pk).update(state=Round.State.PLAYING)


def code_of(job: object) -> tuple[str, str]:
    objects = outbox.Job.objects.get(pk=job)
    return objects.state, (objects.outcome or {}).get("code", "")


def refused(act: Callable[..., object], **kwargs: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        act(**kwargs)
    return caught.value


def test_a_round_does_not_reopen_while_the_next_is_being_paired(closed: Cast) -> None:
    pair_round(round_=closed.round(2), by=closed.bob)
    refusal = refused(reopen_round, round_=closed.round(1), reason="Error.", by=closed.bob)
    assert (refusal.code, refusal.params) == ("still-pairing", {"round": 2})
    assert closed.round(1).state == Round.State.CLOSED


def test_the_worker_pairs_nothing_after_a_round_that_is_open_again(closed: Cast) -> None:
    reopen_round(round_=closed.round(1), reason="Error.", by=closed.bob)
    job = enqueue_pairing(closed.round(2), by=closed.bob)
    compute()
    assert code_of(job) == ("refused", "previous-round-open")
    assert closed.round(2).state == Round.State.PLANNED


def test_a_draft_waits_for_the_round_before_it(closed: Cast) -> None:
    pair_round(round_=closed.round(2), by=closed.bob)
    compute()
    open_behind(closed, 1)
    round_ = closed.round(2)
    refusal = refused(publish_round, round_=round_, seen=round_.draft_digest, by=closed.bob)
    assert (refusal.code, refusal.params) == ("previous-round-open", {"round": 1})


def test_the_worker_publishes_nothing_after_an_open_round(closed: Cast) -> None:
    pair_round(round_=closed.round(2), by=closed.bob)
    compute()
    round_ = closed.round(2)
    arguments = publish_round(round_=round_, seen=round_.draft_digest, by=closed.bob)
    open_behind(closed, 1)
    compute()
    assert code_of(arguments["job"]) == ("refused", "previous-round-open")
    assert closed.round(2).state == Round.State.DRAFT


@pytest.mark.slow
def test_rounds_close_in_order(closed: Cast, report_all: ReportAll) -> None:
    play(closed, 2, report_all)
    open_behind(closed, 1)
    assert refused(close_round, round_=closed.round(2), by=closed.bob).code == "previous-round-open"


@pytest.mark.slow
def test_the_worker_closes_in_order(closed: Cast, report_all: ReportAll) -> None:
    play(closed, 2, report_all)
    arguments = close_round(round_=closed.round(2), by=closed.bob)
    open_behind(closed, 1)
    compute()
    assert code_of(arguments["job"]) == ("refused", "previous-round-open")
    assert closed.round(2).state == Round.State.PLAYING


@pytest.mark.slow
def test_closing_an_earlier_round_freezes_every_later_standing_anew(
    closed: Cast, report_all: ReportAll
) -> None:
    play(closed, 2, report_all)
    close_round(round_=closed.round(2), by=closed.bob)
    compute()
    open_behind(closed, 1)
    report = ResultReport.objects.get(pairing__round=closed.round(1), pairing__table=1)
    report_result(
        round_=closed.round(1), table=1, value="0-1", seen=report.pk, reason="Misread.", by=closed.bob
    )
    close_round(round_=closed.round(1), by=closed.bob)
    compute()
    assert list(
        Standing.objects.order_by("after_round", "version").values_list("after_round", "version")
    ) == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    ]


@pytest.mark.slow
def test_a_report_waits_while_the_round_is_being_closed(published: Cast, report_all: ReportAll) -> None:
    report_all(published, 1)
    report = ResultReport.objects.get(pairing__table=1)
    close_round(round_=published.round(1), by=published.bob)
    refusal = refused(
        report_result,
        round_=published.round(1),
        table=1,
        value="0-1",
        seen=report.pk,
        reason="Misread.",
        by=published.bob,
    )
    assert (refusal.code, refusal.params) == ("closing", {"round": 1})
    compute()
    assert outbox.pending(close_key(published.round(1))) is None
    assert published.round(1).state == Round.State.CLOSED
