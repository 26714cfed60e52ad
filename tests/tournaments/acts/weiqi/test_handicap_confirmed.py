"""Where a game has another handicap than the rule's, whoever enters its result confirms that."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.tournaments.acts.played import handicaps, round_of, section_of_grades, start
from tournaments.acts.handicaps import change_handicap
from tournaments.acts.results import report_result, take_back_result
from tournaments.models import ResultReport, Section
from tournaments.queries.tables import table_row
from tournaments.wording.refusals import refusal_sentence

MESSAGE = "Played so: H4, komi ½ (the rule: H2, komi ½)"


@pytest.fixture
@remembered
def section(cast: Cast) -> Section:
    """Round 1 published, table 3 with 4 stones in place of the rule's 2."""
    section = section_of_grades(cast, bar="2d", handicap_correction=0)
    assert handicaps(start(cast, section, 1)) == [0, 0, 2, 2]
    change_handicap(round_=round_of(section, 1), table=3, handicap=4, reason="agreed", by=cast.bob)
    return section


def results(section: Section) -> dict[int, str]:
    reports = ResultReport.objects.in_force().filter(pairing__round__section=section)
    return dict(reports.values_list("pairing__table", "value"))


@pytest.mark.slow
def test_the_act_asks_once(cast: Cast, section: Section) -> None:
    arguments = {"round_": round_of(section, 1), "table": 3, "value": "1-0", "by": cast.carol}
    with pytest.raises(Refusal) as refused:
        report_result(**arguments, seen=None)
    assert (refused.value.code, refused.value.params) == (
        "handicap-differs",
        {"table": 3, "handicap": 4, "komi": None, "rule": 2},
    )
    assert refusal_sentence(refused.value.code, refused.value.params).startswith(
        "Table 3: H4, komi ½. The rule says: H2, komi ½."
    )
    done = report_result(**arguments, seen=None, confirmed=True)
    # A correction has its reason; after the result was cleared it is asked for anew.
    arguments |= {"value": "0-1", "by": cast.dave}
    done = report_result(**arguments, seen=done["report"], reason="misheard")
    take_back_result(
        round_=round_of(section, 1), table=3, seen=done["report"], reason="misheard", by=cast.dave
    )
    with pytest.raises(Refusal, match="handicap-differs"):
        report_result(**arguments, seen=None)


@pytest.mark.slow
def test_nothing_is_asked_where_the_rule_is_kept_or_nobody_played(cast: Cast, section: Section) -> None:
    report_result(round_=round_of(section, 1), table=4, value="1-0", seen=None, by=cast.carol)
    report_result(round_=round_of(section, 1), table=3, value="1-0", forfeit=True, seen=None, by=cast.carol)
    assert results(section) == {3: "1-0", 4: "1-0"}


@pytest.mark.slow
def test_what_came_with_a_file_is_asked_about_by_the_rule_of_now(cast: Cast, section: Section) -> None:
    round_of(section, 1).pairings.update(reasons=[])
    with pytest.raises(Refusal, match="handicap-differs"):
        report_result(round_=round_of(section, 1), table=3, value="1-0", seen=None, by=cast.carol)


@pytest.mark.slow
def test_the_row_the_line_and_the_page_of_the_table_ask(cast: Cast, section: Section) -> None:
    client = Client()
    client.force_login(cast.bob)
    place = [cast.event.slug, section.slug, 1]
    to = reverse("report_result", args=place)
    desk = client.get(reverse("round_desk", args=place)).content.decode()
    assert desk.count('name="confirmed"') == 1
    assert MESSAGE in desk
    assert MESSAGE in client.get(reverse("result", args=[*place, 3])).content.decode()
    assert 'name="confirmed"' not in client.get(reverse("result", args=[*place, 4])).content.decode()
    referee = client.get(reverse("referee", args=[*place, 3])).content.decode()
    assert MESSAGE in referee
    for sent in ({"table": "3", "value": "1-0"}, {"line": "3 1-0"}):
        answer = client.post(to, sent)
        assert answer.status_code == 422
        assert "The rule says: H2, komi ½." in answer.content.decode()
    assert results(section) == {}
    assert client.post(to, {"line": "3 1-0!"}).status_code == 302
    assert client.post(to, {"table": "4", "value": "0-1", "confirmed": "on"}).status_code == 302
    assert results(section) == {3: "1-0", 4: "0-1"}
    row = table_row(round_of(section, 1), 3)
    assert row is not None
    assert not row.to_confirm
