"""The chief referee's report on a section: written, signed, sent to the organisation, answered by it."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.models import RefereeReport, Section
from tournaments.policy import Act
from tournaments.queries.refereeing.referee_reports import is_rated, read_report, report_of

State = RefereeReport.State
LONGEST_REMARKS = 6000
LONGEST_WORDS = 1000
ANSWERS = (State.ACCEPTED, State.RETURNED, State.RATED)
# The states of a report in which it can be answered so.
BEFORE = {
    State.ACCEPTED: (State.SUBMITTED,),
    State.RETURNED: (State.SUBMITTED, State.ACCEPTED),
    State.RATED: (State.ACCEPTED,),
}


class ReportChanged(TypedDict):
    section: int
    state: Annotated[str, State]


@act(on=SECTION, right=Act.WRITE_REPORT, done=_("remarks of the referee’s report written"))
def write_report(
    *,
    section: Section,
    remarks: Annotated[str, Field(longest=LONGEST_REMARKS)] = "",
    by: User,
    once: str = "",
) -> ActResult[ReportChanged]:
    """What is signed is to be signed again."""
    report, remarks = report_of(section), remarks.strip()
    if report.sent:
        raise Refusal("report-sent")
    if report.remarks == remarks:
        return no_change(_answer(report))
    before, report.remarks, report.state = report.state, remarks, State.DRAFT
    report.save()
    return ActResult(_answer(report), before={"state": before}, after={"state": report.state})


@act(on=SECTION, right=Act.WRITE_REPORT, done=_("referee’s report signed"))
def sign_report(
    *, section: Section, seen: Annotated[str, Field(longest=80)], by: User, once: str = ""
) -> ActResult[ReportChanged]:
    """Sign the report: what the section says is kept as it is at this moment."""
    if section.state != Section.State.FINISHED:
        raise Refusal("report-section-open")
    reading = read_report(section)
    report = reading.report
    if seen != reading.digest:
        raise Conflict("report-changed")
    # Also after it was sent, where something was corrected since.
    if reading.stands:
        return no_change(_answer(report))
    before, report.state = report.state, State.SIGNED
    report.save()
    number = (reading.signed.number if reading.signed is not None else 0) + 1
    report.versions.create(
        number=number, data=reading.data, digest=reading.digest, remarks=report.remarks, by=by
    )
    after = {"state": report.state, "version": number, "digest": reading.digest}
    return ActResult(_answer(report), before={"state": before}, after=after)


@act(on=SECTION, right=Act.SUBMIT_REPORT, done=_("referee’s report sent to the organisation"))
def submit_report(*, section: Section, by: User, once: str = "") -> ActResult[ReportChanged]:
    reading = read_report(section)
    report = reading.report
    if report.state == State.SUBMITTED:
        return no_change(_answer(report))
    if section.event.organisation_id is None:
        raise Refusal("report-without-organisation")
    if report.state != State.SIGNED:
        raise Refusal("report-not-signed")
    if reading.outdated:
        raise Refusal("report-outdated")
    report.state, report.organisation_id, report.words = State.SUBMITTED, section.event.organisation_id, ""
    report.save()
    after = {"state": report.state, "organisation": report.organisation_id}
    return ActResult(_answer(report), before={"state": State.SIGNED}, after=after)


@act(on=SECTION, right=Act.ANSWER_REPORT, done=_("referee’s report answered"))
def answer_report(
    *,
    section: Section,
    answer: Annotated[str, Field(choices=[str(state) for state in ANSWERS])],
    words: Annotated[
        str,
        Field(
            longest=LONGEST_WORDS, label=_("Words"), help=_("Needed to return it: what is to be put right.")
        ),
    ] = "",
    by: User,
    once: str = "",
) -> ActResult[ReportChanged]:
    """Accept a report, return it with words, or mark it rated."""
    reading = read_report(section)
    report, wanted, words = reading.report, State(answer), words.strip()
    if report.state == wanted and report.words == words:
        return no_change(_answer(report))
    if report.state not in BEFORE[wanted]:
        raise Refusal("report-not-sent", field="answer")
    if wanted == State.RETURNED and not words:
        raise Refusal("report-words-needed", field="words")
    if wanted != State.RETURNED and reading.outdated:
        raise Refusal("report-outdated", field="answer")
    # What is accepted and counts in a published list already is rated.
    if wanted == State.ACCEPTED and is_rated(section):
        wanted = State.RATED
    before, report.state, report.words = report.state, wanted, words
    report.save()
    return ActResult(_answer(report), before={"state": before}, after={"state": report.state})


def _answer(report: RefereeReport) -> ReportChanged:
    return {"section": report.section_id, "state": report.state}
