"""The address at which a round's games stand: asked again and again while the round is played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games.acts.live import take_back, write_plies
from games.acts.relays import FOLLOW, SELDOM, follow_relay
from games.live.stream import PlyItem, Writer
from games.models import LiveEvent, LiveGame, Relay
from games.queries.live import game_id
from games.rulebooks.prompting import REPORTED
from portal import outbox
from portal.outbox import Job
from portal.outbox.runner import RunOutcome, run
from portal.policy import Refusal
from tests.games.rulebooks.facts import live_cases
from tests.portal.webhooks.page import WebPage, web_page
from tests.world import World
from tournaments.acts.results import report_result
from tournaments.models import Membership, Pairing, ResultReport, Round, Section

LINE = ["h2e2", "h9g7", "h0g2", "i9h9"]


@pytest.fixture
def page(settings) -> Iterator[WebPage]:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    with web_page() as served:
        yield served


@pytest.fixture
def relayed(drawn: World, page: WebPage) -> World:
    drawn.published()
    page.body = pgn(1)
    follow_relay(round_=the_round(drawn), url=page.url, every=5, by=drawn.users["alice"])
    return drawn


def the_round(world: World) -> Round:
    return Round.objects.select_related("section__event").get(section=world.section, number=1)


def pgn(table: int, plies: int = 2, result: str = "*", line: list[str] = LINE, **headers: str) -> bytes:
    tags = {"Round": "1", "Board": str(table), "Result": result, **headers}
    text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{text}\n{' '.join(line[:plies])} {result}\n\n".encode()


def ask() -> dict[str, Any]:
    """The worker asks now. It is never hurried: nothing ends by asking again and again."""
    job = Job.objects.get(kind=FOLLOW, state=Job.State.NEW)
    Job.objects.filter(pk=job.pk).update(due_at=timezone.now())
    assert run(job.pk) is RunOutcome.DONE
    job.refresh_from_db()
    outcome: dict[str, Any] = job.outcome
    return outcome


def moves(table: int = 1) -> list[str]:
    return LiveGame.objects.get(pairing__table=table).moves


def next_in() -> float:
    left = Job.objects.get(kind=FOLLOW, state=Job.State.NEW).due_at - timezone.now()
    return left.total_seconds()


def test_a_file_grows_and_so_do_the_games(relayed: World, page: WebPage) -> None:
    page.body, page.tag = pgn(1) + pgn(2, 3), '"1"'
    assert ask() == {"status": 200, "error": "", "failures": 0}
    assert (moves(1), moves(2)) == (LINE[:2], LINE[:3])
    assert {event.writer for event in LiveEvent.objects.all()} == {Writer.PULLED}
    assert {event.by for event in LiveEvent.objects.all()} == {relayed.users["alice"]}
    assert 3 < next_in() <= 5
    assert ask()["status"] == 304
    assert page.requests[-1]["if-none-match"] == '"1"'
    page.body, page.tag = pgn(1, 4) + pgn(2, 3), '"2"'
    before = LiveEvent.objects.count()
    ask()
    assert moves(1) == LINE
    assert LiveEvent.objects.count() == before + 2
    count = len(page.requests)
    outbox.drain()
    assert len(page.requests) == count, "nothing hurries it"


def test_clocks_come_with_the_moves(relayed: World, page: WebPage) -> None:
    text = "1. h2e2 {[%clk 0:58:31]} h9g7 {[%clk 1:02:05]} *"
    page.body = f'[Round "1.1"]\n[Result "*"]\n\n{text}\n'.encode()
    ask()
    live = LiveGame.objects.get()
    assert (live.clock_first, live.clock_second) == (3511, 3725)


@pytest.mark.slow
def test_tables_are_known_by_id_board_or_names_never_by_order(relayed: World, page: WebPage) -> None:
    third = Pairing.objects.get(round=the_round(relayed), table=3)
    first, second = (seat.entry.player.name for seat in third.seats.order_by("colour"))
    by_name = f'[Red "{first}"]\n[Black "{second}"]\n\nh2e2 *\n\n'
    by_board = b'[Board "2"]\n\nh2e2 h9g7 *\n\n'
    pairing = Pairing.objects.select_related("round__section__event").get(round=third.round, table=1)
    by_id = f'[GameId "{game_id(pairing)}"]\n\nh2e2 h9g7 h0g2 *\n\n'
    page.body = by_name.encode() + by_board + by_id.encode() + b'[White "Nobody"]\n\nb2e2 *\n\n'
    ask()
    assert (moves(3), moves(2), moves(1)) == (LINE[:1], LINE[:2], LINE[:3])
    [unplaced] = Relay.objects.get().unplaced
    assert unplaced["code"] == "record-without-place"
    need = relayed.client("alice").get(reverse("round_desk", args=["cup", "men", 1])).content.decode()
    assert "1 running game fits no table" in need
    text = relayed.client("alice").get(reverse("follow_relay", args=["cup", "men", 1])).content.decode()
    assert "Nobody" in text


def test_two_games_of_one_table_are_none(relayed: World, page: WebPage) -> None:
    page.body = pgn(1) + pgn(1, 3) + pgn(2)
    ask()
    assert [game["code"] for game in Relay.objects.get().unplaced] == ["relay-two-games"] * 2
    assert [live.pairing.table for live in LiveGame.objects.all()] == [2]


@pytest.mark.slow
def test_a_late_copy_is_nothing_and_what_stays_shorter_is_taken_back(relayed: World, page: WebPage) -> None:
    page.body = pgn(1, 4)
    ask()
    page.body = pgn(1, 2)
    ask()
    assert moves() == LINE, "it may be a late copy"
    ask()
    assert moves() == LINE, "two questions within five seconds"
    relay = Relay.objects.get()
    [digest, since, short] = relay.games["1"]
    earlier = timezone.datetime.fromisoformat(since) - timedelta(seconds=5)
    relay.games["1"] = [digest, earlier.isoformat(), short]
    relay.save()
    ask()
    assert moves() == LINE[:2]
    assert LiveEvent.objects.filter(kind="back").count() == 1


def test_the_case_of_a_relay_that_diverges(relayed: World, page: WebPage) -> None:
    """A late copy changes nothing; another move supersedes what stood, which stays in the history."""
    [case] = [case for case in live_cases() if case["id"] == "st-relay-diverges"]
    Section.objects.filter(pk=relayed.section.pk).update(rulebook=case["rulebook"])
    for op in case["ops"]:
        page.body = f'[Board "1"]\n[FEN "{case["start"]}"]\n\n{op["pgn"]} *\n'.encode()
        ask()
    assert moves() == case["line"]
    written = LiveEvent.objects.order_by("seq").values_list("kind", "ply", "move")
    assert len(written) == case["rows"]
    assert list(written[2:]) == [("ply", 3, "c2b2"), ("replace", 3, "c2d2"), ("ply", 4, "i6i5")]


@pytest.mark.slow
def test_another_move_replaces_but_never_what_people_wrote(relayed: World, page: WebPage) -> None:
    ask()
    page.body = pgn(1, 2, line=["b2e2", "h9g7"])
    ask()
    assert moves() == ["b2e2", "h9g7"]
    pairing = LiveGame.objects.get().pairing
    pairing.round = the_round(relayed)
    dave = relayed.users["dave"]
    take_back(pairing=pairing, ply=1, by=dave)
    ask()
    assert moves() == ["b2e2"], "what has not changed is not sent again"
    write_plies(pairing=pairing, items=[PlyItem(2, "b9c7")], by=dave)
    for plies in (3, 4):
        page.body = pgn(1, plies, line=["b2e2", "h9g7", "h0g2", "i9h9"])
        ask()
    assert moves() == ["b2e2", "b9c7"]
    assert LiveGame.objects.get().objections == [[2, "h9g7", LiveGame.objects.get().seq]]


@pytest.mark.slow
def test_a_replay_has_its_own_moves_however_a_file_says_which_game_it_is(drawn: World, page: WebPage) -> None:
    Section.objects.filter(pk=drawn.section.pk).update(system="knock-out", rounds=3, tiebreaks=[])
    drawn.published()
    follow_relay(round_=the_round(drawn), url=page.url, every=5, by=drawn.users["alice"])
    names = {}
    for table in (1, 2, 3, 4):
        pairing = Pairing.objects.get(round=the_round(drawn), table=table)
        names[table] = [seat.entry.player.name for seat in pairing.seats.order_by("colour")]
        page.body = b"".join(pgn(table, 4) for table in names)
    ask()
    for table in names:
        report_result(round_=the_round(drawn), table=table, value="1/2", seen=None, by=drawn.users["bob"])
    drawn_game = pgn(1, 4, "1/2-1/2")
    other = ["b2e2", "h9g7", "b0c2", "i9h9"]
    first, second = names[1]
    by_colours = pgn(1, 1, line=other, Red=second, Black=first)
    by_number = pgn(2, 2, line=other).replace(b'[Round "1"]', b'[Round "1.2.2"]')
    pairing = Pairing.objects.select_related("round__section__event").get(round=the_round(drawn), table=3)
    by_id = pgn(3, 3, line=other, GameId=game_id(pairing, 2))
    by_moves = pgn(4, 4, line=other)
    page.body = drawn_game.replace(b'[Board "1"]', b'[Board "1"]\n[GameId "cup/men/1/1"]')
    page.body += by_colours + by_number + by_id + by_moves
    ask()
    assert Relay.objects.get().unplaced == []

    def line(table: int, game: int) -> list[str]:
        return LiveGame.objects.get(pairing__table=table, game=game).moves

    assert [line(table, 1) for table in names] == [LINE] * 4
    assert [line(table, 2) for table in names] == [other[:1], other[:2], other[:3], other]
    page.body = pgn(4, 4) + pgn(2, 4).replace(b'[Round "1"]', b'[Round "1.2.3"]')
    ask()
    assert line(4, 2) == other, "the drawn game is known by its moves"
    assert [game["code"] for game in Relay.objects.get().unplaced] == ["record-of-no-game"]


def test_clocks_of_weiqi_come_with_the_moves(relayed: World, page: WebPage) -> None:
    Section.objects.filter(pk=relayed.section.pk).update(game="weiqi", rulebook="weiqi")
    text = "(;GM[1]SZ[19]RO[1.1]OT[3x30 byo-yomi];B[pd]BL[1200.5];W[dd]WL[28]OW[2];B[pp]BL[1100])"
    page.body = text.encode()
    ask()
    live = LiveGame.objects.get()
    assert (live.clock_first, live.clock_second) == (1100, 28)
    assert live.overtime == {"second": {"main": False, "periods": 2, "period": 30}}


def test_a_result_is_proposed_and_the_referee_enters_it(relayed: World, page: WebPage) -> None:
    page.body = pgn(1, 4, "1-0", Termination="time forfeit")
    ask()
    [finding] = LiveGame.objects.get().prompts
    assert (finding["code"], finding["evidence"]["result"], finding["evidence"]["ended"]) == (
        REPORTED,
        "1-0",
        "time",
    )
    assert not ResultReport.objects.exists()
    count = LiveEvent.objects.count()
    ask()
    assert LiveEvent.objects.count() == count


@pytest.mark.slow
def test_ten_failures_make_it_patient_and_a_need(relayed: World, page: WebPage) -> None:
    page.status = 503
    for _time in range(9):
        ask()
    assert next_in() <= 5
    desk = reverse("round_desk", args=["cup", "men", 1])
    assert "has failed" not in relayed.client("alice").get(desk).content.decode()
    assert ask() == {"status": 503, "error": "relay-status", "failures": 10}
    assert 50 < next_in() <= SELDOM
    assert "failed 10 times in a row: The server answered 503." in (
        relayed.client("alice").get(desk).content.decode()
    )
    page.status = 200
    assert ask()["failures"] == 0
    assert next_in() <= 5
    assert moves() == LINE[:2]


@pytest.mark.parametrize(
    ("body", "error"),
    [(b"", "relay-no-games"), (b"x" * 2_000_001, "relay-too-large")],
    ids=["empty", "large"],
)
def test_what_cannot_be_taken_is_a_failure(relayed: World, page: WebPage, body: bytes, error: str) -> None:
    page.body = body
    assert ask()["error"] == error
    assert not LiveGame.objects.exists()


def test_it_ends_with_the_round_and_rests_while_all_have_a_result(relayed: World, page: WebPage) -> None:
    round_ = the_round(relayed)
    bob = relayed.users["bob"]
    for pairing in Pairing.objects.filter(round=round_, table__isnull=False):
        report_result(round_=round_, table=pairing.table, value="1-0", seen=None, by=bob)
    ask()
    assert page.requests == []
    assert 50 < next_in() <= SELDOM
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    job = Job.objects.get(kind=FOLLOW, state=Job.State.NEW)
    Job.objects.filter(pk=job.pk).update(due_at=timezone.now())
    assert run(job.pk) is RunOutcome.REFUSED
    assert not Job.objects.filter(kind=FOLLOW, state=Job.State.NEW).exists()


def test_an_address_is_taken_away(relayed: World, page: WebPage) -> None:
    follow_relay(round_=the_round(relayed), url="", by=relayed.users["alice"])
    job = Job.objects.get(kind=FOLLOW, state=Job.State.NEW)
    assert run(job.pk) is RunOutcome.REFUSED
    assert page.requests == []


def test_who_may_no_longer_writes_nothing_by_it(relayed: World, page: WebPage) -> None:
    Membership.objects.filter(user=relayed.users["alice"]).delete()
    ask()
    assert not LiveGame.objects.filter(head__gt=0).exists()
    assert [game["code"] for game in Relay.objects.get().unplaced] == ["relay-denied"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("url", "code"),
    [("https://10.0.0.1/", "relay-private"), ("http://1.1.1.1/", "webhook-https"), ("ftp://x/", "relay-url")],
)
def test_an_address_that_is_never_asked(drawn: World, url: str, code: str) -> None:
    drawn.published()
    with pytest.raises(Refusal) as refused:
        follow_relay(round_=the_round(drawn), url=url, by=drawn.users["alice"])
    assert refused.value.code == code
