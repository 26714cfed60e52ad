"""Public pages: valid, complete, in both languages, made of a fixed number of queries and of no draft."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import resolve
from django.utils import translation

from portal.published import Page
from tests import factories
from tests.cached_worlds import remembered
from tests.factories import make_cup, make_league
from tests.tournaments.pages.rendered import KINDS, count_queries, params_of, parsed, render, text_of
from tests.world import World
from tournaments import pages
from tournaments.models import Player, Round, RoundVersion, Section
from tournaments.pages.renderers import RENDERERS
from tournaments.queries.links import TableLink
from tournaments.queries.public.public_front import FrontChoice
from tournaments.queries.public.public_state import NotPublicError
from tournaments.queries.tournament import standings_data, tournament_of
from tournaments.standings.ranking import standings

LANGUAGES = [code for code, _ in settings.LANGUAGES]


def read_all(section: Section) -> dict[str, str]:
    """The digest of every kind of page."""
    return {kind: RENDERERS[kind].read(params).digest for kind, params in params_of(section).items()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_valid_and_has_its_frame(section: Section, kind: str, language: str) -> None:
    document = parsed(render(kind, params_of(section)[kind], language))
    assert document.get("lang") == {"zh-hans": "zh-Hans", "zh-hant": "zh-Hant"}.get(language, language)
    main = document.find(".//main")
    assert (main.get("data-live"), main.get("data-version")) == ("", "7")
    assert len(document.findall(".//h1")) == 1
    footer = document.find(".//footer")
    links = {link.get("href") for link in footer.iter("a")}
    assert settings.SOURCE_URL in links
    others = [code for code in LANGUAGES if code != language]
    assert {f"/{other}/e/test-2015/" for other in others} <= links
    assert [
        e for e in document.iter() if isinstance(e.tag, str) and (e.get("style") or e.tag == "style")
    ] == []
    scripts = [s.get("type") for s in document.iter("script") if not s.get("src")]
    assert set(scripts) <= {"application/ld+json"}  # data, which no content policy stops
    ids = [e.get("id") for e in document.iter() if e.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.slow
def test_a_first_round_without_results_shows_no_points(drawn: World, section: Section) -> None:
    """Neither before each name, nor in a ranking: nobody has any. Later rounds say them."""
    drawn.published()
    pages_ = [
        text_of(parsed(render(kind, {"section": drawn.section.pk, "round": 1})))
        for kind in ("round", "round-by-name")
    ]
    assert all("Wu Lan" in page for page in pages_)
    assert not any("score before the round" in page or "Points" in page or "(0)" in page for page in pages_)
    later = text_of(parsed(render("round", params_of(section)["round"])))
    assert "score before the round" in later


@pytest.mark.parametrize("kind", KINDS)
def test_every_table_has_a_caption_and_column_headers(section: Section, kind: str) -> None:
    for table in parsed(render(kind, params_of(section)[kind])).iter("table"):
        assert text_of(table.find("caption"))
        assert all(head.get("scope") == "col" for head in table.find("thead").iter("th"))


@pytest.fixture
@remembered
def announced(section: Section) -> Section:
    for item in section.event.sections.all():
        factories.announce(item)
    pages.announce_list(FrontChoice(game="xiangqi"))
    return section


@pytest.mark.parametrize("kind", KINDS)
def test_no_links_lead_nowhere(announced: Section, kind: str) -> None:
    """Every link inside the site is to a page that has been announced."""
    page = Page.objects.filter(kind=kind).order_by("path").first()
    assert page is not None
    collected = {f"/en/{path}" for path in Page.objects.values_list("path", flat=True)}
    collected |= {"/en/account/login/", "/en/desk/", "/en/search/", "/en/calendar/", "/en/rulebooks/wxc2015/"}
    collected |= {"/en/players/", "/en/games/", "/en/organisations/"}
    html = RENDERERS[kind].html(
        RENDERERS[kind].read(page.params).data, language="en", version=1, path=page.path
    )
    links = {urljoin(f"/en/{page.path}", link.get("href")) for link in parsed(html).iter("a")}
    inside = {link for link in links if link.startswith("/en/") and "#" not in link}
    papers = {link for link in inside if link.endswith(".pdf")}
    lists = {link for link in inside if link.startswith("/en/e/-/")}
    phones = {link for link in inside if link.endswith("/-/notifications/")}
    persons = {link for link in inside if link.startswith("/en/person/")}
    embeds = {link for link in inside if link.endswith("/-/embed/")}
    assert inside - papers - lists - phones - persons - embeds <= collected
    assert all(resolve(link).url_name == "lines_to_copy" for link in embeds)
    assert all(resolve(link).url_name == "public_person" for link in persons)
    assert all(resolve(link).url_name == "public_paper" for link in papers)
    assert all(resolve(link).url_name in ("event_notifications", "section_notifications") for link in phones)
    assert all(FrontChoice.of(link.removeprefix("/en/e/-/")) for link in lists)
    assert inside


@pytest.mark.parametrize("kind", KINDS)
def test_html_asks_the_database_nothing(section: Section, kind: str) -> None:
    renderer = RENDERERS[kind]
    data = renderer.read(params_of(section)[kind]).data
    with (
        CaptureQueriesContext(
            connection,
        ) as queries,
        translation.override("zh-hans"),
    ):
        renderer.html(data, language="zh-hans", version=1, path="")
    assert len(queries) == 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.slow
def test_the_number_of_queries_does_not_grow(db: None, kind: str) -> None:
    """One table, one event, one section against three of each."""
    counts = []
    for name, players in (("one", 2), ("two", 6)):
        event = factories.make_event(name)
        section = factories.make_section(event)
        factories.make_entries(section, players, teams=True)
        factories.make_prizes(section)
        factories.play(section, 1)
        factories.award(section, 1)
        factories.publish(factories.pair(section, 2)) if players > 2 else None
        make_cup(event, players + 3 if players < 5 else 8)
        make_league(event, players + 1)
        # One that still takes entries: the event's page asks whether it does so online.
        factories.make_section(event, "women")
        if name == "two":
            factories.make_event("three")
            factories.make_section(event, "youth")
            factories.make_section(event, "seniors")
        arguments = {"section": section.pk}
        params = params_of(section) | {
            "round": {**arguments, "round": 1},
            "round-by-name": {**arguments, "round": 1},
            "standings": {**arguments, "after": 1},
            "crosstable": {**arguments, "after": 1},
            "section": {"section": event.sections.get(slug="cup").pk},
        }
        counts.append(count_queries(kind, params[kind]))
    assert counts[0] == counts[1]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bracket", "crosstable"])
def test_further_rounds_cost_no_queries(db: None, kind: str) -> None:
    event = factories.make_event()
    if kind == "bracket":
        section = factories.make_section(event, system="knock-out", rounds=3, tiebreaks=[])
    else:
        section = factories.make_section(event)
    factories.make_entries(section, 8)
    counts = []
    for number in (1, 2, 3):
        round_ = factories.publish(factories.pair(section, number))
        for table in range(1, round_.pairings.count() + 1):
            factories.report(round_, table, "1-0")
        factories.close(round_)
        after = {} if kind == "bracket" else {"after": number}
        counts.append(count_queries(kind, {"section": section.pk, **after}))
    assert counts[0] == counts[1] == counts[2]


@pytest.mark.slow
def test_a_draft_changes_no_page(section: Section) -> None:
    factories.close(factories.report_all(section.round_set.get(number=3)))
    before = read_all(section)
    factories.pair(section, 4)
    assert read_all(section) == before


@pytest.mark.parametrize("kind", ["round", "round-by-name"])
def test_a_draft_has_no_page_itself(section: Section, kind: str) -> None:
    factories.close(factories.report_all(section.round_set.get(number=3)))
    factories.pair(section, 4)
    with pytest.raises(NotPublicError):
        RENDERERS[kind].read({"section": section.pk, "round": 4})


@pytest.mark.slow
def test_what_is_rendered_before_publishing_is_what_is_read_after(section: Section) -> None:
    factories.close(factories.report_all(section.round_set.get(number=3)))
    round_ = factories.pair(section, 4)
    params = params_of(section)
    params["round"] = params["round-by-name"] = {"section": section.pk, "round": 4}
    kinds = ("event", "section", "round", "round-by-name")
    preview = {"publishing": round_.pk, "version": 1, "at": factories.AT.isoformat()}
    ahead = {kind: RENDERERS[kind].read(params[kind], preview=preview).digest for kind in kinds}
    factories.publish(round_)
    assert {kind: RENDERERS[kind].read(params[kind]).digest for kind in kinds} == ahead


@pytest.mark.parametrize("number", [3, 5])
@pytest.mark.slow
def test_what_is_rendered_before_closing_is_what_is_read_after(section: Section, number: int) -> None:
    for closed in range(3, number):
        factories.close(factories.report_all(section.round_set.get(number=closed)))
        factories.publish(factories.pair(section, closed + 1))
    round_ = factories.report_all(section.round_set.select_related("section").get(number=number))
    tournament = tournament_of(section)
    frozen = standings_data(
        standings(tournament, number, team_size=2), tournament, list(section.prizes.all())
    )
    params = params_of(section)
    params["standings"] = params["crosstable"] = {"section": section.pk, "after": number}
    kinds = ("event", "section", "standings", "crosstable")
    preview = {"standings": section.pk, "after": number, "data": frozen, "closing": round_.pk}
    ahead = {kind: RENDERERS[kind].read(params[kind], preview=preview).digest for kind in kinds}
    factories.close(round_)
    if number == section.rounds:
        Section.objects.filter(pk=section.pk).update(state=Section.State.FINISHED)
    assert {kind: RENDERERS[kind].read(params[kind]).digest for kind in kinds} == ahead


def test_a_table_shows_players_points_and_result(section: Section) -> None:
    document = parsed(render("round", params_of(section)["round"]))
    rows = [row for row in document.iter("tr") if row.get("data-key")]
    pairings = list(Round.objects.get(section=section, number=3).pairings.filter(table__isnull=False))
    assert [row.get("data-key") for row in rows] == [f"t{pairing.table}" for pairing in pairings]
    first = pairings[0].seats.select_related("entry__player").get(colour="first").entry
    table, red, result, black, _why = (text_of(cell) for cell in rows[0].findall("td"))
    assert (table, result) == ("1", "1–0")
    assert red.startswith(f"紅Red {first.player.name}")
    assert black.startswith("黑Black ")
    assert text_of(rows[1].findall("td")[2]) == "0–1 forfeit"
    assert text_of(rows[2].findall("td")[2]).endswith("no result yet")


def test_what_a_version_changed_is_told_until_the_round_is_closed(section: Section) -> None:
    round_ = section.round_set.get(number=3)
    first = round_.versions.get()
    [*others, last] = first.pairs
    turned = {**last, "first": last.get("second"), "second": last.get("first")} if "table" in last else last
    pairs = [{**others[0], "first": others[0]["second"], "second": others[0]["first"]}, *others[1:], turned]
    RoundVersion.objects.create(round=round_, number=2, pairs=pairs, input={}, digest="", at=first.at)
    factories.publish(round_)
    assert "Changed in version 3" in render("round", params_of(section)["round"])
    factories.report_all(round_)
    factories.close(round_)
    assert "Changed in version" not in render("round", params_of(section)["round"])


def test_names_come_in_the_order_of_the_language_each_with_its_own(section: Section) -> None:
    factories.make_federations()
    for language, expected in (
        ("en", [("und-Latn", "Wu Lan"), ("zh", "吴兰")]),
        ("zh-hans", [("zh", "吴兰"), ("und-Latn", "Wu Lan")]),
    ):
        heading = parsed(render("player", params_of(section)["player"], language)).find(".//h1")
        spans = [(span.get("lang"), text_of(span)) for span in heading.iter("span") if span.get("lang")]
        assert spans == expected


def test_the_list_by_name_is_in_the_order_of_a_name_list(section: Section) -> None:
    document = parsed(render("round-by-name", params_of(section)["round-by-name"]))
    names = [row.find(".//th//a").text for row in document.iter("tr") if row.get("data-key")]
    assert names == [
        "Aino Mäkelä",
        "Chan Ka-ming",
        "Đặng Minh Đức",
        "Jürgen Weiß",
        "Lin Yi-chun",
        "Nguyễn Thị Ánh",
        "Wu Lan",
    ]


def test_standings_show_the_arithmetic(section: Section) -> None:
    document = parsed(render("standings", params_of(section)["standings"]))
    frozen = section.standings.get(after_round=2).data
    leader = frozen["rows"][0]
    sums = document.find(f".//*[@id='sum-{leader['number']}']")
    words = dict(
        zip(
            (text_of(term) for term in sums.iter("dt")),
            (text_of(v) for v in sums.iter("dd") if v.get("class") == "value"),
            strict=True,
        )
    )
    assert words["points"] == leader["points"]
    assert words["Buchholz"] == leader["tiebreaks"]["buchholz"]
    terms = [text_of(t) for t in sums.iter("dd") if t.get("class") == "terms"]
    assert terms[1].split()[-1] == leader["arithmetic"]["buchholz"][-1]["points"]


def test_a_second_version_says_what_changed(section: Section) -> None:
    round_ = section.round_set.get(number=3)
    pairing = round_.pairings.get(table=3)
    first, second = (pairing.seats.get(colour=colour) for colour in ("first", "second"))
    round_.seats.filter(pk__in=(first.pk, second.pk)).delete()
    for seat, colour in ((first, "second"), (second, "first")):
        round_.seats.create(entry=seat.entry, pairing=pairing, colour=colour)
    factories.publish(round_)
    document = parsed(render("round", params_of(section)["round"]))
    changed = [text_of(item) for item in document.iter("li") if "(before:" in text_of(item)]
    assert len(changed) == 2
    name = first.entry.player.name
    assert any(line.startswith(f"{name}: table 3, Black against") for line in changed)
    assert "Published version 2, 14:02" in text_of(document)


def test_a_stone_and_its_words_in_weiqi(db: None) -> None:
    section = factories.make_section(factories.make_event(), game="weiqi")
    factories.make_entries(section, 4)
    factories.publish(factories.pair(section, 1))
    document = parsed(render("round", {"section": section.pk, "round": 1}))
    heads = [text_of(head) for head in document.find(".//thead").iter("th")]
    assert heads[1:4] == ["Black", "Result", "White"]


def test_reopened_standings_say_so(section: Section) -> None:
    assert "reopened" not in render("standings", params_of(section)["standings"])
    section.round_set.filter(number=2).update(state=Round.State.PLAYING)
    assert "Round 2 has been reopened" in render("standings", params_of(section)["standings"])


def test_before_the_lots_players_stand_in_the_order_of_a_name_list(db: None) -> None:
    section = factories.make_section(factories.make_event())
    for entry, name in zip(
        factories.make_entries(section, 4), ("Zhou Qing", "Đặng An", "Eriksson", "Dung Vo"), strict=True
    ):
        Player.objects.filter(pk=entry.player_id).update(name=name, native_name="")
    section.entries.update(number=None)

    def order(language: str) -> list[str]:
        page = render("section", {"section": section.pk}, language)
        names = ("Zhou", "Đặng", "Eriksson", "Dung")
        return sorted(names, key=page.rindex)

    assert order("en") == order("zh-hans") == ["Đặng", "Dung", "Eriksson", "Zhou"]
    assert order("vi") == ["Dung", "Đặng", "Eriksson", "Zhou"]


def test_a_live_round_has_its_boards_beside_its_list(section: Section) -> None:
    page = RENDERERS["round"].read({"section": section.pk, "round": 1}).data
    over, running = page.tables[:2]
    tables = [over, replace(running, results=[])]
    live = replace(page, boards=TableLink("Live boards", "boards/cup/men/round/1/"), tables=tables)
    html = RENDERERS["round"].html(live, language="en", version=1, path="e/cup/men/round/1/")
    document = parsed(html)
    beside = document.find(".//div[@class='board-beside']")
    boards = beside.find("./aside")
    assert boards.get("data-live-card") == "/boards/cup/men/round/1/1.txt"
    assert document.find(".//a[@id='follow']").get("href") == "/en/boards/cup/men/round/1/"
    [tile] = boards.iter("li")
    assert tile.get("data-live-table") == str(running.table)
    assert beside.find("./table") is not None
    # It ends where the list does.
    assert beside.find(".//h2[@id='files']") is None
