"""Fouls that scoresheets propose: confirmed through the register, or rejected with a reason; each once."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from games.acts.scoresheets import submit_scoresheets
from games.models import ProposalRuling, Scoresheets
from games.queries.scoresheets import proposals
from games.todo import proposed_fouls
from portal.journal.models import JournalEntry
from portal.policy import Conflict, Denied, Refusal
from tests.cast import Cast, foul_of, number_at, pairing_of, value_of
from tests.games.acts.sheets import MOVES, handed_in, rule
from tests.games.scoresheets.making import rows, texts_of
from tests.waiting import waiting_in
from tournaments.acts.refereeing.fouls import withdraw_foul
from tournaments.models import Foul
from tournaments.todo import Need, about, situation_of
from tournaments.wording.grounds import stored_reason_text


def left_of(cast: Cast) -> list[int]:
    return [proposal.left for proposal in proposals(cast.round(1))]


def needed(cast: Cast) -> list[str]:
    return [need.text for need in proposed_fouls(about(cast.round(1)))]


def waiting_at(cast: Cast) -> list[Need]:
    """What the desk's first page lists."""
    return waiting_in(situation_of(cast.event))


@pytest.mark.slow
def test_sheets_that_nobody_has_reconciled_yet_propose_nothing(published: Cast) -> None:
    """What stood on the pair before them is not ruled on in their name."""
    handed_in(published, 9)
    texts = rows(texts_of(MOVES))
    answer = submit_scoresheets(pairing=pairing_of(published), first=texts, second=texts, by=published.carol)
    waiting = Scoresheets.objects.get(pk=answer["scoresheets"])
    with pytest.raises(Conflict, match="proposal-ruled"):
        rule(published, waiting, left=2)
    assert not ProposalRuling.objects.exists()


@pytest.mark.slow
def test_one_is_rejected_and_one_confirmed(published: Cast) -> None:
    sheets = handed_in(published, 9)
    assert needed(published) == ["Table 1: 2 recording fouls to decide"]
    [first_page] = [
        proposal_ruling
        for proposal_ruling in waiting_at(published)
        if proposal_ruling.kind == "proposed-foul"
    ]
    assert first_page.text == "Table 1: 2 recording fouls to decide"
    with pytest.raises(Refusal, match="reason-needed"):
        rule(published, sheets, left=2, reason=" ")
    first = rule(published, sheets, left=2, once="tap")
    assert rule(published, sheets, left=2, once="tap") == first
    assert (first["confirmed"], first["left"], "foul" in first) == (False, 1, False)
    assert not Foul.objects.exists()
    assert needed(published) == ["Table 1: 1 recording foul to decide"]
    second = rule(published, sheets, left=1, confirm=True, reason="")
    foul = Foul.objects.get(pk=second["foul"])
    assert (foul.status, foul.article, stored_reason_text(foul.reason)) == (
        "confirmed",
        "4.3",
        "9 moves missed",
    )
    assert (left_of(published), needed(published)) == ([0], [])
    assert [
        (proposal_ruling.number, proposal_ruling.foul_id, proposal_ruling.by)
        for proposal_ruling in ProposalRuling.objects.all()
    ] == [
        (1, None, published.dave),
        (2, foul.pk, published.dave),
    ]
    entry = JournalEntry.objects.filter(act="rule_on_proposal").order_by("pk")[0]
    assert entry.reason == "the sheet was wet"
    assert entry.after == {
        "table": 1,
        "player": number_at(published, "second"),
        "sheets": sheets.pk,
        "missed": 9,
        "article": "4.3",
        "rejected": True,
        "proposed": 1,
    }
    for act in ("log_foul", "confirm_foul"):
        assert JournalEntry.objects.get(act=act).after["sheets"] == sheets.pk


@pytest.mark.slow
def test_what_is_decided_elsewhere_is_not_proposed_and_other_sheets_propose_anew(published: Cast) -> None:
    sheets = handed_in(published, 9)
    foul_of(published, "second", offence="missed-moves")
    assert left_of(published) == [1]
    done = rule(published, sheets, left=1, confirm=True)
    withdraw_foul(foul=Foul.objects.get(pk=done["foul"]), reason="misread", by=published.bob)
    # Who withdraws it has decided on it; on other sheets it is proposed again.
    assert left_of(published) == [0]
    newer = handed_in(published, 8)
    assert left_of(published) == [1]
    with pytest.raises(Conflict, match="sheets-changed"):
        rule(published, sheets, left=1)
    rule(published, newer, left=1)
    handed_in(published, 3)
    assert left_of(published) == []


def test_the_second_referee_is_told_and_the_desk_may_not(published: Cast) -> None:
    sheets = handed_in(published, 5)
    with pytest.raises(Denied):
        rule(published, sheets, left=1, by=published.carol)
    with pytest.raises(Refusal, match="not-at-table"):
        rule(published, sheets, left=1, player=99)
    rule(published, sheets, left=1, confirm=True)
    with pytest.raises(Conflict, match="proposal-ruled"):
        rule(published, sheets, left=1, confirm=True, by=published.bob)
    with pytest.raises(Conflict, match="proposal-ruled"):
        rule(published, sheets, left=1, player=number_at(published, "first"))
    assert Foul.objects.in_force().count() == 1


@pytest.mark.slow
def test_the_fourth_loses_as_any_fourth_does(published: Cast) -> None:
    for _ in range(3):
        foul_of(published, "second")
    done = rule(published, handed_in(published, 4), left=1, confirm=True)
    assert (done["lost"], value_of(published)) == (True, "1-0")


def test_a_ruling_is_never_changed(published: Cast) -> None:
    rule(published, handed_in(published, 5), left=1)
    for change in ("UPDATE games_proposalruling SET reason = 'x'", "DELETE FROM games_proposalruling"):
        with (
            pytest.raises(IntegrityError, match="insert-only"),
            transaction.atomic(),
            connection.cursor() as sql,
        ):
            sql.execute(change)
