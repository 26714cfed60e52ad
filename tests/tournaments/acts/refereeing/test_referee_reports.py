"""The chief referee's report: what it is made of, its signature, and what follows a correction."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from portal.policy import Conflict, Refusal
from tests.cast import Cast, foul_of
from tests.tournaments.acts.cases_referee_reports import over, signed, submitted
from tests.tournaments.rated_world import make_ratings
from tournaments.acts.refereeing.referee_reports import (
    answer_report,
    sign_report,
    submit_report,
    write_report,
)
from tournaments.acts.register._erasure import all_names, forget_person
from tournaments.acts.results import report_result
from tournaments.models import Event, RefereeReport, Section, SignedReport
from tournaments.queries.refereeing.referee_reports import read_report, report_data, reports_to_answer

State = RefereeReport.State


def state(cast: Cast) -> str:
    return RefereeReport.objects.get(section=cast.section).state


def correct(cast: Cast) -> None:
    """A result after the signature."""
    report_result(round_=cast.round(1), table=1, value="0-1", seen=None, by=cast.bob)


def sign(cast: Cast, section: Section) -> None:
    sign_report(section=section, seen=read_report(section).digest, by=cast.bob)


def test_it_counts_players_and_results_and_names_nobody(published: Cast) -> None:
    report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.bob)
    foul_of(published)
    data = report_data(published.section)
    [first] = data["rounds"]
    assert (first["first"], first["second"], first["draw"]) == (1, 0, 0)
    assert first["open"] == published.section.entries.count() // 2 - 1
    assert [line["kind"] for line in data["fouls"]] == ["technical"]
    assert data["players"]["entered"] == published.section.entries.count()
    assert data["claims"] == []
    names = published.section.entries.values_list("player__name", flat=True)
    assert not [name for name in names if name in str(data)]


def test_from_the_signature_to_rated(published: Cast) -> None:
    section = submitted(published)
    assert list(reports_to_answer(section.event.organisation)) == [section.referee_report]  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="report-not-sent"):
        answer_report(section=section, answer="rated", by=published.frank)
    for answer in ("accepted", "rated"):
        answer_report(section=over(published), answer=answer, by=published.frank)
    assert state(published) == State.RATED
    with pytest.raises(Refusal, match="report-sent"):
        write_report(section=over(published), remarks="late", by=published.bob)


def test_what_is_returned_has_words_and_is_written_signed_and_sent_again(published: Cast) -> None:
    section = submitted(published)
    with pytest.raises(Refusal, match="report-words-needed"):
        answer_report(section=section, answer="returned", by=published.frank)
    answer_report(section=section, answer="returned", words="Say who was absent.", by=published.frank)
    write_report(section=over(published), remarks="Nobody was.", by=published.bob)
    assert state(published) == State.DRAFT
    sign(published, over(published))
    submit_report(section=over(published), by=published.alice)
    assert [version.remarks for version in SignedReport.objects.all()] == ["", "Nobody was."]
    assert RefereeReport.objects.get().words == ""


def test_a_report_signed_before_the_last_correction_says_so(published: Cast) -> None:
    section = signed(published)
    assert not read_report(section).outdated
    correct(published)
    assert read_report(section).outdated
    with pytest.raises(Refusal, match="report-outdated"):
        submit_report(section=over(published), by=published.bob)
    sign(published, over(published))
    submit_report(section=over(published), by=published.bob)
    assert SignedReport.objects.count() == 2


def test_a_correction_after_it_was_sent_asks_for_another_signature(published: Cast) -> None:
    section = submitted(published)
    correct(published)
    with pytest.raises(Refusal, match="report-outdated"):
        answer_report(section=section, answer="accepted", by=published.frank)
    sign(published, over(published))
    assert state(published) == State.SIGNED


def test_what_was_not_seen_is_not_signed(published: Cast) -> None:
    section = over(published)
    seen = read_report(section).digest
    correct(published)
    with pytest.raises(Conflict, match="report-changed"):
        sign_report(section=section, seen=seen, by=published.bob)


@pytest.mark.parametrize(
    ("column", "code"), [("state", "report-section-open"), ("organisation", "report-without-organisation")]
)
def test_what_is_missing_is_said(published: Cast, column: str, code: str) -> None:
    section = signed(published)
    if column == "organisation":
        Event.objects.update(organisation=None)
        section.refresh_from_db()
        section.event.refresh_from_db()
        with pytest.raises(Refusal, match=code):
            submit_report(section=section, by=published.bob)
        return
    Section.objects.update(state=Section.State.OPEN)
    section.refresh_from_db()
    with pytest.raises(Refusal, match=code):
        sign_report(section=section, seen=read_report(section).digest, by=published.bob)


def test_a_name_in_the_remarks_is_forgotten_and_the_signature_stays(published: Cast) -> None:
    entry = published.section.entries.select_related("player__person").order_by("pk")[0]
    person: dict[str, Any] = {"name": entry.player.name}
    write_report(section=over(published), remarks=f"{person['name']} was late.", by=published.bob)
    section = signed(published)
    digest = SignedReport.objects.get().digest
    forget_person(entry.player, all_names(entry.player))
    version = SignedReport.objects.get()
    assert person["name"] not in version.remarks
    assert version.digest == digest == read_report(section).digest


@pytest.mark.parametrize("accepted_first", [True, False])
def test_a_published_list_makes_an_accepted_report_rated_by_itself(
    cast: Cast, *, accepted_first: bool
) -> None:
    ratings = make_ratings(cast.frank)
    section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
    other = ratings.section("summer", date(2026, 1, 11), [[("Ann", "Bo", "1-0")]])
    ratings.made()
    period = ratings.period(date(2026, 1, 1), date(2026, 2, 1), section)
    ratings.published(period)
    if not accepted_first:
        # Signed and sent once more after a correction.
        RefereeReport.objects.update(state=RefereeReport.State.SUBMITTED)
        for row in (section, other):
            answer_report(section=row, answer="accepted", by=cast.admin)
    states = dict(RefereeReport.objects.values_list("section", "state"))
    assert states == {section.pk: State.RATED, other.pk: State.ACCEPTED}
