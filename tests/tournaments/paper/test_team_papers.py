"""Papers of teams that meet teams, as they are read back."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from portal.policy import Refusal
from tests import factories
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.teams_world import (
    all_reported,
    closed,
    make_team_section,
    match_at,
    numbers,
    published,
    teams_playing,
    waiting_round,
)
from tests.tournaments.paper.reading import Read
from tests.tournaments.paper.reading import printed as set_by_the_worker
from tournaments.acts.sections import draw_lots
from tournaments.acts.teams.line_ups import give_line_up
from tournaments.acts.teams.team_matches import forfeit_match
from tournaments.models import Entry, Event, Organisation, Player, Round, Team
from tournaments.queries.papers import Scope
from tournaments.queries.teams.team_papers import TEAM_KINDS

THREE_BOARDS = {"team_boards": 3, "team_primary": "board", "team_tiebreaks": ["board-points"]}
ROUND = ("matches", "match-boards", "line-up-sheets", "match-cards", "match-protocols")


@pytest.fixture
@remembered
def playing(cast: Cast, press: None) -> Round:
    """Round 1 of three teams is played, round 2 of them is public."""
    round_ = teams_playing(cast, teams=5)
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    return published(round_.section, cast.bob, 2)


def printed(round_: Round, kind: str, *, language: str = "en", size: str = "a4") -> Read:
    of = {kind_of_paper.key: kind_of_paper.scope for kind_of_paper in TEAM_KINDS}[kind]
    number = {Scope.SECTION: 0, Scope.STANDINGS: 1}.get(of, round_.number)
    return set_by_the_worker(round_.section, kind, number, language=language, size=size)


@pytest.mark.slow
def test_every_kind_in_every_language(playing: Round) -> None:
    languages = [code for code, _name in settings.LANGUAGES]
    names = list(playing.section.teams.values_list("name", flat=True))
    playing.section.teams.update(native_name="北京隊")
    for place, kind in enumerate(TEAM_KINDS):
        language = languages[place % len(languages)]
        paper = printed(playing, kind.key, language=language)
        paper.check_drawable()
        assert paper.reports == []
        chinese = language.startswith("zh")
        assert any(name in paper.text for name in (["北京隊"] if chinese else names)), kind.key
        with translation.override(language):
            cut = kind.key in ("line-up-sheets", "match-cards")
            assert cut or str(kind.title) in paper.text


@pytest.mark.slow
def test_a_round_by_match_and_by_board(cast: Cast, playing: Round) -> None:
    match = match_at(playing)
    all_reported(playing, cast.bob, "1/2")
    for kind in ("matches", "match-boards", "match-protocols"):
        text = printed(playing, kind).text
        assert match.first.name in text
        assert "3\xa0:\xa03" in text or "3 : 3" in text, kind
        assert "Bye: " in text
    boards = printed(playing, "match-boards").text
    assert all(f"{match.first.name} {place}" in boards for place in (1, 2, 3))
    assert f"{match.first.name} 4" not in boards
    protocol = printed(playing, "match-protocols").text
    assert protocol.count("Captain of the first team") == 2


@pytest.mark.slow
def test_players_of_one_name_are_told_apart(playing: Round) -> None:
    Player.objects.filter(entries__section=playing.section).update(
        name="Li Wei", native_name="", federation="CHN"
    )
    entries = playing.section.entries.exclude(number=None)
    for kind in ("match-boards", "line-up-sheets", "match-protocols", "starting-teams"):
        text = printed(playing, kind).text
        collected = [entry for entry in entries if f"#{entry.number}" in text]
        assert len(collected) >= 6, kind


@pytest.mark.slow
def test_an_empty_board_and_a_match_lost_by_default_say_so(cast: Cast, playing: Round) -> None:
    match = match_at(playing)
    ours = numbers(match.first)
    give_line_up(
        round_=playing, match=1, team=match.first_id, players=[*ours[:2], None], reason="ill", by=cast.bob
    )
    forfeit_match(round_=playing, match=2, lost_by="second", reason="did not come", by=cast.bob)
    text = printed(playing, "match-protocols").text
    assert "nobody" in text
    assert "0–1 forfeit" in text
    lost = match_at(playing, 2).second
    assert lost is not None
    assert f"{lost.name} lost the match by default." in text


@pytest.mark.slow
def test_cards_and_sheets_are_a_sorted_stack_with_long_names(playing: Round) -> None:
    long, native = (
        "Confederation of the Northern Provinces and Islands",
        "歐陽司徒上官諸葛聯合代表隊北方各省及各島嶼",
    )
    for team in Team.objects.filter(section=playing.section):
        team.name, team.native_name = f"{long} {team.number}", native
        team.save()
    Player.objects.filter(event=playing.section.event).update(
        name="Alexandrinaleksandrovna-Maximilian", native_name=""
    )
    for size in ("a4", "letter"):
        assert len(printed(playing, "match-cards", size=size).pages) == 1
        assert len(printed(playing, "line-up-sheets", size=size).pages) == 2
        assert printed(playing, "match-cards", size=size).room_beside > 20
    for kind in ROUND:
        joined = printed(playing, kind).text.replace(" ", "").replace("\ufffe", "")
        assert long.replace(" ", "") in joined, kind


@pytest.mark.slow
def test_twenty_boards_and_twelve_reserves_stay_on_half_a_page(cast: Cast, press: None) -> None:
    settings = {"team_boards": 20, "team_reserves": 12}
    section = make_team_section(cast.event, cast.alice, teams=2, members=32, settings=settings, rounds=1)
    assert Entry.objects.filter(section=section).count() == 64
    draw_lots(section=section, by=cast.bob)
    section.refresh_from_db()
    round_ = published(section, cast.bob)
    organisation = Organisation.objects.create(slug="kxa", name="Kuching Xiangqi Association", level="club")
    Event.objects.filter(pk=section.event_id).update(organisation=organisation)
    round_ = Round.objects.get(pk=round_.pk)
    assert len(printed(round_, "match-protocols").pages) == 1
    for kind in ("match-cards", "line-up-sheets"):
        paper = printed(round_, kind)
        assert len(paper.pages) == 1, kind
        assert "Kuching Xiangqi Association" in paper.text, kind


@pytest.mark.slow
def test_nothing_of_a_secret_line_up(cast: Cast, press: None) -> None:
    round_ = waiting_round(cast)
    match = match_at(round_)
    names = {f"{match.first.name} {place}" for place in (1, 2, 3, 4)}
    for kind in ("matches", "match-boards", "match-cards", "match-protocols"):
        text = printed(round_, kind).text
        assert match.first.name in text
        assert not any(name in text for name in names), kind
    sheet = printed(round_, "line-up-sheets").text
    assert all(name in sheet for name in names)
    assert "to be submitted by" in sheet


@pytest.mark.slow
def test_what_is_not_of_teams_is_offered_to_nobody_else(playing: Round) -> None:
    players = factories.make_section(playing.section.event, "players")
    factories.make_entries(players, 4)
    factories.publish(factories.pair(players, 1))
    factories.announce(players)
    address = "/en/e/{}/{}/paper/{}/1/a4.pdf"
    event = playing.section.event.slug
    assert Client().get(address.format(event, "players", "matches")).status_code == 404
    assert Client().get(address.format(event, playing.section.slug, "matches")).status_code == 202
    assert Client().get(address.format(event, playing.section.slug, "match-protocols")).status_code == 404
    with pytest.raises(Refusal, match="paper-no-pairings"):
        set_by_the_worker(players, "matches", 1)


@pytest.mark.slow
def test_papers_of_scheveningen_have_the_colours_of_the_round(cast: Cast) -> None:
    round_ = teams_playing(cast, preset="scheveningen", teams=2, members=3, rounds=1, settings=THREE_BOARDS)
    movers = {
        pairing.table: pairing.seats.get(colour="first").entry.team_id for pairing in round_.pairings.all()
    }
    for kind in TEAM_KINDS:
        if kind.key in ("matches", "match-boards", "match-cards", "match-protocols"):
            (sheet,) = kind.question(round_.section_id, 1, 0).matches
            begin = {board.table: board.first_begins for board in sheet.boards}
            first_id = match_at(round_).first_id
            assert begin == {table: mover == first_id for table, mover in movers.items()}, kind.key
    assert list(begin.values()) == [True, True, False]
    sheets = next(kind for kind in TEAM_KINDS if kind.key == "line-up-sheets")
    assert not sheets.offered(round_.section)


@pytest.mark.slow
def test_what_papers_ask_does_not_grow_with_the_teams(cast: Cast) -> None:
    counts: dict[str, set[int]] = {}
    for teams in (4, 12):
        round_ = teams_playing(cast, teams=teams, slug=f"t{teams}", name=f"T{teams}")
        all_reported(round_, cast.bob)
        closed(round_, cast.bob)
        for kind in TEAM_KINDS:
            with CaptureQueriesContext(connection) as queries:
                kind.question(round_.section_id, 1, 0)
            counts.setdefault(kind.key, set()).add(len(queries))
    assert {key: count for key, count in counts.items() if len(count) > 1} == {}
