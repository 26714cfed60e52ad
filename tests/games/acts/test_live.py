"""Plies that are stored: what somebody sends is kept once, and the rows alone give the same stream."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games.acts.live import note_flag, streams, take_back, write_game, write_plies
from games.acts.records import accept_record
from games.live.stream import Code, PlyItem, Stream
from games.models import LiveEvent, LiveGame, TableLink
from games.queries.live import event_of, game_of, line_of, stream_of
from games.rulebooks.findings import plain
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.cast import Cast, pairing_of
from tests.factories import make_link
from tests.games.acts.claiming import handed_in
from tests.games.facts import championship_games, moves_of
from tests.games.record_texts import GOOD
from tournaments.acts.results import current_report, report_result, undo_result
from tournaments.models import Round, Section

LINE = ["h2e2", "h9g7", "h0g2", "i9h9"]


def items(*moves: str, first: int = 1, **more: Any) -> list[PlyItem]:
    return [PlyItem(ply, move, **more) for ply, move in enumerate(moves, first)]


def live() -> LiveGame:
    return LiveGame.objects.get()


def state(stream: Stream) -> tuple[object, ...]:
    over = None if stream.over is None else (stream.over.reason, stream.over.end)
    return stream.line, stream.objections, over, stream.certain_to, stream.seq, stream.standing


def test_the_first_ply_begins_the_game_and_the_row_says_what_stands(published: Cast) -> None:
    written = write_plies(
        pairing=pairing_of(published),
        items=[PlyItem(1, "C2=5", clock_first=3590), PlyItem(2, "马8进7", clock_second=3580)],
        by=published.carol,
    )
    assert [answer.code for answer in written.answers] == [Code.TAKEN, Code.TAKEN]
    game = live()
    assert (game.moves, game.head, game.seq) == (["h2e2", "h9g7"], 2, 2)
    assert (game.clock_first, game.clock_second, game.clock_ply) == (3590, 3580, 2)
    assert (game.rulebook, game.online) == (published.section.rulebook, False)
    assert {game.first_id, game.second_id} == set(pairing_of(published).seats.values_list("entry", flat=True))
    rows = list(LiveEvent.objects.values_list("seq", "kind", "ply", "move", "writer", "by"))
    assert rows == [
        (1, "ply", 1, "h2e2", "desk", published.carol.pk),
        (2, "ply", 2, "h9g7", "desk", published.carol.pk),
    ]


def test_a_text_that_names_no_move_is_refused_and_what_came_before_it_stays(published: Cast) -> None:
    written = write_plies(
        pairing=pairing_of(published),
        items=[PlyItem(1, "C2=5"), PlyItem(2, "horse somewhere")],
        by=published.carol,
    )
    assert [(answer.code, answer.status) for answer in written.answers] == [
        (Code.TAKEN, 200),
        (Code.UNREADABLE, 422),
    ]
    assert live().moves == ["h2e2"]


def test_the_same_keys_again_change_nothing(published: Cast) -> None:
    sent = [PlyItem(1, "h2e2", "k1"), PlyItem(2, "h9g7", "k2")]
    first = write_plies(pairing=pairing_of(published), items=sent, by=published.carol)
    streams.take(live().pk)
    again = write_plies(pairing=pairing_of(published), items=sent, by=published.carol)
    assert [(answer.code, answer.head) for answer in again.answers] == [
        (answer.code, answer.head) for answer in first.answers
    ]
    assert LiveEvent.objects.count() == 2
    other = write_plies(pairing=pairing_of(published), items=[PlyItem(3, "h0g2", "k1")], by=published.dave)
    assert other.answers[0].code is Code.TAKEN, "another's key of the same name is another key"
    assert not LiveEvent.objects.filter(key__contains="k1").exists(), "nobody's text is kept as a key"


def test_a_whole_game_is_appended_replaced_and_never_shortened_by_a_late_copy(published: Cast) -> None:
    pairing = pairing_of(published)
    write_game(pairing=pairing, moves=LINE, by=published.carol)
    assert write_game(pairing=pairing, moves=LINE[:2], by=published.carol).live.moves == LINE
    other = [*LINE[:2], "b0c2"]
    assert write_game(pairing=pairing, moves=other, by=published.carol).live.moves == other
    assert write_game(pairing=pairing, moves=LINE[:1], by=published.carol, back=True).live.head == 1
    assert LiveEvent.objects.filter(kind__in=("ply", "replace")).count() == 5, "what was cut stays"


def test_a_take_back_of_the_desk_stands_in_the_journal(published: Cast) -> None:
    pairing = pairing_of(published)
    write_game(pairing=pairing, moves=LINE, by=published.carol)
    taken = take_back(pairing=pairing, ply=2, by=published.dave, reason="touched by mistake")
    assert taken.live.moves == LINE[:2]
    entry = JournalEntry.objects.get(act="take_back_plies")
    assert (entry.by, entry.reason, entry.after) == (
        published.dave,
        "touched by mistake",
        {"table": 1, "plies": 2},
    )


def test_a_result_closes_the_stream_and_taking_it_back_opens_it(published: Cast) -> None:
    pairing = pairing_of(published)
    write_game(pairing=pairing, moves=LINE[:2], by=published.carol)
    round_ = published.round(1)
    report_result(round_=round_, table=1, value="1-0", seen=None, by=published.dave)
    written = write_plies(pairing=pairing, items=items(*LINE[2:], first=3), by=published.carol)
    assert [answer.code for answer in written.answers] == [Code.OVER]
    assert (written.live.over, written.live.objections) == ("result", [[3, "h0g2", 4]])
    report = current_report(pairing)
    assert report is not None
    undo_result(round_=round_, table=1, seen=report.pk, by=published.dave)
    written = write_plies(pairing=pairing, items=items(*LINE[2:], first=3), by=published.carol)
    assert (written.live.moves, written.live.over) == (LINE, "")


def test_an_accepted_record_closes_the_stream(published: Cast) -> None:
    pairing = pairing_of(published)
    write_game(pairing=pairing, moves=LINE[:2], by=published.carol)
    accept_record(record=handed_in(published, GOOD), by=published.dave)
    written = write_plies(pairing=pairing, items=items("h0g2", first=3), by=published.carol)
    assert (written.answers[0].code, written.live.over) == (Code.OVER, "record")


def test_who_is_put_at_the_table_begins_another_game(published: Cast) -> None:
    pairing = pairing_of(published)
    write_game(pairing=pairing, moves=LINE, by=published.carol)
    first, second = pairing.seats.get(colour="first"), pairing.seats.get(colour="second")
    players = first.entry, second.entry
    for seat, colour in ((first, "bye"), (second, "first"), (first, "second")):
        seat.colour = colour
        seat.save()
    write_game(pairing=pairing, moves=LINE[:1], by=published.carol)
    assert [(game.first, game.second, game.head) for game in LiveGame.objects.all()] == [
        (*players, 4),
        (*reversed(players), 1),
    ]


def test_who_may_write(published: Cast) -> None:
    pairing = pairing_of(published)
    link = TableLink.objects.create(section=published.section, table=1, salt="x", secret_digest="d")
    elsewhere = TableLink.objects.create(section=published.section, table=2, salt="y", secret_digest="e")
    sent = {"pairing": pairing, "items": items(LINE[0])}
    for stranger in (published.charlie, elsewhere):
        with pytest.raises(Denied):
            write_plies(by=stranger, **sent)
    assert not LiveGame.objects.exists(), "who may not leaves nothing behind"
    assert write_plies(by=link, **sent).answers[0].code is Code.TAKEN
    assert LiveEvent.objects.get().link == link
    TableLink.objects.filter(pk=link.pk).update(revoked_at=timezone.now())
    with pytest.raises(Denied):
        write_plies(by=link, pairing=pairing, items=items(LINE[1], first=2))


def test_a_players_device_writes_where_the_section_is_played_on_line(published: Cast) -> None:
    pairing = pairing_of(published)
    link = make_link(pairing.seats.get(colour="first").entry)
    with pytest.raises(Refusal, match="live-not-online"):
        write_plies(by=link, pairing=pairing, items=items(LINE[0]))
    Section.objects.update(online=True)
    pairing = pairing_of(published)
    assert write_plies(by=link, pairing=pairing, items=items(LINE[0])).answers[0].code is Code.TAKEN
    refused = write_plies(by=link, pairing=pairing, items=items("h9h8", first=2)).answers[0]
    assert (refused.code, "h9g7" in refused.legal) == (Code.ILLEGAL, True)
    assert take_back(by=link, pairing=pairing, ply=0).answers[0].code is Code.TAKEN


def test_a_closed_round_takes_no_plies(published: Cast) -> None:
    Round.objects.update(state=Round.State.CLOSED)
    with pytest.raises(Refusal, match="state"):
        write_plies(by=published.carol, pairing=pairing_of(published), items=items(LINE[0]))


def test_a_position_that_nobody_can_read_begins_no_game(published: Cast) -> None:
    with pytest.raises(Refusal, match="live-bad-start"):
        write_plies(by=published.carol, pairing=pairing_of(published), items=items("a0a1"), start="nonsense")
    assert not LiveGame.objects.exists()


def test_what_stands_is_in_the_row(published: Cast) -> None:
    pairing = pairing_of(published)
    write_game(pairing=pairing, moves=["h2e2", "h9h7"], by=published.carol)
    [foul] = live().prompts
    assert (foul["kind"], foul["code"], foul["side"], live().certain_to) == (
        "foul",
        "illegal-move",
        "second",
        1,
    )
    note_flag(pairing=pairing, side=0, by=published.dave)
    assert [answer["code"] for answer in live().prompts] == ["illegal-move", "time"]


@pytest.mark.parametrize(
    "statement", ["UPDATE games_liveevent SET move = 'a0a1'", "DELETE FROM games_liveevent"]
)
def test_history_stays(published: Cast, statement: str) -> None:
    write_game(pairing=pairing_of(published), moves=LINE, by=published.carol)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", ["", "axf", "wxc2015", "tiantian2020", "xiangqi-com"])
def test_the_stored_stream_is_the_pure_one(published: Cast, rulebook: str) -> None:
    """Several writers at random, some whose process has folded the stream before and some whose has not."""
    chance = random.Random(7)
    Section.objects.update(rulebook=rulebook, online=bool(chance.getrandbits(1)))
    line = [str(move) for move in moves_of(championship_games()[3]["moves"])]
    pairing = pairing_of(published)
    pure: Stream | None = None
    for number in range(120):
        by = chance.choice((published.carol, published.dave))
        head = pure.head if pure else 0
        ply = max(1, head + chance.choice((1, 1, 1, 1, 0, -1, 2)))
        move = line[min(ply, len(line)) - 1] if chance.random() < 0.9 else chance.choice(line)
        seen = pure.seq if pure and chance.random() < 0.3 else None
        written = write_plies(
            pairing=pairing, items=[PlyItem(ply, move, f"k{number % 110}", seen=seen)], by=by
        )
        if chance.random() < 0.05 and written.live.head:
            back = max(0, written.live.head - chance.randint(1, 4))
            written = take_back(pairing=pairing, ply=back, by=by)
        if chance.random() < 0.3:
            streams.take(written.live.pk)
        if pure is None:
            pure = Stream(game_of(written.live), rulebook, online=written.live.online)
        pure.follow(map(event_of, LiveEvent.objects.filter(seq__gt=pure.seq)))
        game = live()
        assert state(stream_of(game)) == state(pure)
        assert (
            game.moves
            == [answer.move for answer in pure.line]
            == [answer.move for answer in line_of(game.events.all())]
        )
        assert (game.head, game.seq, game.certain_to) == (pure.head, pure.seq, pure.certain_to)
        assert game.prompts == [plain(finding) for finding in pure.standing]
    assert list(LiveEvent.objects.values_list("seq", flat=True)) == list(range(1, live().seq + 1))
