"""Games that are broken off: they hold up nobody's next round, and always the end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.cast import Cast, tables
from tests.factories import publish as made_public
from tests.factories import report_all
from tests.working import compute
from tournaments.acts.adjourning import adjourn_game, resume_game, withdraw_adjournment
from tournaments.acts.drafts import pair_round
from tournaments.acts.results import report_result
from tournaments.acts.rounds import close_round, publish_round
from tournaments.acts.undo.undo import undo
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.exchange.trf import write
from tournaments.models import Adjournment, ResultReport, Round, RoundVersion, Section, Standing
from tournaments.pairing import pair as pure_pair
from tournaments.queries.files import section_as_file
from tournaments.queries.public.public_crosstable import cross
from tournaments.queries.public.public_rounds import public_round_page
from tournaments.queries.public.public_sections import card
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.tournament import tournament_of
from tournaments.state.tournament import Result
from tournaments.todo import about, needs_of


def adjourn(cast: Cast, number: int = 1, table: int = 1, **more: Any) -> Any:
    return adjourn_game(round_=cast.round(number), table=table, by=cast.dave, **more)


def close(cast: Cast, number: int) -> None:
    close_round(round_=cast.round(number), by=cast.bob)
    compute()


def others_reported(cast: Cast, number: int, table: int = 1) -> None:
    """Every table but one has a result."""
    for pairing in cast.round(number).pairings.exclude(table=table).filter(table__isnull=False):
        report_result(
            round_=cast.round(number), table=pairing.table or 0, value="1-0", seen=None, by=cast.bob
        )


def points(cast: Cast, after: int) -> dict[int, str]:
    newest = Standing.objects.filter(section=cast.section, after_round=after).order_by("-version")[0]
    return {row["number"]: row["points"] for row in newest.data["rows"]}


@pytest.mark.slow
@pytest.mark.parametrize(("counts", "each"), [("draw", "1"), ("nothing", "0")])
def test_it_counts_as_the_section_says_and_holds_up_no_pairing(
    published: Cast, counts: str, each: str
) -> None:
    Section.objects.filter(pk=published.section.pk).update(adjourned_as=counts)
    adjourn(published, sealed_move="C2=5")
    others_reported(published, 1)
    close(published, 1)
    first, second = tables(published.round(1))[1]
    assert (points(published, 1)[first], points(published, 1)[second]) == (each, each)
    pair_round(round_=published.round(2), by=published.bob)
    compute()
    file = section_as_file(Section.objects.get(pk=published.section.pk))
    [game] = [item for item in file.games if item.adjourned]
    assert game.result is (Result.DRAW if counts == "draw" else Result.NONE)
    by_rule = {(item.table, item.first, item.second) for item in pure_pair(file, 2).pairs}
    assert {(t, *pair) for t, pair in tables(published.round(2)).items() if t} == by_rule
    assert loads(dumps(file)).games == file.games
    # A file of FIDE says an adjourned game as ``?`` and by X what it counts.
    lost = [loss.code for loss in write(file, 26).losses if loss.code == "adjourned"]
    assert lost == ([] if counts == "draw" else ["adjourned"])


@pytest.mark.slow
def test_the_result_comes_after_the_round_is_closed(published: Cast) -> None:
    """The next pairing, which is public, stays; standings are frozen anew."""
    adjourn(published)
    others_reported(published, 1)
    close(published, 1)
    pair_round(round_=published.round(2), by=published.bob)
    compute()
    made_public(published.round(2))
    before = RoundVersion.objects.get(round=published.round(2)).pairs
    with pytest.raises(Denied):
        report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.carol)
    report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.dave)
    outbox.drain()
    first, second = tables(published.round(1))[1]
    assert (points(published, 1)[first], points(published, 1)[second]) == ("2", "0")
    assert RoundVersion.objects.get(round=published.round(2)).pairs == before
    assert published.round(1).state == Round.State.CLOSED
    assert not any(game.adjourned for game in tournament_of(published.section).games)


@pytest.mark.slow
def test_a_draft_that_rests_on_it_is_paired_again(published: Cast) -> None:
    adjourn(published)
    others_reported(published, 1)
    close(published, 1)
    pair_round(round_=published.round(2), by=published.bob)
    compute()
    report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.dave)
    draft = published.round(2)
    with pytest.raises(Refusal, match="draft-outdated"):
        publish_round(round_=draft, seen=draft.draft_digest, by=published.bob)


@pytest.mark.slow
def test_the_last_round_waits_for_it(published: Cast) -> None:
    adjourn(published)
    others_reported(published, 1)
    close(published, 1)
    for number in range(2, published.section.rounds + 1):
        pair_round(round_=published.round(number), by=published.bob)
        compute()
        report_all(made_public(published.round(number)))
        kinds = {need.kind: need.blocks for need in needs_of(about(published.round(number)))}
        if number < published.section.rounds:
            assert kinds["adjourned"] is None
            close(published, number)
    assert kinds["adjourned"] == "close"
    last = published.round(published.section.rounds)
    with pytest.raises(Refusal) as caught:
        close_round(round_=last, by=published.bob)
    assert (caught.value.code, caught.value.params) == ("adjourned-open", {"round": 1, "tables": [1]})
    report_result(round_=published.round(1), table=1, value="0-1", seen=None, by=published.bob)
    close(published, last.number)
    assert published.round(last.number).state == Round.State.CLOSED


def test_the_sealed_move_is_secret_until_the_game_is_resumed(published: Cast) -> None:
    at = timezone.now() + timedelta(days=1)
    adjourn(published, sealed_move="H2+3", resumes_at=at)
    adjourn(published, resumes_at=at)
    assert Adjournment.objects.get().sealed_move == "H2+3"
    assert not JournalEntry.objects.filter(after__icontains="H2+3").exists()
    with pytest.raises(Refusal, match="not-adjourned"):
        resume_game(round_=published.round(1), table=2, by=published.dave)
    opened = resume_game(round_=published.round(1), table=1, by=published.dave)
    assert opened == {"table": 1, "sealed_move": "H2+3"}
    assert resume_game(round_=published.round(1), table=1, by=published.dave) == opened
    with pytest.raises(Refusal, match="adjourn-resumed"):
        adjourn(published)


def test_what_is_decided_cannot_be_adjourned(published: Cast) -> None:
    report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.bob)
    with pytest.raises(Refusal, match="adjourn-decided"):
        adjourn(published)
    for move, code in (("x" * 41, "name-too-long"), ("a\u202eb", "name-not-printable")):
        with pytest.raises(Refusal, match=code):
            adjourn(published, table=2, sealed_move=move)
    assert not ResultReport.objects.filter(pairing__table=2).exists()


def test_the_public_page_says_so(published: Cast) -> None:
    adjourn(published)
    page = public_round_page(published.section.pk, 1, PublicSnapshot())
    assert [table.table for table in page.tables if table.adjourned] == [1]
    report_result(round_=published.round(1), table=1, value="1/2", seen=None, by=published.dave)
    page = public_round_page(published.section.pk, 1, PublicSnapshot())
    assert not any(table.adjourned for table in page.tables)


@pytest.mark.slow
def test_it_is_withdrawn_by_hand_and_from_the_journal(published: Cast) -> None:
    adjourn(published)
    withdraw_adjournment(round_=published.round(1), table=1, by=published.dave)
    assert not Adjournment.objects.exists()
    with pytest.raises(Refusal, match="results-missing"):
        close_round(round_=published.round(1), by=published.bob)
    adjourn(published)
    line = JournalEntry.objects.filter(act="adjourn_game").latest("pk")
    adjourn(published, resumes_at=timezone.now() + timedelta(days=1))
    later = JournalEntry.objects.filter(act="adjourn_game").latest("pk")
    arguments = {"event": published.event, "reason": "a slip", "by": published.bob}
    with pytest.raises(Refusal, match="undo-untold"):
        undo(entry=later.pk, **arguments)
    undo(entry=line.pk, **arguments)
    assert not published.round(1).pairings.filter(adjourned=True).exists()
    adjourn(published)
    others_reported(published, 1)
    close(published, 1)
    with pytest.raises(Refusal, match="state"):
        withdraw_adjournment(round_=published.round(1), table=1, by=published.dave)


@pytest.mark.slow
def test_crosstable_and_player_page_say_so(published: Cast) -> None:
    adjourn(published)
    others_reported(published, 1)
    close(published, 1)
    first, second = tables(published.round(1))[1]
    rows = {row.player.number: row for row in cross(published.section.pk, 1, PublicSnapshot()).rows}
    for number in (first, second):
        [cell] = rows[number].cells
        assert (cell.adjourned, cell.outcome) == (True, None)
        [item] = card(published.section.pk, number, PublicSnapshot()).rounds
        assert (item.adjourned, item.outcome, item.points) == (True, None, "1")
    report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.dave)
    [item] = card(published.section.pk, first, PublicSnapshot()).rounds
    assert (item.adjourned, item.outcome, item.points) == (False, "win", "2")
