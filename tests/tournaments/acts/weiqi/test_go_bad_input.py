"""What a go section is given by mistake: one clear sentence each, and nothing is guessed."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from portal.policy import Refusal
from tests.cast import Cast, all_here
from tests.tournaments.acts.played import round_of, section_of_grades, start
from tests.tournaments.exchange.congresses import juvisy
from tests.working import compute
from tournaments.acts.change_section import change_section
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.import_players import import_players, plan_import
from tournaments.acts.entering.players import correct_player, enter_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.formats import read_in_format
from tournaments.exchange.opengotha import write_document
from tournaments.exchange.people import PersonRow
from tournaments.models import Player, Section
from tournaments.queries.files import file_written, section_as_file, section_headings
from tournaments.wording.exchange import problems_text
from tournaments.wording.refusals import refusal_sentence

IMPOSSIBLE = ("12x", "99k", "0d", "31k", "10p", "dan", "-3k")


def entered(cast: Cast, section: Section, **person: str) -> None:
    enter_player(section=section, person=PersonInput(federation="GER", **person), another=True, by=cast.alice)


def refused(error: pytest.ExceptionInfo[Refusal]) -> str:
    return refusal_sentence(error.value.code, error.value.params)


@pytest.mark.anywhere
@pytest.mark.parametrize("field", ["grade", "declared_grade"])
@pytest.mark.parametrize("grade", IMPOSSIBLE)
def test_a_grade_that_is_none_is_refused_where_it_is_typed(cast: Cast, field: str, grade: str) -> None:
    Section.objects.filter(pk=cast.section.pk).update(game="weiqi")
    cast.section.refresh_from_db()
    with pytest.raises(Refusal) as error:
        entered(cast, cast.section, name="Somebody", **{field: grade})
    assert error.value.field == field
    assert refused(error) == (
        f"“{grade}” is not a grade. Grades are 30k to 1k, 1d to 9d, and 1p to 9p of professionals."
    )


def test_a_list_says_it_of_its_row_and_a_name_can_still_be_corrected(cast: Cast) -> None:
    section = section_of_grades(cast)
    rows = [PersonRow(line=2, name="Odd One", federation="GER", grade="99k")]
    [fate] = plan_import(section, rows)
    assert (fate.fate, fate.code) == ("faulty", "no-such-grade")
    import_players(section=section, rows=rows, by=cast.alice)
    assert not section.entries.filter(player__name="Odd One").exists()
    # What a file has brought keeps nobody from correcting the name beside it.
    entry = section.entries.select_related("player", "section__event").order_by("pk")[0]
    Player.objects.filter(pk=entry.player_id).update(grade="99X")
    correct_player(
        entry=entry, person=PersonInput(name="New Name", federation="GER", grade="99X"), by=cast.alice
    )
    with pytest.raises(Refusal, match="no-such-grade"):
        correct_player(
            entry=entry, person=PersonInput(name="N", federation="GER", grade="98X"), by=cast.alice
        )


@pytest.mark.slow
def test_who_has_no_grade_is_named_where_the_round_is_paired(cast: Cast) -> None:
    section = section_of_grades(cast)
    entered(cast, section, name="Nobody")
    all_here(round_of(section, 1), by=cast.bob)
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    client = Client()
    client.force_login(cast.bob)
    page = client.get(reverse("round_desk", args=[cast.event.slug, section.slug, 1])).content.decode()
    assert "Enter a grade or a rating for 10 Nobody." in page


@pytest.mark.slow
def test_who_has_no_pin_plays_and_stands_on_the_list_of_what_is_missing(cast: Cast) -> None:
    section = section_of_grades(cast)
    start(cast, section, 1)
    client = Client()
    client.force_login(cast.alice)
    page = client.get(reverse("submission", args=[cast.event.slug, section.slug])).content.decode()
    assert "Players without a number" in " ".join(page.split())


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"bar": "5k", "floor": "1d"}, "The bar (5k) is below the floor (1d)."),
        ({"bar": "25k"}, "The bar (25k) is below the floor (20k)."),
        ({"bar": "11k"}, "A bar is 10k to 9d."),
        ({"floor": "2d"}, "A floor is 30k to 1d."),
        ({"handicap_ceiling": 12}, "A handicap is 0 to 9."),
        ({"bar": "40x"}, "McMahon bar: this value is not possible."),
    ],
)
def test_settings_that_cannot_be_are_refused_in_words(
    cast: Cast, wanted: dict[str, object], message: str
) -> None:
    section = section_of_grades(cast)
    with pytest.raises(Refusal) as error:
        change_section(section=section, wanted=wanted, reason="x", by=cast.alice)
    assert refused(error) == message


def test_the_settings_say_which_criteria_the_egf_does_not_recommend(cast: Cast) -> None:
    section = section_of_grades(cast)
    client = Client()
    client.force_login(cast.alice)
    page = client.get(reverse("section_settings", args=[cast.event.slug, section.slug])).content.decode()
    assert "The European Go Federation does not recommend SOSOS, SODOS and CUSS." in page


@pytest.mark.parametrize(
    ("pattern", "odd", "message"),
    [
        *(
            (r'handicap="\d"', f'handicap="{odd}"', f"Game handicap: “{odd}” is not one of: 0 … 9")
            for odd in (-3, 12, 100)
        ),
        *(
            (r'roundNumber="\d"', f'roundNumber="{odd}"', f"Game roundNumber: “{odd}” is not one of: 1 … 20")
            for odd in (0, 99)
        ),
        (r'numberOfRounds="\d"', 'numberOfRounds="99"', "numberOfRounds: “99” is not one of: 1 … 20"),
        *(
            (f' {name}="[^"]*"', f' {name}="{"9" * 10**6}"', f"{name}: “99999")
            for name in (
                "rating",
                "smmsCorrection",
                "tableNumber",
                "komi",
                "paiMaMaximizeSeeding",
                "hdCeiling",
            )
        ),
        (
            r'blackPlayer="([^"]*)"(.*?)whitePlayer="[^"]*"',
            r'blackPlayer="\1"\2whitePlayer="\1"',
            "is paired with itself in round",
        ),
        (r'whitePlayer="[^"]*"', 'whitePlayer="NOBODY"', "there is no player “NOBODY”"),
        (r'participating="[^"]*"', 'participating="1x"', "participating: “1x” is not one of: 0, 1"),
        (r'genMMBar="[^"]*"', 'genMMBar="25K"', "genMMBar: “25K” is not one of: 20K … 9D"),
        (r' rank="[^"]*"', ' rank="99X"', "Player rank: “99X” is not one of: 30K … 9D, 1P … 9P"),
        (r"(<Player [^>]*>)", r"\1\1", "two players have the name"),
    ],
)
def test_a_file_says_it_with_its_line(pattern: str, odd: str, message: str) -> None:
    text = write_document(juvisy()).decode()
    reading = read_in_format(re.sub(pattern, odd, text, count=1).encode(), "opengotha")
    assert reading.tournament is None
    assert re.match(r"line \d+, column \d+: ", problems_text(tuple(reading.problems)))
    assert message in problems_text(tuple(reading.problems))


def test_two_players_of_one_key_are_told_apart_in_the_file(cast: Cast) -> None:
    section = section_of_grades(cast)
    entered(cast, section, name="GUEST1 Given1", given_name="Given1", grade="3k")
    writing = file_written(section_as_file(section), "opengotha", section_headings(section, public=False))
    lost = writing.lost(LossCode.NAMES)
    assert lost is not None
    assert lost.params["numbers"] == (10,)
    back = read_in_format(writing.data, "opengotha").tournament
    assert back is not None
    assert [entry.name for entry in back.entries if "GUEST1" in entry.name.upper()] == [
        "GUEST1 Given1 10",
        "Guest1 Given1",
    ]
