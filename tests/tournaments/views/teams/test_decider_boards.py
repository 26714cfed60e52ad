"""A level match of teams is played on: the steps in the settings, the players and results at the desk, what
everybody reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.teams_world import all_reported, closed, match_at, published, round_of, teams_playing
from tests.waiting import waiting_in
from tests.world import ValidClient
from tournaments.acts.results import report_result
from tournaments.acts.teams.decider_boards import play_decider
from tournaments.acts.undo.undo import undo
from tournaments.exchange import trf
from tournaments.exchange.team_tables import TABLES
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.forms.settings import SettingsForm
from tournaments.models import ResultReport, Round, Section
from tournaments.queries.files import section_as_file
from tournaments.state.deciding import PRESETS
from tournaments.todo import situation_of

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def cup(cast: Cast) -> Round:
    """Four teams of three boards, both semi-finals drawn on every board, three steps to decide them."""
    cup = teams_playing(cast, preset="knock-out", teams=4, rounds=2)
    rules = {**cup.section.team_rules, "steps": list(PRESETS["cx30-2"])}
    Section.objects.filter(pk=cup.section_id).update(team_rules=rules)
    all_reported(cup, cast.bob, "1/2")
    return round_of(cup.section, 1)


def at(name: str, round_: Round, *more: Any) -> str:
    return reverse(name, args=[round_.section.event.slug, round_.section.slug, round_.number, *more])


def sides(round_: Round, table: int = 1) -> dict[str, Any]:
    """The players of board 1."""
    match = match_at(round_, table)
    assert match.first_line_up
    assert match.second_line_up
    return {"first": [match.first_line_up[0]], "second": [match.second_line_up[0]]}


def step(round_: Round, number: int, result: str, by: Any, **more: Any) -> Any:
    arguments = {"match": 1, **sides(round_), **more}
    return play_decider(
        round_=round_of(round_.section, 1),
        step=number,
        results=[result] if result else [],
        by=by,
        **arguments,
    )


@pytest.mark.slow
def test_a_level_match_is_played_on_until_a_side_is_ahead(cast: Cast, cup: Round, text: Text) -> None:
    client = ValidClient()
    client.force_login(cast.carol)
    page = text(client.get(at("match_desk", cup, 1)))
    assert "Step 1: rapid 10 min + 10 s per move · one player each · sides exchanged" in page
    match = match_at(cup, 1)
    assert match.second
    assert f"{match.second.name} moves first." in page
    typed = {f"{side}_1": numbers[0] for side, numbers in sides(cup).items()}
    for wrong in (
        {"result_1": "12"},
        {"result_1": "x; drop"},
        {"first_1": "99999"},
        {"step": "7"},
        {"step": "²"},
    ):
        sent = {"step": "1", **typed, "result_1": "=", **wrong}
        assert client.post(at("play_decider", cup, 1), sent).status_code in (409, 422), wrong
    assert client.post(at("play_decider", cup, 1), {"step": "1", **typed, "result_1": "="}).status_code == 302
    assert client.post(at("play_decider", cup, 1), {"step": "2", **typed, "result_1": "="}).status_code == 302
    # Who moved second in the blitz game chooses: somebody has to say what.
    assert client.post(at("play_decider", cup, 1), {"step": "3", **typed}).status_code == 422
    last = {"step": "3", **typed, "begins": "first"}
    assert client.post(at("play_decider", cup, 1), last).status_code == 302
    assert "level-match" in needs(cast)
    assert client.post(at("play_decider", cup, 1), {**last, "result_1": "="}).status_code == 302
    assert f"{match.second.name} advances, decided by decider boards." in text(
        client.get(at("match_desk", cup, 1))
    )
    assert match_at(cup, 1).steps[1]["begins"] is True
    outbox.drain()
    page = text(Client().get(f"/en/e/{cast.event.slug}/{cup.section.slug}/round/1/"))
    assert '<strong>rapid</strong>½–½<span class="soft">(10 min + 10 s per move)</span>' in page
    assert "extra game</strong>½–½" in page
    assert "(first 6 min + 3 s per move, second 4 min + 3 s per move)" in page
    assert "advances, decided by decider boards" in page
    bracket = text(Client().get(f"/en/e/{cast.event.slug}/{cup.section.slug}/bracket/"))
    assert "blitz (5 min + 3 s per move) ½–½" in bracket
    document = Client().get(f"/api/v1/events/{cast.event.slug}/sections/{cup.section.slug}/rounds/1").json()
    [line] = [item for item in document["matches"] if item["table"] == 1]
    assert [item["kind"] for item in line["steps"]] == ["rapid", "blitz", "extra"]
    assert (line["decided"], line["decided_by"], line["steps"][2]["second_clock"]) == (
        "second",
        "decider-boards",
        "4 min + 3 s",
    )
    assert line["first_points"] == line["second_points"] == "3"


def needs(cast: Cast) -> list[str]:
    return [need.kind for need in waiting_in(situation_of(cast.event))]


@pytest.mark.slow
def test_the_next_round_is_paired_by_it_and_files_carry_it(cast: Cast, cup: Round) -> None:
    step(cup, 1, "0-1", cast.carol)
    step(cup, 1, "1-0", cast.carol, match=2, **sides(cup, 2))
    match, other = match_at(cup, 1), match_at(cup, 2)
    closed(cup, cast.bob)
    final = published(cup.section, cast.bob, 2)
    assert {final.matches.get().first_id, final.matches.get().second_id} == {match.second_id, other.first_id}
    file = section_as_file(cup.section)
    again = loads(dumps(file))
    assert file.teams
    assert again.teams == file.teams
    assert [len(item.steps) for item in file.teams.matches] == [1, 1, 0]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"step": 2}, "no-such-step"),
        ({"first": [1, 2]}, "step-games"),
        ({"first": [10_000]}, "step-player"),
        ({"first": [0], "second": [0]}, "step-player"),
        ({"match": 9}, "no-such-match"),
    ],
)
def test_what_is_no_step_is_refused(cast: Cast, cup: Round, arguments: dict[str, Any], code: str) -> None:
    whole = {"match": 1, "step": 1, **sides(cup), "results": ["1-0"], **arguments}
    with pytest.raises(Refusal) as refusal:
        play_decider(round_=cup, by=cast.carol, **whole)
    assert refusal.value.code == code
    assert match_at(cup, 1).steps == []


@pytest.mark.slow
def test_a_correction_needs_a_reason_and_a_slip_is_taken_back(cast: Cast, cup: Round) -> None:
    step(cup, 1, "", cast.carol)
    match = match_at(cup, 1)
    assert match.second_line_up
    reserve = [match.second_line_up[1]]
    step(cup, 1, "", cast.carol, second=reserve)
    step(cup, 1, "1-0", cast.carol)
    with pytest.raises(Refusal, match="reason-needed"):
        step(cup, 1, "0-1", cast.carol)
    step(cup, 1, "0-1", cast.carol, reason="read from the wrong side")
    assert match_at(cup, 1).steps[0]["games"][0][2] == "0-1"
    with pytest.raises(Refusal, match="no-such-step"):
        step(cup, 2, "1-0", cast.carol)
    with pytest.raises(Refusal, match="reason-needed"):
        step(cup, 1, "", cast.carol, first=[0], second=[0])
    step(cup, 1, "", cast.carol, first=[0], second=[0], reason="that was the other match")
    assert match_at(cup, 1).steps == []


def undone(cast: Cast, *, nth: int = 1) -> None:
    """The newest line about decider boards, or the ``nth`` newest."""
    line = JournalEntry.objects.filter(act="play_decider").order_by("-pk")[nth - 1]
    undo(event=cast.event, entry=line.pk, reason="the wrong match", by=cast.carol)


@pytest.mark.slow
def test_what_was_entered_is_undone(cast: Cast, cup: Round) -> None:
    step(cup, 1, "1-0", cast.carol)
    undone(cast)
    assert match_at(cup, 1).steps == []
    undone(cast)
    assert match_at(cup, 1).steps[0]["games"][0][2] == "1-0"
    step(cup, 1, "1/2", cast.carol, reason="read from the wrong side")
    undone(cast)
    assert match_at(cup, 1).steps[0]["games"][0][2] == "1-0"


@pytest.mark.slow
def test_a_step_that_others_follow_is_not_taken_back(cast: Cast, cup: Round) -> None:
    step(cup, 1, "1/2", cast.carol)
    step(cup, 2, "", cast.carol)
    with pytest.raises(Refusal, match="undo-too-late"):
        undone(cast, nth=2)
    step(cup, 2, "1-0", cast.carol)
    with pytest.raises(Refusal, match="undo-too-late"):
        undone(cast, nth=2)
    undone(cast)
    assert match_at(cup, 1).steps[1]["games"][0][2] == ""


def test_they_stand_in_a_table_and_not_among_the_games(cast: Cast, cup: Round) -> None:
    step(cup, 1, "1/2", cast.carol)
    step(cup, 2, "", cast.carol)
    file = section_as_file(cup.section)
    head, *rows = TABLES["decider-boards"](file)
    lines = [dict(zip(map(str, head), row, strict=True)) for row in rows]
    assert [(line["step"], line["kind"], line["moves first"], line["result"]) for line in lines] == [
        (1, "rapid", "second", "1/2"),
        (2, "blitz", "first", ""),
    ]
    assert lines[0]["time of who moves first"] == "10 min + 10 s"
    # A file of FIDE's has one rate of play, and no record of them: they stay behind.
    assert len(file.games) == 6
    assert file.teams
    matches = tuple(replace(match, steps=()) for match in file.teams.matches)
    without = replace(file, teams=replace(file.teams, matches=matches))
    assert trf.write(file).data == trf.write(without).data


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("choice:not-chooser", "who did not choose the sides of the match chooses the side"),
        ("choice:higher", "who was placed higher in the stage before chooses the side"),
    ],
)
@pytest.mark.slow
def test_who_chooses_is_told_where_the_desk_enters_it(
    cast: Cast, cup: Round, text: Text, rule: str, words: str
) -> None:
    steps = [preset.replace("choice:not-chooser", rule) for preset in PRESETS["cx30-1"]]
    Section.objects.filter(pk=cup.section_id).update(team_rules={**cup.section.team_rules, "steps": steps})
    step(cup, 1, "1/2", cast.carol)
    client = ValidClient()
    client.force_login(cast.carol)
    assert words in text(client.get(at("match_desk", cup, 1)))
    with pytest.raises(Refusal, match="step-begins"):
        step(cup, 2, "", cast.carol)
    # A draw is enough for who moves second.
    step(cup, 2, "1/2", cast.carol, begins="second")
    assert f"{match_at(cup, 1).first.name} advances" in text(client.get(at("match_desk", cup, 1)))


def test_a_match_that_a_correction_makes_won_is_played_on_by_nobody(cast: Cast, cup: Round) -> None:
    step(cup, 1, "0-1", cast.carol)
    seen = ResultReport.objects.get(pairing__round=cup, pairing__table=1).pk
    arguments: dict[str, Any] = {"table": 1, "value": "1-0", "seen": seen, "reason": "misread"}
    report_result(round_=round_of(cup.section, 1), by=cast.dave, **arguments)
    with pytest.raises(Refusal, match="match-not-level"):
        step(cup, 1, "1-0", cast.carol, reason="again")


@pytest.mark.slow
def test_steps_are_filled_in_as_a_list_or_row_by_row(cast: Cast, text: Text) -> None:
    section = teams_playing(cast, preset="knock-out", teams=4, rounds=2).section
    client = ValidClient()
    client.force_login(cast.alice)
    to = reverse("section_settings", args=[section.event.slug, section.slug])
    form = SettingsForm(section=section)
    by_key = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    by_key = {name: value for name, value in by_key.items() if name not in ("once", "seen")}
    assert "Decider boards of a level match" in text(client.get(to))
    why = {"reason": "the regulations were published late"}
    answer = client.post(to, {**by_key, **why, "team_steps": [""], "team_steps-preset": "cx30-5"})
    assert answer.status_code == 302, text(answer)
    section.refresh_from_db()
    assert section.team_rules["steps"] == list(PRESETS["cx30-5"])
    row = ["all", "", "", "lot", "", "5 min + 3 s", *[""] * 6]
    assert client.post(to, {**by_key, **why, "team_steps": row}).status_code == 302
    section.refresh_from_db()
    assert section.team_rules["steps"] == ["all; 1; even; lot; next; 5 min + 3 s"]
    for wrong, message in (
        (["all", "", "", "", "", "quick"], "“quick” is not a time control"),
        (["all", "", "", "", "second-wins", "5+3"], "only in one game of one player each"),
        (["one", "", "time-odds-40", "", "", "5+3/4+3"], "choose time odds or write two"),
        (["king", "", "", "", "", "5+3"], "cannot be read"),
        (["one"] * 60, "cannot be read"),
    ):
        answer = client.post(to, {**by_key, **why, "team_steps": wrong})
        assert answer.status_code == 422, wrong
        assert message in text(answer)
