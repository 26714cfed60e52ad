"""The handicap of one game, changed by the chief referee: what is told of it, and until when."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.acts.records import submit_record
from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast, last
from tests.tournaments.acts.played import handicaps, round_of, section_of_grades, start
from tests.tournaments.pages.rendered import parsed, render, text_of
from tests.working import compute
from tournaments.acts.adjust_round import Flip, adjust_round
from tournaments.acts.drafts import pair_round
from tournaments.acts.handicaps import change_handicap
from tournaments.acts.results import report_result, take_back_result
from tournaments.acts.undo.undo import undo
from tournaments.models import Pairing, Player, Round, RoundVersion, Section
from tournaments.queries.progress import round_revision
from tournaments.queries.public.public_rounds import public_round_page
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.tables import entry_namer, table_row, table_rows
from tournaments.wording.refusals import refusal_sentence


@pytest.fixture
@remembered
def section(cast: Cast) -> Section:
    """Round 1 published: two even games at tables 1 and 2, two stones at tables 3 and 4."""
    section = section_of_grades(cast, bar="2d", handicap_correction=0)
    assert handicaps(start(cast, section, 1)) == [0, 0, 2, 2]
    return section


def table_of(section: Section, table: int) -> Pairing:
    return Pairing.objects.get(round__section=section, round__number=1, table=table)


def black_of(section: Section, table: int) -> int:
    return table_of(section, table).seats.get(colour="first").entry.number or 0


def white_of(section: Section, table: int) -> int:
    return table_of(section, table).seats.get(colour="second").entry.number or 0


def changed(cast: Cast, section: Section, **wanted: Any) -> Any:
    arguments: dict[str, Any] = {"table": 3, "handicap": 4, "reason": "agreed by both", "by": cast.bob}
    return change_handicap(round_=round_of(section, 1), **arguments | wanted)


def page_of(section: Section) -> Any:
    return public_round_page(section.pk, 1, PublicSnapshot())


@pytest.mark.slow
def test_a_published_game_gets_another_handicap_and_everybody_is_told(cast: Cast, section: Section) -> None:
    before = round_of(section, 1).draft_digest
    assert page_of(section).holds is True
    answer = changed(cast, section)
    assert answer == {
        "table": 3,
        "handicap": 4,
        "black": black_of(section, 3),
        "komi": None,
        "digest": round_of(section, 1).draft_digest,
    }
    assert answer["digest"] != before
    version = RoundVersion.objects.get(round=round_of(section, 1), number=2)
    assert [pair["handicap"] for pair in version.pairs] == [0, 0, 4, 2, 0]
    page = page_of(section)
    assert page.holds is False
    assert [
        (change.number, change.before["handicap"], change.now["handicap"]) for change in page.changes
    ] == [(number, 2, 4) for number in sorted((black_of(section, 3), white_of(section, 3)))]
    [table] = [change for change in page.tables if change.table == 3]
    assert (table.handicap, table.by_hand) == (4, True)
    # What the rule gave stays among the reasons, and the desk is told where the game differs from it.
    codes = [reason["code"] for reason in table.reasons]
    assert codes[-3:] == ["stones", "white-stronger", "stones-given"]
    row = table_row(round_of(section, 1), 3)
    assert row is not None
    assert row.unlike_rule == "differs from the rule, which says: H2, komi ½"
    [remark] = next(
        change for change in table_rows(round_of(section, 1), entry_namer(section)) if change.table == 3
    ).remarks
    assert remark.text.endswith("is 2, not 4.")
    assert last("change_handicap").reason == "agreed by both"


@pytest.mark.slow
def test_black_may_be_the_other_one(cast: Cast, section: Section) -> None:
    white = white_of(section, 1)
    changed(cast, section, table=1, handicap=0, black=white)
    assert (black_of(section, 1), handicaps(round_of(section, 1))) == (white, [0, 0, 2, 2])
    row = table_row(round_of(section, 1), 1)
    assert row is not None
    assert row.unlike_rule.startswith("differs from the rule, which says: Guest")
    # Back, and nothing is unlike the rule; once more is nothing at all.
    changed(cast, section, table=1, handicap=0, black=white_of(section, 1))
    versions = RoundVersion.objects.filter(round=round_of(section, 1)).count()
    changed(cast, section, table=1, handicap=0)
    assert RoundVersion.objects.filter(round=round_of(section, 1)).count() == versions == 3
    row = table_row(round_of(section, 1), 1)
    assert row is not None
    assert not row.unlike_rule


@pytest.mark.slow
def test_it_is_undone_as_long_as_the_game_has_not_begun(cast: Cast, section: Section) -> None:
    digest, black = round_of(section, 1).draft_digest, black_of(section, 3)
    changed(cast, section, black=white_of(section, 3))
    undo(event=cast.event, entry=last("change_handicap").pk, reason="misread", by=cast.bob)
    assert (handicaps(round_of(section, 1)), black_of(section, 3)) == ([0, 0, 2, 2], black)
    assert round_of(section, 1).draft_digest == digest
    changed(cast, section)
    entry = last("change_handicap").pk
    changed(cast, section, handicap=5)
    with pytest.raises(Refusal, match="undo-too-late"):
        undo(event=cast.event, entry=entry, reason="misread", by=cast.bob)


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"handicap": 12}, "handicap-range"),
        ({"handicap": -1}, "handicap-range"),
        ({"table": 99}, "no-such-table"),
        ({"black": 99}, "not-at-table"),
        ({"reason": " "}, "reason-needed"),
    ],
)
def test_what_cannot_be(cast: Cast, section: Section, wanted: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        changed(cast, section, **wanted)
    assert refused.value.code == code
    assert refusal_sentence(refused.value.code, refused.value.params)
    assert handicaps(round_of(section, 1)) == [0, 0, 2, 2]


@pytest.mark.slow
def test_a_game_that_has_begun_keeps_its_colours(cast: Cast, section: Section) -> None:
    done = report_result(round_=round_of(section, 1), table=3, value="1-0", seen=None, by=cast.carol)
    with pytest.raises(Refusal, match="handicap-after-result"):
        changed(cast, section)
    take_back_result(round_=round_of(section, 1), table=3, seen=done["report"], reason="slip", by=cast.dave)
    changed(cast, section)
    sgf = b"(;GM[1]SZ[19]HA[2]AB[pd][dp]KM[0.5];W[dd];B[qq])"
    submit_record(pairing=table_of(section, 4), raw=sgf, by=cast.dave)
    with pytest.raises(Refusal, match="colours-after-start"):
        changed(cast, section, table=4, black=white_of(section, 4))
    # How many stones there were is a decision even then.
    assert changed(cast, section, table=4, handicap=3)["handicap"] == 3
    Section.objects.filter(pk=section.pk).update(system="wmsg2008")
    with pytest.raises(Refusal, match="no-handicap-games"):
        changed(cast, section, table=1)


@pytest.mark.slow
def test_a_draft_keeps_it_while_other_tables_change(cast: Cast) -> None:
    section = section_of_grades(cast, bar="2d", handicap_correction=0)
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    changed(cast, section)
    draft_digest = round_of(section, 1).draft_digest
    adjust_round(round_=round_of(section, 1), change=Flip(1), reason="x", by=cast.bob)
    adjust_round(round_=round_of(section, 1), change=Flip(1), reason="x", by=cast.bob)
    draft = round_of(section, 1)
    assert (draft.state, draft.draft_digest, handicaps(draft)) == (
        Round.State.DRAFT,
        draft_digest,
        [0, 0, 4, 2],
    )
    assert [change["change"] for change in draft.draft_changes] == ["handicap", "flip", "flip"]


def test_what_came_with_a_file_is_held_against_the_rule(cast: Cast, section: Section) -> None:
    Pairing.objects.filter(round__section=section).update(reasons=[])
    assert not any(row.unlike_rule for row in table_rows(round_of(section, 1), None))
    Pairing.objects.filter(round__section=section, table=4).update(handicap=5)
    rows = {row.table: row.unlike_rule for row in table_rows(round_of(section, 1), None)}
    assert rows.pop(4) == "differs from the rule, which says: H2, komi ½"
    assert not any(rows.values())
    # Nothing is said where somebody's strength is not known.
    Player.objects.filter(entries__seats__pairing=table_of(section, 4)).update(grade="")
    assert not any(row.unlike_rule for row in table_rows(round_of(section, 1), None))


@pytest.mark.slow
def test_the_page_of_the_table_has_the_form(cast: Cast, section: Section) -> None:
    client = Client()
    client.force_login(cast.bob)
    place = [cast.event.slug, section.slug, 1]
    page = client.get(reverse("result", args=[*place, 3])).content.decode()
    assert "Change the handicap of this game" in page
    sent = {
        "round_seen": round_revision(round_of(section, 1)),
        "table": "3",
        "handicap": "4",
        "black": str(white_of(section, 3)),
        "reason": "agreed",
    }
    for wrong in ({"handicap": "12"}, {"handicap": "x"}, {"black": "7777"}, {"reason": ""}, {"table": "99"}):
        answer = client.post(reverse("change_handicap", args=place), sent | wrong)
        assert (answer.status_code, handicaps(round_of(section, 1))) == (422, [0, 0, 2, 2]), wrong
    answer = client.post(reverse("change_handicap", args=place), sent)
    assert answer.headers["Location"] == reverse("result", args=[*place, 3])
    page = client.get(answer.headers["Location"]).content.decode()
    assert "differs from the rule, which says: H2, komi ½" in page
    assert "differs from the rule" in client.get(reverse("round_desk", args=place)).content.decode()
    journal = client.get(reverse("journal", args=[cast.event.slug])).content.decode()
    assert "handicap changed" in journal
    # The round's own page has it without the colours.
    assert client.post(reverse("change_handicap", args=place), sent).status_code == 409
    sent = {
        "round_seen": round_revision(round_of(section, 1)),
        "table": "4",
        "handicap": "5",
        "reason": "agreed",
    }
    assert client.post(reverse("change_handicap", args=place), sent | {"handicap": "-1"}).status_code == 422
    assert client.post(reverse("change_handicap", args=place), sent).status_code == 302
    assert handicaps(round_of(section, 1)) == [0, 0, 4, 5]
    compute()
    public = text_of(parsed(render("round", {"section": section.pk, "round": 1})).find(".//main"))
    assert "Changed in version" in public
    message = public[public.index("Changed in version") :]
    assert "table 4, Black against" in message
    assert ", H5, komi ½ (before: table 4, Black against" in message
