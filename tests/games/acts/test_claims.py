"""Ruling on claims: right, wrong, wrong again, on a short clock; what follows is in result and register."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from games.acts.records import accept_record, submit_record
from games.models import Claim, GameRecord
from games.queries.claims import ClaimTyped, claim_revision
from games.queries.records import current_record
from games.rulebooks.claims import ClaimKind, ClaimOutcome, judge_by_hand, judge_claim
from games.rulebooks.findings import Claim as AskedClaim
from games.wording.claims import finding_lines, follows_cited
from games.xiangqi.cycles import Played
from games.xiangqi.fen import Position
from games.xiangqi.values import Move
from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Conflict, Denied, Refusal
from tests.cast import Cast, foul_of, pairing_of, row, value_of
from tests.games.acts.claiming import QUIET, SHUFFLE, claim_at, handed_in, rule
from tournaments.acts.clocks import note_clocks
from tournaments.acts.refereeing.fouls import withdraw_foul
from tournaments.acts.results import current_report, report_result
from tournaments.models import ClockReading
from tournaments.queries.clocks import remaining_of
from tournaments.queries.journal import journal_lines, journal_of
from tournaments.queries.refereeing.fouls import tallies
from tournaments.queries.refereeing.referee_reports import report_data, report_tables
from tournaments.wording.grounds import stored_reason_text


def test_the_count_is_shown_ply_by_ply_and_ignores_the_claimants_checks_beyond_the_tenth() -> None:
    """14 checks of the claimant among 100 plies: 96 count (WXC 5); the opponent's all count."""
    checks = ["h0h9", "e9e8", *["h9h8", "e8e9", "h8h9", "e9e8"] * 6, "h9h8", "e8e9"]
    played = Played.of(
        [Move.parse(text) for text in [*checks, *["a0a1", "i9i8", "a1a0", "i8i9"] * 18]],
        Position.parse("4k3r/9/9/9/9/9/9/9/9/R2K3R1 w - - 0 1"),
    )
    assert (len(played), sum(played.checks)) == (100, 14)
    for side, counted in ((0, 96), (1, 100)):
        verdict = judge_claim(
            played, ClaimKind.NATURAL_LIMIT, AskedClaim(side, 100), wrong_before=0, clock=None
        )
        count = verdict.as_json()
        assert (count["counted"], count["plies"], count["ignored"]) == (counted, 100, 100 - counted)
        assert verdict.right is (side == 1)
        assert [item.ply for item in verdict.count] == list(range(1, 101))
        assert sum(item.counts for item in verdict.count) == counted


def test_a_right_claim_is_a_draw(recorded: Cast) -> None:
    answer = rule(recorded, claim_at(102), once="tap")
    assert (answer["right"], answer["outcome"], answer["counted"]) == (True, "draw", 100)
    assert rule(recorded, claim_at(102), once="tap") == answer
    assert value_of(recorded) == "1/2"
    claim = Claim.objects.select_related("report", "record").get()
    assert claim.report is not None
    report = claim.report
    assert (report.cause, report.article, report.detail) == (
        "natural-limit",
        "5",
        {"claim": "natural-limit"},
    )
    assert claim.record.pairing_id == claim.pairing_id
    entry = JournalEntry.objects.get(act="rule_on_claim")
    assert entry.after["counted"] == 100
    with pytest.raises(Refusal, match="claim-ruled"):
        rule(recorded, claim_at(102), by=recorded.bob)


@pytest.mark.slow
def test_a_wrong_claim_is_a_foul_and_the_second_loses(recorded: Cast) -> None:
    first = rule(recorded, claim_at(101))
    assert (first["right"], first["outcome"], first["lost"]) == (False, "foul", False)
    foul = row(first)
    assert (foul.kind, foul.article, foul.penalty, foul.status) == (
        "technical",
        "5",
        "five-minutes",
        "confirmed",
    )
    assert value_of(recorded) == "none"
    # The other player's claim is the first of his; another kind is another claim.
    assert rule(recorded, claim_at(60), "second")["outcome"] == "foul"
    assert rule(recorded, ClaimTyped("repetition", 5, 1800))["outcome"] == "foul"
    assert rule(recorded, claim_at(99))["outcome"] == "loss"
    assert value_of(recorded) == "0-1"
    assert [tally.count for tally in tallies(recorded.section, pairing_of(recorded))] == [2, 1]


def test_the_reason_of_a_ruling_is_read_in_any_language(recorded: Cast) -> None:
    with translation.override("en"):
        foul = row(rule(recorded, claim_at(101)))
    with translation.override("zh-hans"):
        collected = {line.reason for line in journal_lines(journal_of(recorded.section.event), "UTC")}
        assert stored_reason_text(foul.reason) in collected
    assert "申请裁定：自然限着：50 回合未吃子（WXC 5），不成立" in collected


def test_a_claim_whose_foul_was_withdrawn_was_none(recorded: Cast) -> None:
    first = rule(recorded, claim_at(101))
    withdraw_foul(foul=row(first), reason="misheard", by=recorded.bob)
    assert rule(recorded, claim_at(100))["outcome"] == "foul"


def test_a_loss_by_a_second_wrong_claim_goes_with_the_foul_of_the_first(recorded: Cast) -> None:
    first = rule(recorded, claim_at(101))
    rule(recorded, claim_at(99))
    assert value_of(recorded) == "0-1"
    withdraw_foul(foul=row(first), reason="misheard", by=recorded.bob)
    assert value_of(recorded) == "*"


def test_a_loss_on_a_short_clock_stands_without_the_claim_before_it(recorded: Cast) -> None:
    first = rule(recorded, claim_at(101))
    rule(recorded, claim_at(99, 299))
    withdraw_foul(foul=row(first), reason="misheard", by=recorded.bob)
    assert value_of(recorded) == "0-1"


def test_a_result_that_a_referee_entered_since_stands_as_well(recorded: Cast) -> None:
    first = rule(recorded, claim_at(101))
    rule(recorded, claim_at(99))
    arguments = {"seen": current_report(pairing_of(recorded)).pk, "reason": "agreed"}  # type: ignore[union-attr]
    report_result(round_=recorded.round(1), table=1, value="1/2", by=recorded.bob, **arguments)
    withdraw_foul(foul=row(first), reason="misheard", by=recorded.bob)
    assert value_of(recorded) == "1/2"


@pytest.mark.parametrize(
    ("clock", "outcome", "value"), [(299, "loss", "0-1"), (300, "foul", "none"), (None, "foul", "none")]
)
def test_less_than_five_minutes_lose_and_exactly_five_do_not(
    recorded: Cast, clock: int | None, outcome: str, value: str
) -> None:
    assert rule(recorded, claim_at(101, clock))["outcome"] == outcome
    assert value_of(recorded) == value


def test_a_wrong_claim_may_be_the_fourth_foul(recorded: Cast) -> None:
    for _ in range(3):
        foul_of(recorded, "first")
    answer = rule(recorded, claim_at(101))
    assert (answer["outcome"], answer["lost"]) == ("foul", True)
    assert value_of(recorded) == "0-1"


@pytest.mark.parametrize("ply", [10, 11, 14, 122])
def test_a_repetition(recorded: Cast, ply: int) -> None:
    """Claimed at the third occurrence, or later while the series goes on."""
    answer = rule(recorded, ClaimTyped("repetition", ply, 1800))
    assert (answer["right"], answer["outcome"]) == (True, "draw")


@pytest.mark.parametrize(
    ("language", "grounds", "follows"),
    [
        (
            "en",
            "Only 99 moves count; the limit is 100 (WXC 5)",
            "Technical foul for Red; 5 minutes deducted from the clock (WXC 5).",
        ),
        ("zh-hans", "（WXC 5）", "（WXC 5）。"),
        ("vi", "(WXC 5)", "(WXC 5)."),
    ],
)
def test_what_a_wrong_claim_costs_is_said_once_and_the_article_before_the_full_stop(
    language: str, grounds: str, follows: str
) -> None:
    verdict = judge_by_hand(AskedClaim(0, 99), since=0, checks=0, wrong_before=0, clock=600)
    with translation.override(language):
        [line] = finding_lines(verdict)
        cost = follows_cited(verdict, "Red")
    assert "".join(line[:3]).endswith(grounds)
    assert "".join(cost[:3]).endswith(follows)
    assert cost.path == "rulebooks/wxc2015/#article-5"


def test_a_perpetual_check_goes_against_the_checker_for_as_long_as_it_lasts() -> None:
    played = Played.of(
        [Move.parse(text) for text in ["h0h9", "e9e8", *["h9h8", "e8e9", "h8h9", "e9e8"] * 6]],
        Position.parse("4k3r/9/9/9/9/9/9/9/9/R2K3R1 w - - 0 1"),
    )
    for ply in (10, 11, 14, 26):
        for side, outcome in ((0, ClaimOutcome.LOSS), (1, ClaimOutcome.WIN)):
            claim = AskedClaim(side, ply)
            verdict = judge_claim(played, ClaimKind.REPETITION, claim, wrong_before=0, clock=None)
            assert (verdict.right, verdict.outcome) == (side == 1, outcome)
            refused, *_ = finding_lines(verdict)
            broken = "Red's own breach of article AXF 1, on which no claim can be based"
            assert (broken in refused.before) is (side == 0)
            assert "no claimable repetition" not in refused.before
            # The article that decides, and its text one tap away.
            cited = (
                ("AXF 1", "rulebooks/axf/#article-1")
                if side == 0
                else ("AXF", "rulebooks/wxc2015/#article-axf")
            )
            assert (refused.article, refused.path) == cited
            assert verdict.findings[0].article == ("AXF 1" if side == 0 else "AXF")
    early = judge_claim(played, ClaimKind.REPETITION, AskedClaim(1, 8), wrong_before=0, clock=None)
    assert early.outcome is ClaimOutcome.FOUL


def test_without_a_record_the_referee_types_the_moves(published: Cast) -> None:
    with pytest.raises(Refusal, match="record-not-accepted"):
        rule(published, claim_at(102))
    answer = rule(published, claim_at(102, typed=" ".join(QUIET)))
    assert answer["outcome"] == "draw"
    fen = "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - - 0 1"
    shuffle = " ".join(SHUFFLE * 25)
    answer = rule(published, claim_at(140, typed=shuffle, fen=fen, since=40), "second")
    assert answer["counted"] == 100
    assert Claim.objects.filter(record=None).exclude(typed="").count() == 2


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("answer", "more", "code"),
    [
        (claim_at(0), {}, "claim-out-of-play"),
        (claim_at(123), {}, "claim-out-of-play"),
        (claim_at(102, -3), {}, "bad-clock"),
        (claim_at(102), {"player": 99}, "not-at-table"),
        (claim_at(102), {"table": 77}, "no-such-table"),
        (ClaimTyped("yawning", 102), {}, "unknown-claim"),
        (claim_at(102, typed="C2=5 H8+7 C2=9"), {}, "moves-unreadable"),
        (claim_at(102, typed="hello"), {}, "moves-unreadable"),
        (claim_at(102, typed="a0a1", fen="nothing"), {}, "bad-position"),
        (claim_at(102, typed="x" * 30_000), {}, "moves-too-long"),
    ],
)
def test_what_is_no_claim(recorded: Cast, answer: ClaimTyped, more: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        rule(recorded, answer, **more)
    assert refused.value.code == code
    assert not Claim.objects.exists()


def test_a_record_that_is_not_accepted_decides_nothing(published: Cast) -> None:
    handed_in(published, " ".join(QUIET).encode())
    with pytest.raises(Refusal, match="record-waits"):
        rule(published, claim_at(102))


def test_who_may_and_who_was_first(recorded: Cast) -> None:
    with pytest.raises(Denied):
        rule(recorded, claim_at(102), by=recorded.carol)
    seen = claim_revision(pairing_of(recorded), 1)
    rule(recorded, claim_at(101), seen=seen)
    with pytest.raises(Conflict, match="claims-changed"):
        rule(recorded, claim_at(100), seen=seen, by=recorded.bob)
    seen = claim_revision(pairing_of(recorded), 1)
    assert rule(recorded, claim_at(100), seen=seen, by=recorded.bob)["outcome"] == ClaimOutcome.LOSS


def corrected(cast: Cast) -> None:
    """Another record of the game is accepted: no piece was taken."""
    pairing = pairing_of(cast)
    current = current_record(pairing)
    assert current is not None
    arguments = {"raw": " ".join(SHUFFLE * 30).encode(), "seen": current.pk, "reason": "the other sheet"}
    answer = submit_record(pairing=pairing, by=cast.carol, **arguments)  # type: ignore[arg-type]
    outbox.drain()
    accept_record(record=GameRecord.objects.get(pk=answer["record"]), by=cast.bob)


def decided(cast: Cast) -> None:
    report_result(round_=cast.round(1), table=1, value="1-0", seen=None, by=cast.carol)


@pytest.mark.slow
@pytest.mark.parametrize("meanwhile", [corrected, decided, foul_of])
def test_nothing_follows_from_a_verdict_that_nobody_has_seen(
    recorded: Cast, meanwhile: Callable[[Cast], object]
) -> None:
    """The record, the result or the register has changed after the verdict was shown."""
    seen = claim_revision(pairing_of(recorded), 1)
    meanwhile(recorded)
    before = value_of(recorded)
    with pytest.raises(Conflict, match="claims-changed"):
        rule(recorded, claim_at(102), seen=seen)
    assert value_of(recorded) == before
    assert not Claim.objects.exists()


def test_plies_of_a_record_are_counted_from_its_start(recorded: Cast) -> None:
    """The ply of the last capture belongs to typed moves; beside a record it shifts nothing, and without the
    position that stood there it is not guessed."""
    answer = rule(recorded, claim_at(102, since=2))
    assert (answer["right"], answer["counted"]) == (True, 100)
    with pytest.raises(Refusal) as refused:
        rule(recorded, claim_at(102, typed=" ".join(QUIET), since=2), "second")
    assert (refused.value.code, refused.value.field) == ("position-needed", "fen")


@pytest.mark.parametrize(
    ("ply", "clock", "left", "why"),
    [(101, 1800, "25:00", "deduction"), (101, 300, "0:00", "deduction"), (102, 1800, "30:00", "ruling")],
    ids=["five minutes off", "nothing left", "upheld"],
)
def test_the_clock_of_a_claim_is_noted(recorded: Cast, ply: int, clock: int, left: str, why: str) -> None:
    noted = {"first_clock": "40:00", "second_clock": "12:00", "second_overtime": "3 × 30 s"}
    note_clocks(round_=recorded.round(1), table=1, by=recorded.carol, **noted)
    rule(recorded, claim_at(ply, clock))
    reading = ClockReading.objects.latest("pk")
    assert (reading.why, reading.ply) == (why, ply)
    remaining = remaining_of(reading)
    assert (remaining.first, remaining.second) == (left, "12:00 + 3 × 30 s"), "the other's stays"


def test_a_claim_without_a_clock_notes_none(recorded: Cast) -> None:
    rule(recorded, claim_at(101, None))
    assert not ClockReading.objects.exists()


def test_the_referees_report_says_how_a_claim_was_ruled_on(recorded: Cast) -> None:
    rule(recorded, claim_at(102))
    data = report_data(recorded.section)
    [line] = data["claims"]
    assert (line["round"], line["table"], line["kind"], line["right"]) == (1, 1, "natural-limit", True)
    assert recorded.section.entries.get(number=line["entry"]).pk == Claim.objects.get().entry_id
    tables = {table.key: table for table in report_tables(data, {line["entry"]: "Claimant"})}
    [claim] = tables["claims"].lines
    assert claim.about == "Claimant"
    assert claim.text
