"""Lists of ratings: loaded as dated snapshots, players matched with one and looked up in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from portal.outbox import Job
from portal.policy import Conflict, Refusal
from tests import factories
from tests.cached_worlds import remembered
from tests.tournaments.exchange.ratings.rating_texts import AGA, CSV, FFG, egf, egf_row
from tests.working import compute
from tests.world import World
from tournaments.acts.register._erasure import all_names, forget_person, lock_everything
from tournaments.acts.register.rating_lists import (
    MOST_UPLOADS,
    load_rating_list,
    send_rating_list,
    take_from_list,
)
from tournaments.exchange.conversion import MOST_BYTES
from tournaments.exchange.ratings.rating_lists import RatedRow, read_rating_list
from tournaments.exchange.ratings.rating_lists import ReadRatingList as ReadList
from tournaments.models import Entry, ListedPlayer, Membership, Player, RatingList, Section, SentList
from tournaments.queries.register.rating_lists import changes_of, is_lower, matches_of, seen_of

Text = Callable[[Any], str]
PEOPLE = [
    egf_row("10000001", "Wu Lan", "CN", "Beij", "3d", 2311),
    egf_row("10000002", "Weiß Jürgen", "DE", "xxxx", "2k", 1899),
    egf_row("10000003", "Weiß Jürgen", "DE", "Ulm", "5d", 2500),
    egf_row("10000004", "Mäkelä Aino", "FI", "Hel", "1d", 2080),
]


@pytest.fixture
@remembered
def listed(world: World) -> World:
    """A McMahon section with eight players, two of whom have numbers, and the list of the EGF."""
    section = factories.make_section(
        world.event, "go", name="Go", game="weiqi", system="mcmahon", preset="mcmahon", rounds=3
    )
    factories.make_entries(section, 8)
    Player.objects.filter(entries__section=section).update(rating=None, grade="")
    section.entries.update(rating=None)
    Player.objects.filter(entries__section=section, name="Chan Ka-ming").update(egf_pin="10000001")
    # The columns of this list are bytes.
    reading = read_rating_list(egf(PEOPLE, 4).decode().encode("latin-1"), "egf")
    load_rating_list(listed=reading, by=world.users["alice"])
    return world


def go(world: World) -> Section:
    return Section.objects.select_related("event").get(slug="go")


def entry(world: World, name: str) -> Entry:
    return Entry.objects.select_related("player").get(section=go(world), player__name=name)


def address(world: World, name: str) -> str:
    return reverse(name, args=[world.event.slug, "go"])


def load(world: World, data: bytes, source: str, who: str = "alice", **more: Any) -> Any:
    """Sent; what a worker has to do with it is done."""
    sent = {"source": source, "file": SimpleUploadedFile("list.txt", data), "once": "k", **more}
    answer = world.client(who).post(reverse("rating_lists"), sent)
    compute()
    return answer


LISTS = {
    "egf": (egf(), 3, "2018-02-22"),
    "ffg": (FFG.encode("iso8859-15"), 4, "2018-02-23"),
    "aga": (AGA.encode(), 3, "2026-01-02"),
}


@pytest.mark.parametrize("source", LISTS)
def test_a_list_is_kept_as_of_its_day(world: World, source: str, text: Text) -> None:
    data, rows, dated = LISTS[source]
    assert load(world, data, source, dated="2026-01-02").status_code == 302
    rating_list = RatingList.objects.get()
    assert (rating_list.source, rating_list.rows, rating_list.players.count(), str(rating_list.dated)) == (
        source,
        rows,
        rows,
        dated,
    )
    assert rating_list.loaded_by == world.users["alice"]
    page = text(world.client("alice").get(reverse("rating_lists")))
    assert dated in page
    # Once more is the same; another day's stands beside it.
    load(world, data, source, dated="2026-01-02", once="l")
    assert RatingList.objects.count() == 1


@pytest.mark.slow
def test_what_cannot_be_read_is_named_and_a_file_without_players_refused(world: World, text: Text) -> None:
    answer = load(world, AGA.encode(), "aga")
    page = text(world.client("alice").get(answer["Location"]))
    assert "List loaded: 3 players." in page
    assert "Not all of it could be read: line 4: rating: “0.5” is not a valid number." in page
    assert RatingList.objects.get().left_out == 1
    refused = load(world, b"nothing", "egf", once="l")
    page = text(world.client("alice").get(refused["Location"]))
    assert "No player could be read from this list." in page
    assert "PIN … GoR is missing." in page
    missing = world.client("alice").post(reverse("rating_lists"), {"source": "egf", "once": "m"})
    assert missing.status_code == 422
    assert RatingList.objects.count() == 1
    # What was read, and what could not be, is not kept.
    assert {bytes(sent_list.body) for sent_list in SentList.objects.all()} == {b""}


def test_a_worker_reads_the_list_and_the_page_says_so(world: World, text: Text) -> None:
    sent = {"source": "aga", "file": SimpleUploadedFile("list.txt", AGA.encode()), "once": "k"}
    client = world.client("alice")
    answer = client.post(reverse("rating_lists"), sent)
    assert RatingList.objects.count() == 0
    page = text(client.get(answer["Location"]))
    assert "Reading the list…" in page
    assert "being read" in page
    progress = client.get(reverse("rating_lists_progress"))
    assert "Reading the list…" in text(progress)
    compute()
    assert client.get(reverse("rating_lists_progress")).headers["HX-Refresh"] == "true"
    # Of others' uploads nobody sees anything.
    assert "List loaded: 3" in text(client.get(reverse("rating_lists")))
    assert "List loaded: 3" not in text(world.client("admin").get(reverse("rating_lists")))


def test_what_was_read_long_ago_asks_for_nothing(world: World, text: Text) -> None:
    load(world, AGA.encode(), "aga")
    load(world, CSV.encode(), "csv", name="Waiting", once="l")
    client = world.client("alice")
    page_text = text(client.get(reverse("rating_lists")))
    assert ("List loaded: 3" in page_text, page_text.count("Choose its columns")) == (True, 1)
    # Jobs that are done are deleted after some days.
    Job.objects.all().delete()
    page = client.get(reverse("rating_lists"))
    assert [(str(item.sent), item.waits) for item in page.context["uploads"]] == [("Waiting", True)]


@pytest.mark.slow
def test_of_what_was_read_the_newest_are_kept(world: World) -> None:
    for number in range(MOST_UPLOADS + 2):
        load(world, AGA.encode() + b"\n" * number, "aga", once=str(number))
    newest = SentList.objects.order_by("-pk")[0]
    assert SentList.objects.count() == MOST_UPLOADS
    # What a worker has still to read stays, however much is sent after it.
    SentList.objects.filter(pk=newest.pk).update(body=b"not read yet")
    for number in range(MOST_UPLOADS + 2):
        load(world, AGA.encode() + b"\n" * number, "aga", once=f"more-{number}")
    assert SentList.objects.filter(pk=newest.pk).exists()


def test_whoever_may_no_longer_loads_nothing(world: World, text: Text) -> None:
    send_rating_list(source="aga", body=AGA.encode(), by=world.users["alice"])
    Membership.objects.filter(user=world.users["alice"]).delete()
    compute()
    assert RatingList.objects.count() == 0
    assert Job.objects.get(kind="rating-list").outcome["code"] == "rating-list-denied"
    assert bytes(SentList.objects.get().body) == b""


@pytest.mark.long
def test_as_much_as_the_readers_take_is_sent_and_no_more(world: World, text: Text) -> None:
    """More than any other form brings (8 MB)."""
    row = b"Last, First\t%d\tFull\t5.4\t1/1/2030\tCHAP\tST\t0.5\t1/1/2026\n"
    data = b"".join(row % n for n in range(1, 160_001))
    assert 8 << 20 < len(data) < MOST_BYTES
    assert load(world, data, "aga").status_code == 302
    assert RatingList.objects.get().rows == 160_000
    refused = load(world, b" " * (MOST_BYTES + 1), "aga", once="l")
    assert (refused.status_code, "the limit is 16 MB" in text(refused)) == (422, True)
    too_large = load(world, b" " * (MOST_BYTES + (1 << 20)), "aga", once="m")
    assert (too_large.status_code, "may not exceed 17 MB" in text(too_large)) == (413, True)
    other = world.client("alice").post(reverse("restore"), {"file": SimpleUploadedFile("x", data)})
    assert other.status_code == 413


@pytest.mark.slow
def test_the_columns_of_a_table_are_chosen_and_remembered(world: World, text: Text) -> None:
    first = load(world, CSV.encode(), "csv", name="Asian list", dated="2026-02-03")
    assert (first.status_code, RatingList.objects.count()) == (302, 0)
    client = world.client("alice")
    page = client.get(first["Location"])
    assert '<option value="number" selected>' in text(page)
    form = page.context["table"].form
    sent = {name: form[name].value() for name in ("sent_list", "shape")} | {"once": "l"}
    there = reverse("read_sent_table")
    nobody = {f"column-{n}": "skip" for n in range(8)}
    wrong = client.post(there, sent | nobody)
    assert (wrong.status_code, "Choose the column of the name." in text(wrong)) == (409, True)
    columns = ["number", "surname", "given", "grade", "rating", "country", "skip", "club"]
    by_key = {f"column-{n}": column for n, column in enumerate(columns)}
    assert client.post(there, sent | by_key).status_code == 302
    compute()
    assert client.post(there, sent | by_key | {"once": "z"}).status_code == 409
    rating_list = RatingList.objects.get()
    assert (rating_list.title, rating_list.rows, rating_list.left_out, rating_list.columns) == (
        "Asian list",
        3,
        4,
        columns,
    )
    assert [row.club for row in rating_list.players.order_by("pk")] == ["x", "y", ""]
    again = client.get(load(world, CSV.encode(), "csv", once="m")["Location"])
    assert [item.chosen for item in again.context["table"].columns] == columns
    # Of tables that nobody went on with one is kept, and nobody else sees it.
    load(world, CSV.encode(), "csv", once="n")
    (waiting,) = SentList.objects.exclude(body=b"")
    values = {"table": waiting.pk}
    assert client.get(reverse("rating_lists"), values).context["table"].sent == waiting
    for who, table in (("admin", waiting.pk), ("alice", "9" * 30), ("alice", "x"), ("alice", 0)):
        response = world.client(who).get(reverse("rating_lists"), {"table": table})
        assert (response.status_code, response.context["table"]) == (200, None)
    empty = load(world, b"PIN;Last name;First name\n", "csv", once="o")
    assert "There is nothing in this file." in text(client.get(empty["Location"]))


def test_players_are_proposed_by_number_by_name_and_in_doubt(listed: World, text: Text) -> None:
    rating_list = RatingList.objects.get()
    matches_by_name = {item.entry.player.name: item for item in matches_of(go(listed), rating_list)}
    ways_by_name = {
        name: (str(item.how), len(item.rows)) for name, item in matches_by_name.items() if item.rows
    }
    assert ways_by_name == {
        "Chan Ka-ming": ("number", 1),
        "Jürgen Weiß": ("doubtful", 2),
        "Aino Mäkelä": ("name", 1),
    }
    page = text(listed.client("carol").get(address(listed, "take_from_list")))
    for words in ("By number", "By name: confirm who it is", "Doubtful: choose who it is", "Not in the list"):
        assert words in page
    assert "<strong>2311</strong>" in page
    assert page.count("checked>") == 4  # one by number, none of the doubtful ones, what is taken
    everybody = listed.client("carol").get(address(listed, "take_from_list"), {"all": "on"})
    assert text(everybody).count("checked>") == 5


def test_who_is_spelled_otherwise_is_proposed_and_never_ticked(listed: World, text: Text) -> None:
    rating_list = RatingList.objects.get()
    Player.objects.filter(name="Wu Lan").update(name="Juergen Weiss", federation="GER")
    by_key = {item.entry.player.name: item for item in matches_of(go(listed), rating_list)}
    near = by_key["Juergen Weiss"]
    assert (str(near.how), [item.row.number for item in near.rows]) == ("near", ["10000002", "10000003"])
    page = text(listed.client("carol").get(address(listed, "take_from_list"), {"all": "on"}))
    assert "Similar name: choose who it is" in page
    assert page.count("checked>") == 5 + 1  # of those who are chosen among several, none of them
    chosen = {near.entry.pk: near.rows[1].row.pk}
    fields = ["number", "rating"]
    answer = take_from_list(
        section=go(listed), rating_list=rating_list.pk, chosen=chosen, fields=fields, by=listed.users["bob"]
    )
    assert answer["entries"] == [near.entry.pk]
    assert entry(listed, "Juergen Weiss").player.egf_pin == "10000003"


def test_many_are_taken_over_at_once_with_what_was_chosen(listed: World) -> None:
    rating_list = RatingList.objects.get()
    rows = {row.number: row.pk for row in rating_list.players.all()}
    chan, weiss, aino = (entry(listed, name) for name in ("Chan Ka-ming", "Jürgen Weiß", "Aino Mäkelä"))
    sent = {
        "rating_list": rating_list.pk,
        "take": [f"{chan.pk}:{rows['10000001']}", f"{aino.pk}:{rows['10000004']}"],
        f"take-{weiss.pk}": f"{weiss.pk}:{rows['10000003']}",
        "fields_taken": ["number", "rating", "grade"],
        "once": "k",
        **{f"seen-{item.pk}": seen_of(item) for item in (chan, weiss, aino)},
    }
    answer = listed.client("carol").post(address(listed, "take_from_list"), sent)
    assert answer.status_code == 302
    now = [entry(listed, name) for name in ("Chan Ka-ming", "Jürgen Weiß", "Aino Mäkelä")]
    assert [(item.player.egf_pin, item.rating, item.player.grade, item.player.club) for item in now] == [
        ("10000001", 2311, "3d", ""),
        ("10000003", 2500, "5d", ""),
        ("10000004", 2080, "1d", ""),
    ]
    assert {item.player.name for item in now} == {"Chan Ka-ming", "Jürgen Weiß", "Aino Mäkelä"}
    # Another list, and this one gone: what was taken stays.
    load(listed, egf(PEOPLE[:1], 1), "egf")
    gone = listed.client("alice").post(
        reverse("remove_rating_list"), {"rating_list": rating_list.pk, "once": "r"}
    )
    assert (gone.status_code, RatingList.objects.count()) == (302, 1)
    assert entry(listed, "Aino Mäkelä").player.egf_pin == "10000004"


def take(world: World, name: str, fields: list[str], **more: Any) -> Any:
    item = entry(world, name)
    chosen = {item.pk: ListedPlayer.objects.get(number="10000004").pk}
    return take_from_list(
        section=go(world),
        rating_list=RatingList.objects.get().pk,
        chosen=chosen,
        fields=fields,
        by=world.users["bob"],
        **more,
    )


def test_a_grade_comes_by_the_rating_only_where_somebody_says_so_and_nobody_is_paired(listed: World) -> None:
    ListedPlayer.objects.filter(number="10000004").update(grade="")
    take(listed, "Aino Mäkelä", ["rating"])
    assert entry(listed, "Aino Mäkelä").player.grade == ""
    take(listed, "Aino Mäkelä", ["grade-by-rating"])
    assert entry(listed, "Aino Mäkelä").player.grade == "1d"
    Player.objects.filter(grade="").update(grade="5k")
    factories.pair(go(listed), 1)
    with pytest.raises(Refusal, match="grade-after-pairing"):
        take(listed, "Lin Yi-chun", ["grade-by-rating"])
    response = listed.client("carol").get(address(listed, "take_from_list"))
    assert "Grades are taken from a list only before" in response.content.decode()
    assert take(listed, "Lin Yi-chun", ["rating"])["entries"]


def test_a_beginner_below_the_scale_has_its_lowest_rating(listed: World) -> None:
    ListedPlayer.objects.filter(number="10000004").update(rating=-1905)
    take(listed, "Aino Mäkelä", ["rating"])
    assert entry(listed, "Aino Mäkelä").rating == -900


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"rating_list": 0}, "no-such-rating-list"),
        ({"chosen": {}}, "nothing-chosen"),
        ({"fields": ["name"]}, "nothing-chosen"),
        ({"chosen": {0: 1}}, "no-such-entry"),
    ],
)
def test_what_is_not_there_is_refused(listed: World, changed: dict[str, Any], code: str) -> None:
    rating_list = RatingList.objects.get()
    arguments = {
        "rating_list": rating_list.pk,
        "chosen": {entry(listed, "Wu Lan").pk: 0},
        "fields": ["rating"],
    }
    with pytest.raises(Refusal) as refused:
        take_from_list(section=go(listed), by=listed.users["bob"], **arguments | changed)
    assert refused.value.code == code
    if not changed.keys() & {"chosen"}:
        return
    with pytest.raises(Refusal, match="no-such-listed-player"):
        take_from_list(section=go(listed), by=listed.users["bob"], **arguments)


def test_who_was_edited_meanwhile_is_not_overwritten(listed: World) -> None:
    seen = {entry(listed, "Aino Mäkelä").pk: seen_of(entry(listed, "Aino Mäkelä"))}
    Player.objects.filter(name="Aino Mäkelä").update(club="Espoo")
    with pytest.raises(Conflict, match="players-changed"):
        take(listed, "Aino Mäkelä", ["rating"], seen=seen)


@pytest.mark.slow
def test_somebody_is_looked_up_when_an_entry_is_added(listed: World, text: Text) -> None:
    add = address(listed, "entry_add")
    client = listed.client("carol")
    for arguments in ("aino mak", "10000004"):
        page = text(client.get(add, {"look": arguments}))
        assert "Mäkelä Aino" in page
        assert "Wu Lan" not in page
    assert "No one with this name or number" in text(client.get(add, {"look": "nobody"}))
    key = ListedPlayer.objects.get(number="10000004").pk
    form = client.get(add, {"listed": key}).context["form"]
    values = {name: form[name].value() for name in ("name", "given_name", "federation", "club", "grade")}
    assert values == {
        "name": "Mäkelä Aino",
        "given_name": "Aino",
        "federation": "FIN",
        "club": "Hel",
        "grade": "1d",
    }
    assert (form["rating"].value(), form["egf_pin"].value()) == (2080, "10000004")
    ListedPlayer.objects.filter(pk=key).update(grade="", rating=1712)
    assert "with grade 4k by the rating" in text(client.get(add, {"look": "aino"}))
    assert client.get(add, {"listed": key}).context["form"]["grade"].value() == ""
    by_rating = client.get(add, {"listed": key, "by_rating": "on"}).context["form"]
    assert by_rating["grade"].value() == "4k"
    assert client.get(add, {"listed": "9" * 30}).status_code == 200


def test_who_is_forgotten_stands_in_no_list_any_more(listed: World) -> None:
    player = entry(listed, "Aino Mäkelä").player
    forget_person(lock_everything(player), all_names(player))
    assert not ListedPlayer.objects.filter(number="10000004").exists()
    assert ListedPlayer.objects.count() == 3


@pytest.mark.slow
def test_as_many_queries_for_any_number_of_players(listed: World) -> None:
    client, counts = listed.client("carol"), []
    for slug, players in (("go", 8), ("more", 4)):
        if slug == "more":
            section = factories.make_section(
                listed.event, slug, game="weiqi", system="mcmahon", preset="mcmahon", rounds=3
            )
            factories.make_entries(section, players)
        there = reverse("take_from_list", args=[listed.event.slug, slug])
        client.get(there)
        with CaptureQueriesContext(connection) as queries:
            client.get(there)
        # Whoever has a number is looked for by it as well.
        counts.append(sum("listedplayer" not in query["sql"] for query in queries))
    assert counts[0] == counts[1]


@pytest.mark.slow
def test_a_long_list_is_written_in_few_statements(world: World) -> None:
    rows = tuple(RatedRow(str(n), f"Surname{n}", "Given", rating=n % 2000) for n in range(5000))
    with CaptureQueriesContext(connection) as queries:
        load_rating_list(listed=ReadList("aga", "sha256:2", None, rows), by=world.users["admin"])
    assert ListedPlayer.objects.count() == 5000
    assert sum('INSERT INTO "tournaments_listedplayer"' in query["sql"] for query in queries) < 100


@pytest.mark.slow
def test_a_list_where_lower_is_better_makes_no_grade_of_a_rating_and_is_remembered(drawn: World) -> None:
    data = b"Nr;Name;Title;Born;Index\n1;Tan Ah;IM;1990;120-10\n"
    first = load(drawn, data, "csv", name="INGO", dated="2026-02-03")
    client = drawn.client("alice")
    form = client.get(first["Location"]).context["table"].form
    sent = {name: form[name].value() for name in ("sent_list", "shape")} | {"once": "l", "lower": "on"}
    columns = ["number", "name", "title", "born", "rating"]
    sent |= {f"column-{n}": column for n, column in enumerate(columns)}
    assert client.post(reverse("read_sent_table"), sent).status_code == 302
    compute()
    row = ListedPlayer.objects.select_related("rating_list").get()
    assert (row.rating, row.index, row.title, row.born, row.rating_list.lower) == (
        120,
        "10",
        "IM",
        1990,
        True,
    )
    assert is_lower("INGO", row.rating_list.shape)
    assert not is_lower("INGO", "other")
    entry = drawn.section.entries.select_related("player").order_by("pk")[0]
    changes = {change.field: change.new for change in changes_of(entry, row, "csv", ())}
    assert (changes["rating"], changes["title"], changes["born"]) == ("120", "IM", "1990")
    assert "grade-by-rating" not in changes
    again = client.get(load(drawn, data, "csv", name="INGO", dated="2026-03-03", once="m")["Location"])
    assert again.context["table"].form["lower"].value() is True
