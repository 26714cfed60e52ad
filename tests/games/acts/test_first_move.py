"""Who moves first, decided at the table."""

from __future__ import annotations

from typing import Any

import pytest

from games.acts.first_move import decide_colours, set_first_move
from games.acts.live import write_game
from games.models import ColourDecision
from games.queries.first_move import first_move_at
from portal.journal.models import JournalEntry
from portal.policy import Conflict, Denied, Refusal
from tests.cast import Cast, pairing_of
from tests.factories import make_link
from tournaments.acts.results import report_result
from tournaments.models import Entry, Pairing, Section


@pytest.fixture
def left_open(published: Cast) -> Cast:
    left = {"first_move": "nigiri", "game": "weiqi", "rulebook": "weiqi"}
    Section.objects.filter(pk=published.section.pk).update(**left)
    published.section.refresh_from_db()
    return published


def at_table(cast: Cast) -> Pairing:
    return Pairing.objects.select_related("round__section__event").get(pk=pairing_of(cast).pk)


def seated(cast: Cast) -> tuple[Entry, Entry]:
    seats = {seat.colour: seat.entry for seat in at_table(cast).seats.select_related("entry")}
    return seats["first"], seats["second"]


def decide(cast: Cast, mover: Entry, by: Any = None, **more: Any) -> Any:
    return decide_colours(pairing=at_table(cast), first=mover.number or 0, by=by or cast.dave, **more)


def test_who_guesses_right_has_black(left_open: Cast) -> None:
    first, second = seated(left_open)
    opened = first_move_at(at_table(left_open).round, at_table(left_open).pk, 0)
    assert opened is not None
    assert opened.holder.number < opened.guesser.number  # type: ignore[operator]
    assert opened.decision is None
    answer = decide(left_open, second, by=left_open.carol)
    assert answer == {"table": 1, "first": second.number, "second": first.number}
    assert seated(left_open) == (second, first)
    decision = ColourDecision.objects.get()
    assert (decision.how, decision.holder, decision.author) == ("nigiri", opened.holder, "carol")
    entry = JournalEntry.objects.get(act="decide_colours")
    assert entry.after == {"table": 1, "first": second.number, "first_move": "nigiri"}
    assert decide(left_open, second) == answer, "the same again is no second one"
    assert ColourDecision.objects.count() == 1


def test_the_round_as_published_stays(left_open: Cast) -> None:
    version = left_open.round(1).versions.get()
    before = (version.digest, version.pairs)
    decide(left_open, seated(left_open)[1])
    version = left_open.round(1).versions.get()
    assert (version.digest, version.pairs) == before


@pytest.mark.parametrize(
    ("guess", "stones", "right"), [("odd", 7, True), ("odd", 8, False), ("even", 8, True), ("even", 0, True)]
)
def test_guess_and_stones_agree_with_who_has_black(
    left_open: Cast, guess: str, stones: int, right: bool
) -> None:
    holder, guesser = sorted(seated(left_open), key=lambda entry: entry.number or 0)
    with pytest.raises(Refusal, match="nigiri-differs"):
        decide(left_open, holder if right else guesser, guess=guess, stones=stones)
    decide(left_open, guesser if right else holder, guess=guess, stones=stones)
    decision = ColourDecision.objects.get()
    assert (decision.guess, decision.stones) == (guess, stones)


def test_either_player_enters_it_and_the_other_cannot_turn_it_round(left_open: Cast) -> None:
    first, second = seated(left_open)
    links = [make_link(entry) for entry in (first, second)]
    decide(left_open, second, by=links[0])
    assert ColourDecision.objects.get().by_entry == first
    with pytest.raises(Conflict, match="colours-decided"):
        decide(left_open, first, by=links[1])
    with pytest.raises(Refusal, match="reason-needed"):
        decide(left_open, first)
    decide(left_open, first, reason="entered the wrong way round")
    assert seated(left_open) == (first, second)
    assert ColourDecision.objects.count() == 2


def test_once_a_move_is_played_a_referee_says_why(left_open: Cast) -> None:
    first, second = seated(left_open)
    write_game(pairing=at_table(left_open), moves=["pd"], by=left_open.carol)
    with pytest.raises(Refusal, match="colours-game-began"):
        decide(left_open, second, by=make_link(first))
    decide(left_open, second, reason="they sat down the wrong way round")
    assert seated(left_open) == (second, first)


def test_what_is_refused(left_open: Cast, published: Cast) -> None:
    first, second = seated(left_open)
    stranger = left_open.section.entries.exclude(pk__in=[first.pk, second.pk]).first()
    assert stranger is not None
    with pytest.raises(Refusal, match="not-at-this-table"):
        decide(left_open, stranger)
    with pytest.raises(Denied):
        decide(left_open, first, by=left_open.charlie)
    Pairing.objects.filter(pk=pairing_of(left_open).pk).update(handicap=2)
    with pytest.raises(Refusal, match="colours-by-handicap"):
        decide(left_open, first)
    Pairing.objects.filter(pk=pairing_of(left_open).pk).update(handicap=0)
    report_result(round_=left_open.round(1), table=1, value="1-0", seen=None, by=left_open.carol)
    with pytest.raises(Refusal, match="result-stands"):
        decide(left_open, first)
    Section.objects.filter(pk=left_open.section.pk).update(first_move="")
    with pytest.raises(Refusal, match="colours-as-paired"):
        decide(left_open, first)


def test_a_system_that_allots_colours_leaves_none_to_the_table(published: Cast) -> None:
    with pytest.raises(Refusal, match="colours-by-system"):
        set_first_move(section=published.section, first_move="nigiri", by=published.alice)
    Section.objects.filter(pk=published.section.pk).update(system="mcmahon")
    published.section.refresh_from_db()
    set_first_move(section=published.section, first_move="nigiri", by=published.alice)
    published.section.refresh_from_db()
    assert published.section.first_move == "nigiri"
