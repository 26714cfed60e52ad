"""Sections of every system through the acts: drawn, paired, replayed, closed; a final after a Swiss."""

from __future__ import annotations

from typing import Any

import pytest

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cast import FEDERATIONS, Cast, all_here
from tests.tournaments.acts.played import finish, make, round_of, start
from tests.working import compute
from tournaments.acts.adjust_round import Flip, GiveBye, Swap, adjust_round
from tournaments.acts.change_section import change_section
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.attendance import withdraw
from tournaments.acts.entering.players import enter_player
from tournaments.acts.refereeing.rulings import rule_pair
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.results import report_result, take_back_result
from tournaments.acts.rounds import close_round, publish_round
from tournaments.acts.undo.undo import undo
from tournaments.exchange import tournament_file
from tournaments.models import ResultReport, Round, RoundVersion, Seat, Section
from tournaments.pages.renderers import RENDERERS
from tournaments.pairing import pair, verify
from tournaments.pairing.registry import SYSTEMS
from tournaments.pairing.tree import bracket_tree, podium
from tournaments.presets import PRESETS
from tournaments.queries.event_overview import overviews
from tournaments.queries.files import section_as_file
from tournaments.queries.tournament import tournament_of
from tournaments.state.options import TWO_FINALS


@pytest.mark.slow
@pytest.mark.parametrize(
    "preset",
    [
        pytest.param(preset, marks=[pytest.mark.matrix] * (preset not in ("wxc2015", "knock-out")))
        for preset, rules in PRESETS.items()
        if rules.system in SYSTEMS
    ],
)
def test_a_section_of_every_preset_is_played_to_its_end(cast: Cast, preset: str) -> None:
    section = make(cast, 4 if "robin" in preset else 6, preset, rounds=3)
    assert [r.number for r in section.round_set.all()] == list(range(1, section.rounds + 1))
    for number in range(1, section.rounds + 1):
        finish(cast, start(cast, section, number))
    section.refresh_from_db()
    assert section.state == Section.State.FINISHED
    tournament = tournament_of(section)
    assert all(verify(tournament, number).ok for number in range(1, section.rounds + 1))
    assert section.standings.filter(after_round=section.rounds).count() == 1


def test_the_rounds_of_a_knock_out_follow_from_the_players(cast: Cast) -> None:
    assert make(cast, 5, "knock-out", rounds=9).rounds == 3


@pytest.mark.slow
@pytest.mark.parametrize("upsets", [False, True])
def test_a_double_elimination_ends_with_the_finals_that_it_needs(cast: Cast, upsets: bool) -> None:
    section = make(cast, 6, "knock-out", options={"elimination": TWO_FINALS})
    assert section.rounds == 7
    for number in range(1, 8):
        round_ = start(cast, section, number)
        tables = dict(round_.pairings.exclude(table=None).values_list("table", "pk"))
        if number == 6 and upsets:
            upper = next(
                level for level in reversed(bracket_tree(tournament_of(section))) if level.part == "upper"
            )
            seat = Seat.objects.get(pairing=tables[1], entry__number=upper.nodes[0].winner)
            value = "0-1" if seat.colour == "first" else "1-0"
            report_result(round_=round_, table=1, value=value, seen=None, by=cast.bob)
        assert bool(tables) is (number < 7 or upsets)
        finish(cast, round_)
    section.refresh_from_db()
    assert section.state == Section.State.FINISHED
    tournament = tournament_of(section)
    assert all(verify(tournament, number).ok for number in range(1, 8))
    drawn = bracket_tree(tournament)
    assert [level.part for level in drawn][-1] == ("second-final" if upsets else "final")
    rows = section.standings.get(after_round=7).data["rows"]
    assert [row["number"] for row in rows[:3]] == podium(drawn)


@pytest.mark.slow
def test_whether_two_losses_put_out_can_change_until_the_first_round_is_public(cast: Cast) -> None:
    section = make(cast, 6, "knock-out")
    assert change_section(section=section, wanted={"elimination": "double"}, reason="agreed", by=cast.alice)[
        "changed"
    ]
    section.refresh_from_db()
    assert (section.rounds, section.round_set.count()) == (6, 6)
    with pytest.raises(Refusal, match="third-by-losses"):
        change_section(section=section, wanted={"third_place": True}, reason="agreed", by=cast.alice)
    start(cast, section, 1)
    section.refresh_from_db()
    with pytest.raises(Refusal):
        change_section(section=section, wanted={"elimination": ""}, by=cast.alice)


@pytest.mark.slow
def test_a_drawn_game_of_a_knock_out_is_played_again_with_colours_exchanged(cast: Cast) -> None:
    section = make(cast, 4, "knock-out")
    round_ = start(cast, section, 1)

    def tell(table: int, value: str, game: int = 1, seen: int | None = None, reason: str = "") -> Any:
        return report_result(
            round_=round_, table=table, value=value, game=game, seen=seen, by=cast.bob, reason=reason
        )

    with pytest.raises(Refusal, match="no-such-game"):
        tell(1, "1-0", game=2)
    drawn = tell(1, "1/2")
    tell(2, "1-0")
    with pytest.raises(Refusal, match="no-such-game"):
        tell(2, "1-0", game=2)
    with pytest.raises(Refusal) as refused:
        close_round(round_=round_, by=cast.bob)
    assert (refused.value.code, refused.value.params["tables"]) == ("results-missing", [1])
    with pytest.raises(Refusal, match="no-such-game"):
        tell(1, "1-0", game=3)
    assert tell(1, "1/2", game=2)["game"] == 2
    tell(1, "0-1", game=3)
    games = [g for g in tournament_of(section).games if g.table == 1]
    first, second = games[0].first, games[0].second
    assert [(g.game, g.first, g.second) for g in games] == [
        (1, first, second),
        (2, second, first),
        (3, first, second),
    ]
    finish(cast, round_)
    final = start(cast, section, 2)
    seated = set(final.pairings.get(table=1).seats.values_list("entry__number", flat=True))
    assert second in seated
    assert first not in seated
    # Game 1 was no draw after all: what was played after it no longer decides, and nothing is rewritten.
    tell(1, "1-0", seen=drawn["report"], reason="Misheard")
    assert [g.game for g in tournament_of(section).games if (g.round, g.table) == (1, 1)] == [1]
    assert ResultReport.objects.filter(pairing__round=round_, pairing__table=1).count() == 4


def alone(round_: Round) -> list[int]:
    seats = round_.seats.filter(colour="bye").order_by("entry__number")
    return [number or 0 for number in seats.values_list("entry__number", flat=True)]


@pytest.mark.slow
def test_each_of_several_byes_can_be_given_to_another_player(cast: Cast) -> None:
    section = make(cast, 5, "knock-out")
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    round_ = round_of(section, 1)
    by_rule = round_.draft_digest
    assert alone(round_) == [1, 2, 3]

    def change(subject: Any) -> Any:
        return adjust_round(round_=round_of(section, 1), change=subject, reason="train", by=cast.bob)

    change(GiveBye(4))
    assert alone(round_) == [1, 2, 4]
    change(Swap(1, 5))
    assert alone(round_) == [2, 4, 5]
    with pytest.raises(Refusal, match="has-bye-already"):
        change(GiveBye(5))
    with pytest.raises(Refusal, match="no-such-table"):
        change(Flip(0))
    change(Swap(1, 5))
    change(Swap(3, 4))
    round_.refresh_from_db()
    # Everybody is where the rule had put them: the digest says so.
    assert (alone(round_), round_.draft_digest) == ([1, 2, 3], by_rule)
    publish_round(round_=round_, seen=round_.draft_digest, by=cast.bob)
    compute()
    assert round_of(section, 1).state == Round.State.PUBLISHED


@pytest.mark.slow
def test_a_finalist_without_an_opponent_has_no_bye_to_give(cast: Cast) -> None:
    section = make(cast, 5, "wxc2015", rounds=3, options={"final_after": 1, "final_size": 2})
    finish(cast, start(cast, section, 1))
    section.refresh_from_db()
    stays, leaves = section.options["final"]["players"]
    withdraw(entries=[section.entries.get(number=leaves)], reason="ill", by=cast.alice)
    pair_round(round_=round_of(section, 2), by=cast.bob)
    compute()
    second = round_of(section, 2)
    [bye] = set(alone(second)) - {stays}
    other = next(n for n in range(1, 6) if n not in {stays, leaves, bye})
    adjust_round(round_=second, change=GiveBye(other), reason="train", by=cast.bob)
    assert alone(second) == sorted({stays, other})


@pytest.mark.slow
def test_a_replay_that_was_taken_back_is_put_back_as_the_replay(cast: Cast) -> None:
    round_ = start(cast, make(cast, 4, "knock-out"), 1)
    report_result(round_=round_, table=1, value="1/2", seen=None, by=cast.carol)
    seen = report_result(round_=round_, table=1, value="1-0", game=2, seen=None, by=cast.carol)["report"]
    take_back_result(round_=round_, table=1, game=2, seen=int(str(seen)), reason="x", by=cast.bob)
    done = JournalEntry.objects.get(act="take_back_result")
    undo(event=cast.event, entry=done.pk, reason="y", by=cast.bob)
    result_reports = ResultReport.objects.in_force().filter(pairing__table=1).order_by("game")
    assert list(result_reports.values_list("game", "value")) == [(1, "1/2"), (2, "1-0")]


@pytest.mark.slow
def test_a_drawn_game_counts_when_its_replay_has_decided(cast: Cast) -> None:
    section = make(cast, 4, "knock-out")
    round_ = start(cast, section, 1)

    def counted() -> set[tuple[int, int]]:
        [overview] = overviews([section])
        assert overview.current is not None
        here = (overview.current.reported, overview.missing)  # type: ignore[attr-defined]
        public = RENDERERS["section"].read({"section": section.pk}).data.current.reported
        page = RENDERERS["round"].read({"section": section.pk, "round": 1}).data
        assert page.reported == public == here[0]
        return {here}

    report_result(round_=round_, table=1, value="1/2", seen=None, by=cast.carol)
    assert counted() == {(0, 2)}
    report_result(round_=round_, table=1, value="1-0", game=2, seen=None, by=cast.carol)
    assert counted() == {(1, 1)}


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 11])
def test_how_many_of_a_team_are_counted_is_settled_with_the_section(cast: Cast, count: int) -> None:
    with pytest.raises(Refusal, match="counted-out-of-range"):
        make(cast, 0, "wxc2015", counted_players=count)
    section = make(cast, 6, "wxc2015", rounds=1, counted_players=3)
    for place, entry in enumerate(section.entries.order_by("number")):
        entry.team = section.teams.get_or_create(name="ABCDEF"[place // 3])[0]
        entry.save()
    finish(cast, start(cast, section, 1))
    teams = section.standings.get(after_round=1).data["teams"]
    assert [len(team["members"]) for team in teams] == [3, 3]


@pytest.mark.slow
def test_a_swiss_closes_with_draws(cast: Cast) -> None:
    section = make(cast, 4, "wmsg2008", rounds=2)
    round_ = start(cast, section, 1)
    for table in (1, 2):
        report_result(round_=round_, table=table, value="1/2", seen=None, by=cast.carol)
    finish(cast, round_)


@pytest.mark.slow
def test_a_final_takes_the_leaders_and_only_its_matches_are_replayed(cast: Cast) -> None:
    options = {"final_after": 2, "final_size": 4, "third_place": True}
    section = make(cast, 8, "wxc2015", rounds=4, options=options)
    finish(cast, start(cast, section, 1))
    late = PersonInput(name="Late", federation=FEDERATIONS[0])
    enter_player(section=section, person=late, by=cast.alice)
    all_here(round_of(section, 2), by=cast.bob)
    first_one, other = (
        pair(tournament_of(section), 2).pairs[0].first,
        pair(tournament_of(section), 2).pairs[0].second,
    )
    rule_pair(
        round_=round_of(section, 2),
        kind="forbidden",
        first=first_one,
        second=other,
        reason="couple",
        by=cast.bob,
    )
    second = start(cast, section, 2)
    assert (
        not second.pairings.filter(seats__entry__number=first_one).filter(seats__entry__number=other).exists()
    )
    finish(cast, second)
    section.refresh_from_db()
    standing = section.standings.get(after_round=2).data
    leaders = [row["number"] for row in standing["rows"][:4]]
    assert section.options["final"]["players"] == leaders
    semi = start(cast, section, 3)
    seated = {
        pairing.table: set(pairing.seats.values_list("entry__number", flat=True))
        for pairing in semi.pairings.filter(table__isnull=False)
    }
    assert seated[1] | seated[2] == set(leaders)
    for table in seated:
        report_result(round_=semi, table=table or 0, value="1/2", seen=None, by=cast.carol)
    with pytest.raises(Refusal) as refused:
        close_round(round_=semi, by=cast.bob)
    assert refused.value.params["tables"] == [1, 2]
    for table in (1, 2):
        report_result(round_=semi, table=table, value="0-1", game=2, seen=None, by=cast.carol)
    finish(cast, semi)
    finish(cast, start(cast, section, 4))
    # The file of the section gives every published round again, digest and all, though the finalists were
    # named, a pair was forbidden and somebody entered in between.
    section.refresh_from_db()
    held = tournament_file.loads(tournament_file.dumps(section_as_file(section)))
    for version in RoundVersion.objects.filter(round__section=section).select_related("round"):
        number = version.round.number
        assert verify(held, number).ok
        assert pair(held, number).digest == version.digest
        page = RENDERERS["round"].read({"section": section.pk, "round": number}).data
        assert page.holds is True


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("unknown-grouping", {"grouping": "thirds"}),
        ("games-of-match", {"options": {"best_of": 100}}),
        ("final-size", {"options": {"final_after": 1, "final_size": 3}}),
        ("final-too-late", {"options": {"final_after": 4, "final_size": 4}}),
    ],
)
def test_options_that_cannot_be_are_refused(cast: Cast, code: str, values: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match=code):
        make(cast, 0, "wxc2015", **values)
    assert not Section.objects.filter(slug="own").exists()
