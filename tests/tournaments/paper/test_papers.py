"""Papers as they are read back: text, pages, characters."""

from __future__ import annotations

import re
import unicodedata
from io import BytesIO
from math import ceil
from pathlib import Path
from tempfile import gettempdir

import pypdfium2
import pytest
from django.conf import settings
from django.utils import translation
from PIL import Image
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE as IMAGE

from portal.accounts.models import User
from portal.kept.signing import archive_keys
from portal.ops.fonts import Fonts, fonts
from portal.policy import Refusal
from tests import factories
from tests.tournaments.paper.reading import Read, printed
from tournaments.acts.events import set_logo
from tournaments.acts.papers import wanted_of
from tournaments.models import Event, Mark, Membership, Organisation, Pairing, Player, Role, Section
from tournaments.paper import press as paper_press
from tournaments.paper.handler import GETA, legible, plan_paper
from tournaments.paper.press import CannotPrint, to_pdf
from tournaments.paper.sheets import cut_stack
from tournaments.queries.papers import KINDS
from tournaments.queries.public.public import Named
from tournaments.state.deciding import PRESETS
from tournaments.wording.names import sort_key

HEAD_STARTS = 20
"""Points from the edge of the sheet: no printer reaches further."""
SIGNATURE = 130
"""Points: the least width in which a name is signed."""
HAN = "𪚥"
"""A character outside both fonts."""


@pytest.mark.slow
def test_every_kind_in_every_language(section: Section) -> None:
    languages = [code for code, _name in settings.LANGUAGES]
    # Each kind in one language, in turn, and one kind in all of them.
    # Papers about norms are tried where somebody has one (views/test_norms), reports where one is signed.
    apart = ("all-rounds", "norm-report", "norm-certificates", "referee-report")
    swiss = [kind for kind in KINDS[1:] if kind.key not in apart]
    collected = [(languages[place % len(languages)], kind) for place, kind in enumerate(swiss)]
    for language, kind in [*((language, KINDS[0]) for language in languages), *collected]:
        paper = printed(section, kind.key, language=language)
        paper.check_drawable()
        assert paper.reports == []
        with translation.override(language):
            title = str(kind.title)
        for page in paper.pages:
            if kind.key not in ("scoresheets", "table-cards", "badges", "certificates"):
                assert title in page
                assert "14th Test Championship" in page
        if kind.key not in ("table-cards", "certificates"):
            assert "Nguyễn Thị Ánh" in paper.text
            assert "阮氏映" in paper.text


@pytest.mark.slow
def test_final_standings_vouch_for_the_kept_event(section: Section) -> None:
    fingerprint = archive_keys()[0].fingerprint
    assert fingerprint not in printed(section, "standings", 2).text
    Section.objects.filter(pk=section.pk).update(rounds=2)
    section.refresh_from_db()
    assert fingerprint in printed(section, "standings", 2).text


@pytest.mark.slow
def test_head_and_foot(section: Section) -> None:
    paper = printed(section, "pairings")
    assert paper.sizes == {(595, 842)}
    assert "round 3 of 5" in paper.text
    assert "Version 1 · Wed, 23 Sept 2015, 14:02" in paper.text
    digest = section.round_set.get(number=3).versions.get().digest
    assert digest.partition(":")[2][:16] in paper.text
    assert "Page 1 of 1" in paper.text
    assert "Bye: " in paper.text
    assert "轮空：" in printed(section, "pairings", language="zh-hans").text
    assert printed(section, "pairings", size="letter").sizes == {(612, 792)}
    assert printed(section, "crosstable", size="letter").sizes == {(792, 612)}


@pytest.mark.slow
def test_the_logo_stands_at_the_head_of_every_page_and_makes_another_paper(section: Section) -> None:
    def pictures(paper: Read) -> list[int]:
        """How many stand on each page."""
        document = pypdfium2.PdfDocument(paper.body)
        collected = [len(list(page.get_objects(filter=[IMAGE]))) for page in document]
        document.close()
        return collected

    wanted = wanted_of(section, "by-name", 3, language="en", size="a4")
    before = plan_paper(wanted).digest
    assert set(pictures(printed(section, "by-name"))) == {0}
    packed = BytesIO()
    Image.new("RGBA", (640, 320), "#b3261e80").save(packed, "PNG")
    organiser = User.objects.create_user("organiser")
    Membership.objects.create(event=section.event, user=organiser, role=Role.ORGANISER)
    set_logo(event=section.event, raw=packed.getvalue(), by=organiser)
    assert plan_paper(wanted).digest != before
    for kind in ("by-name", "standings", "crosstable", "certificates"):
        paper = printed(section, kind)
        assert set(pictures(paper)) == {1}, kind
        paper.check_drawable()


@pytest.mark.slow
def test_the_organisation_heads_the_paper_with_its_name_and_mark(section: Section) -> None:
    organisation = Organisation.objects.create(slug="kxa", name="Kuching Xiangqi Association", level="club")
    Event.objects.filter(pk=section.event_id).update(organisation=organisation)
    section.event.refresh_from_db()
    wanted = wanted_of(section, "by-name", 3, language="en", size="a4")
    before = plan_paper(wanted)
    assert before.logo == ""
    paper = printed(section, "by-name")
    assert "Kuching Xiangqi Association · 14th Test Championship" in paper.text
    paper.check_drawable()
    packed = BytesIO()
    Image.new("RGB", (64, 64), "#b3261e").save(packed, "PNG")
    Mark.objects.create(
        organisation=organisation, body=packed.getvalue(), width=64, height=64, digest="sha256:" + "0" * 64
    )
    after = plan_paper(wanted)
    assert after.logo.startswith("data:image/png;base64,")
    assert after.digest != before.digest


@pytest.mark.slow
def test_the_organisation_heads_what_is_cut_and_takes_one_line(section: Section) -> None:
    organisation = Organisation.objects.create(slug="kxa", name="Kuching Xiangqi Association", level="club")
    kinds = ("badges", "table-cards", "scoresheets")
    bare = {kind: len(printed(section, kind).pages) for kind in kinds}
    Event.objects.filter(pk=section.event_id).update(organisation=organisation)
    section.event.refresh_from_db()
    for kind in kinds:
        paper = printed(section, kind)
        assert all("Kuching Xiangqi Association" in page for page in paper.pages), kind
        paper.check_drawable()
    Organisation.objects.filter(pk=organisation.pk).update(name="Kuching Xiangqi Association " * 4 + "of old")
    section.event.refresh_from_db()
    for kind in kinds:
        assert len(printed(section, kind).pages) == bare[kind], kind


@pytest.mark.slow
def test_before_the_first_result_counts_nobody_has_points(section: Section) -> None:
    assert "Points" not in printed(section, "pairings", 1).text
    assert "Points" in printed(section, "pairings", 2).text


@pytest.mark.slow
def test_the_heading_of_a_round_stands_above_its_tables(section: Section) -> None:
    """Never alone at the foot of a page, nor over two lines as a caption did."""
    event = section.event
    league = factories.make_section(event, "league", system="round-robin", rounds=13, all_rounds_public=True)
    factories.make_entries(league, 14)
    factories.announce(league)
    pages = printed(league, "all-rounds", 0).pages
    assert len(pages) > 1
    for page in pages:
        for heading in re.finditer(r"Round \d+ ", page):
            assert "Table" in page[heading.end() :], page[-200:]


@pytest.mark.slow
def test_lists_of_pairings_say_the_handicap(section: Section) -> None:
    Pairing.objects.filter(round__section=section, round__number=3, table=1).update(handicap=4)
    assert "H4, komi ½" in printed(section, "pairings").text
    # Two lines, of either player.
    assert printed(section, "by-name").text.count("Black: H4, komi ½") == 2


@pytest.mark.slow
def test_long_lists_break_between_rows_under_their_heads(press: None, db: None) -> None:
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 90)
    factories.publish(factories.pair(section, 1))
    paper = printed(section, "by-name", 1)
    assert len(paper.pages) > 2
    for number, page in enumerate(paper.pages, start=1):
        assert "Opponent" in page
        assert f"Page {number} of {len(paper.pages)}" in page


@pytest.mark.slow
def test_names_of_40_characters_are_whole(section: Section) -> None:
    name, native = "Alexandrinaleksandrovna-Maximilianovskaya"[:40], "歐陽司徒上官諸葛" * 5
    Player.objects.filter(entries__section=section, entries__number=1).update(name=name, native_name=native)
    Player.objects.filter(entries__section=section, entries__number=2).update(name="W" * 80)
    for kind in ("pairings", "by-name", "standings", "crosstable", "teams", "badges", "scoresheets"):
        joined = printed(section, kind).text.replace(" ", "").replace("\ufffe", "").replace("-", "")
        assert name.replace("-", "") in joined, kind
        assert native in joined, kind
        assert "W" * 80 in joined, kind


@pytest.mark.slow
def test_a_stack_of_sheets_stays_sorted_with_long_names(section: Section) -> None:
    """A sheet that runs over onto a further page would put all behind it out of order."""
    long = "Nguyễn Hoàng Phương Thảo Trâm Anh Ngọc L"
    Player.objects.filter(entries__section=section).update(name=long, native_name="歐陽司徒上官")
    tables = section.round_set.get(number=3).pairings.filter(table__isnull=False).count()
    for size in ("a4", "letter"):
        sheets = printed(section, "scoresheets", size=size)
        assert len(sheets.pages) == tables, "two sheets for each table, two on a page"
        assert sheets.room_beside > 20
        assert len(printed(section, "table-cards", size=size).pages) == ceil(tables / 4)


@pytest.mark.parametrize(
    "name", ["Ștefan Țepeș", "Əliyev Məmməd", "გიორგი", "Lǐ Xiǎomíng", "Wáng Guǒ", "Lǚ Nǚ ǖǘǜ ½"]
)
@pytest.mark.slow
def test_letters_that_the_chinese_font_draws_badly_come_from_the_other_one(
    section: Section, name: str
) -> None:
    Player.objects.filter(entries__section=section, entries__number=1).update(name=name, native_name="")
    paper = printed(section, "by-name")
    assert paper.reports == []
    assert name in paper.text


@pytest.mark.slow
def test_titles_as_long_as_they_may_be_stay_on_the_page(section: Section) -> None:
    event = section.event
    event.name, event.native_name = "Championship " * 9, "錦標賽" * 40
    event.save()
    section.name, section.native_name = "Individual " * 7, "個人賽" * 26
    section.save()
    for kind, size in (("pairings", "a4"), ("standings", "letter"), ("crosstable", "letter")):
        paper = printed(section, kind, size=size)
        joined = paper.pages[0].replace(" ", "").replace("\ufffe", "")
        assert event.native_name in joined, kind
        assert section.native_name in joined, kind
        assert "Page1of1" in joined, kind
        assert paper.room_above > HEAD_STARTS, kind


@pytest.mark.slow
def test_what_the_font_lacks_is_reported_and_never_a_box(section: Section) -> None:
    players = Player.objects.filter(entries__section=section)
    players.filter(entries__number=1).update(native_name=f"吴{HAN}")
    players.filter(entries__number=2).update(name="ܫܠܡܐ", native_name="")
    players.filter(entries__number=3).update(native_name="陳\u200f嘉明")
    section.event.place = f"Kuala {HAN}"
    section.event.save()
    paper = printed(section, "by-name")
    paper.check_drawable()
    assert {(report["number"], report["characters"]) for report in paper.reports} >= {
        (1, "U+2A6A5"),
        (2, "U+072B U+0720 U+0721 U+0710"),
        (3, "U+200F"),
    }
    assert "Wu Lan" in paper.text
    awards = printed(section, "certificates")
    awards.check_drawable()
    assert f"Kuala {GETA}" in awards.text
    assert {"number": None, "characters": "U+2A6A5"} in awards.reports


@pytest.mark.slow
def test_starting_lists_are_in_their_order_with_all_that_is_known(section: Section) -> None:
    players = Player.objects.filter(entries__section=section)
    players.filter(entries__number=5).update(
        title="GM", grade="9p", club="Seagull", native_club="海鸥棋社", province="Guangdong"
    )
    section.entries.filter(number=5).update(rating=2600)
    section.entries.filter(number=2).update(rating=2400, withdrawn_after=1, status="withdrawn")
    section.entries.filter(number=7).update(withdrawn_after=0, status="withdrawn")
    names = {entry.number: entry.player.name for entry in section.entries.select_related("player")}

    def order(kind: str) -> list[int]:
        text = printed(section, f"starting-{kind}").text
        by_key = {number: text.find(name) for number, name in names.items()}
        return [number for number in sorted(by_key, key=lambda number: by_key[number]) if by_key[number] >= 0]

    assert order("number") == [1, 2, 3, 4, 5, 6]
    assert order("rating")[:2] == [5, 2]
    assert order("name") == sorted(order("number"), key=lambda number: sort_key(names[number]))
    chinese = printed(section, "starting-federation", language="zh-hans").text
    assert all(word in chinese for word in ("海鸥棋社", "Guangdong", "2600", "2400"))
    assert "Seagull" not in chinese
    badge = printed(section, "badges").text
    assert "Grandmaster" in badge
    assert "Seagull · Guangdong" in badge


@pytest.mark.slow
def test_a_starting_list_needs_entries_and_no_draw(section: Section) -> None:
    fresh = factories.make_section(section.event, "fresh")
    by_name = wanted_of(fresh, "starting-name", 0, language="en", size="a4")
    with pytest.raises(Refusal, match="paper-no-entries"):
        plan_paper(by_name)
    factories.make_entries(fresh, 4)
    fresh.entries.update(number=None)
    assert "4 players" in printed(fresh, "starting-name").text
    with pytest.raises(Refusal, match="lots-not-drawn"):
        plan_paper(wanted_of(fresh, "starting-number", 0, language="en", size="a4"))


@pytest.mark.slow
def test_what_takes_too_much_memory_is_refused_and_the_next_paper_is_set(
    press: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(paper_press, "MOST", 250 * 1024**2)
        with pytest.raises(CannotPrint, match="paper-too-large"):
            to_pdf("<table>" + "<tr><td>a" * 9_000, size="a4")
    assert to_pdf("<p>small", size="a4").pages == 1


@pytest.mark.slow
def test_a_paper_leaves_nothing_in_the_temporary_folder(press: None) -> None:
    def left() -> set[Path]:
        return set(Path(gettempdir()).glob("weasyprint-*"))

    before = left()
    assert to_pdf("<p>司机", size="a4").pages == 1
    assert left() == before


@pytest.mark.slow
def test_refusals(section: Section) -> None:
    def code(kind: str, number: int, of: Section = section, language: str = "en", size: str = "a4") -> str:
        with pytest.raises(Refusal) as refused:
            plan_paper(wanted_of(of, kind, number, language=language, size=size))
        return refused.value.code

    assert code("pairings", 4) == "paper-no-round"
    assert code("standings", 3) == "paper-no-standings"
    assert code("menu", 1) == "unknown-paper"
    assert code("pairings", 3, language="xx") == "unknown-language"
    assert code("pairings", 3, size="a5") == "unknown-paper"
    empty = factories.make_section(section.event, "empty")
    assert code("badges", 0, empty) == "lots-not-drawn"
    factories.make_entries(empty, 4)
    factories.play(empty, 1)
    assert code("teams", 1, empty) == "paper-no-teams"
    factories.publish(factories.pair(empty, 2)).pairings.all().delete()
    for kind in ("scoresheets", "pairings"):
        assert code(kind, 2, empty) == "paper-no-pairings"
    everybody = printed(empty, "by-name", 2)
    assert everybody.text.count("Absent") == 4


@pytest.mark.parametrize(("count", "on_a_page"), [(1, 2), (2, 2), (7, 2), (54, 2), (27, 4), (3, 8)])
def test_a_cut_stack_is_in_order(count: int, on_a_page: int) -> None:
    pages = cut_stack(list(range(count)), on_a_page)
    stacks = [[page[place] for page in pages] for place in range(on_a_page)]
    assert [item for stack in stacks for item in stack if item is not None] == list(range(count))


def test_every_character_that_names_are_written_with(press: None) -> None:
    """Pieces of both sides, GB2312, Big5, Vietnamese, and the letters of Europe."""
    result = fonts()
    assert isinstance(result, Fonts)
    hanzi = {
        bytes((high, low)).decode(encoding, "ignore")
        for encoding, lows in (
            ("gb2312", range(0xA1, 0xFF)),
            ("big5", (*range(0x40, 0x7F), *range(0xA1, 0xFF))),
        )
        for high in range(0xA4, 0xFA)
        for low in lows
    }
    letters = "帥將仕士相象俥車傌馬炮砲兵卒 ĂÂĐÊÔƠƯăâđêôơưẾềỂễỆ ÆØÅßŁłŽžĐŒ ½–−●○→「」“”、。《》"
    checked = "".join(c for c in hanzi if c and 0x4E00 <= ord(c[0]) <= 0x9FFF) + letters
    assert len(checked) > 13_000
    assert result.outside(checked) == []
    name = Named(slug="a", name="a", native_name="中")
    assert legible(name, result) == (name, [])


@pytest.mark.slow
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_vietnamese_names_are_printed_as_they_are(press: None, form: str) -> None:
    """The ờ and the ỡ are not those of the font that draws them as ớ and õ, however a name is written."""
    installed = fonts()
    assert installed is not None

    def picture(name: str) -> bytes:
        data = Named(slug="a", name=unicodedata.normalize(form, name), native_name="")
        legible_data, reports = legible(data, installed)
        assert reports == []
        document = pypdfium2.PdfDocument(to_pdf(f"<p>{legible_data.name}</p>", size="a4").body)
        drawn = document[0].render(scale=2).to_pil().tobytes()
        document.close()
        return bytes(drawn)

    assert picture("Trường") != picture("Trướng")
    assert picture("Mỡ") != picture("Mõ")


@pytest.mark.slow
def test_the_winners_have_room_to_sign(section: Section) -> None:
    factories.award(section, 2)
    read = printed(section, "prize-list")
    [(width, _height)] = read.sizes
    # The margin of the sheet is 15 mm.
    assert width - 43 - read.left_of("Received (signature)") > SIGNATURE


@pytest.mark.slow
def test_the_card_of_a_table_says_how_a_level_match_goes_on(section: Section) -> None:
    assert "extra game" not in printed(section, "table-cards").text
    section.options = {"steps": list(PRESETS["cx30-2"])}
    section.save(update_fields=["options"])
    for size in ("a4", "letter"):
        card = printed(section, "table-cards", size=size).pages[0]
        assert "blitz 5 min + 3 s per move" in card
        assert "who moved second before chooses the side" in card
