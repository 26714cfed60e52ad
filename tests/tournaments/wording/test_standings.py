"""Every code of the standings and list rooms has words."""

import pytest
from django.utils import translation

from tournaments.exchange.cells import LONGEST
from tournaments.exchange.faults import ListErrorCode, row_problem
from tournaments.exchange.people import read_people
from tournaments.fouls import FoulKind
from tournaments.presets import PRESETS
from tournaments.standings import c07
from tournaments.standings.tiebreaks import CRITERIA
from tournaments.state.tournament import Kind
from tournaments.wording import people, standings


@pytest.mark.parametrize("key", ["points", *CRITERIA, *c07.all_keys(), "koya/limit+3"])
def test_every_criterion_has_a_long_and_a_short_name(key: str) -> None:
    assert standings.criterion_name(key)
    assert 2 <= len(standings.criterion_short_name(key)) <= 10


@pytest.mark.parametrize("key", CRITERIA)
def test_every_criterion_of_ours_has_words(key: str) -> None:
    # Those of other packages go by their keys.
    assert key in standings.NAMES
    assert key in standings.SHORT_NAMES


def test_sos_minus_is_printed_as_the_source_does() -> None:
    assert standings.criterion_name("sos-minus-3") == "SOS-3"
    assert standings.criterion_short_name("sos-minus-3") == "SOS-3"
    assert standings.criterion_name("sos-minus") == "SOS-1, SOS-2, …"
    # Of a package that is gone.
    assert standings.criterion_name("luck-3") == "luck-3"


def test_every_kind_and_every_preset_has_a_name() -> None:
    assert all(standings.kind_name(kind) for kind in (*Kind, *FoulKind))
    assert set(standings.PRESETS) == set(PRESETS)


def test_what_separates_two_rows() -> None:
    assert standings.separation("buchholz", 1) == "behind 1 by Buchholz"
    assert standings.separation("black-wins", 2, first_row=True) == "ahead of 2 by wins with Black"


def test_every_fault_code_has_words() -> None:
    assert set(people.FAULTS) == set(ListErrorCode)


def test_faults_as_the_reader_gives_them_can_be_said() -> None:
    data = 'name,fed,group,rating,gender,name,x\n,XXX,9,many,?\n"Ng,SGP\n' + "y" * 90 + ",SGP,,,,,,,,z\n"
    report = read_people(data.encode(), federations={"SGP"}, encoding="odd")
    faults = [*report.problems, *(fault for row in report.rows for fault in row.problems)]
    collected = [people.fault_text(fault) for fault in faults]
    assert "Unknown federation “XXX”; the federation stays empty." in collected
    assert "Unknown encoding “odd”; the encoding was detected instead." in collected
    assert f"The name “{'y' * 90}” has 90 characters; the limit is {LONGEST['name']}." in collected
    assert "The name is missing." in collected
    assert len({fault.code for fault in faults}) >= 10
    assert not any("%(" in sentence for sentence in collected)


def test_a_percent_sign_in_a_cell_stays_as_it_is() -> None:
    fault = row_problem(ListErrorCode.FEDERATION_UNKNOWN, text="100 %(text)s")
    assert people.fault_text(fault) == "Unknown federation “100 %(text)s”; the federation stays empty."


@pytest.mark.parametrize(("language", "column"), [("zh-hans", "列"), ("zh-hant", "欄")])
def test_a_fault_in_a_column_names_the_column_and_not_the_row(language: str, column: str) -> None:
    faults = [
        row_problem(ListErrorCode.COLUMN_UNKNOWN, text="x"),
        row_problem(ListErrorCode.TOO_MANY_COLUMNS, params={"columns": 99, "most": 60}),
        row_problem(ListErrorCode.TOO_MANY_ROWS, params={"most": 60}),
    ]
    with translation.override(language):
        *columns, row = [people.fault_text(fault) for fault in faults]
    assert all(column in message for message in columns)
    assert column not in row


@pytest.mark.parametrize("language", ["zh-hans", "zh-hant"])
def test_chinese_heads_of_narrow_columns_have_at_most_four_characters(language: str) -> None:
    with translation.override(language):
        assert len(standings.criterion_short_name("best-opponent")) <= 4
