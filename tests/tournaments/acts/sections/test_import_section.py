"""A section from a tournament file: what is read back is what the file says, standings and pages included."""

from __future__ import annotations

import gzip
from dataclasses import replace
from typing import Any

import pytest

from portal import outbox, published
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast, all_here
from tests.working import compute
from tournaments.acts.drafts import pair_round
from tournaments.acts.import_section import import_section
from tournaments.acts.refereeing.rulings import lift_rule, rule_pair
from tournaments.acts.results import report_result
from tournaments.acts.rounds import publish_round
from tournaments.exchange import tournament_file
from tournaments.exchange.federations import read_federations
from tournaments.management.commands.federations import PACKAGED, load
from tournaments.models import Foul, Player, ResultReport, Round, RoundVersion, Section, Standing
from tournaments.queries.files import section_as_file
from tournaments.queries.modes import modes_of
from tournaments.queries.tournament import tournament_of
from tournaments.state.options import Options
from tournaments.state.points import Points
from tournaments.state.tournament import (
    Absence,
    Bye,
    Entry,
    FixedPair,
    ForbiddenPair,
    Game,
    Result,
    Superseded,
    Tournament,
)
from tournaments.state.tournament import Foul as StateFoul

FIXTURES = PACKAGED.parent


@pytest.fixture
@remembered
def listed(cast: Cast) -> Cast:
    """The packaged list of federations is loaded."""
    load(read_federations(PACKAGED.read_bytes()).federations)
    return cast


def fixture(name: str) -> Tournament:
    return tournament_file.loads((FIXTURES / name).read_text(encoding="utf-8"))


def take_in(cast: Cast, tournament: Tournament, preset: str = "wxc2015", **more: str) -> Section:
    values = {"slug": "imported", "name": "Imported", "once": ""} | more
    answer = import_section(event=cast.event, tournament=tournament, preset=preset, by=cast.alice, **values)
    return Section.objects.select_related("event").get(pk=answer["section"])


def nameless(tournament: Tournament) -> Tournament:
    entries = tuple(replace(entry, name="", native_name="") for entry in tournament.entries)
    return replace(tournament, name="", entries=entries)


def refusal(cast: Cast, tournament: Tournament, preset: str = "wxc2015") -> Refusal:
    with pytest.raises(Refusal) as caught:
        take_in(cast, tournament, preset)
    assert not Section.objects.filter(slug="imported").exists()
    return caught.value


def game(round_: int, table: int, first: int, second: int, result: str | None, **more: object) -> Game:
    return Game(round_, table, first, second, Result(result) if result else None, **more)  # type: ignore[arg-type]


def entries(count: int) -> tuple[Entry, ...]:
    return tuple(
        Entry(number, name=f"Player {number}", native_name="棋手", federation=("CHN", "VIE")[number % 2])
        for number in range(1, count + 1)
    )


FOUR = Tournament(
    system="wxc2015",
    rounds=3,
    tiebreaks=("buchholz", "wins"),
    seed="drawn in the hall",
    entries=entries(4),
    games=(
        game(1, 1, 1, 2, "1-0"),
        game(1, 2, 4, 3, "1/2"),
        game(2, 1, 4, 1, "0-1"),
        game(2, 2, 2, 3, "0-1", forfeit=True),
    ),
)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("file", "preset"),
    [
        ("wxc2009_women.json", "wxc2015"),
        ("axf2009_men.json", "wxc2015"),
        ("axf2009_women.json", "axf-round-robin"),
    ],
)
def test_a_real_championship_comes_back_as_it_was(listed: Cast, file: str, preset: str) -> None:
    recorded = fixture(file)
    section = take_in(listed, recorded, preset)
    back = tournament_of(section)
    assert replace(back, name="", tiebreaks=()) == replace(nameless(recorded), tiebreaks=())
    assert section.state == Section.State.FINISHED
    assert set(section.round_set.values_list("state", flat=True)) == {Round.State.CLOSED}
    names = dict(section.entries.values_list("number", "player__native_name"))
    assert names == {entry.number: entry.native_name for entry in recorded.entries}


def test_the_women_of_2009_stand_as_they_stood(listed: Cast) -> None:
    section = take_in(listed, fixture("wxc2009_women.json"))
    rows = section.standings.get(after_round=7).data["rows"]
    assert [row["points"] for row in rows] == ["13", "12", "11", "8", "8", "8", "7", "6", "5", "2", "2", "2"]
    assert [row["tiebreaks"]["buchholz"] for row in rows[3:6]] == ["53", "53", "49"]
    assert section.standings.count() == 7


def test_a_version_from_a_file_is_not_said_to_be_ours(listed: Cast) -> None:
    section = take_in(listed, fixture("wxc2009_women.json"))
    versions = RoundVersion.objects.filter(round__section=section)
    assert versions.count() == 7
    assert {version.digest for version in versions} == {""}
    last = versions.get(round__number=7)
    assert len(last.pairs) == 6
    assert all(pair["reasons"] == [] for pair in last.pairs)
    assert "李" not in str(last.pairs) + str(last.input)


@pytest.mark.slow
def test_an_unfinished_section_goes_on_here(listed: Cast) -> None:
    section = take_in(listed, FOUR)
    assert section.state == Section.State.RUNNING
    assert section.tiebreaks == ["buchholz", "wins"]
    third = section.round_set.get(number=3)
    assert third.state == Round.State.PLANNED
    all_here(third, by=listed.bob)
    pair_round(round_=third, by=listed.bob)
    outbox.drain()
    third.refresh_from_db()
    publish_round(round_=third, seen=third.draft_digest, by=listed.bob)
    outbox.drain()
    third.refresh_from_db()
    assert third.state == Round.State.PUBLISHED
    assert third.versions.get().digest.startswith("sha256:")


def read(path: str) -> str:
    """The text of a public page of the event, on one line."""
    return " ".join(gzip.decompress(published.get(f"e/test/{path}", "en").body).decode().split())


@pytest.mark.slow
def test_in_which_mode_rounds_were_paired_comes_along_and_goes_on(listed: Cast) -> None:
    """As what the file says; pages are silent, since nothing that departs came with it."""
    section = take_in(listed, replace(FOUR, official=((1, False), (2, True), (3, True))))
    assert section.official
    assert [(item.round, item.official, item.recorded) for item in modes_of(section)] == [
        (1, False, True),
        (2, True, True),
    ]
    assert section_as_file(section).official == ((1, False), (2, True))
    outbox.drain()
    for path in ("imported/round/1/", "imported/round/2/", "imported/"):
        assert "official mode" not in read(path)
        assert "with changes" not in read(path).lower()
    # What is paired here from now on is said by this program itself.
    draft = section.round_set.get(number=3)
    all_here(draft, by=listed.bob)
    pair_round(round_=draft, by=listed.bob)
    compute()
    draft.refresh_from_db()
    publish_round(round_=draft, seen=draft.draft_digest, by=listed.bob)
    compute()
    assert [(item.official, item.recorded) for item in modes_of(section)][2:] == [(True, False)]


@pytest.mark.parametrize(
    "more",
    [
        {"official": ((1, True), (2, False))},
        {"official": ()},
        # Official mode could not be entered with a pair that is fixed in a round to come.
        {"official": ((1, True), (2, True)), "fixed": (FixedPair(3, 1, 3),)},
    ],
)
def test_a_section_does_not_go_on_in_a_mode_that_it_was_not_in(listed: Cast, more: dict[str, Any]) -> None:
    section = take_in(listed, replace(FOUR, **more))
    assert not section.official
    assert len(modes_of(section)) == len(more["official"])


def test_a_round_that_was_being_played_is_played_on(listed: Cast) -> None:
    games = (*FOUR.games[:3], game(2, 2, 2, 3, None))
    section = take_in(listed, replace(FOUR, games=games))
    second = section.round_set.get(number=2)
    assert second.state == Round.State.PLAYING
    assert list(section.standings.values_list("after_round", flat=True)) == [1]
    answer = report_result(round_=second, table=2, value="1-0", seen=None, by=listed.carol)
    assert answer["value"] == "1-0"


def test_everything_that_a_file_can_say_is_kept(listed: Cast) -> None:
    players = list(entries(5))
    players[1] = replace(players[1], team="Tigers", group=2, rating=2100, categories=("ncnv", "youth"))
    players[4] = replace(players[4], withdrawn_after=1, absences=frozenset({1}))
    answer = replace(
        FOUR,
        entries=tuple(players),
        points=Points.parse({"win": "1", "draw": "0.5", "loss": "0"}),
        games=(
            replace(FOUR.games[0], history=(Superseded(Result.DRAW, until_round=1), Superseded(None, 2))),
            FOUR.games[1],
        ),
        absences=(Absence(1, 5),),
        forbidden=((1, 4),),
        forbidden_once=(ForbiddenPair(2, 1, 3),),
        fixed=(FixedPair(2, 2, 3),),
        fouls=(StateFoul(1, 2, "technical"),),
    )
    section = take_in(listed, answer)
    assert tournament_of(section) == replace(
        nameless(answer), name="Imported", games=_without_history(answer)
    )
    chain = ResultReport.objects.filter(pairing__round__section=section, pairing__table=1)
    assert [(report.value, report.supersedes is not None) for report in chain] == [
        ("1/2", False),
        ("1-0", True),
    ]
    assert chain[1].reason
    assert Foul.objects.get(pairing__round__section=section).status == Foul.Status.CONFIRMED
    assert section.teams.get().federation_id == "CHN"


@pytest.mark.slow
def test_a_pair_that_is_forbidden_for_good_is_lifted_from_a_round_on(listed: Cast) -> None:
    """Of four who have met twice only 1-3 and 2-4 are left. The rounds before keep what held for them."""
    answer = replace(FOUR, forbidden=((1, 3),), forbidden_once=(ForbiddenPair(2, 1, 3),))
    section = take_in(listed, answer)
    third = section.round_set.get(number=3)
    all_here(third, by=listed.bob)
    pair_round(round_=third, by=listed.bob)
    compute()
    third.refresh_from_db()
    assert third.state == Round.State.PLANNED
    with pytest.raises(Refusal, match="already-ruled"):
        rule_pair(round_=third, kind="forbidden", first=3, second=1, reason="Brothers", by=listed.bob)
    rule = section.pair_rules.get(round_number=None)
    lift_rule(round_=third, rule=rule.pk, by=listed.bob)
    pair_round(round_=third, by=listed.bob)
    compute()
    third.refresh_from_db()
    assert third.state == Round.State.DRAFT
    then = tournament_of(section)
    assert [then.forbidden_in(number) for number in (1, 2, 3)] == [{(1, 3)}, {(1, 3)}, set()]
    assert JournalEntry.objects.get(act="lift_rule").before["from_round"] == 3


def _without_history(tournament: Tournament) -> tuple[Game, ...]:
    return tuple(replace(game, history=()) for game in tournament.games)


def test_a_bye_has_its_seat(listed: Cast) -> None:
    answer = replace(FOUR, entries=entries(3), games=(game(1, 1, 1, 2, "1-0"),), byes=(Bye(1, 3),))
    section = take_in(listed, answer)
    assert tournament_of(section).byes == (Bye(1, 3),)


@pytest.mark.slow
def test_its_pages_can_be_read(listed: Cast) -> None:
    take_in(listed, fixture("axf2009_women.json"), "axf-round-robin", slug="women")
    outbox.drain()
    for path in ("", "women/", "women/round/1/", "women/round/9/by-name/", "women/standings/9/"):
        assert published.get(f"e/test/{path}", "en").body
    page = read("women/round/1/")
    assert "Imported from the event's records" in page
    assert "Verify this pairing" not in page
    listed.event.refresh_from_db()
    assert listed.event.listed


def test_a_player_who_is_known_is_not_doubled(listed: Cast) -> None:
    take_in(listed, FOUR)
    take_in(listed, FOUR, slug="again")
    assert Player.objects.filter(name__startswith="Player ").count() == 4


def test_two_entries_of_one_name_are_two_people(listed: Cast) -> None:
    twins = tuple(replace(entry, name="Li Li", federation="CHN") for entry in FOUR.entries)
    section = take_in(listed, replace(FOUR, entries=twins))
    assert section.entries.values("player").distinct().count() == 4


def test_the_same_key_gives_the_first_answer(listed: Cast) -> None:
    first = take_in(listed, FOUR, once="k1")
    assert take_in(listed, FOUR, once="k1") == first
    assert JournalEntry.objects.filter(act="import_section").count() == 1
    assert Standing.objects.filter(section=first).count() == 2


def test_only_who_may_edit_the_event(listed: Cast) -> None:
    with pytest.raises(Denied):
        import_section(
            event=listed.event, tournament=FOUR, slug="x", name="x", preset="wxc2015", by=listed.charlie
        )


@pytest.mark.parametrize(
    ("change", "code", "params"),
    [
        ({"system": "danish"}, "unsupported-system", {"system": "danish"}),
        ({"game": "weiqi"}, "rules-of-xiangqi", {}),
        ({"tiebreaks": ("luck",)}, "unknown-criteria", {}),
        ({"rounds": 61}, "rounds-out-of-range", {"rounds": 61}),
        ({"games": (), "rounds": 0}, "rounds-out-of-range", {"rounds": 0}),
        ({"games": (), "rounds": 4}, "rounds-impossible", {"rounds": 4, "count": 4, "most": 3}),
        ({"games": FOUR.games[2:]}, "round-missing", {"round": 1}),
        (
            {"games": (game(1, 0, 1, 2, "1-0"),)},
            "table-needed",
            {"round": 1, "first": 1, "second": 2},
        ),
        (
            {"games": (game(1, 1, 1, 2, None), *FOUR.games[1:])},
            "results-missing",
            {"round": 1, "tables": [1], "count": 1},
        ),
        (
            {"games": (game(1, 1, 1, 2, "0-0"),)},
            "none-by-play",
            {"round": 1, "table": 1},
        ),
        ({"fouls": (StateFoul(3, 2, "technical"),)}, "foul-without-game", {"round": 3, "number": 2}),
        (
            {"entries": (*FOUR.entries[:3], replace(FOUR.entries[3], federation="ZZZ"))},
            "unknown-federation",
            {"number": 4, "federation": "ZZZ"},
        ),
        ({"entries": (replace(FOUR.entries[0], name=" "), *FOUR.entries[1:])}, "name-needed", {"number": 1}),
        (
            {"entries": (replace(FOUR.entries[0], team="T" * 81), *FOUR.entries[1:])},
            "name-too-long",
            {"number": 1, "limit": 80},
        ),
        (
            {"entries": (replace(FOUR.entries[0], categories=("a\0",)), *FOUR.entries[1:])},
            "name-not-printable",
            {"number": 1},
        ),
        ({"seed": "s" * 65}, "name-too-long", {"limit": 64}),
    ],
)
def test_what_cannot_be_taken_in_is_named_and_leaves_nothing(
    listed: Cast, change: dict[str, object], code: str, params: dict[str, object]
) -> None:
    result = refusal(listed, replace(FOUR, **change))  # type: ignore[arg-type]
    assert result.code == code
    assert result.params.items() >= params.items()


def test_an_address_is_taken_once(listed: Cast) -> None:
    take_in(listed, FOUR, slug="one")
    with pytest.raises(Refusal) as caught:
        take_in(listed, FOUR, slug="one")
    assert caught.value.code == "section-slug-taken"
    assert refusal(listed, FOUR, preset="no-such").code == "unknown-preset"


def knock_out(*finals: Result | None, best_of: int = 1) -> Tournament:
    """Four players; the second round has the final with these games, and the match for third place."""
    games = [
        Game(1, 1, 1, 4, Result.FIRST),
        Game(1, 2, 2, 3, Result.FIRST),
        *(
            Game(2, 1, *((1, 2) if number % 2 else (2, 1)), value, game=number)
            for number, value in enumerate(finals, 1)
        ),
    ]
    return Tournament(
        system="knock-out",
        entries=tuple(Entry(number, f"Player {number}") for number in range(1, 5)),
        games=tuple(games),
        rounds=2,
        options=Options(best_of=best_of),
    )


@pytest.mark.parametrize(
    ("finals", "best_of", "state"),
    [
        ((Result.FIRST,), 1, Round.State.CLOSED),
        # A draw is played again, and so is the second game of three.
        ((Result.DRAW,), 1, Round.State.PLAYING),
        ((Result.FIRST,), 3, Round.State.PLAYING),
        ((Result.FIRST, Result.SECOND), 3, Round.State.CLOSED),
        ((None,), 1, Round.State.PUBLISHED),
    ],
)
def test_a_knock_out_with_an_open_match_is_not_closed(
    listed: Cast, finals: tuple[Result | None, ...], best_of: int, state: Round.State
) -> None:
    section = take_in(listed, knock_out(*finals, best_of=best_of), preset="knock-out")
    assert section.round_set.get(number=2).state == state
    over = state == Round.State.CLOSED
    section.refresh_from_db()
    assert section.state == (Section.State.FINISHED if over else Section.State.RUNNING)
    assert section.standings.filter(after_round=2).exists() is over


def test_an_adjourned_game_keeps_the_last_round_open(listed: Cast) -> None:
    games = (Game(1, 1, 1, 2, Result.DRAW, adjourned=True), Game(1, 2, 3, 4, Result.FIRST))
    whole = Tournament(
        system="wxc2015",
        entries=tuple(Entry(number, f"Player {number}") for number in range(1, 5)),
        games=games,
        rounds=1,
    )
    section = take_in(listed, whole)
    assert section.round_set.get(number=1).state == Round.State.PLAYING
    section = take_in(listed, replace(whole, rounds=2), slug="longer", name="Longer")
    assert section.round_set.get(number=1).state == Round.State.CLOSED
